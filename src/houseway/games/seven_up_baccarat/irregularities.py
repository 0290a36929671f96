"""What can go wrong in the dealing of 7-Up Baccarat, and what section 12 does about it."""

from __future__ import annotations

from collections import Counter

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import devices, provisions, tokens
from houseway.games import events as e
from houseway.games.baccarat import laid_by_the_tables
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.provisions import corrections, void_events
from houseway.games.settling import not_on_record, undo_settlements
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import state as i
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.permitted import (
    betting_closed,
    no_coup_under_way,
    without_base,
)
from houseway.games.seven_up_baccarat.play import (
    destination,
    no_bet_from_now,
    no_card_due,
    not_dealing,
)
from houseway.games.seven_up_baccarat.rules import (
    BANKER,
    CASINO_SUPERVISORS,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
    cite,
)
from houseway.games.seven_up_baccarat.settle import hands_text, settle
from houseway.games.seven_up_baccarat.state import BETTING, DEALING, SETTLED, LastCoup, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling

Hand = list[Card | None]
_DECIDED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)


# An error of dealing: 7-Up Baccarat 12.1


def report_doubtful_order(play: Play, command: i.ReportDoubtfulOrder, by: Role) -> Ruling:
    return _hold(play, 0, play.cite("12.1(a)"))


def report_dealing_error(play: Play, command: i.ReportDealingError, by: Role) -> Ruling:
    return _hold(play, command.round, play.cite("12.1(b)"))


def _hold(play: Play, named: int, clause: Clause) -> Ruling:
    """This coup, or the last one as long as the next has no card and the device is not emptied."""
    number = play.round if on_layout(play) else play.last.round if play.last else 0
    if not number or (named and named != number):
        late = "a later coup has begun or the device was emptied: the results stand"
        return Refused("coup_stands", play.cite("12.1.3"), late)
    if play.held_round:
        return Refused("coup_held", clause, f"coup {play.held_round} is held already")
    if number in play.layout.voided:
        return Refused("coup_void", clause, f"coup {number} is void")
    return accept(e.CoupHeld(number, clause))


def on_layout(play: Play) -> bool:
    """Are the cards of the present coup still on the layout?"""
    return play.stage == SETTLED or (play.stage == DEALING and play.out > 0)


def rebuild_coup(play: Play, command: i.RebuildCoup, by: Role) -> Ruling:
    """7-Up Baccarat 12.1.1: the same cards dealt by 7.3 and 9 in the order they left the device."""
    if not play.held_round:
        return Refused("coup_not_held", play.cite("12.1.1"), "report the error first")
    replayed = laid_by_the_tables(play, command.cards, destination, announced=True)
    if replayed is None:
        unseen = "expose the cards that decide who draws"
        return Refused("cards_unseen", play.cite("12.1.1"), unseen)
    if play.held_round == play.round and on_layout(play):
        return _rebuild_on_layout(play, command.cards, *replayed)
    if play.last is None:
        why = "the cards are gone: it can only be voided"
        return Refused("coup_stands", play.cite("12.1.3"), why)
    return _correct_last(play, play.last, command.cards, *replayed)


def _seen(hand: Hand) -> list[Card]:
    return [card for card in hand if card is not None]


def _rebuild_on_layout(
    play: Play, cards: tuple[Card | None, ...], player: Hand, banker: Hand, surplus: Hand
) -> Ruling:
    on_record = (*play.player, *play.banker)
    drawn = not_on_record(play, on_record, cards, play.cite("12.1.1"), "coup")
    if isinstance(drawn, Refused):
        return drawn
    undone = undo_settlements(play, play.cite("12.1.1"))
    rebuilt = i.CoupRebuilt(
        play.round, tuple(player), tuple(banker), drawn, play.cite("12.1.1")
    )  # fmt: skip
    kept: list[e.Event] = [
        i.SurplusCardKept(card, from_layout=True, clause=play.cite("12.2")) for card in surplus
    ]
    if any(card is not None for card in surplus):
        kept.append(v.NoBetCoupsDue(max(1, play.no_bet_due), play.cite("12.3")))
    # Reading 7U-04: the option is for a coup that is not settled yet, and needs wagers.
    offered = play.stage == DEALING and play.layout.wagers and not play.no_bet
    option = [e.WithdrawalOffered(play.cite("12.1.1"))] if offered else []
    return accept(*undone, rebuilt, *kept, *option)


