"""What a patron's console shows: what may be done now, and why the rest may not.

Everything comes from `offers`, which asks `decide`; nothing here judges, counts, predicts or
advises (reading G15).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.games.commands import (
    AskReview,
    BringChips,
    ChangeWager,
    Command,
    JoinTable,
    LeaveTable,
    PlaceWager,
    RaiseDispute,
    forms_of,
)
from houseway.games.events import AnySettlement
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.service.commands.decode import kind_named, kinds_by_name
from houseway.service.consoles.patron.status import choice_name
from houseway.service.forms.at_table import form_at
from houseway.service.forms.form import Form
from houseway.service.forms.form_data import FormData
from houseway.service.forms.preview import table_after
from houseway.service.texts.language import said
from houseway.service.texts.second_person import addressed
from houseway.service.texts.text import Term, Text, term
from houseway.table.betting import FinishBetting, takes_wagers
from houseway.table.money import AskForChips
from houseway.table.offers import Offer, Refusal, SpotOffer, patron_offers
from houseway.table.table import Table, decide
from houseway.table.view import View, Viewer, tagged

WITHDRAWN = "withdrawn"  # what became of a wager that was taken back
TOO_LATE = Text("Too late: no more bets. Your bets stand.")
_FOR_CHIPS = (BringChips.__name__, AskForChips.__name__)
_COMING_AND_GOING = (JoinTable.__name__, LeaveTable.__name__)
_WITH_FACTS = (*_FOR_CHIPS, *_COMING_AND_GOING, RaiseDispute.__name__, AskReview.__name__)
Kinds = Mapping[str, type[Command]]
NAMED_SPOTS = 6  # wagers that are named with a reason, before the number of others
_ASKED_KINDS = ("text", "long text", "money", "number")  # that the page can send


class ReadyCommand(NamedTuple):
    """An order ready to send, as a button says it."""

    said: str
    command: Mapping[str, Any]
    clause: Clause | None = None
    low: tuple[str, ...] = ()  # tiles, where a hand is set in two parts
    high: tuple[str, ...] = ()
    worth: tuple[str, str] = ("", "")  # what the two parts are called
    grave: bool = False  # the patron is asked again


class Ask(NamedTuple):
    """A form of a command that needs values from the patron."""

    form: Form
    command: Mapping[str, Any]


class Lying(NamedTuple):
    """A wager of the patron's own, and what may be done with it."""

    wager: str
    box: int
    amount: int
    changes: bool
    withdraw: Offer | None


class Spots(NamedTuple):
    """What each area of the layout takes, for the console's script.

    An answer is the least and most amount and the step, or a sentence and its clause. Each is
    there once, and `which` has the number of its answer for each area.
    """

    names: tuple[str, ...]
    answers: tuple[tuple[Any, ...], ...]
    which: tuple[int, ...]
    lies: dict[str, int]  # what the patron has there

    @property
    def packed(self) -> dict[str, Any]:
        return {"answers": self.answers, "which": self.which, "lies": self.lies}


class WhyNot(NamedTuple):
    """Wagers or orders that are refused now, all for the same reason.

    Of many wagers the first are named, and `more` is how many others there are.
    """

    what: tuple[str, ...]
    refused: Refusal
    more: int = 0


class Box(NamedTuple):
    """A box to sit at, or who has it."""

    box: int
    patron: str
    command: Mapping[str, Any]


class Seat(NamedTuple):
    """The console of one patron at one table."""

    patron: str
    here: bool
    box: int
    chips: int | None
    spots: Spots
    lying: tuple[Lying, ...]
    choices: tuple[ReadyCommand, ...]
    deeds: tuple[ReadyCommand, ...]
    asks: tuple[Ask, ...]
    places: tuple[Box, ...]
    why_not: tuple[WhyNot, ...]
    not_now: tuple[WhyNot, ...]
    repeat: tuple[ReadyCommand, ...]
    brings_chips: bool
    join: ReadyCommand | None
    leave: ReadyCommand | None
    own: tuple[Any, ...]  # the patron's settlements of the round
    finish: ReadyCommand | None  # to say that no more time for wagers is needed
    finished: bool

    @property
    def staked(self) -> int:
        return sum(each.amount for each in self.lying)

    @property
    def won(self) -> int:
        """What the round has brought, with what it has taken."""
        return sum(each.paid - each.collected for each in self.own)


