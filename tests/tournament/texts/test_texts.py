"""Whole tournaments, told as text and played through the runner on a real log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.games import game, slugs
from tests.scenarios.telling import Evening
from tests.tournament.texts.ordering import patterns
from tests.tournament.texts.whole import Whole

TEXTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_tournament_goes_as_it_is_told(path: Path, tmp_path: Path) -> None:
    whole = Whole(Evening(path.read_text(encoding="utf-8")), tmp_path)
    try:
        whole.happen()
        whole.end()
    finally:
        whole.log.close()


def test_every_document_with_tournaments_has_one() -> None:
    have = {slug for slug in slugs() if game(slug).tournament}
    assert have <= {path.stem for path in TEXTS}
    assert len(have) == 7


def test_every_order_that_a_text_can_give_is_given_in_one() -> None:
    """So that together they try all of a tournament, and no pattern is left over."""
    evenings = [Evening(path.read_text(encoding="utf-8")) for path in TEXTS]
    given = {said.text for each in evenings for said in each.lines if said.kind == "order"}
    unused = [each for each in patterns() if not any(re.fullmatch(each, text) for text in given)]
    assert not unused, unused


WRONG = """
    == A tournament that is told wrongly
    document  tournament-roulette
    day       2026-07-04
    gaming shift manager  Gita
    director              Dora
    10:00
      Gita: open a tournament of tournament-roulette called Wrong under Dora
"""


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("-> refused tournament_open", "the order before it was accepted"),
        ("=> pool 5", "it is 0"),
        ("=> pool 0 [12.18]", "no clause stands behind"),
        ("=> next pay", "next are"),
        ("=> next complete [12.3]", "named are"),
        ("=> anything at all", "nothing is asked"),
        ("Dora: publish the conditions", "do not say"),
        ("Dora: name Eli as assistant for counting [12.3]", "12.3 did not speak"),
        ("Dora: conditions colour blue", "do not say 'colour blue'"),
        ("Dora: dance", "no order reads"),
    ],
)
def test_a_line_that_does_not_hold_is_found(line: str, complaint: str, tmp_path: Path) -> None:
    whole = Whole(Evening(f"{WRONG}      {line}"), tmp_path)
    with pytest.raises(AssertionError, match=complaint):
        whole.happen()
    whole.log.close()