def _correct_last(
    play: Play,
    last: LastCoup,
    cards: tuple[Card | None, ...],
    player: Hand,
    banker: Hand,
    surplus: Hand,
) -> Ruling:
    """Reading 7U-04 (c): it was settled, so its payments are corrected, and nobody withdraws.

    Reading 7U-31: only the cards that were dealt can make it; one still due cannot come now. A
    coup that ended without three open cards is void, and not held.
    """
    if Counter(cards) != Counter(last.cards):
        there = "the coup was dealt with " + " ".join(card or "??" for card in last.cards)
        return Refused("card_left_out", play.cite("12.1.1"), there)
    if play.rules.drawn_card(_seen(player), _seen(banker)):
        short = "a card is still due, and the device has moved on: it can only be voided"
        return Refused("cannot_be_rebuilt", play.cite("12.1.2"), short)
    seen = _seen(player), _seen(banker)
    done = [line for line in play.layout.past[last.round] if isinstance(line, _DECIDED)]
    wagers: dict[Key, int] = {(line.patron, line.box, line.wager): line.stake for line in done}
    single = {key: tokens.staked_in(play, last.round, key).single_use for key in wagers}
    tournament = play.options.use == "tournament"
    right = settle(
        play.rules, wagers, *seen, last.limits, play.chips, single, tournament=tournament
    )
    now = {(line.patron, line.box, line.wager): line for line in right}
    pairs = [(line, now[line.patron, line.box, line.wager]) for line in done]
    result = e.ResultCorrected(
        last.round, play.rules.outcome(*seen), hands_text(*seen), play.cite("12.1.1")
    )
    rebuilt = i.CoupRebuilt(last.round, tuple(player), tuple(banker), (), play.cite("12.1.1"))
    fixed = corrections(play, last.round, pairs, play.cite("12.1.1"))
    return accept(rebuilt, result, *fixed)


def authorise_void(play: Play, command: c.AuthoriseVoid, by: Role) -> Ruling:
    """7-Up Baccarat 12.1.2: what cannot be rebuilt is void, by a casino supervisor's word."""
    if not play.held_round:
        return Refused("coup_not_held", play.cite("12.1.2"), "no coup is waiting for a void")
    clauses = (play.cite("12.1.2"), play.cite("1.1 void"))
    return accept(*void_events(play, play.held_round, "it cannot be rebuilt", *clauses))


def keep_wagers(play: Play, command: c.KeepWagers, by: Role) -> Ruling:
    if not play.window:
        return Refused("no_window", play.cite("12.1.1"), "no withdrawal is on offer")
    if command.patron in play.answered:
        return Refused("answer_given", play.cite("12.1.1"), f"{command.patron} has answered")
    if not play.layout.of(command.patron):
        return Refused("no_wager_there", None, f"{command.patron} has no wager on the layout")
    return accept(e.WagersKept(command.patron, play.cite("12.1.1")))


def resume_coup(play: Play, command: i.ResumeCoup, by: Role) -> Ruling:
    """When everybody has answered, or by a supervisor's word: no answer keeps the wager (7U-04)."""
    if not play.window:
        return Refused("no_window", play.cite("12.1.1"), "no withdrawal is on offer")
    silent = {patron for patron, _, _ in play.layout.wagers} - play.answered
    if silent and by not in play.rules.supervisors:
        names = ", ".join(sorted(silent))
        return Refused("answers_outstanding", play.cite("12.1.1"), f"not answered by {names}")
    closed = i.WithdrawalClosed(play.cite("12.1.1"))
    if play.layout.wagers:
        return accept(closed)
    return accept(closed, v.CoupBecameNoBet(play.cite("12.1.1")))


