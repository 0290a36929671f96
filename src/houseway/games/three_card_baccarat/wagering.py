"""Wagers at Three Card Baccarat: what may be placed, changed, moved or taken back, and when."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.house import OptionSet
from houseway.games.layout import Key
from houseway.games.table_rules import SignedChange
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import (
    AREA_WAGERS,
    CASINO_SUPERVISOR,
    PLAYER,
    THREE_PICTURES,
    TIE,
    VARIANT,
    Rules,
    cite,
)
from houseway.games.three_card_baccarat.state import BETWEEN, Play
from houseway.games.wagering import WagerRules, lying, orders, voided, while_betting
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """In the order of section 5."""
    refused = _late(play, patron, wager) or _there_already(play, patron, wager, box)
    return refused or _not_in_area(play, patron, wager, box) or (patron, box, wager)


def _token_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    key = patron, box, wager
    refused = _late(play, patron, wager)
    if not refused and key not in play.layout.wagers:
        refused = _not_in_area(play, patron, wager, box)
    return refused or key


def _own(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    return _locked(play, patron, wager) or lying(play, patron, wager, box)


def _not_onto(play: Play, key: Key, onto: str) -> Refused | None:
    """Onto another spot of the same area or of the common part of the layout."""
    patron, box, wager = key
    if wager == PLAYER:
        alone = f"a {onto} wager needs {patron}'s Player wager in box {box}"
        return Refused("tie_without_player", play.cite("5.2.2"), alone)
    return _there_already(play, patron, onto, box)


def _to_withdraw(
    play: Play, patron: str, wager: str, box: int
) -> list[tuple[Key, Clause]] | Refused:
    """Before the first card; a Tie goes back with the Player wager it needs (3C-04)."""
    key = _own(play, patron, wager, box)
    return key if isinstance(key, Refused) else list(with_tie(play, key, play.cite("5.5")))


def find_wager(wagers: WagerRules, play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there after the first card, by its position on the layout (5.12).

    Three Card Baccarat 6.2: below the minimum it is valid. 6.3: above the maximum, only the
    maximum is at risk, and settlement hands back the rest.
    """
    if isinstance(key := wagers.findable(play, command), Refused):
        return key
    patron, box, wager = key
    before, amount = play.layout.wagers[key], command.amount
    maximum = play.limits.maximum_of(patron, wager)
    if amount > maximum:
        found = e.WagerChanged(patron, wager, before, amount, box, play.cite("6.3"))
        return accept(found, e.AboveMaximumNoted(patron, wager, maximum, play.cite("6.3")))
    below = amount < play.limits.minimum_of(wager, patron)
    clause = play.cite("6.2") if below else play.cite("5.12")
    return accept(e.WagerChanged(patron, wager, before, amount, box, clause))


def with_tie(play: Play, key: Key, clause: Clause) -> Iterator[tuple[Key, Clause]]:
    """A wager that leaves the layout, and the Tie that cannot stay without it."""
    patron, box, wager = key
    yield key, clause
    tie = (patron, box, TIE)
    if wager == PLAYER and tie in play.layout.wagers:
        yield tie, play.cite("5.2.2")


def refuse_wager(play: Play, command: v.RefuseWager, by: Role) -> Ruling:
    """Three Card Baccarat 14.12: on reasonable grounds, before the first card (3C-21)."""
    if refused := _refusable(play, command.patron, command.wager):
        return refused
    if not command.reason.strip():
        return Refused("no_ground_given", play.cite("14.12"), "a refusal needs reasonable grounds")
    if isinstance(key := lying(play, command.patron, command.wager, command.box), Refused):
        return key
    patron, box, wager = key
    ground = v.WagerRefused(patron, wager, box, command.reason, play.cite("14.12"))
    back = [voided(play, each, clause) for each, clause in with_tie(play, key, play.cite("14.12"))]
    return accept(ground, *back)


# Reasons for a refusal


def _not_offered(play: Play, wager: str, box: int) -> Refused | None:
    if wager not in play.rules.wagers:
        offered = f"{PLAYER}, {TIE}, {THREE_PICTURES}, banker total 0 to 9"
        return Refused("wager_not_offered", play.cite("5.1"), f"{wager} is none of {offered}")
    if wager in AREA_WAGERS and not 1 <= box <= play.options.areas:
        areas = f"{wager} lies in one of the boxes 1 to {play.options.areas}, not in {box}"
        return Refused("no_such_box", play.cite("5.4"), areas)
    if wager not in AREA_WAGERS and box:
        return Refused("no_such_box", play.cite("5.4"), f"{wager} lies in no box")
    return None


