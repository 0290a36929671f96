"""A refusal that the script of a page shows is in the language of the house; programs get English.

`app.js` sends the language of its page as `Accept-Language`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from houseway.service.settings import Settings
from houseway.service.texts.catalogue import ENGLISH, PSEUDO
from houseway.service.texts.language import speak
from tests.service import coup
from tests.service.conftest import House

PATH = "/api/tables/1/commands"
_TAKE_BACK = {"type": "WithdrawWager", "patron": "Ana", "wager": "banker"}
WAGER = {"type": "PlaceWager", "wager": "banker", "amount": 300}


@pytest.fixture(params=[PSEUDO, ENGLISH])
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    with ExitStack() as stack:
        stack.callback(speak, None)
        found = House(stack, Settings(folder=str(tmp_path), locale=request.param))
        coup.open_table(found.floor.runner, "1")
        yield found


def _refusal(house: House, patron: str, **headers: str) -> dict[str, str]:
    """What Ana is answered: the rules refuse her own wager, the service one in Ben's name."""
    body = {"key": "1", "command": {**WAGER, "patron": patron}}
    answer = house.as_("Ana").send("POST", PATH, json=body, headers=headers)
    assert answer.status_code >= 400
    found: dict[str, str] = answer.json()
    found.pop("promise", "")  # of this very answer
    return found


def _page(house: House) -> dict[str, str]:
    return {"accept-language": house.app.state.settings.locale}


def test_a_page_is_answered_in_its_language_and_a_program_in_english(house: House) -> None:
    for patron in ("Ana", "Ben"):
        english = _refusal(house, patron)
        assert "⟦" not in english["sentence"]
        assert _refusal(house, patron, **{"accept-language": "de-DE,de;q=0.9"}) == english
        page = _refusal(house, patron, **_page(house))
        translated = house.app.state.settings.locale == PSEUDO
        assert page["sentence"].startswith("⟦") == translated
        assert {**page, "sentence": ""} == {**english, "sentence": ""}


def test_a_page_speaks_to_its_patron_and_a_program_hears_the_name(house: House) -> None:
    """Mini Baccarat 4.1: a wager of someone who has not joined is refused."""
    stranger = house.as_("Ana").send("POST", PATH, json={"key": "1", "command": _TAKE_BACK})
    assert stranger.json()["sentence"].startswith("Ana ")
    own = house.as_("Ana").send(
        "POST", PATH, json={"key": "2", "command": _TAKE_BACK}, headers=_page(house)
    )
    assert "Ana" not in own.json()["sentence"]
    assert own.json()["code"] == stranger.json()["code"]
