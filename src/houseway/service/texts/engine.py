"""Sentences of the engine: what is awaited and why a command is refused, in other languages.

They come finished and in English, because the log stores them and programs read them. A page in
another language finds the form of a sentence, such as `{patron} has no hand in play`, and shows the
translation of that form. `engine.txt` lists the forms; `make texts` writes it from the source.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from houseway.service.texts.text import Term, capital

LIST = Path(__file__).with_name("engine.txt")
_PACKAGES = ("games", "promotion", "table", "tournament")
_ANSWERS = {"Awaits", "Refused", "awaits", "dealers_step", "refused"}
_VARIABLES = {"asked", "detail", "said", "sentence", "why"}
_FEWEST = 9  # letters that make a sentence
_VALUE = re.compile(r"\{\w+\}")


class EngineSentences:
    """Finds the form of a finished sentence."""

    def __init__(self, forms: Iterable[str]) -> None:
        longest = sorted(forms, key=lambda form: len(_VALUE.sub("", form)), reverse=True)
        self._whole = {form for form in longest if not _VALUE.search(form)}
        self._forms = [(_pattern(form), form) for form in longest if _VALUE.search(form)]
        self.find = lru_cache(maxsize=4_096)(self._find)

    def _find(self, sentence: str) -> Term | None:
        """The sentence as a term with its values, or None where it is none of the engine's."""
        first = sentence[:1]
        if first.isupper() and not self._form(sentence):
            found = self._form(first.lower() + sentence[1:])
            return found.finished(capital) if found else None
        return self._form(sentence)

    def _form(self, sentence: str) -> Term | None:
        if sentence in self._whole:
            return Term(sentence)
        for pattern, form in self._forms:
            if match := pattern.fullmatch(sentence):
                return Term(form, **match.groupdict())
        return None


def _pattern(form: str) -> re.Pattern[str]:
    parts = _VALUE.split(form)
    names = [name.strip("{}") for name in _VALUE.findall(form)]
    values = (f"(?P<{name}>.+?)" for name in names)
    return re.compile("".join(re.escape(part) + next(values, "") for part in parts))


@lru_cache(maxsize=1)
def engine_sentences() -> EngineSentences:
    """The sentences of this engine."""
    return EngineSentences(LIST.read_text(encoding="utf-8").splitlines())


# From the source


def forms_in_source(package: Path) -> list[str]:
    """Every form in the modules of the engine, in order."""
    found: set[str] = set()
    for name in _PACKAGES:
        for path in (package / name).rglob("*.py"):
            found.update(_forms(ast.parse(path.read_text(encoding="utf-8"))))
    return sorted(found)


def _forms(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        for answer in _answers(node):
            for text in _strings(answer):
                form = _form_of(text)
                letters = re.sub("[^A-Za-z]", "", _VALUE.sub("", form))
                if " " in _VALUE.sub("", form).strip() and len(letters) >= _FEWEST:
                    yield form


def _answers(node: ast.AST) -> Iterator[ast.AST]:
    """Expressions that a refusal or an awaited step is made of."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _ANSWERS:
            yield from (*node.args, *(each.value for each in node.keywords))
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in _VARIABLES:
            yield value
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for target, each in zip(names, values, strict=False):
                if isinstance(target, ast.Name) and target.id in _VARIABLES:
                    yield each


def _strings(node: ast.AST) -> Iterator[ast.JoinedStr | ast.Constant]:
    """Whole strings of an expression, not the pieces of an f-string."""
    match node:
        case ast.JoinedStr() | ast.Constant(value=str()):
            yield node
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*_strings(body), *_strings(orelse))


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
