"""The cards of Casino War between rounds: check, shuffle, who cuts, burn, replacement, device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction, preparing
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.places import box_of, first_cutter
from houseway.games.casino_war.rules import Rules, cite
from houseway.games.casino_war.state import BETTING, BETWEEN, DEALING, Play
from houseway.games.game import Awaits, May, accept
from houseway.games.shoe_state import ShoeRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling, Tried


def being_prepared(play: Play) -> bool:
    """May the cards be shuffled, cut and burned now?

    Between rounds, or where a round waits for it because the cutting card came first (4.1.2), the
    cards ran out (11.7) or the device failed (12.5).
    """
    if play.malfunction.phase:
        return False
    if play.stage == BETWEEN:
        return True
    return play.stage in (BETTING, DEALING) and preparing.step(play, play.rules.shoe) != "ready"


def _shoe(play: Play) -> ShoeRules:
    return msgspec.structs.replace(play.rules.shoe, between_rounds=being_prepared)


def cutting_card_due(play: Play) -> bool:
    return preparing.cutting_card_due(play) and play.stock.source > 0 and not play.device


def awaits(play: Play) -> Awaits | None:
    """The next step of the preparation, with the clause that names the cutter."""
    awaited = preparing.awaits(play, play.rules.shoe)
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
        return play.cite("4.7")
    return play.cite("4.1.1") if play.round == 0 else play.cite("4.1")


def check_cards(play: Play, command: c.CheckCards, by: Role) -> Ruling:
    """Casino War 3.3 before use; 3.8, 11.1.1 and 11.17.3 whenever a check has been ordered."""
    if play.check_due:
        return accept(e.CardsChecked(by, play.check_due, finding=command.finding))
    return preparing.check(_shoe(play), play, command, by)


def check_by_device(play: Play, command: c.CheckByDevice, by: Role) -> Ruling:
    if play.check_due:
        return accept(e.CardsChecked(e.DECK_CHECKER, play.check_due, finding=command.finding))
    return preparing.check_by_device(_shoe(play), play, command, by)


def order_check(play: Play, command: v.OrderCheck, by: Role) -> Ruling:
    """Casino War 3.8: at any time, by a casino supervisor or an inspector."""
    if play.check_due:
        return Refused("check_due", play.check_due, "a check has been ordered already")
    return accept(v.CheckOrdered(play.cite("3.8")))


def order_faced_check(play: Play, command: v.OrderFacedCheck, by: Role) -> Ruling:
    if play.check_due:
        return Refused("check_due", play.check_due, "a check has been ordered already")
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("11.1.1"), "the round is completed first")
    if not play.faced:
        none = "no card has been found face up since the last check"
        return Refused("no_card_faced", play.cite("11.1.1"), none)
    return accept(v.CheckOrdered(play.cite("11.1.1")))


def shuffle(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    if isinstance(ruling := preparing.shuffle(_shoe(play), play, command, by), Refused):
        return ruling
    return accept(e.CardsShuffled("device" if play.device else "by hand", _moment(play)))


def use_multishuffler(play: Play, command: v.UseMultishuffler, by: Role) -> Ruling:
    """Casino War 4.1. Pre-shuffled cards may go through it too (4.2)."""
    if play.device:
        other = "the shuffling device of this table shuffles; a multishuffler goes with a shoe"
        return Refused("device_in_use", play.cite("1.1 multishuffler"), other)
    now, prep = preparing.step(play, play.rules.shoe), play.prep
    if not being_prepared(play) or now not in ("shuffle", "cut") or prep.declined:
        return Refused("not_next", play.cite("4.1"), f"the next step is {now}, not shuffle")
    if now == "cut" and prep.shuffled != "pre-shuffled":
        return Refused("not_next", play.cite("4.1"), "the cards have been shuffled")
    if prep.riffle and play.options.preshuffled == "Angel":
        late = "Angel cards are riffled immediately before the cut"
        return Refused("not_next", play.cite("4.2.1"), late)
    return accept(e.CardsShuffled("multishuffler", _moment(play)))


def shuffle_by_hand_first(play: Play, command: v.ShuffleByHandFirst, by: Role) -> Ruling:
    if not play.device:
        return Refused("no_shuffling_device", play.cite("4.8"), "the cards do not go into a device")
    if not being_prepared(play) or preparing.step(play, play.rules.shoe) != "shuffle":
        why = "the cards are not about to go into the device"
        return Refused("not_next", play.cite("4.8"), why)
    return accept(v.ShuffledByHandFirst(play.cite("4.8")))


def riffling(play: Play, command: c.Command, by: Role) -> Ruling:
    """Casino War 4.2 for casino pre-shuffled cards, 4.2.1 for Angel cards: before the cut."""
    if play.device:
        uncut = "a riffle comes before the cut, and a shuffling device is not cut"
        return Refused("no_riffle_now", play.cite("4.7"), uncut)
    angel = play.options.preshuffled == "Angel"
    rules = msgspec.structs.replace(_shoe(play), riffle=play.cite("4.2.1" if angel else "4.2"))
    return _RIFFLING[type(command)](rules, play, command, by)


_RIFFLING: dict[type[c.Command], Callable[[ShoeRules, Any, Any, Role], Ruling]] = {
    c.AskRiffle: preparing.ask_riffle,
    c.ApproveRiffle: preparing.approve_riffle,
    c.RiffleCards: preparing.riffle,
}


def order_shuffle(play: Play, command: c.OrderShuffle, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("4.1.4"), "finish the round first")
    return preparing.order_shuffle(_shoe(play), play, command, by)


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """Casino War 3.5: with a device after any round, with a shoe before the shuffle that is due."""
    if play.stage != BETWEEN:
        why = "cards are replaced between rounds only"
        return Refused("round_under_way", play.cite("3.5"), why)
    if play.round == 0:
        return Refused("not_now", play.cite("3.5"), "no round has been completed")
    if play.device:
        return accept(e.CardsReplaced(command.cards, play.cite("3.5.1")))
    came_out = play.cut_after == "first" or box_of(play.cut_after) is not None
    if play.prep.shuffled or not came_out:
        early = "with a shoe, cards are replaced after the round of the cutting card"
        return Refused("not_now", play.cite("3.5.2"), early)
    return accept(e.CardsReplaced(command.cards, play.cite("3.5.2")))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the cards of an edition, or move them when the device fails."""
    shared = preparing.orders(rules.shoe, being_prepared)
    riffles = {kind: shared[kind]._replace(decide=riffling) for kind in _RIFFLING}
    return {**shared, **riffles, **malfunction.orders(rules.malfunction)}


ORDERS: dict[type[c.Command], May] = {
    c.CheckCards: May(STAFF, cite("3.3"), check_cards),
    c.CheckByDevice: May(STAFF, cite("1.1 deck-checking device"), check_by_device),
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle),
    c.OrderShuffle: May(SUPERVISORS, cite("4.1.4"), order_shuffle),
    v.OrderCheck: May(SUPERVISORS | {Role.INSPECTOR}, cite("3.8"), order_check),
    v.OrderFacedCheck: May(SUPERVISORS, cite("11.1.1"), order_faced_check),
    v.UseMultishuffler: May(DEALERS, cite("4.1"), use_multishuffler),
    v.ShuffleByHandFirst: May(DEALERS, cite("4.8"), shuffle_by_hand_first),
    c.ReplaceCards: May(SUPERVISORS, cite("3.5"), replace_cards),
}
