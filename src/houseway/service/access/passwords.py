"""Passwords: argon2id, two at a time at the most, so that a storm of sign-ins starves no table."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.service.errors import Wrong

SHORTEST, LONGEST = 12, 256
_AT_ONCE = 2
# What the passwords that are tried first are put together from, as they read once @ is an a.
_WORN = (
    "password", "passwort", "letmein", "welcome", "welcom", "qwertzuiop", "qwertyuiop", "qwerty",
    "qwertz", "asdfghjkl", "asdfgh", "zxcvbnm", "yxcvbnm", "iloveyou", "administrator", "admin",
    "changeme", "trustno", "monkey", "dragon", "football", "baseball", "sunshine", "princess",
    "houseway", "casino", "abcdefghijkl", "abcdef", "abc", "secret", "login", "master", "test",
)  # fmt: skip
_LOOKALIKES = str.maketrans("@$", "as")
_OWN = 4  # characters of one's own at least, beyond worn words, digits and signs around them
_DIFFERENT = 5  # characters that differ at least
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def check_strength(password: str, name: str) -> None:
    """Long enough, not endless, and not the name itself."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Wrong(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "password_length",
            f"a password has {SHORTEST} to {LONGEST} characters",
        )
    if is_common(password):
        raise Wrong(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "password_common",
            "that password is among the first that anybody tries",
        )
    if name.casefold() in password.casefold():
        raise Wrong(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "password_is_name",
            "a password does not contain the name of its owner",
        )


def is_common(password: str) -> bool:
    """Made of what everybody makes passwords of: well worn words, runs of keys, one thing again."""
    left = password.casefold().translate(_LOOKALIKES)
    for known in _WORN:
        left = left.replace(known, "")
    return len(left.strip("0123456789!?.-_ ")) < _OWN or len(set(password.casefold())) < _DIFFERENT


def hashed(password: str) -> str:
    return _hasher.hash(password)


def _matches(kept: str, password: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


class Passwords:
    """Hashing and checking in threads; an unknown name costs as much as a known one."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(_AT_ONCE)
        self._nobody = hashed("nobody has this password")

    async def hash(self, password: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(hashed, password)

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; one that is longer than any can be is not cut to fit."""
        async with self._turns:
            good = await asyncio.to_thread(_matches, kept or self._nobody, password[:LONGEST])
        return good and kept is not None and len(password) <= LONGEST
