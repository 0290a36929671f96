"""What a patron may choose: insurance and even money, then split, double, draw and stand."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.limits import short_of_chips
from houseway.games.tournament_blackjack import rules, settle
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.play import (
    card_due,
    finished,
    gone,
    interim_due,
    not_dealing,
    pairs_due,
    split_aces,
    turn,
)
from houseway.games.tournament_blackjack.rules import INSURANCE, MOST, cite
from houseway.games.tournament_blackjack.state import Hand, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

InterimChoice = v.Insure | v.CancelInsurance | v.DeclineInsurance | v.TakeEvenMoney
HandChoice = v.Hit | v.Stand | v.Double | v.Split


# Between the deals: Tournament Blackjack 7 and 8


def insure(play: Play, command: v.Insure, by: Role) -> Ruling:
    if isinstance(hand := _hand_at_interim(play, command, play.cite("7.2")), Refused):
        return hand
    if _insurance_of(play, hand):
        sentence = f"{hand.patron} is insured: cancel that first"
        return Refused("already_insured", play.cite("7.1"), sentence)
    most = most_insurance(play, settle.good(play, hand))
    amount = command.amount
    if amount is None:
        held = play.layout.chips[hand.patron] if hand.patron in play.layout.counted else most
        amount = min(most, most_insurance(play, 2 * held)) or most
    if amount <= 0:
        return Refused("amount_not_positive", None, "an insurance must be positive")
    if amount > most:
        sentence = f"{dollar_text(amount)} is more than {dollar_text(most)}, half the wager"
        return Refused("insurance_above_half", play.cite("7.1"), sentence)
    if amount * 2 % play.chips.smallest:
        smallest = dollar_text(play.chips.smallest)
        sentence = f"{dollar_text(amount)} is not a multiple of half a {smallest} chip"
        return Refused("not_in_half_chips", play.cite("7.3"), sentence)
    refused = short_of_chips(play.layout, patron=hand.patron, needed=amount)
    return refused or accept(
        e.WagerPlaced(hand.patron, INSURANCE, amount, hand.box, play.cite("7.2"))
    )


def most_insurance(play: Play, whole: int) -> int:
    """Half of an amount, in half-chips (reading BJ4) that whole cents can hold."""
    unit = play.chips.smallest if play.chips.smallest % 2 == 0 else play.chips.smallest * 2
    return whole // unit * unit // 2


def cancel_insurance(play: Play, command: v.CancelInsurance, by: Role) -> Ruling:
    if isinstance(hand := _hand_at_interim(play, command, play.cite("7.2")), Refused):
        return hand
    stake = _insurance_of(play, hand)
    if not stake:
        return Refused("not_insured", play.cite("7.1"), f"{hand.patron} is not insured")
    why = (play.cite("7.2"),)
    return accept(
        e.WagerWithdrawn(hand.patron, INSURANCE, hand.box, stake, 0, 0, stake, why)
    )  # fmt: skip


def decline_insurance(play: Play, command: v.DeclineInsurance, by: Role) -> Ruling:
    if isinstance(hand := _hand_at_interim(play, command, play.cite("7.2")), Refused):
        return hand
    if _insurance_of(play, hand):
        sentence = f"{hand.patron} is insured: cancel that instead"
        return Refused("already_insured", play.cite("7.1"), sentence)
    return accept(v.InsuranceDeclined(hand.patron, play.cite("7.1")))


def take_even_money(play: Play, command: v.TakeEvenMoney, by: Role) -> Ruling:
    """Reading BJ3: for a blackjack against an ace, and not together with insurance."""
    clause = play.cite("8.1(b)")
    if isinstance(hand := _hand_at_interim(play, command, clause), Refused):
        return hand
    if not settle.has_blackjack(play, hand):
        return Refused("no_blackjack", clause, f"{hand.name} holds no blackjack")
    if _insurance_of(play, hand):
        return Refused("already_insured", clause, f"{hand.patron} must cancel the insurance first")
    return accept(settle.pay_even_money(play, hand))


def _hand_at_interim(play: Play, command: InterimChoice, clause: Clause) -> Hand | Refused:
    """The patron's hand, if insurance and even money are on offer to it."""
    if refused := not_dealing(play, clause):
        return refused
    if not interim_due(play):
        late = play.interim_over
        when = "the subsequent deal has begun" if late else "the initial deal is not settled yet"
        return Refused("no_insurance_now", clause, when)
    if play.rules.value[play.dealer[0]] != rules.ACE:
        no_ace = clause if isinstance(command, v.TakeEvenMoney) else play.cite("7.1")
        card = f"the dealer's card is {play.dealer[0]}, not an ace"
        return Refused("dealer_shows_no_ace", no_ace, card)
    hand = next((each for each in play.hands if each.patron == command.patron), None)
    if hand is None or not play.live(hand):
        return Refused("no_wager_there", None, f"{command.patron} has no hand in play")
    return _not_there(play, hand, command.box) or hand


