"""What can go wrong at Three Card Baccarat, and what section 12 does about it.

Reading 3C-09: until a patron has handled cards, any wrong deal is a misdeal of the whole coup; in
Method A nobody handles cards, so that lasts until the result is announced. Afterwards a wrong
Banker hand is still a misdeal, and a wrong Player hand is void alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import provisions, tokens
from houseway.games.events import AnySettlement
from houseway.games.game import May, accept
from houseway.games.shoe_state import ShuffleDue
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.play import (
    cutting_card_due,
    destination,
    draw,
    no_coup,
    not_dealing,
    void_coup,
)
from houseway.games.three_card_baccarat.rules import BANKER, HAND, cite
from houseway.games.three_card_baccarat.settle import announcement, settle_wager
from houseway.games.three_card_baccarat.state import (
    BETTING,
    DEALING,
    SETTLED,
    Play,
    box_of,
    hands_shown,
    swap,
)
from houseway.games.wagering import voided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling

# Misdeals and void hands: Three Card Baccarat 12.1 to 12.5


def declare_misdeal(play: Play, command: v.DeclareMisdeal, by: Role) -> Ruling:
    if refused := _not_in_coup(play, play.cite("12.1")):
        return refused
    if play.handled:
        late = "a patron has handled cards: a wrong hand is counted, and only it is void"
        return Refused("cards_handled", play.cite("12.1"), late)
    if impossible := play.stock.why_not_all(drawn=command.cards):
        return Refused("card_impossible", None, impossible)
    found = (v.CardsFoundOut(command.cards, play.cite("12.1")),) if command.cards else ()
    return accept(*found, *_misdeal(play, command.reason, play.cite("12.1")))


def _misdeal(play: Play, reason: str, clause: Clause) -> tuple[e.Event, ...]:
    """Three Card Baccarat 12.3: all wagers void; patrons wager again (reading 3C-16)."""
    return void_coup(
        play, play.round, f"misdeal: {reason}", play.cite("12.3"), clause, play.cite("1.1 void")
    )


def _not_in_coup(play: Play, clause: Clause) -> Refused | None:
    if play.stage == DEALING:
        return None
    return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")


def report_banker_count(play: Play, command: v.ReportBankerCount, by: Role) -> Ruling:
    """Three Card Baccarat 12.2: a misdeal, whether or not cards have been handled."""
    refused = _not_in_coup(play, play.cite("12.2")) or _count_refused(
        play, BANKER, command.count, play.cite("12.2")
    )
    if refused:
        return refused
    reason = f"{command.count} cards in the Banker hand"
    counted = v.HandCounted(BANKER, command.count, play.cite("12.2"))
    return accept(counted, *_misdeal(play, reason, play.cite("12.2")))


def _count_refused(play: Play, box: int, count: int, clause: Clause) -> Refused | None:
    hand = play.hands[box]
    if count == len(hand):
        return Refused("no_error", clause, f"{count} cards are right")
    if count < len(hand) - hand.count(None):
        return Refused("cards_on_record", clause, "more cards than that lie open in the hand")
    if count - len(hand) > play.stock.source:
        return Refused("card_impossible", None, f"{count} cards cannot have come out")
    return None


def report_hand_count(play: Play, command: v.ReportHandCount, by: Role) -> Ruling:
    """Three Card Baccarat 12.5: that hand is void, and its Player and Tie wagers with it."""
    box, clause = command.box, play.cite("12.5")
    if refused := _not_in_coup(play, clause):
        return refused
    if box == BANKER or box not in play.hands:
        return Refused("no_such_hand", clause, f"no Player hand was dealt to box {box}")
    if refused := _not_handled(play) or _count_refused(play, box, command.count, clause):
        return refused
    counted = v.HandCounted(box, command.count, clause)
    there = [key for key in play.layout.wagers if key[1] == box]
    returned = (voided(play, key, clause, play.cite("1.1 void")) for key in there)
    return accept(counted, *returned, v.HandVoided(box, clause))


def _not_handled(play: Play) -> Refused | None:
    if play.handled:
        return None
    early = "no patron has handled cards: the dealer declares a misdeal"
    return Refused("misdeal_first", play.cite("12.1"), early)


def report_hand_without_wager(play: Play, command: v.ReportHandWithoutWager, by: Role) -> Ruling:
    """Three Card Baccarat 12.4: counted and discarded; every other hand keeps its cards."""
    if refused := _not_in_coup(play, play.cite("12.4")) or _not_handled(play):
        return refused
    if command.box in play.hands or not 1 <= command.box <= play.options.areas:
        own = f"box {command.box} is no area that was dealt a hand without a wager"
        return Refused("no_such_hand", play.cite("12.4"), own)
    if not 1 <= command.count <= play.stock.source:
        return Refused("card_impossible", None, f"{command.count} cards cannot have come out")
    return accept(v.HandDiscarded(command.box, command.count, play.cite("12.4")))


# Cards seen, and cards not prepared as they should be: Three Card Baccarat 12.8 to 12.12


def burn_exposed(play: Play, command: v.BurnExposedCard, by: Role) -> Ruling:
    """Three Card Baccarat 12.8: the coup has not begun, so wagers stay open."""
    if not no_coup(play):
        begun = "the first card of the coup is out: a card found face up is played"
        return Refused("round_under_way", play.cite("12.9"), begun)
    if not play.prep.burned or play.prep.still_to_burn:
        return Refused("cards_not_ready", play.cite("4.11"), "the cards are not ready for a coup")
    if cutting_card_due(play):
        return Refused("cutting_card_first", play.cite("4.8"), "the cutting card comes out first")
    if command.card is None:
        return Refused("card_not_named", play.cite("12.8"), "name the card that was seen")
    if impossible := play.stock.why_not(command.card):
        return Refused("card_impossible", None, impossible)
    burned = v.ExposedCardBurned(command.card, play.cite("12.8"))
    return accept(v.FaceUpCardFound(play.cite("12.8")), burned)


def play_face_up(play: Play, command: v.PlayFaceUpCard, by: Role) -> Ruling:
    """Three Card Baccarat 12.9: dealt to the hand that was due a card."""
    if play.stage == BETTING:
        first = "it would have been the first card of the coup: burn it"
        return Refused("first_card_burned", play.cite("12.8"), first)
    if refused := not_dealing(play):
        return refused
    due = destination(play)
    if due is None:
        return Refused("no_card_due", play.cite("8.1"), "every hand has its three cards")
    if command.card is None:
        return Refused("card_not_named", play.cite("12.9"), "name the card that lies face up")
    if isinstance(ruling := draw(play, command.card, due[0], play.cite("12.9")), Refused):
        return ruling
    return accept(v.FaceUpCardFound(play.cite("12.9")), *ruling.events)


def order_device_check(play: Play, command: v.OrderDeviceCheck, by: Role) -> Ruling:
    if play.in_shoe or not play.faced:
        none = "no card was found face up in a shuffling device"
        return Refused("no_faced_card", play.cite("12.9.1"), none)
    if not no_coup(play):
        return Refused("round_under_way", play.cite("12.9.1"), "complete the coup first")
    return accept(v.DeviceCheckOrdered(play.cite("12.9.1")))


def report_not_cut(play: Play, command: v.ReportNotCut, by: Role) -> Ruling:
    return _shuffle_after_coup(play, play.cite("12.10"))


def report_not_shuffled(play: Play, command: v.ReportNotShuffled, by: Role) -> Ruling:
    return _shuffle_after_coup(play, play.cite("12.12"))


def _shuffle_after_coup(play: Play, clause: Clause) -> Ruling:
    """The coup is completed, results stand, then the cards are shuffled and cut."""
    if not play.in_shoe:
        device = "cards of a shuffling device are neither cut nor divided by a cutting card"
        return Refused("no_card_shoe", clause, device)
    if not play.prep.shuffled:
        return Refused("shuffle_due", clause, "the cards are about to be shuffled")
    return accept(ShuffleDue(clause) if no_coup(play) else v.ShuffleOwed(clause))


# Missing and foreign cards: Three Card Baccarat 12.13


def report_missing(play: Play, command: v.ReportMissingCard, by: Role) -> Ruling:
    return _cards_wrong(play, f"missing: {command.what}")


def report_foreign(play: Play, command: c.ReportForeignCard, by: Role) -> Ruling:
    return _cards_wrong(play, f"foreign: {command.what}")


def _cards_wrong(play: Play, what: str) -> Ruling:
    """This coup and the rest of the cards are void; completed coups stand (reading 3C-26)."""
    found = v.CardsFoundWrong(what, play.cite("12.13.1"))
    rest = v.SourceVoided(play.cite("12.13.3"))
    if play.stage != DEALING:
        return accept(found, rest)
    return accept(
        found, *void_coup(play, play.round, what, play.cite("12.13.2"), play.cite("1.1 void")), rest
    )


def notify(play: Play, command: v.Notify, by: Role) -> Ruling:
    if not play.cards_wrong:
        why = "no card was found missing or foreign"
        return Refused("nothing_to_notify", play.cite("12.13"), why)
    return accept(v.NotificationRecorded(command.office, play.cite("12.13")))


# A coup put right or struck out after its cards are known: 12.6, and the outcomes of 14.4.

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
    return provisions.corrections(play, play.round, pairs, clause)


def _done(play: Play) -> Iterable[AnySettlement]:
    lines = play.layout.past.get(play.round, play.layout.settlements)
    return [line for line in lines if isinstance(line, _SETTLED)]


def _voided(*clauses: Clause) -> Callable[[AnySettlement], AnySettlement]:
    def void(done: AnySettlement) -> AnySettlement:
        stake = done.stake
        return e.WagerVoided(done.patron, done.wager, done.box, stake, 0, 0, stake, clauses)

    return void


ORDERS: dict[type[c.Command], May] = {
    v.DeclareMisdeal: May(DEALERS, cite("12.1"), declare_misdeal),
    v.ReportBankerCount: May(STAFF, cite("12.2"), report_banker_count),
    v.ReportHandCount: May(STAFF, cite("12.5"), report_hand_count),
    v.ReportHandWithoutWager: May(STAFF, cite("12.4"), report_hand_without_wager),
    v.BurnExposedCard: May(DEALERS, cite("12.8"), burn_exposed),
    v.PlayFaceUpCard: May(DEALERS, cite("12.9"), play_face_up),
    v.OrderDeviceCheck: May(SUPERVISORS, cite("12.9.1"), order_device_check),
    v.ReportNotCut: May(STAFF, cite("12.10"), report_not_cut),
    v.ReportNotShuffled: May(STAFF, cite("12.12"), report_not_shuffled),
    v.ReportMissingCard: May(STAFF, cite("12.13"), report_missing),
    c.ReportForeignCard: May(STAFF, cite("12.13"), report_foreign),
    v.Notify: May(STAFF, cite("12.13"), notify),
    v.ReportError: May(STAFF, cite("12.6"), report_error),
    v.RebuildHand: May(STAFF, cite("12.6"), rebuild_hand),
    v.CorrectCoup: May(STAFF, cite("12.6"), correct_coup),
    v.AuthoriseVoid: May(SUPERVISORS, cite("12.6 para 2"), authorise_void),
}
