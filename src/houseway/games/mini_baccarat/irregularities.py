"""What can go wrong at Mini Baccarat, and what section 12 does about it."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.baccarat import laid_by_the_tables
from houseway.games.game import May, accept
from houseway.games.mini_baccarat import state as v
from houseway.games.mini_baccarat.play import destination, still_due
from houseway.games.mini_baccarat.rules import BANKER, PLAYER, cite
from houseway.games.mini_baccarat.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.games.provisions import void_events
from houseway.games.settling import not_on_record, undo_settlements
from houseway.games.wagering import voided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling

# Cards drawn in error: Mini Baccarat 12.1, 12.2, 12.3


def report_card_to_player(play: Play, command: c.ReportCardToPlayer, by: Role) -> Ruling:
    """It becomes Banker's card if Banker must draw; otherwise it is a card in excess (MB8).

    What must be drawn follows from the hands alone, also while the pairs are still to be settled.
    """
    if refused := _card_refused(play, command.card):
        return refused
    if play.stage != DEALING or None in play.player or None in play.banker or len(play.banker) < 2:
        why = "both hands must lie open to rule on it"
        return Refused("hands_not_open", play.cite("12.1"), why)
    due = play.rules.tableau.third_card(*play.open_hands())
    if due and due[0] == PLAYER:
        return Refused("no_error", play.cite("7.2"), "the card is due to the Player hand")
    if due:
        return accept(e.CardDealt(command.card, BANKER, play.cite("12.1")))
    return accept(_excess(play, command.card, from_layout=False))


def report_excess_card(play: Play, command: c.ReportExcessCard, by: Role) -> Ruling:
    if refused := _card_refused(play, command.card):
        return refused
    if awaited := still_due(play, pairs=False) if play.stage == DEALING else None:
        return Refused("card_is_due", *awaited)
    kept = _excess(play, command.card, from_layout=False)
    if play.stage != BETTING or command.card is None:
        return accept(kept)
    returned = (voided(play, key, play.cite("12.2")) for key in play.layout.wagers)
    return accept(*returned, kept, e.NoBetCoupBegun(play.round, play.cite("12.2")))


def _card_refused(play: Play, card: Card | None) -> Refused | None:
    impossible = play.stock.why_not(card)
    return Refused("card_impossible", None, impossible) if impossible else None


def _excess(play: Play, card: Card | None, *, from_layout: bool) -> e.ExcessCardKept:
    clause = play.cite("12.3" if card is None else "12.2")
    return e.ExcessCardKept(card, from_layout, clause)


# Errors of placement: Mini Baccarat 12.4, 12.5


def report_placement_error(play: Play, command: v.ReportPlacementError, by: Role) -> Ruling:
    """Hold the round. Between rounds it is the last one, whose cards are already collected."""
    number = play.round - 1 if play.stage == BETTING else play.round
    if number < 1 or number in play.layout.voided:
        return Refused("no_round_yet", play.cite("12.4"), "there is no round to correct")
    if play.held_round:
        return Refused("round_held", play.cite("12.4"), f"round {play.held_round} is held already")
    return accept(e.RoundHeld(number, play.cite("12.4")))


def rebuild_round(play: Play, command: c.RebuildRound, by: Role) -> Ruling:
    """Deal the same cards again, on paper, by 6.2, 7.2 and 7.3 in the order they left the shoe."""
    if not play.held_round:
        return Refused("round_not_held", play.cite("12.4"), "report the error first")
    if play.held_round != play.round or play.stage not in (DEALING, SETTLED):
        sentence = "its cards are in the discard rack: it cannot be rebuilt, only voided"
        return Refused("cards_collected", play.cite("12.4"), sentence)
    drawn = not_on_record(play, (*play.player, *play.banker), command.cards, play.cite("12.4"))
    if isinstance(drawn, Refused):
        return drawn
    replayed = laid_by_the_tables(play, command.cards, _due, stage=DEALING, pairs_settled=True)
    if replayed is None:
        why = "expose the cards that decide the third card"
        return Refused("cards_unseen", play.cite("12.4"), why)
    player, banker, surplus = replayed
    return accept(
        *undo_settlements(play, play.cite("12.4")),
        v.RoundRebuilt(tuple(player), tuple(banker), drawn, play.cite("12.4")),
        *(_excess(play, card, from_layout=True) for card in surplus),
        *_offer_withdrawal(play, command.cards),
    )


def _due(table: Play) -> tuple[str, Clause] | None:
    table.hidden = (*table.player, *table.banker).count(None)
    return destination(table)


def _offer_withdrawal(play: Play, cards: tuple[Card | None, ...]) -> tuple[e.Event, ...]:
    """Reading MB9: only where no card of the round has been seen, and there are wagers."""
    if play.no_bet or any(card is not None for card in cards):
        return ()
    return (e.WithdrawalOffered(play.cite("12.4")),)


def authorise_void(play: Play, command: c.AuthoriseVoid, by: Role) -> Ruling:
    if not play.held_round:
        return Refused("round_not_held", play.cite("12.4"), "no round is waiting for a void")
    clauses = (play.cite("12.4"), play.cite("terms: Void"))
    return accept(*void_events(play, play.held_round, "it cannot be rebuilt", *clauses))


def report_later_error(play: Play, command: c.ReportLaterError, by: Role) -> Ruling:
    """Mini Baccarat 12.5: only that round is void; later rounds stay as played."""
    number = command.round
    if not 1 <= number <= play.round:
        return Refused("no_such_round", play.cite("12.5"), f"round {number} has not been played")
    if number in play.layout.voided:
        return Refused("round_already_void", play.cite("12.5"), f"round {number} is void already")
    begun = play.round if play.player or play.stage in (BETWEEN, SETTLED) else play.round - 1
    if number >= begun:
        sentence = f"the round after {number} has not begun: report the placement error itself"
        return Refused("next_round_not_begun", play.cite("12.5"), sentence)
    clauses = (play.cite("12.5"), play.cite("terms: Void"))
    return accept(*void_events(play, number, "an error found later", *clauses))


# Windows for changing or withdrawing wagers: Mini Baccarat 12.4, 12.6, 12.9


def permit_changes(play: Play, command: v.PermitChanges, by: Role) -> Ruling:
    out = len(play.player) + len(play.banker)
    if play.held_round or play.window or play.stage != DEALING or not 1 <= out <= 4:
        sentence = "changes are for a round of which one to four cards are out in proper order"
        return Refused("no_changes_now", play.cite("12.6(a)"), sentence)
    if play.exposed:
        return Refused("card_exposed", play.cite("12.6(a)"), "a card of this round has been seen")
    if play.no_bet:
        return Refused("no_bet_coup", play.cite("terms: No-Bet Coup"), "this is a no-bet coup")
    if play.changes_permitted:
        return Refused("changes_over", play.cite("12.6(a)"), "there is one such window in a round")
    return accept(v.ChangesPermitted(play.cite("12.6(a)")))


def end_changes(play: Play, command: v.EndChanges, by: Role) -> Ruling:
    if play.window != "changes":
        return Refused("no_window", play.cite("12.6(a)"), "no window for changes is open")
    closed = v.WindowClosed(play.cite("12.6(a)"))
    if play.layout.wagers:
        return accept(closed)
    return accept(closed, v.RoundBecameNoBet(play.cite("12.6(b)")))


def report_wrong_exposure(play: Play, command: v.ReportWrongExposure, by: Role) -> Ruling:
    """Mini Baccarat 12.9: everybody may withdraw, whether or not cards have been seen."""
    if play.stage != DEALING or play.window or not play.layout.wagers:
        why = "no round with wagers is under way"
        return Refused("no_wagers_to_withdraw", play.cite("12.9"), why)
    if command.hand not in (PLAYER, BANKER):
        why = f"{command.hand} is neither player nor banker"
        return Refused("no_such_hand", play.cite("6.3"), why)
    found = v.WrongExposureFound(command.hand, command.person, play.cite("12.9"))
    return accept(found, e.WithdrawalOffered(play.cite("12.9")))


def keep_wagers(play: Play, command: c.KeepWagers, by: Role) -> Ruling:
    if play.window != "withdrawal":
        return Refused("no_window", play.cite("12.4"), "no withdrawal is on offer")
    if not play.layout.of(command.patron):
        return Refused("no_wager_there", None, f"{command.patron} has no wager on the layout")
    return accept(e.WagersKept(command.patron, play.window_clause))


def resume_round(play: Play, command: v.ResumeRound, by: Role) -> Ruling:
    """When everybody has answered, or at any time by the supervisor's word (MB9)."""
    if play.window != "withdrawal":
        return Refused("no_window", play.cite("12.4"), "no withdrawal is on offer")
    silent = {patron for patron, _, _ in play.layout.wagers} - play.kept
    if silent and by not in play.rules.supervisors:
        names = ", ".join(sorted(silent))
        return Refused("answers_outstanding", play.window_clause, f"not answered by {names}")
    closed = v.WindowClosed(play.window_clause)
    if play.layout.wagers:
        return accept(closed)
    return accept(closed, v.RoundBecameNoBet(play.window_clause))


_REPORT: Clause = cite("12.4")

ORDERS: dict[type[c.Command], May] = {
    c.ReportCardToPlayer: May(STAFF, cite("12.1"), report_card_to_player),
    c.ReportExcessCard: May(STAFF, cite("12.3"), report_excess_card),
    v.ReportPlacementError: May(STAFF, _REPORT, report_placement_error),
    c.RebuildRound: May(STAFF, _REPORT, rebuild_round),
    c.AuthoriseVoid: May(SUPERVISORS, _REPORT, authorise_void),
    c.ReportLaterError: May(STAFF, cite("12.5"), report_later_error),
    v.PermitChanges: May(SUPERVISORS, cite("12.6"), permit_changes),
    v.EndChanges: May(SUPERVISORS, cite("12.6"), end_changes),
    v.ReportWrongExposure: May(STAFF, cite("12.9"), report_wrong_exposure),
    c.KeepWagers: May(PATRONS | STAFF, _REPORT, keep_wagers),
    v.ResumeRound: May(DEALERS | SUPERVISORS, _REPORT, resume_round),
}
