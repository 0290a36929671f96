"""War or surrender: what a patron chooses whose first card equals the dealer's."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import tokens
from houseway.games.casino_war import settle
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.play import choosing, not_dealing, step, tied
from houseway.games.casino_war.rules import INITIAL, WAR, cite
from houseway.games.casino_war.state import Play
from houseway.games.game import May, accept
from houseway.games.tokens import NO_TOKENS, Pile
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling


def _not_choosing(play: Play, patron: str, box: int) -> Refused | None:
    """Casino War 8.2.4: each in turn, from the dealer's left."""
    if refused := not_dealing(play, play.cite("8.2.4")):
        return refused
    waiting = choosing(play) if step(play) == "choose" else []
    if not waiting:
        return Refused("nothing_to_choose", play.cite("5.7"), "no hand is waiting for a choice")
    if (box, patron) != (waiting[0], play.areas[waiting[0]]):
        turn = f"it is the turn of {play.areas[waiting[0]]} in box {waiting[0]}"
        return Refused("not_your_turn", play.cite("8.2.4"), turn)
    return None


def war_choice(play: Play, patron: str, box: int) -> v.GoToWar | None:
    """The order that goes to war, with as few tokens as it takes; None without enough of both."""
    amount = settle.at_risk(play, box, INITIAL)
    if tokens.short(play, patron=patron, needed=amount) is None:
        return v.GoToWar(patron, box)
    held = tokens.held(play, patron).total
    in_tokens = amount - (play.layout.chips[patron] - held)
    return v.GoToWar(patron, box, tokens=in_tokens) if in_tokens <= held else None


def go_to_war(play: Play, command: v.GoToWar, by: Role) -> Ruling:
    """A War Wager equal to the Initial Wager as it will be settled, no more, no less (CW-06)."""
    patron, box = command.patron, command.box
    if refused := _not_choosing(play, patron, box):
        return refused
    amount = settle.at_risk(play, box, INITIAL)
    if command.amount not in (0, amount) or command.tokens > amount:
        offered = dollar_text(max(command.amount, command.tokens))
        asked = f"{offered} was offered, and war takes {dollar_text(amount)}"
        return Refused("war_wager_not_equal", play.cite("5.7"), asked)
    if isinstance(pile := _war_tokens(play, command), Refused):
        return pile
    if refused := tokens.short(play, patron=patron, needed=amount, pile=pile):
        return refused
    placed = e.WagerPlaced(patron, WAR, amount, box, play.cite("5.1.1.4"))
    staked = tokens.stake_events((patron, box, WAR), pile, play.rules.tokens)
    return accept(placed, *staked, *_all_have_chosen(play, box))


def _war_tokens(play: Play, command: v.GoToWar) -> Pile | Refused:
    """Casino War 5.2: a War Wager too may be in chips and tokens."""
    if not command.tokens:
        return NO_TOKENS
    return tokens.taken_from(play, play.rules.tokens, patron=command.patron, amount=command.tokens)


def surrender(play: Play, command: v.Surrender, by: Role) -> Ruling:
    refused = _not_choosing(play, command.patron, command.box)
    return refused or _surrendered(play, command.box, play.cite("5.1.1.3"), play.cite("8.2.4.1"))


def record_absence(play: Play, command: v.RecordAbsence, by: Role) -> Ruling:
    """Casino War 11.8: anyone who is not there to choose surrenders (reading CW-15)."""
    refused = _not_choosing(play, command.patron, command.box)
    return refused or _surrendered(play, command.box, play.cite("5.1.1.3"), play.cite("11.8"))


def _surrendered(play: Play, box: int, *clauses: Clause) -> Accepted:
    line = settle.surrendered(play, box, *clauses)
    return accept(line, *_all_have_chosen(play, box, surrendering=box))


def _all_have_chosen(play: Play, box: int, *, surrendering: int = -1) -> tuple[e.Event, ...]:
    """Casino War 8.3: after the last choice the cards of surrendered hands go to the rack."""
    if choosing(play) != [box]:
        return ()
    staying = [each for each in settle.boxes_with(play, INITIAL) if each != surrendering]
    given_up = tuple(each for each in tied(play) if each not in staying)
    return (v.HandsCollected(given_up, play.cite("8.3")),) if given_up else ()


_CHOOSERS = PATRONS | STAFF

ORDERS: dict[type[c.Command], May] = {
    v.GoToWar: May(_CHOOSERS, cite("5.7"), go_to_war),
    v.Surrender: May(_CHOOSERS, cite("5.7"), surrender),
    v.RecordAbsence: May(STAFF, cite("11.8"), record_absence),
}