_late = while_betting("5.4", "5.4", "the first card of the coup is out")
_locked = while_betting("5.4", "5.5", "the first card of the coup is out")
_refusable = while_betting("5.4", "14.12", "the first card of the coup is out")


def _there_already(play: Play, patron: str, wager: str, box: int) -> Refused | None:
    if (patron, box, wager) not in play.layout.wagers:
        return None
    clause = play.cite("5.9") if wager == THREE_PICTURES else None
    sentence = f"{patron} has a wager on {wager} there: change it instead"
    return Refused("one_wager_there", clause, sentence)


def _not_in_area(play: Play, patron: str, wager: str, box: int) -> Refused | None:
    """Three Card Baccarat 5.2.2, 5.6 and 5.7, for wagers on a Player hand."""
    if wager == TIE and (patron, box, PLAYER) not in play.layout.wagers:
        alone = f"a tie wager needs {patron}'s Player wager in box {box}"
        return Refused("tie_without_player", play.cite("5.2.2"), alone)
    if wager != PLAYER:
        return None
    given_to = play.given_up.get(box, {}).get(patron)
    if given_to:
        gone = f"{patron} gave box {box} up to {given_to}"
        return Refused("area_given_up", play.cite("5.7"), gone)
    most = play.most_patrons.get(box, play.rules.most_patrons)
    there = 0
    for _, at, kind in play.layout.wagers:
        there += at == box and kind == PLAYER
    if there >= most:
        full = f"{there} patrons wager in box {box}, and {most} may"
        return Refused("area_full", play.cite("5.6"), full)
    return None


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands about one wager, with the limits and clauses of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("5.3"),
        offered=_not_offered,
        place=_new_spot,
        own=_own,
        move=_not_onto,
        withdraw=_to_withdraw,
        found_by=cite("6.3"),
        find=lying,
        tokens=rules.tokens,
        token_spot=_token_spot,
    )
    return orders(wagers, PATRONS | STAFF, cite("5.2"), STAFF, cite("6.3"), find_wager)


# The game in play: from or to Even Money Three Card Baccarat, by sign or by consent (14.8).


def change_game(play: Play, command: v.ChangeGame, by: Role) -> Ruling:
    """Between coups; the odds and their sign (2.4) are those of the game from then on."""
    if refused := _no_other_game(play, command.game):
        return refused
    if play.stage != BETWEEN:
        late = "wagers are open or a coup is in progress: the game changes between coups"
        return Refused("round_under_way", play.cite("14.8"), late)
    silent = sorted(participants(play) - play.consents)
    if silent and VARIANT not in play.notices:
        asked = f"no sign about the change is up, and {', '.join(silent)} did not consent"
        return Refused("notice_not_given", play.cite("14.8"), asked)
    return accept(OptionSet(VARIANT, command.game, play.cite("14.8")))


def consent(play: Play, command: v.ConsentToGame, by: Role) -> Ruling:
    """Reading 3C-29: to the change at hand, for it lapses with the next first card."""
    if refused := _no_other_game(play, command.game):
        return refused
    if command.patron not in participants(play):
        other = f"{command.patron} does not take part: neither seated nor in the last coup"
        return Refused("not_taking_part", play.cite("14.8"), other)
    return accept(v.ConsentGiven(command.patron, command.game, play.cite("14.8")))


def _no_other_game(play: Play, game: str) -> Refused | None:
    if game not in play.rules.odds:
        known = " or ".join(play.rules.odds)
        return Refused("no_such_game", play.cite("14.8"), f"{game} is not {known}")
    if game == play.options.variant:
        return Refused("game_in_play", play.cite("14.8"), f"{game} is the game in play")
    return None


def participants(play: Play) -> set[str]:
    """Reading 3C-18: who is seated, and who wagered in the last coup and is still there."""
    done = play.layout.past.get(play.round, play.layout.settlements)
    wagered = {line.patron for line in done if not isinstance(line, e.WagerWithdrawn)}
    return set(play.seats) | (wagered & set(play.layout.idle_rounds))


def agreed(play: Play) -> bool:
    """Whether everybody who takes part has consented to the other game."""
    return participants(play) <= play.consents


def by_sign(rules: Rules) -> SignedChange:
    """A sign that names the game and the time of the change, or the consent of all (3C-18)."""
    return SignedChange(
        order=v.ChangeGame,
        subject=VARIANT,
        clause=citing(rules)("14.8"),
        says=lambda command: command.game,
        agreed=agreed,
    )


ORDERS: dict[type[c.Command], May] = {
    v.RefuseWager: May(CASINO_SUPERVISOR, cite("14.12"), refuse_wager),
    v.ChangeGame: May(CASINO_SUPERVISOR, cite("14.8"), change_game),
    v.ConsentToGame: May(PATRONS | STAFF, cite("14.8"), consent),
}
