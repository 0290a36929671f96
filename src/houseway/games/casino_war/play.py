"""One round of Casino War: betting, the deal, the settlements; the choices are in `choices`."""

from __future__ import annotations

from typing import Literal

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction, preparing
from houseway.games.casino_war import cards, settle
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.places import DEALER, place_name
from houseway.games.casino_war.rules import DEVICE, EQUAL, INITIAL, TIE, WAR, cite
from houseway.games.casino_war.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.games.game import May, accept
from houseway.games.shoe_state import ShuffleDue
from houseway.games.wagering import closing
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

Step = Literal["deal", "return", "ties", "initials", "choose", "war", "final", "collect"]


# Where the round is


def step(play: Play) -> Step:
    """What the round under way needs next; all of it follows from the cards and the wagers."""
    if not play.layout.wagers:
        return "collect"
    if not play.hands.get(DEALER):
        return "deal"
    if play.options.source == DEVICE and not play.rack_returned:
        return "return"
    if settle.is_staked(play, TIE):
        return "ties"
    if settle.decided(play):
        return "initials"
    if choosing(play):
        return "choose"
    return "war" if war_destination(play) else "final"


def tied(play: Play) -> list[int]:
    """The boxes whose first card equals the dealer's, from the dealer's left."""
    return [box for box in play.areas if play.hand(box) and settle.standing(play, box) == EQUAL]


def choosing(play: Play) -> list[int]:
    """The tied boxes whose patron has still to choose, from the dealer's left (8.2.4)."""
    at_war = settle.boxes_with(play, WAR)
    return [
        box
        for box in settle.boxes_with(play, INITIAL)
        if box not in at_war and settle.standing(play, box) == EQUAL
    ]


def destination(play: Play) -> tuple[str, Clause] | None:
    """Where the next card goes and by which clause, or None when no card is due."""
    if play.stage == BETTING:
        boxes = [box for _, box, wager in play.layout.wagers if wager == INITIAL]
        return (place_name(min(boxes)), play.cite("7.1")) if boxes else None
    if play.stage != DEALING:
        return None
    if not play.hands.get(DEALER) and play.layout.wagers:
        return place_name(_without_card(play)), play.cite("7.1")
    return war_destination(play) if step(play) == "war" else None


def _without_card(play: Play) -> int:
    """The first box from the dealer's left that awaits a card; after all of them the dealer."""
    wagers, hands = play.layout.wagers, play.hands
    for box, patron in play.areas.items():
        if (patron, box, INITIAL) in wagers and not hands.get(box):
            return box
    return DEALER


def war_destination(play: Play) -> tuple[str, Clause] | None:
    """Casino War 9.2: a card to each War Wager from the left, then one to the dealer."""
    at_war = settle.boxes_with(play, WAR)
    for box in at_war:
        if len(play.hand(box)) == 1:
            return place_name(box), play.cite("9.2.1")
    if at_war and len(play.hand(DEALER)) == 1:
        return place_name(DEALER), play.cite("9.2.2")
    return None


def stopped(play: Play) -> Refused | None:
    """Why nothing goes on just now, whatever it is."""
    if not (play.malfunction.phase or play.held_round or play.check_due or play.to_notify):
        return None
    if play.malfunction.phase:
        return malfunction.stopped(play, play.rules.malfunction)
    if play.held_round:
        return Refused(
            "round_held", play.cite("11.6"), f"round {play.held_round} is waiting for a ruling"
        )
    if play.check_due:
        return Refused("check_due", play.check_due, "check the cards first")
    if play.to_notify:
        missing = " and ".join(play.to_notify)
        return Refused("notification_owed", play.cite("11.17.4"), f"not yet notified: {missing}")
    return None


def not_dealing(play: Play, clause: Clause) -> Refused | None:
    """Why nothing can be chosen or settled just now."""
    if play.stage != DEALING:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    if refused := stopped(play):
        return refused
    waiting = preparing.step(play, play.rules.shoe)
    if waiting != "ready":
        return Refused("cards_not_ready", play.cite("11.7"), f"the cards are not ready: {waiting}")
    return None


