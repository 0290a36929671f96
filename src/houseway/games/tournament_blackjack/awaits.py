"""What a Tournament Blackjack table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.chance import plain_step
from houseway.games.game import Awaits, Pick, betting_sentence, dealers_step, named_hand
from houseway.games.provisions import IMPRACTICAL
from houseway.games.tournament_blackjack import play as shoe
from houseway.games.tournament_blackjack import settle
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.choices import (
    first_to_answer,
    hand_choices,
    interim_choices,
)
from houseway.games.tournament_blackjack.play import (
    Due,
    cutting_card_first,
    destination,
    interim_due,
    pairs_due,
    turn,
    unplayed,
)
from houseway.games.tournament_blackjack.rules import BLACKJACK, PERFECT_PAIRS
from houseway.games.tournament_blackjack.state import (
    BETTING,
    BETWEEN,
    FAULTY,
    SETTLED,
    SPENT,
    Hand,
    Play,
)
from houseway.games.tournament_blackjack.wagering import without_wager
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Tried


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    if play.stage == BETWEEN:
        return _awaits_between(play)
    if play.stage == BETTING:
        return _awaits_wagers(play)
    if play.stage == SETTLED:
        return dealers_step(
            "collect", play.cite("terms: Round of Play"), "put the cards in the rack",
            c.CollectCards(),
        )  # fmt: skip
    return shoe.awaits(play) or _awaits_dealing(play)


def _awaits_between(play: Play) -> Awaits:
    if play.shoe == FAULTY:
        return Awaits(
            "decide", Role.DEALER, play.cite("20.3"),
            "place a cutting card in the failed shoe, or shuffle and cut the cards left in it",
            None, (c.PlaceCuttingCard, v.ShuffleRemaining),
        )  # fmt: skip
    return shoe.awaits(play) or dealers_step(
        "open", play.cite("4.1"), "open betting", c.OpenBetting()
    )


def _awaits_wagers(play: Play) -> Awaits:
    staked = any(wager == BLACKJACK for _, _, wager in play.layout.wagers)
    missing = without_wager(play)
    return Awaits(
        "wagers", Role.PATRON, play.cite("4.1"), betting_sentence(missing),
        c.CallNoMoreBets() if staked and not missing else None,
        (c.PlaceWager, c.ChangeWager, c.WithdrawWager, v.ConfirmNoWager, c.CallNoMoreBets),
    )  # fmt: skip


def _awaits_dealing(play: Play) -> Awaits:
    if due := destination(play):
        return _awaits_card(play, due)
    if pairs_due(play):
        return dealers_step(
            "settle", play.cite("18.12"), "settle the perfect pairs before any choice",
            v.SettlePerfectPairs(), to="perfect pairs",
        )  # fmt: skip
    if interim_due(play):
        return _awaits_interim(play)
    if hand := turn(play) if play.interim_over else None:
        return _awaits_choice(play, hand)
    clause = play.cite("12.1(b)") if unplayed(play) else play.cite("13.1")
    result = settle.result(play, settle.dealer_standing(play))
    return dealers_step(
        "settle", clause, f"settle: {result}", c.SettleWagers(),
        tried=(*_dealer_tried(play), *settle.tried(play)),
    )  # fmt: skip


def _awaits_card(play: Play, due: Due) -> Awaits:
    if play.stock.aside:
        seen = play.stock.aside[0] is not None
        return Awaits(
            "draw", Role.DEALER, play.cite("14.2"), f"the card held goes to {named_hand(due.to)}",
            v.UseHeldCard() if seen else None, (v.UseHeldCard,), to=due.to,
        )  # fmt: skip
    if cutting_card_first(play):
        return dealers_step(
            "shuffle", play.cite("5.4(a)"), "the cutting card is first: shuffle at once",
            c.ReportCuttingCard(),
        )  # fmt: skip
    if not play.stock.source:
        return _awaits_discards(play)
    return Awaits(
        "draw", Role.DEALER, due.clause, f"a card to {named_hand(due.to)}", None, (c.DealCard,),
        to=due.to, tried=_dealer_tried(play) if due.hand is None else (),
    )  # fmt: skip


def _awaits_discards(play: Play) -> Awaits:
    if play.stock.rack:
        return dealers_step(
            "shuffle", play.cite("14.6"), "shuffle the discards to complete the round",
            v.ShuffleDiscards(),
        )  # fmt: skip
    return Awaits(
        "decide", Role.TOURNAMENT_DIRECTOR, play.cite("16.4"),
        "no card is left anywhere: the round cannot go on", None, (c.InvalidateOutcome,),
    )  # fmt: skip


def _awaits_interim(play: Play) -> Awaits:
    """Insurance, even money, early blackjacks. The dealer may go on: silence is no (BJ3)."""
    hand = first_to_answer(play)
    orders = (v.Insure, v.CancelInsurance, v.DeclineInsurance, v.TakeEvenMoney, v.SettleInterim)
    if hand:
        return Awaits(
            "choose", hand.patron, play.cite("7.1"), f"{hand.patron} may insure {hand.name}",
            v.SettleInterim(), orders, to=hand.name, choices=interim_choices(play, hand),
        )  # fmt: skip
    return Awaits(
        "settle", Role.DEALER, play.cite("8.1"), "pay early blackjacks; the subsequent deal begins",
        v.SettleInterim(), orders, to="interim",
    )  # fmt: skip


def _awaits_choice(play: Play, hand: Hand) -> Awaits:
    total = play.rules.total(hand.cards)
    below = not total.soft and total.points < play.rules.must_draw_below
    looked = (
        Tried(play.cite("9.2(a)"), f"{hand.name} has {total}, not 21", applies=False),
        Tried(play.cite("9.2(b)"), f"{hand.name} has {total}", applies=below),
    )
    return Awaits(
        "choose", hand.patron, play.cite("9.1"), f"{hand.patron} has {total} in {hand.name}",
        None, (v.Hit, v.Stand, v.Double, v.Split, v.DeclareAbsent),
        to=hand.name, choices=hand_choices(play, hand), tried=looked,
    )  # fmt: skip


def _dealer_tried(play: Play) -> tuple[Tried, ...]:
    """Rule 12 as it was looked at."""
    if len(play.dealer) < 2:
        return ()
    total = play.rules.total(play.dealer)
    draws = total.points < play.rules.dealer_stands
    facts = f"the dealer {'draws' if draws else 'stands'} on {total}"
    return (Tried(play.cite("12.1(a)"), facts),)


# The facts and decisions that a practice table of Tournament Blackjack needs from outside.

PATRONS = ("Ana", "Ben", "Chen", "Dora", "Eli")
AT_TABLE = 3


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if awaited.choices:
        chosen = awaited.choices[pick(len(awaited.choices))]
        return chosen, Role.TOURNAMENT_DIRECTOR if play.shoe == SPENT else Role.PATRON
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return _deciding(play)
    if awaited.what == "cut" and awaited.who not in set(Role) and pick(3):
        return c.CutCards(play.stock.source // 2, awaited.who), Role.DEALER
    behind = 0
    if awaited.what == "cutting card":
        least, most = play.rules.behind_cutting_card(play.options.decks)
        behind = least + pick(most - least)
    return plain_step(play, awaited, pick, behind=behind)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Everybody at the table wagers or is confirmed not to; then perhaps another patron comes."""
    regulars = [who for who in PATRONS if who not in play.layout.excluded][:AT_TABLE]
    missing = without_wager(play)
    staked = any(wager == BLACKJACK for _, _, wager in play.layout.wagers)
    new = [who for who in regulars if who not in play.layout.idle_rounds]
    if not missing and staked and (not new or pick(2)):
        return _side_wager(play, pick) or (c.CallNoMoreBets(), Role.DEALER)
    waiting = missing or new or regulars
    patron = waiting[pick(len(waiting))]
    if patron in missing and (patron not in regulars or (staked and pick(4) == 0)):
        return v.ConfirmNoWager(patron), Role.DEALER
    amount = _stake(play, patron, BLACKJACK, pick)
    if patron in play.layout.counted and play.layout.chips[patron] < amount:
        return c.BringChips(patron, amount), Role.DEALER
    return c.PlaceWager(patron, BLACKJACK, amount), Role.PATRON


def _side_wager(play: Play, pick: Pick) -> tuple[c.Command, Role] | None:
    if play.options.pairs == "none" or pick(2) == 0:
        return None
    for patron, box, wager in play.layout.wagers:
        amount = _stake(play, patron, PERFECT_PAIRS, pick)
        short = patron in play.layout.counted and play.layout.chips[patron] < amount
        if wager == BLACKJACK and (patron, box, PERFECT_PAIRS) not in play.layout.wagers:
            return None if short else (c.PlaceWager(patron, PERFECT_PAIRS, amount), Role.PATRON)
    return None


def _stake(play: Play, patron: str, wager: str, pick: Pick) -> int:
    unit = play.limits.multiple or 2_00
    steps = (play.limits.minimum_of(wager, patron) + unit - 1) // unit
    return (steps + pick(10)) * unit


def _deciding(play: Play) -> tuple[c.Command, Role]:
    if play.shoe == FAULTY:
        return v.ShuffleRemaining(), Role.DEALER
    return c.InvalidateOutcome(IMPRACTICAL, "no card is left"), Role.TOURNAMENT_DIRECTOR
