"""Clauses that the texts of the project name: comments, docstrings, tables in brackets, records of
play, evenings and slots. Each must exist, and a field of the rules that holds one must be read.
"""

from __future__ import annotations

import ast
import gc
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from houseway.rulebook import UnknownDocument, document, documents

LOOKS_LIKE = re.compile(r"[1-9]\d*(?:\.\d+)*(?:\([A-Za-z]+\))*(?:#\d(?:\([A-Za-z]+\))*)?")
SEPARATOR = re.compile(r", and |, or |, | and | or | to ")
BRACKETS = re.compile(r"\[([^\[\]\n]+)\]")
STARTS_LIKE = re.compile(r"[1-9]\d*(?:\.\d|\()")
RULES = "games"  # where the rules are; events and views are read by pages
_ATTRIBUTE = re.compile(r"\.(\w+)")
_CLAUSE = re.compile(r"\bClause\b")
_DOCUMENT = re.compile(r"^document +(\S+)$", re.MULTILINE)
_TITLE = re.compile(r'^DOCUMENT = "(.+)"$', re.MULTILINE)  # of the brackets in a test module
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*$", re.MULTILINE)


class Named(NamedTuple):
    """A clause that a text names, whether it exists or not; `edition` where the text says which."""

    title: str
    number: str
    line: int
    edition: str | None = None

    @property
    def fault(self) -> str:
        """Why there is no such clause; empty if there is one."""
        editions = [
            each
            for each in documents()
            if each.title == self.title and self.edition in (None, each.edition)
        ]
        if not editions:
            return f"no document {self.title} in the rulebook"
        if any(self.number in each.clauses for each in editions):
            return ""
        return editions[-1].no_such(self.number)


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


def names(root: Path) -> Iterator[tuple[Path, Named]]:
    """Every clause that a file of the project names, in no particular order."""
    with without_collector():
        for path in sorted((root / "src").rglob("*.py")) + sorted((root / "tests").rglob("*.py")):
            yield from ((path, each) for each in in_python(path.read_text(encoding="utf-8")))
    for pattern, reader in _READERS.items():
        for path in sorted(root.rglob(pattern)):
            yield from ((path, each) for each in reader(path))


def false_claims(root: Path) -> Iterator[str]:
    """Every place that names a clause that is not there, and every clause that nothing reads."""
    for path, each in names(root):
        if fault := each.fault:
            yield f"{path.relative_to(root)}:{each.line}: {fault}"
    yield from unread_fields(root)


# Python


def in_python(text: str) -> Iterator[Named]:
    """What comments, docstrings and the tables of a test module name."""
    match = _TITLE.search(text)
    title = match[1] if match else ""
    if not title and not any(ending in text for ending in title_endings()):
        return
    lines = text.encode().split(b"\n")
    for line, comment in _comments(text):
        yield from citations_in(comment, line)
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from citations_in(_segment(lines, node.value), node.lineno)
    for string in _strings(tree) if title else ():
        yield from bracketed_in(_segment(lines, string), string.lineno, title)


def _segment(lines: list[bytes], node: ast.expr) -> str:
    """The text a node was read from."""
    within = lines[node.lineno - 1 : node.end_lineno]
    within[-1] = within[-1][: node.end_col_offset]
    within[0] = within[0][node.col_offset :]
    return b"\n".join(within).decode()


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


def unread_fields(root: Path) -> Iterator[str]:
    """The fields of rules that hold a clause, and whose name stands after a dot nowhere."""
    package = root / "src" / "houseway"
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}
    read = {name for text in texts.values() for name in _ATTRIBUTE.findall(text)}
    for path, text in texts.items():
        if path.relative_to(package).parts[0] == RULES and "vocabulary" not in path.name:
            for line, name in _fields(text):
                if name.split(".")[1] not in read:
                    yield f"{path.relative_to(root)}:{line}: {name} holds a clause nothing reads"


def _fields(text: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(text)):
        for each in node.body if isinstance(node, ast.ClassDef) else ():
            match node, each:
                case (
                    ast.ClassDef(name=kind),
                    ast.AnnAssign(target=ast.Name(id=name), annotation=annotation),
                ) if _CLAUSE.search(ast.unparse(annotation)):
                    yield each.lineno, f"{kind}.{name}"


# Texts


