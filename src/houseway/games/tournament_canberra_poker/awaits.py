"""What a Tournament Canberra Poker table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import preparing
from houseway.games.game import Awaits, dealers_step, named_hand
from houseway.games.limits import short_of_chips
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.irregularities import possible_counts
from houseway.games.tournament_canberra_poker.play import (
    barred_patron,
    bet_of,
    next_due,
    without_ante,
)
from houseway.games.tournament_canberra_poker.rules import CARDS_IN_HAND
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
