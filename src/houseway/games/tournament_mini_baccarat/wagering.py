"""Wagers at Tournament Mini-Baccarat: one box for each patron, and a wager from everybody."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.baccarat import BANKER, PLAYER
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.tournament_mini_baccarat import state as v
from houseway.games.tournament_mini_baccarat.rules import OFFICIALS, REPORTERS, Rules, cite
from houseway.games.tournament_mini_baccarat.state import BETTING, BETWEEN, DEALING, Play
from houseway.games.wagering import (
    WagerRules,
    box_of_another,
    closing,
    directed,
    lying,
    not_betting,
    on_offer,
    while_betting,
)
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

_OPPOSITE = {BANKER: PLAYER, PLAYER: BANKER}


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """In the order of section 4. A first wager takes the box named, or the lowest that is free."""
    box = box or play.boxes.get(patron) or lowest_free_box(play)
    return (
        _not_the_patrons(play, patron, box)
        or _area_taken(play, patron, box, wager)
        or _both_hands(play, patron, box, wager, leaving="")
        or (patron, box, wager)
    )


def _own(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    return lying(play, patron, wager, box or play.boxes.get(patron, 0))


def _not_onto(play: Play, key: Key, onto: str) -> Refused | None:
    """From one area of the patron's box to another."""
    patron, box, wager = key
    taken = _area_taken(play, patron, box, onto)
    return taken or _both_hands(play, patron, box, onto, leaving=wager)


def _to_find(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    if play.stage == BETTING:
        return Refused("betting_open", play.cite("4.2"), "while betting is open, change the wager")
    if play.stage != DEALING:
        return Refused("no_round_under_way", play.cite("4.2"), f"the table is at: {play.stage}")
    return _own(play, patron, wager, box)


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands about one wager, with the limits and clauses of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("4.2"),
        offered=on_offer("4.6"),
        locked=_locked,
        place=_new_spot,
        own=_own,
        move=_not_onto,
        back=cite("4.5"),  # the duty to wager remains
        find=_to_find,
        found=cite("4.2"),
        seats=cite("terms: Box"),
        issue=cite("terms: Tournament Chips"),
    )
    return directed(wagers, cite("4.1"), REPORTERS, cite("4.2"), OFFICIALS)


# Everybody wagers


def outstanding(play: Play) -> list[str]:
    """Who at the table still owes a wager for this round (Tournament Mini-Baccarat 4.1).

    Not who cannot afford one or has no box to put it on, whose absence was confirmed, or whose
    wager was voided (TP13).
    """
    done = {patron for patron, _, _ in play.layout.wagers} | play.not_wagering
    done |= {line.patron for line in play.layout.settlements if type(line) is e.WagerVoided}
    return [
        patron
        for patron in play.layout.idle_rounds
        if patron not in done
        and (patron in play.boxes or lowest_free_box(play))
        and (patron not in play.layout.counted or play.layout.chips[patron] >= _least(play, patron))
    ]


def _least(play: Play, patron: str) -> int:
    return min(least_stake(play, patron, wager) for wager in play.rules.wagers)


def least_stake(play: Play, patron: str, wager: str) -> int:
    """The smallest stake that is neither below the patron's minimum nor off the multiple."""
    minimum, unit = play.limits.minimum_of(wager, patron), play.limits.multiple or 1
    return -(-minimum // unit) * unit


def confirm_no_wager(play: Play, command: v.ConfirmNoWager, by: Role) -> Ruling:
    """Reading TP14: no stake is made up for a patron; that there is none is confirmed and kept."""
    if refused := not_betting(play, play.cite("4.1")):
        return refused
    if command.patron not in outstanding(play):
        why = f"{command.patron} need not wager"
        return Refused("owes_no_wager", play.cite("4.1"), why)
    return accept(e.NoWagerConfirmed(command.patron, play.cite("4.1")))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Mini-Baccarat 6.2, once everybody has wagered (4.1)."""
    sentence = f"still to wager: {', '.join(outstanding(play))}"
    owing = Refused("wagers_outstanding", play.cite("4.1"), sentence)
    return closing(play, play.cite("6.2"), owing if outstanding(play) else None)


# Boxes


def lowest_free_box(play: Play) -> int:
    """The lowest number that nobody has, or 0."""
    taken = set(play.boxes.values())
    return next((box for box in range(1, play.options.boxes + 1) if box not in taken), 0)


def _not_the_patrons(play: Play, patron: str, box: int) -> Refused | None:
    """Reading TM6: a box is one number with three areas, and belongs to one patron."""
    if not 1 <= box <= play.options.boxes:
        numbers = f"1 to {play.options.boxes}"
        what = f"box {box} is none of {numbers}" if box else f"boxes {numbers} are all taken"
        return Refused("no_such_box", play.cite("terms: Box"), what)
    if owner := box_of_another(play, patron, box):
        return Refused("box_of_another", play.cite("4.3"), f"box {box} belongs to {owner}")
    if (own := play.boxes.get(patron, box)) != box:
        return Refused("second_box", play.cite("4.4"), f"{patron} has box {own}")
    return None


# Reasons for a refusal


_closed = while_betting("4.1", "4.5", "it cannot change: betting is closed")


def _locked(play: Play, patron: str, wager: str) -> Refused | None:
    non_betting = play.non_betting or (play.seen_card_kept and play.stage == BETWEEN)
    if non_betting and play.stage != BETTING:
        why = f"{patron} on {wager}: this is a non-betting round"
        return Refused("non_betting_round", play.cite("9.2"), why)
    return _closed(play, patron, wager)


def _area_taken(play: Play, patron: str, box: int, wager: str) -> Refused | None:
    if (patron, box, wager) not in play.layout.wagers:
        return None
    sentence = f"{patron} has a wager on {wager}: one in each area of the box"
    return Refused("one_wager_per_area", play.cite("4.6"), sentence)


def _both_hands(play: Play, patron: str, box: int, wager: str, *, leaving: str) -> Refused | None:
    other = _OPPOSITE.get(wager)
    if other is None or other == leaving or (patron, box, other) not in play.layout.wagers:
        return None
    why = f"{patron} has a wager on {other}; never on both"
    return Refused("both_hands", play.cite("4.7"), why)


ORDERS: dict[type[c.Command], May] = {
    v.ConfirmNoWager: May(DEALERS, cite("4.1"), confirm_no_wager),
    c.CallNoMoreBets: May(DEALERS, cite("6.2"), call_no_more_bets),
}
