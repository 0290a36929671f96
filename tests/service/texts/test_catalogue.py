"""The catalogue for translators: it has every text, is current, and comes back as pages."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from houseway.service.live.render import environment
from houseway.service.settings import Settings
from houseway.service.texts.catalogue import NoCatalogue, Pseudo
from houseway.service.texts.engine import LIST
from houseway.service.texts.scripts import script_messages, script_texts
from tests.service.texts.write import SERVICE, TEMPLATE, catalogue, engine_list, in_file

STATIC = SERVICE / "static"
_STRING = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"((?:[^"\\\n]|\\.)*)\"""")
_SENTENCE = re.compile(r"^\W*[A-Z][^<>#\[]*[a-z]{2,} [a-z]{2,}|^; [a-z]+ ")


def test_the_catalogue_is_current() -> None:
    """`make texts` writes it."""
    assert LIST.read_text(encoding="utf-8") == engine_list()
    assert TEMPLATE.read_bytes() == in_file(catalogue())


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("Skip to content", "templates/base.html"),
        ("<strong>{patron}</strong> asks for {amount}. Count the cash or chips first.",
         "templates/dealer/money.html"),
        ("The house does not answer", "static/app.js"),
        ("Wall screens", "consoles/public/wall.py"),
        ("Betting is open. Still to bet: {names}", "consoles/patron/status.py"),
        ("No more bets", "forms/command_names.py"),
        ("{patron} has not joined this table", "texts/engine.txt"),
    ],
)  # fmt: skip
def test_texts_of_every_kind_of_source_are_there(message: str, place: str) -> None:
    with TEMPLATE.open("rb") as file:
        found = read_po(file).get(message)
    assert found is not None
    assert place in [name for name, _ in found.locations]


def test_no_script_says_a_sentence_that_is_not_in_the_catalogue() -> None:
    for path in sorted(STATIC.glob("*.js")):
        source = re.sub(
            r"(?s)/\*.*?\*/|//[^\n]*|new Error\([^)]*\)", "", path.read_text(encoding="utf-8")
        )
        known = {text for _, text in script_messages(source)}
        said = {each for each in _STRING.findall(source) if _SENTENCE.search(each)}
        assert (path.name, said - known) == (path.name, set())


def test_no_stylesheet_says_anything() -> None:
    for path in sorted(STATIC.glob("*.css")):
        said = re.findall(r'content: *"([^"]*)"', path.read_text(encoding="utf-8"))
        letters = [each for each in said if re.search(r"(?<!\\)[a-zA-Z]{3}", each)]
        assert (path.name, letters) == (path.name, [])


def test_a_translated_catalogue_comes_back_as_a_page(tmp_path: Path) -> None:
    """From the list for translators to a page, by the files of GNU gettext."""
    with TEMPLATE.open("rb") as file:
        german: Catalog = read_po(file, locale="de")
    german["Sign in"].string = "Anmelden"
    compiled = BytesIO()
    write_mo(compiled, german)
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "de.mo").write_bytes(compiled.getvalue())

    env = environment(Settings(folder=str(tmp_path), locale="de").catalogue())

    assert env.from_string('<a href="/">Sign in</a> <b>Sign out</b>').render() == (
        '<a href="/">Anmelden</a> <b>Sign out</b>'
    )


@pytest.mark.parametrize("locale", ["fr", "../secret", ""])
def test_a_language_without_a_catalogue_is_refused(tmp_path: Path, locale: str) -> None:
    with pytest.raises(NoCatalogue, match="there is no catalogue"):
        Settings(folder=str(tmp_path), locale=locale).catalogue()


def test_scripts_are_brought_their_texts_in_another_language() -> None:
    found = script_texts(Pseudo())
    assert found["The most is {most} here: {amount} stays"].startswith("⟦Ţĥéé mööšţ îîš {most}")
    assert environment().globals["script_texts"] is None
