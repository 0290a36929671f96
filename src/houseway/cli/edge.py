"""`houseway edge`: exact figures of every wager, from the rules that settle live wagers.

With `--json`: game, options, wagers, edition, decks, source. Each of `wagers` has edge, exact, sd,
outcomes (name, pays, weight, probability, return, odds, clause), hit_frequency, variance,
element_of_risk, total, by_clause, clause, notes. `--what-if` gives the changed figures and adds
approved (wagers as above) and changes (table, place, was, now). `--stake` gives the figures as paid
in chips and adds exactly (wagers as above), stake, chips, rounds_by. `--table` adds tables (name,
clause, rows, notes).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from houseway.analysis import CannotAnalyse, analyse, check_wager, decision_tables, module_of
from houseway.analysis.composition import Composition, read_composition
from houseway.analysis.decisions import DecisionTable, table_data
from houseway.analysis.figures import Analysis, as_data
from houseway.analysis.report import decision_page, page, side_by_side
from houseway.analysis.rounding import EXACTLY, InChips
from houseway.analysis.what_if import Comparison, read_what_if, what_if
from houseway.cli.files import text_of
from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, Json, TableOptions, json_text
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text, dollars, money
from houseway.games import name_of
from houseway.games.game import Game

File = Path | None


def edge(
    name: GameName,
    /,
    *,
    decks: int | None = None,
    option: TableOptions = None,
    wager: str | None = None,
    strategy: str | None = None,
    table: bool = False,
    composition: File = None,
    what_if: Annotated[Path | None, Parameter(name="--what-if")] = None,
    stake: str | None = None,
    chips: str | None = None,
    as_json: Json = False,
) -> int:
    """Print what each wager costs: outcomes, combinations, probability, pays, return; the edge.

    Example: houseway edge seven-up-baccarat --wager player --stake 1 --chips 1,5,25

    Parameters
    ----------
    decks
        Another number of decks than the approved one.
    wager
        Show this wager only.
    strategy
        Show this way to play only, such as "best play".
    table
        Add what the best play does with each hand.
    composition
        A file that says which cards are left: decks and removed, [ranks] or [cards].
    what_if
        A file that changes rules: decks, [options], [change.TABLE]; shown beside the approved.
    stake
        Pay winnings in chips for a wager of so many dollars, and say what that does to the edge.
    chips
        The table's chips in dollars, such as 1,5,25; without it the standard ones.
    """
    try:
        found = find_game(name)
        asked = _Asked(found, option or [], decks, composition, what_if, stake, chips)
        shown = _shown(asked, wager, strategy)
        shown.tables = _tables(asked) if table else ()
        text = _json(shown) if as_json else "\n".join(_page(shown))
    except (ValueError, LookupError, OSError) as wrong:
        print(f"houseway edge: {wrong}", file=sys.stderr)
        return 2
    print(text)
    return 0


class _Asked:
    """The words of the command line, read and checked."""

    def __init__(
        self,
        found: Game,
        option: list[str],
        decks: int | None,
        composition: Path | None,
        what_if: Path | None,
        stake: str | None,
        chips: str | None,
    ) -> None:
        if decks is not None and composition is not None:
            raise CannotAnalyse("give decks or a composition, not both")
        if what_if is not None and stake is not None:
            raise CannotAnalyse("give a what-if or a stake, not both")
        if chips is not None and stake is None:
            raise CannotAnalyse("chips are for a stake: give that too")
        self.game = found
        self.options = setup_of(found, option).options
        self.decks = decks
        self.composition = None if composition is None else _composition(composition)
        self.what_if = None if what_if is None else read_what_if(text_of(what_if))
        self.pay = None if stake is None else InChips(dollars(stake), _chips(chips))


def _composition(path: Path) -> Composition:
    return read_composition(text_of(path))


def _chips(text: str | None) -> ChipSet:
    if text is None:
        return STANDARD_CHIPS
    return ChipSet(tuple(dollars(each) for each in text.split(",")))


class _Shown(msgspec.Struct):
    """What is printed: one analysis, or two side by side."""

    game: Game
    analysis: Analysis
    comparison: Comparison | None = None
    pay: InChips | None = None
    tables: tuple[DecisionTable, ...] = ()


def _shown(asked: _Asked, wager: str | None, strategy: str | None) -> _Shown:
    """What was asked for, of the wagers and ways to play that were."""
    if wager is not None:
        check_wager(name_of(asked.game), wager, asked.options, all_ways=True)
    shown = _analysed(asked)
    shown.analysis = _only(shown.analysis, wager, strategy)
    both = shown.comparison
    if both is not None:
        approved = _only(both.approved, wager, strategy)
        shown.comparison = Comparison(approved, shown.analysis, both.cells)
    return shown


def _tables(asked: _Asked) -> tuple[DecisionTable, ...]:
    if asked.what_if is not None:
        raise CannotAnalyse("give a what-if or a table, not both")
    return decision_tables(
        name_of(asked.game),
        options=asked.options,
        decks=asked.decks,
        composition=asked.composition,
        pay=asked.pay or EXACTLY,
    )


def _analysed(asked: _Asked) -> _Shown:
    slug, options, source = name_of(asked.game), asked.options, asked.composition
    if asked.what_if is not None:
        made = asked.what_if
        if asked.decks is not None:
            made = msgspec.structs.replace(made, decks=asked.decks)
        compared = what_if(slug, made, options=options, composition=source)
        return _Shown(asked.game, compared.changed, compared)
    exactly = analyse(slug, options=options, decks=asked.decks, composition=source)
    if asked.pay is None:
        return _Shown(asked.game, exactly)
    if module_of(slug).ROUNDS_BY is None:
        raise CannotAnalyse(
            f"{asked.game.cite.title} rounds nothing: a win is paid exactly, whatever the stake"
        )
    paid = analyse(slug, options=options, decks=asked.decks, composition=source, pay=asked.pay)
    return _Shown(asked.game, paid, Comparison(exactly, paid, ()), pay=asked.pay)


def _only(analysis: Analysis, wager: str | None, strategy: str | None) -> Analysis:
    """The analysis of one wager, or of one way to play; of all of them where none is named."""
    ways = analysis.wagers
    if wager is not None:
        named = tuple(each for each in ways if each.name.split(", ")[0] == wager)
        ways = named or (analysis.wager(wager),)
    if strategy is not None:
        known = dict.fromkeys(each.name.partition(", ")[2] for each in ways)
        if strategy not in known:
            listed = ", ".join(f'"{each}"' for each in known if each) or "there is one way only"
            raise LookupError(f"{strategy} is none of the ways to play: {listed}")
        ways = tuple(each for each in ways if each.name.partition(", ")[2] == strategy)
    return msgspec.structs.replace(analysis, wagers=ways)


def _page(shown: _Shown) -> Iterator[str]:
    analysis, compared, cite = shown.analysis, shown.comparison, shown.game.cite
    source = f", {analysis.source}" if analysis.source else ""
    yield f"{cite.title}, edition {cite.edition}{source}"
    if compared is not None and shown.pay is not None:
        rounded = module_of(name_of(shown.game)).ROUNDS_BY
        yield f"{dollar_text(shown.pay.stake)} paid in {shown.pay.chips} ({rounded})"
        yield from side_by_side(compared, "exactly", "in chips")
    elif compared is not None:
        yield from side_by_side(compared, "approved", "changed")
    yield from page(analysis)
    for table in shown.tables:
        yield ""
        yield from decision_page(table)


def _json(shown: _Shown) -> str:
    told, compared = as_data(shown.analysis), shown.comparison
    if compared is not None and shown.pay is not None:
        told["exactly"] = as_data(compared.approved)["wagers"]
        told["stake"] = money(shown.pay.stake)
        told["chips"] = [money(each) for each in shown.pay.chips.denominations]
        told["rounds_by"] = module_of(name_of(shown.game)).ROUNDS_BY
    elif compared is not None:
        told["approved"] = as_data(compared.approved)["wagers"]
        told["changes"] = [each._asdict() for each in compared.cells]
    if shown.tables:
        told["tables"] = [table_data(each) for each in shown.tables]
    plain: dict[str, Any] = told
    return json_text(plain)