def seat(table: Table, view: View, viewer: Viewer, at_us: int) -> Seat:
    """Everything on a patron's console; `view` is the same table for the same viewer."""
    found = patron_offers(table, viewer, at_us, _shows(table))
    kinds = kinds_by_name(table.edition)
    others = [_to_reader(each, viewer.patron) for each in (*found.choices, *found.orders)]
    place = next((each for each in view.places if each.patron == viewer.patron), None)
    placing = [each for each in found.spots if each.kind is PlaceWager]
    own = tuple(each for each in view.settlements if each.patron == viewer.patron)
    if takes_wagers(table):  # taken back while wagers are placed: nothing has been decided
        own = tuple(each for each in own if each.met != WITHDRAWN)
    return Seat(
        viewer.patron,
        place is not None,
        place.box if place else 0,
        place.chips if place else None,
        _spots(found.spots, view, viewer),
        tuple(_lying(found.spots, found.withdrawals, view, viewer)),
        tuple(_choices(kinds, table, view, viewer)),
        tuple(_deeds(kinds, others, view)),
        tuple(_asks(table, others, view)),
        tuple(_places(kinds, others, view)),
        _no_wagers(placing, viewer.patron),
        _grouped(
            (Text(kinds[each.order].own_title), each.refused) for each in others if each.refused
        ),
        tuple(_repeat(table, placing, viewer)),
        any(each.order in _FOR_CHIPS for each in others) and not _issued(table),
        _ready(others, JoinTable),
        _ready(others, LeaveTable),
        own,
        _finish(table, viewer),
        viewer.patron in table.finished,
    )


def _to_reader(offer: Offer, patron: str) -> Offer:
    """The offer with a refusal that says "you", where it is about the patron."""
    refused = offer.refused
    if refused is None or patron not in refused.detail:
        return offer
    return replace(offer, refused=_addressed(refused, patron))


def _addressed(refused: Refusal, patron: str) -> Refusal:
    if patron not in refused.detail:
        return refused
    return replace(refused, detail=addressed(refused.detail, patron))


def _shows(table: Table) -> Callable[[type[Command]], bool]:
    """Whether the console shows a kind of command: it is ready, awaited, or has its own place.

    Of others, which need facts, it would show nothing.
    """
    awaited = () if table.closed else table.game.awaits(table.play).commands

    def shows(kind: type[Command]) -> bool:
        return kind in awaited or _has_place(kind)

    return shows


@cache
def _has_place(kind: type[Command]) -> bool:
    facts = forms_of(kind).keys() - {"patron"}
    return not facts or kind.takes_box or kind.__name__ in _WITH_FACTS


def _finish(table: Table, viewer: Viewer) -> ReadyCommand | None:
    """To say that all wagers are placed: offered once the patron has one."""
    done = FinishBetting(viewer.patron)
    staked = bool(table.play.layout.of(viewer.patron))
    if not staked or not isinstance(decide(table, done, Role.PATRON, 0, viewer.patron), Accepted):
        return None
    return ReadyCommand(Text(done.own_title), tagged(done))


def _issued(table: Table) -> bool:
    """Whether chips come by issue alone, as in a tournament."""
    if table.play is None or Role.PATRON not in table.game.orders[BringChips].roles:
        return True
    return bool(table.game.table.money.issued_only(table.play.options))


def spot_name(wager: str, box: int) -> str:
    named = term(wager)
    return Term("{wager} in box {box}", wager=named, box=box) if box else named


# Wagers


def _spots(offered: Iterable[SpotOffer], view: View, viewer: Viewer) -> Spots:
    names, which = [], []
    numbers: dict[tuple[Any, ...], int] = {}
    known: dict[int, int] = {}  # by the identity of an answer: many areas share one
    for each in offered:
        names.append(f"{each.spot.wager}|{each.spot.box}")
        number = known.get(id(each.allowed))
        if number is None:
            answer = _answer(each, viewer.patron)
            number = known[id(each.allowed)] = numbers.setdefault(answer, len(numbers))
        which.append(number)
    lies = {f"{each.wager}|{each.box}": each.amount for each in _own_wagers(view, viewer)}
    return Spots(tuple(names), tuple(numbers), tuple(which), lies)


def _answer(offered: SpotOffer, patron: str) -> tuple[Any, ...]:
    least, most, step, refused = offered.allowed
    if refused is None:
        return least, most, step or 1
    late = refused.code == "round_not_betting"
    sentence = TOO_LATE if late else _addressed(refused, patron).detail
    return said(sentence), refused.clause or ""


def _own_wagers(view: View, viewer: Viewer) -> list[Any]:
    return [each for each in view.wagers if each.patron == viewer.patron]


def _lying(
    offered: Iterable[SpotOffer], withdrawals: Iterable[Offer], view: View, viewer: Viewer
) -> Iterator[Lying]:
    own = _own_wagers(view, viewer)
    if not own:
        return
    changing = (each for each in offered if each.kind is ChangeWager and not each.allowed.refused)
    changes = {(each.spot.wager, each.spot.box) for each in changing}
    back = {(each.wager, each.box): _to_reader(each, viewer.patron) for each in withdrawals}
    for each in own:
        spot = each.wager, each.box
        yield Lying(*spot, each.amount, spot in changes, back.get(spot))


def _no_wagers(placing: Iterable[SpotOffer], patron: str) -> tuple[WhyNot, ...]:
    """Why wagers cannot be placed; the same reason is said once, with those that it holds back."""
    found: dict[tuple[str, str], tuple[list[SpotOffer], Refusal]] = {}
    for each in placing:
        refused = each.allowed.refused
        if refused:
            key = refused.detail, refused.clause or ""
            found.setdefault(key, ([], refused))[0].append(each)
    return tuple(
        WhyNot(
            tuple(spot_name(each.spot.wager, each.spot.box) for each in held[:NAMED_SPOTS]),
            _addressed(refused, patron),
            max(len(held) - NAMED_SPOTS, 0),
        )
        for held, refused in found.values()
    )


