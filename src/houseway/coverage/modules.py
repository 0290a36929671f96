"""What a Python file cites: calls of a document, comments, docstrings, brackets in tables."""

from __future__ import annotations

import ast
import gc
import io
import tokenize
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from houseway.coverage.text import Named, bracketed_in, citations_in, title_endings


class Bound(NamedTuple):
    """The edition a name in a module stands for."""

    title: str
    edition: str


class Citation(NamedTuple):
    """One clause named at one place; `edition` when the code says which.

    A mention is a clause named in prose: a comment, a docstring or brackets in a table.
    """

    title: str
    number: str
    line: int
    within: str
    edition: str | None = None
    mention: bool = False


@contextmanager
def without_collector() -> Iterator[None]:
    """Pause the garbage collector, which would look at millions of nodes again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def parsed(text: str, name: str) -> ast.Module:
    """The syntax of a module.

    Python counts the depth of a tree for all threads together: while another thread compiles
    something, such as a template, the count may not come out, and the module is read once more.
    """
    for _ in range(20):
        try:
            return ast.parse(text, name)
        except SystemError:
            continue
    return ast.parse(text, name)


class _Source:
    """One file: its text, its tree, and every node of the tree."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")
        self.tree = parsed(self.text, str(path))
        self.nodes = list(ast.walk(self.tree))
        self._lines = self.text.encode().split(b"\n")

    def segment(self, node: ast.expr) -> str:
        """The text a node was read from."""
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        lines = self._lines[first : last + 1]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"\n".join(lines).decode()


class Modules:
    """Python files, each parsed once; `roots` says where each top-level package lies."""

    def __init__(self, roots: Mapping[str, Path]) -> None:
        self._roots = roots
        self._sources: dict[Path, _Source] = {}
        self._bound: dict[tuple[Path, str], Bound | None] = {}

    def citations(self, path: Path) -> Iterator[Citation]:
        """Every citation of a file, in no particular order."""
        source = self._source(path)
        scopes = _scopes(source)
        for name, line, number in _calls(source):
            if bound := self._document(path, name):
                yield Citation(bound.title, number, line, _scope(scopes, line), bound.edition)
        for named in _written_out(source):
            within = _scope(scopes, named.line)
            yield Citation(named.title, named.number, named.line, within, mention=True)

    def nodes(self, path: Path) -> list[ast.AST]:
        """Every node of a file."""
        return self._source(path).nodes

    def _source(self, path: Path) -> _Source:
        if path not in self._sources:
            self._sources[path] = _Source(path)
        return self._sources[path]

    def _document(self, path: Path, name: str) -> Bound | None:
        """The document that a name, `cite` or `rules.cite`, stands for in a file."""
        key = (path, name)
        if key not in self._bound:
            self._bound[key] = None  # two files that import each other meet this, not themselves
            self._bound[key] = self._edition(path, name) or self._binding(path, name)
        return self._bound[key]

    def _edition(self, path: Path, name: str) -> Bound | None:
        """What a table's own edition is cited by in a game's folder, as written for `rules.py`."""
        rules = path.with_name("rules.py")
        if name not in ("cite", "play.cite", "table.cite") or not rules.is_file():
            return None
        return self._binding(rules, "cite")

    def _binding(self, path: Path, name: str) -> Bound | None:
        """What the last statement that binds the name makes of it."""
        found = None
        for node in self._source(path).tree.body:
            if isinstance(node, ast.Assign) and _assigns(node, name):
                found = _document_call(node.value) or found
            elif isinstance(node, ast.ImportFrom):
                found = self._imported(node, path, name) or found
        return found

    def _imported(self, node: ast.ImportFrom, path: Path, name: str) -> Bound | None:
        head, _, rest = name.partition(".")
        alias = next((each for each in node.names if (each.asname or each.name) == head), None)
        place = self._place(node, path)
        if alias is None or place is None:
            return None
        module = _module_file(place / alias.name if rest else place)
        return self._document(module, rest or alias.name) if module else None

    def _place(self, node: ast.ImportFrom, path: Path) -> Path | None:
        parts = node.module.split(".") if node.module else []
        if node.level:
            return path.parents[node.level - 1].joinpath(*parts)
        root = self._roots.get(parts[0]) if parts else None
        return root.joinpath(*parts[1:]) if root else None


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in node.targets)


def _module_file(place: Path) -> Path | None:
    for candidate in (place.with_suffix(".py"), place / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def _document_call(node: ast.expr) -> Bound | None:
    if not (isinstance(node, ast.Call) and _dotted(node.func).split(".")[-1] == "Document"):
        return None
    title = node.args[0] if node.args else None
    edition = next((each.value for each in node.keywords if each.arg == "edition"), None)
    if isinstance(title, ast.Constant) and isinstance(edition, ast.Constant):
        return Bound(str(title.value), str(edition.value))
    return None


def _calls(source: _Source) -> Iterator[tuple[str, int, str]]:
    """Every call with a written string: the name that is called, the line, and the string."""
    for node in source.nodes:
        name = _dotted(node.func) if isinstance(node, ast.Call) else ""
        if name and isinstance(node, ast.Call):
            for argument in node.args:
                yield from ((name, line, text) for line, text in _literals(argument))


def _literals(node: ast.expr) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Constant(value=str(text)):
            yield node.lineno, text
        case ast.IfExp(body=one, orelse=other):
            yield from _literals(one)
            yield from _literals(other)
        case ast.Starred(value=ast.Tuple(elts=items) | ast.List(elts=items)):
            for item in items:
                yield from _literals(item)


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _written_out(source: _Source) -> Iterator[Named]:
    if _comments_may_cite(source.text):
        for line, text in _comments(source.text):
            yield from citations_in(text, line)
    for docstring in _docstrings(source):
        yield from citations_in(source.segment(docstring), docstring.lineno)
    if title := _document_constant(source.tree):
        for string in _strings(source.tree):
            yield from bracketed_in(source.segment(string), string.lineno, title)


def _comments_may_cite(source: str) -> bool:
    """Whether a comment may name a document: to find out for sure takes far longer."""
    after = "\n".join(line.partition("#")[2] for line in source.splitlines() if "#" in line)
    return any(ending in after for ending in title_endings())


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """The comments, those on lines that follow one another as one text."""
    first, block = 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if block and token.start[0] != first + len(block):
            yield first, "\n".join(block)
            block = []
        if not block:
            first = token.start[0]
        block.append(token.string.lstrip("#: "))
    if block:
        yield first, "\n".join(block)


def _docstrings(source: _Source) -> Iterator[ast.expr]:
    for node in source.nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def _strings(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Every string of a file, a formatted one as a whole."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.JoinedStr):
            yield node
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node
        else:
            yield from _strings(node)


def _document_constant(tree: ast.Module) -> str | None:
    for node in tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id="DOCUMENT")], value=ast.Constant(value=str(title))
            ):
                return title
    return None


def _scopes(source: _Source) -> list[tuple[int, int, str]]:
    """First line, last line and name of every function, class and table of a module."""
    found = []
    for node in source.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.append((node.lineno, node.end_lineno or node.lineno, node.name))
    for node in source.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.append((node.lineno, node.end_lineno or node.lineno, node.targets[0].id))
    return found


def _scope(scopes: list[tuple[int, int, str]], line: int) -> str:
    around = [each for each in scopes if each[0] <= line <= each[1]]
    return max(around, default=(0, 0, ""))[2]
