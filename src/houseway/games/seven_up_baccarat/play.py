"""One coup of 7-Up Baccarat: betting opened, cards dealt and announced, wagers settled, cleared."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.permitted import (
    betting_closed,
    interrupted,
    no_coup_under_way,
    returned,
)
from houseway.games.seven_up_baccarat.rules import (
    ASSISTANT_GAMING_MANAGERS,
    BANKER,
    PLAYER,
    SUPER_SEVENS,
    cite,
    count_name,
)
from houseway.games.seven_up_baccarat.settle import hands_text, settle
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.games.seven_up_baccarat.wagering import over_the_limits
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Opening a coup


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    """7-Up Baccarat 7.1: "place your bets"; the announcement may go without saying."""
    if play.stage != BETWEEN:
        return Refused("coup_under_way", play.cite("7.1"), f"the table is at: {play.stage}")
    if play.no_bet_reason:
        return Refused("no_bet_coup_due", play.no_bet_reason, "the next coup is a no-bet coup")
    refused = malfunction.stopped(play, play.rules.malfunction) or betting_closed(play)
    return refused or accept(e.BettingOpened(play.round + 1, play.cite("7.1")))


def agree_no_bet(play: Play, command: c.AgreeNoBetCoup, by: Role) -> Ruling:
    if command.patron not in play.layout.idle_rounds:
        return Refused("not_at_table", play.cite("7.4"), f"{command.patron} is not at the table")
    return accept(e.NoBetCoupAgreed(command.patron, play.cite("7.4")))


def permit_no_bet(play: Play, command: v.PermitNoBetCoups, by: Role) -> Ruling:
    """7-Up Baccarat 7.4: one or more, if everybody at the table agrees."""
    if not no_coup_under_way(play):
        return Refused("coup_under_way", play.cite("7.4"), "a coup is under way")
    if command.coups < 1:
        return Refused("amount_not_positive", None, "a permission is for one coup or more")
    missing = set(play.layout.idle_rounds) - play.no_bet_agreed
    if missing:
        names = ", ".join(sorted(missing))
        return Refused("no_bet_not_agreed", play.cite("7.4"), f"not agreed by {names}")
    return betting_closed(play) or accept(*no_bet_from_now(play, command.coups, play.cite("7.4")))


def no_bet_from_now(play: Play, coups: int, clause: Clause) -> list[e.Event]:
    """So many no-bet coups; one that is open for wagers becomes the first (7-Up Baccarat 12.4)."""
    events: list[e.Event] = [v.NoBetCoupsDue(coups, clause)]
    if play.stage == BETTING:
        events += [
            returned(key, play.layout.wagers, play.cite("12.4")) for key in play.layout.wagers
        ]
        events.append(e.NoBetCoupBegun(play.round, clause))
    return events


def begin_no_bet(play: Play, command: v.BeginNoBetCoup, by: Role) -> Ruling:
    reason = play.no_bet_reason
    if reason is None:
        return Refused("no_bet_not_due", play.cite("7.4"), "the next coup is not a no-bet coup")
    if play.stage != BETWEEN:
        return Refused("coup_under_way", play.cite("7.4"), f"the table is at: {play.stage}")
    refused = malfunction.stopped(play, play.rules.malfunction) or betting_closed(play)
    return refused or accept(e.NoBetCoupBegun(play.round + 1, reason))


# Dealing


def destination(play: Play) -> tuple[str, Clause] | None:
    """Where the next card goes and by which clause, or None when no card is due."""
    out = len(play.player) + len(play.banker)
    if out < 3:
        return play.rules.initial_deal[out], play.cite("7.3")
    if not play.announced or play.hidden:
        return None
    player, banker = play.open_hands()
    return play.rules.drawn_card(player, banker)


def complete(play: Play) -> bool:
    """Every card that the rules call for has come and lies open, and the counts are announced."""
    return play.announced and not play.hidden and destination(play) is None


def _interrupted(play: Play) -> Refused | None:
    if play.malfunction.phase:
        return malfunction.stopped(play, play.rules.malfunction)
    return interrupted(play)


def not_dealing(play: Play, clause: Clause) -> Refused | None:
    """Why no card moves and nothing is settled just now."""
    if refused := _interrupted(play):
        return refused
    if play.window:
        return Refused("window_open", play.cite("12.1.1"), "wagers may still be taken back")
    if play.stage != DEALING:
        return Refused("no_coup_under_way", clause, f"the table is at: {play.stage}")
    return None


def _not_begun(play: Play) -> Refused | None:
    """Why the first card may not be dealt although betting is open."""
    if refused := malfunction.stopped(play, play.rules.malfunction) or betting_closed(play):
        return refused
    if not play.layout.wagers:
        sentence = "no wager is on the layout: a coup without wagers is a no-bet coup"
        return Refused("no_wagers", play.cite("7.4"), sentence)
    return over_the_limits(play)


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """7-Up Baccarat 7.3 and 9: the next card of the device, to the hand that the rules say."""
    first = play.stage == BETTING
    if refused := _not_begun(play) if first else not_dealing(play, play.cite("7.3")):
        return refused
    due = destination(play)
    if due is None:
        return no_card_due(play)
    if play.stock.aside:
        return Refused("kept_card_first", play.cite("12.2"), "a card set aside comes first")
    if refused := wrong_face(play, command.card):
        return refused
    if not play.stock.source:
        return _insufficient(play)
    if impossible := play.stock.why_not(command.card):
        return Refused("card_impossible", None, impossible)
    dealt = e.CardDealt(command.card, due[0], due[1])
    if first:
        return Accepted((e.BettingClosed(play.cite("5.4")), dealt))
    return Accepted((dealt,))


def no_card_due(play: Play) -> Refused:
    """Why no card is due now: cards or counts must be shown first, or the coup has them all."""
    if play.hidden:
        return Refused("cards_face_down", play.cite("8.2.1"), "expose the cards first")
    if not play.announced:
        return Refused("counts_not_announced", play.cite("8.2.2"), "announce both counts first")
    if play.rules.player_count(play.known(PLAYER)[:1]) in play.rules.naturals or (
        play.rules.banker_count(play.known(BANKER)[:2]) in play.rules.naturals
    ):
        return Refused("no_card_due", play.cite("9.2"), "a natural: no more cards are dealt")
    return Refused("no_card_due", play.cite("9.6"), "no further card is due to either hand")


def wrong_face(play: Play, card: Card | None) -> Refused | None:
    """7-Up Baccarat 8.2.1, and 8.3 for a drawn card: one manner for the whole coup."""
    face_up = play.options.deal == "face up"
    if face_up == (card is not None):
        return None
    clause = play.cite("8.2.1") if play.out < 3 else play.cite("8.3")
    if face_up:
        return Refused("card_not_named", clause, "cards are dealt face up here: name the card")
    return Refused("card_is_face_down", clause, "cards are dealt face down here, then exposed")


def _insufficient(play: Play) -> Ruling:
    """7-Up Baccarat 12.6: a device that cannot complete a hand voids the coup."""
    clauses = (play.cite("12.6"), play.cite("1.1 void"))
    return accept(*void_events(play, play.round, "the device is empty", *clauses))


def use_kept_card(play: Play, command: c.UseKeptCard, by: Role) -> Ruling:
    """7-Up Baccarat 12.2 and 12.3: a card set aside comes before any other (reading 7U-05)."""
    first = play.stage == BETTING
    if refused := _not_begun(play) if first else not_dealing(play, play.cite("12.2")):
        return refused
    due = destination(play)
    if due is None or not play.stock.aside:
        return Refused("no_kept_card", play.cite("12.2"), "no kept card is due")
    seen = play.stock.aside[0]
    if seen is None:
        if refused := wrong_face(play, command.card):
            return refused
        if impossible := command.card and play.stock.why_not_known(command.card):
            return Refused("card_impossible", None, impossible)
        used = e.KeptCardUsed(command.card, due[0], play.cite("12.2"))
    else:
        used = e.KeptCardUsed(None, due[0], play.cite("12.3"))
    return accept(e.BettingClosed(play.cite("5.4")), used) if first else accept(used)


def expose_cards(play: Play, command: v.ExposeCards, by: Role) -> Ruling:
    """The cards face down, by the dealer alone (7-Up Baccarat 8.1)."""
    clause = play.cite("8.2.1") if play.out <= 3 else play.cite("8.3")
    if refused := not_dealing(play, clause):
        return refused
    if play.out < 3:
        return Refused("initial_deal_first", clause, "three cards are dealt before any is exposed")
    hidden = play.player.count(None) + play.banker.count(None)
    if len(command.cards) != hidden or not hidden:
        counted = f"{len(command.cards)} cards named, {hidden} lie face down"
        return Refused("wrong_number_of_cards", clause, counted)
    if impossible := play.stock.why_not_all(turned=command.cards):
        return Refused("card_impossible", None, impossible)
    return accept(v.CardsExposed(command.cards, clause))


def announce_counts(play: Play, command: v.AnnounceCounts, by: Role) -> Ruling:
    """7-Up Baccarat 8.2, 8.2.2: Player's count and then Banker's, before any card is drawn."""
    if refused := not_dealing(play, play.cite("8.2.2")):
        return refused
    if play.announced:
        return Refused("counts_announced", play.cite("8.2.2"), "the counts have been announced")
    if play.out < 3 or play.hidden:
        return Refused("cards_face_down", play.cite("8.2.1"), "three cards must lie open first")
    player, banker = play.open_hands()
    announced = v.CountsAnnounced(
        count_name(play.rules.player_count(player[:1])),
        count_name(play.rules.banker_count(banker[:2])),
        play.cite("8.2.2"),
    )
    return Accepted((announced,))


# Settling and clearing


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """7-Up Baccarat 11.1: announce the result, collect the losers, pay the winners."""
    if refused := not_dealing(play, play.cite("11.1")):
        return refused
    if not complete(play):
        super_sevens = any(wager == SUPER_SEVENS for _, _, wager in play.layout.wagers)
        clause = play.cite("10.6") if super_sevens else play.cite("11.1")
        return Refused("coup_not_complete", clause, "cards or counts are still to come")
    player, banker = play.open_hands()
    clause = play.cite("1.1 no bet coup") if play.no_bet else play.cite("11.1")
    result = e.ResultAnnounced(
        play.rules.outcome(player, banker), hands_text(player, banker), clause
    )
    lines = settle(
        play.rules, play.layout.wagers, player, banker, play.limits, play.chips,
        {key: pile.single_use for key, pile in play.tokens.staked.items()},
        tournament=play.options.use == "tournament",
    )  # fmt: skip
    return Accepted((result, *lines))


def return_rack(play: Play, command: c.ReturnRack, by: Role) -> Ruling:
    """7-Up Baccarat 8.4: first the rack goes back into the device (reading 7U-03)."""
    if refused := _interrupted(play):
        return refused
    if play.stage != SETTLED or play.rack_returned:
        return Refused("not_next", play.cite("8.4"), f"the table is at: {play.stage}")
    return Accepted((e.RackReturned(play.cite("8.4")),))


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """7-Up Baccarat 8.4: then the layout goes into the rack, and the coup is over."""
    if refused := _interrupted(play):
        return refused
    if play.stage != SETTLED:
        return Refused("coup_not_settled", play.cite("8.4"), f"the table is at: {play.stage}")
    if not play.rack_returned:
        return Refused("rack_first", play.cite("8.4"), "the rack goes to the device before that")
    return Accepted((e.RoundEnded(play.round, play.cite("1.1 coup")),))


def enter_display(play: Play, command: v.EnterDisplay, by: Role) -> Ruling:
    """7-Up Baccarat 12.9: the display is output; what it shows decides nothing."""
    if play.options.display == "off":
        return Refused("no_display", play.cite("1.1 WRD"), "this table has no results display")
    if play.stage not in (SETTLED, BETWEEN) or not play.round:
        return Refused("no_result_yet", play.cite("1.1 WRD"), "no coup has just been settled")
    if play.round in play.layout.voided:
        return Refused("coup_void", play.cite("1.1 void"), "a void coup has no result to show")
    clause = play.cite("1.1 WRD") if command.result == play.result else play.cite("12.9")
    return accept(v.DisplayEntered(play.round, command.result, clause))


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("7.1"), open_betting),
    c.AgreeNoBetCoup: May(PATRONS | STAFF, cite("7.4"), agree_no_bet),
    v.PermitNoBetCoups: May(ASSISTANT_GAMING_MANAGERS, cite("7.4"), permit_no_bet),
    v.BeginNoBetCoup: May(DEALERS, cite("7.4"), begin_no_bet),
    c.DealCard: May(DEALERS, cite("8.1"), deal_card),
    c.UseKeptCard: May(DEALERS, cite("8.1"), use_kept_card),
    v.ExposeCards: May(DEALERS, cite("8.1"), expose_cards),
    v.AnnounceCounts: May(DEALERS, cite("8.2.2"), announce_counts),
    c.SettleWagers: May(DEALERS, cite("1.1 dealer"), settle_wagers),
    c.ReturnRack: May(DEALERS, cite("8.4"), return_rack),
    c.CollectCards: May(DEALERS, cite("8.4"), collect_cards),
    v.EnterDisplay: May(STAFF, cite("1.1 WRD"), enter_display),
}
