"""Texts of pages: messages, catalogues, the pseudo-locale."""
