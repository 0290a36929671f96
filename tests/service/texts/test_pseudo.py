"""Every page in the pseudo-locale: each letter is of a message or of what was put into it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import cast

import pytest

from houseway.games import slugs
from houseway.service.settings import Settings
from houseway.service.texts.catalogue import PSEUDO
from tests.service import contest, coup, promoting
from tests.service.browser.beside import table_with
from tests.service.browser.conftest import Casino
from tests.service.browser.test_every_page import BEHIND
from tests.service.conftest import House
from tests.service.texts.rendered import Rendered, mark_data

HTML = {"accept": "text/html"}


class _Behind:
    """A house as the helpers of browser tests know it, without a browser."""

    order, open_table = Casino.order, Casino.open_table

    def __init__(self, house: House) -> None:
        self.server = house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A table of every game, one coup played, a tournament and a promotion."""
    folder = str(tmp_path_factory.mktemp("pseudo") / "house")
    with ExitStack() as stack:
        found = House(stack, Settings(folder=folder, locale=PSEUDO))
        mark_data(found.app.state.pages.environment)
        casino = cast(Casino, _Behind(found))
        coup.open_table(found.floor.runner, "1")
        coup.play(found.floor.runner, "1")
        for slug in slugs():
            table_with(casino, slug, slug, Ana=1_000_00)
        casino.open_table("virtual", "mini-baccarat", virtual=True)
        promoting.furnish(found.floor)
        contest.take_in(found.floor)
        contest.sealed_round(found.floor.runner)
        yield found


@pytest.mark.parametrize("name", BEHIND)
def test_every_letter_of_a_page_is_of_a_message_or_of_data(house: House, name: str) -> None:
    client = house.browser() if name == "nobody" else house.as_(name)
    links = [link.path for link in house.app.state.pages.navigation]
    for path in dict.fromkeys([*links, *BEHIND[name]]):
        answer = client.get(path, headers=HTML)
        if answer.status_code == 403:
            continue
        assert answer.status_code == 200, path
        page = Rendered(answer.text)
        assert page.brackets > 5, path
        for each in page.faults:
            print(path, *each, sep=" | ")
