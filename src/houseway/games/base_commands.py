"""The class of all commands, what each of them declares about itself, and their groups.

Consoles, forms, lists, bots and devices read a command's class and keep no list of names. A group
is a base class: `class ReportExcessCard(IrregularityCommand)` belongs to the irregularities.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Literal, get_args

from msgspec import Struct
from msgspec.structs import fields

GroupName = Literal[
    "next step", "wagers", "calls", "irregularities", "house settings", "money", "people",
    "provisions",
]  # fmt: skip
Console = Literal["listed", "in place", "own page", "automatic"]
CallWhen = Literal["always", "playing", "awaited"]
Device = Literal["", "shoe", "wheel", "dice"]
DEVICES = tuple(filter(None, get_args(Device)))

_FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
_OPTIONAL = re.compile(r"\[[^\]]*\]")
_CUT_ENDS = frozenset({
    "…", "and", "to", "because", "of", "as", "on", "by", "for", "from", "at", "in", "box", "with",
})  # fmt: skip
# What a title says instead of a field; the noun may stand before it: dispute {dispute:number}.
_NOUNS = {
    "patron": "a patron", "person": "a person", "hand": "a hand", "dealer": "a dealer",
    "entry": "an entrant", "session": "a session", "table": "a table", "claim": "a claim",
    "winner": "a winner", "ticket": "a ticket", "dispute": "a dispute", "alert": "an alert",
    "correction": "a correction",
}  # fmt: skip
_NAMED = re.compile(r"(?:the \{(?=hand)|\b)(\w+)(?:\} hand| \{\1(?::\w+)?\})")


class Group(Struct, frozen=True):
    """What commands are about: a section of consoles, a heading of the roles, a name in the API."""

    section: str
    heading: str = ""
    name: GroupName = "calls"


class Command(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """A request to do something: verb, then noun. It changes nothing by itself.

    `sentence`: how a record writes it. `{name}` is a field, `[...]` may be left out.
    `title`: what a console calls it; by default its sentence without the fields.
    `own_title`: what the console of the patron who gives it calls it; by default its title.
    `bare_title`: its title when it is given without its optional fields.
    `labels`: what a form calls its fields, where the names of the fields do not say it.
    `listed`: the values that a form offers for a field.
    `group`: what it is about.
    `hidden`: fields that a stored refusal leaves empty: a secret that came too early.

    For consoles of staff: `console` says whether it is listed with a form, stands where it
    belongs, has a page of its own or is given by the software. `call` is what a dealer says aloud,
    `call_when` at which moments, and `key` the key for it. `entered_elsewhere`: it is no key of
    the dealer's step. `ways`: values of its fields, where it can be given in a few ways only.
    `halves`: two fields that are typed as one list. `whole_hand`: open cards are named again.
    `own_eyes`: only the patron sees its cards, and no dealer types them. `deals_all`: it deals all
    cards that are due, and takes the card that is typed while the next goes face down.

    For simulated people and devices: `takes_box`: a patron takes a box by it. `sits_out`: staff
    confirm by it that a patron makes no wager; it names where the play keeps such patrons.
    `weight`: how often simulated patrons choose it.
    `grave`: it gives something up for nothing; a console asks the patron again before it is sent.
    `cautious`: it is chosen for a patron who does not answer. `plain`: bots choose it where they
    may. `draws`: whether it takes a further card or none. `rehearsed`: a demonstration shows it.
    `reported_by`: the kind of device that may report it.

    `shared`: the steps of rules that it makes with other commands, and that take two persons.
    """

    sentence: ClassVar[str] = ""
    title: ClassVar[str] = ""
    own_title: ClassVar[str] = ""
    bare_title: ClassVar[str] = ""
    labels: ClassVar[Mapping[str, str]] = MappingProxyType({})
    listed: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})
    group: ClassVar[Group]
    hidden: ClassVar[tuple[str, ...]] = ()
    console: ClassVar[Console] = "listed"
    call: ClassVar[str] = ""
    call_when: ClassVar[CallWhen] = "always"
    key: ClassVar[str] = ""
    entered_elsewhere: ClassVar[bool] = False
    ways: ClassVar[tuple[tuple[Any, ...], ...]] = ()
    halves: ClassVar[tuple[str, ...]] = ()
    whole_hand: ClassVar[bool] = False
    own_eyes: ClassVar[bool] = False
    deals_all: ClassVar[bool] = False
    takes_box: ClassVar[bool] = False
    sits_out: ClassVar[str] = ""
    weight: ClassVar[int] = 3
    grave: ClassVar[bool] = False
    cautious: ClassVar[bool] = False
    plain: ClassVar[bool] = False
    draws: ClassVar[bool | None] = None
    rehearsed: ClassVar[bool] = False
    reported_by: ClassVar[Device] = ""
    shared: ClassVar[tuple[TwoPersons, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.title = cls.__dict__.get("title") or _short(cls.sentence)
        cls.own_title = cls.__dict__.get("own_title") or cls.title


class TwoPersons(Struct, frozen=True):
    """Commands that make one step of the rules together, and who gives them, in words.

    `apart` are pairs of commands that two different persons give, in the order they are given. A
    pair of the same command is given twice. `by_several` is a command that several persons give
    before the next one. A game that has all the commands has the rule, by the clause of the last.
    """

    orders: tuple[type[Command], ...]
    what: str
    apart: tuple[tuple[type[Command], type[Command]], ...]
    by_several: type[Command] | None = None


def by_two_persons(
    *orders: type[Command], what: str, apart: tuple[tuple[type[Command], type[Command]], ...],
    by_several: type[Command] | None = None,
) -> None:  # fmt: skip
    """Declare that commands take two persons, wherever a game has all of them."""
    rule = TwoPersons(orders, what, apart, by_several)
    for kind in orders:
        kind.shared = (*kind.shared, rule)


def _short(sentence: str) -> str:
    """A title made of a sentence: "confirm correction {correction}" is "Confirm a correction"."""
    plain = _NAMED.sub(lambda noun: f"{{{noun[1]}}}", _OPTIONAL.sub("", sentence))
    named = _FIELD.sub(lambda field: _NOUNS.get(field[1], "…"), plain)
    words = named.partition(":")[0].split()
    while words and words[-1] in _CUT_ENDS:
        words.pop()
    text = " ".join(words)
    return text[:1].upper() + text[1:]


@cache
def forms_of(kind: type[Command]) -> Mapping[str, str]:
    """The form in which each field of a command is written; "word" where none is named."""
    return {name: form or "word" for name, form in _FIELD.findall(kind.sentence)}


@cache
def required_fields(kind: type[Command]) -> frozenset[str]:
    """The fields without which a command cannot be given."""
    return frozenset(field.name for field in fields(kind) if field.required)


class PreparingCommand(Command, frozen=True):
    group = Group("Cards and calls", "Preparing the equipment")


class RoundCommand(Command, frozen=True):
    group = Group("Cards and calls", "Playing the round")


class WagerCommand(Command, frozen=True):
    group = Group("Wagers", "Wagers", "wagers")


class IrregularityCommand(Command, frozen=True):
    group = Group("Rulings on irregularities", "When something is wrong", "irregularities")


class ProvisionCommand(Command, frozen=True):
    group = Group("Rulings on irregularities", "Persons and disputes", "provisions")


class DisputeCommand(Command, frozen=True):
    group = Group("Disputes", "Persons and disputes", "provisions")


class PeopleCommand(Command, frozen=True):
    group = Group("Staff and patrons", "Persons and disputes", "people")


class SeatCommand(Command, frozen=True):
    group = Group("Staff and patrons", "Seats and approvals", "people")


class ApprovalCommand(Command, frozen=True):
    group = Group("Approvals", "Seats and approvals", "house settings")


class SettingCommand(Command, frozen=True):
    group = Group("Limits, options and notices", "The house's settings", "house settings")


class MoneyCommand(Command, frozen=True):
    group = Group("Float and money", "The table", "money")


class ClosingCommand(Command, frozen=True):
    group = Group("Hours and closing", "The table", "house settings")
