"""Run a file of the package as another text, in this process only: nothing on the disk changes."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).parents[2]
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "src/houseway/games").glob("*/rules.py")))


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._text, self.path, "exec", dont_inherit=True)

    def get_source(self, fullname: str) -> str:
        return self._text


class _Finder:
    def __init__(self, path: Path, text: str) -> None:
        self._path, self._text = path, text

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: Any = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or Path(spec.origin) != self._path:
            return None
        spec.loader = _Loader(name, spec.origin, self._text)
        return spec


def of_game(file: str) -> bool:
    """Whether the file is one of a game's own."""
    return file.startswith(tuple(f"src/houseway/games/{game}/" for game in GAMES))


def substitute(file: str, text: str) -> None:
    """From now on the file has this text, for every import and every reading of it."""
    path = ROOT / file
    if path.suffix == ".py":
        sys.meta_path.insert(0, _Finder(path, text))
        return
    plain = Path.read_text

    def read_text(self: Path, *given: Any, **named: Any) -> str:
        return text if self == path else plain(self, *given, **named)

    Path.read_text = read_text  # type: ignore[method-assign]


def preload() -> None:
    """Import what the tests of games share, but no game: forked processes need not do it."""
    from houseway import equipment, games, rulebook

    for package in (rulebook, equipment, games):
        for each in pkgutil.iter_modules(package.__path__):
            if not each.ispkg:
                importlib.import_module(f"{package.__name__}.{each.name}")
    importlib.import_module("tests.games.scenarios")
    for document in rulebook.documents():
        document.clauses  # noqa: B018  (read and kept)


def forget_modules(file: str) -> None:
    """Let every module that may hold something of the file be imported again.

    A file of a game's own can be in games and tests only, as long as no game has been loaded.
    """
    alone = of_game(file) and not any(map(_is_of_game, sys.modules))
    for name in [each for each in sys.modules if each.partition(".")[0] in ("houseway", "tests")]:
        if not alone:
            del sys.modules[name]


def _is_of_game(module: str) -> bool:
    return module.startswith(tuple(f"houseway.games.{game}" for game in GAMES))