def citations_in(text: str, first_line: int) -> Iterator[Named]:
    """Every clause after a document's title, and those that follow in the same list."""
    flowing, lines = _flowing(text, first_line)
    for found in _titles().finditer(flowing):
        at = found.end()
        while number := clause_at(flowing, at, found[1]):
            yield Named(found[1], number, lines[at])
            separator = SEPARATOR.match(flowing, at + len(number))
            if not separator:
                break
            at = separator.end()


def bracketed_in(text: str, first_line: int, title: str) -> Iterator[Named]:
    """Every item of the brackets that hold clause numbers, as `[6.4]` or `[8.4(a), 9.8(b)]`."""
    for found in BRACKETS.finditer(text):
        items = [item.strip() for item in re.split("[,;]", found[1])]
        if items[0] in _numbers()[title] or STARTS_LIKE.match(items[0]):
            line = first_line + text.count("\n", 0, found.start())
            yield from (Named(title, item, line) for item in items)


def clause_at(text: str, at: int, title: str) -> str | None:
    """The longest clause of a document that stands at a place, or what looks like one there."""
    here = [
        number
        for number in _numbers()[title]
        if text.startswith(number, at) and not re.match(r"\w", text[at + len(number) :])
    ]
    longest = max(here, key=len, default="")
    looks = LOOKS_LIKE.match(text, at)
    if looks and len(looks[0]) > len(longest):
        return looks[0] if re.search(r"[.(]", looks[0]) else None
    return longest or None


@cache
def _numbers() -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for each in documents():
        found[each.title] = found.get(each.title, frozenset()) | frozenset(each.clauses)
    return found


@cache
def title_endings() -> frozenset[str]:
    """The last words of all titles: what names a document has one of them."""
    return frozenset(title.split()[-1] for title in _numbers())


@cache
def _titles() -> re.Pattern[str]:
    longest_first = sorted(_numbers(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))}) ")


def _flowing(text: str, first_line: int) -> tuple[str, list[int]]:
    """The text with each run of white space made one space, and the line of every character."""
    kept: list[str] = []
    lines: list[int] = []
    line = first_line
    for character in text:
        space = character.isspace()
        if not (space and kept and kept[-1] == " "):
            kept.append(" " if space else character)
            lines.append(line)
        line += character == "\n"
    return "".join(kept), lines


# Records, evenings and slots


def in_evening(path: Path) -> Iterator[Named]:
    """Every clause in the brackets of an evening, which says on a line of its own under which
    document it is played. Its comments, and a text without such a line, claim nothing."""
    text = _COMMENT.sub("", path.read_text(encoding="utf-8"))
    found = _DOCUMENT.search(text)
    if found is None:
        return
    title, edition = _named(found[1])
    if edition is None:  # a document that nobody has: said once, as a claim that is false
        yield Named(title, "", text.count("\n", 0, found.start()) + 1)
        return
    for each in bracketed_in(text, 1, title):
        yield each._replace(edition=edition)


def in_record(path: Path) -> Iterator[Named]:
    """Every clause a `.hwr` file names. A file that is no record claims nothing."""
    text = path.read_text(encoding="utf-8")
    try:
        record = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    slug = record.get("document")
    if isinstance(slug, str):
        title, edition = _named(slug)
        for number in _clauses(record):
            plain = number.removeprefix(f"{title} ")
            yield Named(title, plain, _line(text, number), edition)


def in_slots(path: Path) -> Iterator[Named]:
    """Every clause that a comment in the slots of an edition names; the slots read themselves."""
    lines = path.read_text(encoding="utf-8").splitlines()
    yield from citations_in("\n".join(each[2:] if each[:1] == "#" else "" for each in lines), 1)


def _named(slug: str) -> tuple[str, str | None]:
    try:
        found = document(slug)
    except UnknownDocument:
        return slug, None
    return found.title, found.edition


def _clauses(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from _clauses(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key == "clauses" and isinstance(each, list):
                yield from (item for item in each if isinstance(item, str))
            else:
                yield from _clauses(each)


def _line(text: str, number: str) -> int:
    """The first line that holds the number in quotes."""
    at = max(text.find(f'"{number}"'), text.find(f"'{number}'"), 0)
    return text.count("\n", 0, at) + 1


_READERS = {
    "tests/**/*.hwr": in_record,
    "tests/**/*.txt": in_evening,
    "src/houseway/rulebook/documents/*.slots.toml": in_slots,
}