def _not_there(play: Play, hand: Hand, box: int) -> Refused | None:
    if box not in (0, hand.box):
        sentence = f"{hand.patron} plays in box {hand.box}, not {box}"
        return Refused("box_of_another", play.cite("19.6"), sentence)
    if gone(play, hand):
        why = f"{hand.patron} is not there to decide"
        return Refused("patron_not_there", play.cite("14.7"), why)
    return None


def _insurance_of(play: Play, hand: Hand) -> int:
    return play.layout.wagers.get((hand.patron, hand.box, INSURANCE), 0)


def interim_choices(play: Play, hand: Hand) -> tuple[c.Command, ...]:
    """What a patron may answer to the dealer's ace; a smaller insurance is a patron's to name."""
    patron = hand.patron
    offered = (v.DeclineInsurance(patron), v.Insure(patron), v.TakeEvenMoney(patron))
    return _accepted(play, offered)


def first_to_answer(play: Play) -> Hand | None:
    """Whose answer to the dealer's ace is outstanding; silence is none (reading BJ3)."""
    if play.rules.value[play.dealer[0]] != rules.ACE:
        return None
    for hand in play.hands:
        answered = hand.patron in play.answered or _insurance_of(play, hand)
        if play.live(hand) and not answered and not gone(play, hand):
            return hand
    return None


# On a hand: Tournament Blackjack 9, 10 and 11


def hit(play: Play, command: v.Hit, by: Role) -> Ruling:
    hand = _hand_in_turn(play, command)
    if type(hand) is Refused:
        return hand
    chosen = v.ChoiceMade(hand.patron, hand.box, hand.wager, "hit", play.cite("9.1(c)"))
    return Accepted((chosen,))


def stand(play: Play, command: v.Stand, by: Role) -> Ruling:
    hand = _hand_in_turn(play, command)
    if type(hand) is Refused:
        return hand
    total = play.rules.total(hand.cards)
    if not total.soft and total.points < play.rules.must_draw_below:
        sentence = (
            f"{hand.name} has {total}: it draws until it has {play.rules.must_draw_below} or more"
        )
        return Refused("must_draw", play.cite("9.2(b)"), sentence)
    chosen = v.ChoiceMade(hand.patron, hand.box, hand.wager, "stand", play.cite("9.1(d)"))
    return Accepted((chosen,))


def double(play: Play, command: v.Double, by: Role) -> Ruling:
    """Tournament Blackjack terms: Double. Once more the stake, as first action (reading BJ7)."""
    hand = _hand_in_turn(play, command)
    if type(hand) is Refused:
        return hand
    clause = play.cite("11.3") if hand.split else play.cite("11.1")
    if len(hand.cards) != 2:
        return Refused("not_first_choice", clause, f"{hand.name} has drawn a card already")
    added = settle.good(play, hand)
    if refused := short_of_chips(play.layout, patron=hand.patron, needed=added):
        return refused
    before = play.layout.wagers[hand.key]
    return accept(
        e.WagerChanged(hand.patron, hand.wager, before, before + added, hand.box, clause),
        v.HandDoubled(hand.patron, hand.box, hand.wager, added, clause),
    )


def split(play: Play, command: v.Split, by: Role) -> Ruling:
    """Tournament Blackjack terms: Split. Equal values, ten and pictures alike (reading BJ7)."""
    hand = _hand_in_turn(play, command)
    if type(hand) is Refused:
        return hand
    if len(hand.cards) != 2:
        why = f"{hand.name} has drawn a card already"
        return Refused("not_first_choice", play.cite("10.1"), why)
    first, second = hand.cards
    if play.rules.value[first] != play.rules.value[second]:
        unequal = f"{first} and {second} are not of equal value"
        return Refused("not_equal_in_value", play.cite("10.1"), unequal)
    formed = sum(each.box == hand.box for each in play.hands)
    if formed > len(play.rules.split_hands):
        return Refused("four_hands_formed", play.cite("10.2"), f"box {hand.box} has {formed} hands")
    added, onto = settle.good(play, hand), play.rules.split_hands[formed - 1]
    refused = short_of_chips(play.layout, patron=hand.patron, needed=added)
    return refused or accept(
        e.WagerPlaced(hand.patron, onto, added, hand.box, play.cite("10.1")),
        v.HandSplit(hand.patron, hand.box, hand.wager, onto, play.cite("10.1")),
    )


