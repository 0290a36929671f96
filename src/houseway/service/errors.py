"""One shape for everything that goes wrong: a code, the clause if there is one, a sentence."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.service.texts.text import Text, as_plain

_MAY_NOT = ("role_may_not", "house_deals")
MUST_CHANGE = "password_must_change"


class Problem(Struct, frozen=True, omit_defaults=True):
    """What every refusal and every error looks like, on every route.

    `code` is for programs and stays the same; `sentence` is for people and free to improve.
    `version` is where the table is now, if a command was refused by the rules or came for a version
    that the table has left behind. `shown` is what the command asked to be shown. `promise` is
    signed by the house, where the refusal is on record.
    """

    code: str
    clause: Clause | None
    sentence: str
    version: int | None = None
    shown: dict[str, str] = {}
    promise: str = ""


def json_of(problem: Problem) -> bytes:
    """The problem for a program; a sentence may be a text of the catalogue."""
    return msgspec.json.encode(problem, enc_hook=as_plain)


class Wrong(Exception):
    """Something that the service itself refuses; `again`: in how many seconds it may be tried."""

    def __init__(self, status: int, code: str, sentence: str, *, again: int | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.again = again
        self.problem = Problem(code, None, sentence)


class Stale(Wrong):
    """A command for a version that its stream has left behind."""

    def __init__(self, sentence: str, version: int) -> None:
        super().__init__(HTTPStatus.CONFLICT, "stale_version", sentence)
        self.problem = replace(self.problem, version=version)


class RuledOut(Exception):
    """What the rules refuse: answered with their clause."""

    def __init__(self, refused: Refused, version: int | None = None, promise: str = "") -> None:
        super().__init__(str(refused))
        self.status = (
            HTTPStatus.FORBIDDEN if refused.code in _MAY_NOT else HTTPStatus.UNPROCESSABLE_ENTITY
        )
        self.problem = Problem(
            refused.code, refused.clause, refused.detail, version, promise=promise
        )


def too_many_tries(sentence: str) -> Wrong:
    return Wrong(HTTPStatus.TOO_MANY_REQUESTS, "too_many_tries", sentence, again=60)


def no_such_table(name: str) -> Wrong:
    return Wrong(HTTPStatus.NOT_FOUND, "no_such_table", Text("there is no table {name}", name=name))


def not_signed_in() -> Wrong:
    return Wrong(HTTPStatus.UNAUTHORIZED, "not_signed_in", Text("sign in first"))


def token_may_not() -> Wrong:
    sentence = Text("no token reaches this: sign in with a browser")
    return Wrong(HTTPStatus.FORBIDDEN, "token_may_not", sentence)


def password_must_change() -> Wrong:
    sentence = Text("change the password that was set for you first, and choose one of your own")
    return Wrong(HTTPStatus.FORBIDDEN, MUST_CHANGE, sentence)
