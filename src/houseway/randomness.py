"""Chance for live tables: the operating system's secure randomness, and nothing else."""

from __future__ import annotations

import secrets


def new_seed() -> str:
    """A secret of 256 bits, in hex."""
    return secrets.token_hex(32)


def pick(below: int) -> int:
    """A whole number from 0 up to but not including `below`, each equally likely."""
    return secrets.randbelow(below)
