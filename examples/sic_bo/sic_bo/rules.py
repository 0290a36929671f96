"""The tables and numbers of Sic Bo as Lantern Quay plays it, each beside its clause."""

from __future__ import annotations

from houseway.equipment.tiles import Dice, total
from houseway.games import slots
from houseway.games.house import Setting
from houseway.games.limits import Limits
from houseway.games.one_result import OneResultRules
from houseway.rulebook.document import Document, Library
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import SUPERVISORS

cite = Document("Sic Bo", edition="2026-01-01", library=Library.of(__package__))

# Sic Bo 3.3: the wagers, by their names on the layout.
WAGERS = {
    "big": cite("3.3(a)"),
    "small": cite("3.3(b)"),
    **{f"single {face}": cite("3.3(c)") for face in range(1, 7)},
    **{f"triple {face}": cite("3.3(d)") for face in range(1, 7)},
    "any triple": cite("3.3(e)"),
    **{f"total {number}": cite("3.3(f)") for number in range(4, 18)},
}

SINGLE = ("one die", "two dice", "three dice")

# Sic Bo 5.1: what each wager pays; a single number pays by how many dice show it.
# fmt: off
ODDS: Paytable[str] = Paytable(
    Pays("big",         to(1, 1),   cite("5.1(a)")),
    Pays("small",       to(1, 1),   cite("5.1(b)")),
    Pays("one die",     to(1, 1),   cite("5.1(c)")),
    Pays("two dice",    to(2, 1),   cite("5.1(c)")),
    Pays("three dice",  to(3, 1),   cite("5.1(c)")),
    Pays("triple",      to(180, 1), cite("5.1(d)")),
    Pays("any triple",  to(30, 1),  cite("5.1(e)")),
    *(Pays(f"total {number}", to(pays, 1), cite("5.1(f)"))
      for number, pays in zip(range(4, 18), (60, 30, 18, 12, 8, 6, 6, 6, 6, 8, 12, 18, 30, 60),
                              strict=True)),
)
# fmt: on


class Rules(OneResultRules, frozen=True, kw_only=True, dict=True):
    """All that a ruling reads. A later edition is this value with some fields replaced."""

    def lines_of(self, wager: str) -> tuple[Pays[str], ...]:
        """The lines of 5.1 by which a wager can win."""
        kind = wager.partition(" ")[0]
        cases = SINGLE if kind == "single" else (wager, kind)
        return tuple(pays for pays in self.odds if pays.case in cases)

    def line_won(self, wager: str, dice: Dice) -> Pays[str] | None:
        """The line of 5.1 by which a wager wins; None where it loses (5.2)."""
        kind, _, number = wager.partition(" ")
        hits, is_triple = dice.count(int(number)) if number.isdigit() else 0, len({*dice}) == 1
        if kind == "single":
            return self.odds[SINGLE[hits - 1]] if hits else None
        wins = {
            "big": not is_triple and total(dice) > 10,
            "small": not is_triple and total(dice) < 11,
            "triple": hits == 3,
            "any": is_triple,
            "total": str(total(dice)) == number,
        }
        return self.lines_of(wager)[0] if wins[kind] else None


RULES = Rules(
    cite=cite,
    wagers=WAGERS,
    odds=ODDS,
    round=slots.round_rules(cite),
    limits=Limits(minimum=5_00, maximum=500_00, multiple=5_00),
    limit_rules=slots.limit_rules(cite),
    limit_settings={"limits": Setting(cite("2.1")), "multiple": Setting(cite("2.1"))},
    provisions=slots.provisions(cite, operator=SUPERVISORS),
    table=slots.table_rules(cite),
)
