"""Commands thought of for a search: of the kinds accepted least so far, with facts that make sense.

An invented command is mostly refused for its facts. Here a field is filled with what can be named
just now: a wager that lies, a person who is there, a number on record. Now and then it is invented.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.games.commands import Command
from houseway.games.fields import kinds_of
from houseway.games.malfunction import QUESTIONS
from houseway.rulebook.roles import Role
from houseway.service.forms.at_table import _signs as signs
from houseway.service.forms.at_table import option_values
from houseway.soak.actors import PATRONS, STAFF, Inventor
from houseway.soak.actors import _fields as inventable
from houseway.table.offers import _choices as named_at_table
from houseway.table.people import ASSIGNED
from houseway.table.state import Table
from houseway.table.vocabulary import KINDS

Names = Mapping[str, Sequence[Any]]  # values by the name of a field, or by the kind of its value
ODD = 0.08  # how often a field is invented though something sensible is known


class Guided:
    """Thinks of commands; `given` counts what was accepted so far."""

    def __init__(self, chance: random.Random, given: Counter[str]) -> None:
        self.chance, self.given = chance, given
        self.inventor = Inventor(chance, texts=())

    def kind(self, kinds: Sequence[type[Command]]) -> type[Command]:
        """One of the kinds, the rarely accepted ones more often."""
        few = [self.chance.choice(kinds) for _ in range(3)]
        return min(few, key=lambda each: self.given[each.__name__])

    def command(self, kind: type[Command], names: Names) -> Command | None:
        """A command of this kind, or None if its facts came out as none that can be written."""
        whats = kinds_of(kind)
        given: dict[str, Any] = {}
        for name, required, faces, invented in inventable(kind):
            if not required and self.chance.random() < 0.5:
                continue
            known = names.get(f"{kind.__name__}.{name}") or kind.listed.get(name)
            known = known or names.get(name) or names.get(getattr(whats.get(name), "what", ""))
            if known and self.chance.random() >= ODD:
                given[name] = self.chance.choice(known)
            else:
                given[name] = invented(self.inventor, faces or names["word"], 2)
        try:
            made: Command = msgspec.convert(msgspec.to_builtins(kind(**given)), kind)
        except (msgspec.ValidationError, TypeError, OverflowError):
            return None
        return made


def at_table(table: Table, now_us: int, chance: random.Random, orders: Iterable[Any]) -> Names:
    """What can be named at a table just now."""
    play, found = table.play, table.game
    layout, limits, chips = play.layout, play.limits, play.chips.denominations
    felt, spots = found.felt(play, ""), found.spots(play, "Ana")
    names: dict[str, Any] = {
        key: tuple(map(_number, each)) for key, each in named_at_table(table, felt, spots).items()
    }
    people = (*names["patron"], *PATRONS)
    names |= dict.fromkeys(("patron", "person", "persons"), people)
    stakes: list[int] = []
    if layout.wagers and chance.random() < 0.8:
        who, box, wager = key = chance.choice(list(layout.wagers))
        names |= {"patron": (who,), "box": (box,), "wager": (wager,)}
        names["amount"] = (
            stake := layout.wagers[key],
            2 * stake,
            stake + limits.minimum,
            stake // 2,
        )
        stakes = [stake]
    amounts = (limits.minimum, 2 * limits.minimum, limits.maximum, chips[0], *stakes)
    hands = (*names["hand"], "player", "banker", "dealer")
    numbers = tuple(range(6))
    dealt = [card for hand in felt.hands for card in hand.cards]
    options = {name: option_values(found.options, name) for name in names["option"]}
    staff = tuple(STAFF.values())
    names |= {
        "word": (*hands, *options, "Zoe"), "hand": hands, "text": ("as it was seen",),
        "money": tuple(each for each in amounts if each), "box": names["box"] or range(1, 8),
        "count": (*numbers, 52, 312, 416), "cards in hand": range(1, 6), "number": numbers,
        "round": (play.round, max(0, play.round - 1)), "moment": (now_us, now_us + 10**9),
        "reference": ("S-1", "S-2", "H-1", "C-1", "C-2", "D-1", "slip 7", *table.equipment),
        "document": (table.slug, table.edition, "three-card-baccarat", "casino-war"),
        "day": (found.cite.metadata.made,), "hex": ("a7" * 32,), "seconds": (0, 30, 60),
        "minutes east": (600,), "time of day": (0, 43_200), "card": (*DECK, *dealt), "tile": PACK,
        "command": tuple(map(_text, orders)), "value": sum(options.values(), ()),
        "chips": numbers[:3], "office": (*map(str, ASSIGNED), "an inspector"),
        "subject": (*signs(table), *options, "limits", "multiple", *found.table.approvals),
        "kind": KINDS, "identifier": (*table.equipment, *table.stored, "C-2", "H-2"),
        "dealer": (STAFF[Role.DEALER], *table.staff), "position": range(20, 120, 7),
        "counts": tuple((n,) * len(chips) for n in (1, 2)), "counted_by": (staff[1:3],),
        "float_out": ((0,) * len(chips),), "gives": ((1, *(0 for _ in chips[1:])),),
        "gets": (_changed(chips),), "minimum": (limits.minimum, limits.maximum),
    }  # fmt: skip
    state = getattr(play, "malfunction", None)
    names["answer"] = QUESTIONS.get(state.phase, ()) if state else ()
    names["ReleaseStaff.person"] = tuple(table.staff)
    names["ReleaseCards.identifier"] = tuple(table.stored)
    names["RemoveEquipment.identifier"] = tuple(table.equipment)
    names["RecordApproval.subject"] = tuple(found.table.approvals)
    names["TakeDownSign.subject"] = tuple(table.signs)
    names["AssignStaff.person"] = staff
    return names


def _number(text: str) -> Any:
    return int(text) if text.isdecimal() else text


def _text(command: Command) -> str:
    return msgspec.json.encode(command).decode()


def _changed(chips: Sequence[int]) -> tuple[int, ...]:
    """The highest chip in chips of the next value below."""
    return tuple(chips[0] // chips[1] if place == 1 else 0 for place, _ in enumerate(chips))
