"""One round of Tournament Blackjack: whose card or choice is next, dealing, settling, ending."""

from __future__ import annotations

from msgspec import Struct

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.tournament_blackjack import rules, settle, shoe
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.rules import DEALER, INSURANCE, MOST, PERFECT_PAIRS, cite
from houseway.games.tournament_blackjack.state import (
    BETTING,
    BETWEEN,
    DEALING,
    DEVICE,
    FAULTY,
    SETTLED,
    Hand,
    Play,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Where the next card goes


class Due(Struct, frozen=True, gc=False):
    """The next card: to a hand, or to the dealer where `hand` is None."""

    hand: Hand | None
    clause: Clause

    @property
    def to(self) -> str:
        return self.hand.name if self.hand else DEALER

    @property
    def box(self) -> int:
        return self.hand.box if self.hand else 0


def destination(play: Play) -> Due | None:
    """Where the next card goes and by which clause, or None when no card is due."""
    if play.stage != DEALING:
        return None
    return _subsequent_deal(play) if play.interim_over else _initial_deal(play)


def _subsequent_deal(play: Play) -> Due | None:
    """Tournament Blackjack terms: Subsequent Deal. Patrons first, and then the dealer (12.1)."""
    hand = turn(play)
    if hand is not None:
        clause = card_due(play, hand)
        return Due(hand, clause) if clause else None
    return Due(None, play.cite("12.1(a)")) if dealer_draws(play) else None


def _initial_deal(play: Play) -> Due | None:
    """Tournament Blackjack 6.2, clockwise from the first box with a wager.

    Tournament Blackjack terms: Initial Deal. It ends with two cards in each box and one dealer's.
    """
    first: Hand | None = None  # with one card, or to be dealt one after the dealer
    wagers = play.layout.wagers
    for hand in play.hands:
        if hand.key in wagers:
            cards = len(hand.cards)
            if cards == 0:
                return Due(hand, play.cite("6.2(a)"))
            if first is None and (cards == 1 or not play.dealer):
                first = hand
    if first is None:
        return None
    return Due(first, play.cite("6.2(c)")) if play.dealer else Due(None, play.cite("6.2(b)"))


def turn(play: Play) -> Hand | None:
    """Tournament Blackjack 9.1 and 10.3: the first hand that is not finished."""
    wagers = play.layout.wagers
    for hand in play.hands:
        if hand.key in wagers and not finished(play, hand):
            return hand
    return None


def finished(play: Play, hand: Hand) -> bool:
    """Tournament Blackjack 9.2, 10.5: split hands and others alike."""
    if hand.asked or len(hand.cards) < 2:
        return False
    count = hand.points
    if count >= MOST or hand.stood or hand.doubled or (hand.split and split_aces(play, hand)):
        return True
    return gone(play, hand) and count > play.rules.absent_stands_above


def split_aces(play: Play, hand: Hand) -> bool:
    """Tournament Blackjack 10.4: one card on each, and no more."""
    return hand.split and play.rules.value[hand.cards[0]] == rules.ACE


def gone(play: Play, hand: Hand) -> bool:
    """Nobody is there to decide: absent, or excluded in the middle of the round."""
    patron = hand.patron
    return patron in play.absent or patron in play.layout.excluded


def card_due(play: Play, hand: Hand) -> Clause | None:
    """The clause that gives an unfinished hand its next card; None while a choice is due."""
    if hand.asked:
        return play.cite("11.2") if hand.doubled else play.cite("9.1(c)")
    if len(hand.cards) < 2:
        return play.cite("10.4") if split_aces(play, hand) else play.cite("10.3")
    return play.cite("14.7") if gone(play, hand) else None


def dealer_draws(play: Play) -> bool:
    """Tournament Blackjack 12.1: by 12.1(a), unless by 12.1(b) it can change nothing (BJ6)."""
    if len(play.dealer) < 2:
        return play.any_live() or insured(play)
    if play.rules.points(play.dealer) >= play.rules.dealer_stands:
        return False
    for hand in play.hands:  # noqa: SIM110  # asked for every card: a plain loop
        if play.live(hand) and not settle.has_blackjack(play, hand):
            return True
    return False


def insured(play: Play) -> bool:
    return _is_staked(play, INSURANCE)


def _is_staked(play: Play, wager: str) -> bool:
    for _, _, lies in play.layout.wagers:  # noqa: SIM110  # asked for every card: a plain loop
        if lies == wager:
            return True
    return False


def pairs_due(play: Play) -> bool:
    """Tournament Blackjack 18.12: once the initial deal is complete."""
    staked = _is_staked(play, PERFECT_PAIRS)
    return staked and play.stage == DEALING and _initial_deal(play) is None


def interim_due(play: Play) -> bool:
    """Tournament Blackjack 8.1: after the initial deal, and after the perfect pairs (BJ18)."""
    if play.interim_over or play.stage != DEALING or not play.any_live():
        return False
    return _initial_deal(play) is None and not pairs_due(play)


def complete(play: Play) -> bool:
    """Every card and choice that the rules call for has come."""
    if play.interim_over:  # and with it the perfect pairs
        return turn(play) is None and not (play.stage == DEALING and dealer_draws(play))
    return not pairs_due(play) and not interim_due(play) and destination(play) is None


def not_dealing(play: Play, clause: Clause) -> Refused | None:
    """Why nothing can be dealt, chosen or settled just now."""
    if play.stage == DEALING:
        return None if play.cards_ready else shoe.not_ready(play)
    if play.stage == BETTING:
        return Refused("betting_open", play.cite("6.2"), "call no more bets before the first card")
    return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")


# Opening the round


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("4.1"), f"the table is at: {play.stage}")
    if play.shoe == FAULTY:
        failed = "what becomes of the cards left in the automated shoe is decided first"
        return Refused("shoe_has_failed", play.cite("20.3"), failed)
    opened = e.BettingOpened(play.round + 1, play.cite("4.1"))
    return shoe.not_ready(play) or Accepted((opened,))


