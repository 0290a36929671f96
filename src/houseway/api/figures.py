"""The maths of a wager: what it costs, what a changed rule makes of it, what many rounds do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from houseway.analysis import analyse
from houseway.analysis.figures import EXACTLY, Analysis, InChips, Pay, percent_text
from houseway.analysis.report import Comparison, WhatIf, page, side_by_side
from houseway.analysis.report import what_if as compared
from houseway.api import rounds as pages
from houseway.api.rounds import Amount, Money
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.extras import explaining
from houseway.games import find, name_of
from houseway.games.options import read_options

if TYPE_CHECKING:
    from houseway.analysis.counting import Count
    from houseway.analysis.sessions import Session
    from houseway.analysis.simulate import Simulation

_HEAD = ("wager", "edge", "exactly", "clause")


class Edge(Analysis, frozen=True):
    """The exact figures of every wager of a game; `print` shows every outcome."""

    def __str__(self) -> str:
        return "\n".join(page(self)).strip()

    def __repr__(self) -> str:
        return f"<Edge of {self.game}: {', '.join(_short(self))}>"

    def _repr_html_(self) -> str:
        rows = [(each.name, percent_text(each.edge), each.edge, each.clause)
                for each in self.wagers]  # fmt: skip
        return pages.table(_HEAD, rows, f"{self.game}, edition {self.edition}")


class Changed(Comparison, frozen=True):
    """The figures as approved and as changed, side by side."""

    def __str__(self) -> str:
        return "\n".join(side_by_side(self, "approved", "changed"))

    def __repr__(self) -> str:
        return f"<Changed {self.approved.game}: {len(self.cells)} cells differ>"

    def _repr_html_(self) -> str:
        rows = [(name, *("" if edge is None else percent_text(edge) for edge in both))
                for name, both in self.edges.items()]  # fmt: skip
        return pages.table(("wager", "approved", "changed"), rows, self.approved.game)


def _short(analysis: Analysis) -> Iterator[str]:
    for each in analysis.wagers[:4]:
        yield f"{each.name} {percent_text(each.edge)}"
    if len(analysis.wagers) > 4:
        yield f"and {len(analysis.wagers) - 4} more"


def edge(
    game: str,
    *,
    decks: int | None = None,
    stake: Amount | None = None,
    chips: Iterable[Amount] | None = None,
    **options: Any,
) -> Edge:
    """What each wager costs, exactly: fractions, from the tables that settle live wagers.

    With a `stake`, winnings are rounded to chips as the document says.

    Examples:
        >>> edge("mini-baccarat")
        <Edge of mini-baccarat: banker 1.0579 %, player 1.2351 %, tie 14.3596 %>
        >>> print(edge("tournament-roulette").wager("red").edge)
        1/37
    """
    found = find(game)
    pay: Pay = EXACTLY if stake is None else InChips(Money(stake).cents, _chips(chips))
    chosen = read_options(found, options)
    with explaining():
        made = analyse(name_of(found), options=chosen, decks=decks, pay=pay)
    return Edge(**_fields(made))


def what_if(
    game: str,
    change: Mapping[str, Any] | None = None,
    *,
    decks: int | None = None,
    options: Mapping[str, Any] | None = None,
    **tables: Any,
) -> Changed:
    """The figures as they would be under changed rules, beside the approved ones.

    Tables of the rules are given by name, each with its changed places.

    Examples:
        >>> approved, changed = what_if("mini-baccarat", odds={"tie": "9 to 1"}).edges["tie"]
        >>> print(f"{float(approved):.2%} becomes {float(changed):.2%}")
        14.36% becomes 4.84%
    """
    asked = WhatIf("", decks, dict(options or {}), {**(change or {}), **tables})
    with explaining():
        made = compared(name_of(find(game)), asked)
    return Changed(**_fields(made))


def simulate(
    game: str, rounds: int, *, seed: int = 1, workers: int = 1, **options: Any
) -> Simulation:
    """Rounds dealt by the million, held against the exact figures. Needs `houseway[analysis]`."""
    with explaining():
        from houseway.analysis.simulate import simulate as dealt

    found = find(game)
    chosen = read_options(found, options)
    return dealt(name_of(found), rounds, options=chosen, seed=seed, workers=workers)


def count(
    game: str,
    wager: str,
    *,
    tags: Mapping[str, int] | None = None,
    trigger: int | None = None,
    behind: Iterable[int] = (14, 26, 52, 78, 104),
    after_cut: int | None = None,
    shoes: int = 100_000,
    seed: int = 1,
    workers: int = 1,
    **options: Any,
) -> Count:
    """What counting cards does for a wager: effects of removal, the best count, units per shoe.

    Needs `houseway[analysis]`. `shoes=0` gives the exact part alone.

    Examples:
        >>> made = count("mini-baccarat", "tie", shoes=0)
        >>> print(made.trigger, made.tags["7"], made.tags["K"])
        36 -2 1
    """
    with explaining():
        from houseway.analysis.counting import count as counted

    found = find(game)
    with explaining():
        return counted(
            name_of(found), wager, options=read_options(found, options), tags=tags,
            trigger=trigger, depths=tuple(behind), after_cut=after_cut, shoes=shoes, seed=seed,
            workers=workers,
        )  # fmt: skip


def session(
    game: str,
    wager: str,
    *,
    stake: Amount = "10",
    rounds: int = 60,
    chips: Iterable[Amount] | None = None,
    **options: Any,
) -> Session:
    """What many rounds of one wager come to, each from a fresh source: ahead, even or behind.

    Examples:
        >>> print(session("tournament-roulette", "red", stake="10", rounds=1).ahead)
        18/37
    """
    from houseway.analysis.sessions import session as played

    found = find(game)
    return played(
        name_of(found), wager, stake=Money(stake).cents, rounds=rounds,
        options=read_options(found, options), chips=_chips(chips),
    )  # fmt: skip


def _chips(chips: Iterable[Amount] | None) -> ChipSet:
    return STANDARD_CHIPS if chips is None else ChipSet(tuple(Money(each).cents for each in chips))


def _fields(made: Analysis | Comparison) -> dict[str, Any]:
    return asdict(made)
