"""One whole tournament by bots: every order through the tournament and its tables as they are.

The same file and the same seed give the same tournament again. A round is taken to last a minute,
for sessions that go by the clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from houseway.bots.staking import STRATEGIES, Seated, Turns, play_off, play_table
from houseway.bots.table import DEALER, INSPECTOR, OPERATOR, CannotRun, Hall, Keeper, LiveTable
from houseway.conducting import table_stream
from houseway.games import game
from houseway.games.table_rules import TournamentRules
from houseway.records.tournamentfile import TournamentFile
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.charge import simulated
from houseway.tournament.progress import eligible, stage_due, waiting
from houseway.tournament.ranking import level, level_on_points
from houseway.tournament.state import ELIMINATED, Session
from houseway.tournament.terms import NONE, Conditions, Stage, contradiction, missing

DAY_US = 86_400_000_000
PLAY_OFFS = 1_000  # more additional rounds than chance will ever need
DEFAULT = ("minimum", "proportion", "behind", "leader")
_OPEN = "left open in a trial"  # what stands for an item that is still to be put into words


@dataclass
class Outcome:
    """How one tournament ended: by entry, the places, the prize and the fees in cents, and the
    strategy."""

    places: dict[int, tuple[int, int]]
    prizes: dict[int, int]
    fees: dict[int, int]
    strategies: dict[int, str]
    commission: int
    rounds: int
    table_rounds: int  # of them, those that were no additional rounds
    tables: list[int]  # of each session
    out_early: int
    play_offs: int

    @property
    def paid_in(self) -> int:
        return sum(self.fees.values())


def run(file: TournamentFile, seed: str, keeper: Keeper | None = None) -> Outcome:
    """From the conditions to the last prize; into a log, where a keeper has one."""
    hall = Hall(file, seed, keeper=keeper)
    run_in(hall)
    if keeper:
        keeper.flush()
    return _outcome(hall)


def run_in(hall: Hall) -> None:
    """Every order of the tournament, given in this hall; the bots wager by their strategies."""
    going = turns(hall)
    turn = next(going, None)
    while turn is not None:
        try:
            turn = going.send(turn.bots.wager(turn.round, turn.entry))
        except StopIteration:
            turn = None


def turns(hall: Hall) -> Turns:
    """A whole tournament, which waits at every turn to wager for what the entrant does."""
    _open(hall)
    for _ in _entering(hall):
        if stage_due(hall.tournament) == 0:
            yield from _session(hall, 0, hall.tournament.conditions.stages[0], ())
    for number, stage in enumerate(hall.tournament.conditions.stages):
        _buy_back(hall, number, stage)
        for players in _sessions_of(hall, number, stage):
            yield from _session(hall, number, stage, players)
    _award(hall)


def checked(file: TournamentFile) -> Conditions:
    """The conditions with what is only missing in words filled in; figures cannot be."""
    rules = game(file.document).tournament
    if rules is None:
        raise CannotRun(f"{file.document} has no tournaments")
    unknown = [each for each in file.bots.strategies if each not in STRATEGIES]
    if unknown:
        raise CannotRun(f"{unknown[0]} is none of the strategies {', '.join(STRATEGIES)}")
    filled = _in_words(rules, file.conditions)
    still = missing(rules, filled)
    refused = contradiction(rules, filled)
    if still:
        raise CannotRun(f"the conditions do not say {still[0].asks} ({still[0].clause})")
    if refused:
        raise CannotRun(str(refused))
    return filled


def _in_words(rules: TournamentRules, conditions: Conditions) -> Conditions:
    """Every item that can be is "none", or stands for something that is still to be written."""
    for words in (NONE, _OPEN):
        lacking = [each.key for each in missing(rules, conditions)]
        tried = {**conditions.answers, **dict.fromkeys(lacking, words)}
        left = {each.key for each in missing(rules, replace(conditions, answers=tried))}
        kept = {key: said for key, said in tried.items() if key not in left}
        conditions = replace(conditions, answers=kept)
    return conditions


def _open(hall: Hall) -> None:
    file, conditions = hall.file, checked(hall.file)
    hall.now_us = conditions.starts_us - DAY_US
    director = hall.director[1]
    opened = v.OpenTournament(file.document, file.title, director, file.licence or "-")
    hall.do(simulated(opened), OPERATOR)
    hall.do(v.DraftConditions(conditions), hall.director)
    rules = hall.tournament.rules
    hall.do(v.PublishConditions(), hall.director)
    if rules.conditions.notification:
        hall.do(v.NotifyCommission("trial"), hall.director)
    if rules.conditions.approval:
        hall.do(v.ApproveConditions(1, "trial"), INSPECTOR)
    if rules.fees.approved_amount and conditions.commission:
        share = -(-conditions.commission * 10_000 // (conditions.fee or 1))
        hall.do(e.RecordCommissionApproval("trial", hundredths=share), hall.director)
    hall.do(e.OpenEntries(), hall.director)


def _entering(hall: Hall) -> Iterator[None]:
    """Everybody enters; in a sit-and-go a session is played as soon as it is full."""
    conditions = hall.tournament.conditions
    count = hall.file.bots.entrants or conditions.most or 0
    names = hall.file.bots.strategies or DEFAULT
    for number in range(1, count + 1):
        entry = e.AcceptEntry(
            f"bot {number}", f"Bot {number}", conditions.fee or 0, "form", "signed",
            copy_given=True,
        )  # fmt: skip
        hall.do(entry, hall.director)
        hall.strategies[number] = names[(number - 1) % len(names)]
        if waiting(hall.tournament):
            yield
    hall.do(e.CloseEntries(), hall.director)


def _buy_back(hall: Hall, number: int, stage: Stage) -> None:
    """Half of those who are out pay once more, where the conditions let them: to a final as many as
    it still has room for."""
    terms, fee = hall.tournament.conditions.buy_back, hall.tournament.conditions.fee or 0
    if terms is None or number + 1 > terms.before_stage:
        return
    room = stage.tables * _at_a_table(hall, stage) - len(eligible(hall.tournament, number))
    for entry in hall.tournament.entries.values():
        may = entry.status == ELIMINATED and entry.fees <= terms.times
        if may and (room > 0 or stage.kind != "final") and hall.pick(2):
            hall.do(e.BuyBackIn(entry.number, fee), hall.director)
            room -= 1


# Sessions


def _boxes(hall: Hall, stage: Stage) -> tuple[int, ...]:
    """The boxes at which people can be seated: those of the document that the layout has."""
    first, last = hall.tournament.rules.sessions.boxes
    slug, options = _game(hall, stage)
    found = LiveTable(slug, options, hall.pick, hall.now_us).boxes
    return tuple(each for each in range(first, last + 1) if not found or each in found)


def _at_a_table(hall: Hall, stage: Stage) -> int:
    """How many sit at a table at most."""
    boxes = len(_boxes(hall, stage))
    return min(hall.file.bots.players or boxes, boxes)


def _game(hall: Hall, stage: Stage) -> tuple[str, dict[str, Any]]:
    slug = stage.game or hall.file.document
    return slug, {**game(slug).simulated.options, **hall.file.bots.options}


def _table(hall: Hall, stage: Stage, name: str) -> LiveTable:
    slug, options = _game(hall, stage)
    return LiveTable(slug, options, hall.pick, hall.now_us, table_stream(name), hall.keeper)


def _sessions_of(hall: Hall, number: int, stage: Stage) -> Iterator[tuple[int, ...]]:
    """Who plays in each session of a stage: as many sessions as its tables make necessary."""
    here = sorted(eligible(hall.tournament, number))
    places = stage.sit_and_go or stage.tables * _at_a_table(hall, stage)
    sessions = -(-len(here) // places)
    if sessions > 1 and stage.kind == "final":
        raise CannotRun(f"{len(here)} have come to {stage.name}, which has {places} places")
    for turn in range(sessions):
        yield () if stage.sit_and_go else tuple(here[turn::sessions])


def _session(hall: Hall, number: int, stage: Stage, players: tuple[int, ...]) -> Turns:
    starts = max(hall.tournament.conditions.starts_us, hall.now_us + 3_600_000_000)
    hall.do(s.PlanSession(number + 1, starts, players), hall.director)
    session = hall.tournament.sessions[-1]
    _seat(hall, session, stage)
    for change in stage.limit_changes:
        limits = s.AnnounceLimits(session.number, change.round, change.minimum, change.maximum)
        hall.do(limits, hall.director)
    hall.now_us = starts
    hall.do(s.StartSession(session.number), hall.director)
    for table in list(session.conduct.floors):
        yield from play_table(hall, session, stage, _live(hall, session, stage, table))
    hall.now_us += DAY_US // 4
    _confirm(hall, session, stage)


def _seat(hall: Hall, session: Session, stage: Stage) -> None:
    boxes, most = _boxes(hall, stage), _at_a_table(hall, stage)
    needed = -(-len(session.players) // most)
    count = max(needed, min(stage.tables, len(session.players) // 2))
    tables = tuple(
        s.TablePlan(f"{session.number}-{each}", boxes, most, "conducted")
        for each in range(1, count + 1)
    )
    seed = f"{hall.chance.getrandbits(256):064x}"
    hall.do(s.DraftBallot(session.number, seed, tables), hall.director)
    hall.do(s.PublishBallot(session.number), hall.director)
    for entry in session.players:
        hall.do(s.CheckIn(session.number, entry), DEALER)
        if stage.buy_in:
            hall.do(s.PayBuyIn(session.number, entry, stage.buy_in), DEALER)


def _live(hall: Hall, session: Session, stage: Stage, table: str) -> Seated:
    """The table itself, with everybody seated there and their chips."""
    live = _table(hall, stage, table)
    here = [each for each in session.chips if session.seats[each].table == table]
    here.sort(key=lambda each: session.seats[each].box)
    persons = {each: hall.tournament.entries[each].person for each in here}
    for entry, person in persons.items():
        live.sit(person, session.seats[entry].box, session.chips[entry])
    return Seated(table, live, persons, sum(session.chips[each] for each in here))


def _confirm(hall: Hall, session: Session, stage: Stage) -> None:
    """Counts and places are final; those who are level play on until they are not."""
    hall.do(r.ConfirmCounts(session.number), hall.director)
    for _ in range(PLAY_OFFS):
        group = next(level(hall.tournament, session), None)
        if group is None:
            hall.do(r.ConfirmSession(session.number, share=True), hall.director)
            return
        _separate(hall, session, stage, group.entries)
    raise CannotRun(f"additional rounds of session {session.number} did not end")


def _separate(hall: Hall, session: Session, stage: Stage, entries: tuple[int, ...]) -> None:
    hall.do(r.OrderAdditionalRounds(session.number, entries), hall.director)
    hall.play_offs += 1
    live = _table(hall, stage, f"play-off-{hall.play_offs}")
    play_off(hall, session, stage, live, entries)


def _award(hall: Hall) -> None:
    session = hall.tournament.sessions[-1]
    stage = hall.tournament.stage_of(session)
    for _ in range(PLAY_OFFS):
        group = next(level_on_points(hall.tournament), None)
        if group is None:
            break
        _separate(hall, session, stage, group.entries)
    hall.do(r.AwardPrizes(), hall.director)
    for entry in list(hall.tournament.awards):
        hall.do(r.PayPrize(entry, "trial"), OPERATOR)
    hall.do(r.CloseTournament(), hall.director)


def _outcome(hall: Hall) -> Outcome:
    tournament = hall.tournament
    return Outcome(
        dict(tournament.places),
        {entry: award.amount for entry, award in tournament.awards.items()},
        {entry: each.paid for entry, each in tournament.entries.items()},
        hall.strategies,
        sum(each.commission for each in tournament.entries.values()),
        hall.rounds,
        sum(each for session in tournament.sessions for each in session.round.values()),
        [len(each.conduct.floors) for each in tournament.sessions],
        sum(len(each.outs) for each in tournament.sessions),
        hall.play_offs,
    )


# The same tournament many times: how each strategy ends, what it wins, how the event goes.


@dataclass
class Share:
    """What one strategy has met. A place that several share counts as the first of them."""

    entries: int = 0
    paid: int = 0
    places: Counter[int] = field(default_factory=Counter)
    prizes: Counter[int] = field(default_factory=Counter)  # cents, how often

    @property
    def firsts(self) -> int:
        return self.places[1]

    @property
    def with_a_prize(self) -> int:
        return sum(count for amount, count in self.prizes.items() if amount)

    @property
    def won(self) -> int:
        return sum(amount * count for amount, count in self.prizes.items())


@dataclass
class Distribution:
    """All trials together."""

    times: int = 0
    rounds: int = 0
    sessions: int = 0
    out_early: int = 0
    play_offs: int = 0
    paid_in: int = 0
    commission: int = 0
    strategies: dict[str, Share] = field(default_factory=dict)

    def take(self, outcome: Outcome) -> None:
        self.times += 1
        self.rounds += outcome.rounds
        self.sessions += len(outcome.tables)
        self.out_early += outcome.out_early
        self.play_offs += outcome.play_offs
        self.paid_in += outcome.paid_in
        self.commission += outcome.commission
        for entry, (first, _) in outcome.places.items():
            share = self.strategies.setdefault(outcome.strategies[entry], Share())
            share.entries += 1
            share.paid += outcome.fees[entry]
            share.places[first] += 1
            share.prizes[outcome.prizes.get(entry, 0)] += 1

    @property
    def prizes(self) -> int:
        return sum(each.won for each in self.strategies.values())


def seed_of(seed: str, number: int) -> str:
    """The seed of one trial among many, so that each can be run again alone."""
    return f"{seed}/{number}"


def trials(file: TournamentFile, seed: str, times: int) -> Iterator[Distribution]:
    """The distribution after each trial; the last one has all of them."""
    found = Distribution()
    for number in range(1, times + 1):
        found.take(run(file, seed_of(seed, number)))
        yield found


def mean(total: int, count: int) -> Fraction:
    return Fraction(total, count) if count else Fraction(0)


def as_data(found: Distribution, seed: str) -> dict[str, Any]:
    """For other programs: counts, cents, and means as exact fractions in text."""
    return {
        "seed": seed,
        "times": found.times,
        "rounds": found.rounds,
        "sessions": found.sessions,
        "out_early": found.out_early,
        "play_offs": found.play_offs,
        "paid_in": found.paid_in,
        "commission": found.commission,
        "prizes": found.prizes,
        "strategies": {
            name: {
                "entries": share.entries,
                "mean_prize": str(mean(share.won, share.entries)),
                "mean_fees": str(mean(share.paid, share.entries)),
                "places": dict(sorted(share.places.items())),
                "prizes": dict(sorted(share.prizes.items())),
            }
            for name, share in sorted(found.strategies.items())
        },
    }
