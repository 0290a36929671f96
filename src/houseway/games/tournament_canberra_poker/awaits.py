"""What a Tournament Canberra Poker table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import preparing
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick, dealers_step, named_hand
from houseway.games.limits import short_of_chips
from houseway.games.provisions import IMPRACTICAL
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.irregularities import possible_counts
from houseway.games.tournament_canberra_poker.play import (
    barred_patron,
    bet_of,
    next_due,
    without_ante,
)
from houseway.games.tournament_canberra_poker.rules import ANTE, CARDS_IN_HAND
from houseway.games.tournament_canberra_poker.settle import tried
from houseway.games.tournament_canberra_poker.showdown import over, still_to_reveal, uncounted
from houseway.games.tournament_canberra_poker.state import ANTES, BETWEEN, DEALING, Play, hand_in
from houseway.rulebook.roles import Role

_DIRECTOR = Role.TOURNAMENT_DIRECTOR


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    return _awaits_ruling(play) or _awaits_stage(play)


def _awaits_ruling(play: Play) -> Awaits | None:
    if play.held:
        return Awaits(
            "decide", _DIRECTOR, play.cite("11.6"), f"rebuild {play.held}, or declare it void",
            None, (v.RebuildHand, v.DeclareHandLost), to=play.held,
        )  # fmt: skip
    if play.deck_check == "ordered":
        return Awaits(
            "check", Role.DEALER, play.cite("2.4"), "the dealer counts the deck", None,
            (v.RecordDeckCheck,), to="deck",
        )  # fmt: skip
    if barred := barred_patron(play):
        return Awaits(
            "decide", _DIRECTOR, play.cite("14.3(a)"), f"void the wagers of {barred}", None,
            (c.VoidWagers, c.InvalidateOutcome), to=barred,
        )  # fmt: skip
    if play.deck_check == "failed" and play.stage != BETWEEN and not over(play):
        return Awaits(
            "decide", _DIRECTOR, play.cite("2.4"),
            "the deck is not whole: recount or void the round", None,
            (c.InvalidateOutcome, v.OrderDeckCheck),
        )  # fmt: skip
    return None


def _awaits_stage(play: Play) -> Awaits:
    if play.stage == BETWEEN:
        return _awaits_between(play)
    if play.stage == ANTES:
        return _awaits_antes(play)
    if waiting := uncounted(play):
        return _awaits_count(play, waiting[0])
    if over(play):
        return dealers_step(
            "collect", play.cite("terms: Round of Play"), "put the cards in the rack",
            c.CollectCards(),
        )  # fmt: skip
    if play.stage == DEALING:
        return _awaits_card(play)
    for box, patron in play.undecided().items():
        return _awaits_decision(play, box, patron)
    return _awaits_showdown(play)


def _awaits_between(play: Play) -> Awaits:
    if play.deck_check:
        return Awaits(
            "decide", _DIRECTOR, play.cite("2.4"),
            "the deck is not whole: replace cards or count again", None,
            (c.ReplaceCards, v.OrderDeckCheck),
        )  # fmt: skip
    if check := preparing.awaits_check(play, play.cite("2.3")):
        return check
    if cards := preparing.awaits(play, play.rules.shoe):
        return cards
    return dealers_step("open", play.cite("4.1"), "open betting", c.OpenBetting())


def _awaits_antes(play: Play) -> Awaits:
    """Antes come until the first card, which nobody's missing ante may precede."""
    orders = (
        c.PlaceWager, c.ChangeWager, c.WithdrawWager, v.ConfirmNoAnte, c.DealCard, v.DealHands,
    )  # fmt: skip
    missing = without_ante(play)
    if missing or not play.layout.wagers:
        said = f"{missing[0]} places an ante" if missing else "place the antes"
        return Awaits("wagers", Role.PATRON, play.cite("4.1"), said, None, orders)
    said = "antes may change until the first card"
    return Awaits("wagers", Role.PATRON, play.cite("4.4"), said, c.DealCard(), orders)


def _awaits_card(play: Play) -> Awaits:
    due = next_due(play)
    if due is None or not play.stock.source:
        return Awaits(
            "decide", _DIRECTOR, play.cite("14.4"), "the shoe is empty: the round cannot go on",
            None, (c.InvalidateOutcome,),
        )  # fmt: skip
    how = "face up" if due.face_up else "face down"
    return Awaits(
        "draw", Role.DEALER, due.clause, f"a card {how} to {named_hand(due.hand)}",
        None if due.face_up else c.DealCard(), (c.DealCard, v.DealHands, v.ReportExposedCard),
        to=due.hand,
    )  # fmt: skip


