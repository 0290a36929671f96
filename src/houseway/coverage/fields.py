"""Fields that hold a clause and that no line reads: a citation that can never speak."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from houseway.coverage.modules import parsed

RULES = ("games",)  # where the rules are; events and views are read by pages
_CLAUSE = re.compile(r"\bClause\b")


class Unread(NamedTuple):
    """A field of a class of rules."""

    path: Path
    line: int
    name: str


def unread_fields(package: Path) -> Iterator[Unread]:
    """The fields of rules that hold a clause, and whose name is read as an attribute nowhere."""
    trees = {
        path: parsed(path.read_text(encoding="utf-8"), str(path)) for path in package.rglob("*.py")
    }
    read = {name for tree in trees.values() for name in _read(tree)}
    for path, tree in sorted(trees.items()):
        if path.relative_to(package).parts[0] in RULES and "vocabulary" not in path.name:
            yield from (each for each in _fields(path, tree) if each.name.split(".")[1] not in read)


def _read(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr


def _fields(path: Path, tree: ast.AST) -> Iterator[Unread]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                match each:
                    case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                        if _CLAUSE.search(ast.unparse(annotation)):
                            yield Unread(path, each.lineno, f"{node.name}.{name}")
