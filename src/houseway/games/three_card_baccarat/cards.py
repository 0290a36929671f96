"""The cards before a coup: shuffled, riffled, cut, loaded, replaced; and the cutting card."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.preparing import ShoeRules
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import cite
from houseway.games.three_card_baccarat.state import BETTING, BETWEEN, DEALING, Play
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def may_cut(play: Play) -> tuple[str, ...]:
    """Three Card Baccarat 4.3, 4.4: whom the cut is offered to, in order (reading 3C-06).

    The first at the table when the game is just commencing, otherwise from the dealer's left, and
    on clockwise. Patrons who stand are passed over unless approved (5.10).
    """
    present = [who for who in play.layout.idle_rounds if who in play.seats or who in play.standing]
    first = present[0] if present and play.round == 0 else ""
    start = play.seats.get(first, 1)
    seated = sorted(play.seats, key=lambda who: (play.seats[who] < start, play.seats[who]))
    ordered = [first, *seated, *present] if first else [*seated, *present]
    return tuple(dict.fromkeys(ordered))


SHOE = ShoeRules(
    check=cite("3.5"),
    shuffle=cite("4.1"),
    preshuffled=cite("3.6"),
    riffle=cite("4.2"),
    riffle_on_request=True,
    cut=cite("4.5"),
    cut_offer=cite("4.3"),
    cut_margin=rules.CUT_MARGIN,
    cutters=rules.CASINO_SUPERVISOR,
    offered=may_cut,
    in_order=True,
    cutting_card=cite("4.6"),
    behind=rules.BEHIND_ACCEPTED,
    # Three Card Baccarat 4.11.3, 1.1 burn: to the discard rack, out of play. A device is never cut,
    # and burns after each loading (reading 3C-07).
    burn=lambda play: cite("4.11.2") if play.prep.burned else cite("4.11.1"),
    burn_shown=lambda play: True,
    burn_more=cite("4.11.2"),
    burn_value=rules.BURN_VALUE,
    burn_omitted=cite("12.11"),
    order_shuffle=cite("4.1.3"),
    uses_shoe=lambda play: play.in_shoe,
)


def no_coup(play: Play) -> bool:
    """Three Card Baccarat 1.1 coup: it begins with its first card, so betting is before it."""
    return play.stage in (BETWEEN, BETTING)


def may_prepare(play: Play) -> bool:
    """Between coups, or in the midst of one that goes on from a shoe (13.5.3)."""
    return no_coup(play) or (play.stage == DEALING and preparing.step(play, SHOE) != "ready")


def cutting_card_due(play: Play) -> bool:
    return play.in_shoe and preparing.cutting_card_due(play)


_PREPARING = preparing.orders(SHOE, may_prepare)


def shuffle_cards(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    """Three Card Baccarat 4.9: a shuffling device shuffles the cards put into it."""
    ruling = _PREPARING[c.ShuffleCards].decide(play, command, by)
    if play.in_shoe or isinstance(ruling, Refused):
        return ruling
    return accept(e.CardsShuffled("by device", cite("4.9")))


def shuffle_by_hand_first(play: Play, command: v.ShuffleByHandFirst, by: Role) -> Ruling:
    if play.in_shoe:
        shoe = "cards of a card shoe are shuffled by hand anyway"
        return Refused("no_shuffling_device", cite("4.10"), shoe)
    if preparing.step(play, SHOE) != "shuffle":
        return Refused("not_next", cite("4.10"), "the cards are in the shuffling device")
    return accept(v.HandShuffleLogged(cite("4.10")))


def load_preshuffled(play: Play, command: c.LoadPreshuffledCards, by: Role) -> Ruling:
    if play.stage == DEALING:
        same = "the coup is finished with the cards of the shuffling device, shuffled and cut"
        return Refused("coup_under_way", cite("13.5.3"), same)
    return _PREPARING[c.LoadPreshuffledCards].decide(play, command, by)


def decline_cut(play: Play, command: c.DeclineCut, by: Role) -> Ruling:
    """Three Card Baccarat 4.4: the offer goes on clockwise."""
    ruling = _PREPARING[c.DeclineCut].decide(play, command, by)
    if isinstance(ruling, Refused):
        return ruling
    return accept(e.CutDeclined(command.patron, cite("4.4")))


def cut_cards(play: Play, command: c.CutCards, by: Role) -> Ruling:
    if not play.in_shoe:
        return Refused("device_not_cut", cite("4.9"), "cards of a shuffling device are not cut")
    return _PREPARING[c.CutCards].decide(play, command, by)


def cutting_card_appears(play: Play, command: c.ReportCuttingCard, by: Role) -> Ruling:
    """Three Card Baccarat 4.7: the coup is completed. 4.8: before its first card, it is the last.

    Reading 3C-12: the cutting card is not the first card, so wagers stay open.
    """
    if not play.in_shoe or play.prep.behind < 0 or play.prep.cutting_card_out:
        return Refused("no_cutting_card", cite("4.7"), "no cutting card is in the shoe")
    if no_coup(play):
        return accept(e.CuttingCardAppeared(cite("4.8")), v.LastCoupAnnounced(cite("4.8")))
    return accept(e.CuttingCardAppeared(cite("4.7")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """Three Card Baccarat 3.9: at the end of a shoe. 3.10: when unfit, with no coup in progress."""
    if not no_coup(play):
        return Refused("round_under_way", cite("3.10"), "a coup is in progress")
    if command.cards:
        return Refused("all_cards", cite("3.10"), "the cards are replaced all together")
    spent = play.round > 0 and not play.prep.shuffled
    return accept(e.CardsReplaced((), cite("3.9") if spent else cite("3.10")))


ORDERS: dict[type[c.Command], May] = {
    **_PREPARING,
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle_cards),
    v.ShuffleByHandFirst: May(DEALERS, cite("4.10"), shuffle_by_hand_first),
    c.LoadPreshuffledCards: May(DEALERS, cite("3.6"), load_preshuffled),
    c.DeclineCut: May(PATRONS | STAFF, cite("4.4"), decline_cut),
    c.CutCards: May(PATRONS | STAFF, cite("4.5"), cut_cards),
    c.ReportCuttingCard: May(DEALERS, cite("4.7"), cutting_card_appears),
    c.ReplaceCards: May(rules.CASINO_SUPERVISOR, cite("3.10"), replace_cards),
}
