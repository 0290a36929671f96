"""The cards before a coup: shuffled, riffled, cut, loaded, replaced; and the cutting card."""

from __future__ import annotations

import msgspec

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.shoe_state import ShoeRules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import CASINO_SUPERVISOR, cite
from houseway.games.three_card_baccarat.state import BETTING, BETWEEN, DEALING, Play
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def no_coup(play: Play) -> bool:
    """Three Card Baccarat 1.1 coup: it begins with its first card, so betting is before it."""
    return play.stage in (BETWEEN, BETTING)


def may_prepare(play: Play) -> bool:
    """Between coups, or in the midst of one that goes on from a shoe (13.5.3)."""
    return no_coup(play) or (
        play.stage == DEALING and preparing.step(play, play.rules.shoe) != "ready"
    )


def _shoe(play: Play) -> ShoeRules:
    return msgspec.structs.replace(play.rules.shoe, between_rounds=may_prepare)


def cutting_card_due(play: Play) -> bool:
    return preparing.cutting_card_due(play) and play.in_shoe


def shuffle_cards(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    """Three Card Baccarat 4.9: a shuffling device shuffles the cards put into it."""
    ruling = preparing.shuffle(_shoe(play), play, command, by)
    if play.in_shoe or isinstance(ruling, Refused):
        return ruling
    return accept(e.CardsShuffled("by device", play.cite("4.9")))


def shuffle_by_hand_first(play: Play, command: v.ShuffleByHandFirst, by: Role) -> Ruling:
    if play.in_shoe:
        shoe = "cards of a card shoe are shuffled by hand anyway"
        return Refused("no_shuffling_device", play.cite("4.10"), shoe)
    if preparing.step(play, play.rules.shoe) != "shuffle":
        return Refused("not_next", play.cite("4.10"), "the cards are in the shuffling device")
    return accept(v.HandShuffleLogged(play.cite("4.10")))


def load_preshuffled(play: Play, command: c.LoadPreshuffledCards, by: Role) -> Ruling:
    if play.stage == DEALING:
        same = "the coup is finished with the cards of the shuffling device, shuffled and cut"
        return Refused("coup_under_way", play.cite("13.5.3"), same)
    return preparing.load(_shoe(play), play, command, by)


def decline_cut(play: Play, command: c.DeclineCut, by: Role) -> Ruling:
    """Three Card Baccarat 4.4: the offer goes on clockwise."""
    if isinstance(ruling := preparing.decline(_shoe(play), play, command, by), Refused):
        return ruling
    return accept(e.CutDeclined(command.patron, play.cite("4.4")))


def cut_cards(play: Play, command: c.CutCards, by: Role) -> Ruling:
    if not play.in_shoe:
        why = "cards of a shuffling device are not cut"
        return Refused("device_not_cut", play.cite("4.9"), why)
    return preparing.cut(_shoe(play), play, command, by)


def cutting_card_appears(play: Play, command: c.ReportCuttingCard, by: Role) -> Ruling:
    """Three Card Baccarat 4.7: the coup is completed. 4.8: before its first card, it is the last.

    Reading 3C-12: the cutting card is not the first card, so wagers stay open.
    """
    if not play.in_shoe or play.prep.behind < 0 or play.prep.cutting_card_out:
        return Refused("no_cutting_card", play.cite("4.7"), "no cutting card is in the shoe")
    if no_coup(play):
        return accept(
            e.CuttingCardAppeared(play.cite("4.8")), v.LastCoupAnnounced(play.cite("4.8"))
        )
    return accept(e.CuttingCardAppeared(play.cite("4.7")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """Three Card Baccarat 3.9: at the end of a shoe. 3.10: when unfit, with no coup in progress."""
    if not no_coup(play):
        return Refused("round_under_way", play.cite("3.10"), "a coup is in progress")
    if command.cards:
        return Refused("all_cards", play.cite("3.10"), "the cards are replaced all together")
    spent = play.round > 0 and not play.prep.shuffled
    return accept(e.CardsReplaced((), play.cite("3.9") if spent else play.cite("3.10")))


ORDERS: dict[type[c.Command], May] = {
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle_cards),
    c.LoadPreshuffledCards: May(DEALERS, cite("3.6"), load_preshuffled),
    c.DeclineCut: May(PATRONS | STAFF, cite("4.4"), decline_cut),
    c.CutCards: May(PATRONS | STAFF, cite("4.5"), cut_cards),
    v.ShuffleByHandFirst: May(DEALERS, cite("4.10"), shuffle_by_hand_first),
    c.ReportCuttingCard: May(DEALERS, cite("4.7"), cutting_card_appears),
    c.ReplaceCards: May(CASINO_SUPERVISOR, cite("3.10"), replace_cards),
}
