"""One round of Tournament Blackjack: whose card or choice is next, dealing, settling, ending."""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing, shoe_state
from houseway.games.game import Awaits, May, accept
from houseway.games.shoe_state import ShoeRules
from houseway.games.tournament_blackjack import rules, settle
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.rules import (
    AUTOMATED,
    DEALER,
    DIRECTOR,
    INSURANCE,
    MANUAL,
    MOST,
    PERFECT_PAIRS,
    Rules,
    cite,
    cut_order,
)
from houseway.games.tournament_blackjack.state import (
    BETTING,
    BETWEEN,
    DEALING,
    DEVICE,
    FAULTY,
    PLAIN,
    SETTLED,
    SPENT,
    Hand,
    Play,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# The cards of Tournament Blackjack: check, shuffle, cut, cutting card, replacement.

# Who cuts


def cut_clause(play: Play) -> Clause:
    """Why the cut is offered to the one whose turn it is."""
    if not any(patron not in play.prep.declined for patron in cut_order(play)):
        return play.cite("5.2 closing line")
    if play.prep.declined:
        return play.cite("5.2(d)")
    if play.cutting_card_on is None:
        return play.cite("5.2(a)")
    return play.cite("5.2(b)") if play.cutting_card_on else play.cite("5.2(c)")


# Preparing


def _shoe(play: Play) -> ShoeRules:
    return play.rules.by_device if play.shoe == DEVICE else play.rules.by_hand


def step(play: Play) -> preparing.Step:
    return preparing.step(play, _shoe(play))


def may_prepare(play: Play) -> bool:
    """Between rounds, or where a round waits for cards: Tournament Blackjack 5.4(a) and 14.6."""
    return play.stage == BETWEEN or (play.stage == DEALING and step(play) != "ready")


def not_ready(play: Play) -> Refused | None:
    """Why no card can be dealt. A round under way is finished from a faulty shoe (20.3)."""
    shoe = play.shoe
    if shoe == SPENT:
        new = "the automated shoe and its cards must be replaced"
        return Refused("shoe_to_be_replaced", play.cite("20.3 closing line 1"), new)
    if play.replacements_unchecked:
        missing = " and the ".join(sorted(play.replacements_unchecked))
        why = f"the {missing} must check the new cards"
        return Refused("cards_unchecked", play.cite("2.4"), why)
    rules = play.rules.by_device if shoe == DEVICE else play.rules.by_hand
    if shoe == FAULTY or (now := preparing.step(play, rules)) == "ready":
        return None
    clause = play.cite("20.2") if shoe == DEVICE else play.cite("5.1")
    return Refused("cards_not_ready", clause, f"the cards are not ready: {now}")


@cache
def _device_orders(rules: Rules) -> dict[type[c.Command], May]:
    return preparing.orders(rules.by_device, may_prepare)


@cache
def _hand_orders(rules: Rules, decks: int) -> dict[type[c.Command], May]:
    behind = rules.behind_cutting_card(decks)
    return preparing.orders(replace(rules.by_hand, behind=behind), may_prepare)


@cache
def _few_cards_orders(rules: Rules) -> dict[type[c.Command], May]:
    """Reading BJ20: where fewer than two decks are cut, one deck cannot lie on each side."""
    return preparing.orders(replace(rules.by_hand, cut_margin=0), may_prepare)


def _few_cards(play: Play) -> bool:
    return play.stock.source < 2 * play.rules.by_hand.cut_margin


def _prepare(play: Play, command: c.Command, by: Role) -> Ruling:
    """The shared judgement, by rule 5 or, for the automated shoe, by rule 20."""
    if play.shoe in (FAULTY, SPENT):
        failed = "the automated shoe has failed, and that comes first"
        return Refused("shoe_has_failed", play.cite("20.3"), failed)
    if play.shoe == DEVICE:
        may = _device_orders(play.rules).get(type(command))
        if may is None:
            by_device = "cards in the automated shoe are not cut"
            return Refused("no_cut_in_automated_shoe", play.cite("20.1"), by_device)
        return may.decide(play, command, by)
    rules = play.rules
    few = type(command) is c.CutCards and _few_cards(play)
    table = _few_cards_orders(rules) if few else _hand_orders(rules, play.options.decks)
    return table[type(command)].decide(play, command, by)


def cut_cards(play: Play, command: c.CutCards, by: Role) -> Ruling:
    """Tournament Blackjack 5.3, by the one to whom 5.2 offers it; the log keeps who and why."""
    if isinstance(ruling := _prepare(play, command, by), Refused):
        return _by_offer(play, ruling)
    return accept(e.CardsCut(command.patron or by, command.position, cut_clause(play)))


def decline_cut(play: Play, command: c.DeclineCut, by: Role) -> Ruling:
    if isinstance(ruling := _prepare(play, command, by), Refused):
        return _by_offer(play, ruling)
    return accept(e.CutDeclined(command.patron, play.cite("5.2(d)")))


def _by_offer(play: Play, refused: Refused) -> Refused:
    """The same refusal, with the line of 5.2 that offers the cut to someone else."""
    if refused.clause != play.rules.by_hand.cut_offer or refused.code == "not_next":
        return refused
    return Refused(refused.code, cut_clause(play), refused.detail)


def place_cutting_card(play: Play, command: c.PlaceCuttingCard, by: Role) -> Ruling:
    """Tournament Blackjack 5.3; in a shoe that has failed, 20.3(a)."""
    if play.shoe != FAULTY:
        return _prepare(play, command, by)
    clause = play.cite("20.3(a)")
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("20.3"), "the round is completed first")
    least, most = play.rules.behind_in_faulty_shoe
    if not least <= command.behind <= most:
        span = f"{command.behind} behind the cutting card: {least} to {most} are allowed"
        return Refused("cutting_card_misplaced", clause, span)
    return accept(v.FaultyShoeKept(clause), e.CuttingCardPlaced(command.behind, clause))


