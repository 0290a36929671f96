"""A tournament as a file: dollars and times as people write them, and nothing taken on trust."""

from __future__ import annotations

import pytest

from houseway.records.termsfile import BadTerms
from houseway.records.tournamentfile import hundredths, read_tournament
from houseway.tournament.terms import Breakdown, BuyBack, LimitChange, Stage, Ties

WHOLE = """
document = "mini-baccarat"
title = "Spring"
director = "Dora"
licence = "L-1"
starts = 2026-09-05T19:00:00+10:00
fee = "27.50"
commission = 2
guarantee = "1,000"
least = 4
most = 14
percent = ["62.5", "37.5"]
ties = { session = "rounds", final = "share" }
buy_back = { times = 1, before_stage = 2 }
refunds = ["withdrawal"]
apart = [["id Ana", "id Ben"]]
[answers]
groups = "no two of a household"
[[stage]]
name = "heats"
chips = 1000
buy_in = "50"
minimum = 10
maximum = 500
rounds = 20
advance = 2
limit_changes = [{ round = 11, minimum = 20, maximum = 500 }]
[bots]
entrants = 9
strategies = ["minimum"]
"""


def test_a_whole_file() -> None:
    """$27.50 are 2,750 cents; seven in the evening ten hours east is nine in the morning in
    Greenwich; 62.5 per cent are 6,250 hundredths."""
    found = read_tournament(WHOLE)
    said = found.conditions
    assert (found.document, found.title) == ("mini-baccarat", "Spring")
    assert (found.director, found.licence) == ("Dora", "L-1")
    assert (said.fee, said.commission, said.guarantee) == (2750, 200, 100_000)
    assert said.starts_us == 1_788_598_800_000_000
    assert said.breakdown == Breakdown(hundredths=(6250, 3750))
    assert said.ties == Ties(session="rounds", final="share")
    assert said.buy_back == BuyBack(times=1, before_stage=2)
    assert said.apart == (("id Ana", "id Ben"),)
    assert said.stages == (
        Stage(
            name="heats", chips=1000, buy_in=5000, minimum=10, maximum=500, rounds=20, advance=2,
            limit_changes=(LimitChange(11, 20, 500),),
        ),
    )  # fmt: skip
    assert (found.bots.entrants, found.bots.strategies) == (9, ("minimum",))


def test_what_is_left_out_is_not_said_yet() -> None:
    """An empty file is a draft of which nothing is known."""
    said = read_tournament("").conditions
    assert (said.fee, said.commission, said.breakdown, said.starts_us) == (None, None, None, 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('fees = "20"', "fees"),
        ("[[stage]]\nname = 'heats'\nround = 20", "round"),
        ("ties = { final = 'toss' }", "toss"),
        ("[bots]\nplayer = 7", "player"),
        ("starts = 2026-09-05T19:00:00", "does not say how far from Greenwich"),
        ('fee = "cheap"', "'cheap' is not an amount"),
        ("fee = 27.5", "float"),
        ('percent = ["33.333"]', "33.333 % is finer than a hundredth of a per cent"),
        ('percent = ["half"]', "'half' is not a percentage"),
        ("title = ", "Invalid value"),
    ],
)
def test_what_cannot_be_read_says_where(text: str, why: str) -> None:
    """A word that the file does not know is no thing left out."""
    with pytest.raises(BadTerms, match=why):
        read_tournament(text)


@pytest.mark.parametrize("text", ["nan", "1e9999999", "", "-1", "50 %"])
def test_no_percentage(text: str) -> None:
    """Whatever somebody types, it is answered."""
    with pytest.raises(BadTerms):
        hundredths(text)
