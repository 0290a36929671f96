"""What can go wrong at Tournament Mini-Baccarat, and what section 9 does about it."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.baccarat import BANKER, PLAYER, account, laid_by_the_tables
from houseway.games.game import May, accept
from houseway.games.preparing import step
from houseway.games.provisions import void_events
from houseway.games.settling import undo_settlements
from houseway.games.tournament_mini_baccarat import state as v
from houseway.games.tournament_mini_baccarat.play import cutting_card, destination, held, still_due
from houseway.games.tournament_mini_baccarat.rules import DIRECTOR, OFFICIALS, REPORTERS, cite
from houseway.games.tournament_mini_baccarat.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.games.wagering import voided
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling

# Cards drawn in error: Tournament Mini-Baccarat 9.1, 9.2, 9.3


def report_card_to_player(play: Play, command: c.ReportCardToPlayer, by: Role) -> Ruling:
    """It becomes Banker's card if Banker must draw; otherwise it is a card in excess (MB8)."""
    if refused := held(play):
        return refused
    if play.stage != DEALING or play.hidden or len(play.player) < 2:
        return Refused("hands_not_open", play.cite("9.1"), "both hands must lie open to rule on it")
    if refused := _card_refused(play, command.card):
        return refused
    due = destination(play)
    if due and due[0] == PLAYER:
        return Refused("no_error", play.cite("7.2"), "the card is due to the Player hand")
    if due:
        return accept(*cutting_card(play, 1), e.CardDealt(command.card, BANKER, play.cite("9.1")))
    return accept(*cutting_card(play, 1), _excess(play, command.card, from_layout=False))


def report_excess_card(play: Play, command: c.ReportExcessCard, by: Role) -> Ruling:
    """It opens the next round; seen, it makes that round a non-betting one.

    While betting is open the next round is the one that is bet on, so the wagers go back.
    """
    if refused := held(play):
        return refused
    if awaited := still_due(play) if play.stage == DEALING else None:
        return Refused("card_is_due", *awaited)
    if play.stage == BETWEEN and step(play, play.rules.shoe) != "ready":
        return Refused("no_shoe_in_play", play.cite("9.3"), "the cards are being prepared")
    if refused := _card_refused(play, command.card):
        return refused
    kept = _excess(play, command.card, from_layout=False)
    if play.stage != BETTING or command.card is None:
        return accept(*cutting_card(play, 1), kept)
    cleared = (voided(play, key, play.cite("9.2")) for key in play.layout.wagers)
    begun = e.NonBettingRoundBegun(play.round, play.cite("9.2"))
    return accept(*cutting_card(play, 1), *cleared, kept, begun)


def _card_refused(play: Play, card: Card | None) -> Refused | None:
    impossible = play.stock.why_not(card)
    return Refused("card_impossible", None, impossible) if impossible else None


def _excess(play: Play, card: Card | None, *, from_layout: bool) -> e.ExcessCardKept:
    clause = play.cite("9.3" if card is None else "9.2")
    return e.ExcessCardKept(card, from_layout, clause)


# Cards out of sequence: Tournament Mini-Baccarat 9.4, 9.5


def report_wrong_sequence(play: Play, command: v.ReportWrongSequence, by: Role) -> Ruling:
    """Hold the round until it is rebuilt or voided; once its cards are collected it is over."""
    if play.stage not in (DEALING, SETTLED) or play.round in play.layout.voided:
        return Refused("no_round_under_way", play.cite("9.4"), "no round is there to be rebuilt")
    return held(play) or accept(e.RoundHeld(play.round, play.cite("9.4")))


