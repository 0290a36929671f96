"""The cards of Casino War between rounds: check, shuffle, who cuts, burn, replacement, device."""

from __future__ import annotations

import msgspec

from houseway.equipment.cut import cut_offers
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction, preparing
from houseway.games.casino_war import rules
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.rules import cite
from houseway.games.casino_war.state import BETTING, BETWEEN, DEALING, Play, box_of
from houseway.games.game import Awaits, May, accept
from houseway.games.malfunction import MalfunctionRules, Offer
from houseway.games.preparing import ShoeRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling, Tried

# Who cuts: Casino War 4.3, 4.4


def far_right(play: Play) -> str:
    """The patron farthest to the dealer's right: boxes count from the dealer's left."""
    seated = {who: box for who, box in play.places.items() if who in play.layout.idle_rounds}
    return max(seated, key=lambda who: seated[who]) if seated else ""


def first_cutter(play: Play) -> tuple[str, Clause]:
    """The patron who is offered the cut first, and the clause that says so."""
    if play.round == 0 and play.layout.idle_rounds:
        return next(iter(play.layout.idle_rounds)), cite("4.3.1")
    box = box_of(play.cut_after)
    if box:
        holder = play.areas.get(box, "")
        if holder in play.layout.idle_rounds:
            return holder, cite("4.3.2")
        return far_right(play), cite("4.3")  # gone: reading CW-09
    silent = cite("4.3")  # reading CW-09: where 4.3 names nobody
    cases = {"dealer": cite("4.3.3"), "first": cite("4.3.4"), "replaced": cite("4.3.5")}
    return far_right(play), cases.get(play.cut_after, silent)


def cut_order(play: Play) -> tuple[str, ...]:
    """Casino War 4.4: clockwise from the first cutter; who has no seat yet comes last."""
    present = list(play.layout.idle_rounds)
    first = first_cutter(play)[0]
    seats = {play.places[who]: who for who in present if who in play.places}
    start = play.places.get(first, 1)
    around = [seats[seat] for seat in cut_offers(seats, start)]
    ahead = [first] if first else []
    return tuple(dict.fromkeys((*ahead, *around, *present)))


SHOE = ShoeRules(
    check=cite("3.3"),
    shuffle=cite("4.1"),
    preshuffled=cite("3.4"),
    riffle=cite("4.2"),
    cut=cite("4.5"),
    cut_offer=cite("4.4"),
    cut_margin=rules.CUT_MARGIN,
    offered=cut_order,
    in_order=True,
    cutting_card=cite("4.6"),
    behind=rules.BEHIND_CUTTING_CARD,
    burn=lambda play: cite("4.9"),
    burn_omitted=cite("11.10"),
    appears=cite("4.1.3"),
    order_shuffle=cite("4.1.4"),
    uses_shoe=lambda play: not play.device,
)
ANGEL = msgspec.structs.replace(SHOE, riffle=cite("4.2.1"))

# Casino War 12 (readings A-32 and CW-16).
MALFUNCTION = MalfunctionRules(
    applies=cite("12.1"),
    device_in_use=cite("12.1.1"),
    card_dealt=cite("12.1.2"),
    no_disadvantage=cite("12.1.3"),
    device_at_hand=cite("12.1.4"),
    practicable=cite("12.1.5"),
    transferred=cite("12.2"),
    damage=cite("12.3"),
    removed=cite("12.3.1"),
    remainder=cite("12.3.2"),
    replaced=cite("12.3.3"),
    continued=cite("12.3.4"),
    disadvantage=cite("12.4"),
    no_device=cite("12.5"),
    uses_device=lambda play: play.device,
    under_way=lambda play: play.stage == DEALING and bool(play.layout.wagers),
    offer=Offer(
        choice=cite("12.5.1"),
        replaced=cite("12.5.2"),
        shuffled=cite("12.5.3"),
        finished=cite("12.5.4"),
    ),
)


def being_prepared(play: Play) -> bool:
    """May the cards be shuffled, cut and burned now?

    Between rounds, or where a round waits for it because the cutting card came first (4.1.2), the
    cards ran out (11.7) or the device failed (12.5).
    """
    if play.malfunction.phase:
        return False
    if play.stage == BETWEEN:
        return True
    return play.stage in (BETTING, DEALING) and preparing.step(play, SHOE) != "ready"


def cutting_card_due(play: Play) -> bool:
    return not play.device and play.stock.source > 0 and preparing.cutting_card_due(play)


def awaits(play: Play) -> Awaits | None:
    """The next step of the preparation, with the clause that names the cutter."""
    awaited = preparing.awaits(play, SHOE)
    if awaited is None:
        return None
    if awaited.what == "cut" and not play.prep.declined:
        clause = first_cutter(play)[1]
        looked = (Tried(clause, f"{awaited.who} is the first to be offered the cut"),)
        return msgspec.structs.replace(awaited, clause=clause, tried=looked)
    if awaited.what == "shuffle":
        kinds = (*awaited.commands, v.UseMultishuffler)
        return msgspec.structs.replace(awaited, clause=_moment(play), commands=kinds)
    return awaited


def _moment(play: Play) -> Clause:
    if play.device:
        return cite("4.7")
    return cite("4.1.1") if play.round == 0 else cite("4.1")


_PREPARING = preparing.orders(SHOE, being_prepared)
_PREPARING_ANGEL = preparing.orders(ANGEL, being_prepared)


def check_cards(play: Play, command: c.CheckCards, by: Role) -> Ruling:
    """Casino War 3.3 before use; 3.8, 11.1.1 and 11.17.3 whenever a check has been ordered."""
    if play.check_due:
        return accept(e.CardsChecked(by, play.check_due))
    return _PREPARING[c.CheckCards].decide(play, command, by)


