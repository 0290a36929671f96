"""The deck of Tournament Canberra Poker: checked, shuffled, cut, counted and replaced."""

from __future__ import annotations

from houseway.equipment.cards import DECK
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.rules import DIRECTOR, Rules, cite
from houseway.games.tournament_canberra_poker.state import BETWEEN, Play
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling


def order_deck_check(play: Play, command: v.OrderDeckCheck, by: Role) -> Ruling:
    return accept(v.DeckCheckOrdered(play.cite("2.4")))


def record_deck_check(play: Play, command: v.RecordDeckCheck, by: Role) -> Ruling:
    if play.deck_check != "ordered":
        return Refused("no_check_ordered", play.cite("2.4"), "the Director has ordered no check")
    return accept(v.DeckChecked(command.cards, play.cite("2.4")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("2.3"), "cards are changed between rounds only")
    for card in command.cards:
        if card not in DECK:
            return Refused("card_impossible", None, f"{card!r} is not a card")
    return accept(e.CardsReplaced(command.cards, play.cite("2.3")))


def confirm_replacement(play: Play, command: c.ConfirmReplacement, by: Role) -> Ruling:
    return preparing.check_replacement(play, by, play.cite("2.3"))


ORDERS: dict[type[c.Command], May] = {
    v.OrderDeckCheck: May(DIRECTOR, cite("2.4"), order_deck_check),
    v.RecordDeckCheck: May(DEALERS, cite("2.4"), record_deck_check),
    c.ReplaceCards: May(DIRECTOR, cite("2.3"), replace_cards),
    c.ConfirmReplacement: May(DEALERS | DIRECTOR, cite("2.3"), confirm_replacement),
}


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the deck, by the rules of an edition."""
    prepared = preparing.orders(rules.shoe)
    del prepared[c.DeclineCut]
    for kind in (c.CheckCards, c.CutCards):  # 2.2 and 5.2: the dealer's own task
        prepared[kind] = prepared[kind]._replace(roles=DEALERS)
    return prepared
