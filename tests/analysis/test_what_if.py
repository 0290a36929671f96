"""Changed rules beside the approved ones, cell by cell, and two editions of a document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from houseway.analysis import analyse, module_of
from houseway.analysis.composition import read_composition
from houseway.analysis.report import (
    Edition,
    clause_differences,
    compare_editions,
    read_what_if,
    what_if,
)
from houseway.analysis.rule_data import BadChange, Cell, cells, changed, differences
from houseway.games import game
from houseway.rulebook.document import Document, Library

MINI = module_of("mini-baccarat").read(game("mini-baccarat").options())

NINE_TO_ONE = """
game = "mini-baccarat"
[change.odds]
tie = "9 to 1"
"""


def test_a_tie_at_nine_to_one() -> None:
    """Mini Baccarat 8.8(c): one unit more on 475,627,426,473,216 of 4,998,398,275,503,360 coups."""
    found = what_if("mini-baccarat", read_what_if(NINE_TO_ONE))
    approved, now = found.edges["tie"]
    assert approved is not None
    assert now == approved - Fraction(475_627_426_473_216, 4_998_398_275_503_360)
    assert found.edges["banker"][0] == found.edges["banker"][1]
    assert [tuple(cell) for cell in found.cells] == [("odds", "tie", "8 to 1", "9 to 1")]
    (moved,) = found.moved
    assert (moved.wager, moved.outcome, moved.settled_otherwise) == ("tie", "tie", True)
    assert moved.was is not None and moved.now is not None  # noqa: PT018
    assert (moved.was[0], moved.now[0]) == (Fraction(8), Fraction(9))


def test_a_cell_of_the_tableau_moves_the_chances_and_pays_nobody_otherwise() -> None:
    """Mini Baccarat 7.3 table: Banker draws on three against an eight."""
    asked = read_what_if('[change.banker_draws]\n"3 8" = "D"')
    found = what_if("mini-baccarat", asked)
    assert [tuple(cell) for cell in found.cells] == [("banker_draws", "3 8", "S", "D")]
    assert {moved.wager for moved in found.moved} == {"banker", "player", "tie"}
    assert not any(moved.settled_otherwise for moved in found.moved)
    banker = found.edges["banker"]
    assert banker[0] is not None and banker[1] is not None  # noqa: PT018
    assert banker[0] < banker[1]  # to stand there is right for Banker


def test_decks_and_options_change_with_the_rest() -> None:
    """Mini Baccarat 2.1 and 8.9: six decks without commission, as when asked for plainly."""
    asked = read_what_if('decks = 6\n[options]\nsettlement = "non-commission"\npairs = "canberra"')
    found = what_if("mini-baccarat", asked)
    options = game("mini-baccarat").options
    plain = analyse(
        "mini-baccarat",
        options=options(settlement="non-commission", pairs="canberra"),
        decks=6,
    )
    assert found.changed == plain
    assert found.edges["player pair"][0] is None
    assert ("decks", "", "8", "6") in found.cells
    assert ("pair_odds", "pair", None, "11 to 1") in found.cells


def test_a_what_if_from_what_is_left() -> None:
    """Casino War 8.1.2: eleven to one on a tie, of two decks without a seven."""
    left = read_composition('decks = 2\nremoved = "7s 7s 7h 7h 7d 7d 7c 7c"')
    found = what_if("casino-war", read_what_if('[change.odds]\ntie = "11 to 1"'), composition=left)
    assert found.edges["tie"] == (1 - 11 * Fraction(7, 95), 1 - 12 * Fraction(7, 95))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('game = "casino-war"', "about casino-war, not mini-baccarat"),
        ('[change.dragon]\n"7" = "40 to 1"', "dragon is not a table of this game; expected"),
        ('[change]\npairs = "all"', "pairs is not a table"),
        ('[change.odds]\ndragon = "40 to 1"', "odds has no place 'dragon'; expected one of player"),
        ('[change.odds]\ntie = "nine"', "'nine' is not a payout"),
        ('[change.odds]\ntie = "0 to 1"', "both sides must be positive"),
        ('[change.odds]\ntie = "1 to 1 less 100%"', "nothing would be left"),
        ('[change.banker_draws]\n"3 8" = "X"', "banker_draws 3 8 is one of D, S, not 'X'"),
        ('[change.outcomes]\n"tie tie" = "maybe"', "is one of wins, loses, stands off"),
        ('[change.value]\nA = "one"', "value A is a whole number, not 'one'"),
        ("[change.value]\nA = true", "value A is a whole number"),
        ("[change]\nnaturals = 9", "naturals is a list such as"),
        ("[change]\nnaturals = [9]", "the table has no row Player, column 8"),
        ('[options]\nsettlement = "free"', "options: Invalid enum value"),
        ("tables = 3", "the what-if cannot be read"),
        ("decks = ", "the what-if cannot be read"),
    ],
)
def test_what_cannot_be_changed_is_refused(text: str, why: str) -> None:
    with pytest.raises(BadChange, match=why):
        what_if("mini-baccarat", read_what_if(text))


def test_naturals_can_change_where_the_table_has_rows_for_them() -> None:
    """7-Up Baccarat 1.1 natural, 9.4 Table 2: without naturals on eight, rows 8 still say stand."""
    found = what_if("seven-up-baccarat", read_what_if("[change]\nnaturals = [9]"))
    assert found.edges["player"][0] != found.edges["player"][1]


def test_every_cell_has_a_name_and_can_be_filled_again() -> None:
    found = list(cells(MINI))
    assert Cell("banker_draws", "3 8", "S") in found
    assert Cell("odds", "banker", "1 to 1 less 5%") in found
    assert Cell("outcomes", "banker tie", "stands off") in found
    assert Cell("naturals", "", "8 9") in found
    assert len({cell[:2] for cell in found}) == len(found)
    for cell in found:
        same: Any = cell.value
        if cell.table in ("value", "decks"):
            same = int(cell.value)
        elif cell.table == "naturals":
            same = [8, 9]
        assert differences(MINI, changed(MINI, cell.table, cell.place, same)) == ()


# Two editions

CATALOGUE = """
[[edition]]
slug = "dice"
edition = "{}"
title = "Dice"
prefix = "D"
authority = "a"
casino = "b"
act = "c"
instrument = "d"
made = "e"
commencement = "f"
commences = "g"
revokes = []
"""
ROWS = {
    "dice.2001-01-01.tsv": "1\tOdds\tenforce\tA tie pays 8 to 1.\n2\tCards\tequip\tEight decks.",
    "dice.2002-01-01.tsv": "1\tOdds\tenforce\tA tie pays 9 to 1.\n3\tCut\tequip\tOne deck.",
}
HEADER = "clause\theading\ttreatment\tmust\n"


def _read(name: str) -> str:
    if name == "catalogue.toml":
        return CATALOGUE.format("2001-01-01") + CATALOGUE.format("2002-01-01")
    return HEADER + ROWS[name]


LIBRARY = Library(_read)
EARLIER = Document("Dice", edition="2001-01-01", library=LIBRARY)
LATER = Document("Dice", edition="2002-01-01", library=LIBRARY)


def test_clauses_that_two_editions_word_otherwise() -> None:
    found = [tuple(each) for each in clause_differences(EARLIER, LATER)]
    assert found == [
        ("1", "A tie pays 8 to 1.", "A tie pays 9 to 1."),
        ("2", "Eight decks.", None),
        ("3", None, "One deck."),
    ]
    assert clause_differences(LATER, LATER) == ()


def test_two_editions_clauses_cells_settlements_and_edges() -> None:
    """Mini Baccarat 8.8(c): as if a later edition paid the tie nine to one."""
    later = changed(MINI, "odds", "tie", "9 to 1")
    found = compare_editions("mini-baccarat", Edition(EARLIER, MINI), Edition(LATER, later))
    assert [each.number for each in found.clauses] == ["1", "2", "3"]
    assert [cell.place for cell in found.figures.cells] == ["tie"]
    assert [moved.wager for moved in found.figures.moved if moved.settled_otherwise] == ["tie"]
    assert found.figures.approved.edition == "2001-01-01"
    assert found.figures.changed.edition == "2002-01-01"
    same = [name for name, (was, now) in found.figures.edges.items() if was == now]
    assert same == ["banker", "player"]
