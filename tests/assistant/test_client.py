"""A real client asks every tool over standard input and output, as an assistant does."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, TextIO

import msgspec
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

import houseway
from houseway.assistant.tools import TOOLS
from houseway.equipment.chips import money
from houseway.rulebook.document import clause_row
from tests.waiting import PATIENCE

RECORD = """
document = "mini-baccarat"
[options]
pairs = "perfect"
[[rounds]]
steps = '''
Ana wagers 100 on banker
Ben wagers 25 on player pair
Chen wagers 10 on tie
deal 8h 2c 8h 5s
'''
"""
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("games", {}),
    ("clause", {"game": "mini-baccarat", "number": "8.8(b)"}),
    ("search", {"words": "third card", "game": "mini-baccarat"}),
    ("settle", {"record": RECORD}),
    ("edge", {"game": "mini-baccarat", "options": {"settlement": "non-commission"}}),
    ("what_if", {"game": "mini-baccarat", "tables": {"odds": {"tie": "9 to 1"}}}),
    ("clause", {"game": "mini-baccarat", "number": "99.9"}),
)

RECORDS = sorted((Path(__file__).parents[1] / "games").glob("*/*.hwr"))  # of all nine games
BEGUN = RECORD.partition("deal")[0] + "'''\n"  # wagers, and no card yet


async def ask_all() -> tuple[list[Any], list[Any]]:
    command = StdioServerParameters(command=sys.executable, args=["-m", "houseway", "mcp"])
    with open(os.devnull, "w", encoding="utf-8") as unread:  # pytest may have closed its own
        return await _answers(command, unread)


async def _answers(command: StdioServerParameters, unread: TextIO) -> tuple[list[Any], list[Any]]:
    asking = stdio_client(command, errlog=unread)
    async with asking as (reading, writing), ClientSession(reading, writing, PATIENCE) as asks:
        await asks.initialize()
        tools = (await asks.list_tools()).tools
        answers = [await asks.call_tool(name, arguments) for name, arguments in ASKED]
        for record in (BEGUN, *(path.read_text(encoding="utf-8") for path in RECORDS)):
            answers.append(await asks.call_tool("settle", {"record": record}))
    return tools, answers


@pytest.fixture(scope="module")
def asked() -> tuple[list[Any], list[Any]]:
    return asyncio.run(ask_all())


def content(answer: Any) -> dict[str, Any]:
    """What a tool answered, from its text."""
    found: dict[str, Any] = msgspec.json.decode(answer.content[0].text)
    return found


@pytest.fixture
def answers(asked: tuple[list[Any], list[Any]]) -> dict[str, dict[str, Any]]:
    good = zip(ASKED[:-1], asked[1], strict=False)
    return {name: content(answer) for (name, _), answer in good}


def clauses_in(answer: Any) -> Iterator[str]:
    """Every clause that an answer names, wherever it stands."""
    if isinstance(answer, dict):
        for name, each in answer.items():
            if name in ("clause", "clauses"):
                yield from [each] if isinstance(each, str) else each
            elif name != "citations":
                yield from clauses_in(each)
    elif isinstance(answer, list):
        for each in answer:
            yield from clauses_in(each)


def test_every_clause_of_an_answer_is_among_its_citations(
    asked: tuple[list[Any], list[Any]],
) -> None:
    """Also of a round that has only begun: what comes next rests on a clause, too."""
    for answer in asked[1]:
        if not answer.is_error:
            found = content(answer)
            assert found["citations"]
            assert set(clauses_in(found)) <= set(found["citations"])
            assert all(clause_row(cited).must for cited in found["citations"])


def test_every_amount_of_every_game_is_that_of_settle(asked: tuple[list[Any], list[Any]]) -> None:
    """The evenings of the nine games, each with the engine's own settlement beside it."""
    slugs = set()
    for path, answer in zip(RECORDS, asked[1][-len(RECORDS) :], strict=True):
        told, expected = content(answer), houseway.settle(path)
        slugs.add(path.parent.name)
        lines = [line for each in told["rounds"] for line in each["settlements"]]
        assert lines
        assert [(line["patron"], line["paid"], line["returned"]) for line in lines] == [
            (line.patron, money(line.paid.cents), money(line.returned.cents))
            for each in expected.rounds
            for line in each.lines
        ]
    assert len(slugs) == 9


def test_every_tool_is_offered_and_only_reads(asked: tuple[list[Any], list[Any]]) -> None:
    tools = {each.name: each for each in asked[0]}
    assert set(tools) == {each.__name__ for each in TOOLS}
    assert all(each.annotations.read_only_hint for each in tools.values())


def test_every_citation_exists(answers: dict[str, dict[str, Any]]) -> None:
    for name, answer in answers.items():
        assert answer["citations"], name
        for cited in answer["citations"]:
            assert clause_row(cited).must


def test_every_amount_is_that_of_settle(answers: dict[str, dict[str, Any]]) -> None:
    (expected,) = houseway.settle(RECORD).rounds
    (round,) = answers["settle"]["rounds"]
    amounts = [(each["patron"], each["result"], each["paid"]) for each in round["settlements"]]
    assert amounts == [
        (each.patron, each.result, money(each.paid.cents)) for each in expected.lines
    ]
    assert ("Ben", "won", "625.00") in amounts  # two equal eights of hearts: 25 to 1


def test_edges_are_those_of_the_library(answers: dict[str, dict[str, Any]]) -> None:
    made = houseway.edge("mini-baccarat", settlement="non-commission")
    edges = {each["wager"]: Fraction(each["edge"]) for each in answers["edge"]["wagers"]}
    assert edges == {each.name: each.edge for each in made.wagers}
    changed = houseway.what_if("mini-baccarat", odds={"tie": "9 to 1"}).edges["tie"]
    tie = answers["what_if"]["edges"]["tie"]
    assert (tie["approved"], tie["changed"]) == tuple(map(str, changed))


def test_a_clause_that_is_not_there_is_an_error_that_names_the_nearest(
    asked: tuple[list[Any], list[Any]],
) -> None:
    wrong = asked[1][len(ASKED) - 1]
    assert wrong.is_error
    assert "has no clause 99.9; nearest" in wrong.content[0].text
