"""Drills by seed: which kinds a game has, and the drill of an edition, a kind and a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from houseway.games import find
from houseway.games.game import Game
from houseway.training import at_table, busy, irregular, refusals, tournaments
from houseway.training.asking import Scene
from houseway.training.drill import Drill
from houseway.training.scripted import NotPlayed, Script, scene_of, script_of
from houseway.training.walk import LONGEST, Moment, Walk, every_option

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
    yield Kind("total", "call the total of a hand", at_table.total, _has_totals)
    yield Kind("draw", "say who gets the next card", at_table.draw, _has_cards)
    yield Kind("winner", "say who wins", at_table.winner, _always, common=False)
    yield Kind("payout", "pay winning wagers", at_table.payout, _always, common=False)
    yield Kind("returned", "return stakes", at_table.returned, _has_standoffs, common=False)
    yield Kind(
        "fraction",
        "pay commission, half pay and other parts of a stake",
        at_table.fraction,
        _pays_parts,
        common=False,
    )
    yield Kind("crowd", "pay a busy table, several patrons at once", at_table.crowd, _always,
               common=False, beside=busy.more_wagers)  # fmt: skip
    yield Kind("cap", "pay stakes above the maximum", at_table.cap, _always, common=False,
               beside=busy.wager_found)  # fmt: skip
    yield Kind("order", "settle in the right order", at_table.order, at_table.has_order,
               common=False)  # fmt: skip
    yield Kind("next", "know the next step and its call", at_table.next_step, _always,
               stirred=True)  # fmt: skip
    yield Kind("setting", "set tiles by the House Way", at_table.setting, at_table.has_setting,
               common=False)  # fmt: skip
    yield Kind("refusal", "accept or refuse", refusals.refusal, _always, stirred=True)
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
    return _asked(Walk(game, f"{kind.name}/{seed}/{attempt}"), kind, seed)


def _scripted(game: Game, kind: Kind, script: Script) -> Drill:
    scene = scene_of(game, script)
    ask = refusals.refusal_of if kind.name == "refusal" else kind.ask
    made = ask(scene, script.seed) if ask else None
    if made is None:
        raise NotPlayed(f"{script.game} {script.name}: there is nothing to ask")
    return made


def _asked(walk: Walk, kind: Kind, seed: str) -> Drill | None:
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
