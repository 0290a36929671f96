"""A coup put right or struck out after its cards are known: 12.6, and the outcomes of 14.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import shortfalls, tokens
from houseway.games.events import AnySettlement
from houseway.games.game import May, accept
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import BANKER, HAND, cite
from houseway.games.three_card_baccarat.settle import announcement, settle_wager
from houseway.games.three_card_baccarat.state import (
    DEALING,
    SETTLED,
    Play,
    box_of,
    hands_shown,
    swap,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling

_SETTLED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)

# Errors in announcing and settling: Three Card Baccarat 12.6


def report_error(play: Play, command: v.ReportError, by: Role) -> Ruling:
    """Before the first card of the next coup; reading 3C-10: errors of dealing are others'."""
    if play.stage == DEALING:
        late = "the next coup has begun: earlier settlements are final"
        return Refused("reported_too_late", play.cite("12.6"), late)
    if play.round == 0 or play.round in play.layout.voided:
        return Refused("no_round_yet", play.cite("12.6"), "there is no result to correct")
    if play.held:
        return Refused("coup_held", play.cite("12.6"), f"coup {play.held} is held already")
    return accept(e.CoupHeld(play.round, play.cite("12.6")))


def rebuild_hand(play: Play, command: v.RebuildHand, by: Role) -> Ruling:
    if refused := _not_held(play, play.cite("12.6")):
        return refused
    box = box_of(command.hand)
    if box not in hands_shown(play):
        return Refused("no_such_hand", play.cite("12.6"), f"no hand {command.hand} was shown")
    cards = tuple(card for card in command.cards if card is not None)
    if len(cards) != HAND or len(cards) != len(command.cards):
        why = "a hand is three cards, all seen"
        return Refused("wrong_number_of_cards", play.cite("12.6"), why)
    before = tuple(play.known(box))
    if impossible := _why_not_swapped(play, before, cards):
        return Refused("card_impossible", None, impossible)
    return accept(v.HandRebuilt(box, before, cards, play.cite("12.6")))


def _why_not_swapped(play: Play, before: tuple[Card, ...], after: tuple[Card, ...]) -> str | None:
    stock = play.stock.copy()
    swap(stock, before, after)
    over = next((card for card in after if stock.out.get(card, 0) > stock.decks), None)
    return f"more than {stock.decks} copies of {over} would be out" if over else None


def correct_coup(play: Play, command: v.CorrectCoup, by: Role) -> Ruling:
    """Announce and settle again by the hands as they were rebuilt."""
    if refused := _not_held(play, play.cite("12.6")):
        return refused
    said = announcement(play)
    result = e.ResultCorrected(play.held, said.result, said.hands, play.cite("12.6"))
    marker = v.MarkerPlaced(play.rules.points(play.known(BANKER)), play.cite("9.9"))
    moved = () if play.stage != SETTLED else (marker,)
    lines = corrections(play, _again(play), play.cite("12.6"))
    return accept(result, *moved, *lines, v.CoupReleased(play.held, play.cite("12.6")))


def _again(play: Play) -> Callable[[AnySettlement], AnySettlement]:
    def again(done: AnySettlement) -> AnySettlement:
        key = (done.patron, done.box, done.wager)
        single_use = tokens.staked_in(play, play.round, key).single_use
        return settle_wager(play, key, done.stake, single_use)

    return again


def authorise_void(play: Play, command: v.AuthoriseVoid, by: Role) -> Ruling:
    """The Player hand in question, or the coup, where it cannot be rebuilt."""
    clause = play.cite("12.6 para 2")
    if refused := _not_held(play, clause):
        return refused
    void = _voided(clause, play.cite("1.1 void"))
    if not command.box:
        reason = "it cannot be rebuilt"
        lines = corrections(play, void, clause)
        return accept(*lines, e.RoundVoided(play.held, reason, clause))
    if command.box not in hands_shown(play):
        return Refused("no_such_hand", clause, f"no hand of box {command.box} was shown")
    lines = corrections(play, void, clause, box=command.box)
    hand = v.HandVoided(command.box, clause)
    return accept(*lines, hand, v.CoupReleased(play.held, clause))


def _not_held(play: Play, clause: Clause) -> Refused | None:
    if play.held:
        return None
    return Refused("coup_not_held", clause, "report the error first")


# Money that has moved already


def corrections(
    play: Play,
    after_of: Callable[[AnySettlement], AnySettlement],
    clause: Clause,
    *,
    box: int | None = None,
) -> list[e.Event]:
    """The settled wagers of the last coup, of one area or all, each as it should have been.

    A balance never goes below nothing: what a patron cannot give back is on record.
    """
    pairs = ((before, after_of(before)) for before in _done(play) if box in (None, before.box))
    return shortfalls.corrections(play, play.round, pairs, clause)


def _done(play: Play) -> Iterable[AnySettlement]:
    lines = play.layout.past.get(play.round, play.layout.settlements)
    return [line for line in lines if isinstance(line, _SETTLED)]


def _voided(*clauses: Clause) -> Callable[[AnySettlement], AnySettlement]:
    def void(done: AnySettlement) -> AnySettlement:
        stake = done.stake
        return e.WagerVoided(done.patron, done.wager, done.box, stake, 0, 0, stake, clauses)

    return void


ORDERS: dict[type[c.Command], May] = {
    v.ReportError: May(STAFF, cite("12.6"), report_error),
    v.RebuildHand: May(STAFF, cite("12.6"), rebuild_hand),
    v.CorrectCoup: May(STAFF, cite("12.6"), correct_coup),
    v.AuthoriseVoid: May(SUPERVISORS, cite("12.6 para 2"), authorise_void),
}
