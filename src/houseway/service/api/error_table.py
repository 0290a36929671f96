"""The codes that the API refuses with, read from the source that raises them.

What the rules refuse has codes of its own, each with its clause: those are in the rulebook.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import NamedTuple

from houseway.aggregates import KINDS
from houseway.service.api.responses import SENTENCES

_FOLDERS = ("access", "aggregates", "api", "commands", "http", "live", "storage")
Texts = dict[str, list[tuple[int, str]]]  # of each name: the lines that set it, and to what
_WHY = "the sentence says why"
_UNKNOWN = "…"  # stands for what is known only when it is raised
_NAMED = re.compile(r"\{\w+\}")  # in a message
_NO_SUCH = f"no_such_{_UNKNOWN}"  # of each kind of stream beside tables


class ErrorRow(NamedTuple):
    """A code, the status that it comes with, and what the sentence says."""

    code: str
    status: int
    meaning: str


@cache
def error_rows() -> tuple[ErrorRow, ...]:
    """Every code once for each status, in the order of the alphabet."""
    found: dict[tuple[str, int], ErrorRow] = {}
    for source in _sources():
        for row in _rows(_parsed(source)):
            found.setdefault(row[:2], row)
    return tuple(found[key] for key in sorted(found))


def _sources() -> Iterator[str]:
    service = files("houseway.service")
    yield (service / "errors.py").read_text(encoding="utf-8")
    for folder in _FOLDERS:
        for path in sorted((service / folder).iterdir(), key=lambda each: each.name):
            if path.name.endswith(".py"):
                yield path.read_text(encoding="utf-8")


def _parsed(text: str) -> ast.Module:
    """The syntax of a module.

    Python counts the depth of a tree for all threads together: while another thread compiles
    something, such as a template, the count may not come out, and the module is read once more.
    """
    for _ in range(20):
        with suppress(SystemError):
            return ast.parse(text)
    return ast.parse(text)


def _rows(tree: ast.Module) -> Iterator[ErrorRow]:
    named = _texts(tree)
    makers = dict(_makers(tree))
    yield from _of_framework(tree)
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        texts = named | _texts(function)
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Name(id="Wrong"), args=[status, code, sentence]):
                    yield from _row(_status(status), code, sentence, texts)
                case ast.Tuple(
                    elts=[
                        status,
                        ast.Call(func=ast.Name(id="Problem"), args=[code, _, sentence, *_]),
                    ]
                ):
                    yield from _row(_status(status), code, sentence, texts)
                case ast.Return(
                    value=ast.Call(func=ast.Name(id="Problem"), args=[code, _, sentence, *_])
                ):  # of a log that fails
                    yield from _row(HTTPStatus.SERVICE_UNAVAILABLE, code, sentence, texts)
                case ast.Call(func=ast.Name(id=maker), args=[code, sentence]) if maker in makers:
                    yield from _row(makers[maker], code, sentence, texts)


def _of_framework(tree: ast.Module) -> Iterator[ErrorRow]:
    """The codes of what the framework refuses before a route is asked."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="_CODES")], value=ast.Dict() as codes):
                found: dict[int, str] = ast.literal_eval(codes)
                for status, code in found.items():
                    yield ErrorRow(code, status, SENTENCES.get(status, _WHY).rstrip("."))


def _makers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Functions that make a refusal of the code and the sentence that they are called with."""
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Name(id="Wrong"), args=[status, ast.Name(id="code"), _]):
                    yield function.name, _status(status)


def _row(status: int, code: ast.expr, sentence: ast.expr, texts: Texts) -> Iterator[ErrorRow]:
    name, meaning = _text(code, texts), _text(sentence, texts) or _WHY
    if name == _NO_SUCH:
        for kind in KINDS:
            yield ErrorRow(name.replace(_UNKNOWN, kind), status, meaning.replace(_UNKNOWN, kind, 1))
    elif name and status and _UNKNOWN not in name:
        yield ErrorRow(name, int(status), meaning)
    elif not _is_passed_on(code):
        raise LookupError(f"the table of errors cannot read this code: {ast.unparse(code)}")


def _is_passed_on(code: ast.expr) -> bool:
    """Whether a code is a parameter or a field: then it is read where it is chosen."""
    return isinstance(code, ast.Attribute) or (isinstance(code, ast.Name) and code.id == "code")


def _status(node: ast.expr) -> int:
    match node:
        case ast.Attribute(value=ast.Name(id="HTTPStatus"), attr=name):
            return int(HTTPStatus[name])
        case ast.Constant(value=int(number)):
            return number
    return 0


def _texts(within: ast.AST) -> Texts:
    """The texts that have names there."""
    body = within.body if isinstance(within, ast.Module) else list(ast.walk(within))
    found: Texts = {}
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = _text(node.value, {})
            found.setdefault(node.targets[0].id, []).append((node.lineno, text))
    return found


def _text(node: ast.expr, texts: Texts) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, texts) for part in parts)
        case ast.FormattedValue():
            return _UNKNOWN
        case ast.Call(func=ast.Name(id="Text"), args=[ast.Constant(value=str(text))]):
            return _NAMED.sub(_UNKNOWN, text)
        case ast.IfExp(body=first):
            return _text(first, texts)
        case ast.Name(id=name):
            before = [each for each in texts.get(name, ()) if each[0] <= node.lineno]
            return max(before)[1] if before else ""
    return ""
