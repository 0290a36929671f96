"""The pages of figures: every game stands on one of them, and they are as the rules have it now."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from houseway.analysis import CannotAnalyse, analysed, markdown
from houseway.analysis.choices import choices, chosen

DOCS = Path(__file__).parents[2] / "docs"


def lines_of(page: str, heading: str) -> list[str]:
    """The lines of one game's section."""
    return page.partition(f"## {heading}\n")[2].partition("\n## ")[0].splitlines()


def test_every_game_is_quick_or_counted_or_solved() -> None:
    shown = {*markdown.QUICK, *markdown.COUNTED}

    assert shown == set(analysed()) - set(markdown.SOLVED)


def test_the_quick_page_is_current() -> None:
    assert (DOCS / "figures.md").read_text("utf-8") == markdown.quick_page()


def test_the_counted_page_is_current() -> None:
    pytest.importorskip("numba")
    assert (DOCS / "figures-counted.md").read_text("utf-8") == markdown.counted_page()


def test_the_page_of_blackjack_is_current() -> None:
    """The usual six decks; every number of decks at full length."""
    pytest.importorskip("numba")
    page = (DOCS / "figures-blackjack.md").read_text("utf-8")
    assert lines_of(page, "6 decks") == "\n".join(markdown.solved_section(6)).splitlines()[1:]
    if os.environ.get("HOUSEWAY_FULL"):
        assert page == markdown.solved_page()


def test_lines_of_blackjack_worked_out_by_hand() -> None:
    """Tournament Blackjack 7.4: beside an ace 96 of 311 count ten: 2 x 96 won, 215 lost. 18.13:
    after any card 5 are its like, 6 of its colour, 12 of the other: 25 x 5 + 12 x 6 + 6 x 12 won,
    288 lost."""
    section = lines_of((DOCS / "figures-blackjack.md").read_text("utf-8"), "6 decks")
    assert "| insurance | 7.3955 % | 7.3955 % | 23/311 |" in section
    assert "| perfect pairs | 6.1093 % | 6.1093 % | 19/311 |" in section


def test_a_line_worked_out_by_hand() -> None:
    """Casino War 5.1.3: after any card of six decks 23 of 311 tie; (288 - 10 x 23) / 311."""
    assert "| tie | 18.6495 % | 58/311 | 7.3955 % | 2.878674 |" in lines_of(
        markdown.quick_page(), "Casino War"
    )


def test_an_option_lists_what_it_moves_and_nothing_else() -> None:
    """Mini Baccarat 8.8: without commission Banker is paid otherwise, Player and Tie are not;
    10.6: pairs add two wagers. Of 416 cards 31 of 415 pair the first: 7.4699 per cent."""
    page = "\n".join(lines_of(markdown.quick_page(), "Mini Baccarat"))
    without = page.partition("With `settlement` non-commission:")[2].partition("With ")[0]
    assert [line.split(" | ")[0] for line in without.splitlines()[4:] if line] == ["| banker"]
    perfect = page.partition("With `pairs` perfect:")[2].partition("With ")[0]
    assert "| player pair | 7.9518 % | 33/415 | 7.4699 % |" in perfect


def test_choices_are_the_options_that_fill_a_rule_otherwise() -> None:
    """How cards are dealt moves no figure; the decks of Three Card Baccarat 3.1 do."""
    assert choices("mini-baccarat") == {
        "settlement": ("commission", "non-commission"),
        "pairs": ("none", "perfect", "canberra"),
    }
    assert choices("three-card-baccarat")["decks"] == (6, 8)
    assert choices("casino-war") == {}


def test_a_choice_that_is_not_there_is_refused() -> None:
    """Mini Baccarat 9.2: no pairs on a table whose pairs layout has no approval."""
    with pytest.raises(CannotAnalyse, match="options: Invalid enum value 'dragon'"):
        chosen("mini-baccarat", {"pairs": "dragon"})
    with pytest.raises(CannotAnalyse, match=r"\(Mini Baccarat 9\.2\)"):
        chosen("mini-baccarat", {"pairs": "perfect", "approved": ["table"]})
