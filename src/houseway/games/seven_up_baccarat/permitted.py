"""What a wager needs at 7-Up Baccarat, and why one is refused; the order of the checks is fixed."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.layout import Key
from houseway.games.limits import judge_amount
from houseway.games.seven_up_baccarat.loading import interrupted
from houseway.games.seven_up_baccarat.rules import (
    BASE,
    BOTH_HANDS_AND_TIE,
    HANDS,
    SUPER_SEVENS,
    TIE,
)
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused

Wagers = Mapping[Key, int]


def not_offered(play: Play, wager: str) -> Refused | None:
    if wager not in play.rules.wagers:
        offered = ", ".join(play.rules.wagers)
        return Refused("wager_not_offered", play.cite("5.1"), f"{wager} is none of {offered}")
    if wager != SUPER_SEVENS:
        return None
    if play.options.super_sevens == "not offered":
        return Refused("wager_not_offered", play.cite("10.1"), "Super 7's is not offered here")
    if SUPER_SEVENS not in play.limits.lines:
        missing = "the sign does not show the amount of a Super 7's wager"
        return Refused("amount_not_on_sign", play.cite("10.1"), missing)
    return None


def locked(play: Play, patron: str, wager: str) -> Refused | None:
    """Why nothing is placed, changed or moved just now."""
    if play.stage == BETTING and not play.window:
        return betting_closed(play)
    asked = f"{patron} on {wager}"
    if play.window:
        only = f"{asked}: wagers may be taken back whole, and nothing else"
        return Refused("withdrawal_only", play.cite("12.1.1"), only)
    if play.no_bet or (play.no_bet_reason and play.stage == BETWEEN):
        return Refused("no_bet_coup", play.cite("12.4"), f"{asked}: this is a no-bet coup")
    if play.stage == BETWEEN:
        why = f"{asked}: betting has not been opened"
        return Refused("betting_not_open", play.cite("5.3"), why)
    return after_the_first_card(play, asked)


def betting_closed(play: Play) -> Refused | None:
    """Why nothing may be wagered although no coup is under way."""
    if refused := interrupted(play):
        return refused
    step = preparing.step(play, play.rules.shoe)
    if step != "ready":
        clause = play.cite("4.4") if step == "burn" else play.cite("4.1")
        return Refused("cards_not_ready", clause, f"the cards are not ready: {step}")
    return None


def after_the_first_card(play: Play, asked: str) -> Refused:
    why = f"{asked} cannot change: the first card is out"
    return Refused("coup_under_way", play.cite("5.4"), why)


def spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """The spot meant: the box named, or else the patron's own."""
    chosen = box or own_box(play, patron)
    if 1 <= chosen <= play.options.areas:
        return patron, chosen, wager
    if not box:
        return Refused("area_taken", play.cite("5.5"), "every playing area is another patron's")
    boxes = f"there is no box {box}: the layout has {play.options.areas} playing areas"
    return Refused("no_such_box", play.rules.spots[wager], boxes)


def own_box(play: Play, patron: str) -> int:
    """Where the patron wagered last, or the lowest box that is nobody's; 0 if there is none.

    A record may leave the box out; a person at the table always points at one.
    """
    if patron in play.places:
        return play.places[patron]
    taken = {key[1] for key in play.layout.wagers} | set(play.places.values())
    return next((box for box in range(1, play.options.areas + 1) if box not in taken), 0)


