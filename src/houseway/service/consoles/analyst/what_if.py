"""The form of a what-if: other decks, options and odds, and any other cell as TOML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from houseway.analysis import approved
from houseway.analysis.choices import chosen
from houseway.analysis.report import read_what_if
from houseway.analysis.rule_data import BadChange, cells
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Pays, Paytable
from houseway.service.consoles.analyst.questions import Options, Question, named_options
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text, term

MOST_DECKS = 16
LONGEST_RULES = 4_000  # letters
DECKS = "decks"
_OFTEN = (1, 6, 8)  # decks of shoes that casinos use
_ODDS = "odds:"  # before the table and the place of a cell, in the name of a field


class OddsField(NamedTuple):
    """One line of odds that can be changed."""

    name: str
    words: str
    approved: str
    clause: Clause


class WhatIfForm(Struct, frozen=True):
    """What someone has filled in. `asked` is None where nothing differs."""

    decks: str = ""
    options: Options = ()
    odds: dict[str, str] = {}
    rules: str = ""
    change: dict[str, Any] = {}
    asked: Question | None = None


def fields(slug: str, options: Options) -> list[OddsField]:
    """Every line of odds under these options."""
    data = approved(slug, chosen(slug, dict(options)))
    found = []
    for table in data.places:
        held = data.table(table)
        if isinstance(held, Pays):
            held = (held,)
        elif not isinstance(held, Paytable):
            continue
        places = [cell for cell in cells(data) if cell.table == table]
        for cell, line in zip(places, held, strict=True):
            name = f"{_ODDS}{table}:{cell.place}"
            words = cell.place if table == "odds" else f"{table.replace('_', ' ')}: {cell.place}"
            found.append(OddsField(name, words, cell.value, line.clause))
    return found


def approved_decks(slug: str) -> int | None:
    decks: int | None = approved(slug, chosen(slug, {})).decks
    return decks


class Preset(NamedTuple):
    """A change that is often asked about, ready to compare."""

    words: str
    query: str


def presets(slug: str) -> list[Preset]:
    """Other numbers of decks, and the longest odds a little longer or shorter."""
    approved = approved_decks(slug)
    found = [
        Preset(
            Text("1 deck") if decks == 1 else Text("{decks} decks", decks=decks),
            urlencode({DECKS: decks}),
        )
        for decks in _OFTEN
        if approved is not None and decks != approved
    ]
    longest = max(fields(slug, ()), key=_multiple, default=None)
    if longest is not None and (multiple := _multiple(longest)) > 1:
        for pays in (f"{multiple + 1} to 1", f"{multiple - 1} to 1"):
            words = Text("{wager} pays {odds}", wager=term(longest.words), odds=pays)
            found.append(Preset(words, urlencode({longest.name: pays})))
    return found


def _multiple(field: OddsField) -> int:
    """Of odds such as 8 to 1 the 8; 0 of any others."""
    times, _, one = field.approved.partition(" to ")
    return int(times) if times.isdecimal() and one == "1" else 0


def read_form(slug: str, given: Mapping[str, str]) -> WhatIfForm:
    """What the fields say; what cannot be is refused."""
    decks = _decks(slug, given.get(DECKS, "").strip())
    without_decks = {name: text for name, text in given.items() if name != DECKS}
    options = named_options(slug, without_decks)
    odds = {
        name: " ".join(text.split())
        for name, text in given.items()
        if name.startswith(_ODDS) and text.strip()
    }
    rules = given.get("rules", "").strip()
    change = _change(odds, rules)
    asked = None
    if decks is not None or options or change:
        told = msgspec.json.encode(change).decode()
        asked = Question("what if", slug, options, decks, told)
    return WhatIfForm(str(decks or ""), options, odds, rules, change, asked)


def _decks(slug: str, text: str) -> int | None:
    if not text:
        return None
    if approved_decks(slug) is None:
        raise _refused("no_decks", "this game is not played with cards, so it has no decks")
    if not text.isdecimal() or not 1 <= int(text[:6]) <= MOST_DECKS:
        raise _refused("no_such_decks", f"{text[:20]} decks: ask for 1 to {MOST_DECKS}")
    return int(text)


def _change(odds: Mapping[str, str], rules: str) -> dict[str, Any]:
    """The cells to be filled otherwise, by table and place."""
    change: dict[str, Any] = {}
    for name, text in odds.items():
        table, _, place = name.removeprefix(_ODDS).partition(":")
        change.setdefault(table, {})[place] = text
    if len(rules) > LONGEST_RULES:
        raise _refused("too_long", f"the rules are longer than {LONGEST_RULES} letters")
    try:
        others = read_what_if(rules).change
    except BadChange as wrong:
        raise _refused("cannot_analyse", str(wrong)) from wrong
    for table, given in others.items():
        if isinstance(given, dict) and isinstance(change.get(table, {}), dict):
            change[table] = {**change.get(table, {}), **given}
        else:
            change[table] = given
    return change


def _refused(code: str, sentence: str) -> Wrong:
    return Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, code, sentence)


def written(slug: str, form: WhatIfForm) -> str:
    """The same as a file for `houseway edge --what-if`."""
    return "\n".join(_lines(slug, form)) if form.asked else ""


def _lines(slug: str, form: WhatIfForm) -> Iterator[str]:
    yield f"game = {_toml(slug)}"
    if form.decks:
        yield f"decks = {form.decks}"
    if form.options:
        yield from ("", "[options]")
        yield from (f"{name} = {_toml(value)}" for name, value in form.options)
    alone = {name: given for name, given in form.change.items() if not isinstance(given, dict)}
    if alone:
        yield from ("", "[change]")
        yield from (f"{name} = {_toml(given)}" for name, given in alone.items())
    for table, given in form.change.items():
        if isinstance(given, dict):
            yield from ("", f"[change.{table}]")
            yield from (f"{_toml(place)} = {_toml(value)}" for place, value in given.items())


def _toml(value: Any) -> str:
    """Texts, whole numbers and lists of them are written in TOML as in JSON."""
    return msgspec.json.encode(value).decode()
