"""One table as an aggregate: opened under an edition, played, closed.

`decide` and `evolve` have the same shape as a game's: the one judges and changes nothing, the other
applies and judges nothing. What the table itself does not answer, its game does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from houseway.equipment.tiles import faces_of
from houseway.games import game, playable
from houseway.games.commands import Command, FindWager
from houseway.games.events import (
    ChipsBrought,
    Event,
    PatronExcluded,
    PatronLeft,
    RoundOpened,
    SeatVacated,
    WagerPlaced,
)
from houseway.games.machine import Given, Machine, admitted, judged, role_may_not
from houseway.games.machine import May as May
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import (
    DIRECTORS,
    NOBODY,
    STAFF,
    SUPERVISORS,
    Excluded,
    Role,
    Signature,
    another_person,
    is_person,
)
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import (
    alerts,
    betting,
    equipment,
    faces,
    life,
    money,
    opening,
    people,
    rulings,
    secrets,
)
from houseway.table import people as v
from houseway.table.people import corrected
from houseway.table.state import (
    CLOSED,
    OPEN,
    UNOPENED,
    Correction,
    Part,
    Table,
    correction,
    drop_oldest,
    order_decoder,
    roles_at,
)
from houseway.table.vocabulary import OrderRefused

# What a command meets at a table: one list of checks, in the order that is part of the contract.

Check = Callable[[Table, Command, Given], Refused | None]
Step = Callable[[Table, Command, Given, Accepted], Ruling | None]

# Stage and role are asked between the first two; then the table's own commands are judged.
CHECKS: tuple[Check, ...] = (faces.refusal, people.not_here, money.outside)
# The checks of a command of the game before it is judged.
GAME_CHECKS: tuple[Check, ...] = (secrets.not_ready, rulings.not_this_person)
# What the life of the table adds to the ruling of the game, a corrected one included.
GAME_STEPS: tuple[Step, ...] = (
    equipment.no_second_device,
    equipment.not_secured,
    life.raised_without_sign,
    life.no_personal_sign,
    life.outside_hours,
    life.not_announced,
    equipment.named,
    life.protections_ended,
    life.taken_down_by,
    rulings.fell_due,
)
# Who takes a step, and who may take part, is asked last.
LAST_STEPS: tuple[Step, ...] = (
    people.not_alone,
    money.counted,
    rulings.signed,
    people.signed,
)


def decide_play(machine: Machine, table: Table, command: Command, given: Given) -> Ruling:
    """The ruling on one command: the table's own by the machine, any other by the game.

    What staff find on the layout is a fact, whoever put it there.
    """
    own = type(command) in machine.commands
    first, *others = CHECKS
    for check in (first, machine.refusal, *others, *(() if own else GAME_CHECKS)):
        if refused := check(table, command, given):
            return refused
    ruling = machine.judge(table, command, given) if own else game_ruling(table, command, given)
    if not own:
        ruling = _through(LAST_STEPS, table, command, given, ruling)
    return ruling if isinstance(command, FindWager) else admitted(ruling, given)


def game_ruling(table: Table, command: Command, given: Given) -> Ruling:
    """Bounds and game, then what the life of the table says."""
    ruling = people.readmitted(table, command, given) or judged(
        command, lambda: table.game.decide(table.play, command, given.by)
    )
    if isinstance(ruling, Refused):
        return life.below_new_minimum(table, command, ruling)
    return _through(GAME_STEPS, table, command, given, ruling)


def _through(
    steps: Iterable[Step], table: Table, command: Command, given: Given, ruling: Ruling
) -> Ruling:
    for step in steps:
        if isinstance(ruling, Refused):
            return ruling
        ruling = step(table, command, given, ruling) or ruling
    return ruling


# What was settled is put right by two persons (reading P-02).

part = Part()
ANSWERED_LISTED = 20  # corrections that were confirmed or dropped
CONFIRMED, DROPPED = "confirmed", "dropped"
_WHO_REPORT = STAFF | DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR}  # the game asks for the office


@part.decides(v.AskCorrection, by=_WHO_REPORT)
def _ask(table: Table, command: v.AskCorrection, given: Given) -> Ruling:
    """It must be one that the game would accept now from the person who asks."""
    if not command.reason.strip():
        return Refused("no_reason", None, "say why it is wrong")
    if not is_person(given.actor):
        return Refused(
            "nobody_named", None, "a correction needs the name of the person who requests it"
        )
    try:
        order = order_decoder(table.edition).decode(command.order)
    except msgspec.MsgspecError as wrong:
        return Refused("order_unreadable", None, f"not an order of this game: {wrong}")
    ruling = game_ruling(table, order, given)
    if isinstance(ruling, Refused):
        return ruling
    if corrected(table, ruling) is None:
        return Refused("not_a_correction", None, "that order takes one person: give it as it is")
    number = table.corrections_asked + 1
    asked = v.CorrectionAsked(number, command.order, command.reason, given.signature)
    return Accepted((asked,))


def _open(table: Table, number: int) -> Correction | Refused:
    if not 1 <= number <= table.corrections_asked:
        return Refused("no_such_correction", None, f"there is no correction {number}")
    found = correction(table, number)
    if found is None or found.outcome:
        how = found.outcome if found else "answered"
        return Refused("correction_over", None, f"correction {number} was {how}")
    return found


@part.decides(v.ConfirmCorrection, by=STAFF)
def _confirm(table: Table, command: v.ConfirmCorrection, given: Given) -> Ruling:
    """By another person; one of the two decides at this table. It is judged again as things are."""
    found = _open(table, command.correction)
    if isinstance(found, Refused):
        return found
    first = found.asked
    if not another_person(first.person, given.actor):
        alone = f"{first} asked for it; another person confirms it"
        return Refused("second_person_needed", None, alone)
    deciders = DIRECTORS if table.game.table.directed else SUPERVISORS
    if not {first.role, given.by} & deciders:
        neither = f"one of the two is a {' or a '.join(sorted(deciders))}"
        return Refused("decider_needed", table.game.table.directed, neither)
    order = order_decoder(table.edition).decode(found.order)
    ruling = game_ruling(table, order, Given(first.role, first.person, given.at_us))
    if isinstance(ruling, Refused):
        return ruling
    confirmed = v.CorrectionConfirmed(command.correction, given.signature)
    return Accepted((confirmed, *ruling.events))


@part.decides(v.DropCorrection, by=SUPERVISORS)
def _drop(table: Table, command: v.DropCorrection, given: Given) -> Ruling:
    found = _open(table, command.correction)
    if isinstance(found, Refused):
        return found
    return Accepted((v.CorrectionDropped(command.correction, given.signature),))


@part.folds(v.CorrectionAsked)
def _asked(table: Table, event: v.CorrectionAsked) -> None:
    asked = Correction(event.order, event.reason, event.by, number=event.correction)
    table.corrections_asked = event.correction
    table.corrections.append(asked)


@part.folds(v.CorrectionConfirmed)
def _confirmed(table: Table, event: v.CorrectionConfirmed) -> None:
    _answered(table, event.correction, CONFIRMED, event.by)


@part.folds(v.CorrectionDropped)
def _dropped(table: Table, event: v.CorrectionDropped) -> None:
    _answered(table, event.correction, DROPPED, event.by)


def _answered(table: Table, number: int, outcome: str, by: Signature) -> None:
    found = correction(table, number)
    if found is not None:
        found.outcome, found.by = outcome, by
    drop_oldest(table.corrections, lambda each: bool(each.outcome), ANSWERED_LISTED)


__all__ = ["MACHINE", "Table", "decide", "evolve", "roles_of"]

_LEAVING = (PatronLeft, SeatVacated, PatronExcluded)


def decide(
    table: Table, command: Command, by: Role, at_us: int = 0, actor: str = "",
    excluded: Excluded = NOBODY,
) -> Ruling:  # fmt: skip
    """The ruling on one command, by the checks of `playing`."""
    return decide_play(MACHINE, table, command, Given(by, actor, at_us, excluded))


def _not_now(table: Table, command: Command, may: May) -> Refused | None:
    if table.stage in may.stages:
        return None
    if table.stage == CLOSED and type(command) in rulings.AFTER_CLOSING:
        return None
    if may.stages == (UNOPENED,):
        return Refused("table_open", None, "the table has been opened already")
    return Refused("table_not_open", None, "the table is not open")


def _may_not(table: Table, command: Command, may: May, given: Given) -> Refused | None:
    """Who may is the document's to say: the one to be opened, or the one that is played."""
    if may is _GAMES:
        return None
    named = getattr(command, "document", "") or table.edition
    found = game(named) if playable(named) else None
    roles = roles_at(may, found)
    if given.by in roles:
        return None
    clause = may.slot(table) if table.play is not None else None
    if clause is None and found is not None:
        clause = found.table.directed
    return role_may_not(type(command), given.by, roles, clause)


