"""Every verb of the command line: whole help, one place for each argument, JSON where it has data.

The verbs are those of the application itself, so that a new one is held to the same.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from houseway.cli import app
from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.open import open_log
from tests.cli.running import houseway
from tests.offices import opening_of


def _verbs(of: App, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], App]]:
    for name in of:
        if name.startswith("-"):
            continue
        here = (*path, name)
        if of[name].default_command is not None:
            yield here, of[name]
        yield from _verbs(of[name], here)


VERBS = {" ".join(path): found for path, found in _verbs(app)}
NAMES = sorted(VERBS)
# What they write is no data to read on: files, a service, a game, an action's one sentence.
WITHOUT_JSON = {
    "mcp": "speaks a protocol of its own",
    "anchor accept": "one sentence",
    "log export": "has formats of its own",
    "log rebuild": "one sentence",
    "people approve": "one sentence",
    "people erase": "one sentence",
    "people reset": "one sentence",
    "play": "a game in the terminal",
    "plot": "writes pictures",
    "receipt": "writes a receipt",
    "rng collect": "writes bytes",
    "serve": "a service",
    "software approve": "one sentence",
    "tournament template": "prints TOML",
    "witness": "one sentence",
    "witness key": "prints a key",
    "witness listen": "a service",
    "witness offer": "writes a file",
    "witness take": "one sentence",
}


# They answer 1 when something differs.
ANSWER_ONE = (
    "backup", "draw verify", "fair verify", "promotion check", "promotion due", "receipt check",
    "replay", "restore", "rng test", "rules check", "seal verify", "serve", "settle", "simulate",
    "soak", "software check", "statement", "tournament ballot", "tournament check",
    "verify", "witness",
)  # fmt: skip


def test_all_verbs_are_looked_at() -> None:
    assert len(NAMES) > 150
    assert {"settle", "rules", "rules coverage", "tournament call-break"} <= set(NAMES)
    assert set(WITHOUT_JSON) <= set(NAMES)


@pytest.mark.parametrize("verb", NAMES)
def test_the_help_of_a_verb_is_whole(verb: str) -> None:
    """A sentence, every argument with what it is for, and an example of this very verb."""
    found = VERBS[verb]
    text = found.default_command.__doc__ or ""
    summary = text.strip().partition("\n\n")[0]
    assert re.fullmatch(r"[A-Z][^\n]*(\n[^\n]+)?[.]", summary), summary
    assert f"Example: houseway {verb} " in f"{text.replace(chr(10), ' ')} ", text
    for argument in found.assemble_argument_collection(parse_docstring=True):
        if argument.show:
            assert argument.parameter.help, f"{verb}: {argument.name} is not described"


@pytest.mark.parametrize("verb", NAMES)
def test_an_argument_has_one_place(verb: str) -> None:
    """What is written without a name has none: FILE, not FILE or --file."""
    for argument in VERBS[verb].assemble_argument_collection():
        if argument.index is not None:
            assert not any(name.startswith("-") for name in argument.names), argument.names


@pytest.mark.parametrize("verb", NAMES)
def test_a_verb_that_shows_data_takes_json(verb: str) -> None:
    flags = {name for each in VERBS[verb].assemble_argument_collection() for name in each.names}
    assert ("--json" in flags) is (verb not in WITHOUT_JSON)


@pytest.mark.parametrize("group", ["people", "promotion", "tournament"])
def test_a_group_says_what_the_statuses_of_its_verbs_mean(group: str) -> None:
    assert "exit status is 0 when" in " ".join(houseway(group, "--help").stdout.split())


def test_what_an_exit_status_means_is_said_where_it_is_not_plain() -> None:
    """0 is done and 2 is a mistake everywhere; a verb that may answer 1 says when."""
    for verb in ANSWER_ONE:
        assert "status" in (VERBS[verb].default_command.__doc__ or ""), verb


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a house with a table at which one round of Mini Baccarat was played."""
    folder = tmp_path_factory.mktemp("house")
    log = open_log(str(folder / "floor.db"))
    runner = Runner(log, lambda: 1_800_000_000_000_000)
    steps = [
        (opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR),
        (TakeAsPrepared(), Role.DEALER),
        (c.OpenBetting(), Role.DEALER),
        (c.PlaceWager("Ana", "banker", 100_00), Role.PATRON),
        (c.CallNoMoreBets(), Role.DEALER),
        *((c.DealCard(Card(card)), Role.DEALER) for card in ("2h", "9c", "Kd", "Ks")),
    ]
    for number, (command, by) in enumerate(steps):
        answer = runner.order("table/1", Order(command, by, "Dora", f"key {number}"))
        assert answer.refused is None, answer.refused
    table = runner.table("table/1")
    while (awaited := table.game.awaits(table.play)).what != "open":
        assert awaited.command is not None
        runner.order("table/1", Order(awaited.command, Role.DEALER, "Dora", awaited.what))
    log.close()
    return folder


SHOWN = [
    "games",
    "games mini-baccarat",
    "games mini-baccarat --sign",
    "games mini-baccarat --steps",
    "rules",
    "rules mini-baccarat",
    "rules mini-baccarat 7.3",
    "rules --search tie",
    "rules print casino-war",
    "rules readings",
    "rules readings MB3",
    "rules policies",
    "edge mini-baccarat",
    "session mini-baccarat --wager banker --fresh --bankroll 100",
    "spread tournament-roulette --wager red --start 100 --rounds 5",
    "roles mini-baccarat",
    "draw share",
    "software show",
    "log show HOUSE table/1",
    "replay HOUSE table/1",
    "replay HOUSE table/1 --round 1",
    "statement HOUSE table/1",
    "verify HOUSE",
    "seal list HOUSE",
    "fair verify HOUSE table/1",
]


@pytest.mark.parametrize("words", SHOWN)
def test_the_json_of_a_verb_can_be_read(words: str, house: Path) -> None:
    """Of the folder of a house as of its log."""
    given = [str(house) if word == "HOUSE" else word for word in words.split()]
    done = houseway(*given, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert not done.stderr


def test_a_replay_as_json_has_the_orders_and_the_settlement(house: Path) -> None:
    """Mini Baccarat 8.4(a): banker wins, and pays 19 to 20."""
    told = json.loads(houseway("replay", house, "table/1", "--round", "1", "--json").stdout)
    assert told["rounds"][0]["settlements"][0]["paid"] == "95.00"
    texts = [event["text"] for order in told["orders"] for event in order["events"]]
    assert any("Ana" in text for text in texts)


@pytest.mark.share(1)
@pytest.mark.parametrize("verb", ["rules", "games seven-up-baccarat", "roles mini-baccarat"])
def test_a_page_is_as_wide_as_the_terminal(verb: str) -> None:
    """80 columns hold whole words; a wider page has what was left out, or fewer lines."""
    narrow, wide = (_in_columns(verb, columns) for columns in (80, 200))
    assert max(map(len, narrow)) <= 80
    assert 80 < max(map(len, wide)) <= 200
    assert not any("…" in line for line in narrow)


def _in_columns(verb: str, columns: int) -> list[str]:
    run = [sys.executable, "-m", "houseway", *verb.split()]
    given = {**os.environ, "COLUMNS": str(columns)}
    return subprocess.run(run, env=given, capture_output=True, encoding="utf-8").stdout.splitlines()