# The cutting card


def cutting_card_due(play: Play) -> bool:
    """The count says that the next thing out of the shoe is the cutting card."""
    return preparing.cutting_card_due(play) and play.shoe != DEVICE


def shoe_ends(play: Play, clause: Clause) -> e.Event:
    """What follows the cutting card, by its clause: a shuffle, or the end of a shoe that failed."""
    if play.shoe == PLAIN:
        return v.FaultyShoeSpent(play.cite("20.3 closing line 1"))
    return shoe_state.ShuffleDue(clause)


# Replacing cards


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("2.4"), "cards are changed between rounds only")
    if play.shoe in (FAULTY, SPENT):
        failed = "the automated shoe has failed, and that comes first"
        return Refused("shoe_has_failed", play.cite("20.3"), failed)
    for card in command.cards:
        if card not in play.rules.value:
            return Refused("card_impossible", None, f"{card!r} is not a card")
    return accept(e.CardsReplaced(command.cards, play.cite("2.4")))


def confirm_replacement(play: Play, command: c.ConfirmReplacement, by: Role) -> Ruling:
    return preparing.check_replacement(play, by, play.cite("2.4"))


# What is awaited


def awaits(play: Play) -> Awaits | None:
    """What the cards need next, or None when they can be dealt."""
    if play.shoe == SPENT:
        return Awaits(
            "decide", Role.TOURNAMENT_DIRECTOR, play.cite("20.3 closing line 1"),
            "the automated shoe is replaced, and its cards with it", None, (v.ReplaceShoe,),
            choices=(v.ReplaceShoe(MANUAL), v.ReplaceShoe(AUTOMATED)),
        )  # fmt: skip
    if play.replacements_unchecked:
        who = sorted(play.replacements_unchecked)[0]
        return Awaits(
            "check", who, play.cite("2.4"), f"the {who} checks the replacement cards",
            None, (c.ConfirmReplacement,),
        )  # fmt: skip
    if play.shoe == FAULTY:
        return None
    awaited = preparing.awaits(play, _shoe(play))
    if awaited and awaited.what == "cut":
        offered = replace(awaited, clause=cut_clause(play))
        return replace(offered, least=0, most=play.stock.source) if _few_cards(play) else offered
    if awaited and awaited.what == "cutting card":
        least, most = play.rules.behind_cutting_card(play.options.decks)
        return replace(awaited, least=least, most=most)
    return awaited


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the cards, by the rules of an edition."""
    return {
        kind: May(may.roles, may.clause, _prepare)
        for kind, may in _hand_orders(rules, rules.decks[0]).items()
        if kind not in (c.BurnCard, c.ReportCuttingCard)  # reading BJ10: no burn is ordered
    }


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
        return None if play.cards_ready else not_ready(play)
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
    return not_ready(play) or Accepted((opened,))


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
    if stock.source <= play.prep.behind and cutting_card_due(play):
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
    return cutting_card_due(play) and not play.card_out


def cutting_card(play: Play, box: int) -> tuple[e.Event, ...]:
    """The cutting card, if it is next: Tournament Blackjack 5.4(a), the second one so lettered."""
    if not cutting_card_due(play):
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
    return accept(v.CuttingCardDrawn(clause, first), shoe_ends(play, clause))


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
        return accept(ended, shoe_ends(play, play.cite("5.4(a)#2")))
    return Accepted((ended,))


ORDERS: dict[type[c.Command], May] = {
    c.CheckCards: May(DEALERS, cite("2.2"), _prepare),
    c.CutCards: May(PATRONS | STAFF, cite("5.3"), cut_cards),
    c.DeclineCut: May(PATRONS | DEALERS, cite("5.2(d)"), decline_cut),
    c.PlaceCuttingCard: May(DEALERS, cite("5.3"), place_cutting_card),
    c.ReplaceCards: May(DIRECTOR, cite("2.4"), replace_cards),
    c.ConfirmReplacement: May(DEALERS | DIRECTOR, cite("2.4"), confirm_replacement),
    c.OpenBetting: May(DEALERS, cite("4.1"), open_betting),
    c.DealCard: May(DEALERS, cite("6.1"), deal_card),
    v.UseHeldCard: May(DEALERS, cite("14.2"), use_held_card),
    c.ReportCuttingCard: May(DEALERS, cite("5.4"), report_cutting_card),
    v.SettlePerfectPairs: May(DEALERS, cite("18.12"), settle_perfect_pairs),
    v.SettleInterim: May(DEALERS, cite("8.1"), settle_interim),
    c.SettleWagers: May(DEALERS, cite("terms: Dealer"), settle_wagers),
    c.CollectCards: May(DEALERS, cite("terms: Round of Play"), collect_cards),
}
