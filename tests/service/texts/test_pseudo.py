"""Every page in the pseudo-locale: each letter is of one message, or of what was put into it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from houseway.games import slugs
from houseway.service.access.accounts import Account
from houseway.service.draw import svg
from houseway.service.settings import Settings
from houseway.service.texts.catalogue import ENGLISH, PSEUDO, Pseudo
from houseway.service.texts.language import forget_drawn, speak
from tests.service import contest, coup, promoting
from tests.service.browser.beside import table_with
from tests.service.browser.conftest import Casino
from tests.service.browser.test_every_page import BEHIND
from tests.service.conftest import PEOPLE, House
from tests.service.texts.rendered import (
    NOTHING,
    Declared,
    Fault,
    Rendered,
    elements,
    mark_data,
    marked,
)
from tests.service.texts.sources import declared

pytestmark = pytest.mark.usefixtures("figures_of_the_run")
OFFICES = {**PEOPLE, **contest.PEOPLE}
HTML = {"accept": "text/html"}
FEWEST = 5  # messages of a page
MOVING = ("/analysis", "/me", "/shift")  # pages that show more as time goes on
# Pages that quote the rulebook, the log or a file: their words may be those of a button.
QUOTING = ("/rules", "/inspect", "/receipts", "/tournaments/spring/sheets", "/train", "/shift")


class _Behind:
    """A house as the helpers of browser tests know it, without a browser."""

    order, open_table = Casino.order, Casino.open_table

    def __init__(self, house: House) -> None:
        self.server = house


def _furnished(stack: ExitStack, folder: Path, locale: str) -> House:
    """A table of every game, one coup played, a tournament and a promotion."""
    found = House(stack, Settings(folder=str(folder / "house"), locale=locale))
    casino = cast(Casino, _Behind(found))
    coup.open_table(found.floor.runner, "1")
    coup.play(found.floor.runner, "1")
    for slug in slugs():
        table_with(casino, slug, slug, Ana=1_000_00)
    casino.open_table("virtual", "mini-baccarat", virtual=True)
    promoting.furnish(found.floor)
    contest.take_in(found.floor)
    contest.sealed_round(found.floor.runner)
    return found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr(svg, "words", lambda content: svg.safe(marked(content, Pseudo())))
        found = _furnished(stack, tmp_path_factory.mktemp("pseudo"), PSEUDO)
        mark_data(found.app.state.pages.environment)
        yield found
    speak(None)
    forget_drawn()  # drawn with marked words, in whatever language


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        yield _furnished(stack, tmp_path_factory.mktemp("english"), ENGLISH)


def _pages(house: House, name: str) -> Iterator[tuple[str, str]]:
    """The pages of somebody's navigation, and one of each kind behind it."""
    client = house.browser() if name == "nobody" else house.as_(name)
    account = None if name == "nobody" else Account(name, str(OFFICES[name]))
    links = [each for each in house.app.state.pages.navigation if each.shown_to(account)]
    for path in dict.fromkeys([*(each.path for each in links), *BEHIND[name]]):
        answer = client.get(path, headers=HTML)
        assert (path, answer.status_code) == (path, 200)
        yield path, answer.text


@pytest.mark.share(4)
@pytest.mark.parametrize("name", BEHIND)
def test_every_letter_of_a_page_is_of_one_message_or_of_data(house: House, name: str) -> None:
    faults: list[tuple[str, Fault]] = []
    for path, text in _pages(house, name):
        page = Rendered(text, NOTHING if path.startswith(QUOTING) else declared())
        assert page.messages > FEWEST, path
        faults += [(path, each) for each in page.faults]
    assert [f"{path}: {each}" for path, each in sorted(set(faults))] == []


# What is sent, by whom: questions, messages after a change, and refusals, each on a page.
SENT: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Chen", "/people/Ben", {"what": "disable"}),
    ("Chen", "/people/Ben", {"what": "office", "value": "dealer"}),
    ("Chen", "/people/Ben", {"what": "revoke"}),
    ("Chen", "/people/Ben", {"what": "tables", "value": "1"}),
    ("Chen", "/people", {"name": "Ana", "office": "patron"}),
    ("Chen", "/people", {"name": "Zoe", "office": "patron"}),
    ("Chen", "/sessions/revoke", {}),
    ("Chen", "/devices", {"id": "shoe-1", "kind": "shoe", "table": "1"}),
    ("Rita", "/desk/autumn/give/seal", {}),
    ("Rita", "/desk/autumn/give/close", {}),
    ("Dora", "/open-table/mini-baccarat", {}),
    ("Dora", "/pit/1/orders/ReportPlacementError", {}),
    ("nobody", "/sign-in", {"name": "Ana", "password": "wrong"}),
)
ASKED = (
    ("Chen", "/people?done=disable&whose=Ben"),
    ("Chen", "/people?done=everyone"),
    ("Ana", "/no-such-page"),
    ("Ana", "/people"),
    ("Ana", "/tables/none"),
    ("nobody", "/promotions/autumn?done=entered"),
)


def _answers(house: House) -> Iterator[tuple[str, str]]:
    """What pages answer to what is sent, and to what cannot be shown."""
    for name, path, fields in SENT:
        client = house.browser() if name == "nobody" else house.as_(name)
        yield path, client.send("POST", path, data=fields, headers=HTML).text
    for name, path in ASKED:
        client = house.browser() if name == "nobody" else house.as_(name)
        yield path, client.get(path, headers=HTML).text


def test_every_letter_of_an_answer_is_of_one_message_or_of_data(house: House) -> None:
    faults = []
    for path, text in _answers(house):
        page = Rendered(text, declared())
        assert page.messages > FEWEST, path
        faults += [f"{path}: {each}" for each in page.faults]
    assert sorted(set(faults)) == []


@pytest.mark.share(2)
@pytest.mark.parametrize("name", ["nobody", "Ana", "Eli", "Dora", "Tom"])
def test_a_page_has_the_same_elements_in_every_language(
    house: House, english: House, name: str
) -> None:
    """A text that is also a key would be looked up under its translation, and nothing found."""
    pages = zip(_pages(english, name), _pages(house, name), strict=True)
    for (path, text), (_, other) in pages:
        if not path.startswith(MOVING):
            assert (path, elements(other)) == (path, elements(text))


FAULTS = """
    in the page                           fault
    <p>⟦Šîţ⟧ down</p>                      no message
    <p>⟦Wåîţîñĝ fööŕ ⟦ţĥéé ðééååļééŕ⟧⟧</p>  assembled
    <p title="Down">⟦Šîţ⟧</p>              no message
    <p class="⟦šîţ⟧">⟦Šîţ⟧</p>             a message where nobody reads it
    <option selected>⟦Šîţ⟧</option>        a message that is sent
"""


@pytest.mark.parametrize("row", FAULTS.strip().splitlines()[1:])
def test_the_reader_of_pages_finds_each_fault(row: str) -> None:
    html, _, fault = row.strip().partition("  ")
    assert [each.what for each in Rendered(html).faults] == [fault.strip()]


def test_what_was_put_into_a_page_is_no_fault_and_a_declared_text_is() -> None:
    html = "<p>⟦Waits for \ue000Ana\ue001⟧ <code>rm</code> <b>\ue000Tables\ue001</b></p>"
    assert Rendered(html).faults == []
    (fault,) = Rendered(html, Declared({"Tables"})).faults
    assert (fault.what, fault.text) == ("a text shown as data", "Tables")
