"""Promotional prizes: conditions, draws anyone can check, claims and deadlines."""
