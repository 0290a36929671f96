"""`make texts`: write the catalogue of every text that pages show, for translators."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from houseway.games import game, slugs
from houseway.service import texts
from houseway.service.access.accounts import OFFICES
from houseway.service.draw.svg import every_word
from houseway.service.forms.command_names import ALL_COMMANDS
from houseway.service.texts.engine import LIST, VALUE, WORDS
from houseway.service.texts.engine_source import forms_in_source, words_in_source
from houseway.service.texts.messages import has_letters

SERVICE = Path(texts.__file__).parents[1]
TEMPLATE = SERVICE / "texts" / "houseway.pot"
_METHODS = "houseway.service.texts.extraction:from_"
MAPPING = [
    ("forms/command_names.py", f"{_METHODS}commands"),
    ("draw/svg.py", f"{_METHODS}felts"),
    ("texts/engine.txt", f"{_METHODS}engine"),
    ("**.py", f"{_METHODS}python"),
    ("templates/**.html", f"{_METHODS}template"),
    ("static/*.js", f"{_METHODS}script"),
]
_WIDTH = 100


def catalogue() -> Catalog:
    """Every message, in the order of files and lines."""
    found = Catalog(project="Houseway", charset="utf-8")
    rows = extract_from_dir(SERVICE, MAPPING, keywords={}, comment_tags=())
    for name, line, message, comments, _context in sorted(rows, key=lambda row: row[:2]):
        found.add(message, locations=[(name, line)], auto_comments=comments)
    return found


def python_messages() -> list[str]:
    """What modules declare as texts, without what is put into them."""
    found = catalogue()
    return [
        str(each.id)
        for each in found
        if each.id
        and "{" not in each.id
        and all(name.endswith(".py") for name, _ in each.locations)
    ]


def in_file(found: Catalog) -> bytes:
    """The file, without line numbers and date, which would differ for no reason."""
    file = BytesIO()
    write_po(file, found, width=_WIDTH, omit_header=True, include_lineno=False)
    return file.getvalue()


def engine_list() -> str:
    """The forms of what the engine says, one on each line."""
    return "\n".join(forms_in_source(SERVICE.parent)) + "\n"


def engine_words() -> str:
    """The words that the engine names, the names on a felt and the titles of commands."""
    kinds = {*ALL_COMMANDS, *(kind for slug in slugs() for kind in game(slug).orders)}
    titles = {kind.title for kind in kinds if kind.title}
    words = {*words_in_source(SERVICE.parent), *every_word(), *OFFICES, *titles}
    return "\n".join(sorted(each for each in words if has_letters(VALUE.sub("", each)))) + "\n"


if __name__ == "__main__":
    WORDS.write_text(engine_words(), encoding="utf-8")
    LIST.write_text(engine_list(), encoding="utf-8")
    found = catalogue()
    TEMPLATE.write_bytes(in_file(found))
    print(f"{TEMPLATE.name}: {len(found)} messages")
