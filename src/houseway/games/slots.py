"""Read the slots of an edition: which of its clauses answers each question, as data.

The questions are the fields of `TournamentRules` and `PromotionRules`. Their answers stand in the
edition's `.slots.toml`: a clause is written by its number, an empty slot is left out.
"""

from __future__ import annotations

from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from houseway.games.promotion_rules import PromotionRules
from houseway.games.tournament_rules import TournamentRules
from houseway.rulebook.document import BrokenDocument, Clause, Document

_Rules = TypeVar("_Rules", bound=Struct)


def tournament_rules(cite: Document) -> TournamentRules:
    return _answered(TournamentRules, cite.slots["tournament"], cite, "tournament")


def promotion_rules(cite: Document) -> PromotionRules:
    return _answered(PromotionRules, cite.slots["promotion"], cite, "promotion")


def _answered(kind: type[_Rules], answers: Any, cite: Document, where: str) -> _Rules:
    """Fill one group of slots; an unknown or missing one raises, as an unknown clause does."""
    types = get_type_hints(kind)
    wanted = {
        each.name
        for each in msgspec.structs.fields(kind)
        if each.default is NODEFAULT and each.default_factory is NODEFAULT
    }
    wrong = sorted((answers.keys() - types.keys()) | (wanted - answers.keys()))
    if wrong:
        raise BrokenDocument(f"{cite.id}: {where} does not answer exactly: {', '.join(wrong)}")
    return kind(
        **{
            name: _value(types[name], each, cite, f"{where}.{name}")
            for name, each in answers.items()
        }
    )


def _value(kind: Any, answer: Any, cite: Document, where: str) -> Any:
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    if kind is Clause:
        return cite(answer)
    if get_origin(kind) is dict:
        each_kind = get_args(kind)[1]
        return {
            key: _value(each_kind, each, cite, f"{where}.{key}") for key, each in answer.items()
        }
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _answered(kind, answer, cite, where)
    if get_origin(kind) is tuple and issubclass(get_args(kind)[0], Struct):
        return tuple(_answered(get_args(kind)[0], each, cite, where) for each in answer)
    try:
        return msgspec.convert(answer, kind)
    except msgspec.ValidationError as wrong:
        raise BrokenDocument(f"{cite.id}: {where}: {wrong}") from None
