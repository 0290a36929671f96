"""Drills of irregularities and refusals: what happened, which facts decide, what the rules do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from houseway.equipment.cards import Card
from houseway.equipment.chips import dollar_text
from houseway.equipment.tiles import PACK
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import house
from houseway.games.base_commands import Command, forms_of, required_fields
from houseway.games.chance import unseen_card
from houseway.games.game import Game
from houseway.games.layout import Key
from houseway.records.telling import clauses_of, title_of
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.training.drill import Drill, Moment, Part, Scene, Walk, name_of, told, usual, who_text

# Likely facts for a command: the fields of a report are filled from what lies on the table.

MOST_BOXES = 9
_TEXTS: Mapping[str, tuple[str, ...]] = {
    "reason": ("the order of the cards is lost", "the equipment failed"),
    "cause": ("a fault of the equipment",),
    "opinion": ("the order of the cards has become known",),
    "foreign": ("",),
    "what": ("a card with another back", "a seven of clubs", "use of a telephone"),
    "claim": ("my wager was paid short", "the card was dealt too late"),
    "decision": ("the settlement stands",),
    "outcome": ("the decision stands",),
    "device": ("a counter",),
    "fault": ("a card is stuck",),
    "answer": ("yes", "no", "repaired", "cannot be repaired"),
    "office": ("inspector", "surveillance", "supervisor"),
    "about": ("the cards", "missing cards", "the malfunction"),
    "kind": ("approved", "automated", "ordinary", "by hand"),
    "category": ("",),
    "capacity": ("",),
}


class _At(NamedTuple):
    """The walk, the command that is being filled in, and the form of the field."""

    walk: Walk
    kind: type[Command]
    form: str
    needed: bool


def likely(walk: Walk, kind: type[Command]) -> Command | None:
    """A command of this kind that could be given now, or None where nothing can be named."""
    if kind.ways:
        return kind(*kind.ways[walk.pick(len(kind.ways))])
    filled: dict[str, Any] = {}
    forms, needed = forms_of(kind), required_fields(kind)
    if {"patron", "wager"} <= set(kind.__struct_fields__):
        filled |= _lying(walk, kind)
    for name in kind.__struct_fields__:
        if name in filled:
            continue
        at = _At(walk, kind, forms.get(name, ""), name in needed)
        if name not in needed and walk.pick(2):
            continue
        choose = _CHOOSE.get(name) or _CHOOSE.get(at.form) or _text(name)
        value = choose(at)
        if value is None and at.needed:
            return None
        if value is not None:
            filled[name] = value
    command = kind(**filled)
    return command if all(getattr(command, name) is not None for name in _spoken(kind)) else None


@cache
def _spoken(kind: type[Command]) -> tuple[str, ...]:
    """The fields that the sentence of a command always has: without them it cannot be said."""
    always = re.sub(r"\[[^\]]*\]", "", kind.sentence)
    return tuple(re.findall(r"\{(\w+)", always))


def _lying(walk: Walk, kind: type[Command]) -> dict[str, Any]:
    """A wager that lies on the layout, by the fields that name it."""
    keys = list(walk.play.layout.wagers)
    if not keys:
        return {}
    patron, box, wager = keys[walk.pick(len(keys))]
    named = {"patron": patron, "wager": wager, "box": box}
    return {name: value for name, value in named.items() if name in kind.__struct_fields__}


def _one(at: _At, values: Any) -> Any:
    among = list(values)
    return among[at.walk.pick(len(among))] if among else None


def _text(name: str) -> Callable[[_At], Any]:
    return lambda at: _one(at, _TEXTS.get(name, ()))


def _card(at: _At) -> Card | None:
    """A card that nobody has seen, or None for one that stays unseen."""
    if not at.needed and at.walk.pick(3) == 0:
        return None
    return unseen_card(at.walk.play.stock, at.walk.pick)


def dealt(walk: Walk) -> list[Card | None]:
    """The cards of this round in the order in which they were dealt."""
    cards: list[Card | None] = []
    for step in walk.session.steps:
        for event in step.events:
            if isinstance(event, e.RoundOpened):
                cards.clear()
            elif isinstance(event, e.CardDealt | e.KeptCardUsed):
                cards.append(event.card)
    return cards


def _cards(at: _At) -> tuple[Card | None, ...] | None:
    """The cards of the round as dealt, with one more, or a single unseen one.

    Cards that nobody has seen stand among them only where the command takes such.
    """
    cards = _some_cards(at)
    if not _takes_unseen(at.kind):
        cards = tuple(each for each in cards if each is not None)
    return cards or None


@cache
def _takes_unseen(kind: type[Command]) -> bool:
    return any("Card | None" in str(each.__annotations__.get("cards", "")) for each in kind.mro()
               if hasattr(each, "__annotations__"))  # fmt: skip


def _some_cards(at: _At) -> tuple[Card | None, ...]:
    cards, way = dealt(at.walk), at.walk.pick(4)
    more = unseen_card(at.walk.play.stock, at.walk.pick)
    if way == 0:
        return (more,)
    if way == 1:
        return (*cards, more)
    if way == 2:
        shown = [each for each in at.walk.game.felt(at.walk.play, "").hands if each.cards]
        hand = _one(at, shown)
        return tuple(None if c == "??" else Card(c) for c in hand.cards) if hand else ()
    return tuple(cards)


def _tiles(at: _At) -> tuple[str, ...]:
    """One or two tiles that nobody has seen."""
    tiles = getattr(at.walk.play, "tiles", None)
    unseen = list(PACK)
    for tile in tiles.seen.elements() if tiles is not None else ():
        unseen.remove(tile)
    return tuple(at.walk.chance.sample(unseen, min(len(unseen), at.walk.pick(4) + 1)))


def _boxes(at: _At) -> tuple[int, ...]:
    boxes = list(range(1, MOST_BOXES))
    return tuple(at.walk.chance.sample(boxes, len(boxes)))


def _patron(at: _At) -> str | None:
    found: str | None = _one(at, at.walk.play.layout.idle_rounds)
    return found


def _hand(at: _At) -> str | None:
    found: str | None = _one(at, [each.name for each in at.walk.game.felt(at.walk.play, "").hands])
    return found


def _to(at: _At) -> str | None:
    listed = at.kind.listed.get("to", ("inspector", "surveillance"))
    return _hand(at) if "card" in forms_of(at.kind) else _one(at, listed)


def _cause(at: _At) -> str:
    """What the rules know as a cause, where they list them."""
    return str(_one(at, getattr(at.walk.play.rules, "void_spins", ()) or _TEXTS["cause"]))


def _round(at: _At) -> int:
    return int(_one(at, (at.walk.play.round, max(at.walk.play.round - 1, 1))))


def _amount(at: _At) -> int:
    """Near the limits on the sign, within them and outside."""
    limits = at.walk.play.limits
    unit = limits.multiple or 1_00
    least, most = limits.minimum, limits.maximum
    return int(_one(at, (least, max(least - unit, 1), least + unit, most, most + unit)))


def _wager(at: _At) -> str | None:
    found: str | None = _one(at, [each.wager for each in at.walk.game.spots(at.walk.play, "Ana")])
    return found


_CHOOSE: Mapping[str, Callable[[_At], Any]] = {
    "card": _card,
    "cards": lambda at: 1 + at.walk.pick(7) if at.form == "number" else _cards(at),
    "tiles": _tiles,
    "numbers": _boxes,
    "missing": lambda at: (unseen_card(at.walk.play.stock, at.walk.pick),),
    "ground": lambda at: _one(at, at.walk.play.rules.provisions.grounds),
    "persons": lambda at: tuple(filter(None, (_patron(at),))),
    "withhold": lambda at: (),
    "amount": _amount,
    "wager": _wager,
    "onto": _wager,
    "cause": _cause,
    "patron": _patron,
    "person": _patron,
    "hand": _hand,
    "to": _to,
    "box": lambda at: 1 + at.walk.pick(MOST_BOXES),
    "count": lambda at: at.walk.pick(7),
    "round": _round,
    "dispute": lambda at: len(at.walk.play.layout.disputes) or None,
}

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


# Drills of refusals: late wagers, limits, signs, and commands of a role that may not give them.

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


def _refusals_wager(walk: Walk) -> Attempt | None:
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


def _refusals_lying(walk: Walk) -> Attempt | None:
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
    _refusals_wager, _refusals_wager, _refusals_lying, _above_rank, _sign, _next, _report
)  # fmt: skip
