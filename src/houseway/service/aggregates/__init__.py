"""Tournaments and promotions: streams beside tables, as the service knows each kind."""
