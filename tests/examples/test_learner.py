"""The learner of `examples/learner.py`, with fewer rounds than it takes to play well."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from houseway.analysis import analyse
from houseway.environments import value_of

LEARNER = Path(__file__).parents[2] / "examples" / "learner.py"


def test_a_little_play_already_beats_the_dealers_way() -> None:
    """A million rounds, with one seed; the exact value is no estimate."""
    spec = spec_from_file_location("learner", LEARNER)
    assert spec is not None
    assert spec.loader is not None
    learner = module_from_spec(spec)
    spec.loader.exec_module(learner)
    value = value_of(learner.learn(1_000_000), learner.NAME)
    figures = analyse("tournament-blackjack")
    best, mimic = (
        -figures.wager(f"blackjack, {way}").edge for way in ("best by cards", "mimic the dealer")
    )
    assert mimic < value < best
