"""Drills of tournaments: stakes out of turn or outside the limits, absence, play-offs, prizes.

Bots play a small tournament of the document from the seed; it stops where something is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from random import Random

import msgspec
from msgspec.structs import replace

from houseway.bots.event import run_in
from houseway.bots.table import Giver, Hall
from houseway.equipment.chips import dollar_text, money
from houseway.games import game as game_by_edition
from houseway.games.base_commands import Command
from houseway.games.events import Event
from houseway.games.game import Game
from houseway.games.table_rules import BY_CONDITIONS
from houseway.records.telling import clauses_of, title_of
from houseway.records.tournamentfile import TournamentFile, read_tournament, template
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.store import codec
from houseway.tournament import results_vocabulary as r
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.prizes import to_divide
from houseway.tournament.ranking import level
from houseway.tournament.state import Session
from houseway.tournament.terms import Breakdown, percent_text
from houseway.tournament.tournament import MACHINE, decide, evolve
from houseway.tournament.vocabulary import ActionBegun
from houseway.training.drill import Drill, Part

_NAMES = ("Ana", "Ben", "Chen", "Dora", "Eli", "Fay")
_BOT = re.compile(r"\bBot (\d+)")
_ENTRANTS, _ROUNDS = (4, 5), 3
_DIVIDED = ((50_00, 30_00, 20_00), (60_00, 40_00), (60_00, 25_00, 15_00), (100_00,))
_TRIED = 8  # wrong options looked for
ACCEPT = "accept it"


class _Asked(Exception):
    """The tournament has come to the moment that is asked about."""

    def __init__(self, drill: Drill) -> None:
        super().__init__(drill.name)
        self.drill = drill


class Rehearsal(Hall):
    """A tournament under way, stopped at a command that a kind asks about.

    `past` is everything that happened, and `asked` the command that a stake was tried with.
    """

    ask: Callable[[Rehearsal, Command], Drill | None]
    wait: int = 0
    past: tuple[Event, ...] = ()
    asked: tuple[Command, Giver] | None = None

    def do(self, command: Command, by: Giver, at_us: int | None = None) -> tuple[Event, ...]:
        self.at_us = self.now_us if at_us is None else at_us
        made = self.ask(self, command)
        if made is not None:
            if not self.wait:
                raise _Asked(made)
            self.wait -= 1
        events = super().do(command, by, at_us)
        self.past = (*self.past, *events)
        return events

    def again(self) -> Rehearsal:
        """The same moment from the stored form of everything that happened."""
        other = Rehearsal(self.file, self.seed)
        other.at_us, other.asked = self.at_us, self.asked
        decoders = _decoders()
        for event in self.past:
            stored = codec.encode(event)
            evolve(other.tournament, decoders[stored.kind].decode(stored.body))
        return other

    def ruling(self, command: Command, by: Giver) -> Ruling:
        return decide(self.tournament, command, by[0], self.at_us, by[1])

    def named(self, text: str) -> str:
        """The text with names of people instead of numbered bots."""
        return _BOT.sub(lambda bot: _NAMES[(int(bot[1]) - 1) % len(_NAMES)], text)

    def who(self, entry: int) -> str:
        return self.named(self.tournament.who(entry))

    def options(self, right: str, wrong: Iterable[str], count: int = 4) -> tuple[str, ...]:
        others = [each for each in dict.fromkeys(wrong) if each != right]
        self.chance.shuffle(others)
        shown = [right, *others[: count - 1]]
        self.chance.shuffle(shown)
        return tuple(shown)


def rehearse(
    game: Game, kind: str, seed: str, ask: Callable[[Rehearsal, Command], Drill | None]
) -> Drill | None:
    """Play a tournament of the document until the kind has something to ask."""
    hall = Rehearsal(_file(game, kind, seed), f"{game.cite.id}/{kind}/{seed}")
    hall.ask, hall.wait = ask, hall.pick(6) if kind == "stake" else 0
    try:
        run_in(hall)
    except _Asked as asked:
        return asked.drill
    return None


@cache
def _decoders() -> Mapping[str, msgspec.json.Decoder[Event]]:
    return codec.learn(MACHINE.events)


@cache
def _template(edition: str) -> TournamentFile:
    return read_tournament(template(game_by_edition(edition)))


def _file(game: Game, kind: str, seed: str) -> TournamentFile:
    """A final of one short table. Bots who all stake the minimum are often level."""
    file, chance = _template(game.cite.id), Random(f"{game.cite.id}/{seed}")  # noqa: S311
    divided = Breakdown(hundredths=chance.choice(_DIVIDED))
    rounds = 1 if kind == "play-off" else _ROUNDS
    stage = replace(file.conditions.stages[-1], rounds=rounds, tables=1)
    strategies = ("minimum",) if kind == "play-off" else file.bots.strategies
    return replace(
        file, conditions=replace(file.conditions, stages=(stage,), breakdown=divided),
        bots=replace(file.bots, entrants=chance.choice(_ENTRANTS), strategies=strategies),
    )  # fmt: skip


def plays_off(game: Game) -> bool:
    """Whether those who are level play on by the document itself."""
    return game.tournament is not None and game.tournament.ranking.level_by != BY_CONDITIONS


def has_tournaments(game: Game) -> bool:
    return game.tournament is not None


# Stakes


def stake(hall: Rehearsal, command: Command, *, seed: str) -> Drill | None:
    """A stake in turn or not, within the limits or not, or something that is not yet due."""
    if not isinstance(command, w.PlaceStake):
        return None
    session = hall.tournament.sessions[-1]
    tried = [_attempt(hall, session, command) for _ in range(_TRIED)]
    answers = [(said, *ruled(hall, each, by)) for said, each, by in tried]
    sure = [each for each in answers if each[2]]
    if not sure:
        return None
    said, right, clauses = sure[0]
    hall.asked = next((each, by) for text, each, by in tried if text == said)
    options = hall.options(right, (ACCEPT, *(each[1] for each in sure)))
    part = Part("What do you do?", "one", (right,), clauses, _always(options), "ruling")
    return _drill(hall, "stake", seed, "Rule on the stake", (*_lines(hall, session), said), [part])


def _always(options: tuple[str, ...]) -> tuple[str, ...]:
    return options if ACCEPT in options else (ACCEPT, *options)


def _attempt(hall: Rehearsal, session: Session, due: w.PlaceStake) -> tuple[str, Command, Giver]:
    """What someone does at this moment, in words and as a command."""
    stage = hall.tournament.stage_of(session)
    others = [each for each in session.chips if each != due.entry] or [due.entry]
    other = others[hall.pick(len(others))]
    held = int(session.chips[due.entry])
    ways: tuple[tuple[int, int, str], ...] = (
        (other, due.amount, "out of turn"),
        (due.entry, stage.minimum - 1, ""),
        (due.entry, stage.maximum + 1, ""),
        (due.entry, held + 1, ""),
        (due.entry, due.amount, ""),
    )
    way = hall.pick(len(ways) + 2)
    if way >= len(ways):
        return _not_yet(hall, session, due)
    entry, amount, _ = ways[way]
    made = w.PlaceStake(due.session, entry, max(amount, 0), due.on)
    person = hall.tournament.entries[entry].person
    held_text = f"{session.chips[entry]:,} chips"
    said = f"{hall.who(entry)} holds {held_text} and stakes {amount:,}"
    return said, made, (Role.PATRON, person)


def _not_yet(hall: Rehearsal, session: Session, due: w.PlaceStake) -> tuple[str, Command, Giver]:
    table = session.seats[due.entry].table
    who = hall.who(due.entry)
    ways: tuple[tuple[str, Command, Giver], ...] = (
        ("The dealer calls no more bets", w.CloseBetting(due.session, table),
         (Role.DEALER, "Eli")),
        (f"The Director deducts the minimum from {who}, who is absent",
         w.DeductMinimum(due.session, due.entry), hall.director),
        (f"The dealer confirms that {who} has staked nothing",
         w.ConfirmNoStake(due.session, due.entry), (Role.DEALER, "Eli")),
        (f"The Director disqualifies {who} for hiding chips",
         w.Disqualify(due.session, due.entry, "hiding", "chips were hidden"), hall.director),
    )  # fmt: skip
    return ways[hall.pick(len(ways))]


def ruled(hall: Rehearsal, command: Command, by: Giver) -> tuple[str, tuple[Clause, ...]]:
    ruling = hall.ruling(command, by)
    if isinstance(ruling, Refused):
        clauses = (ruling.clause,) if ruling.clause else ()
        return hall.named(f"refuse it: {ruling.detail}"), clauses
    events = [each for each in ruling.events if not isinstance(each, ActionBegun)]
    named = [Clause(each) for event in events for each in clauses_of(event) if each]
    titles = ", ".join(dict.fromkeys(title_of(type(each)) for each in events))
    said = ACCEPT if titles == title_of(w.StakePlaced) else f"{ACCEPT}: {titles}"
    return said, tuple(dict.fromkeys(named))


def _lines(hall: Rehearsal, session: Session) -> Iterator[str]:
    stage = hall.tournament.stage_of(session)
    yield f"limits {stage.minimum:,} to {stage.maximum:,} chips"
    for floor in session.conduct.floors.values():
        if floor.round is not None and floor.round.turn:
            yield f"the turn is {hall.who(floor.round.turn)}'s"
    for entry, chips in session.chips.items():
        yield f"{hall.who(entry)} holds {chips:,} chips"


# Play-offs


def play_off(hall: Rehearsal, command: Command, *, seed: str) -> Drill | None:
    """Who plays on when counts are level, and that places wait for it."""
    if not isinstance(command, r.OrderAdditionalRounds):
        return None
    session = hall.tournament.sessions[-1]
    confirm, clauses = confirmed(hall)
    ordered = hall.ruling(command, hall.director)
    if isinstance(ordered, Refused) or not clauses:
        return None
    named = [Clause(each) for event in ordered.events for each in clauses_of(event) if each]
    everybody = tuple(hall.who(each) for each in session.players)
    wrong = (ACCEPT, "accept it: the places are shared", "refuse it: the counts are taken again")
    options = hall.options(confirm, wrong)
    parts = [
        Part("The Director wants to confirm the places. What do you say?", "one", (confirm,),
             clauses, options, "ruling"),
        Part("Who plays additional rounds?", "several", playing_on(hall),
             tuple(dict.fromkeys(named)), everybody, "who"),
    ]  # fmt: skip
    lines = [f"{hall.who(each)} ends with {session.chips.get(each, 0):,} chips"
             for each in session.players]  # fmt: skip
    return _drill(hall, "play-off", seed, "Level at the end", lines, parts)


def confirmed(hall: Rehearsal) -> tuple[str, tuple[Clause, ...]]:
    """What is said to a Director who wants to confirm the places now."""
    return ruled(hall, r.ConfirmSession(hall.tournament.sessions[-1].number), hall.director)


def playing_on(hall: Rehearsal) -> tuple[str, ...]:
    """Who plays additional rounds."""
    group = next(level(hall.tournament, hall.tournament.sessions[-1]))
    return tuple(map(hall.who, group.entries))


# Prizes


def prize_division(hall: Rehearsal, command: Command, *, seed: str) -> Drill | None:
    """What each place gets of the pool, shared places included."""
    if not isinstance(command, r.AwardPrizes):
        return None
    ruling = hall.ruling(command, hall.director)
    if isinstance(ruling, Refused):
        return None
    awards = awarded(ruling)
    places = [each for each in ruling.events if isinstance(each, r.PlaceAwarded)]
    parts = [
        Part(f"What does {hall.who(each.entry)} get?", "money", (money(each.amount),),
             (each.clause,), (), hall.who(each.entry))
        for each in awards
    ]  # fmt: skip
    shares = hall.tournament.conditions.breakdown
    percent = ", ".join(map(percent_text, shares.hundredths)) if shares else ""
    lines = [
        f"the pool is {dollar_text(to_divide(hall.tournament))}",
        f"the places get {percent}",
        *(f"{hall.who(each.entry)} took {_place(each)}" for each in places),
    ]
    return _drill(hall, "prizes", seed, "Divide the prizes", lines, parts) if parts else None


def awarded(ruling: Accepted) -> list[r.PrizeAwarded]:
    return [each for each in ruling.events if isinstance(each, r.PrizeAwarded)]


def _place(each: r.PlaceAwarded) -> str:
    if each.first == each.last:
        return f"place {each.first}"
    return f"places {each.first} to {each.last} together with others"


def _drill(
    hall: Rehearsal, kind: str, seed: str, title: str, lines: Iterable[str], parts: list[Part]
) -> Drill:
    game = hall.tournament.game
    return Drill(game.cite.id, kind, seed, title, tuple(lines), tuple(parts), scene=hall)
