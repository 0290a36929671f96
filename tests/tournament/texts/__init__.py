"""Whole tournaments told as text, one for each rule set and more, from the draft to the prizes."""
