"""What a comparison says of two editions: everything that differs, and nothing else."""

from __future__ import annotations

from fractions import Fraction

from houseway.amendments.comparing import as_data, compare_amendment, page
from tests.amendments import adopted, example


def test_changed_odds_cells_roles_and_clauses_are_named() -> None:
    with adopted(example("tie-nine")) as amendment:
        compared = compare_amendment(amendment)
        assert [each.number for each in compared.clauses] == ["4.5(b)", "7.3 table", "8.8(c)"]
        assert [(each.place, each.was, each.now) for each in compared.odds] == [
            ("hand_odds commission tie", "8 to 1", "9 to 1")
        ]
        assert [(each.table, each.place) for each in compared.next_steps] == [
            ("banker_draws", "6 -")
        ]
        assert [each.command for each in compared.commands] == ["ApproveBothHands"]
        assert compared.sign == ()
        assert compared.scenarios == ("A tie pays nine to one",)
        moved = {(each.wager, each.outcome) for each in compared.settled_differently}
        assert moved == {("tie", "tie")}
        was, now = compared.figures.edges["tie"]
        assert isinstance(was, Fraction)
        assert isinstance(now, Fraction)
        assert now < was
        text = "\n".join(page(compared))
        assert "banker_draws 6 -: S becomes D" in text
        assert "ApproveBothHands" in as_data(compared)["commands"][0]["command"]


def test_a_side_wager_reprints_the_sign() -> None:
    with adopted(example("roulette-edges")) as amendment:
        compared = compare_amendment(amendment)
        [line] = compared.sign
        assert line.was is None
        assert line.now is not None
        assert line.now.startswith("First And Last: ")
        assert compared.figures.edges["first and last"] == (None, Fraction(1, 37))
        assert [each.number for each in compared.clauses] == ["4.20", "6.20", "6.21"]
        assert compared.next_steps == ()
