"""The measurement of a whole house, as far as it can be tested without measuring."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from benchmarks import growth
from benchmarks.load.__main__ import _sources, checkout
from benchmarks.load.furnished import furnish
from benchmarks.load.givers import Stored
from benchmarks.load.processes import Reached
from benchmarks.load.report import lateness, percentiles


def test_a_folder_without_a_checkout_is_not_measured_against(tmp_path: Path) -> None:
    """Python would leave the folder out of its path and run this version a second time."""
    with pytest.raises(argparse.ArgumentTypeError, match="has no src/houseway"):
        checkout(str(tmp_path / "missing"))


def test_another_checkout_is_measured_against(tmp_path: Path) -> None:
    package = tmp_path / "src" / "houseway"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()

    assert checkout(str(tmp_path)) == tmp_path


def test_the_plot_of_growing_costs_shows_the_figures_beside_it() -> None:
    """Both are in docs/plots, and neither may be changed without the other."""
    measured = growth.figures()

    assert measured.keys() <= growth.COSTS.keys()
    assert all(measured.values())
    assert (growth.PLOTS / "growth.svg").read_text(encoding="utf-8") == growth.plot(measured).svg()


def test_two_numbers_of_workers_are_two_servers_of_this_checkout() -> None:
    asked = argparse.Namespace(workers=[1, 2], against=None)

    assert _sources(asked) == {"1 workers": (None, 1), "2 workers": (None, 2)}


def test_how_late_a_page_is() -> None:
    """Two pages of table 1, one of table 2. Page 1 skips a version: the next one brings it."""
    stored = [Stored("1", 5, at=10.0), Stored("1", 6, at=11.0), Stored("2", 3, at=10.0)]
    reached = [
        Reached(page=0, version=5, at=9.9),  # before the answer
        Reached(page=0, version=6, at=11.5),
        Reached(page=1, version=6, at=12.0),
        Reached(page=2, version=2, at=10.5),  # an older version; the asked one never comes
    ]

    found = lateness(stored, reached, pages=["1", "1", "2"])

    assert found == [0.0, 2.0, 0.5, 1.0]


def test_fewer_pages_than_five_at_each_table_are_shared_out(tmp_path: Path) -> None:
    """Otherwise most tables of a large house would be watched by nobody."""
    house = furnish(tmp_path, "", 3, 4)
    assert {page.table for page in house.watched} == set(house.tables)
    assert len(house.watched) == 4


def test_where_next_to_nothing_was_measured_percentiles_are_zero() -> None:
    assert percentiles([0.5]) == (0.0, 0.0, 0.0)
    assert percentiles([0.001, 0.001, 0.001]) == (1.0, 1.0, 1.0)
