"""Passwords: argon2id, two at a time at the most, so that a storm of sign-ins starves no table.

Always in the same two threads: the memory that it takes stays with the thread that has taken it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from http import HTTPStatus
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.games import game, slugs
from houseway.rulebook.roles import Role
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text

SHORTEST, LONGEST = 12, 256
_STRONG = 4  # of zxcvbn: 10**10 guesses or more
_LOOKED_AT = 72  # characters; the estimate takes the square of their number
_NAME = 3  # letters of a name that a password may not contain; a shorter one is in many words
_AT_ONCE = 2
_threads = ThreadPoolExecutor(_AT_ONCE, "password")
NO_PASSWORD = ""  # stored for an account that no password opens
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def check_strength(password: str, name: str) -> None:
    """Raise unless it is long enough, without its owner's name, and hard to guess."""
    if not SHORTEST <= len(password) <= LONGEST:
        sentence = Text("a password has {least} to {most} characters", least=SHORTEST, most=LONGEST)
        raise _refused("password_length", sentence)
    if len(name) >= _NAME and name.casefold() in password.casefold():
        sentence = Text("a password does not contain the name of its owner")
        raise _refused("password_is_name", sentence)
    hint = guessable(password, name)
    if hint is not None:
        raise _refused("password_common", _easy(hint))


def _easy(hint: str) -> Text:
    if hint:
        return Text("that password is easy to guess. {hint}", hint=hint)
    return Text("that password is easy to guess")


def guessable(password: str, *names: str) -> str | None:
    """Return what makes a password easy to guess; None if it takes at least 10**10 guesses.

    Passwords of published leaks, words, names, dates, keyboard runs and repetitions are tried
    first. The games, the roles and `names` count as words that anybody here would try.
    """
    from zxcvbn import zxcvbn  # 0.3 s and 20 MB, so only when a password is chosen

    result = zxcvbn(password[:_LOOKED_AT], user_inputs=[*_house_words(), *names])
    if result["score"] >= _STRONG:
        return None
    feedback = result["feedback"]
    return " ".join(each.rstrip(".") + "." for each in _hints(feedback))


def _hints(feedback: Mapping[str, Any]) -> list[str]:
    return [each for each in (feedback["warning"], *feedback["suggestions"]) if each]


@cache
def _house_words() -> tuple[str, ...]:
    titles = [game(slug).cite.title for slug in slugs()]
    texts = ("houseway casino gaming floor patron", *titles, *Role)
    return tuple(sorted({word.casefold() for text in texts for word in text.split()}))


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

    async def check(self, password: str, name: str) -> None:
        await asyncio.get_running_loop().run_in_executor(_threads, check_strength, password, name)

    async def hash(self, password: str) -> str:
        return await asyncio.get_running_loop().run_in_executor(_threads, hashed, password)

    async def matches(self, kept: str | None, password: str) -> bool:
        """Whether it is the password; one that is longer than any can be is not cut to fit.

        `kept` is empty or None where no password is right.
        """
        against, given = kept or self._nobody, password[:LONGEST]
        loop = asyncio.get_running_loop()
        good = await loop.run_in_executor(_threads, _matches, against, given)
        return good and bool(kept) and len(password) <= LONGEST
