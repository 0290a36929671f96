"""Every small mistake that could be made in a file: one changed cell, comparison or branch each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.mutants.sources import ROOT

OTHER_COMPARISON = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
}  # fmt: skip
OTHER_VERDICT = {"wins": "loses", "loses": "stands off", "stands off": "wins"}
OTHER_NAME = {"WINS": "LOSES", "LOSES": "STANDS_OFF", "STANDS_OFF": "WINS"}
OTHER_MARK = {"D": "S", "S": "D", "N": "S"}
OTHER_ROLE = {"SUPERVISORS": "frozenset()", "STAFF": "frozenset()"}


class Mutant(NamedTuple):
    """A file with one place of it changed."""

    file: str
    line: int
    start: int  # in the text of the file
    end: int
    new: str

    @property
    def old(self) -> str:
        return _text(self.file)[self.start : self.end]

    @property
    def text(self) -> str:
        text = _text(self.file)
        return text[: self.start] + self.new + text[self.end :]

    @property
    def name(self) -> str:
        """The file and its changed lines, before and after: the same while the lines above move."""
        text = _text(self.file)
        first = text.rfind("\n", 0, self.start) + 1
        last = text.find("\n", self.end) % (len(text) + 1)
        before = text[first:last]
        after = text[first : self.start] + self.new + text[self.end : last]
        return "\t".join((self.file, " ".join(before.split()), " ".join(after.split())))


def _text(file: str) -> str:
    return _read(ROOT / file)


@cache
def _read(path: Path) -> str:
    """The text of a file, the same for a whole run: places in it are counted by characters."""
    return path.read_text(encoding="utf-8")


class _File:
    """The text of a file, its tree, and where a node stands in the text."""

    def __init__(self, file: str) -> None:
        self.file, self.text = file, _text(file)
        self.tree = ast.parse(self.text)
        self._starts = [0]
        for line in self.text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """The place in the text; the tree counts bytes."""
        start = self._starts[line - 1]
        encoded = self.text[start : self._starts[line]].encode()[:column]
        return start + len(encoded.decode())

    def span(self, node: ast.expr) -> tuple[int, int]:
        end = self.at(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return self.at(node.lineno, node.col_offset), end

    def change(self, start: int, end: int, new: str) -> Mutant:
        return Mutant(self.file, self.text.count("\n", 0, start) + 1, start, end, new)

    def replaced(self, node: ast.expr, new: str) -> Mutant:
        return self.change(*self.span(node), new)


# Code


def code_mutants(file: str) -> Iterator[Mutant]:
    """Every comparison, boundary and branch of the functions of a file, changed once."""
    source = _File(file)
    for node in _inside_functions(source.tree):
        if isinstance(node, ast.Compare):
            yield from _comparisons(source, node)
        elif isinstance(node, ast.BoolOp):
            yield from _joined(source, node)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield source.replaced(node, _operand(source, node.operand))
        for test in _tests(node):
            if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield source.replaced(test, f"(not ({source.text[slice(*source.span(test))]}))")


def _operand(source: _File, node: ast.expr) -> str:
    """What was negated; its brackets are not part of it, and some expressions need them."""
    text = source.text[slice(*source.span(node))]
    return f"({text})" if isinstance(node, ast.IfExp | ast.NamedExpr) else text


def _inside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            yield from ast.walk(node)
        else:
            yield from _inside_functions(node)


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def _comparisons(source: _File, node: ast.Compare) -> Iterator[Mutant]:
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        was, new = OTHER_COMPARISON[type(operator)]
        between = source.span(left)[1], source.span(right)[0]
        found = re.search(re.escape(was).replace(r"\ ", r"\s+"), source.text[slice(*between)])
        if found:
            start = between[0] + found.start()
            yield source.change(start, between[0] + found.end(), new)
        left = right


def _joined(source: _File, node: ast.BoolOp) -> Iterator[Mutant]:
    was, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        between = source.span(left)[1], source.span(right)[0]
        found = re.search(rf"\b{was}\b", source.text[slice(*between)])
        if found:
            start = between[0] + found.start()
            yield source.change(start, between[0] + found.end(), new)


# Tables


def cell_mutants(file: str) -> Iterator[Mutant]:
    """Every cell of the odds, tableaux, values, verdicts and roles of a file, changed once."""
    source = _File(file)
    for node in _outside_functions(source.tree):
        if isinstance(node, ast.Constant) and not isinstance(node.value, bool):
            if isinstance(node.value, int):
                yield source.replaced(node, str(node.value + 1))
            elif isinstance(node.value, str):
                yield from _in_text(source, node, node.value)
        elif isinstance(node, ast.Name) and node.id in OTHER_NAME | OTHER_ROLE:
            if isinstance(node.ctx, ast.Load):
                yield source.replaced(node, (OTHER_NAME | OTHER_ROLE)[node.id])
        elif isinstance(node, ast.Attribute) and _is_role(node):
            yield source.replaced(node, "Role.PATRON")


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        yield node
        yield from _outside_functions(node)


def _is_role(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "Role"


def _in_text(source: _File, node: ast.Constant, value: str) -> Iterator[Mutant]:
    if value in OTHER_VERDICT:
        yield source.replaced(node, repr(OTHER_VERDICT[value]))
    elif "\n" in value:  # a table written as text: the first line has its columns
        start, end = source.span(node)
        body = source.text.index("\n", start + 4) + 1
        for found in re.finditer(r"(?<=[ ])(?:[DSN]|\d+)(?=[ \n])", source.text[body:end]):
            place = body + found.start()
            if source.text[source.text.rindex("\n", 0, place) : place].isspace():
                continue  # what a row is called
            new = OTHER_MARK.get(found[0]) or str(int(found[0]) + 1)
            yield source.change(body + found.start(), body + found.end(), new)