def rebuild_round(play: Play, command: c.RebuildRound, by: Role) -> Ruling:
    """Deal the same cards again, on paper, in the order they left the shoe.

    Reading TM3: by 6.2, 6.4, 7.2 and 7.3. Cards left over are in excess (9.2, 9.3).
    """
    if not play.held_round:
        return Refused("round_not_held", play.cite("9.4"), "report the error first")
    counted = account((*play.player, *play.banker), command.cards)
    if counted.missing:
        lost = ", ".join(card or "an unseen card" for card in counted.missing)
        return Refused("card_left_out", play.cite("9.4"), f"on record for this round: {lost}")
    if impossible := play.stock.why_not_all(turned=counted.turned, drawn=counted.drawn):
        return Refused("card_impossible", None, impossible)
    replayed = laid_by_the_tables(play, command.cards, destination, stage=DEALING)
    if replayed is None:
        why = "name the cards that decide the third card"
        return Refused("cards_unseen", play.cite("9.4"), why)
    player, banker, surplus = replayed
    hands = (tuple(player), tuple(banker))
    return accept(
        *undo_settlements(play, play.cite("9.4")),
        *cutting_card(play, len(counted.drawn)),
        v.RoundRebuilt(*hands, counted.turned, counted.drawn, play.cite("9.4")),
        *(_excess(play, card, from_layout=True) for card in surplus),
    )


def authorise_void(play: Play, command: c.AuthoriseVoid, by: Role) -> Ruling:
    if not play.held_round:
        return Refused("round_not_held", play.cite("9.5"), "no round is waiting for a void")
    clauses = (play.cite("9.5"), play.cite("terms: Void"))
    return accept(*void_events(play, play.held_round, "it cannot be rebuilt", *clauses))


# Errors found after the round is over: readings G9, TM8 and TM13


def report_later_error(play: Play, command: c.ReportLaterError, by: Role) -> Ruling:
    """The document is silent: the round stands, and the Director has a dispute to decide."""
    number = command.round
    if not 1 <= number <= play.round:
        return Refused("no_such_round", play.cite("11.6"), f"round {number} has not been played")
    if number == play.round and number not in play.layout.past:
        sentence = f"round {number} is not over: report the error itself"
        return Refused("round_not_over", play.cite("9.4"), sentence)
    if number in play.layout.voided:
        return Refused("round_already_void", play.cite("11.6"), f"round {number} is void already")
    if number in play.later_errors:
        before = f"dispute {play.later_errors[number]} is about round {number}"
        return Refused("error_known", play.cite("11.6"), before)
    dispute = len(play.layout.disputes) + 1
    claim = f"an error in round {number}, found later"
    return accept(
        e.DisputeRaised(dispute, "", claim, play.cite("11.6")),
        v.LaterErrorFound(number, dispute, play.cite("11.6")),
    )


def void_earlier_round(play: Play, command: v.VoidEarlierRound, by: Role) -> Ruling:
    """The Director's final decision on such an error; later rounds stay as played."""
    number = command.round
    dispute = play.later_errors.get(number)
    if dispute is None:
        why = f"no error in round {number} is known"
        return Refused("no_error_reported", play.cite("11.6"), why)
    if play.layout.disputes[dispute - 1].decision:
        final = f"dispute {dispute} has been decided, and the decision is final"
        return Refused("dispute_decided", play.cite("11.6"), final)
    if number in play.layout.voided:
        return Refused("round_already_void", play.cite("11.6"), f"round {number} is void already")
    decision = f"round {number} is void: {command.reason}"
    clauses = (play.cite("11.6"), play.cite("terms: Void"))
    return accept(
        e.DisputeDecided(dispute, decision, play.cite("11.6")),
        *void_events(play, number, command.reason, *clauses),
    )


ORDERS: dict[type[c.Command], May] = {
    c.ReportCardToPlayer: May(REPORTERS, cite("9.1"), report_card_to_player),
    c.ReportExcessCard: May(REPORTERS, cite("9.3"), report_excess_card),
    v.ReportWrongSequence: May(REPORTERS, cite("9.4"), report_wrong_sequence),
    c.RebuildRound: May(OFFICIALS, cite("9.4"), rebuild_round),
    c.AuthoriseVoid: May(DIRECTOR, cite("terms: Tournament Director"), authorise_void),
    c.ReportLaterError: May(REPORTERS, cite("11.6"), report_later_error),
    v.VoidEarlierRound: May(DIRECTOR, cite("11.6"), void_earlier_round),
}
