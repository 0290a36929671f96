"""A served house for the attacks that leave it usable, shared by a process; `make full` has one on
each engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attack.house import House, serving
from tests.scale import FULL


@pytest.fixture(scope="package", params=["postgres", "sqlite"] if FULL else ["postgres"])
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    with serving(request.param) as opened:
        yield opened
