"""Drills of what goes wrong: who may rule, what becomes of wagers, what is recorded, who is told.

A walk is disturbed by reports of its game: those that the rules accept just then are asked about,
others only change the table, so that rulings which need an earlier report come up too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.base_commands import Command
from houseway.games.game import Game
from houseway.games.layout import Key
from houseway.records.telling import clauses_of, title_of
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.training.asking import Scene, name_of, told, usual, who_text
from houseway.training.drill import Drill, Part
from houseway.training.facts import likely
from houseway.training.walk import Moment, Walk

ASKED_ABOUT = 2  # wagers in one drill
NOBODY = "nobody outside the table"
STAYS = "it stays on the layout"
PEOPLE = (
    Role.PATRON, Role.DEALER, Role.GAMING_SUPERVISOR, Role.GAMING_MANAGER,
    Role.TOURNAMENT_DIRECTOR, Role.SURVEILLANCE, Role.INSPECTOR,
)  # fmt: skip
_BECOMES = {
    "won": "it is paid",
    "lost": "it is collected",
    "stood off": "it stands off and goes back",
    "void": "it is void and goes back",
    "forfeited": "it is forfeited to the house",
    "withdrawn": "it is withdrawn and goes back",
}
_REVERSED = "its settlement is undone and the stake goes back"
_AGAIN = "its settlement is taken back and made again"
GROUPS = {"irregularity": ("irregularities",), "provision": ("provisions",)}
_OTHERS = ("wagers", "calls", "people")  # groups of commands that may belong to an irregularity


def disturbed(walk: Walk, groups: Iterable[str]) -> Moment | None:
    """Something that goes wrong now, by commands of these groups, or of others at times."""
    way = walk.pick(4)
    among = _OTHERS if way == 0 else groups
    kinds = [kind for kind in walk.game.orders if kind.group.name in among]
    if way == 1:  # another way on than the usual one
        kinds = [kind for kind in walk.session.awaited.commands if kind in walk.game.orders]
    if not kinds:
        return None
    kind = kinds[walk.pick(len(kinds))]
    command = likely(walk, kind)
    if command is None:
        return None
    return walk.considered(command, _giver(walk.game, kind))


def concerns(moment: Moment, game: Game, groups: Iterable[str]) -> bool:
    """Whether a moment is of these groups, or is ruled by the clauses on irregularities."""
    if type(moment.command).group.name in groups:
        return True
    cited = (each for event in moment.events for each in _clauses(event))
    return "irregularities" in groups and any(is_irregular(game, each) for each in cited)


def is_irregular(game: Game, clause: Clause) -> bool:
    row = game.cite.clauses.get(clause.removeprefix(f"{game.cite.title} "))
    return row is not None and "irregular" in row.heading.lower()


def _giver(game: Game, kind: type[Command]) -> Role:
    """The lowest of those who may give it; the dealer reports where the dealer may."""
    roles = game.orders[kind].roles
    return next((each for each in (Role.DEALER, *Role) if each in roles), Role.DEALER)


def what_now(scene: Scene, seed: str, kind: str) -> Drill | None:
    """Ask everything that a report calls for."""
    moment, walk = scene.moment, scene.walk
    if not moment.events:
        return None
    parts = [_authority(scene), *_wagers(scene), _recorded(scene), *_notified(scene)]
    drill = scene.drill(kind, seed, "What happens now?", parts, said=told(moment))
    awaited = walk.session.awaited
    steps = [each.sentence for each in usual(scene.game.cite.id).steps]
    asks = "What comes after that?"
    options = scene.options(awaited.sentence, (moment.awaited.sentence, *steps))
    after = Part(asks, "one", (awaited.sentence,), (awaited.clause,), options, "step")
    return replace(drill, parts=(*drill.parts, after))


def _authority(scene: Scene) -> Part:
    may = scene.game.orders[type(scene.moment.command)]
    answer = tuple(who_text(each) for each in PEOPLE if each in may.roles)
    asks = "Who may report or order this?"
    return Part(asks, "several", answer, (may.clause,), tuple(map(who_text, PEOPLE)), "who")


def _wagers(scene: Scene) -> Iterable[Part]:
    layout, moment, number = scene.walk.play.layout, scene.moment, scene.walk.play.round
    stakes: dict[Key, int] = dict(layout.wagers)
    stakes |= {_key(each): each.stake for each in layout.settlements}
    for key in list(stakes)[:ASKED_ABOUT]:
        patron, _, wager = key
        right, clauses = becomes(moment.events, key, number)
        if key not in layout.wagers and right == STAYS:
            continue
        said = (*_BECOMES.values(), _REVERSED, _AGAIN, STAYS)
        asks = f"What becomes of the {dollar_text(stakes[key])} of {patron} on {wager}?"
        yield Part(asks, "one", (right,), clauses, scene.options(right, said), name_of(key))


def _key(event: e.Settlement) -> Key:
    return event.patron, event.box, event.wager


def becomes(
    events: Sequence[e.Event], key: Key, round_number: int
) -> tuple[str, tuple[Clause, ...]]:
    """What the ruling does to a wager, with the clauses that say so."""
    last = STAYS, _clauses(events[0])
    for event in events:
        if isinstance(event, e.Settlement) and _key(event) == key:
            last = _BECOMES[e.RESULT_OF[type(event)]], event.clauses
        elif isinstance(event, e.SettlementReversed) and _of(event) == (round_number, *key):
            last = _REVERSED, event.clauses
        elif isinstance(event, e.SettlementUndone) and _key(event.settlement) == key:
            last = _AGAIN, (event.clause,)
    return last


def _of(event: e.SettlementReversed) -> tuple[int, str, int, str]:
    return event.round, event.patron, event.box, event.wager


def _clauses(event: e.Event) -> tuple[Clause, ...]:
    return tuple(Clause(each) for each in clauses_of(event) if each)


def recorded(events: Iterable[e.Event]) -> tuple[str, ...]:
    """The titles of what goes into the log, each once."""
    return tuple(dict.fromkeys(title_of(type(each)) for each in events))


def _recorded(scene: Scene) -> Part:
    right = recorded(scene.moment.events)
    others = [title_of(kind) for kind in scene.game.events if title_of(kind) not in right]
    wrong = scene.walk.chance.sample(sorted(set(others)), 3)
    clauses = dict.fromkeys(each for event in scene.moment.events for each in _clauses(event))
    options = scene.shuffled((*right, *wrong))
    return Part("What is recorded?", "several", right, tuple(clauses), options, "record")


def _notified(scene: Scene) -> Iterable[Part]:
    duties = notifications(scene.game, scene.moment.events)
    if not duties and scene.pick(4):
        return
    right = tuple(dict.fromkeys(to for to, _ in duties)) or (NOBODY,)
    clauses = tuple(dict.fromkeys(clause for _, clause in duties))
    options = tuple(dict.fromkeys((*right, "surveillance", "inspector", "casino manager", NOBODY)))
    yield Part(
        "Who must be notified?", "several", right,
        clauses or _clauses(scene.moment.events[0]), options, "notify",
    )  # fmt: skip


def notifications(game: Game, events: Iterable[e.Event]) -> list[tuple[str, Clause]]:
    """Who must be told of these events, by which clause."""
    owed = game.duties.owed
    due = (owed[type(event)](event) for event in events if type(event) in owed)
    return [(duty.to, duty.clause) for duties in due for duty in duties]