def check_by_device(play: Play, command: v.CheckByDevice, by: Role) -> Ruling:
    ruling = check_cards(play, c.CheckCards(), by)
    if isinstance(ruling, Refused):
        return ruling
    return accept(e.CardsChecked("deck-checking device", play.check_due or cite("3.3")))


def order_check(play: Play, command: v.OrderCheck, by: Role) -> Ruling:
    """Casino War 3.8: at any time, by a casino supervisor or an inspector."""
    if play.check_due:
        return Refused("check_due", play.check_due, "a check has been ordered already")
    return accept(v.CheckOrdered(cite("3.8")))


def order_faced_check(play: Play, command: v.OrderFacedCheck, by: Role) -> Ruling:
    if play.check_due:
        return Refused("check_due", play.check_due, "a check has been ordered already")
    if play.stage != BETWEEN:
        return Refused("round_under_way", cite("11.1.1"), "the round is completed first")
    if not play.faced:
        none = "no card has been found face up since the last check"
        return Refused("no_card_faced", cite("11.1.1"), none)
    return accept(v.CheckOrdered(cite("11.1.1")))


def shuffle(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    ruling = _PREPARING[c.ShuffleCards].decide(play, command, by)
    if isinstance(ruling, Refused):
        return ruling
    return accept(e.CardsShuffled("device" if play.device else "by hand", _moment(play)))


def use_multishuffler(play: Play, command: v.UseMultishuffler, by: Role) -> Ruling:
    """Casino War 4.1. Pre-shuffled cards may go through it too (4.2)."""
    if play.device:
        other = "the shuffling device of this table shuffles; a multishuffler goes with a shoe"
        return Refused("device_in_use", cite("1.1 multishuffler"), other)
    now, prep = preparing.step(play, SHOE), play.prep
    if not being_prepared(play) or now not in ("shuffle", "cut") or prep.declined:
        return Refused("not_next", cite("4.1"), f"the cards now await: {now}, not shuffle")
    if now == "cut" and prep.shuffled != "pre-shuffled":
        return Refused("not_next", cite("4.1"), "the cards have been shuffled")
    if prep.riffle and play.options.preshuffled == "Angel":
        late = "Angel cards are riffled immediately before the cut"
        return Refused("not_next", cite("4.2.1"), late)
    return accept(e.CardsShuffled("multishuffler", _moment(play)))


def shuffle_by_hand_first(play: Play, command: v.ShuffleByHandFirst, by: Role) -> Ruling:
    if not play.device:
        return Refused("no_shuffling_device", cite("4.8"), "the cards do not go into a device")
    if not being_prepared(play) or preparing.step(play, SHOE) != "shuffle":
        return Refused("not_next", cite("4.8"), "the cards are not about to go into the device")
    return accept(v.ShuffledByHandFirst(cite("4.8")))


def riffling(play: Play, command: c.Command, by: Role) -> Ruling:
    """Casino War 4.2 for casino pre-shuffled cards, 4.2.1 for Angel cards: before the cut."""
    angel = play.options.preshuffled == "Angel"
    if play.device:
        uncut = "a riffle comes before the cut, and a shuffling device is not cut"
        return Refused("no_riffle_now", cite("4.7"), uncut)
    table = _PREPARING_ANGEL if angel else _PREPARING
    return table[type(command)].decide(play, command, by)


def order_shuffle(play: Play, command: c.OrderShuffle, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", cite("4.1.4"), "finish the round first")
    return _PREPARING[c.OrderShuffle].decide(play, command, by)


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """Casino War 3.5: with a device after any round, with a shoe before the shuffle that is due."""
    if play.stage != BETWEEN:
        return Refused("round_under_way", cite("3.5"), "cards are replaced between rounds only")
    if play.round == 0:
        return Refused("not_now", cite("3.5"), "no round has been completed")
    if play.device:
        return accept(e.CardsReplaced(command.cards, cite("3.5.1")))
    came_out = play.cut_after == "first" or box_of(play.cut_after) is not None
    if play.prep.shuffled or not came_out:
        early = "with a shoe, cards are replaced after the round of the cutting card"
        return Refused("not_now", cite("3.5.2"), early)
    return accept(e.CardsReplaced(command.cards, cite("3.5.2")))


ORDERS: dict[type[c.Command], May] = {
    **_PREPARING,
    **malfunction.orders(MALFUNCTION),
    c.CheckCards: May(STAFF, cite("3.3"), check_cards),
    v.CheckByDevice: May(STAFF, cite("1.1 deck-checking device"), check_by_device),
    v.OrderCheck: May(SUPERVISORS | {Role.INSPECTOR}, cite("3.8"), order_check),
    v.OrderFacedCheck: May(SUPERVISORS, cite("11.1.1"), order_faced_check),
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle),
    v.UseMultishuffler: May(DEALERS, cite("4.1"), use_multishuffler),
    v.ShuffleByHandFirst: May(DEALERS, cite("4.8"), shuffle_by_hand_first),
    c.AskRiffle: _PREPARING[c.AskRiffle]._replace(decide=riffling),
    c.ApproveRiffle: _PREPARING[c.ApproveRiffle]._replace(decide=riffling),
    c.RiffleCards: _PREPARING[c.RiffleCards]._replace(decide=riffling),
    c.OrderShuffle: May(SUPERVISORS, cite("4.1.4"), order_shuffle),
    c.ReplaceCards: May(SUPERVISORS, cite("3.5"), replace_cards),
}
