"""Wagers at Tournament Mini-Baccarat: one box for each patron, and a wager from everybody."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.baccarat import BANKER, PLAYER
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.tournament_mini_baccarat import vocabulary as v
from houseway.games.tournament_mini_baccarat.rules import OFFICIALS, REPORTERS, Rules, cite
from houseway.games.tournament_mini_baccarat.state import BETTING, BETWEEN, DEALING, Play
from houseway.games.wagering import WagerRules, directed, lying
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

_OPPOSITE = {BANKER: PLAYER, PLAYER: BANKER}


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """In the order of section 4. A first wager takes the box named, or the lowest that is free."""
    if refused := _not_offered(play, wager) or _locked(play, patron, wager):
        return refused
    box = box or play.boxes.get(patron) or lowest_free_box(play)
    return (
        _not_the_patrons(play, patron, box)
        or _area_taken(play, patron, box, wager)
        or _both_hands(play, patron, box, wager, leaving="")
        or (patron, box, wager)
    )


def _own(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    return lying(play, patron, wager, box or play.boxes.get(patron, 0))


def _to_change(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    refused = _not_offered(play, wager) or _locked(play, patron, wager)
    return refused or _own(play, patron, wager, box)


def _to_move(play: Play, patron: str, wager: str, onto: str, box: int) -> Key | Refused:
    """From one area of the patron's box to another."""
    refused = _not_offered(play, onto) or _locked(play, patron, wager)
    if isinstance(key := refused or _own(play, patron, wager, box), Refused):
        return key
    taken = _area_taken(play, patron, key[1], onto)
    return taken or _both_hands(play, patron, key[1], onto, leaving=wager) or key


def _to_withdraw(
    play: Play, patron: str, wager: str, box: int
) -> list[tuple[Key, Clause]] | Refused:
    """Only while betting is open; the duty to wager remains."""
    key = _locked(play, patron, wager) or _own(play, patron, wager, box)
    return key if isinstance(key, Refused) else [(key, play.cite("4.5"))]


def _to_find(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    if play.stage == BETTING:
        return Refused("betting_open", play.cite("4.2"), "while betting is open, change the wager")
    if play.stage != DEALING:
        return Refused("no_round_under_way", play.cite("4.2"), f"the table is at: {play.stage}")
    return _own(play, patron, wager, box)


def _seat(play: Play, key: Key) -> tuple[e.Event, ...]:
    if key[0] in play.boxes:
        return ()
    return (e.BoxTaken(key[0], key[1], play.cite("terms: Box")),)


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands about one wager, with the limits and clauses of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("4.2"),
        place=_new_spot,
        change=_to_change,
        move=_to_move,
        withdraw=_to_withdraw,
        find=_to_find,
        found=cite("4.2"),
        clause=lambda play, wager, kind, by: play.rules.wagers[wager],
        seat=_seat,
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
    if play.stage != BETTING:
        return Refused("betting_not_open", play.cite("4.1"), f"the table is at: {play.stage}")
    if command.patron not in outstanding(play):
        why = f"{command.patron} need not wager"
        return Refused("owes_no_wager", play.cite("4.1"), why)
    return accept(e.NoWagerConfirmed(command.patron, play.cite("4.1")))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Mini-Baccarat 6.2, once everybody has wagered (4.1)."""
    if play.stage != BETTING:
        return Refused("betting_not_open", play.cite("6.2"), f"the table is at: {play.stage}")
    owing = outstanding(play)
    if owing:
        sentence = f"still to wager: {', '.join(owing)}"
        return Refused("wagers_outstanding", play.cite("4.1"), sentence)
    if not play.layout.wagers:
        return accept(e.NoRoundBegun(play.round, play.cite("6.2")))
    return accept(e.BettingClosed(play.cite("6.2")))


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
    own = play.boxes.get(patron, box)
    if patron not in play.boxes or own != box:
        for owner, number in play.boxes.items():
            if number == box:
                belongs = f"box {box} belongs to {owner}"
                return Refused("box_of_another", play.cite("4.3"), belongs)
    if own != box:
        return Refused("second_box", play.cite("4.4"), f"{patron} has box {own}")
    return None


# Reasons for a refusal


def _not_offered(play: Play, wager: str) -> Refused | None:
    if wager in play.rules.wagers:
        return None
    offered = ", ".join(play.rules.wagers)
    return Refused("wager_not_offered", play.cite("4.6"), f"{wager} is none of {offered}")


def _locked(play: Play, patron: str, wager: str) -> Refused | None:
    if play.stage == BETTING:
        return None
    asked = f"{patron}'s wager on {wager}"
    if play.non_betting or (play.seen_card_kept and play.stage == BETWEEN):
        why = f"{asked}: this is a non-betting round"
        return Refused("non_betting_round", play.cite("9.2"), why)
    if play.stage == BETWEEN:
        why = f"{asked}: betting has not been opened"
        return Refused("betting_not_open", play.cite("4.1"), why)
    return Refused("round_under_way", play.cite("4.5"), f"{asked} cannot change: betting is closed")


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
