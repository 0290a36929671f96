"""A whole floor in one process, driven by one seed, with everything checked.

The same seed gives the same run, order for order. Chance here is a plain seeded generator that
never deals a card to anybody: live tables take theirs from `houseway.randomness`.
"""