def wager_at(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """A wager that lies there; without a box, the patron's first of that kind."""
    for key in play.layout.wagers:
        if key[0] == patron and key[2] == wager and box in (0, key[1]):
            return key
    return Refused("no_wager_there", None, f"{patron} has no such wager on {wager}")


def combination(play: Play, patron: str, wager: str, wagers: Wagers) -> Clause | Refused:
    """7-Up Baccarat 5.6: what a patron wagers on together, all boxes counted (reading 7U-10)."""
    if wager == SUPER_SEVENS:
        return play.cite("5.6.8")
    mine = frozenset([wager, *[kind for who, _, kind in wagers if who == patron and kind in BASE]])
    clause = play.rules.combinations[mine]
    if not mine.issuperset(HANDS):
        return clause
    approval = play.approvals.get(patron)
    if approval and (TIE not in mine or approval.combination == BOTH_HANDS_AND_TIE):
        return clause
    wanted = " and ".join(sorted(mine))
    missing = f"{patron} on {wanted} needs a Gaming Manager's approval"
    return Refused("combination_not_approved", clause, missing)


def area_taken(play: Play, key: Key, wagers: Wagers) -> Refused | None:
    """7-Up Baccarat 5.5: one patron on an area, up to three by permission."""
    patron, box, wager = key
    if wager == SUPER_SEVENS:
        return None
    others = {who for who, at, kind in wagers if at == box and who != patron and kind in BASE}
    most = play.sharing.get(box, 1)
    if len(others) < most:
        return None
    there = f"box {box} is for {most}, and {', '.join(sorted(others))} wagered there"
    return Refused("area_taken", play.cite("5.5"), there)


def wrong_amount(play: Play, key: Key, amount: int) -> Refused | None:
    patron, _, wager = key
    if wager == SUPER_SEVENS:
        line = play.limits.lines[wager]
        if not line.minimum <= amount <= line.maximum:
            shown = f"{dollar_text(line.minimum)} to {dollar_text(line.maximum)}"
            asked = f"{dollar_text(amount)}: the sign asks for {shown}"
            return Refused("amount_not_on_sign", play.cite("10.1"), asked)
    rules = play.rules.limits_in(play.options.use)
    judged = judge_amount(play.layout, play.limits, rules, patron, wager, amount)
    if type(judged) is Refused and not (
        wager == SUPER_SEVENS and judged.code == "wager_above_maximum"
    ):
        return judged
    return not_in_chips(play, amount)


def not_in_chips(play: Play, amount: int) -> Refused | None:
    if play.chips.payable(amount):
        return None
    sentence = f"{dollar_text(amount)} cannot be made with {play.chips}"
    return Refused("not_in_chips", play.cite("5.2"), sentence)


# Super 7's: 7-Up Baccarat 5.6.8, 10.2, 10.3 and 10.4


def super_sevens(play: Play, key: Key, wagers: Wagers) -> Key | Refused | None:
    """Why it may not lie there, or whose wager makes way for it (readings 7U-08 and 7U-09)."""
    patron, box, _ = key
    if play.restricted and not has_base(patron, wagers):
        own = f"{patron} has no wager on Player, Banker or Tie"
        return Refused("own_wager_needed", play.cite("10.2"), own)
    if not any(wager in BASE for _, _, wager in wagers):
        none = "nobody has wagered on Player, Banker or Tie in this coup"
        return Refused("no_base_wager", play.cite("10.3"), none)
    there = [each for each in wagers if each[1] == box and each[2] == SUPER_SEVENS]
    if len(there) < play.rules.super_sevens_per_area:
        return None
    yielding = [each for each in there if not has_base(each[0], wagers)]
    if yielding and has_base(patron, wagers):
        return yielding[-1]
    full = f"box {box} has {len(there)} Super 7's wagers"
    return Refused("area_taken", play.cite("10.4"), full)


def has_base(patron: str, wagers: Wagers) -> bool:
    return any(who == patron and wager in BASE for who, _, wager in wagers)


def without_base(play: Play, wagers: Wagers) -> list[e.Event]:
    """Super 7's wagers that may lie no longer, given what else lies there."""
    anybody = any(wager in BASE for _, _, wager in wagers)
    clause = play.cite("10.2") if anybody else play.cite("5.6.8")
    return [
        returned(key, wagers, clause)
        for key in wagers
        if key[2] == SUPER_SEVENS
        and not (has_base(key[0], wagers) if play.restricted and anybody else anybody)
    ]


def returned(key: Key, wagers: Wagers, clause: Clause) -> e.WagerVoided:
    patron, box, wager = key
    return e.WagerVoided(patron, wager, box, wagers[key], 0, 0, wagers[key], (clause,))


def less(wagers: Wagers, gone: Key) -> Wagers:
    return {key: stake for key, stake in wagers.items() if key != gone}