def _hand_in_turn(play: Play, command: HandChoice) -> Hand | Refused:
    """The hand that is to be decided on, if it is this patron's."""
    if refused := not_dealing(play, play.cite("9.1")):
        return refused
    if not play.interim_over:
        if pairs_due(play):
            return Refused("pairs_first", play.cite("18.14"), "the perfect pairs are settled first")
        sentence = "the initial deal and the interim settlement come first"
        return Refused("initial_deal_first", play.cite("8.1"), sentence)
    hand = turn(play)
    if hand is None or hand.patron != command.patron:
        return _not_in_turn(play, command, hand)
    due = card_due(play, hand)
    if due is None and command.box in (0, hand.box):  # a choice is due, and the patron is there
        return hand
    if due and not gone(play, hand):
        return Refused("card_due", due, f"{hand.name} is due a card first")
    return _not_there(play, hand, command.box) or hand


def _not_in_turn(play: Play, command: HandChoice, whose: Hand | None) -> Refused:
    """Why it is not this patron's turn: the hand that cannot go on, or someone else's turn."""
    mine = [hand for hand in play.hands if hand.patron == command.patron]
    if not mine:
        return Refused("no_wager_there", None, f"{command.patron} has no hand in play")
    hand = mine[-1]
    if finished(play, hand):
        return _hand_finished(play, hand, command)
    waiting = f"it is the turn of {whose.name}" if whose else "the hands are finished"
    return Refused("not_your_turn", play.cite("9.1"), waiting)


def _hand_finished(play: Play, hand: Hand, command: HandChoice) -> Refused:
    count = play.rules.total(hand.cards).points
    if split_aces(play, hand) and isinstance(command, v.Split):
        return Refused("aces_split_once", play.cite("10.2"), "aces are split only once")
    if split_aces(play, hand):
        return Refused("hand_finished", play.cite("10.4"), "split aces get one card each")
    if count > MOST:
        return Refused("hand_finished", play.cite("13.1(d)"), f"{hand.name} has {count}")
    if hand.doubled:
        return Refused("hand_finished", play.cite("11.2"), "a doubled hand gets one card only")
    if count == MOST:
        why = f"{hand.name} has {settle.standing(play, hand)}"
        return Refused("hand_finished", play.cite("9.2(a)"), why)
    return Refused("hand_finished", play.cite("9.1(d)"), f"{hand.name} stands")


def hand_choices(play: Play, hand: Hand) -> tuple[c.Command, ...]:
    """What the rules and the patron's chips allow on a hand (Tournament Blackjack 9.1)."""
    patron = hand.patron
    return _accepted(play, (v.Hit(patron), v.Stand(patron), v.Double(patron), v.Split(patron)))


def _accepted(play: Play, offered: tuple[c.Command, ...]) -> tuple[c.Command, ...]:
    return tuple(
        each
        for each in offered
        if isinstance(ORDERS[type(each)].decide(play, each, Role.PATRON), Accepted)
    )


_CHOOSERS = PATRONS | DEALERS

ORDERS: dict[type[c.Command], May] = {
    v.Insure: May(_CHOOSERS, cite("7.1"), insure),
    v.CancelInsurance: May(_CHOOSERS, cite("7.2"), cancel_insurance),
    v.DeclineInsurance: May(_CHOOSERS, cite("7.1"), decline_insurance),
    v.TakeEvenMoney: May(_CHOOSERS, cite("8.1(b)"), take_even_money),
    v.Hit: May(_CHOOSERS, cite("9.1(c)"), hit),
    v.Stand: May(_CHOOSERS, cite("9.1(d)"), stand),
    v.Double: May(_CHOOSERS, cite("9.1(b)"), double),
    v.Split: May(_CHOOSERS, cite("9.1(a)"), split),
}
