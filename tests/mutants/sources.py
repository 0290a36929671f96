"""Run a file of the package as another text, in this process only: nothing on the disk changes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

ROOT = Path(__file__).parents[2]


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


def substitute(file: str, text: str) -> None:
    """From now on the file has this text, for whoever imports it or reads it as data."""
    path = ROOT / file
    if path.suffix == ".py":
        sys.meta_path.insert(0, _Finder(path, text))
        return
    plain = Path.read_text

    def read_text(self: Path, *given: Any, **named: Any) -> str:
        return text if self == path else plain(self, *given, **named)

    Path.read_text = read_text  # type: ignore[method-assign]
