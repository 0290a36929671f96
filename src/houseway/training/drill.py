"""A drill: a situation, questions about it, and how an answer is marked, with its clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct

from houseway.equipment.chips import BadAmount, dollar_text, dollars, money
from houseway.records.session import Session
from houseway.rulebook.document import Clause
from houseway.table.view import View

Form = Literal["one", "several", "order", "money"]
CHIPS = "x"  # between how many and which: 2x25 is two chips of $25


class Part(Struct, frozen=True):
    """One question of a drill.

    `form`: choose one of the options, choose every right one, put all of them in order, or type an
    amount. `answer` is what the engine says, in the words of the options or as `12.50`.
    """

    asks: str
    form: Form
    answer: tuple[str, ...]
    clauses: tuple[Clause, ...]
    options: tuple[str, ...] = ()
    subject: str = ""  # what of the situation it is about: a wager, a duty; for a second judgement


class Mark(Struct, frozen=True):
    """How one question was answered, what is right, and the clauses that say so."""

    right: bool
    given: tuple[str, ...]
    answer: tuple[str, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Drill:
    """Questions about one situation of one game. The same edition, kind and seed give it again.

    `situation` describes it in lines. `before` and `after` are the table as anybody sees it, once
    without what is asked, once as the ruling leaves it; None for what happens away from a table.
    """

    edition: str
    kind: str
    seed: str
    title: str
    situation: tuple[str, ...]
    parts: tuple[Part, ...]
    ruling: tuple[str, ...] = ()  # what the engine did, in words, with clauses
    before: View | None = None
    after: View | None = None
    session: Session | None = None  # as the ruling left it
    scene: Any = None  # what a second judgement needs

    @property
    def name(self) -> str:
        return f"{self.edition}/{self.kind}/{self.seed}"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause that a mark of this drill names, each once."""
        return tuple(dict.fromkeys(each for part in self.parts for each in part.clauses))

    def mark(self, answers: Sequence[Sequence[str] | str]) -> tuple[Mark, ...]:
        """Mark one answer for each question: a text, or several for an order or a set."""
        said = ((each,) if isinstance(each, str) else each for each in answers)
        return tuple(mark(part, each) for part, each in zip(self.parts, said, strict=True))


def mark(part: Part, given: Sequence[str]) -> Mark:
    """Compare an answer with the engine's. Raise BadAmount where an amount cannot be read."""
    said = tuple(each.strip() for each in given)
    return Mark(_MARKS[part.form](part, said), said, part.answer, part.clauses)


def _same_amount(part: Part, given: tuple[str, ...]) -> bool:
    return money(amount_of(" ".join(given))) == part.answer[0]


def _same_list(part: Part, given: tuple[str, ...]) -> bool:
    return given == part.answer


def _same_set(part: Part, given: tuple[str, ...]) -> bool:
    return Counter(given) == Counter(part.answer)


_MARKS = {"one": _same_list, "several": _same_set, "order": _same_list, "money": _same_amount}


def amount_of(text: str) -> int:
    """Cents of `12.50`, or of chips: `2x25 1x5`."""
    if CHIPS not in text:
        return dollars(text or "0")
    total = 0
    for each in text.replace(",", " ").split():
        count, times, chip = each.partition(CHIPS)
        if not times or not count.isdigit():
            raise BadAmount(f"{each!r} are no chips: write 2x25 for two chips of $25")
        total += int(count) * dollars(chip)
    return total


def answer_text(part: Part, answer: Sequence[str]) -> str:
    """An answer as people read it."""
    if part.form == "money":
        return dollar_text(dollars(answer[0])) if answer else ""
    return (", then " if part.form == "order" else ", ").join(answer) or "none of these"