# Cards dealt in error, found face up, or burned: 7-Up Baccarat 12.2, 12.3, 12.5, 12.10


def report_card_to_player(play: Play, command: i.ReportCardToPlayer, by: Role) -> Ruling:
    """It becomes Banker's third card, or the first card of the next coup (reading 7U-05)."""
    if refused := _cannot_judge(play, command.card, play.cite("12.2")):
        return refused
    if len(play.player) != 1:
        second = "12.2 is for a second card: report a dealing error"
        return Refused("dealing_error", play.cite("12.1(b)"), second)
    due = play.rules.drawn_card(play.known(PLAYER), play.known(BANKER))
    if due and due[0] == PLAYER:
        return Refused("no_error", play.cite("9.3.1"), "the card is due to the Player's Hand")
    if due:
        return accept(e.CardDealt(command.card, BANKER, play.cite("12.2")))
    kept = i.SurplusCardKept(command.card, from_layout=False, clause=play.cite("12.2"))
    if command.card is None:
        return accept(kept)
    return accept(kept, v.NoBetCoupsDue(max(1, play.no_bet_due), play.cite("12.3")))


def report_card_to_banker(play: Play, command: i.ReportCardToBanker, by: Role) -> Ruling:
    """7-Up Baccarat 12.3: seen or not, it opens a no-bet coup."""
    if refused := _cannot_judge(play, command.card, play.cite("12.3")):
        return refused
    due = play.rules.drawn_card(play.known(PLAYER), play.known(BANKER))
    if due and due[0] == PLAYER:
        first = "Player was to draw first: report a dealing error"
        return Refused("dealing_error", play.cite("12.1(b)"), first)
    if due:
        return Refused("no_error", play.cite("9.4.1"), "the card is due to the Banker's Hand")
    kept = i.SurplusCardKept(command.card, from_layout=False, clause=play.cite("12.3"))
    return accept(kept, v.NoBetCoupsDue(max(1, play.no_bet_due), play.cite("12.3")))


def _cannot_judge(play: Play, card: Card | None, clause: Clause) -> Refused | None:
    if refused := not_dealing(play, clause):
        return refused
    if play.out < 3 or play.hidden:
        return Refused("hands_not_open", clause, "both hands must lie open to rule on it")
    impossible = play.stock.why_not(card)
    return Refused("card_impossible", None, impossible) if impossible else None


def report_face_up_card(play: Play, command: c.ReportFaceUpCard, by: Role) -> Ruling:
    """7-Up Baccarat 12.5 once the coup has its first card; before that, 12.3."""
    if impossible := play.stock.why_not(command.card):
        return Refused("card_impossible", None, impossible)
    if no_coup_under_way(play) and (refused := betting_closed(play)):
        return refused
    if play.stage == DEALING:
        if refused := not_dealing(play, play.cite("12.5")):
            return refused
        if play.stock.aside:
            return Refused("kept_card_first", play.cite("12.2"), "a card set aside comes first")
        if play.out >= 3 and (play.hidden or not play.announced):
            return no_card_due(play)
        if due := destination(play):
            clause = play.cite("12.5") if play.out else play.cite("12.3")
            found = i.FaceUpCardFound(command.card, clause)
            return accept(found, e.CardDealt(command.card, due[0], clause))
    kept = i.SurplusCardKept(command.card, from_layout=False, clause=play.cite("12.3"))
    return accept(kept, *no_bet_from_now(play, max(1, play.no_bet_due), play.cite("12.3")))


def report_mistaken_burn(play: Play, command: i.ReportMistakenBurn, by: Role) -> Ruling:
    """7-Up Baccarat 12.10, 1.1 burn/ed: it stays burned for the coup (reading 7U-16)."""
    if not play.prep.burned:
        return Refused("burn_is_due", play.cite("4.4"), "the first card will be burned anyway")
    if impossible := play.stock.why_not(command.card):
        return Refused("card_impossible", None, impossible)
    return accept(i.CardBurnedByMistake(command.card, play.cite("12.10")))