def _awaits_decision(play: Play, box: int, patron: str) -> Awaits:
    """A patron may decide without looking, but is first given the time to."""
    orders = (v.PickUpCards, v.PlaceBet, v.Fold)
    if hand_in(box) not in play.picked_up:
        return Awaits(
            "look", patron, play.cite("7.1"), f"{patron} picks up {hand_in(box)}", None, orders,
            to=hand_in(box),
        )  # fmt: skip
    bet = bet_of(play, box, patron)
    choices: tuple[c.Command, ...] = (v.PlaceBet(patron, bet), v.Fold(patron))
    said = f"{patron} bets twice the ante or folds"
    if short_of_chips(play.layout, patron=patron, needed=bet):
        choices, said = choices[1:], f"{patron} has not the chips for a bet and folds"
    return Awaits("choose", patron, play.cite("7.1"), said, None, orders, hand_in(box), choices)


def _awaits_showdown(play: Play) -> Awaits:
    for hand in still_to_reveal(play):
        known = tuple(play.known(hand))
        command = v.RevealHand(hand, known) if len(known) == CARDS_IN_HAND else None
        return Awaits(
            "expose", Role.DEALER, play.cite("9.1"), f"reveal the cards of {named_hand(hand)}",
            command, (v.RevealHand, v.CountHand), to=hand, tried=tried(play),
        )  # fmt: skip
    return dealers_step(
        "settle", play.cite("9.2"), "settle the antes and bets", c.SettleWagers(), tried=tried(play)
    )


def _awaits_count(play: Play, hand: str) -> Awaits:
    clause = play.cite("7.4") if hand in play.folded else play.cite("9.7")
    least, most = possible_counts(play, hand)
    return Awaits(
        "check", Role.DEALER, clause, f"count the cards of {named_hand(hand)}", None,
        (v.CountHand,), to=hand, least=least, most=most,
    )  # fmt: skip


# The facts and decisions that a practice table of Tournament Canberra Poker needs from outside.

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with cards from the unseen ones or a plain decision."""
    if awaited.what == "wagers":
        return _antes(play, pick)
    if awaited.what == "decide":
        return _ruling(awaited, pick), Role.TOURNAMENT_DIRECTOR
    if awaited.what == "look":
        return v.PickUpCards(awaited.who, _hand(play, awaited.to, pick)), Role.DEALER
    if awaited.what == "choose":
        return awaited.choices[pick(len(awaited.choices))], Role.PATRON
    if awaited.what == "check":
        return _check(play, awaited)
    if awaited.what == "expose":
        return v.RevealHand(awaited.to, _hand(play, awaited.to, pick)), Role.DEALER
    return plain_step(play, awaited, pick)


def _hand(play: Play, hand: str, pick: Pick) -> tuple[Card, ...]:
    hidden = play.hands[hand].count(None)
    return (*play.known(hand), *unseen_cards(play.stock, hidden, pick))


def _antes(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Everybody at the table antes, or now and then sits a round out; then the dealer deals."""
    placed, missing = set(play.antes().values()), without_ante(play)
    full = len(placed) == play.options.boxes
    if missing:
        able = _can_ante(play, missing[0]) and not full
        if able and (not placed or pick(6)):
            return _ante(play, missing[0], pick), Role.PATRON
        return v.ConfirmNoAnte(missing[0]), Role.DEALER
    absent = [who for who in PATRONS if who not in placed and _can_ante(play, who)]
    if absent and not full and (not placed or pick(2)):
        return _ante(play, absent[pick(len(absent))], pick), Role.PATRON
    if placed:
        return c.DealCard(), Role.DEALER
    newcomer = _welcome(play)[0]
    return c.BringChips(newcomer, 100 * _least(play, newcomer)), Role.DEALER


def _least(play: Play, patron: str) -> int:
    """The lowest ante on the multiples of the sign."""
    unit = play.limits.multiple or 1_00
    return -(-play.limits.minimum_of(ANTE, patron) // unit) * unit


def _can_ante(play: Play, patron: str) -> bool:
    broke = short_of_chips(play.layout, patron=patron, needed=_least(play, patron))
    return patron not in play.layout.excluded and not broke


def _welcome(play: Play) -> list[str]:
    return [who for who in (*PATRONS, "Dora", "Eli") if who not in play.layout.excluded]


def _ante(play: Play, patron: str, pick: Pick) -> c.Command:
    least = _least(play, patron)
    amount = least + pick(4) * (play.limits.multiple or 1_00)
    short = short_of_chips(play.layout, patron=patron, needed=amount)
    return c.PlaceWager(patron, ANTE, least if short else amount)


def _ruling(awaited: Awaits, pick: Pick) -> c.Command:
    kind = awaited.commands[pick(len(awaited.commands))]
    if kind in (v.RebuildHand, v.DeclareHandLost, c.VoidWagers):
        return kind(awaited.to)
    if kind is c.InvalidateOutcome:
        return kind(IMPRACTICAL, "the deck is not whole")
    return kind()


def _check(play: Play, awaited: Awaits) -> tuple[c.Command, Role]:
    if v.CountHand in awaited.commands:
        return v.CountHand(CARDS_IN_HAND, awaited.to), Role.DEALER
    if v.RecordDeckCheck in awaited.commands:
        return v.RecordDeckCheck(play.rules.cards_in_deck), Role.DEALER
    return awaited.commands[0](), Role(awaited.who)
