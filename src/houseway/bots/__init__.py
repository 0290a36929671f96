"""Tournaments tried out: simple strategies play a whole event through the rules as they are."""
