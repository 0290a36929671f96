"""Antes at Tournament Canberra Poker: who may place one, in which box, and until when."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.limits import short_of_chips
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, Rules, cite
from houseway.games.tournament_canberra_poker.settle import good_ante
from houseway.games.tournament_canberra_poker.state import ANTES, Play, hand_in
from houseway.games.wagering import (
    WagerRules,
    box_of_another,
    directed,
    handed_back,
    no_wager,
    while_betting,
)
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """In the order of section 4. A box not named is the patron's own, or the first that is free."""
    own = box or _free_box(play, patron)
    return _one_box(play, patron) or _wrong_box(play, patron, own) or (patron, own, ANTE)


def _own(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    own = play.box_with_ante(patron)
    return (patron, own, ANTE) if own and box in (0, own) else no_wager(patron, ANTE)


def _to_find(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """After the first card and before the bet."""
    if refused := _not_offered(play, wager, box):
        return refused
    if play.stage == ANTES:
        return Refused("antes_open", play.cite("3.3"), "until the first card, change the ante")
    key = _own(play, patron, wager, box)
    if not isinstance(key, Refused) and (patron, key[1], BET) in play.layout.wagers:
        return Refused("bet_placed", play.cite("7.2"), f"{patron} has bet twice the ante already")
    return key


def _handed_back(play: Play, key: Key, amount: int) -> tuple[e.Event, ...]:
    """Without its ante the hand is void (11.7)."""
    hand = v.HandVoided(hand_in(key[1]), play.cite("11.7"))
    return (handed_back(key, amount, play.rules.limit_rules.below_minimum), hand)


def _only_fold(play: Play, key: Key, ante: int, added: int) -> tuple[e.Event, ...]:
    """Reading CP5: the chips left will not cover a bet."""
    if key[0] not in play.layout.counted:
        return ()
    needed = added + play.rules.antes_in_bet * good_ante(play, key[0], ante)
    if short_of_chips(play.layout, patron=key[0], needed=needed):
        return (v.OnlyFoldAdvised(key[0], play.cite("7.2")),)
    return ()


def confirm_no_ante(play: Play, command: v.ConfirmNoAnte, by: Role) -> Ruling:
    """Reading TP14: someone at the table sits the round out, and the log tells the Director."""
    patron = command.patron
    if play.stage != ANTES:
        return Refused("antes_not_open", play.cite("4.1"), f"the table is at: {play.stage}")
    if patron not in play.layout.idle_rounds:
        return Refused("not_at_table", play.cite("4.1"), f"{patron} is not at the table")
    if play.box_with_ante(patron):
        return Refused("ante_placed", play.cite("4.1"), f"{patron} has placed an ante")
    return accept(v.NoAnteConfirmed(patron, play.cite("4.1")))


# Reasons for a refusal, and what the patron is told


def _not_offered(play: Play, wager: str, box: int) -> Refused | None:
    if wager == ANTE:
        return None
    if wager == BET:
        why = "a bet comes after the dealer's last card"
        return Refused("bet_comes_later", play.cite("7.1"), why)
    why = f"{wager} is not offered: there is the ante"
    return Refused("wager_not_offered", play.cite("4.1"), why)


def _one_box(play: Play, patron: str) -> Refused | None:
    box = play.box_with_ante(patron)
    if not box:
        return None
    return Refused("one_box_per_patron", play.cite("4.3"), f"{patron} has an ante in box {box}")


def _wrong_box(play: Play, patron: str, box: int) -> Refused | None:
    """A box is kept, from round to round, by the patron who has it (4.3, terms: Box)."""
    if not 1 <= box <= play.options.boxes:
        there = f"the layout has boxes 1 to {play.options.boxes}"
        return Refused("no_such_box", play.cite("terms: Box"), there)
    if owner := box_of_another(play, patron, box):
        return Refused("box_taken", play.cite("4.3"), f"box {box} is the box of {owner}")
    if (own := play.boxes.get(patron, box)) != box:
        return Refused("one_box_per_patron", play.cite("4.3"), f"{patron} has box {own}")
    return None


def _free_box(play: Play, patron: str) -> int:
    if patron in play.boxes:
        return play.boxes[patron]
    taken = play.boxes.values()
    free = (box for box in range(1, play.options.boxes + 1) if box not in taken)
    return next(free, play.options.boxes + 1)


ORDERS: dict[type[c.Command], May] = {v.ConfirmNoAnte: May(DEALERS, cite("4.1"), confirm_no_ante)}


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands on wagers that every document has, by the rules of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("4.2"),
        offered=_not_offered,
        locked=while_betting("4.1", "4.4", "from the first card no ante changes"),
        place=_new_spot,
        own=_own,
        back=cite("4.4"),
        find=_to_find,
        handed_back=_handed_back,
        clause=lambda play, wager, kind, by: cite("4.1"),
        advise=_only_fold,
        issue=cite("15.12"),
        issued_in=cite("terms: Tournament Chips"),
    )
    return directed(wagers, cite("4.1"), rules.reporters, cite("3.3"), rules.operator)
