"""Drills of refusals: late wagers, limits, signs, and commands of a role that may not give them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from houseway.games import commands as c
from houseway.games import house
from houseway.games.base_commands import Command
from houseway.games.game import Game
from houseway.records.telling import clauses_of
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.training.asking import Scene, told, who_text
from houseway.training.drill import Drill, Part
from houseway.training.facts import likely
from houseway.training.walk import Moment, Walk

ACCEPT = "accept it"
_TRIES = 12
Attempt = tuple[Command, Role]


def refusal(scene: Scene, seed: str) -> Drill | None:
    """Ask whether something is accepted now and, if not, why."""
    walk = scene.walk
    if walk.session.is_between_rounds:  # a record would open the betting without saying so
        return None
    tried = [_tried(walk) for _ in range(_TRIES)]
    judged = [(each, answer_to(walk, each)) for each in tried if each is not None]
    sure = [(each, answer) for each, answer in judged if answer and answer[1]]
    if not sure:
        return None
    refused = [each for each in sure if each[1][0] != ACCEPT]
    (command, by), (right, clauses) = (refused or sure)[0] if walk.pick(5) else sure[-1]
    if right != ACCEPT and walk.session.steps_to(command, by):
        return None  # a record would take the steps that are missing without saying so
    others = tuple(answer[0] for _, answer in sure)
    return _drill(scene, seed, (command, by), (right, clauses), others)


def refusal_of(scene: Scene, seed: str) -> Drill | None:
    """Ask about the command of the scene."""
    walk, attempt = scene.walk, (scene.moment.command, scene.moment.by)
    tried = [each for each in (_tried(walk) for _ in range(_TRIES)) if each is not None]
    found = (answer_to(walk, each) for each in tried)
    answer = answer_to(walk, attempt)
    return (
        _drill(scene, seed, attempt, answer, [each[0] for each in found if each])
        if answer
        else None
    )


def _drill(
    scene: Scene, seed: str, attempt: Attempt, answer: tuple[str, tuple[Clause, ...]],
    others: Sequence[str],
) -> Drill:  # fmt: skip
    (command, by), (right, clauses), walk = attempt, answer, scene.walk
    options = scene.options(right, (ACCEPT, *others))
    part = Part("What do you do?", "one", (right,), clauses, _with(options, ACCEPT), "ruling")
    moment = Moment(scene.moment.awaited, command, by, ())
    return Scene(walk, moment).drill(
        "refusal", seed, "Accept or refuse?", [part], said=told(moment)
    )


def _with(options: tuple[str, ...], always: str) -> tuple[str, ...]:
    return options if always in options else (always, *options)


def answer_to(walk: Walk, attempt: Attempt) -> tuple[str, tuple[Clause, ...]] | None:
    """What the engine says: accepted, or refused and why; None where no clause decides."""
    command, by = attempt
    return answer_text(walk.game, command, walk.session.rule(command, by))


def answer_text(
    game: Game, command: Command, ruling: Ruling
) -> tuple[str, tuple[Clause, ...]] | None:
    """A ruling in the words of an option, with its clauses."""
    if isinstance(ruling, Refused):
        return (
            (f"refuse it: {_reason(game, command, ruling)}", (ruling.clause,))
            if (ruling.clause)
            else None
        )
    named = [Clause(each) for event in ruling.events for each in clauses_of(event) if each]
    return ACCEPT, tuple(dict.fromkeys(named))


def _reason(game: Game, command: Command, refused: Refused) -> str:
    if refused.code != "role_may_not":
        return refused.detail
    roles = game.orders[type(command)].roles
    return f"it takes {who_text(next(each for each in Role if each in roles))}"


def _tried(walk: Walk) -> Attempt | None:
    return _WAYS[walk.pick(len(_WAYS))](walk)


def _wager(walk: Walk) -> Attempt | None:
    """A wager near a limit of the sign, between two chips, or too late."""
    spots = walk.game.spots(walk.play, "Ana")
    if not spots:
        return None
    spot, unit = spots[walk.pick(len(spots))], walk.play.limits.multiple or 1_00
    amounts = (spot.minimum, spot.minimum - unit, spot.maximum, spot.maximum + unit,
               spot.minimum + unit // 2, spot.minimum + unit)  # fmt: skip
    amount = amounts[walk.pick(len(amounts))]
    if amount <= 0:
        return None
    return c.PlaceWager("Ana", spot.wager, amount, spot.box), Role.PATRON


def _lying(walk: Walk) -> Attempt | None:
    """A wager that lies on the layout is changed, or taken back."""
    lying = list(walk.play.layout.wagers.items())
    if not lying:
        return None
    (patron, box, wager), stake = lying[walk.pick(len(lying))]
    onto = [each.wager for each in walk.game.spots(walk.play, patron) if each.box == box]
    ways: tuple[Command, ...] = (
        c.WithdrawWager(patron, wager, box), c.ChangeWager(patron, wager, stake * 2, box),
        c.MoveWager(patron, wager, onto[walk.pick(len(onto))] if onto else wager, box),
    )  # fmt: skip
    command = ways[walk.pick(len(ways))]
    return (command, Role.PATRON) if type(command) in walk.game.orders else None


def _above_rank(walk: Walk) -> Attempt | None:
    """A command that takes a higher role than the dealer's."""
    kinds = [
        kind
        for kind, may in walk.game.orders.items()
        if may.roles.isdisjoint({Role.DEALER, Role.PATRON}) and not kind.__struct_fields__
    ]  # fmt: skip
    return (kinds[walk.pick(len(kinds))](), Role.DEALER) if kinds else None


def _sign(walk: Walk) -> Attempt | None:
    """The limits of the table are changed, with or without notice."""
    limits = walk.play.limits
    least, most = ((2, 1), (1, 2), (2, 2), (1, 1))[walk.pick(4)]
    by = Role.TOURNAMENT_DIRECTOR if walk.game.table.directed else Role.GAMING_SUPERVISOR
    giver = (by, Role.DEALER)[walk.pick(2)]
    return house.SetLimits(limits.minimum * least, limits.maximum * most), giver


def _next(walk: Walk) -> Attempt | None:
    """A step of the game out of its turn."""
    kinds = [kind for kind in walk.game.orders if kind.call and not kind.__struct_fields__]
    return (kinds[walk.pick(len(kinds))](), Role.DEALER) if kinds else None


def _report(walk: Walk) -> Attempt | None:
    """A report of something that went wrong, which may come too late or say too little."""
    kinds = [kind for kind in walk.game.orders if kind.group.name == "irregularities"]
    kind = kinds[walk.pick(len(kinds))]
    command = likely(walk, kind)
    roles = walk.game.orders[kind].roles
    by = next((each for each in (Role.DEALER, *Role) if each in roles), Role.DEALER)
    return (command, by) if command else None


_WAYS: tuple[Callable[[Walk], Attempt | None], ...] = (
    _wager, _wager, _lying, _above_rank, _sign, _next, _report
)  # fmt: skip
