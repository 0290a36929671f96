"""Fields that hold a clause and that no line reads: a citation that can never speak."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from houseway.coverage.modules import Modules

RULES = ("games",)  # where the rules are; events and views are read by pages
_CLAUSE = re.compile(r"\bClause\b")


class Unread(NamedTuple):
    """A field of a class of rules."""

    path: Path
    line: int
    name: str


def unread_fields(modules: Modules, package: Path) -> Iterator[Unread]:
    """The fields of rules that hold a clause, and whose name is read as an attribute nowhere."""
    paths = sorted(package.rglob("*.py"))
    read = {name for path in paths for name in _read(modules.nodes(path))}
    for path in paths:
        if path.relative_to(package).parts[0] in RULES and "vocabulary" not in path.name:
            found = _fields(path, modules.nodes(path))
            yield from (each for each in found if each.name.split(".")[1] not in read)


def _read(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr


def _fields(path: Path, nodes: Iterable[ast.AST]) -> Iterator[Unread]:
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                match each:
                    case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                        if _CLAUSE.search(ast.unparse(annotation)):
                            yield Unread(path, each.lineno, f"{node.name}.{name}")
