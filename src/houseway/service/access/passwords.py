"""Passwords: argon2id, two at a time at the most, so that a storm of sign-ins starves no table.

Always in the same two threads: the memory that it takes stays with the thread that has taken it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from http import HTTPStatus

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.service.access.common import OWN, is_common
from houseway.service.errors import Wrong

SHORTEST, LONGEST = 12, 256
_NAME = 3  # letters of a name that a password may not contain; a shorter one is in many words
_AT_ONCE = 2
_threads = ThreadPoolExecutor(_AT_ONCE, "password")
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def check_strength(password: str, name: str) -> None:
    """Long enough, not endless, without the name of its owner, and not what anybody tries first."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise _refused("password_length", f"a password has {SHORTEST} to {LONGEST} characters")
    if len(name) >= _NAME and name.casefold() in password.casefold():
        raise _refused("password_is_name", "a password does not contain the name of its owner")
    if is_common(password, name):
        raise _refused(
            "password_common",
            "that password is made of what anybody tries first, such as worn words, runs of keys,"
            f" years and repetitions: at least {OWN} characters must be something else",
        )


def _refused(code: str, sentence: str) -> Wrong:
    return Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, code, sentence)


def hashed(password: str) -> str:
    return _hasher.hash(password)


def _matches(kept: str, password: str) -> bool:
    try:
        return _hasher.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _of_nobody() -> str:
    return hashed("nobody has this password")


class Passwords:
    """Hashing and checking in threads; an unknown name costs as much as a known one."""

    def __init__(self) -> None:
        self._nobody = _of_nobody()

    async def hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(_threads, hashed, password)

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; one that is longer than any can be is not cut to fit."""
        against, given = kept or self._nobody, password[:LONGEST]
        loop = asyncio.get_running_loop()
        good = await loop.run_in_executor(_threads, _matches, against, given)
        return good and kept is not None and len(password) <= LONGEST