# Dealing


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """Tournament Blackjack 6.1: the next card of the shoe, face up, to where the rules say."""
    ready = play.cards_ready and play.stage == DEALING
    if not ready and (refused := not_dealing(play, play.cite("6.1"))):
        return refused
    later = play.interim_over
    due = _subsequent_deal(play) if later else _initial_deal(play)
    if due is None:
        return _no_card_due(play)
    card, stock = command.card, play.stock
    if stock.aside:
        return Refused("held_card_first", play.cite("14.2"), "the card held is the next card")
    if card is None:
        return Refused("card_not_named", play.cite("6.1"), "cards are dealt face up: name the card")
    plain = stock.layout and stock.source and stock.out.get(card, stock.decks) < stock.decks
    if not plain and (refused := drawn_wrongly(play, card)):
        return refused
    hand = due.hand
    dealt = e.CardDealt(card, hand.name if hand else DEALER, due.clause)
    then = follows(play, card, due) if later else ()
    if stock.source <= play.prep.behind and shoe.cutting_card_due(play):
        return Accepted((*cutting_card(play, due.box), dealt, *then))
    return Accepted((dealt, *then) if then else (dealt,))


def _no_card_due(play: Play) -> Refused:
    if pairs_due(play):
        return Refused("no_card_due", play.cite("18.12"), "the perfect pairs are settled first")
    if interim_due(play):
        return Refused("no_card_due", play.cite("8.1"), "the interim settlement comes first")
    if hand := turn(play):
        why = f"{hand.patron} decides on {hand.name} first"
        return Refused("no_card_due", play.cite("9.1"), why)
    clause = play.cite("12.1(b)") if unplayed(play) else play.cite("12.1(a)")
    return Refused("no_card_due", clause, "no hand is due another card")


def unplayed(play: Play) -> bool:
    """Has the dealer's hand been left unfinished because it could change nothing?"""
    return play.rules.points(play.dealer) < play.rules.dealer_stands


def drawn_wrongly(play: Play, card: Card | None) -> Refused | None:
    """Why this card cannot have left the shoe now, whatever it is for."""
    stock = play.stock
    if not stock.layout and cutting_card_first(play):
        sentence = "the cutting card comes before the first card of the round"
        return Refused("cutting_card_first", play.cite("5.4(a)"), sentence)
    if not stock.source:
        sentence = "the shoe is empty: shuffle and cut the discards"
        return Refused("shoe_empty", play.cite("14.6"), sentence)
    impossible = stock.why_not(card)
    return Refused("card_impossible", None, impossible) if impossible else None


def cutting_card_first(play: Play) -> bool:
    """Tournament Blackjack 5.4(a): it is the first card to appear for a round."""
    return shoe.cutting_card_due(play) and not play.card_out


def cutting_card(play: Play, box: int) -> tuple[e.Event, ...]:
    """The cutting card, if it is next: Tournament Blackjack 5.4(a), the second one so lettered."""
    if not shoe.cutting_card_due(play):
        return ()
    return (v.CuttingCardDrawn(play.cite("5.4(a)#2"), box),)


def follows(play: Play, card: Card, due: Due) -> tuple[e.Event, ...]:
    """What a card settles at once: a hand above 21, and insurance on the dealer's second card."""
    if due.hand is None:
        second = len(play.dealer) == 1
        lost = second and play.rules.value[card] != rules.TEN
        return tuple(settle.insurance_lost(play)) if lost else ()
    if due.hand.points + play.rules.value[card] <= MOST:
        return ()
    above = play.rules.points([*due.hand.cards, card]) > MOST  # an ace counts one if need be
    return (settle.bust(play, due.hand),) if above else ()


