"""Blackjack counted out: every hand of the patron, every hand of the dealer, splits to the last.

`shoe` groups the cards by value; `hands` lists every hand a patron can hold and what one more card
makes of it; `dealer` lists the dealer's hands; `against` counts everything that can happen against
one open card; `strategies` are ways to play; `splits` says how the hands of a split add up; `best`
finds the best way to play.
"""
