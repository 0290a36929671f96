"""A house is drawn in its own language, also where something was drawn in another before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from houseway.service.consoles.training.desk import DESK, Asked
from houseway.service.texts.catalogue import Pseudo
from houseway.service.texts.language import speak


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    speak(None)
    yield
    speak(None)


def test_a_drill_made_ahead_is_drawn_again_in_the_language_of_the_house() -> None:
    asked = Asked("mini-baccarat", ("irregularity",), "language", 0)
    DESK.ahead(asked)
    assert "PLAYER" in DESK.ready(asked).felt

    speak(Pseudo())

    felt = DESK.ready(asked).felt
    assert "PLAYER" not in felt
    assert "⟦" in felt
