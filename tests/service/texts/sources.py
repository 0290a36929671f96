"""The texts that modules of the service have in their source, marked for translation or not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from houseway.games import game, slugs
from houseway.service.texts.engine import LIST, WORDS
from tests.service.texts.rendered import Declared
from tests.service.texts.write import SERVICE, python_messages

# Modules without a page: files and logs, what programs read, and the people of a demonstration,
# whose names, prizes and reasons are data as those of real people are.
NO_PAGES = ("api", "backup", "demo", "storage", "texts")
_READS = re.compile(r"[A-Za-z][a-z]+,? [a-z]+|[A-Z][a-z]+ ?[a-z]*")
_FEWEST = 9  # letters of an f-string that make it a sentence of its own


# What the engine awaits and says may be the words of a button too.
SAME_WORDS = {
    "cards were placed wrongly", "open betting", "rule on irregularities",
    "settle", "cut", "card",
    "the ball has made three turns", "go to war", "goods", "draw", "wheel", "house", "people",
    "houseway", "persons",
}  # fmt: skip


def names() -> Iterator[str]:
    """Names: of games, and of what the houses of these tests have."""
    yield from (cite.title for cite in (game(slug).cite for slug in slugs()))
    yield from slugs()
    yield from ("final", "none", "virtual")  # of a stage and of tables in these tests


@cache
def declared() -> Declared:
    """What is never data: texts that modules declare, and those that they should declare."""
    found = [each for tree in _trees() for each in ast.walk(tree)]
    constants = {
        each.value.strip()
        for each in found
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }
    sentences = {_parts(each) for each in found if isinstance(each, ast.JoinedStr)}
    texts = {each for each in constants if _READS.fullmatch(each) or " " in each}
    known = {each.casefold() for each in names()} | SAME_WORDS
    engine = [each for each in LIST.read_text(encoding="utf-8").splitlines() if "{" not in each]
    words = WORDS.read_text(encoding="utf-8").splitlines()
    said = (*python_messages(), *texts, *engine, *words)
    shown = {each for each in said if each.casefold() not in known}
    return Declared(shown, filter(None, sentences))


def _trees() -> Iterator[ast.Module]:
    for path in sorted(SERVICE.rglob("*.py")):
        if path.relative_to(SERVICE).parts[0] not in NO_PAGES:
            yield ast.parse(path.read_text(encoding="utf-8"))


def _parts(text: ast.JoinedStr) -> tuple[str, ...]:
    """The parts of an f-string that reads as a sentence; an empty one where a value is first."""
    parts = [each.value if isinstance(each, ast.Constant) else "" for each in text.values]
    words = re.sub(r"[^A-Za-z ]", "", "".join(map(str, parts)))
    if len(words.replace(" ", "")) < _FEWEST or " " not in words.strip():
        return ()
    return tuple(map(str, parts))
