"""What a patron's console shows: what may be done now, and why the rest may not.

Everything comes from `offers`, which asks `decide`; nothing here judges, counts, predicts or
advises (reading G15).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from houseway.equipment.chips import dollar_text
from houseway.games.commands import BringChips
from houseway.games.events import AnySettlement
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.table.offers import Fact, Offer, Refusal, offers
from houseway.table.state import Table
from houseway.table.view import View, Viewer

SPOT_ORDERS = ("PlaceWager", "ChangeWager", "WithdrawWager")
_SEATING = ("TakeSeat", "TakePlace", "TakeBox")
_ALWAYS_ASKED = ("RaiseDispute",)
_FACES = ("card", "cards", "tiles")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Orders whose name alone would not be said at a table.
_SAID = {
    "PlaceBet": "Bet",
    "PickUpCards": "Pick up the cards",
    "AskHouseWay": "Set by House Way",
    "ConcedeHand": "Concede the hand",
    "CallHandVoid": "Call the hand void",
    "PlayHand": "Play the hand",
    "DeclineCut": "Decline the cut",
    "CutCards": "Cut the cards",
    "AskRiffle": "Ask for a riffle",
    "AskNoBetCoup": "Ask for a no-bet coup",
    "AgreeNoBetCoup": "Agree to a no-bet coup",
    "KeepWagers": "Keep the wagers",
    "TakeBackWager": "Take back the wager",
    "LeaveWager": "Leave the wager",
    "ExamineHand": "Look at the hand",
    "RaiseDispute": "Dispute",
    "AskReview": "Ask for a review",
    "ConsentToGame": "Consent to a game",
    "StakeTokens": "Wager in tokens",
    "MoveWager": "Move a wager",
    "LeaveTable": "Leave the table",
    "JoinTable": "Join the table",
    "AskMaximum": "Ask for the maximum on a number",
    "TakeBackMaximum": "Take back the maximum on a number",
    "WagerColourChips": "Wager colour chips",
    "PlaySection": "Play a section of the race track",
    "PlayNeighbours": "Play a number and its neighbours",
}


class Deed(NamedTuple):
    """An order ready to send, as a button says it."""

    said: str
    command: Mapping[str, Any]
    clause: Clause | None = None
    low: tuple[str, ...] = ()  # tiles, where a hand is set in two parts
    high: tuple[str, ...] = ()


class Ask(NamedTuple):
    """An order that needs facts from the patron."""

    order: str
    said: str
    command: Mapping[str, Any]
    clause: Clause | None
    facts: tuple[Fact, ...]


class Lying(NamedTuple):
    """A wager of the patron's own, and what may be done with it."""

    wager: str
    box: int
    amount: int
    change: Offer | None
    withdraw: Offer | None


class WhyNot(NamedTuple):
    """Wagers or orders that are refused now, all for the same reason."""

    what: tuple[str, ...]
    refused: Refusal


class Place(NamedTuple):
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
    spots: dict[str, dict[str, Any]]
    lying: tuple[Lying, ...]
    choices: tuple[Deed, ...]
    deeds: tuple[Deed, ...]
    asks: tuple[Ask, ...]
    places: tuple[Place, ...]
    why_not: tuple[WhyNot, ...]
    not_now: tuple[WhyNot, ...]
    repeat: tuple[Deed, ...]
    brings_chips: bool
    join: Deed | None
    leave: Deed | None
    own: tuple[Any, ...]  # the patron's settlements of the round

    @property
    def staked(self) -> int:
        return sum(each.amount for each in self.lying)

    @property
    def won(self) -> int:
        """What the round has brought, with what it has taken."""
        return sum(each.paid - each.collected for each in self.own)


def seat(table: Table, view: View, viewer: Viewer, at_us: int) -> Seat:
    """Everything on a patron's console; `view` is the same table for the same viewer."""
    found = offers(table, viewer, at_us)
    wagers = [each for each in found if each.order in SPOT_ORDERS]
    others = [each for each in found if each.order not in SPOT_ORDERS]
    place = next((each for each in view.places if each.patron == viewer.patron), None)
    placing = [each for each in wagers if each.order == "PlaceWager"]
    own = tuple(each for each in view.settlements if each.patron == viewer.patron)
    return Seat(
        viewer.patron,
        place is not None,
        place.box if place else 0,
        place.chips if place else None,
        dict(_spots(wagers, view, viewer)),
        tuple(_lying(wagers, view, viewer)),
        tuple(_choices(view)),
        tuple(_deeds(others, view)),
        tuple(_asks(others, view)),
        tuple(_places(others, view)),
        _grouped((spot_name(each), each.refused) for each in placing if each.refused),
        _grouped((said(each.order), each.refused) for each in others if each.refused),
        tuple(_repeat(table, placing, viewer)),
        any(each.order in ("BringChips", "AskForChips") for each in others) and not _issued(table),
        _ready(others, "JoinTable"),
        _ready(others, "LeaveTable"),
        own,
    )


def _issued(table: Table) -> bool:
    """Whether chips come by issue alone, as in a tournament."""
    if table.play is None or Role.PATRON not in table.game.orders[BringChips].roles:
        return True
    return bool(table.game.table.money.issued_only(table.play.options))


