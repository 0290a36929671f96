"""Options of a table read from plain values, and games found by the name a person gives them."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import NoGame, find, game, slugs
from houseway.games.options import BadOption, options_of, read_options, read_setup


@pytest.mark.parametrize("slug", slugs())
def test_every_listed_value_is_taken(slug: str) -> None:
    for option in options_of(game(slug)):
        for value in option.values or (option.default,):
            assert getattr(read_options(game(slug), {option.name: value}), option.name) == value


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"pairs": "nonsense"}, "pairs is none, perfect or canberra, not 'nonsense'"),
        ({"pairs": True}, "pairs is none, perfect or canberra, not True"),
        ({"pair": "perfect"}, "Mini Baccarat has no option pair (did you mean pairs?); its opt"),
        ({"seats": -3}, "seats is a whole number from 1 to 20, not -3"),
        ({"seats": "many"}, "seats is a whole number from 1 to 20, not 'many'"),
        ({"seats": 10**22}, f"seats is a whole number from 1 to 20, not {10**22}"),
        ({"approved": 7}, "options: "),
    ],
)
def test_what_is_not_an_option_is_refused_with_what_would_be(
    given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadOption) as refused:
        read_options(game("mini-baccarat"), given)
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("slug", "name", "allowed"),
    [
        ("seven-up-baccarat", "areas", "a whole number from 3 to 9"),  # 7-Up Baccarat 2.2.2
        ("seven-up-baccarat", "rack_holds", "a whole number from 312 to 1,000,000,000"),  # 2.3.2
        ("tournament-canberra-poker", "boxes", "a whole number from 1 to 9"),  # 6.3(c)
        ("mini-baccarat", "pairs", "none, perfect or canberra"),
        ("mini-baccarat", "approved", ""),
    ],
)
def test_an_option_says_what_the_rules_allow(slug: str, name: str, allowed: str) -> None:
    assert {each.name: each.allowed for each in options_of(game(slug))}[name] == allowed


def test_a_setup_that_the_document_forbids_is_refused_by_its_clause() -> None:
    """Mini Baccarat 9.2: pairs need the approval of their layout."""
    with pytest.raises(BadOption, match=r"Mini Baccarat 9\.2"):
        read_setup(game("mini-baccarat"), {"pairs": "perfect", "approved": ["table"]})


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("mini-baccarat", "mini-baccarat"),
        ("mini-baccarat@2017-12-06", "mini-baccarat"),
        ("Mini Baccarat", "mini-baccarat"),
        ("mini", "mini-baccarat"),
        ("7-Up Baccarat", "seven-up-baccarat"),
        ("7-up", "seven-up-baccarat"),
        ("casino_war", "casino-war"),
        ("Tournament Mini-Baccarat", "tournament-mini-baccarat"),
        ("tournament p", "tournament-pai-gow"),
    ],
)
def test_a_game_is_found_by_slug_edition_title_or_beginning(name: str, slug: str) -> None:
    assert find(name).slug == slug


@pytest.mark.parametrize("name", ["tournament", "", "poker", "mini-baccarat@1999-01-01"])
def test_a_name_that_is_none_or_several_games_is_refused(name: str) -> None:
    with pytest.raises(NoGame, match=r"tournament-canberra-poker|2017-12-06"):
        find(name)
