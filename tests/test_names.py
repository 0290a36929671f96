"""Outside `games`, `analysis` and `service/draw` no game, command or event is known by its name.

In templates a command is an attribute of `commands`, and all of them are looked up here.

A quoted name is checked by nobody: a renamed class or a tenth game would silently change a page.
Classes are named as classes, and what varies by game is asked of `Game`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

import houseway
from houseway.games import SHIPPED, slugs
from houseway.games.base_commands import Command
from houseway.games.events import Event
from houseway.service.forms.command_names import CommandNames

SOURCE = Path(houseway.__file__).parent
KNOW_GAMES = ("games", "analysis", "service/draw")
# The auditors of the soak work by a second road: from the stored bytes, or from events alone.
AUDITOR = ("soak/auditor.py", "soak/clauses", "soak/watch.py")
FILES = sorted(
    each.relative_to(SOURCE).as_posix()
    for each in SOURCE.rglob("*.py")
    if not each.relative_to(SOURCE).is_relative_to("games")
)


def _free(file: str, places: tuple[str, ...]) -> bool:
    return any(Path(file).is_relative_to(each) for each in places)


CHECKED = [each for each in FILES if not _free(each, KNOW_GAMES + AUDITOR)]


@cache
def names() -> frozenset[str]:
    """The class names of all commands and events."""
    for package in ("games", "table", "tournament", "promotion"):
        found = import_module(f"houseway.{package}")
        for module in walk_packages(found.__path__, f"{found.__name__}."):
            import_module(module.name)
    return frozenset(each.__name__ for each in (*_below(Command), *_below(Event)))


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


@lru_cache(maxsize=1)
def _nodes(code: str) -> list[ast.AST]:
    """The syntax of a file, which three checks read one after the other."""
    return list(ast.walk(ast.parse(code)))


def quoted(code: str) -> list[str]:
    """The commands and events that stand in quotation marks."""
    found = (each for each in _nodes(code) if isinstance(each, ast.Constant))
    return [f"line {each.lineno}: {each.value!s}" for each in found if each.value in names()]


def compared(code: str) -> list[str]:
    """The games that something is compared with, looked up by, or listed among."""
    found: list[str] = []
    for each in _nodes(code):
        for part in _members(each):
            value = part.value if isinstance(part, ast.Constant) else None
            if part and isinstance(value, str) and value.partition("@")[0] in slugs():
                found.append(f"line {part.lineno}: {value}")
    return found


def _members(node: ast.AST) -> list[ast.expr | None]:
    if isinstance(node, ast.Compare):
        return [node.left, *node.comparators]
    if isinstance(node, ast.Dict):
        return list(node.keys)
    if isinstance(node, ast.Subscript):
        return [node.slice]
    return list(node.elts) if isinstance(node, ast.Set | ast.Tuple | ast.List) else []


def imported(code: str) -> list[str]:
    """The folders of games that are imported."""
    ours = {f"houseway.games.{each}" for each in SHIPPED.values()}
    froms = (each for each in _nodes(code) if isinstance(each, ast.ImportFrom))
    return [
        each.module or "" for each in froms if ".".join((each.module or "").split(".")[:3]) in ours
    ]


_WORD = re.compile(r"""["'/](\w+)["'?#]""")
_NAMED = re.compile(r"\bcommands\.(\w+)")
TEMPLATES = sorted((SOURCE / "service" / "templates").rglob("*.html"))


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_a_template_names_commands_by_their_classes(file: Path) -> None:
    text, known = file.read_text(encoding="utf-8"), vars(CommandNames())
    assert not [word for word in _WORD.findall(text) if word in names()]
    assert not [word for word in _NAMED.findall(text) if word not in known]


_IN_A_SCRIPT = re.compile(r"\"([A-Z][a-z]+[A-Z]\w+)\"")
SCRIPTS = sorted((SOURCE / "service" / "static").glob("*.js"))


def test_the_commands_that_scripts_send_are_commands() -> None:
    """A script is a client of the HTTP API, which knows commands by their names."""
    sent = {
        word for file in SCRIPTS for word in _IN_A_SCRIPT.findall(file.read_text(encoding="utf-8"))
    }
    assert {"PlaceWager", "WithdrawWager"} <= sent
    assert not sent - names()


@pytest.mark.parametrize("file", CHECKED)
def test_no_command_event_or_game_is_known_by_name(file: str) -> None:
    code = (SOURCE / file).read_text(encoding="utf-8")
    assert not quoted(code)
    assert not compared(code)
    assert not imported(code)


def test_the_check_finds_what_it_is_for() -> None:
    assert quoted('KEYS = {"PlaceBet": "b"}') == ["line 1: PlaceBet"]
    assert quoted("KEYS = {PlaceBet: 'b'}") == []
    assert compared('tiled = slug == "tournament-pai-gow"') == ["line 1: tournament-pai-gow"]
    assert compared('ROADS = frozenset({"mini-baccarat"})') == ["line 1: mini-baccarat"]
    assert compared('DemoTable("mini-1", "mini-baccarat")') == []
    template = '''data-order=\'{"type": "PlaceStake"}\' href="/orders/RaiseDispute"'''
    assert {"PlaceStake", "RaiseDispute"} <= {*_WORD.findall(template)}
    line = "from houseway.games.tournament_roulette.rules import DIRECTIONS"
    assert imported(line) == ["houseway.games.tournament_roulette.rules"]