def use_held_card(play: Play, command: v.UseHeldCard, by: Role) -> Ruling:
    """Tournament Blackjack 14.2: a card drawn in error is used as though it were the next."""
    clause = play.cite("14.2")
    if refused := not_dealing(play, clause):
        return refused
    if not play.stock.aside:
        return Refused("no_held_card", clause, "no card is held")
    due = destination(play)
    if due is None:
        return _no_card_due(play)
    card = play.stock.aside[0]
    if card is not None:
        return accept(v.HeldCardUsed(None, due.to, clause), *follows(play, card, due))
    if command.card is None:
        return Refused("card_not_named", play.cite("6.1"), "the card held was not seen: name it")
    if impossible := play.stock.why_not_known(command.card):
        return Refused("card_impossible", None, impossible)
    used = v.HeldCardUsed(command.card, due.to, clause)
    return accept(used, *follows(play, command.card, due))


def report_cutting_card(play: Play, command: c.ReportCuttingCard, by: Role) -> Ruling:
    """Tournament Blackjack 5.4. As a first card it brings a shuffle, and stakes stay (BJ9)."""
    if play.shoe == DEVICE:
        why = "the automated shoe has no cutting card"
        return Refused("no_cutting_card", play.cite("20.1"), why)
    if play.prep.behind < 0 or play.prep.cutting_card_out:
        return Refused("no_cutting_card", play.cite("5.4"), "no cutting card is in the shoe")
    if refused := not_dealing(play, play.cite("5.4")):
        return refused
    if play.card_out:
        due = destination(play)
        hand = turn(play) if play.interim_over else None
        box = due.box if due else hand.box if hand else 0
        return accept(v.CuttingCardDrawn(play.cite("5.4(a)#2"), box))
    first = next((hand.box for hand in play.hands if play.live(hand)), 0)
    clause = play.cite("5.4(a)")
    return accept(v.CuttingCardDrawn(clause, first), shoe.shoe_ends(play, clause))


# Settling and ending the round


def settle_perfect_pairs(play: Play, command: v.SettlePerfectPairs, by: Role) -> Ruling:
    if refused := not_dealing(play, play.cite("18.12")):
        return refused
    if not pairs_due(play):
        why = "there are no perfect pairs to settle"
        return Refused("no_pairs_to_settle", play.cite("18.12"), why)
    return accept(*settle.settle_pairs(play))


def settle_interim(play: Play, command: v.SettleInterim, by: Role) -> Ruling:
    if refused := not_dealing(play, play.cite("8.1")):
        return refused
    if not interim_due(play):
        return Refused("no_interim_now", play.cite("8.1"), "it comes between the two deals, once")
    return Accepted((*settle.pay_blackjacks(play), v.InterimEnded(play.cite("8.1"))))


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    if refused := not_dealing(play, play.cite("13.1")):
        return refused
    if not complete(play):
        why = "cards or choices are still to come"
        return Refused("round_not_complete", play.cite("13.1"), why)
    hands = {hand.name: " ".join(hand.cards) for hand in play.hands}
    hands[DEALER] = " ".join(play.dealer)
    dealer = settle.dealer_standing(play)
    clause = play.cite("12.1(b)" if dealer.points < play.rules.dealer_stands else "13.1")
    announced = e.ResultAnnounced(settle.result(play, dealer), hands, clause)
    return Accepted((announced, *settle.settle_hands(play, dealer)))


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """The round ends; what follows depends on the shoe and on the cutting card."""
    clause = play.cite("terms: Round of Play")
    if play.stage != SETTLED:
        return Refused("round_not_settled", clause, "settle first")
    ended = e.RoundEnded(play.round, clause)
    if play.shoe == DEVICE:
        return accept(ended, v.CardsReturned(play.cite("20.2")))
    if play.prep.cutting_card_out:
        return accept(ended, shoe.shoe_ends(play, play.cite("5.4(a)#2")))
    return Accepted((ended,))


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("4.1"), open_betting),
    c.DealCard: May(DEALERS, cite("6.1"), deal_card),
    v.UseHeldCard: May(DEALERS, cite("14.2"), use_held_card),
    c.ReportCuttingCard: May(DEALERS, cite("5.4"), report_cutting_card),
    v.SettlePerfectPairs: May(DEALERS, cite("18.12"), settle_perfect_pairs),
    v.SettleInterim: May(DEALERS, cite("8.1"), settle_interim),
    c.SettleWagers: May(DEALERS, cite("terms: Dealer"), settle_wagers),
    c.CollectCards: May(DEALERS, cite("terms: Round of Play"), collect_cards),
}