def _grouped(refusals: Iterable[tuple[str, Refusal]]) -> tuple[WhyNot, ...]:
    """The same reason is said once, with all that it holds back."""
    found: dict[tuple[str, str], tuple[list[str], Refusal]] = {}
    for what, refused in refusals:
        key = (refused.detail, refused.clause or "")
        found.setdefault(key, ([], refused))[0].append(what)
    return tuple(WhyNot(tuple(what), refused) for what, refused in found.values())


def _repeat(table: Table, placing: Iterable[SpotOffer], viewer: Viewer) -> Iterator[ReadyCommand]:
    """The patron's wagers of the last round, those that can be placed again as they were."""
    last = [line for line in _last_lines(table) if line.patron == viewer.patron]
    if not last:
        return
    may = {(each.spot.wager, each.spot.box): each for each in placing if not each.allowed.refused}
    for line in last:
        offered = may.get((line.wager, line.box))
        if offered and offered.allowed.least <= line.stake <= offered.allowed.most:
            told = Text(
                "{amount} on {place}",
                amount=dollar_text(line.stake),
                place=spot_name(line.wager, line.box),
            )
            command = {**offered.offer(viewer.patron).command, "amount": line.stake}
            yield ReadyCommand(told, command, offered.clause)


def _last_lines(table: Table) -> tuple[AnySettlement, ...]:
    play = table.play
    if play is None:
        return ()
    lines: tuple[AnySettlement, ...] = tuple(play.layout.past.get(play.round - 1, ()))
    return lines


# Other orders


def _choices(
    kinds: Kinds, table: Table, view: View, viewer: Viewer
) -> Iterator[ReadyCommand]:  # fmt: skip
    if view.next is None or not view.next.mine:
        return
    for command in view.next.choices:
        ready = _deed(kinds, command, view.next.clause)
        yield ready._replace(worth=_worth(kinds, table, ready, viewer)) if ready.low else ready


def _deed(kinds: Kinds, command: Mapping[str, Any], clause: Clause | None) -> ReadyCommand:
    kind = kinds[command["type"]]
    if kind.halves:
        low, high = (tuple(command[each]) for each in kind.halves)
        return ReadyCommand(
            Text("Low {low}, high {high}", low=" ".join(low), high=" ".join(high)),
            command,
            clause,
            low,
            high,
        )
    title = choice_name(kind, command.get("amount") or 0)
    return ReadyCommand(title, command, clause, grave=kind.grave)


def _worth(kinds: Kinds, table: Table, ready: ReadyCommand, viewer: Viewer) -> tuple[str, str]:
    """What the dealer would call the two parts, once they are set like this."""
    command = msgspec.convert(ready.command, kinds[ready.command["type"]])
    later = table_after(table, command, viewer, 0)
    called = {} if later is None else {hand.cards: hand.total for hand in later.felt.hands}
    return called.get(ready.low, ""), called.get(ready.high, "")


def _deeds(kinds: Kinds, others: Iterable[Offer], view: View) -> Iterator[ReadyCommand]:
    """Orders that can be given as they stand, apart from coming and going."""
    chosen = [*view.next.choices, view.next.command] if view.next else []
    awaited = view.next is not None and view.next.mine and not view.next.choices
    for each in others:
        if each.order in _COMING_AND_GOING or each.command in chosen or each.refused:
            continue
        optional = not any(fact.required for fact in each.facts)
        if not each.facts or (optional and awaited and each.group == "next step"):
            yield _deed(kinds, each.command, each.clause)


def _asks(table: Table, others: Iterable[Offer], view: View) -> Iterator[Ask]:
    """Forms with values that only the patron has: those that the table awaits, and disputes."""
    for each in others:
        wanted = each.group == "next step" or each.order == RaiseDispute.__name__
        wanted |= each.order == AskReview.__name__ and bool(view.disputes)
        if wanted and any(fact.required for fact in each.facts):
            form = form_at(table, each, kind_named(table.edition, each.order), FormData())
            asked = tuple(field for field in form.fields if field.kind in _ASKED_KINDS)
            if all(field in asked or not field.required for field in form.fields):
                yield Ask(form._replace(fields=asked), each.command)


def _places(kinds: Kinds, others: Iterable[Offer], view: View) -> Iterator[Box]:
    """The boxes, where this game has patrons sit at one before they wager."""
    taken = {each.box: each.patron for each in view.places if each.box}
    for each in others:
        if kinds[each.order].takes_box:
            for choice in next((f.choices for f in each.facts if f.name == "box"), ()):
                box = int(choice)
                yield Box(box, taken.get(box, ""), {**each.command, "box": box})


def _ready(others: Iterable[Offer], kind: type[Command]) -> ReadyCommand | None:
    name = kind.__name__
    found = next((each for each in others if each.order == name and not each.refused), None)
    return ReadyCommand(Text(kind.own_title), found.command, found.clause) if found else None
