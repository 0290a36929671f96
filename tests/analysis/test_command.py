"""`houseway edge` as a person uses it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis import analysed
from houseway.cli.edge import edge


def told(capsys: pytest.CaptureFixture[str], *words: str, **options: Any) -> str:
    assert edge(*words, **options) == 0
    return " ".join(capsys.readouterr().out.split())


def refused(capsys: pytest.CaptureFixture[str], *words: str, **options: Any) -> str:
    assert edge(*words, **options) == 2
    return capsys.readouterr().err


@pytest.mark.share(2)
@pytest.mark.parametrize("slug", analysed())
def test_every_game_has_its_page_and_its_json(
    slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = told(capsys, slug)
    assert "outcome combinations probability pays return" in page
    assert "house edge" in page
    data = json.loads(told(capsys, slug, as_json=True))
    assert (data["game"], set(data) >= {"options", "wagers"}) == (slug, True)
    for wager in data["wagers"].values():
        assert set(wager) >= {"edge", "exact", "sd", "outcomes"}
        total = int(wager["total"])
        counted = sum(int(each["weight"]) for each in wager["outcomes"])
        assert counted >= total if wager["sd"] is None else counted == total
        for each in wager["outcomes"]:
            assert set(each) >= {"name", "pays", "weight", "probability"}
            share = int(each["weight"]) / total
            assert float(each["probability"]) == pytest.approx(share, abs=1e-12)


def test_the_table_of_an_analyst(capsys: pytest.CaptureFixture[str]) -> None:
    """Casino War 8.1.2, 5.1.3.2: 23 and 288 of 311, ten to one."""
    page = told(capsys, "casino-war", wager="tie")
    assert "Casino War, edition 2016-08-17, 6 decks, freshly shuffled" in page
    assert "equal 7,176 0.073955 10 0.739550 Casino War 8.1.2" in page
    assert "total 97,032 1.000000 -0.186495" in page
    assert "house edge 18.6495 % hit frequency 7.3955 % standard deviation 2.878674" in page


def test_a_wager_played_in_several_ways_is_shown_in_all(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Casino War 5.7: war, surrender, and the better of the two, with the element of risk."""
    page = told(capsys, "casino-war", wager="initial")
    for how in ("go to war", "surrender", "best choice"):
        assert f"initial, {how} [Casino War 5.1.1]" in page
    assert "house edge 2.3301 % element of risk 2.1696 % average stake 1.073955" in page
    assert "goes to war on every rank" in page
    assert "tie [" not in page


def test_places_that_are_alike_share_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Tournament American Roulette 6.1(a): 37 numbers, one table."""
    page = told(capsys, "tournament-roulette")
    assert "0, 1, 2, 3, 4, 5, and 31 more" in page


def test_decks_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Mini Baccarat 8.9(b), Three Card Baccarat 3.1."""
    half = told(capsys, "mini-baccarat", option=["settlement=non-commission"], wager="banker")
    assert "house edge 1.4581 %" in half
    six = json.loads(told(capsys, "three-card-baccarat", decks=6, as_json=True))
    assert six["options"]["decks"] == six["decks"] == 6
    assert six["source"] == "6 decks, freshly shuffled"


def test_a_composition_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """7-Up Baccarat 11.1.3 Table: without a seven in the source Super 7's cannot win."""
    path = tmp_path / "left.toml"
    path.write_text("[ranks]\nK = 20\nA = 20\n9 = 20\n", encoding="utf-8")
    page = told(capsys, "seven-up-baccarat", composition=path, wager="super 7's")
    assert "60 cards left" in page
    assert "house edge 100.0000 %" in page


def test_a_what_if_stands_beside_the_approved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Mini Baccarat 8.8(c)."""
    path = tmp_path / "nine.toml"
    path.write_text('[change.odds]\ntie = "9 to 1"\n', encoding="utf-8")
    page = told(capsys, "mini-baccarat", what_if=path, wager="tie")
    assert "odds tie: 8 to 1 becomes 9 to 1" in page
    assert "wager approved changed difference" in page
    assert "tie 14.3596 % 4.8440 % -9.5156 %" in page
    data = json.loads(told(capsys, "mini-baccarat", what_if=path, as_json=True))
    assert data["approved"]["tie"]["edge"].startswith("0.143596")
    assert data["wagers"]["tie"]["outcomes"][0]["pays"] == "9"
    changes = {"table": "odds", "place": "tie", "was": "8 to 1", "now": "9 to 1"}
    assert data["changes"] == [changes]


def test_a_stake_in_chips_says_when_it_favours_the_patron(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """7-Up Baccarat 5.7, 11.1.2 Table: $1 on Player with nothing smaller than $1 chips."""
    page = told(capsys, "seven-up-baccarat", stake="1", chips="1,5", wager="player")
    assert "$1 paid in chips of $5, $1 (7-Up Baccarat 5.7)" in page
    assert "player 2.6049 % -7.1993 % -9.8041 % favours the patron" in page
    data = json.loads(told(capsys, "seven-up-baccarat", stake="1", chips="1,5", as_json=True))
    assert data["exactly"]["player"]["edge"].startswith("0.02604877")
    assert data["wagers"]["player"]["edge"].startswith("-0.07199")
    assert (data["stake"], data["rounds_by"]) == ("1.00", "7-Up Baccarat 5.7")


@pytest.mark.parametrize(
    ("slug", "options", "why"),
    [
        ("snap", {}, "snap is not a game"),
        ("casino-war", {"wager": "dragon"}, "dragon is none of the wagers analysed"),
        ("casino-war", {"option": ["colour=red"]}, "Casino War has no option colour"),
        ("casino-war", {"decks": 0}, "0 decks"),
        ("casino-war", {"composition": Path("nowhere.toml")}, "nowhere.toml"),
        ("casino-war", {"composition": Path("x.toml"), "decks": 2}, "not both"),
        ("casino-war", {"what_if": Path("x.toml"), "stake": "1"}, "not both"),
        ("casino-war", {"chips": "1"}, "chips are for a stake"),
        ("casino-war", {"stake": "one"}, "'one' is not an amount"),
        ("casino-war", {"stake": "7", "chips": "5"}, "$7 cannot be staked with chips of $5"),
        ("tournament-roulette", {"stake": "1"}, "a win is paid exactly"),
        ("tournament-blackjack", {"stake": "1"}, "a win is paid exactly"),
        ("tournament-roulette", {"decks": 1}, "has no decks"),
    ],
)
def test_what_cannot_be_shown_is_said(
    slug: str, options: dict[str, Any], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, slug, **options)


def test_nothing_heavy_is_imported_on_the_way() -> None:
    code = (
        "import sys; from houseway.cli.edge import edge; edge('mini-baccarat');"
        "heavy = {'numpy', 'numba', 'scipy', 'litestar'} & set(sys.modules);"
        "assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