def roles_of(table: Table, kind: type[Command]) -> frozenset[Role]:
    """Who may give a command at this table, its own or its game's."""
    own = MACHINE.commands.get(kind)
    return roles_at(own, table.game) if own else table.game.orders[kind].roles


def evolve(table: Table, event: Event) -> Table:
    """Apply an event: the table's own, or its game's; and note the alerts that it raises."""
    if type(event) in MACHINE.events:
        MACHINE.evolve(table, event)
    else:
        _evolve_game(table, event)
        betting.note(table, event)
    alerts.note(table, event)
    return table


def _evolve_game(table: Table, event: Event) -> None:
    table.game.evolve(table.play, event)
    if table.virtual:
        _evolve_virtual(table, event)
    if isinstance(event, WagerPlaced):
        table.playing.add(event.patron)
    elif isinstance(event, _LEAVING):
        table.playing.discard(event.patron)
        secrets.left(table, event.patron)
        money.answered(table, event)
    elif isinstance(event, ChipsBrought):
        money.answered(table, event)
    elif equipment.loads_preshuffled(event):
        table.released.clear()


def _evolve_virtual(table: Table, event: Event) -> None:
    table.drawn += sum(1 for _ in faces_of(event))
    if isinstance(event, RoundOpened):
        secrets.take_effect(table)


@part.folds(OrderRefused)
def _refused(table: Table, event: OrderRefused) -> None:
    table.refusals += 1


# A command of the game is judged at an open table; the game asks for the role.
_GAMES = May(frozenset(Role), Clause(""), game_ruling, stages=(OPEN,))

# Who may give the commands of the table itself: a casino supervisor by reading A-01, and where
# reading G11 has it the Tournament Director.
MACHINE = Machine(
    name="a table",
    unknown="order_not_of_a_table",
    not_now=_not_now,
    may_not=_may_not,
    parts=(
        part,
        opening.part,
        money.part,
        money.part,
        betting.part,
        equipment.part,
        alerts.part,
        opening.part,
        secrets.part,
        secrets.part,
        life.part,
        life.part,
        people.part,
        rulings.part,
        rulings.part,
        part,
        people.part,
        alerts.part,
    ),
    otherwise=_GAMES,
)
