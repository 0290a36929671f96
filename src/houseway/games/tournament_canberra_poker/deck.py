"""The deck of Tournament Canberra Poker: checked, shuffled, cut, counted and replaced."""

from __future__ import annotations

from houseway.equipment.cards import DECK
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.preparing import ShoeRules
from houseway.games.tournament_canberra_poker import rules
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.rules import DIRECTOR, cite
from houseway.games.tournament_canberra_poker.state import BETWEEN, Play
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

# The deck is checked for the tournament, and shuffled and cut by the dealer for every round.
SHOE = ShoeRules(
    check=cite("2.2"),
    shuffle=cite("5.1"),
    cut=cite("5.2"),
    cut_offer=cite("5.2"),
    cut_margin=rules.CUT_MARGIN,
    cutters=DEALERS,
    offered=lambda play: (),
)


def between_rounds(play: Play) -> bool:
    return play.stage == BETWEEN


def order_deck_check(play: Play, command: v.OrderDeckCheck, by: Role) -> Ruling:
    return accept(v.DeckCheckOrdered(cite("2.4")))


def record_deck_check(play: Play, command: v.RecordDeckCheck, by: Role) -> Ruling:
    if play.deck_check != "ordered":
        return Refused("no_check_ordered", cite("2.4"), "the Director has ordered no check")
    return accept(v.DeckChecked(command.cards, cite("2.4")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", cite("2.3"), "cards are changed between rounds only")
    for card in command.cards:
        if card not in DECK:
            return Refused("card_impossible", None, f"{card!r} is not a card")
    return accept(e.CardsReplaced(command.cards, cite("2.3")))


def confirm_replacement(play: Play, command: c.ConfirmReplacement, by: Role) -> Ruling:
    if by not in play.replacements_unchecked:
        return Refused("nothing_to_check", cite("2.3"), f"no card awaits a check by the {by}")
    return accept(e.ReplacementChecked(by, cite("2.3")))


_PREPARING = preparing.orders(SHOE, between_rounds)

ORDERS: dict[type[c.Command], May] = {
    **{kind: may for kind, may in _PREPARING.items() if kind is not c.DeclineCut},
    c.CheckCards: _PREPARING[c.CheckCards]._replace(roles=DEALERS),  # 2.2: the dealer's own task
    c.CutCards: _PREPARING[c.CutCards]._replace(roles=DEALERS),  # 5.2: nobody is offered the cut
    v.OrderDeckCheck: May(DIRECTOR, cite("2.4"), order_deck_check),
    v.RecordDeckCheck: May(DEALERS, cite("2.4"), record_deck_check),
    c.ReplaceCards: May(DIRECTOR, cite("2.3"), replace_cards),
    c.ConfirmReplacement: May(DEALERS | DIRECTOR, cite("2.3"), confirm_replacement),
}
