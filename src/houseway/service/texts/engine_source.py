"""Forms of sentences and words in the source of the engine, for the lists that translators get."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from houseway.service.texts.engine import VALUE

_PACKAGES = ("conducting", "equipment", "games", "promotion", "table", "tournament")
_ANSWERS = {
    "Alert", "Awaits", "Due", "Duty", "Missing", "Raises", "Refused", "awaits", "dealers_step",
    "refused",
}  # fmt: skip
_PROGRAMS = {"cite", "compile", "read_grid", "paytable", "getattr"}  # calls that people never read
# Of tables, patterns, records, and of places in a document.
_MARKS = re.compile(r"[|\n<>_{]|  | $|^terms:|^\d[\d.]*(\(\w\))? [A-Za-z-]+( \w+){0,2}$")
_FEWEST = 5  # letters that make a sentence
_BEGINS = re.compile(r"[A-Za-z0-9{]")
_WORD = re.compile(r"(?:the |a )?[a-z][a-z'-]+(?: [a-z'-]+){0,3}|the [A-Z][a-z]+")
_FOR_PROGRAMS = {"side_wagers", "base_commands.py", "learning.py", "practice.py", "chance.py"}


def forms_in_source(package: Path) -> list[str]:
    """Every form in the modules of the engine, in order."""
    return sorted({form for path in _modules(package) for form in _forms(_parsed(path))})


def words_in_source(package: Path) -> list[str]:
    """Every word that a module of the engine names: roles, stages, kinds, places; in order."""
    found = {word for path in _modules(package) for word in _words(_parsed(path))}
    roles = _parsed(package / "rulebook" / "roles.py") if (package / "rulebook").is_dir() else None
    return sorted(found | {*_words(roles)} if roles else found)


def _modules(package: Path) -> Iterator[Path]:
    for name in _PACKAGES:
        for path in (package / name).rglob("*.py"):
            if not {*path.parts} & _FOR_PROGRAMS:
                yield path


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _words(tree: ast.Module) -> Iterator[str]:
    for text in _named(tree):
        if _WORD.fullmatch(text):
            yield text


def _named(tree: ast.Module) -> Iterator[str]:
    """Strings that a constant of a module, a member of a class or a literal type stands for."""
    classes = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    members = (own for one in classes if _is_list_of_names(one) for own in one.body)
    for each in (*tree.body, *members):
        if isinstance(each, ast.Assign | ast.AnnAssign) and each.value:
            yield from _constants(
                each.value.elts if isinstance(each.value, ast.Tuple) else [each.value]
            )
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id="Literal"), slice=choices):
                yield from _constants([*ast.walk(choices)])
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _ANSWERS:
                yield from _constants([*node.args, *(each.value for each in node.keywords)])


def _is_list_of_names(node: ast.ClassDef) -> bool:
    """The members of an enumeration are names, and the tables of a document hold some."""
    bases = [each.id for each in node.bases if isinstance(each, ast.Name)]
    return any(each.endswith("Enum") or each == "EditionRules" for each in bases)


def _constants(values: Iterable[ast.AST]) -> Iterator[str]:
    for each in values:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def _forms(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        for text in _texts(node):
            form = _form_of(text)
            if _reads(form):
                yield form


def _reads(form: str) -> bool:
    """Whether a form is a sentence, or a phrase with values in it."""
    own = VALUE.sub(" ", form)
    words = re.findall("[A-Za-z][A-Za-z'-]+", own)
    whole = _BEGINS.match(form) and not _MARKS.search(VALUE.sub("x", form))
    return bool(whole) and len(words) > 1 and sum(map(len, words)) >= _FEWEST


def _texts(node: ast.AST) -> Iterator[ast.JoinedStr | ast.Constant]:
    """Whole strings under a node that people may read; not the pieces of an f-string.

    What commands and events declare is listed by `from_commands`, all but the alerts; what is
    raised is a mistake in the program; a docstring is an expression of its own.
    """
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            yield node
        case ast.Raise() | ast.Expr(value=ast.Constant()):
            return
        case ast.Call(func=ast.Name(id=name)) if name in _PROGRAMS:
            return
        case ast.ClassDef(body=body):
            for part in body:
                if not isinstance(part, ast.Assign) or _is_alert(part):
                    yield from _texts(part)
        case _:
            for each in ast.iter_child_nodes(node):
                yield from _texts(each)


def _is_alert(node: ast.Assign) -> bool:
    return [each.id for each in node.targets if isinstance(each, ast.Name)] == ["raises"]


def _form_of(text: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(text, ast.Constant):
        return str(text.value)
    parts, used = [], Counter[str]()
    for each in text.values:
        if isinstance(each, ast.FormattedValue):
            name = _name(each.value)
            used[name] += 1
            parts.append(f"{{{name}{used[name] if used[name] > 1 else ''}}}")
        elif isinstance(each, ast.Constant):
            parts.append(str(each.value))
    return "".join(parts)


def _name(node: ast.AST) -> str:
    """What translators read for a value: the last name of its expression."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_").lower()
        case ast.Call(args=[first, *_]) | ast.Subscript(value=first):
            return _name(first)
        case ast.Call(func=called):
            return _name(called)
    return "value"
