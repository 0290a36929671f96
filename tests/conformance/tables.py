"""Every single-cell change of the tables of a settlement: odds, values, verdicts and draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

from msgspec.structs import replace

from houseway.equipment.tiles import LINE, PACK
from houseway.games import game
from houseway.games.game import Game
from houseway.games.tournament_pai_gow.house_way import Hand, Part, house_way
from houseway.games.tournament_pai_gow.rules import RULES, Rules
from houseway.rulebook.odds import Odds, Pays, Paytable

# The fields of each edition's Rules that are such tables.
TABLES = {
    "mini-baccarat": (
        "card_value", "naturals", "player_draws", "banker_draws", "outcomes", "hand_odds",
        "pair_odds",
    ),
    "seven-up-baccarat": (
        "card_value", "printed_seven", "naturals", "player_action", "banker_action", "outcomes",
        "hand_odds", "super_sevens_odds",
    ),
    "three-card-baccarat": ("card_value", "picture_ranks", "orders", "odds"),
    "casino-war": ("height", "first_cards", "additional_cards", "odds", "surrendered_share"),
    "tournament-roulette": ("odds",),
    "tournament-mini-baccarat": (
        "card_value", "naturals", "player_draws", "banker_draws", "outcomes", "odds",
    ),
    "tournament-canberra-poker": (
        "order_of_hands", "dealer_needs", "ante_odds", "bet_odds", "antes_in_bet",
    ),
    "tournament-pai-gow": (
        "below_pairs", "splits", "order", "fallback", "low_part", "high_count", "listed",
        "outcomes", "odds",
    ),
    "tournament-blackjack": (
        "card_value", "dealer_stands", "outcomes", "hand_odds", "interim_odds", "insurance_odds",
        "pair_odds",
    ),
}  # fmt: skip
# Tables whose cells are the places of their rows.
ORDERS = ("order_of_hands", "below_pairs", "order", "fallback")
# Lists of which a row may be missing.
LISTS = ("listed",)
# Words of a cell, and those that may stand there instead. A natural and a stand take no card alike.
OTHERS = {
    "wins": ("loses", "stands off"),
    "loses": ("wins", "stands off"),
    "stands off": ("wins", "loses"),
    "pushes": ("wins", "loses"),
    "D": ("S",),
    "S": ("D",),
    "N": ("D",),
}
HOUSE_WAY = ("splits", "order", "fallback", "low_part", "high_count", "listed")


class Mutant(NamedTuple):
    """The rules of an edition with one cell filled otherwise."""

    table: str
    place: str
    game: Game


def mutants(slug: str) -> Iterator[Mutant]:
    """Every single-cell mutant of the tables of a game."""
    approved = game(slug)
    game_of = import_module(approved.module).game_of
    for table in TABLES[slug]:
        held = getattr(approved.rules, table)
        for place, value in _variants(table, held):
            yield Mutant(table, place, game_of(replace(approved.rules, **{table: value})))


def _variants(table: str, held: Any) -> Iterator[tuple[str, Any]]:
    if table in ORDERS:
        yield from _swapped(held)
    elif table in LISTS:
        for at in range(len(held)):
            yield f"without row {at + 1}", (*held[:at], *held[at + 1 :])
    else:
        yield from _changed(held)


def _swapped(held: Any) -> Iterator[tuple[str, Any]]:
    """An ordered table with two neighbouring rows exchanged."""
    rows = list(held.items()) if isinstance(held, Mapping) else list(held)
    for at in range(len(rows) - 1):
        order = [*rows[:at], rows[at + 1], rows[at], *rows[at + 2 :]]
        yield f"row {at + 1}", dict(order) if isinstance(held, Mapping) else tuple(order)


def _changed(held: Any) -> Iterator[tuple[str, Any]]:
    """A value with one of its cells filled otherwise, in each way that is tried."""
    if isinstance(held, Odds):
        yield "odds", replace(held, pays=held.pays + 1)
    elif isinstance(held, Pays):
        yield from ((place, held._replace(odds=odds)) for place, odds in _changed(held.odds))
    elif isinstance(held, Paytable):
        yield from _one_line(held)
    elif isinstance(held, Mapping):
        for key, value in held.items():
            yield from ((f"{key} {p}", {**held, key: new}) for p, new in _changed(value))
    elif isinstance(held, tuple):
        for at, value in enumerate(held):
            for place, new in _changed(value):
                parts = [*held[:at], new, *held[at + 1 :]]
                made = type(held)(*parts) if hasattr(held, "_fields") else tuple(parts)
                yield f"{at} {place}", made
    elif isinstance(held, frozenset):
        yield from ((f"without {each}", held - {each}) for each in sorted(held))
    else:
        yield from ((f"{held} to {new}", new) for new in _others(held))


def _one_line(held: Paytable[Any]) -> Iterator[tuple[str, Any]]:
    for at, line in enumerate(held.lines):
        for place, new in _changed(line):
            lines = [*held.lines[:at], new, *held.lines[at + 1 :]]
            yield f"{line.case} {place}", Paytable(*lines)


def _others(cell: Any) -> tuple[Any, ...]:
    if isinstance(cell, int):
        return (cell + 1, cell - 1)
    return OTHERS.get(cell, ())  # nothing for a clause or a name


# Cells that no settlement can tell from others, and why.
# fmt: off
UNREACHABLE = (
    ("seven-up-baccarat", "banker_action", ("('8',", "('9',"), "9.2: a natural ends the draw"),
    (
        "seven-up-baccarat", "player_action", ("('Player', '8')", "('Player', '9')"),
        "9.2: a natural ends the draw",
    ),
    ("three-card-baccarat", "orders", ("(3, 0) 1 to 0",), "still the highest of all orders"),
    ("casino-war", "height", ("A 0 to 1",), "still the highest of all ranks"),
    ("casino-war", "height", ("2 -12 to -13",), "still the lowest of all ranks"),
    ("tournament-blackjack", "outcomes", ("bust",), "13.1(d): collected before any comparison"),
)
# fmt: on


def unreachable(slug: str, mutant: Mutant) -> str:
    """Why no case can tell a mutant from the approved rules; empty where one must."""
    for game_slug, table, places, why in UNREACHABLE:
        if (slug, mutant.table) == (game_slug, table) and mutant.place.startswith(places):
            return why
    if (
        slug == "tournament-pai-gow"
        and mutant.table in HOUSE_WAY
        and _sets_alike(mutant.game.rules)
    ):
        return "House Way sets every hand as before"
    return ""


def _sets_alike(rules: Rules) -> bool:
    """Whether House Way sets every kind of hand as the approved rules do."""
    return all(_set_by(rules, hand) == _set_by(RULES, hand) for hand in _hands())


@cache
def _hands() -> tuple[Hand, ...]:
    """One hand of each kind: tiles of one line cannot be told apart by any rule."""
    kinds = {tuple(LINE[tile] for tile in hand): hand for hand in combinations(PACK, 4)}
    return tuple(kinds.values())


def _set_by(rules: Rules, hand: Hand) -> tuple[Part, Part] | None:
    """The low and the high part; None where the rules leave a hand open."""
    try:
        found = house_way(rules, hand)
    except AssertionError:
        return None
    return found.low, found.high
