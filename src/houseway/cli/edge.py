"""`houseway edge`: exact figures of every wager, from the rules that settle live wagers.

With `--json`: game, options, wagers, edition, decks, source. Each of `wagers` has edge, exact, sd,
outcomes (name, pays, weight, probability, return, odds, clause), hit_frequency, variance,
element_of_risk, total, by_clause, clause, notes. `--what-if` gives the changed figures and adds
approved (wagers as above) and changes (table, place, was, now). `--stake` gives the figures as paid
in chips and adds exactly (wagers as above), stake, chips, rounds_by. `--table` adds tables (name,
clause, rows, notes).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from houseway.amendments.document import BadAmendment
from houseway.amendments.loading import SUFFIX, edition
from houseway.analysis import CannotAnalyse, analyse, check_wager, decision_tables, module_of
from houseway.analysis.composition import Composition, read_composition
from houseway.analysis.counting import DEPTHS, SHOES, count
from houseway.analysis.counting import as_data as counting_data
from houseway.analysis.counting import page as counting_page
from houseway.analysis.figures import EXACTLY, Analysis, DecisionTable, InChips, as_data, table_data
from houseway.analysis.report import (
    Comparison,
    decision_page,
    page,
    read_what_if,
    side_by_side,
    what_if,
)
from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, Json, TableOptions, json_text, print_json, text_of
from houseway.cli.simulate import whole_number
from houseway.equipment.cards import RANKS
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


# `houseway count`: what counting cards does for a wager, exactly, and what it wins per shoe.

_TAG = re.compile(r"([2-9TJQKA]+)=([+-]?\d)")


def print_count(
    name: GameName,
    wager: str,
    /,
    *,
    tags: str | None = None,
    trigger: int | None = None,
    level: int = 2,
    behind: str = ",".join(map(str, DEPTHS)),
    after_cut: int | None = None,
    shoes: str = str(SHOES),
    seed: int = 1,
    workers: int | None = None,
    option: TableOptions = None,
    as_json: Json = False,
) -> int:
    """Show what each card that has gone does to a wager, the best count, and what it wins.

    Example: houseway count mini-baccarat banker

    Example: houseway count dragon-7.hwa "dragon 7" --tags 4567=-1,89=2 --trigger 4 --behind 14

    Parameters
    ----------
    name
        A game, an edition or an amendment file (.hwa).
    wager
        The wager that is counted against.
    tags
        What each rank counts, such as 4567=-1,89=2; without it the best count is used.
    trigger
        The true count from which the patron bets; without it the first that promises a gain.
    level
        The greatest tag of the best count, 1 to 4.
    behind
        How many cards lie behind the cutting card; several numbers with commas between them.
    after_cut
        Rounds after the one that brings the cutting card out; without it as the rules have it.
    shoes
        How many shoes are dealt, such as 1e6; 0 for the exact part alone.
    seed
        The same seed deals the same shoes, whatever the number of workers.
    workers
        How many threads deal; without it one for each processor.
    """
    try:
        found = edition(name)[0] if name.endswith(SUFFIX) else find_game(name)
        made = count(
            name_of(found),
            wager,
            options=setup_of(found, option or []).options,
            tags=None if tags is None else read_tags(tags),
            trigger=trigger,
            level=level,
            depths=tuple(whole_number(each.strip(), "cards") for each in behind.split(",")),
            after_cut=after_cut,
            shoes=whole_number(shoes, "shoes"),
            seed=seed,
            workers=os.cpu_count() or 1 if workers is None else workers,
        )
    except BadAmendment as wrong:
        for problem in wrong.problems:
            print(f"{name}: {problem}", file=sys.stderr)
        return 2
    except (ValueError, LookupError, OSError) as wrong:
        print(f"houseway count: {wrong}", file=sys.stderr)
        return 2
    if as_json:
        print_json(counting_data(made))
    else:
        print("\n".join(counting_page(made, found.cite.title)))
    return 0


def read_tags(text: str) -> dict[str, int]:
    """Tags by rank from text such as 4567=-1,89=2; a rank that is not named counts zero."""
    tags: dict[str, int] = {}
    for part in text.replace("10", "T").split(","):
        read = _TAG.fullmatch(part.strip())
        if read is None:
            ranks = "".join(RANKS)
            raise ValueError(f"{part.strip()!r} is not a tag: write ranks of {ranks} as 4567=-1")
        for rank in read[1]:
            if rank in tags:
                raise ValueError(f"the rank {rank} has two tags")
            tags[rank] = int(read[2])
    return tags
