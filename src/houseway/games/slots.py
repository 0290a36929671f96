"""Read the slots of an edition: which of its clauses answers each question, as data.

The questions are those that several documents have: the fields of `TournamentRules`, `TableRules`
and the like. Their answers stand in the edition's `.slots.toml`: a clause is written by its number,
an empty slot is left out. A game adds what is no clause, such as a question about the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from houseway.games.devices import DeviceRules
from houseway.games.limits import LimitRules
from houseway.games.malfunction import MalfunctionRules
from houseway.games.one_result import RoundRules
from houseway.games.provisions import Provisions
from houseway.games.table_rules import PromotionRules, TableRules, TournamentRules
from houseway.rulebook.document import BrokenDocument, Clause, Document

_Rules = TypeVar("_Rules", bound=Struct)


def tournament_rules(cite: Document) -> TournamentRules:
    return _answered(TournamentRules, cite, "tournament")


def promotion_rules(cite: Document) -> PromotionRules:
    return _answered(PromotionRules, cite, "promotion")


def limit_rules(cite: Document) -> LimitRules:
    return _answered(LimitRules, cite, "limits")


def table_rules(cite: Document, **others: Any) -> TableRules:
    return _answered(TableRules, cite, "table", **others)


def provisions(cite: Document, **others: Any) -> Provisions:
    return _answered(Provisions, cite, "provisions", **others)


def round_rules(cite: Document) -> RoundRules:
    return _answered(RoundRules, cite, "round")


def malfunction_rules(cite: Document, **others: Any) -> MalfunctionRules:
    return _answered(MalfunctionRules, cite, "malfunction", **others)


def device_rules(cite: Document, **others: Any) -> DeviceRules:
    return _answered(DeviceRules, cite, "devices", **others)


def _answered(kind: type[_Rules], cite: Document, group: str, **others: Any) -> _Rules:
    return _filled(kind, cite.slots[group], cite, group, others)


def _filled(
    kind: type[_Rules], answers: Any, cite: Document, where: str, others: Mapping[str, Any]
) -> _Rules:
    """Fill one group of slots; an unknown or missing one raises, as an unknown clause does."""
    types = get_type_hints(kind)
    wanted = {
        each.name
        for each in msgspec.structs.fields(kind)
        if each.default is NODEFAULT and each.default_factory is NODEFAULT
    }
    wrong = sorted((answers.keys() - types.keys()) | (wanted - answers.keys() - others.keys()))
    if wrong:
        raise BrokenDocument(f"{cite.id}: {where} does not answer exactly: {', '.join(wrong)}")
    read = {
        name: _value(types[name], each, cite, f"{where}.{name}") for name, each in answers.items()
    }
    return kind(**read, **others)


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
        return _filled(kind, answer, cite, where, {})
    if get_origin(kind) is tuple and issubclass(get_args(kind)[0], Struct):
        return tuple(_filled(get_args(kind)[0], each, cite, where, {}) for each in answer)
    try:
        return msgspec.convert(answer, kind)
    except msgspec.ValidationError as wrong:
        raise BrokenDocument(f"{cite.id}: {where}: {wrong}") from None