# Opening


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("10.4"), f"the table is at: {play.stage}")
    if refused := stopped(play):
        return refused
    waiting = preparing.step(play, play.rules.shoe)
    if waiting != "ready":
        clause = play.cite("4.9") if waiting == "burn" else play.cite("4.1")
        return Refused("cards_not_ready", clause, f"the cards are not ready: {waiting}")
    return Accepted((e.BettingOpened(play.round + 1, play.cite("5.3")),))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Casino War 7.1: the dealer may call it; wagers are locked by the first card (A-07)."""
    clause = play.cite("7.1")
    again = Refused("already_called", clause, "no more bets has been called")
    called = again if play.called and play.layout.wagers else None
    return closing(play, clause, called, call=e.NoMoreBetsCalled)


# Dealing


def not_drawing(play: Play) -> Refused | None:
    """Why no card can leave the source just now."""
    if play.stage not in (BETTING, DEALING):
        return Refused("no_round_under_way", play.cite("7.1"), f"the table is at: {play.stage}")
    if refused := stopped(play):
        return refused
    waiting = preparing.step(play, play.rules.shoe)
    if waiting != "ready":
        return Refused("cards_not_ready", play.cite("4.1"), f"the cards are not ready: {waiting}")
    return None


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """Casino War 7.1 and 9.2: the next card, face up, to the place that the rules say."""
    if refused := not_drawing(play):
        return refused
    due = destination(play)
    if due is None:
        return _none_due(play)
    stock, card, (to, clause) = play.stock, command.card, due
    if stock.aside and kept_card_usable(play):
        kept = "the card kept under the source comes first"
        return Refused("kept_card_first", play.cite("11.4"), kept)
    cutting_card = stock.source <= play.prep.behind and cards.cutting_card_due(play)
    if cutting_card and play.stage == BETTING:
        first = "the cutting card is next: report it, and shuffle before the round"
        return Refused("cutting_card_first", play.cite("4.1.2"), first)
    if stock.source == 0:
        return Refused("cards_run_out", play.cite("11.7"), "no card is left: take the rack")
    if card is None:
        return Refused("card_not_named", clause, "cards are dealt face up: name the card")
    if impossible := stock.why_not(card):
        return Refused("card_impossible", None, impossible)
    dealt = e.CardDealt(card, to, clause)
    if cutting_card:
        return Accepted((v.CuttingCardCame(play.cite("4.1.3"), to), dealt))
    return Accepted((dealt,))


def _none_due(play: Play) -> Refused:
    if play.stage == BETTING:
        return Refused("no_wagers", play.cite("11.5"), "no Initial Wager is on the layout")
    clause = play.cite("7.2") if step(play) == "return" else play.cite("9.1")
    return Refused("no_card_due", clause, f"no card is due: the round is at: {step(play)}")


def kept_card_usable(play: Play) -> bool:
    """A card waits under the source and is the next one: 11.2 at once, 11.4 in the next round."""
    return bool(play.stock.aside) and play.kept_from <= play.round


def use_kept_card(play: Play, command: c.UseKeptCard, by: Role) -> Ruling:
    if refused := not_drawing(play):
        return refused
    due = destination(play)
    if due is None:
        return _none_due(play)
    if not kept_card_usable(play):
        return Refused("no_kept_card", play.cite("11.4"), "no card is kept for this moment")
    seen = play.stock.aside[0]
    if seen is not None and command.card not in (None, seen):
        return Refused("card_impossible", None, f"the kept card is {seen}")
    card = seen or command.card
    if card is None:
        return Refused("card_not_named", due[1], "cards are dealt face up: name the card")
    if impossible := play.stock.why_not_known(card) if seen is None else None:
        return Refused("card_impossible", None, impossible)
    return accept(e.KeptCardUsed(card, due[0], play.kept_by or due[1]))


def report_cutting_card(play: Play, command: c.ReportCuttingCard, by: Role) -> Ruling:
    """First of a round: shuffle before it (4.1.2, CW-10). Later: when the round is over (4.1.3)."""
    if play.device:
        why = "a shuffling device has no cutting card"
        return Refused("no_cutting_card", play.cite("4.7"), why)
    if play.prep.behind < 0 or play.prep.cutting_card_out:
        return Refused("no_cutting_card", play.cite("4.6"), "no cutting card is in the shoe")
    if play.stage in (BETWEEN, BETTING):
        first = play.cite("4.1.2")
        return accept(v.CuttingCardCame(first, ""), ShuffleDue(first))
    due = destination(play)
    return accept(v.CuttingCardCame(play.cite("4.1.3"), due[0] if due else place_name(DEALER)))


# Settling


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """Settle what is due: the Tie Wagers, then won and lost Initial Wagers, or the wars."""
    if refused := not_dealing(play, play.cite("8.1")):
        return refused
    now = step(play)
    if now == "ties":
        return Accepted((*settle.settle_ties(play),))
    if now == "initials":
        boxes = settle.decided(play)
        hands = v.HandsCollected(tuple(reversed(boxes)), play.cite("8.2.3"))
        return Accepted((*settle.settle_initials(play, boxes), hands))
    if now == "final":
        return accept(*settle.settle_wars(play))
    clause = play.cite("7.2") if now == "return" else play.cite("9.1")
    return Refused("nothing_to_settle", clause, f"the round is at: {now}")


# The rack, and the end of the round


def return_rack(play: Play, command: c.ReturnRack, by: Role) -> Ruling:
    """Casino War 7.2: with a device, right after the initial deal (reading CW-13)."""
    if refused := not_dealing(play, play.cite("7.2")):
        return refused
    if step(play) != "return":
        return Refused("not_next", play.cite("7.2"), f"the round is at: {step(play)}")
    return Accepted((e.RackReturned(play.cite("7.2")),))


def refill(play: Play, command: v.RefillFromRack, by: Role) -> Ruling:
    """Casino War 11.7: cards on the layout stay out of it (reading CW-12)."""
    if refused := not_drawing(play):
        return refused
    if destination(play) is None or play.stock.source or kept_card_usable(play):
        return Refused("cards_are_left", play.cite("11.7"), "the next card can still be dealt")
    return accept(v.RefillBegun(play.cite("11.7")))


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """Casino War 10.4: the layout is cleared; then 4.1.3 and what was left out are made good."""
    if play.stage not in (DEALING, SETTLED) or step(play) != "collect":
        return Refused("round_not_settled", play.cite("10.4"), "settle first")
    refused = stopped(play)
    if refused and refused.code == "round_held":
        return refused
    events: list[e.Event] = []
    if play.round not in play.layout.voided:
        events.append(result(play))
    events.append(e.RoundEnded(play.round, play.cite("10.4")))
    if play.shuffle_owed:
        events.append(ShuffleDue(play.shuffle_owed))
    elif play.prep.cutting_card_out:
        events.append(ShuffleDue(play.cite("4.1.3")))
    return Accepted((*events,))


def result(play: Play) -> e.ResultAnnounced:
    """The dealer's cards and every hand, as announced."""
    hands: dict[str, str] = {}
    for box in (*play.areas, DEALER):
        if held := play.hands.get(box):
            hands[place_name(box)] = " ".join(held)
    shown = " ".join([card[0] for card in play.hand(DEALER)]) or "no card"
    return e.ResultAnnounced(f"dealer {shown}", hands, play.cite("1.1 round of play"))


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("5.3"), open_betting),
    c.CallNoMoreBets: May(DEALERS, cite("7.1"), call_no_more_bets),
    c.DealCard: May(DEALERS, cite("7.1"), deal_card),
    c.UseKeptCard: May(DEALERS, cite("11.4"), use_kept_card),
    c.ReportCuttingCard: May(DEALERS, cite("4.1.3"), report_cutting_card),
    c.SettleWagers: May(DEALERS, cite("8.1"), settle_wagers),
    c.ReturnRack: May(DEALERS, cite("7.2"), return_rack),
    v.RefillFromRack: May(DEALERS, cite("11.7"), refill),
    c.CollectCards: May(DEALERS, cite("10.4"), collect_cards),
}
