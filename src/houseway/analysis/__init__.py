"""The maths: exact figures of every wager, from the tables that settle live wagers.

`analyse("mini-baccarat")` gives an `Analysis`. Each game has one module in `exact/`, with the same
three names, and the name of the game's own folder:

    ROUNDS_BY                    the clause by which a stake changes what is paid: rounded up to
                                 chips, or cut to a maximum; or None
    read(options, rules)         the rules of an edition in force under these options, so that a
                                 changed copy can be analysed (`rule_data.InForce`, `what_if`)
    analyse(data, source, pay)   the figures of every wager, from what lies in the source

A module whose game has something to decide also has `tables(data, source, pay)`: what the best play
does, and whatever else is worth a table. One that counts for seconds also has `names(data)`: the
names of the wagers that `analyse` gives, so that a wrong one is refused before the count. Weights
are whole numbers and chances are fractions until they are printed. Nothing here holds a table of a
document.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

import msgspec

from houseway.analysis.composition import Composition, full
from houseway.analysis.exact import side_wagers
from houseway.analysis.figures import (
    EXACTLY,
    Analysis,
    DecisionTable,
    Pay,
    WagerFigures,
    unknown_wager,
)
from houseway.analysis.rule_data import filled
from houseway.games import game, module_in, playable, slugs
from houseway.games.side_wagers.wager import SideWager


class CannotAnalyse(ValueError):
    """What was asked cannot be computed; the message says why."""


class Exact(Protocol):
    """What a module of `exact/` offers."""

    ROUNDS_BY: str | None

    def read(self, options: Any, /, *tables: Any) -> Any: ...

    def analyse(
        self, data: Any, source: Composition | None, pay: Pay
    ) -> tuple[WagerFigures, ...]: ...


def module_of(name: str) -> Exact:
    """The module that computes the game of an edition or slug; only its own game is imported."""
    if not playable(name) or not find_spec(_exact(name)):
        known = ", ".join(analysed())
        raise CannotAnalyse(f"{name} has no exact analysis; these games have one: {known}")
    module: Any = import_module(_exact(name))
    exact: Exact = module
    return exact


def approved(name: str, options: Any) -> Any:
    """The rule data of the game of an edition or slug under these options."""
    tables, read = game(name).rules, module_of(name).read
    return read(options) if tables is None else read(options, tables)


def analysed() -> tuple[str, ...]:
    """The slugs of the games that have an exact analysis."""
    return tuple(slug for slug in slugs() if find_spec(_exact(slug)))


def _exact(name: str) -> str:
    return module_in("houseway.analysis.exact", game(name), outside="exact")


def analyse(
    slug: str,
    *,
    options: Any = None,
    data: Any = None,
    decks: int | None = None,
    composition: Composition | None = None,
    pay: Pay = EXACTLY,
    only: str | None = None,
) -> Analysis:
    """Figures of every wager on offer.

    Without `options` those of the game's own defaults hold; `data` are rule data other than the
    approved ones; without a `composition` the source is full and freshly shuffled. `only` names one
    wager, so that the side wagers beside it are not counted.
    """
    asked = _asked(slug, options, data, decks, composition)
    return Analysis(
        game=game(slug).slug,
        edition=game(slug).cite.edition,
        options=_options(asked.options, asked.rules.decks),
        decks=asked.rules.decks,
        source="" if asked.source is None else str(asked.source),
        wagers=_wagers(slug, asked, pay, only),
    )


def _wagers(slug: str, asked: _Asked, pay: Pay, only: str | None) -> tuple[WagerFigures, ...]:
    sides = tuple(
        each for each in getattr(game(slug).rules, "side_wagers", ()) if only in (None, each.name)
    )
    if only is not None and sides:
        return _sides(slug, sides, asked, pay)
    every = (
        *asked.module.analyse(asked.rules, asked.source, pay),
        *_sides(slug, sides, asked, pay),
    )
    return every if only is None else tuple(each for each in every if each.name == only)


def _sides(
    slug: str, sides: Sequence[SideWager], asked: _Asked, pay: Pay
) -> tuple[WagerFigures, ...]:
    """The figures of side wagers that the edition adds."""
    found = game(slug)
    if not sides or found.facts is None:
        return ()
    return side_wagers.figures(found.facts, sides, asked.rules.rules, asked.source, pay)


def decision_tables(
    slug: str,
    *,
    options: Any = None,
    data: Any = None,
    decks: int | None = None,
    composition: Composition | None = None,
    pay: Pay = EXACTLY,
) -> tuple[DecisionTable, ...]:
    """What the best play does, asked for as `analyse` is."""
    asked = _asked(slug, options, data, decks, composition)
    tables = getattr(asked.module, "tables", None)
    if tables is None:
        raise CannotAnalyse(f"{slug} has no table of decisions")
    found: tuple[DecisionTable, ...] = tables(asked.rules, asked.source, pay)
    return found


def wager_names(slug: str, options: Any = None) -> tuple[str, ...]:
    """The names of the wagers that `analyse` gives figures of, without a long count."""
    asked = _asked(slug, options, None, None, None)
    names = getattr(asked.module, "names", None)
    if names is None:
        return tuple(each.name for each in analyse(slug, options=options).wagers)
    found: tuple[str, ...] = names(asked.rules)
    return (*found, *(each.name for each in getattr(game(slug).rules, "side_wagers", ())))


def check_wager(slug: str, wager: str, options: Any = None, *, all_ways: bool = False) -> None:
    """Refuse a wager that the game does not have; with `all_ways`, `initial` names all of its ways
    to play."""
    known = wager_names(slug, options)
    ways = {each.partition(", ")[0] for each in known} if all_ways else ()
    if wager not in known and wager not in ways:
        raise unknown_wager(slug, wager, known)


class _Asked(NamedTuple):
    module: Exact
    options: Any
    rules: Any
    source: Composition | None


def _asked(
    slug: str, options: Any, data: Any, decks: int | None, composition: Composition | None
) -> _Asked:
    module = module_of(slug)
    chosen = game(slug).options() if options is None else options
    rules = approved(slug, chosen) if data is None else data
    if decks is not None:
        rules = _with_decks(rules, decks)
    source = composition
    if source is None and rules.decks is not None:
        source = full(rules.decks)
    return _Asked(module, chosen, rules, source)


def _with_decks(rules: Any, decks: int) -> Any:
    if rules.decks is None:
        raise CannotAnalyse("this game is not played with cards, so it has no decks")
    if decks < 1:
        raise CannotAnalyse(f"{decks} decks: a source has one deck or more")
    return filled(rules, "decks", decks)


def _options(chosen: Any, decks: int | None) -> dict[str, Any]:
    """The options as they are told; where the decks are an option, those that were counted."""
    told: dict[str, Any] = msgspec.to_builtins(chosen)
    return {**told, "decks": decks} if "decks" in told else told
