"""Houseway: casino table games run exactly by their approved rules.

    import houseway

    table = houseway.Table("mini-baccarat")
    table.say("Ana wagers 100 on banker", "deal 2h 6c 3d Ks 9h")
    print(table.settle())  # every wager, what became of it, and the clauses that say so

Each name below is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module

from houseway.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it as True; to import `typing` would take longer
if TYPE_CHECKING:
    from houseway import games as games
    from houseway.api.figures import count, edge, session, simulate, what_if
    from houseway.api.files import daily, replay, settle, verify
    from houseway.api.rounds import Line, Money, Round
    from houseway.api.rulebook import Rule, amend, drills, rules
    from houseway.api.table import Action, Refused, Table

__all__ = [
    "Action", "Line", "Money", "Refused", "Round", "Rule", "Table", "amend", "count", "daily",
    "drills", "edge", "games", "replay", "rules", "session", "settle", "simulate", "verify",
    "what_if",
]  # fmt: skip

_PLACES = {
    "figures": ("count", "edge", "session", "simulate", "what_if"),
    "files": ("daily", "replay", "settle", "verify"),
    "rounds": ("Line", "Money", "Round"),
    "rulebook": ("Rule", "amend", "drills", "rules"),
    "table": ("Action", "Refused", "Table"),
}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        for place, names in _PLACES.items():
            if name in names:
                return getattr(import_module(f"houseway.api.{place}"), name)
        if name == "games":
            return import_module("houseway.games")
        raise AttributeError(f"houseway has no {name}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
