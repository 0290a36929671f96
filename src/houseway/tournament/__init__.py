"""Tournaments: from published conditions to prizes paid, under one edition of one document."""
