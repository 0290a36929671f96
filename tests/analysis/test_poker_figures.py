"""Canberra Poker against published figures, every wrong cell found, and the command.

Source: Wizard of Odds (wizardofodds.com, Caribbean Stud Poker), whose game differs from ours in one
cell: it pays a royal flush 100 to 1, not 250. Losses are antes over all 19,933,230,517,200 deals.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.analysis import CannotAnalyse, analyse
from houseway.analysis.compiled import kernel
from houseway.analysis.composition import BadComposition, full, of_ranks
from houseway.analysis.exact import tournament_canberra_poker as poker
from houseway.analysis.figures import EXACTLY, InChips, Pay, percent_text
from houseway.analysis.report import WhatIf, what_if
from houseway.analysis.rule_data import BadChange, cells, changed
from houseway.cli.edge import edge
from houseway.equipment.chips import ChipSet
from houseway.games.tournament_canberra_poker.rules import Options
from houseway.rulebook.odds import parse_odds

SLUG = "tournament-canberra-poker"
DEALS = 19_933_230_517_200

# Way to play, published loss, house edge, element of risk.
PUBLISHED = {
    "best play": (1_041_372_912_372, "5.224 %", "2.555 %"),
    "three rules": (1_041_417_758_724, "5.225 %", "2.554 %"),
    "ace king jack 8 3 or better": (1_059_715_400_580, "5.316 %", "2.596 %"),
    "matching rank": (1_063_176_931_284, "5.334 %", "2.616 %"),
    "pair or better": (1_090_272_101_460, "5.470 %", "2.738 %"),
    "ace king or better": (1_132_600_203_540, "5.682 %", "2.672 %"),
    "always bet": (3_310_360_338_060, "16.607 %", "5.536 %"),
}


@pytest.mark.parametrize("name", list(PUBLISHED))
def test_caribbean_stud_as_published(name: str) -> None:
    """Tournament Canberra Poker 8.1 table bet, with the one cell of Caribbean Stud: the loss to the
    last ante, 5.224 % by the best play, and the element of risk."""
    loss, house_edge, risk = PUBLISHED[name]
    asked = WhatIf(change={"odds": {"royal flush": "100 to 1"}})
    found = what_if(SLUG, asked).changed.wager(f"ante, {name}")
    assert found.total == DEALS
    assert found.edge * DEALS == loss
    assert percent_text(found.edge, 3) == house_edge
    assert percent_text(found.element_of_risk, 3) == risk


def royal_flushes_paid() -> int:
    """Deals in which a royal flush meets a dealer who plays and has no other one, by choosing.

    47 cards are left: of ten to ace three of each rank, of the others four. A dealer without ace
    and king does not play five ranks that are no sequence and no one suit.
    """
    there = [4] * 8 + [3] * 5  # from two to ace
    idle = 0
    for ranks in combinations(range(13), 5):
        in_sequence = ranks[4] - ranks[0] == 4 or ranks == (0, 1, 2, 3, 12)
        if not in_sequence and not {11, 12} <= set(ranks):
            one_suit = min(there[each] for each in ranks)
            idle += prod(there[each] for each in ranks) - one_suit
    other_royals = 3
    return 4 * 5 * (comb(47, 5) - idle - other_royals)


ROYALS = royal_flushes_paid()


def losses(royal_pays: Fraction = Fraction(500)) -> dict[str, Fraction]:
    """What each way to play loses when a royal flush earns so many antes and not 200.

    Nobody folds one, so that the best play stays what it is.
    """
    return {name: loss - (royal_pays - 200) * ROYALS for name, (loss, *_) in PUBLISHED.items()}


def counted(data: poker.Data, pay: Pay = EXACTLY) -> dict[str, Fraction]:
    found = analyse(SLUG, data=data, pay=pay)
    return {wager.name.split(", ")[1]: wager.edge * wager.total for wager in found.wagers}


def test_the_approved_odds_lose_what_is_left_of_it() -> None:
    """Tournament Canberra Poker 8.1 table bet: 250 to 1 gives back 300 antes on every royal flush
    that is paid, so that the best play costs 5.1991 %."""
    assert ROYALS == 16_759_740
    assert counted(poker.read(Options())) == losses()
    best = analyse(SLUG).wager("ante, best play")
    assert percent_text(best.edge) == "5.1991 %"
    assert best.outcomes[0].name == "higher with royal flush"
    assert (best.outcomes[0].weight, best.outcomes[0].pays) == (ROYALS, Fraction(501))


# A stake


def in_chips(stake_dollars: int) -> InChips:
    return InChips(stake_dollars * 100, ChipSet((1_00, 5_00)))


def test_the_maximum_payout_cuts_the_bet_alone() -> None:
    """Tournament Canberra Poker 8.2, reading CP3: with an ante of $11 a royal flush would earn
    $5,500 on the bet; it is paid $5,000 and $11 on the ante. With $10 nothing is cut."""
    data = poker.read(Options())
    assert counted(data, in_chips(10)) == losses()
    assert counted(data, in_chips(11)) == losses(Fraction(5_000, 11))
    cut = analyse(SLUG, pay=in_chips(11)).wager("ante, best play").outcomes[0]
    assert cut.pays == 1 + Fraction(5_000, 11)
    assert cut.clause == "Tournament Canberra Poker 8.2"
    higher = poker.read(Options(maximum_payout_dollars=5_500))
    assert counted(higher, in_chips(11)) == losses()


# A wrong cell


def faults(data: poker.Data) -> Iterator[str]:
    """What does not come out as it should; whoever looks for one need not count on."""
    try:
        if counted(data) != losses():
            yield "whole"
        if counted(data, in_chips(11)) != losses(Fraction(5_000, 11)):
            yield "cut"
    except (BadChange, BadComposition) as impossible:
        yield str(impossible)


def misread() -> Iterator[tuple[str, poker.Data]]:
    data = poker.read(Options())
    for cell in cells(data):
        if cell.table == "dealer_needs":
            wrong: list[Any] = [[14], [14, 12], [13, 12], []]
        elif cell.table in ("ante_odds", "odds"):
            odds = parse_odds(cell.value)
            wrong = [
                str(msgspec.structs.replace(odds, pays=odds.pays + 1)),
                str(msgspec.structs.replace(odds, for_each=odds.for_each + 1)),
            ]
        else:
            wrong = [int(cell.value) + 1] if cell.value != "9" else [8]
        for value in wrong:
            name = f"{cell.table} {cell.place} {cell.value} as {value}"
            yield name, changed(data, cell.table, cell.place, value)


WRONG = dict(misread())


def test_the_approved_tables_have_no_fault() -> None:
    """Tournament Canberra Poker 7.2, 8.1, 8.2, 9.2."""
    assert list(faults(poker.read(Options()))) == []
    assert len(WRONG) == 10 + 4 + 1 + 2 * 11 + 1 + 1


@pytest.mark.share(4)
@pytest.mark.parametrize("data", WRONG.values(), ids=list(WRONG))
def test_a_wrong_cell_is_found(data: poker.Data) -> None:
    """Tournament Canberra Poker 2.1, 2.6, 7.2, 8.1 table ante, 8.1 table bet, 8.2, 9.2."""
    assert any(faults(data))


# What cannot be counted


def test_one_deck_by_suits_is_needed() -> None:
    """Tournament Canberra Poker 2.1: one deck."""
    with pytest.raises(BadComposition, match=r"2\.1: one deck"):
        analyse(SLUG, composition=full(2))
    with pytest.raises(BadComposition, match="only ranks were given"):
        analyse(SLUG, composition=of_ranks(full(1).ranks))
    with pytest.raises(CannotAnalyse, match="too long a number"):
        what_if(SLUG, WhatIf(change={"odds": {"flush": f"{10**18} to 1"}}))


def test_without_its_packages_the_analysis_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.delitem(sys.modules, "houseway.analysis.kernels.loops.five_cards", raising=False)
    with pytest.raises(CannotAnalyse, match=r"pip install 'houseway\[analysis\]'"):
        kernel("loops.five_cards")
    with pytest.raises(ModuleNotFoundError):
        kernel("no_such_kernel")


# The command


def told(capsys: pytest.CaptureFixture[str], **options: Any) -> str:
    assert edge(SLUG, **options) == 0
    return capsys.readouterr().out


def test_one_way_to_play_and_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Tournament Canberra Poker 7.1, 7.3: folds and bets of the best play, hand by hand."""
    lines = told(capsys, strategy="best play", table=True).splitlines()
    assert sum(line.startswith("ante, ") for line in lines) == 1
    rows = [line.split() for line in lines[lines.index("bet or fold   [" + CLAUSE + "]") + 1 :]]
    assert rows[0] == ["hand", *"23456789TJQKA"]
    by_hand = {" ".join(row[:-13]): "".join(row[-13:]) for row in rows[1:-1]}
    assert len(by_hand) == 143
    assert by_hand["royal flush A K Q J T to A K Q J 2"] == "B" * 13
    assert by_hand["A K 4 3 2"] == "BBBFFFFFFFFFF"
    assert by_hand["A K J 8 3"] == "FBFFFFBFFBFBB"
    assert by_hand["A Q J T 9 to 7 5 4 3 2"] == "F" * 13
    assert "B bet, F fold, s the suits decide" in lines[-1]


