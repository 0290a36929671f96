"""Every console under hasty hands and a bad line; `make shake SEEDS=200` tries more of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.service.browser.beside import one_house
from tests.service.browser.conftest import Casino
from tests.service.browser.shaking import OWN_HOUSE, SCENES, Shake

FIRST = int(os.environ.get("HOUSEWAY_SEED", "1"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("HOUSEWAY_SHAKES", "2")))


@pytest.fixture(scope="module")
def shared(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("shaken")) as casino:
        yield casino


@pytest.fixture
def house(request: pytest.FixtureRequest, scene: str, tmp_path: Path) -> Iterator[Casino]:
    if scene != OWN_HOUSE:
        yield request.getfixturevalue("shared")
        return
    with one_house(request.getfixturevalue("chromium"), tmp_path) as casino:
        yield casino


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scene", SCENES)
def test_what_was_meant_is_done_once_or_stays_in_sight(
    house: Casino, scene: str, seed: int
) -> None:
    try:
        SCENES[scene](Shake(house, seed, scene))
        assert [each for screen in house.screens for each in screen.complaints] == []
    finally:
        for screen in house.screens:
            screen.context.close()
        house.screens.clear()
