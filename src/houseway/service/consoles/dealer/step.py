"""The step that a table awaits, as a dealer does it: one key, or something typed.

Which orders move the round on is the game's answer (`awaits`); whether one would be taken is
`decide`'s. Nothing here judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from houseway.games.commands import (
    CallNoMoreBets,
    Command,
    SettleWagers,
    forms_of,
    required_fields,
)
from houseway.games.events import ResultAnnounced
from houseway.games.felt import FACE_DOWN, Felt
from houseway.games.fields import kinds_of
from houseway.games.game import Awaits
from houseway.games.house import no_round
from houseway.rulebook.roles import DIRECTORS, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted
from houseway.service.commands.decode import kinds_by_name
from houseway.service.forms.event_text import spoken
from houseway.service.forms.preview import accepted
from houseway.service.result_text import announcement, result_text
from houseway.service.texts.text import Text
from houseway.table.faces import awaits_house
from houseway.table.offers import Offer
from houseway.table.table import Table
from houseway.table.view import View, Viewer, may_give, tagged

MAIN = "Enter"
_DEALER = "dealer"  # the hand against which boxes are settled
RESERVED = "iwumr"  # keys of the console itself
Typed = Literal["cards", "tiles", "dice", "number"]
_FORMS: Mapping[str, Typed] = {
    "card": "cards",
    "cards": "cards",
    "tiles": "tiles",
    "dice": "dice",
    "number": "number",
}
_COUNT = {"card": 1, "dice": 3, "tiles": 4, "number": 1}
_KEYS_OF = {
    "cards": "23456789atjqkshdc",
    "tiles": "123456",
    "dice": "123456",
    "number": "0123456789",
}


class Act(NamedTuple):
    """An order ready to give, as it is said, and its key."""

    said: str
    command: Mapping[str, Any]
    key: str = ""  # or several, separated by blanks
    spoken: bool = False  # called out at the table
    kind: type[Command] = Command


_IN_CHARGE = SUPERVISORS | DIRECTORS


class Pad(NamedTuple):
    """Cards, tiles, dice or a number that the step awaits, and the order they complete."""

    kind: Typed
    order: Mapping[str, Any]
    field: str
    to: str
    items: int  # how many are typed
    many: bool  # the order takes a list
    known: tuple[str, ...] = ()
    lowest: int = 0
    highest: int = 0
    asks: str = ""  # what a number means
    halves: str = ""  # the field that takes the second half of what is typed


class Step(NamedTuple):
    """Everything for the step: the order of one key, choices, further orders, what is typed."""

    main: Act | None
    choices: tuple[Act, ...]
    others: tuple[Act, ...]
    pad: Pad | None
    house: bool  # a virtual table awaits its own facts
    headline: str = ""  # instead of the sentence, where the step has a result to name


class _At(NamedTuple):
    table: Table
    view: View
    viewer: Viewer
    at_us: int
    awaited: Awaits

    def taken(self, command: Command) -> bool:
        return accepted(self.table, command, self.viewer, self.at_us)

    @property
    def kinds(self) -> tuple[type[Command], ...]:
        role = self.viewer.role
        return tuple(
            kind
            for kind in self.awaited.commands
            if not kind.entered_elsewhere and may_give(self.table.game, kind, role)
        )


def step(table: Table, view: View, viewer: Viewer, at_us: int, found: Iterable[Offer]) -> Step:
    awaited = table.game.awaits(table.play)
    at = _At(table, view, viewer, at_us, awaited)
    house = table.virtual and awaits_house(awaited)
    shown = view.next
    main = None
    choices = _keyed(
        each for each in awaited.choices if shown and tagged(each) in shown.choices
    )  # fmt: skip
    ready = [] if house else list(_ready(at))
    if awaited.command is not None and shown and shown.command:
        act = Act(said(awaited.command), shown.command, kind=type(awaited.command))
        if choices:  # a patron is asked: Enter does not go on without the answer
            ready.insert(0, act)
        else:
            main = _main(act)
    if main is None and not choices:
        main = _taken_first(at, ready)
    typed = None if house or (choices and awaited.what != "set") else pad(at)
    taken = [main.command if main else None, *(each.command for each in choices)]
    used = {each.key for each in choices} | set(_KEYS_OF.get(typed.kind, "") if typed else "")
    kinds = kinds_by_name(table.edition)
    others = _further([*ready, *_calls(awaited, kinds, found)], taken, used)
    return Step(main, choices, others, typed, house, headline(at))


def headline(at: _At) -> str:
    """The result that the next step announces; "" for any other step."""
    command = at.awaited.command
    if at.awaited.what != "settle" or command is None:
        return ""
    ruling = at.table.game.decide(at.table.play, command, Role.DEALER)
    events = ruling.events if isinstance(ruling, Accepted) else ()
    result = next((each.result for each in events if isinstance(each, ResultAnnounced)), "")
    totals = {hand.name: hand.total for hand in at.view.felt.hands}
    if announced := announcement(result, totals):
        return announced
    against = f"{_DEALER} {totals[_DEALER]}" if not result and totals.get(_DEALER) else result
    if not against or against in at.awaited.sentence or not isinstance(command, SettleWagers):
        return ""
    return Text("{result}: {then}", result=result_text(against), then=at.awaited.sentence)


def _main(act: Act) -> Act:
    """Enter does it; a call has its own key as well."""
    spoken = bool(act.kind.call)
    return act._replace(key=f"{MAIN} {act.kind.key}" if spoken else MAIN, spoken=spoken)


def _taken_first(at: _At, ready: list[Act]) -> Act | None:
    """Take out of `ready` what Enter does: the call that ends betting, or the order that the step
    names first if it is ready and the only one of its kind.

    That a patron does not wager is never one press of Enter: it cannot be taken back. Nor is the
    end of a betting in which nobody wagers yet.
    """
    kinds = [each.kind for each in ready]
    first = CallNoMoreBets if CallNoMoreBets in kinds else (at.kinds or (None,))[0]
    if first is CallNoMoreBets and no_round(at.table.play):
        return None
    if first is None or first.sits_out or kinds.count(first) != 1:
        return None
    if first is not CallNoMoreBets and kinds[0] is not first:
        return None
    return _main(ready.pop(kinds.index(first)))


def said(command: Command) -> str:
    """An order in the words of its sentence; a call as it is called."""
    if command.call:
        return Text(command.call)
    if command.bare_title and not any(getattr(command, field) for field in forms_of(type(command))):
        return Text(command.bare_title)
    words = spoken(command)
    sentence = words[0].upper() + words[1:]
    return Text(sentence) if sentence == command.title else sentence


# Orders of one key


def _ready(at: _At) -> Iterator[Act]:
    """Orders that move the round on and need no fact which the console does not have."""
    chosen = {type(each) for each in (*at.awaited.choices, at.awaited.command)}
    for command in _bare(at):
        if type(command) not in chosen and not _called(at.awaited, command) and at.taken(command):
            yield Act(said(command), tagged(command), kind=type(command))


def _bare(at: _At) -> Iterator[Command]:
    for kind in at.kinds:
        if kind.ways:
            yield from (kind(*way) for way in kind.ways)
        elif kind.sits_out:
            answered = {each.patron for each in at.view.wagers}
            answered |= set(getattr(at.table.play, kind.sits_out))
            for place in at.view.places:
                if place.patron not in answered:
                    yield kind(**_of(place.patron))
        else:
            known = _filled(at, kind)
            if required_fields(kind) <= known.keys():
                yield kind(**known)


def _called(awaited: Awaits, order: Command | type[Command]) -> bool:
    """Is it the call that ends betting, after betting has ended?"""
    kind = order if isinstance(order, type) else type(order)
    return kind is CallNoMoreBets and awaited.what != "wagers"


def _of(patron: str) -> dict[str, Any]:
    return {"patron": patron}


def _filled(at: _At, kind: type[Command]) -> dict[str, Any]:
    """Facts that follow from the step itself: whose it is, which hand, which box."""
    awaited, forms = at.awaited, forms_of(kind)
    known: dict[str, Any] = {}
    if "hand" in forms and awaited.to:
        known["hand"] = awaited.to
    if "patron" in forms and awaited.who not in set(Role):
        known["patron"] = awaited.who
    if "box" in forms and awaited.to.startswith("box "):
        known["box"] = int(awaited.to.split()[1])  # of a split hand too: box 3 hand 2
    return known


def _keyed(choices: Iterable[Command]) -> tuple[Act, ...]:
    """Choices with a letter each; several of one kind are numbered."""
    acts = [Act(said(each), tagged(each), kind=type(each)) for each in choices]
    return tuple(_with_keys(acts, set()))


def _with_keys(acts: list[Act], used: set[str]) -> Iterator[Act]:
    kinds = [act.kind for act in acts]
    for place, act in enumerate(acts):
        many = kinds.count(act.kind) > 1
        key = str(kinds[:place].count(act.kind) + 1) if many else _key(act.kind, used)
        used.add(key)
        yield act._replace(key=key, spoken=bool(act.kind.call))


def _key(kind: type[Command], used: set[str]) -> str:
    """Its own key, or a letter of the name under which it is stored."""
    wanted = kind.key + str(kind.__struct_config__.tag).lower()
    return next((each for each in wanted if each not in used and each not in RESERVED), "")


def _calls(
    awaited: Awaits, kinds: Mapping[str, type[Command]], found: Iterable[Offer]
) -> Iterator[Act]:
    """What is called now, or may come at any moment of the play."""
    for offer in found:
        kind = kinds[offer.order]
        open_now = {
            "always": True,
            "playing": awaited.what in ("wagers", "draw", "choose", "settle"),
            "awaited": offer.group == "next step",
        }
        now = open_now[kind.call_when] and not _called(awaited, kind)
        if kind.call and now and not offer.facts and not offer.refused:
            yield Act(Text(kind.call), offer.command, kind=kind)


def _further(acts: Iterable[Act], taken: list[Any], used: set[str]) -> tuple[Act, ...]:
    """The other orders, each once, with a key that nothing else has."""
    listed = []
    for act in acts:
        if act.command not in taken:
            taken.append(act.command)
            listed.append(act)
    return tuple(_with_keys(listed, used))


# What is typed


def pad(at: _At) -> Pad | None:
    """The first order of the step that lacks one thing which can be typed."""
    if at.awaited.what == "wagers" and (CallNoMoreBets in at.kinds or not at.awaited.command):
        return None  # no card before the call, or before the wagers that the first card awaits
    if at.awaited.what == "burn" and at.awaited.command is not None:
        return None  # it is burned face down: nobody reads its face
    if at.viewer.role == Role.DEALER and at.awaited.who in _IN_CHARGE:
        return None  # the rules would refuse what a dealer types
    at_once = [kind for kind in at.kinds if kind.deals_all and at.awaited.command is not None]
    for kind in at_once or at.kinds:
        found = _pad(at, kind)
        if found:
            return found
    return None


def _pad(at: _At, kind: type[Command]) -> Pad | None:
    if kind.halves:
        order = {"type": kind.__name__, **_of(at.awaited.who)}
        return Pad("tiles", order, kind.halves[0], at.awaited.to, 4, True, halves=kind.halves[1])
    known, forms = _filled(at, kind), forms_of(kind)
    needed = required_fields(kind) - known.keys()
    typed = [name for name, form in forms.items() if form in _FORMS and name not in known]
    if len(typed) != 1 or needed - set(typed) or kind.own_eyes:
        return None
    name = typed[0]
    form = forms[name]
    if form == "number" and not needed:
        return None
    seen = _seen(at) if kind.whole_hand else ()
    count = _COUNT.get(form) or _unseen(at.view.felt, at.awaited.to)
    if not count:
        return None
    return Pad(
        _FORMS[form], {"type": kind.__name__, **known}, name, _place(at, kind, name),
        count, form in ("cards", "tiles", "dice"), seen, *_bounds(at, kind, name),
        asks=kind.labels.get(name, ""),
    )  # fmt: skip


def _place(at: _At, kind: type[Command], name: str) -> str:
    """Where it goes; of an order that deals every card, which of them is named."""
    label = kind.labels.get(name, "") if kind.deals_all else ""
    return label or at.awaited.to or at.awaited.what


def _bounds(at: _At, kind: type[Command], name: str) -> tuple[int, int]:
    """The lowest and highest number that the rules take; 0 where they set none."""
    found = kinds_of(kind).get(name)
    highest = found.highest if found else 0
    if not at.awaited.most:
        return 0, highest
    return at.awaited.least, min(at.awaited.most, highest) if highest else at.awaited.most


def _unseen(felt: Felt, to: str) -> int:
    """Cards that lie face down in a hand; without its name, in all of them."""
    return sum(hand.cards.count(FACE_DOWN) for hand in felt.hands if to in (hand.name, ""))


def _seen(at: _At) -> tuple[str, ...]:
    hands = [hand for hand in at.view.felt.hands if hand.name == at.awaited.to]
    return tuple(card for hand in hands for card in hand.cards if card != FACE_DOWN)
