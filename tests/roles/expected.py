"""Who may give each order, typed by hand from the documents and readings: one TSV a game.

A line is the order's name, who may, and (where it is not plain) the clause or reading behind it.
Who may is a list of offices; `supervisor+` is that office and all above it, `staff` is `dealer+`.
The ladder is typed here as well, so that the code's own is tested and not used.
"""

from __future__ import annotations

from pathlib import Path

from houseway.rulebook.roles import Role

HERE = Path(__file__).parent
TABLE = "table"  # the file of a table's own orders
DIRECTED = "table-directed"  # and where the Tournament Director decides

_LADDER = (
    ("dealer",),
    ("supervisor",),
    ("assistant gaming manager",),
    ("gaming manager", "casino duty manager"),
    ("gaming shift manager",),
)
_SHORT = {"assistant": "assistant to the director"}


def offices(who_may: str) -> frozenset[Role]:
    """The offices that a compact notation such as `patron, supervisor+` stands for."""
    return frozenset(Role(each) for part in who_may.split(", ") for each in _named(part))


def _named(part: str) -> tuple[str, ...]:
    if part == "everybody":
        return tuple(Role)
    if part == "staff":
        return _named("dealer+")
    if not part.endswith("+"):
        return (_SHORT.get(part, part),)
    lowest = next(step for step, names in enumerate(_LADDER) if part[:-1] in names)
    return tuple(name for names in _LADDER[lowest:] for name in names)


def lines(name: str) -> list[tuple[str, str]]:
    """Each order with who may, in the order of the file; an order listed twice is here twice."""
    rows = (HERE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    if rows[0] != "order\twho may\treading":
        raise ValueError(f"{name}.tsv begins with {rows[0]!r}; expected order, who may, reading")
    return [_line(name, row) for row in rows[1:]]


def _line(name: str, row: str) -> tuple[str, str]:
    order, who_may, *reading = row.split("\t")
    if len(reading) > 1:
        raise ValueError(f"{name}.tsv: {row!r} has more than three columns")
    return order, who_may
