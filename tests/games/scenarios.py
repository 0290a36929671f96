"""Scenarios as text: what is done at a table, and what the rules must make of it.

    == a natural ends the round [6.4]
    [4.6, 9.8(b)]                           more clauses, where one line is too short
    options pairs=perfect                   the table's options, limits, chips, if they matter
    limits minimum=10 multiple=5
    patrons Ana=100 Ben                     who is there; an amount has the chips counted
    unprepared                              the cards still have to be shuffled
        Ana wagers 25 on banker             steps, as in a record
        deal 9h 3c Kd 9s
        Ana wagers 5 on tie
        -> refused round_under_way [4.6]    the step before must be refused so
        -> refused round_under_way [4.6]: under way     and the sentence must hold these words
    => result player                        what must have come out at the end
    => Ana banker lost 25
    => Ana banker lost 25 by 9.8(b), 3.5    with these clauses and no others
    => tried [7.2] banker stands              a rule that was tried and applied, in these words
    => awaits open [4.1]
    => chips Ana 75

Every clause in square brackets after the title must have spoken: in an event, in a refusal, or as a
rule that was tried and applied. So a scenario that names a clause fails when it is not used. After
a semicolon stand the clauses that decide without speaking (what a card counts, what a pair
is): the expected outcome would be another without them.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from houseway.equipment.chips import ChipSet, dollars, money
from houseway.games.commands import BringChips, JoinTable
from houseway.games.game import Game, Setup
from houseway.games.limits import Line
from houseway.records.hwr import without_comment
from houseway.records.session import Session
from houseway.records.settlement import RoundReport, rounds_of
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Tried


class Scenario(msgspec.Struct):
    title: str
    clauses: tuple[str, ...]
    options: dict[str, Any] = {}
    limits: dict[str, int] = {}
    lines: dict[str, Line] = {}
    chips: tuple[int, ...] = ()
    patrons: dict[str, int] = {}
    prepared: bool = True
    steps: list[str] = []
    expected: list[str] = []


def read_scenarios(text: str) -> list[Scenario]:
    """Every scenario of a text; a line that is none of the above is a step."""
    found: list[Scenario] = []
    for raw in text.splitlines():
        line = without_comment(raw)
        if line.startswith("=="):
            title, clauses = _title(line[2:].strip())
            found.append(Scenario(title, clauses))
        elif line.startswith("["):
            found[-1].clauses += _title(line)[1]
        elif line:
            _read_line(found[-1], line)
    return found


def _title(text: str) -> tuple[str, tuple[str, ...]]:
    match = re.fullmatch(r"(.*?)\s*(?:\[(.*)\])?", text)
    assert match is not None
    clauses = (match[2] or "").split(";")[0]
    return match[1], tuple(part.strip() for part in clauses.split(",") if part.strip())


def _read_line(scenario: Scenario, line: str) -> None:
    word, _, rest = line.partition(" ")
    if word == "options":
        scenario.options |= dict(_pair(part) for part in _parts(rest))
    elif word == "limits":
        for key, value in map(_pair, _parts(rest)):
            low, dash, high = str(value).partition("-")
            if dash:
                scenario.lines[key] = Line(dollars(low), dollars(high))
            else:
                scenario.limits[key] = dollars(str(value))
    elif word == "chips":
        scenario.chips = tuple(dollars(part) for part in rest.split())
    elif word == "patrons":
        for part in rest.split():
            who, _, amount = part.partition("=")
            scenario.patrons[who] = dollars(amount) if amount else 0
    elif word == "unprepared":
        scenario.prepared = False
    elif word == "=>":
        scenario.expected.append(rest.strip())
    else:
        scenario.steps.append(line)


def _parts(text: str) -> list[str]:
    """`deal=face down, pairs=none`, or without commas where no value has a space."""
    if "," in text or text.count("=") == 1:
        return [part.strip() for part in text.split(",")]
    return text.split()


def _pair(text: str) -> tuple[str, Any]:
    key, _, value = text.partition("=")
    if value in ("yes", "no"):
        return key, value == "yes"
    return key, int(value) if value.isdigit() else () if value == "nothing" else value


def begin(game: Game, scenario: Scenario) -> Session:
    """The table of a scenario before its first step."""
    defaults = msgspec.to_builtins(game.options())
    given = {
        key: value.split("+") if isinstance(defaults.get(key), list | tuple) else value
        for key, value in scenario.options.items()
    }
    options = msgspec.convert(given, game.options)
    limits = msgspec.structs.replace(game.limits, **scenario.limits, lines=scenario.lines)
    setup = (
        Setup(options, limits, ChipSet(scenario.chips))
        if scenario.chips
        else Setup(options, limits)
    )
    session = Session(game, setup)
    for patron, chips in scenario.patrons.items():
        assert session.order(JoinTable(patron), Role.DEALER) is None
        if chips:
            assert session.order(BringChips(patron, chips), Role.DEALER) is None
    if scenario.prepared:
        session.prepare()
    return session


def check(game: Game, scenario: Scenario) -> Session:
    """Play a scenario and assert everything it says."""
    session = begin(game, scenario)
    refused: Refused | None = None
    for number, step in enumerate(scenario.steps):
        if step.startswith("->"):
            assert refused is not None, f"accepted: {scenario.steps[number - 1]}"
            _check_refusal(game, step, refused)
            refused = None
            continue
        assert refused is None, f"{scenario.steps[number - 1]}: {refused}"
        refused = _write(session, step)
    assert refused is None, f"{scenario.steps[-1]}: {refused}"
    awaited = [each for each in scenario.expected if each.startswith("awaits")]
    if not awaited:
        session.finish()
    for expected in scenario.expected:
        _check_expected(game, session, expected)
    missing = [n for n in scenario.clauses if game.rules.citing(n) not in trail(session)]
    assert not missing, f"did not speak: {missing}; did: {sorted(trail(session))}"
    return session


def _write(session: Session, step: str) -> Refused | None:
    """Play a step; a refusal must leave the table exactly as it was."""
    taken = len(session.steps)
    refused = session.write(step)
    if refused:
        assert session.steps[-1].refused is refused
        assert session.play == replayed(session)
    assert len(session.steps) > taken
    return refused


def replayed(session: Session) -> Any:
    """The table as its events alone make it."""
    play = session.game.begin(session.setup)
    for step in session.steps:
        for event in step.events:
            session.game.evolve(play, event)
    return play


def trail(session: Session) -> set[str]:
    """Every clause that spoke."""
    spoke: set[str] = set()
    for step in session.steps:
        spoke |= {each.clause for each in step.tried if each.applies}
        if step.refused and step.refused.clause:
            spoke.add(step.refused.clause)
        for event in step.events:
            spoke |= set(getattr(event, "clauses", ())) | {getattr(event, "clause", "")}
            spoke |= set(getattr(getattr(event, "after", None), "clauses", ()))  # as corrected
    awaited = session.game.awaits(session.play)
    return spoke | {awaited.clause} | {each.clause for each in awaited.tried if each.applies}


def _applied(session: Session) -> list[Tried]:
    return [each for step in session.steps for each in step.tried if each.applies]


def _check_refusal(game: Game, step: str, refused: Refused) -> None:
    match = re.fullmatch(r"->\s*refused\s+(\w+)(?:\s+\[(.+)\])?(?::\s+(.+))?", step)
    assert match is not None, step
    clause = game.rules.citing(match[2]) if match[2] else None
    assert (refused.code, refused.clause or None) == (match[1], clause), str(refused)
    assert refused.detail
    assert (match[3] or "") in refused.detail


def _check_expected(game: Game, session: Session, expected: str) -> None:
    word, _, rest = expected.partition(" ")
    if word == "awaits":
        awaited = session.game.awaits(session.play)
        what, clause = _title(rest)
        assert awaited.what == what or f"{awaited.what} {awaited.to}" == what, awaited
        assert not clause or awaited.clause == game.rules.citing(clause[0])
    elif word == "chips":
        patron, amount = rest.split()
        assert money(session.play.layout.chips[patron]) == money(dollars(amount))
    elif word == "result":
        assert rounds_of(session.steps)[-1].result == rest
    elif word == "tried":
        number, _, words = rest.removeprefix("[").partition("] ")
        tried = [(each.clause, each.verdict) for each in _applied(session)]
        assert (game.rules.citing(number), words) in tried, tried
    else:
        _check_wager(game, session, expected)


_WAGER = re.compile(
    r"(?P<patron>\S+) (?P<wager>.+?)(?: in box (?P<box>\d+))?(?: of round (?P<round>\d+))?"
    r" (?P<result>won|lost|stood off|void|withdrawn|forfeited)(?: (?P<amount>[\d.,]+))?"
    r"(?: returned (?P<returned>[\d.,]+))?(?: by (?P<clauses>.+))?"
)


def _check_wager(game: Game, session: Session, expected: str) -> None:
    match = _WAGER.fullmatch(expected)
    assert match is not None, f"not an expectation: {expected}"
    rounds = rounds_of(session.steps)
    told = rounds[-1] if match["round"] is None else rounds[int(match["round"]) - 1]
    key = (match["patron"], match["wager"], int(match["box"] or 0))
    lines = [each for each in told.lines if (each.patron, each.wager, each.box) == key]
    assert lines, f"{expected}: settled were {told.lines}"
    line = lines[-1]
    assert line.result == match["result"], f"{expected}: {line}"
    if match["amount"]:
        moved = line.paid if line.result == "won" else line.stake - line.returned
        if line.result in ("void", "withdrawn", "stood off"):
            moved = line.returned
        assert money(moved) == money(dollars(match["amount"])), f"{expected}: {line}"
    if match["clauses"]:
        assert line.clauses == tuple(map(game.rules.citing, match["clauses"].split(", "))), line
    if match["returned"]:
        assert money(line.returned) == money(dollars(match["returned"])), f"{expected}: {line}"


def last_round(session: Session) -> RoundReport:
    return rounds_of(session.steps)[-1]