# Cards of 7-Up Baccarat that are missing, foreign, wrongly faced or known; who is told of it.


def order_card_check(play: Play, command: i.OrderCardCheck, by: Role) -> Ruling:
    """7-Up Baccarat 3.9: at any time; play halts before its next step."""
    if play.card_check:
        return Refused("cards_under_check", play.cite("3.9"), "the cards are being checked already")
    return accept(i.CardCheckOrdered(by, play.cite("3.9")))


def order_faced_check(play: Play, command: i.OrderFacedCheck, by: Role) -> Ruling:
    """7-Up Baccarat 12.5.1: more cards may lie face up; only after the coup is complete."""
    if not no_coup_under_way(play):
        return Refused("coup_under_way", play.cite("12.5.1"), "the coup is completed first")
    if play.card_check == "emptied":
        return Refused("cards_under_check", play.cite("12.5.1"), "the device is empty already")
    return accept(i.DeviceEmptied(play.cite("12.5.1")))


def report_complete(play: Play, command: i.ReportCardsComplete, by: Role) -> Ruling:
    if play.card_check != "ordered":
        return Refused("no_check_ordered", play.cite("3.9"), "no check of the cards was ordered")
    return accept(i.CardsComplete(play.cite("3.9")))


def report_missing(play: Play, command: i.ReportMissingCards, by: Role) -> Ruling:
    return _faulty(play, command.cards, "")


def report_foreign(play: Play, command: c.ReportForeignCard, by: Role) -> Ruling:
    return _faulty(play, (), command.what)


def _faulty(play: Play, missing: tuple[Card, ...], foreign: str) -> Ruling:
    """7-Up Baccarat 12.8: the coup is void, the device is emptied, two offices are told.

    7-Up Baccarat 12.8.1: coups completed before stand, and nothing here touches them.
    """
    if play.card_check == "emptied":
        why = "record it with the verified decks"
        return Refused("cards_under_check", play.cite("12.8.3"), why)
    return accept(
        i.FaultyCardsFound(missing, foreign, play.cite("12.8")),
        *_void_coup(
            play, "a card is missing or foreign", play.cite("12.8.2"), play.cite("1.1 void")
        ),
        i.DeviceEmptied(play.cite("12.8.3")),
        *_both_told(play),
    )


def _void_coup(play: Play, reason: str, *clauses: Clause) -> list[e.Event]:
    """A coup begun and not over is void and ends; its cards go with all the others."""
    if play.stage not in (DEALING, SETTLED):
        return []
    ended = e.RoundEnded(play.round, play.cite("1.1 coup"))
    if play.round in play.layout.voided or not on_layout(play):
        return [ended]
    return [*void_events(play, play.round, reason, *clauses), ended]


def _both_told(play: Play) -> list[e.Event]:
    return [
        i.NotificationOwed(office, "the cards", play.cite("12.8.4"))
        for office in (SURVEILLANCE, INSPECTOR)
        if (office, "the cards") not in play.owed
    ]


def verify_decks(play: Play, command: i.VerifyDecks, by: Role) -> Ruling:
    """7-Up Baccarat 12.8.3: what further is found is on record, and is replaced on loading."""
    if play.card_check != "emptied":
        return Refused("device_not_emptied", play.cite("12.8.3"), "the cards are in the device")
    verified = i.DecksVerified(command.missing, command.foreign, play.cite("12.8.3"))
    faulty = command.missing or command.foreign
    return accept(verified, *(_both_told(play) if faulty else []))


def void_device(play: Play, command: i.VoidDevice, by: Role) -> Ruling:
    """7-Up Baccarat 4.5 and reading 7U-15: the order of the cards is known to the patrons."""
    return accept(
        *_void_coup(
            play, "the order of the cards is known", play.cite("4.5"), play.cite("1.1 void")
        ),
        i.DeviceVoided(command.opinion, play.cite("4.5")),
        i.NotificationOwed(INSPECTOR, "the void device", play.cite("4.5")),
    )


