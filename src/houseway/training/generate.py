"""Drills by seed: which kinds a game has, and the drill of an edition, a kind and a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import combinations, groupby
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.equipment.chips import dollar_text, money
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import find
from houseway.games.game import Game
from houseway.games.options import read_setup
from houseway.records.session import Session
from houseway.rulebook.parsing import toml_as
from houseway.rulebook.roles import Role
from houseway.training import irregular, tournaments
from houseway.training.drill import (
    LONGEST,
    Drill,
    Moment,
    Part,
    Scene,
    Walk,
    every_option,
    in_box,
    settlements,
    usual,
    wager_name,
    who_text,
)

# Drills of the round: totals, draws, winners, payouts, the order of settling, the next step.

FEW = 6  # results that can be asked as such; of more, what becomes of a wager is asked
SHOWN = 3  # wagers asked about in one drill
BUSY, MOST = 4, 8  # patrons at a busy table at least, and winners asked about at most
NOBODY = "nobody"
BECOMES = {
    "won": "it wins",
    "lost": "it loses",
    "stood off": "it stands off",
    "void": "it is void",
    "forfeited": "it is forfeited",
    "withdrawn": "it is withdrawn",
}


def total(scene: Scene, seed: str) -> Drill | None:
    """Call the total of a hand that lies open."""
    clause = scene.game.counts
    shown = scene.game.felt(scene.walk.play, "").hands
    hands = [each for each in shown if each.total and len(each.cards) > 1]
    if clause is None or not hands:
        return None
    hand = hands[scene.pick(len(hands))]
    options = scene.options(hand.total, usual(scene.game.cite.id).totals, count=6)
    part = Part(f"What is the total of the {hand.name} hand?", "one", (hand.total,), (clause,),
                options, hand.name)  # fmt: skip
    return scene.asked_before("total", seed, "Call the total", [part])


def draw(scene: Scene, seed: str) -> Drill | None:
    """Say who gets the next card, or that nobody does."""
    awaited = scene.moment.awaited
    hands = [each.name for each in scene.game.felt(scene.walk.play, "").hands if each.cards]
    if not hands or awaited.what not in ("draw", "settle", "announce", "expose"):
        return None
    right = awaited.to if awaited.what == "draw" else NOBODY
    if not right:
        return None
    options = scene.options(right, (*hands, NOBODY), count=8)
    part = Part("Who gets the next card?", "one", (right,), (awaited.clause,), options)
    return scene.asked_before("draw", seed, "Who draws?", [part]) if len(options) > 1 else None


def winner(scene: Scene, seed: str) -> Drill | None:
    """Say who wins; where every hand has a result of its own, what becomes of wagers."""
    events, results = scene.moment.events, usual(scene.game.cite.id).results
    announced = next((each for each in events if isinstance(each, e.ResultAnnounced)), None)
    if announced is not None and len(results) <= FEW:
        options = scene.options(announced.result, results, count=FEW)
        part = Part("What is the result?", "one", (announced.result,), (announced.clause,),
                    options)  # fmt: skip
        return scene.drill("winner", seed, "Who wins?", [part])
    settled = settlements(scene.moment)
    if len(results) <= FEW or not settled:
        return None
    return scene.drill("winner", seed, "Who wins?", [_outcome(scene, each) for each in
                       settled[:SHOWN]])  # fmt: skip


def _outcome(scene: Scene, event: e.Settlement) -> Part:
    said = tuple(BECOMES.values())[:4]
    right = BECOMES[e.RESULT_OF[type(event)]]
    asks = f"{_stake_text(event)}. What becomes of it?"
    options = scene.options(right, said)
    return Part(asks, "one", (right,), event.clauses, options, wager_name(event))


def payout(scene: Scene, seed: str) -> Drill | None:
    """Say what is paid on top of the stake, in dollars or chips."""
    paid = [each for each in settlements(scene.moment) if each.paid]
    if not paid:
        return None
    asked = scene.walk.chance.sample(paid, min(len(paid), SHOWN))
    return scene.drill("payout", seed, "Pay the wager", [_payout(each) for each in asked])


def crowd(scene: Scene, seed: str) -> Drill | None:
    """Pay every winner of a busy table, one after the other."""
    settled = settlements(scene.moment)
    paid = [each for each in settled if each.paid]
    if len({each.patron for each in settled}) < BUSY or len(paid) < 2:
        return None
    return scene.drill("crowd", seed, "Pay the whole table", [_payout(each) for each in
                       paid[:MOST]])  # fmt: skip


def cap(scene: Scene, seed: str) -> Drill | None:
    """Pay a stake that is above what the sign or the rules pay in full."""
    capped = [each for each in settlements(scene.moment) if each.paid and _is_capped(scene, each)]
    if not capped:
        return None
    return scene.drill("cap", seed, "Pay up to the cap", [_payout(each) for each in
                       capped[:SHOWN]])  # fmt: skip


def _is_capped(scene: Scene, event: e.Settlement) -> bool:
    """Whether no row of odds pays this on the whole stake, and some row would pay more."""
    setup, game = scene.walk.session.setup, scene.game
    exact = [
        line.odds.cents(event.stake)[0]
        for line in game.wagers(setup.options)
        if line.clause in event.clauses and line.wager == game.priced_as(event.wager)
    ]
    in_full = {*exact, *map(setup.chips.next_payable, exact)}  # fmt: skip
    return event.paid not in in_full and any(each > event.paid for each in exact)


def _payout(event: e.Settlement) -> Part:
    asks = f"{_stake_text(event)}. What do you pay on top of the stake?"
    return Part(asks, "money", (money(event.paid),), event.clauses, (), wager_name(event))


def _stake_text(event: e.Settlement) -> str:
    stake = dollar_text(event.stake)
    return f"{event.patron} has {stake} on {event.wager}{in_box(event.box)}"


def returned(scene: Scene, seed: str) -> Drill | None:
    """Say what goes back of a stake that is neither wholly lost nor simply paid."""
    parted = [
        each for each in settlements(scene.moment) if each.returned and not each.paid
    ]  # fmt: skip
    if not parted:
        return None
    event = parted[scene.pick(len(parted))]
    asks = f"{_stake_text(event)}. How much of the stake goes back?"
    part = Part(asks, "money", (money(event.returned),), event.clauses, (), wager_name(event))
    return scene.drill("returned", seed, "Return the stake", [part])


def fraction(scene: Scene, seed: str) -> Drill | None:
    """Pay what is no whole multiple of the stake: commission, half pay, 3 to 2."""
    uneven = [each for each in settlements(scene.moment) if each.stake and each.paid % each.stake]
    if not uneven:
        return None
    parts = [_payout(each) for each in uneven[:SHOWN]]
    return scene.drill("fraction", seed, "Pay a fraction", parts)


_PHASES = {"won": "pay", "lost": "collect"}


def phase_text(result: str, names: Iterable[str]) -> str:
    return f"{_PHASES.get(result, 'return')} {'; '.join(names)}"


def order(scene: Scene, seed: str) -> Drill | None:
    """Put collecting and paying in order; wagers that are settled alike stay together."""
    clause = scene.game.pays_in_order
    phases = [
        phase_text(e.RESULT_OF[kind], map(wager_name, alike))
        for kind, alike in groupby(settlements(scene.moment), type)
    ]
    if clause is None or not 2 <= len(phases) <= FEW or len(set(phases)) < len(phases):
        return None
    part = Part("In which order do you settle?", "order", tuple(phases), (clause,),
                scene.shuffled(phases))  # fmt: skip
    return scene.drill("order", seed, "Order of settling", [part])


def has_order(game: Game) -> bool:
    return game.pays_in_order is not None


def next_step(scene: Scene, seed: str) -> Drill | None:
    """Say what must happen next, who does it, and the call that goes with it."""
    awaited, steps = scene.moment.awaited, usual(scene.game.cite.id).steps
    said = scene.options(awaited.sentence, [each.sentence for each in steps])
    people = scene.options(who_text(awaited.who), [who_text(each.who) for each in steps])
    parts = [
        Part("What must happen next?", "one", (awaited.sentence,), (awaited.clause,), said, "step"),
        Part("Who does it?", "one", (who_text(awaited.who),), (awaited.clause,), people, "who"),
    ]
    call = awaited.command.call if awaited.command else ""
    if call:
        calls = {each.call for each in scene.game.orders if each.call}
        options = scene.options(call, sorted(calls))
        parts.append(Part("What do you call?", "one", (call,), (awaited.clause,), options, "call"))
    return scene.asked_before(
        "next", seed, "The next step", [each for each in parts if each.options[1:]]
    )


def setting(scene: Scene, seed: str) -> Drill | None:
    """Divide the tiles as the House Way says."""
    made = next((each for each in scene.moment.events if _sets(each)), None)
    if made is None or scene.moment.awaited.what != "set" or scene.moment.awaited.command is None:
        return None
    low, high = getattr(made, "low", ()), getattr(made, "high", ())
    tiles = (*low, *high)
    others = [
        division_text(one, [tile for at, tile in enumerate(tiles) if at not in places])
        for places in combinations(range(len(tiles)), len(low))
        for one in [[tiles[at] for at in places]]
    ]
    right = division_text(low, high)
    tried = tuple(each.clause for each in scene.moment.awaited.tried if each.applies)
    clauses = tuple(dict.fromkeys((*tried, scene.moment.awaited.clause)))
    asks = f"How does the House Way set {' '.join(tiles)}?"
    part = Part(asks, "one", (right,), clauses, scene.options(right, others, count=6))
    return scene.drill("setting", seed, "House Way", [part])


def division_text(low: tuple[str, ...] | list[str], high: tuple[str, ...] | list[str]) -> str:
    return f"low {' '.join(sorted(low))}, high {' '.join(sorted(high))}"


def _sets(event: e.Event) -> bool:
    return bool(getattr(event, "low", None)) and bool(getattr(event, "high", None))


def has_setting(game: Game) -> bool:
    """Whether hands of this game are divided into a low and a high part."""
    return any({"low", "high"} <= set(kind.__struct_fields__) for kind in game.events)


# Busy tables: several patrons with wagers at once, and stakes above what is paid in full.

GUESTS = ("Dora", "Eli", "Fay", "Gus", "Hana")
_TIMES = (2, 3, 5)  # how often the maximum a stake is that was found


def more_wagers(walk: Walk) -> Moment | None:
    """One more wager while betting is open, by one of several guests."""
    awaited = walk.session.awaited
    if awaited.what != "wagers" or walk.pick(12) == 0:
        return None
    guest = GUESTS[walk.pick(len(GUESTS))]
    taken = {box for _, box, _ in walk.play.layout.wagers}
    spots = [
        each for each in walk.game.spots(walk.play, guest) if not each.box or each.box not in taken
    ]
    if not spots:
        return None
    spot, unit = spots[walk.pick(len(spots))], walk.play.limits.multiple or 5_00
    amount = min(spot.minimum + unit * walk.pick(12), spot.maximum)
    return walk.considered(c.PlaceWager(guest, spot.wager, amount, spot.box), Role.PATRON)


def wager_found(walk: Walk) -> Moment | None:
    """After betting has closed, a stake is found that is above the maximum on the sign."""
    wagers = list(walk.play.layout.wagers.items())
    if not wagers or walk.session.awaited.what == "wagers" or walk.pick(3):
        return None
    (patron, box, wager), stake = wagers[walk.pick(len(wagers))]
    most = walk.play.limits.maximum * _TIMES[walk.pick(len(_TIMES))]
    if stake > walk.play.limits.maximum:
        return None
    return walk.considered(c.FindWager(patron, wager, most, box), Role.DEALER)


# Situations that chance brings too seldom, written as a record writes them: `scripted.toml`.

PREFIX = "script:"
STEPS_OF_AN_EVENING = 3_000  # steps of an evening
NEXT = "next"  # the kind that asks what comes after the steps


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """One situation. `prepared`: the cards are; `cards_left`: so many of them, 0 for all."""

    game: str
    kind: str
    name: str
    steps: tuple[str, ...]
    options: dict[str, Any] = {}
    limits: dict[str, Any] = {}  # in cents
    prepared: bool = True
    cards_left: int = 0
    until: str = ""  # after the steps practice patrons play on until this clause names what is next
    chance: int = 0  # which of their evenings

    @property
    def seed(self) -> str:
        return PREFIX + self.name


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    script: tuple[Script, ...]


class NotPlayed(ValueError):
    """A script cannot be played as it is written: our own mistake."""


@cache
def scripts() -> tuple[Script, ...]:
    text = (files(__package__) / "scripted.toml").read_text(encoding="utf-8")
    return toml_as(text, _Written).script


def script_of(game: Game, kind: str, seed: str) -> Script | None:
    """The script that a seed names, if it names one of this game and kind."""
    named = (each for each in scripts() if (each.game, each.kind) == (game.slug, kind))
    return next((each for each in named if each.seed == seed), None)


def scene_of(game: Game, script: Script) -> Scene:
    """The table of a script, with the moment that is asked about."""
    seed = f"{script.seed}/{script.chance}"
    walk = Walk(game, seed, _session(game, script), cards_left=script.cards_left)
    walk.prepared = script.prepared
    *before, last = script.steps
    for text in (*before, last) if script.kind == NEXT else before:
        _play(walk.session, script, text)
    if script.until:
        _play_on(walk, script)
    return Scene(walk, _following(walk) if script.kind == NEXT else _asked(walk, script, last))


def _session(game: Game, script: Script) -> Session:
    session = Session(game, read_setup(game, script.options, **script.limits))
    if script.prepared:
        session.prepare(script.cards_left)
    return session


def _play(session: Session, script: Script, text: str) -> None:
    refused = session.write(text)
    if refused:
        raise NotPlayed(f"{script.game} {script.name}: {text}: {refused.detail}")


def _play_on(walk: Walk, script: Script) -> None:
    wanted = walk.game.cite(script.until)
    for _ in range(STEPS_OF_AN_EVENING):
        if walk.session.awaited.clause == wanted:
            return
        moment = walk.next()
        if moment is None:
            break
        walk.do(moment)
    raise NotPlayed(f"{script.game} {script.name}: the evening does not come to {wanted}")


def _following(walk: Walk) -> Moment:
    """What is awaited now; nothing is given yet."""
    awaited = walk.session.awaited
    command = awaited.command or walk.session.steps[-1].command
    return Moment(awaited, command, walk.session.giver(awaited), ())


def _asked(walk: Walk, script: Script, text: str) -> Moment:
    ((command, by),) = walk.session.read(text)
    ruling = walk.session.rule(command, by)
    return Moment(walk.session.awaited, command, by, getattr(ruling, "events", ()))


_WALKS = 60  # tables looked at before a seed counts as barren
_BEFORE = 5  # suitable moments let pass at most, so that not always the first is asked
_SKIPPED = 8  # steps from which on a walk is disturbed at once
Ask = Callable[[Scene, str], Drill | None]
Fits = Callable[[Game], bool]
Beside = Callable[[Walk], Moment | None]


class NoDrill(ValueError):
    """A game or a kind that cannot be asked, and why."""


class Kind(NamedTuple):
    """A kind of drill: what it trains, how it is asked, and which games have it."""

    name: str
    trains: str
    ask: Ask | None  # at a table
    fits: Fits
    groups: tuple[str, ...] = ()  # of the commands that disturb the walk
    stirred: bool = False  # in some walks something has gone wrong before
    common: bool = True  # at most moments there is one: some are let pass
    ask_in: Callable[..., Drill | None] | None = None  # in a tournament
    beside: Beside | None = None  # what happens beside the play of practice patrons


def _always(game: Game) -> bool:
    return True


def _has_totals(game: Game) -> bool:
    return game.counts is not None


def _has_standoffs(game: Game) -> bool:
    """Where one number wins or loses every wager, no stake goes back."""
    return game.source != "wheel"


def _has_cards(game: Game) -> bool:
    return game.source == "cards"


def _pays_parts(game: Game) -> bool:
    """Whether some wager of the game, by some of its options, pays a part of the stake."""
    odds = [line.odds for options in every_option(game) for line in game.wagers(options)]
    return any(each.exact.denominator > 1 for each in odds)


def _kinds() -> Iterator[Kind]:
    yield Kind("total", "call the total of a hand", total, _has_totals)
    yield Kind("draw", "say who gets the next card", draw, _has_cards)
    yield Kind("winner", "say who wins", winner, _always, common=False)
    yield Kind("payout", "pay winning wagers", payout, _always, common=False)
    yield Kind("returned", "return stakes", returned, _has_standoffs, common=False)
    yield Kind(
        "fraction",
        "pay commission, half pay and other parts of a stake",
        fraction,
        _pays_parts,
        common=False,
    )
    yield Kind("crowd", "pay a busy table, several patrons at once", crowd, _always,
               common=False, beside=more_wagers)  # fmt: skip
    yield Kind("cap", "pay stakes above the maximum", cap, _always, common=False,
               beside=wager_found)  # fmt: skip
    yield Kind("order", "settle in the right order", order, has_order,
               common=False)  # fmt: skip
    yield Kind("next", "know the next step and its call", next_step, _always,
               stirred=True)  # fmt: skip
    yield Kind("setting", "set tiles by the House Way", setting, has_setting,
               common=False)  # fmt: skip
    yield Kind("refusal", "accept or refuse", irregular.refusal, _always, stirred=True)
    for name, trains in (("irregularity", "rule on irregularities"),
                         ("provision", "rule on breaches and disputes")):  # fmt: skip
        ask = partial(irregular.what_now, kind=name)
        yield Kind(name, trains, ask, _always, irregular.GROUPS[name])

    yield Kind("stake", "rule on stakes and absence in a tournament", None,
               tournaments.has_tournaments, ask_in=tournaments.stake)  # fmt: skip
    yield Kind("play-off", "rule on level counts in a tournament", None, tournaments.plays_off,
               ask_in=tournaments.play_off)  # fmt: skip
    yield Kind("prizes", "divide the prizes of a tournament", None, tournaments.has_tournaments,
               ask_in=tournaments.prize_division)  # fmt: skip


KINDS = {kind.name: kind for kind in _kinds()}


def kinds_of(game: Game) -> tuple[str, ...]:
    """The kinds of drills that a game has."""
    return tuple(kind.name for kind in KINDS.values() if kind.fits(game))


def drill(game: str | Game, kind: str, seed: str | int) -> Drill:
    """The drill of this seed; the same edition, kind and seed give the same drill."""
    found = find(game) if isinstance(game, str) else game
    if kind not in KINDS or not KINDS[kind].fits(found):
        raise NoDrill(f"{found.cite.title} has no drill {kind!r}: {', '.join(kinds_of(found))}")
    if script := script_of(found, kind, str(seed)):
        return _scripted(found, KINDS[kind], script)
    for attempt in range(_WALKS):
        made = _made(found, KINDS[kind], str(seed), attempt)
        if made is not None:
            return made
    raise NoDrill(f"{found.cite.title}: seed {seed} has no drill {kind!r}; take another")


def drills(
    game: str | Game, *, kinds: Sequence[str] = (), seed: str | int = 0, count: int = 10
) -> Iterator[Drill]:
    """A number of drills from one seed, the kinds in turn."""
    found = find(game) if isinstance(game, str) else game
    among = tuple(kinds) or kinds_of(found)
    for number in range(count):
        yield drill(found, among[number % len(among)], f"{seed}-{number}")


def _made(game: Game, kind: Kind, seed: str, attempt: int) -> Drill | None:
    if kind.ask_in is not None:
        ask = partial(kind.ask_in, seed=seed)
        return tournaments.rehearse(game, kind.name, f"{seed}/{attempt}", ask)
    return _generate_asked(Walk(game, f"{kind.name}/{seed}/{attempt}"), kind, seed)


def _scripted(game: Game, kind: Kind, script: Script) -> Drill:
    scene = scene_of(game, script)
    ask = irregular.refusal_of if kind.name == "refusal" else kind.ask
    made = ask(scene, script.seed) if ask else None
    if made is None:
        raise NotPlayed(f"{script.game} {script.name}: there is nothing to ask")
    return made


def _generate_asked(walk: Walk, kind: Kind, seed: str) -> Drill | None:
    wait = walk.pick(_BEFORE) if kind.common else 0
    quiet = walk.pick(_SKIPPED * 3)
    for number, moment in enumerate(_moments(walk, kind, quiet)):
        if kind.groups and not irregular.concerns(moment, walk.game, kind.groups):
            continue
        if wait and number < LATEST:
            wait -= 1
            continue
        made = kind.ask(Scene(walk, moment), seed) if kind.ask else None
        if made is not None:
            return made
    return None


LATEST = 60  # steps after which nothing more is let pass


def _moments(walk: Walk, kind: Kind, quiet: int) -> Iterator[Moment]:
    """The moments of a walk, from some step on with disturbances between them."""
    groups, often = kind.groups, 1
    if kind.stirred and walk.pick(3) == 0:
        groups, often = irregular.GROUPS["irregularity"], 3
    for number in range(LONGEST):
        disturbed = groups and number >= quiet and walk.pick(often) == 0
        wrong = irregular.disturbed(walk, groups) if disturbed else None
        also = kind.beside(walk) if kind.beside else None
        moment = wrong or also or walk.next()
        if moment is None:
            return
        yield moment
        walk.do(moment)
