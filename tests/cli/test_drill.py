"""Training in the terminal."""

from __future__ import annotations

import json

import pytest

from houseway.cli.drill import drill
from houseway.cli.tell import console
from tests.cli.running import houseway


def test_drills_as_data_bring_their_record() -> None:
    said = houseway("drill", "mini-baccarat", "--kind", "payout", "--seed", "7", "--json")
    found = json.loads(said.stdout)
    assert len(found["drills"]) == 10
    first = found["drills"][0]
    assert first["questions"][0]["clauses"][0].startswith("Mini Baccarat 8.")
    assert 'document = "mini-baccarat@' in first["record"]


def test_a_wrong_answer_is_told_with_its_clause(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["nothing", "1", "q"])
    monkeypatch.setattr(console, "input", lambda _: next(typed))
    with console.capture() as printed:
        assert drill("mini-baccarat", kind=["payout"], seed="7", count=2) == 0
    text = printed.get()
    assert "is not an amount" in text
    assert "Wrong." in text
    assert "Mini Baccarat 8.8" in text
    assert "0 of 1 right." in text


@pytest.mark.parametrize("words", [("no-such-game",), ("mini-baccarat", "--kind", "dance"),
                                   ("mini-baccarat", "--count", "0")])  # fmt: skip
def test_what_cannot_be_trained_is_refused(words: tuple[str, ...]) -> None:
    said = houseway("drill", *words)
    assert said.returncode == 2
    assert said.stderr
