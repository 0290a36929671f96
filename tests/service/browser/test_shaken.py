"""Every console under hasty hands and a bad line; `make shake SEEDS=200` tries more of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from tests.service.browser.bad_line import Shake
from tests.service.browser.beside import one_house
from tests.service.browser.conftest import Casino
from tests.service.browser.shaken_faults import FAULTS, planted
from tests.service.browser.shaking import OWN_HOUSE, SCENES

SHAKES = int(os.environ.get("HOUSEWAY_SHAKES", "1"))
FIRST = int(os.environ.get("HOUSEWAY_SEED", "1"))
SEEDS = range(FIRST, FIRST + SHAKES)
A_FEW = 2  # of the faults, where only a few seeds are tried
TRIED = list(FAULTS) if len(SEEDS) > A_FEW else list(FAULTS)[:A_FEW]
QUICK = {"heartbeat_seconds": 0.5}  # a silent line is noticed after two of them
MOST_TRIES = 40  # seeds until a fault is found


@pytest.fixture(scope="module")
def shared(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with one_house(chromium, tmp_path_factory.mktemp("shaken"), **QUICK) as casino:
        yield casino


@pytest.fixture
def house(request: pytest.FixtureRequest, scene: str, tmp_path: Path) -> Iterator[Casino]:
    if scene not in OWN_HOUSE:
        yield request.getfixturevalue("shared")
        return
    with one_house(request.getfixturevalue("chromium"), tmp_path, **QUICK) as casino:
        yield casino


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scene", SCENES)
def test_what_was_meant_is_done_once_or_stays_in_sight(
    house: Casino, scene: str, seed: int
) -> None:
    play(Shake(house, seed, scene))


def play(shake: Shake) -> None:
    try:
        SCENES[shake.scene](shake)
        complaints = [each for screen in shake.casino.screens for each in screen.complaints]
        assert complaints == []
    finally:
        for screen in shake.casino.screens:
            screen.context.close()
        shake.casino.screens.clear()


@pytest.mark.parametrize("name", TRIED)
def test_a_fault_is_found(chromium: Browser, tmp_path: Path, shared: Casino, name: str) -> None:
    """The same seed is clean without the fault."""
    fault = FAULTS[name]
    apart = 1_000 * (1 + list(FAULTS).index(name))  # the tables of a scene have names of their own
    with ExitStack() as houses:

        def casino() -> Casino:
            if fault.scene not in OWN_HOUSE:
                return shared
            folder = tmp_path / str(next(numbers))
            return houses.enter_context(one_house(chromium, folder, **QUICK))

        numbers = count()
        for seed in range(apart, apart + MOST_TRIES):
            with planted(fault):
                try:
                    play(Shake(casino(), seed, fault.scene, "-planted"))
                except (AssertionError, Error):
                    break
        else:
            pytest.fail(f"{MOST_TRIES} seeds have not found it")
        play(Shake(casino(), seed, fault.scene))
