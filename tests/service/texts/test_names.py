"""Names of people and tables that are also words of the engine: they stay as they are."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from houseway.games.commands import JoinTable, PlaceWager
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.consoles.patron.statement_pages import account_text
from houseway.service.settings import Settings
from houseway.service.texts.catalogue import PSEUDO, Pseudo
from houseway.service.texts.engine import engine_sentences
from houseway.service.texts.language import forget_drawn, speak
from houseway.service.texts.text import Text, in_language
from houseway.table.statements import DROP_BOX, PATRON, TRAY, WAGER
from houseway.table.statements import Account as Held
from tests.service.browser.beside import table_with
from tests.service.browser.conftest import Casino
from tests.service.conftest import HASH, House
from tests.service.texts.test_pseudo import HTML, _Behind

# Both are words of the engine, and neither is said on these pages for another reason.
PATRON_NAME, TABLE_NAME = "Void", "withdrawn"
PAGES = ("/", f"/play/{TABLE_NAME}", f"/tables/{TABLE_NAME}", "/me/statement", "/me", "/receipts")
ACCOUNTS = """
    account            as the statement says it
    patron Ana         Your chips
    wager Ana tie      Your bet on tie
    wager Ana tie 3    Your bet on tie in box 3
    patron Ben         Another patron
    float tray         Float tray
    drop box           Drop box
"""


def test_a_patron_and_a_table_keep_their_names(tmp_path: Path) -> None:
    """On every page of theirs, beside a second patron who is waited for."""
    for name in (PATRON_NAME, TABLE_NAME):
        assert engine_sentences().find(name) is not None
    with ExitStack() as stack:
        house = House(stack, Settings(folder=str(tmp_path / "house"), locale=PSEUDO))
        house.floor.desk.create_hashed(Account(PATRON_NAME, str(Role.PATRON)), HASH, None)
        casino = cast(Casino, _Behind(house))
        table_with(casino, TABLE_NAME, "mini-baccarat", **{PATRON_NAME: 1_000_00})
        casino.order(TABLE_NAME, JoinTable("Ana"), Role.DEALER, "Eli")
        casino.order(TABLE_NAME, PlaceWager("Ana", "banker", 5_00), Role.DEALER, "Eli")
        client = house.as_(PATRON_NAME)
        seen = {path: client.get(path, headers=HTML).text for path in PAGES}
        ana = house.as_("Ana").get(f"/play/{TABLE_NAME}", headers=HTML).text
    speak(None)
    forget_drawn()
    for path, text in (*seen.items(), ("Ana's", ana)):
        for name in (PATRON_NAME, TABLE_NAME):
            assert (path, translations(name, text)) == (path, [])
    assert all(TABLE_NAME in seen[path] for path in PAGES[:4])
    assert PATRON_NAME in ana


def translations(name: str, text: str) -> list[str]:
    """Where a page has what the language makes of a word, with or without a capital."""
    words = {Pseudo().message(each) or "" for each in (name, name.lower())}
    return [found for each in words for found in re.findall(re.escape(each.strip("⟦⟧")), text)]


@pytest.mark.parametrize("row", ACCOUNTS.strip().splitlines()[1:])
def test_a_statement_names_accounts_in_the_language_of_the_house(row: str) -> None:
    words, said = re.split(r"  +", row.strip())
    shown = account_text(held(words), "Ana")
    assert isinstance(shown, Text)
    assert shown == said
    assert "⟦" in str(in_language(shown, Pseudo().message))


def held(words: str) -> Held:
    match words.split():
        case ["patron", name]:
            return Held(PATRON, name)
        case ["wager", name, wager]:
            return Held(WAGER, name, wager=wager)
        case ["wager", name, wager, box]:
            return Held(WAGER, name, int(box), wager)
    return {"float tray": TRAY, "drop box": DROP_BOX}[words]
