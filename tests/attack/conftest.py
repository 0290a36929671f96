"""A served house for the attacks that leave it usable: one on each engine, shared by a process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attack.house import House, serving


@pytest.fixture(scope="package", params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest) -> Iterator[House]:
    with serving(request.param) as opened:
        yield opened
