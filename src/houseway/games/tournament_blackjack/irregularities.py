"""What can go wrong at Tournament Blackjack: section 14, and a failed shoe by section 20."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.tournament_blackjack import play as playing
from houseway.games.tournament_blackjack import rules, shoe
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.play import (
    cutting_card,
    destination,
    drawn_wrongly,
    not_dealing,
    turn,
)
from houseway.games.tournament_blackjack.rules import DIRECTOR, cite
from houseway.games.tournament_blackjack.state import (
    BETWEEN,
    DEALING,
    DEVICE,
    FAULTY,
    SETTLED,
    SPENT,
    Play,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

# Single cards: Tournament Blackjack 14.1, 14.2, 14.3. Tournament Blackjack terms: Burn. A burnt
# card goes to the discard rack; nothing else orders one (reading BJ10).


def report_face_up_card(play: Play, command: c.ReportFaceUpCard, by: Role) -> Ruling:
    clause = play.cite("14.1")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    return refused or accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def report_card_in_error(play: Play, command: v.ReportCardInError, by: Role) -> Ruling:
    """It is the next card, seen or not; a card to the dealer is burnt instead (reading BJ15)."""
    clause = play.cite("14.2")
    if refused := _not_in_shoe(play, clause) or drawn_wrongly(play, command.card):
        return refused
    if destination(play) and not play.stock.aside:
        return Refused("card_is_due", clause, "a card is due: deal it")
    return accept(*_with_cutting_card(play), v.CardHeld(command.card, clause))


def report_card_burnt(play: Play, command: v.ReportCardBurnt, by: Role) -> Ruling:
    clause = play.cite("14.2")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    return refused or accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def report_dealer_card(play: Play, command: v.ReportDealerCard, by: Role) -> Ruling:
    clause = play.cite("14.3")
    if play.stage not in (DEALING, SETTLED) or not play.card_out:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    if refused := _not_in_shoe(play, clause) or drawn_wrongly(play, command.card):
        return refused
    due = destination(play)
    if due and due.hand is None:
        return Refused("card_is_due", due.clause, "the dealer's hand is due a card: deal it")
    return accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def _not_in_shoe(play: Play, clause: Clause) -> Refused | None:
    if play.shoe == FAULTY or (play.shoe != SPENT and shoe.step(play) == "ready"):
        return None
    return Refused("cards_not_ready", clause, "no shoe is being dealt from")


def _with_cutting_card(play: Play) -> tuple[e.Event, ...]:
    due = destination(play)
    return cutting_card(play, due.box if due else 0)


# Errors found later: Tournament Blackjack 14.5


def report_later_error(play: Play, command: c.ReportLaterError, by: Role) -> Ruling:
    """Tournament Blackjack 14.5, reading BJ22: only that round is void; later rounds stay."""
    number, clause = command.round, play.cite("14.5")
    if not 1 <= number <= play.round:
        return Refused("no_such_round", clause, f"round {number} has not been played")
    if number in play.layout.voided:
        return Refused("round_already_void", clause, f"round {number} is void already")
    if number == play.round and play.stage != BETWEEN:
        sentence = f"round {number} is not over: rebuild it"
        return Refused("next_round_not_begun", clause, sentence)
    return accept(
        *void_events(play, number, "an error found later", clause, play.cite("terms: Void"))
    )


# Running out of cards, absence: Tournament Blackjack 14.6, 14.7


def shuffle_discards(play: Play, command: v.ShuffleDiscards, by: Role) -> Ruling:
    clause = play.cite("14.6")
    if refused := not_dealing(play, clause):
        return refused
    if play.stock.source or not destination(play):
        left = f"{play.stock.source} cards are in the shoe"
        return Refused("cards_are_sufficient", clause, left)
    if not play.stock.rack:
        return Refused("no_discards", clause, "the discard rack is empty")
    return accept(v.DiscardsShuffled(clause))


def declare_absent(play: Play, command: v.DeclareAbsent, by: Role) -> Ruling:
    """Reading BJ16: said when the turn comes."""
    clause = play.cite("14.7")
    if refused := not_dealing(play, clause):
        return refused
    hand = turn(play) if play.interim_over else None
    if hand is None or hand.patron != command.patron:
        sentence = f"it is not the turn of {command.patron}"
        return Refused("not_your_turn", clause, sentence)
    if playing.gone(play, hand):
        return Refused("already_absent", clause, f"{command.patron} is absent already")
    return accept(v.PatronAbsent(command.patron, clause))


# A failed shoe: Tournament Blackjack 20.3


def report_malfunction(play: Play, command: v.ReportMalfunction, by: Role) -> Ruling:
    if play.shoe != DEVICE:
        return Refused("no_automated_shoe", play.cite("20.1"), "no automated shoe is in use")
    if command.fault not in play.rules.faults:
        known = ", ".join(play.rules.faults)
        sentence = f"{command.fault} is none of {known}"
        return Refused("no_malfunction", play.cite("20.3 closing line 2"), sentence)
    if shoe.step(play) != "ready":
        return Refused("cards_not_ready", play.cite("20.3"), "no cards have been loaded yet")
    return accept(v.MalfunctionReported(command.fault, play.cite("20.3")))


def shuffle_remaining(play: Play, command: v.ShuffleRemaining, by: Role) -> Ruling:
    clause = play.cite("20.3(b)")
    if play.shoe != FAULTY:
        return Refused("no_failed_shoe", clause, "no automated shoe has failed")
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("20.3"), "the round is completed first")
    return accept(v.RemainingShuffled(clause))


def replace_shoe(play: Play, command: v.ReplaceShoe, by: Role) -> Ruling:
    clause = play.cite("20.3 closing line 1")
    if play.shoe != SPENT:
        return Refused("shoe_not_spent", clause, "the shoe is not to be replaced")
    if command.kind not in (rules.MANUAL, rules.AUTOMATED):
        sentence = f"{command.kind} is neither {rules.MANUAL} nor {rules.AUTOMATED}"
        return Refused("no_such_shoe", clause, sentence)
    return accept(v.ShoeReplaced(command.kind, clause))


ORDERS: dict[type[c.Command], May] = {
    c.ReportFaceUpCard: May(rules.REPORTERS, cite("14.1"), report_face_up_card),
    v.ReportCardInError: May(rules.REPORTERS, cite("14.2"), report_card_in_error),
    v.ReportCardBurnt: May(rules.REPORTERS, cite("14.2"), report_card_burnt),
    v.ReportDealerCard: May(rules.REPORTERS, cite("14.3"), report_dealer_card),
    c.ReportLaterError: May(rules.REPORTERS, cite("14.5"), report_later_error),
    v.ShuffleDiscards: May(DEALERS, cite("14.6"), shuffle_discards),
    v.DeclareAbsent: May(DEALERS | DIRECTOR, cite("14.7"), declare_absent),
    v.ReportMalfunction: May(rules.REPORTERS, cite("20.3"), report_malfunction),
    v.ShuffleRemaining: May(DEALERS, cite("20.3(b)"), shuffle_remaining),
    v.ReplaceShoe: May(DIRECTOR, cite("20.3 closing line 1"), replace_shoe),
}
