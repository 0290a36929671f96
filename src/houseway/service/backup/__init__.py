"""Backups of a whole house, and of its keys apart from them."""