CLAUSE = "Tournament Canberra Poker 7.1"


def test_the_table_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """Tournament Canberra Poker 7.1."""
    data = json.loads(told(capsys, strategy="best play", table=True, as_json=True))
    assert list(data["wagers"]) == ["ante, best play"]
    (table,) = data["tables"]
    assert (table["name"], table["clause"]) == ("bet or fold", CLAUSE)
    row = next(row for row in table["rows"] if row["hand"] == "A K 4 3 2")
    assert (row["4"], row["5"]) == ("B", "F")


@pytest.mark.parametrize(
    ("slug", "options", "why"),
    [
        (SLUG, {"strategy": "bluff"}, 'none of the ways to play: "best play", "three rules"'),
        ("casino-war", {"wager": "tie", "strategy": "best"}, "there is one way only"),
        ("casino-war", {"table": True}, "casino-war has no table of decisions"),
        (SLUG, {"table": True, "what_if": True}, "not both"),
    ],
)
def test_what_cannot_be_shown_is_said(
    slug: str,
    options: dict[str, Any],
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if options.get("what_if"):
        changes = tmp_path / "what.toml"
        changes.write_text('[change.odds]\nflush = "6 to 1"\n', encoding="utf-8")
        options = {**options, "what_if": changes}
    assert edge(slug, **options) == 2
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("name", list(PUBLISHED))
def test_the_page_of_the_maths_has_the_figures(name: str) -> None:
    """Tournament Canberra Poker 7.1, as docs/maths.md tells it."""
    wager = analyse(SLUG).wager(f"ante, {name}")
    figures = f"{percent_text(wager.edge)} | {percent_text(wager.element_of_risk)}"
    told_as = "three rules for ace and king" if name == "three rules" else name
    assert f"| {told_as} | {figures} |" in Path("docs/maths.md").read_text("utf-8")
