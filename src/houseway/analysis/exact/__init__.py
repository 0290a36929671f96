"""Exact enumeration, one module a game."""