def notify(play: Play, command: v.Notify, by: Role) -> Ruling:
    """A notification is on record as sent (reading A-04)."""
    clause = play.rules.notifications.get(command.about)
    if clause is None or command.to not in (SURVEILLANCE, INSPECTOR):
        known = ", ".join(play.rules.notifications)
        return Refused("no_such_notification", None, f"{SURVEILLANCE} or {INSPECTOR}, of {known}")
    asked = (command.to, command.about)
    if command.about != "the restriction" and asked not in play.owed:
        return Refused(
            "nothing_owed", clause, f"{command.to} need not be notified of {command.about}"
        )
    return accept(v.NotificationSent(command.to, command.about, clause))


# Section 14 of 7-Up Baccarat: prohibited devices, invalid outcomes, conduct, disputes, seats.


def log_conduct(play: Play, command: i.LogConduct, by: Role) -> Ruling:
    clause = play.rules.conduct.get(command.rule)
    if clause is None:
        known = ", ".join(play.rules.conduct)
        return Refused("no_such_rule", None, f"{command.rule} is none of {known}")
    return accept(i.ConductLogged(command.person, command.what, clause))


# Sanctions: 7-Up Baccarat 14.3


def void_wagers(play: Play, command: c.VoidWagers, by: Role) -> Ruling:
    """Unsettled wagers only (reading A-14); before the first card others may rest on them."""
    refused = devices.no_device(play.rules.devices, play, command.patron)
    ruling = refused or provisions.void_wagers(play.rules.provisions, play, command, by)
    if isinstance(ruling, Refused) or play.stage != BETTING:
        return ruling
    wagers = play.layout.wagers
    left = {key: stake for key, stake in wagers.items() if key[0] != command.patron}
    return accept(*ruling.events, *without_base(play, left))


ORDERS: dict[type[c.Command], May] = {
    i.ReportDoubtfulOrder: May(STAFF, cite("12.1(a)"), report_doubtful_order),
    i.ReportDealingError: May(STAFF, cite("12.1(b)"), report_dealing_error),
    i.RebuildCoup: May(STAFF, cite("12.1.1"), rebuild_coup),
    c.AuthoriseVoid: May(rules.CASINO_SUPERVISORS, cite("12.1.2"), authorise_void),
    c.KeepWagers: May(PATRONS | STAFF, cite("12.1.1"), keep_wagers),
    i.ResumeCoup: May(DEALERS | SUPERVISORS, cite("12.1.1"), resume_coup),
    i.ReportCardToPlayer: May(STAFF, cite("12.2"), report_card_to_player),
    i.ReportCardToBanker: May(STAFF, cite("12.3"), report_card_to_banker),
    c.ReportFaceUpCard: May(STAFF, cite("12.5"), report_face_up_card),
    i.ReportMistakenBurn: May(STAFF, cite("12.10"), report_mistaken_burn),
    i.OrderCardCheck: May(
        rules.CASINO_SUPERVISORS | {Role.INSPECTOR}, cite("3.9"), order_card_check
    ),
    i.OrderFacedCheck: May(rules.CASINO_SUPERVISORS, cite("12.5.1"), order_faced_check),
    i.ReportCardsComplete: May(STAFF, cite("3.9"), report_complete),
    i.ReportMissingCards: May(STAFF, cite("12.8"), report_missing),
    c.ReportForeignCard: May(STAFF, cite("12.8"), report_foreign),
    i.VerifyDecks: May(STAFF, cite("12.8.3"), verify_decks),
    i.VoidDevice: May(rules.GAMING_MANAGERS, cite("4.5"), void_device),
    v.Notify: May(rules.CASINO_SUPERVISORS, cite("12.8.4"), notify),
    c.VoidWagers: May(CASINO_SUPERVISORS, cite("14.3"), void_wagers),
    i.LogConduct: May(CASINO_SUPERVISORS, cite("14.3"), log_conduct),
}
