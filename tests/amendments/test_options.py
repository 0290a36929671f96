"""House options that an amendment changes: which values are left, and which one is usual."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

import houseway
from houseway.amendments import comparing
from houseway.amendments.reading import Amendment
from houseway.analysis import analyse
from houseway.analysis.choices import choices
from houseway.games.game import Setup
from houseway.games.house import GiveNotice, SetOption
from houseway.games.mini_baccarat.rules import Options
from houseway.games.options import BadOption, options_of, read_options
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from tests.amendments import adopted

TEXT = """\
amends = "mini-baccarat@2017-12-06"
edition = "2031-03-01"
instrument = "Example instrument 11 of 2031"
commences = "2031-03-01"
[change.options]
settlement = "non-commission"
pairs = ["perfect", "none"]
seats = 9
"""


@pytest.fixture(scope="module")
def amendment() -> Iterator[Amendment]:
    with adopted(TEXT) as made:
        yield made


def test_what_is_usual_and_what_is_left(amendment: Amendment) -> None:
    usual = amendment.game.options()
    assert (usual.settlement, usual.pairs, usual.seats) == ("non-commission", "perfect", 9)  # type: ignore[attr-defined]
    listed = {each.name: each.values for each in options_of(amendment.game)}
    assert listed["pairs"] == ("perfect", "none")
    assert set(listed["settlement"]) == {"commission", "non-commission"}
    assert Options().pairs == "none"  # the approved edition is as it was


def test_a_value_that_is_gone_cannot_be_chosen(amendment: Amendment) -> None:
    """Mini Baccarat 8.2: Canberra Pairs are no longer among the pairs on offer."""
    with pytest.raises(BadOption, match="pairs is perfect or none, not 'canberra'"):
        read_options(amendment.game, {"pairs": "canberra"})
    approved = Setup(Options(pairs="canberra"), amendment.game.limits)
    refused = amendment.game.check_setup(approved)
    assert isinstance(refused, Refused)
    assert refused.code == "option_not_left"
    assert "pairs is perfect or none under edition 2031-03-01, not canberra" in refused.detail


def test_the_house_cannot_set_it_at_a_table_either(amendment: Amendment) -> None:
    """Also not at a table that was read from a snapshot, whose options are of the approved kind."""
    played = amendment.game
    play = played.begin(Setup(played.options(), played.limits))
    played.do(play, GiveNotice("pairs"), Role.GAMING_SHIFT_MANAGER)
    ruling = played.decide(play, SetOption("pairs", "canberra"), Role.GAMING_SHIFT_MANAGER)
    assert isinstance(ruling, Refused)
    assert ruling.code == "option_unknown"
    play.options = Options(settlement="non-commission", pairs="perfect")
    ruling = played.decide(play, SetOption("pairs", "canberra"), Role.GAMING_SHIFT_MANAGER)
    assert isinstance(ruling, Refused)
    assert ruling.code == "option_not_left"


def test_figures_and_tables_follow(amendment: Amendment) -> None:
    """Without commission Banker wins even money, but half on 6: 1.4581 % of the stake."""
    names = {each.name: each.edge for each in analyse(amendment.document.id).wagers}
    before = analyse("mini-baccarat", options=Options("face up", "non-commission", "perfect"))
    assert names == {each.name: each.edge for each in before.wagers}
    assert choices(amendment.document.id)["pairs"] == ("perfect", "none")
    table = houseway.Table(amendment.document.id)
    table.say("Ana wagers 10 on player pair", "deal 9h 2c 9h 3d")
    assert [line.result for line in table.settle().lines] == ["won"]


def test_the_comparison_names_them(amendment: Amendment) -> None:
    lines = dict(comparing.changed_lines(comparing.compare_amendment(amendment)))
    assert lines["house options"] == [
        "settlement: commission (usual) or non-commission becomes"
        " non-commission (usual) or commission",
        "pairs: none (usual) or perfect or canberra becomes perfect (usual) or none",
        "seats: 7 (usual) becomes 9 (usual)",
    ]


def test_another_process_gets_the_same_values(amendment: Amendment) -> None:
    sent = pickle.loads(pickle.dumps(amendment.game.options()))  # noqa: S301 - our own
    assert sent == Options(settlement="non-commission", pairs="perfect", seats=9)


def test_a_later_amendment_builds_on_them(amendment: Amendment) -> None:
    text = TEXT.replace("2017-12-06", "2031-03-01").replace(
        'edition = "2031-03-01"', 'edition = "2032-01-01"'
    )
    text = text[: text.index("[change.options]")] + '[change.options]\npairs = ["none"]\n'
    with adopted(text) as later:
        assert later.game.options().pairs == "none"  # type: ignore[attr-defined]
        assert later.game.options().seats == 9  # type: ignore[attr-defined]
    bad = text.replace('["none"]', '["canberra"]')
    with pytest.raises(Exception, match="pairs is one of perfect, none"), adopted(bad):
        pass
