"""Likely facts for a command: the fields of a report are filled from what lies on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from houseway.equipment.cards import Card
from houseway.equipment.tiles import PACK
from houseway.games import events as e
from houseway.games.base_commands import Command, forms_of, required_fields
from houseway.games.chance import unseen_card
from houseway.training.walk import Walk

MOST_BOXES = 9
_TEXTS: Mapping[str, tuple[str, ...]] = {
    "reason": ("the order of the cards is lost", "the equipment failed"),
    "cause": ("a fault of the equipment",),
    "opinion": ("the order of the cards has become known",),
    "foreign": ("",),
    "what": ("a card with another back", "a seven of clubs", "use of a telephone"),
    "claim": ("my wager was paid short", "the card was dealt too late"),
    "decision": ("the settlement stands",),
    "outcome": ("the decision stands",),
    "device": ("a counter",),
    "fault": ("a card is stuck",),
    "answer": ("yes", "no", "repaired", "cannot be repaired"),
    "office": ("inspector", "surveillance", "supervisor"),
    "about": ("the cards", "missing cards", "the malfunction"),
    "kind": ("approved", "automated", "ordinary", "by hand"),
    "category": ("",),
    "capacity": ("",),
}


class _At(NamedTuple):
    """The walk, the command that is being filled in, and the form of the field."""

    walk: Walk
    kind: type[Command]
    form: str
    needed: bool


def likely(walk: Walk, kind: type[Command]) -> Command | None:
    """A command of this kind that could be given now, or None where nothing can be named."""
    if kind.ways:
        return kind(*kind.ways[walk.pick(len(kind.ways))])
    filled: dict[str, Any] = {}
    forms, needed = forms_of(kind), required_fields(kind)
    if {"patron", "wager"} <= set(kind.__struct_fields__):
        filled |= _lying(walk, kind)
    for name in kind.__struct_fields__:
        if name in filled:
            continue
        at = _At(walk, kind, forms.get(name, ""), name in needed)
        if name not in needed and walk.pick(2):
            continue
        choose = _CHOOSE.get(name) or _CHOOSE.get(at.form) or _text(name)
        value = choose(at)
        if value is None and at.needed:
            return None
        if value is not None:
            filled[name] = value
    command = kind(**filled)
    return command if all(getattr(command, name) is not None for name in _spoken(kind)) else None


@cache
def _spoken(kind: type[Command]) -> tuple[str, ...]:
    """The fields that the sentence of a command always has: without them it cannot be said."""
    always = re.sub(r"\[[^\]]*\]", "", kind.sentence)
    return tuple(re.findall(r"\{(\w+)", always))


def _lying(walk: Walk, kind: type[Command]) -> dict[str, Any]:
    """A wager that lies on the layout, by the fields that name it."""
    keys = list(walk.play.layout.wagers)
    if not keys:
        return {}
    patron, box, wager = keys[walk.pick(len(keys))]
    named = {"patron": patron, "wager": wager, "box": box}
    return {name: value for name, value in named.items() if name in kind.__struct_fields__}


def _one(at: _At, values: Any) -> Any:
    among = list(values)
    return among[at.walk.pick(len(among))] if among else None


def _text(name: str) -> Callable[[_At], Any]:
    return lambda at: _one(at, _TEXTS.get(name, ()))


def _card(at: _At) -> Card | None:
    """A card that nobody has seen, or None for one that stays unseen."""
    if not at.needed and at.walk.pick(3) == 0:
        return None
    return unseen_card(at.walk.play.stock, at.walk.pick)


def dealt(walk: Walk) -> list[Card | None]:
    """The cards of this round in the order in which they were dealt."""
    cards: list[Card | None] = []
    for step in walk.session.steps:
        for event in step.events:
            if isinstance(event, e.RoundOpened):
                cards.clear()
            elif isinstance(event, e.CardDealt | e.KeptCardUsed):
                cards.append(event.card)
    return cards


def _cards(at: _At) -> tuple[Card | None, ...] | None:
    """The cards of the round as dealt, with one more, or a single unseen one.

    Cards that nobody has seen stand among them only where the command takes such.
    """
    cards = _some_cards(at)
    if not _takes_unseen(at.kind):
        cards = tuple(each for each in cards if each is not None)
    return cards or None


@cache
def _takes_unseen(kind: type[Command]) -> bool:
    return any("Card | None" in str(each.__annotations__.get("cards", "")) for each in kind.mro()
               if hasattr(each, "__annotations__"))  # fmt: skip


def _some_cards(at: _At) -> tuple[Card | None, ...]:
    cards, way = dealt(at.walk), at.walk.pick(4)
    more = unseen_card(at.walk.play.stock, at.walk.pick)
    if way == 0:
        return (more,)
    if way == 1:
        return (*cards, more)
    if way == 2:
        shown = [each for each in at.walk.game.felt(at.walk.play, "").hands if each.cards]
        hand = _one(at, shown)
        return tuple(None if c == "??" else Card(c) for c in hand.cards) if hand else ()
    return tuple(cards)


def _tiles(at: _At) -> tuple[str, ...]:
    """One or two tiles that nobody has seen."""
    tiles = getattr(at.walk.play, "tiles", None)
    unseen = list(PACK)
    for tile in tiles.seen.elements() if tiles is not None else ():
        unseen.remove(tile)
    return tuple(at.walk.chance.sample(unseen, min(len(unseen), at.walk.pick(4) + 1)))


def _boxes(at: _At) -> tuple[int, ...]:
    boxes = list(range(1, MOST_BOXES))
    return tuple(at.walk.chance.sample(boxes, len(boxes)))


def _patron(at: _At) -> str | None:
    found: str | None = _one(at, at.walk.play.layout.idle_rounds)
    return found


def _hand(at: _At) -> str | None:
    found: str | None = _one(at, [each.name for each in at.walk.game.felt(at.walk.play, "").hands])
    return found


def _to(at: _At) -> str | None:
    listed = at.kind.listed.get("to", ("inspector", "surveillance"))
    return _hand(at) if "card" in forms_of(at.kind) else _one(at, listed)


def _cause(at: _At) -> str:
    """What the rules know as a cause, where they list them."""
    return str(_one(at, getattr(at.walk.play.rules, "void_spins", ()) or _TEXTS["cause"]))


def _round(at: _At) -> int:
    return int(_one(at, (at.walk.play.round, max(at.walk.play.round - 1, 1))))


def _amount(at: _At) -> int:
    """Near the limits on the sign, within them and outside."""
    limits = at.walk.play.limits
    unit = limits.multiple or 1_00
    least, most = limits.minimum, limits.maximum
    return int(_one(at, (least, max(least - unit, 1), least + unit, most, most + unit)))


def _wager(at: _At) -> str | None:
    found: str | None = _one(at, [each.wager for each in at.walk.game.spots(at.walk.play, "Ana")])
    return found


_CHOOSE: Mapping[str, Callable[[_At], Any]] = {
    "card": _card,
    "cards": lambda at: 1 + at.walk.pick(7) if at.form == "number" else _cards(at),
    "tiles": _tiles,
    "numbers": _boxes,
    "missing": lambda at: (unseen_card(at.walk.play.stock, at.walk.pick),),
    "ground": lambda at: _one(at, at.walk.play.rules.provisions.grounds),
    "persons": lambda at: tuple(filter(None, (_patron(at),))),
    "withhold": lambda at: (),
    "amount": _amount,
    "wager": _wager,
    "onto": _wager,
    "cause": _cause,
    "patron": _patron,
    "person": _patron,
    "hand": _hand,
    "to": _to,
    "box": lambda at: 1 + at.walk.pick(MOST_BOXES),
    "count": lambda at: at.walk.pick(7),
    "round": _round,
    "dispute": lambda at: len(at.walk.play.layout.disputes) or None,
}