def said(order: str) -> str:
    """The name of an order in words: `GoToWar` is Go to war."""
    return _SAID.get(order) or _HUMP.sub(" ", order).capitalize()


def spot_name(offer: Offer) -> str:
    return f"{offer.wager} in box {offer.box}" if offer.box else offer.wager


# Wagers


def _spots(
    wagers: Iterable[Offer], view: View, viewer: Viewer
) -> Iterator[tuple[str, dict[str, Any]]]:
    """For each area of the layout: what it takes, or why not; the console's script reads it."""
    lying = {(each.wager, each.box): each.amount for each in _own_wagers(view, viewer)}
    for each in wagers:
        if each.order == "WithdrawWager":
            continue
        at: dict[str, Any] = {"command": each.command, "lies": lying.get((each.wager, each.box), 0)}
        if each.refused:
            at["refused"] = {"sentence": each.refused.detail, "clause": each.refused.clause or ""}
        else:
            at |= {"least": each.minimum, "most": each.maximum, "step": each.multiple or 1}
        yield f"{each.wager}|{each.box}", at


def _own_wagers(view: View, viewer: Viewer) -> list[Any]:
    return [each for each in view.wagers if each.patron == viewer.patron]


def _lying(wagers: Iterable[Offer], view: View, viewer: Viewer) -> Iterator[Lying]:
    by = {(each.order, each.wager, each.box): each for each in wagers}
    for each in _own_wagers(view, viewer):
        at = (each.wager, each.box)
        yield Lying(*at, each.amount, by.get(("ChangeWager", *at)), by.get(("WithdrawWager", *at)))


def _grouped(refusals: Iterable[tuple[str, Refusal]]) -> tuple[WhyNot, ...]:
    """The same reason is said once, with all that it holds back."""
    found: dict[tuple[str, str], tuple[list[str], Refusal]] = {}
    for what, refused in refusals:
        key = (refused.detail, refused.clause or "")
        found.setdefault(key, ([], refused))[0].append(what)
    return tuple(WhyNot(tuple(what), refused) for what, refused in found.values())


def _repeat(table: Table, placing: Iterable[Offer], viewer: Viewer) -> Iterator[Deed]:
    """The patron's wagers of the last round, those that can be placed again as they were."""
    may = {(each.wager, each.box): each for each in placing if not each.refused}
    for line in _last_lines(table):
        offer = may.get((line.wager, line.box))
        if line.patron != viewer.patron or offer is None:
            continue
        if offer.minimum <= line.stake <= offer.maximum:
            told = f"{dollar_text(line.stake)} on {spot_name(offer)}"
            yield Deed(told, {**offer.command, "amount": line.stake}, offer.clause)


def _last_lines(table: Table) -> tuple[AnySettlement, ...]:
    play = table.play
    if play is None:
        return ()
    lines: tuple[AnySettlement, ...] = tuple(play.layout.past.get(play.round - 1, ()))
    return lines


# Other orders


def _choices(view: View) -> Iterator[Deed]:
    if view.next is None or not view.next.mine:
        return
    for command in view.next.choices:
        yield _deed(command, view.next.clause)


def _deed(command: Mapping[str, Any], clause: Clause | None) -> Deed:
    order = str(command["type"])
    if order == "SetHand":
        low, high = tuple(command["low"]), tuple(command["high"])
        told = f"Low {' '.join(low)}, high {' '.join(high)}"
        return Deed(told, command, clause, low, high)
    amount = command.get("amount") or 0
    told = f"{said(order)} {dollar_text(amount)}" if amount else said(order)
    return Deed(told, command, clause)


def _deeds(others: Iterable[Offer], view: View) -> Iterator[Deed]:
    """Orders that can be given as they stand, apart from coming and going."""
    chosen = [*view.next.choices, view.next.command] if view.next else []
    awaited = view.next is not None and view.next.mine and not view.next.choices
    for each in others:
        if each.order in ("JoinTable", "LeaveTable") or each.command in chosen or each.refused:
            continue
        optional = not any(fact.required for fact in each.facts)
        if not each.facts or (optional and awaited and each.group == "next step"):
            yield _deed(each.command, each.clause)


def _asks(others: Iterable[Offer], view: View) -> Iterator[Ask]:
    """Orders with facts that only the patron has: those that the table awaits, and disputes."""
    disputes = tuple(str(each.number) for each in view.disputes)
    for each in others:
        wanted = each.group == "next step" or each.order in _ALWAYS_ASKED
        wanted |= each.order == "AskReview" and bool(disputes)
        required = [fact for fact in each.facts if fact.required]
        if wanted and required and not any(fact.form in _FACES for fact in required):
            yield Ask(each.order, said(each.order), each.command, each.clause, each.facts)


def _places(others: Iterable[Offer], view: View) -> Iterator[Place]:
    """The boxes, where this game has patrons sit at one before they wager."""
    taken = {each.box: each.patron for each in view.places if each.box}
    for each in others:
        if each.order in _SEATING:
            for choice in next((f.choices for f in each.facts if f.name == "box"), ()):
                box = int(choice)
                yield Place(box, taken.get(box, ""), {**each.command, "box": box})


def _ready(others: Iterable[Offer], order: str) -> Deed | None:
    found = next((each for each in others if each.order == order and not each.refused), None)
    return Deed(said(order), found.command, found.clause) if found else None
