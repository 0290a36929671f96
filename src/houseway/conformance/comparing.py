"""Another program's answers beside those of the rules, counted clause by clause.

A program may leave out what it does not know: that part is not answered. What it answers is equal
or it differs, and the clauses by which the rules decide that part are charged with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct, field

from houseway.conformance.cases import CaseAnswer, EntryAnswer, SettledWager, StepAnswer
from houseway.equipment.chips import dollar_text

NO_CLAUSE = "no clause"  # what plain sense decides, or the result of the round as a whole
EXAMPLES = 3  # differing cases of a clause that a report keeps


class ProgramWager(Struct, frozen=True):
    """What a program says became of one wager; None where it does not say."""

    patron: str
    wager: str
    box: int = 0
    result: str | None = None
    paid: int | None = None
    returned: int | None = None


class ProgramStep(Struct, frozen=True):
    """What a program says to one step: `refused` is false, true, or the code of the refusal."""

    refused: bool | str | None = None
    next: str | None = None
    who: str | None = None
    by: int | None = None


class ProgramEntry(Struct, frozen=True):
    """What a program says became of one entrant of a tournament; None where it does not say."""

    entry: int
    status: str | None = None
    first: int | None = None
    last: int | None = None
    paid: int | None = None
    refunded: int | None = None
    prize: int | None = None
    points: str | None = None


class ProgramAnswer(Struct, frozen=True):
    """The answer of a program to one case; `skip` is why it gives none."""

    id: str
    result: str | None = None
    hands: dict[str, str] | None = None
    wagers: tuple[ProgramWager, ...] = ()
    steps: tuple[ProgramStep, ...] = ()
    entries: tuple[ProgramEntry, ...] = ()
    skip: str = ""


class Part(NamedTuple):
    """One part of an answer: what it is about, what the rules say, what the program says.

    `program` is None where the program does not say it. `step` is the step that it is about,
    counted from 1.
    """

    about: str
    clauses: Sequence[str]
    rules: str
    program: str | None
    step: int = 0

    @property
    def differs(self) -> bool:
        return self.program is not None and self.program != self.rules


class Difference(Struct, frozen=True):
    """One part of one case in which a program differs from the rules."""

    case: str
    about: str
    rules: str
    program: str
    story: str = ""  # the case in words
    step: int = 0  # the step in which it differs, counted from 1

    def __str__(self) -> str:
        both = f"the rules say {self.rules}; the program says {self.program}"
        return f"{self.case}: {self.about}: {both}"


class ClauseCount(Struct):
    """How often a clause was asked for and what came of it. `pattern`: what differences share."""

    clause: str
    agreed: int = 0
    differed: int = 0
    unanswered: int = 0
    examples: list[Difference] = field(default_factory=list)
    pattern: str = ""
    exact: bool = False  # the pattern tells differing cases from all others

    @property
    def share(self) -> Fraction:
        """Which part of what was answered differs."""
        return Fraction(self.differed, max(1, self.differed + self.agreed))


class Comparison(Struct):
    """The cases of one game and level, compared."""

    game: str
    edition: str
    hash: str
    level: str
    file: str = ""  # of the cases, with the SHA-256 of its bytes
    file_hash: str = ""
    cases: int = 0
    agreed: int = 0
    differed: int = 0
    incomplete: int = 0  # nothing differs, but something was not answered
    skipped: int = 0
    clauses: dict[str, ClauseCount] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)  # why cases were skipped

    @property
    def conforms(self) -> bool:
        return self.cases > 0 and self.agreed == self.cases

    def count(self, clause: str) -> ClauseCount:
        found = self.clauses.get(clause)
        if found is None:
            found = self.clauses[clause] = ClauseCount(clause)
        return found

    @property
    def differing(self) -> list[ClauseCount]:
        """The clauses with differences: those first that differ just where some fact holds."""
        found = [each for each in self.clauses.values() if each.differed]
        return sorted(found, key=lambda each: (not each.exact, -each.share, each.clause))

    @property
    def by_share(self) -> list[ClauseCount]:
        """All clauses, those first in which the largest part differs."""
        return sorted(self.clauses.values(), key=lambda each: (-each.share, each.clause))


Answers = Iterable[tuple[CaseAnswer, ProgramAnswer | None]]


def compare(into: Comparison, answers: Answers) -> set[str]:
    """Count all cases, and return the ids of those that differ."""
    differing, agreed = set(), _Agreed(int)
    for rules, program in answers:
        into.cases += 1
        if program is None or program.skip:
            into.skipped += 1
            reason = program.skip if program else "no answer"
            into.reasons[reason] = into.reasons.get(reason, 0) + 1
        elif _alike(rules, program):
            into.agreed += 1
            _add(agreed, rules, program)
        elif _count(into, rules, program):
            differing.add(rules.id)
    for (one, several), times in agreed.items():
        for clause in _both(one, several) if times else ():
            into.count(clause).agreed += times
    return differing


# Most cases agree in everything. They are counted by the clauses that a part names together, and
# only the sums are shared out to single clauses.
_Agreed = defaultdict[tuple[str, tuple[str, ...]], int]


def _both(one: str, several: tuple[str, ...]) -> tuple[str, ...]:
    return ((one, *several) if one else several) or (NO_CLAUSE,)


def _alike(rules: CaseAnswer, program: ProgramAnswer) -> bool:
    """Whether a program answers everything, and all of it as the rules do."""
    if program.result not in (None, rules.result) or program.hands not in (None, rules.hands):
        return False
    said = zip(rules.steps, program.steps, strict=False)
    return (
        len(rules.steps) <= len(program.steps)
        and len(rules.wagers) == len(program.wagers)
        and len(rules.entries) == len(program.entries)
        and all(
            (step.refused == each.refused or (step.refused == "" and each.refused is False))
            and step.next == each.next
            and (step.who == each.who or each.who is None)
            and (step.by == each.by or each.by is None)
            for step, each in said
        )
        and all(map(_same_wager, rules.wagers, program.wagers))
        and all(map(_same_entry, rules.entries, program.entries))
    )


def _same_wager(line: SettledWager, said: ProgramWager) -> bool:
    return (
        line.patron == said.patron
        and line.wager == said.wager
        and line.box == said.box
        and line.result == said.result
        and line.paid == said.paid
        and line.returned == said.returned
    )


def _same_entry(line: EntryAnswer, said: ProgramEntry) -> bool:
    return line.entry == said.entry and all(getattr(line, n) == getattr(said, n) for n in _ENTRY)


def _add(agreed: _Agreed, rules: CaseAnswer, program: ProgramAnswer) -> None:
    for line in rules.wagers:
        agreed["", line.clauses] += 1
    for step in rules.steps:
        agreed[step.clause, step.clauses] += 1
        agreed[step.next_clause, step.why] += 1
    for entry in rules.entries:
        agreed["", entry.clauses] += 1
    agreed["", ()] += (program.result is not None) + (program.hands is not None)


def _count(into: Comparison, rules: CaseAnswer, program: ProgramAnswer) -> bool:
    """Count one case; True if it differs."""
    differs = unanswered = False
    for part in parts(rules, program):
        different = part.differs
        differs, unanswered = differs or different, unanswered or part.program is None
        for clause in part.clauses or (NO_CLAUSE,):
            counted = into.count(clause)
            if part.program is None:
                counted.unanswered += 1
            elif not different:
                counted.agreed += 1
            else:
                counted.differed += 1
                if len(counted.examples) < EXAMPLES:
                    counted.examples.append(_difference(rules.id, part))
    into.differed += differs
    into.incomplete += unanswered and not differs
    into.agreed += not (differs or unanswered)
    return differs


def _difference(case: str, part: Part) -> Difference:
    return Difference(case, part.about, part.rules, part.program or "nothing", step=part.step)


def parts(rules: CaseAnswer, program: ProgramAnswer) -> Iterator[Part]:
    """Everything that is compared in one case."""
    if program.result is not None:
        yield Part("the result of the round", (), rules.result, program.result)
    if program.hands is not None:
        yield Part("the hands", (), _hands(rules.hands), _hands(program.hands))
    yield from _wagers(rules, program)
    if rules.steps:
        yield from _steps(rules, program)
    if rules.entries or program.entries:
        yield from _entries(rules, program)


def _hands(hands: dict[str, str]) -> str:
    return ", ".join(f"{name} {cards}" for name, cards in sorted(hands.items())) or "none"


def _wagers(rules: CaseAnswer, program: ProgramAnswer) -> Iterator[Part]:
    said: dict[tuple[str, str, int], list[ProgramWager]] = {}
    for each in program.wagers:
        said.setdefault((each.patron, each.wager, each.box), []).append(each)
    for line in rules.wagers:
        same = said.get((line.patron, line.wager, line.box))
        yield from _wager(line, same.pop(0) if same else None)
    for left in said.values():
        for each in left:
            what = _settled((each.result, each.paid, each.returned))
            yield Part(_about(each), (), "no such wager was settled", what)


_NOTHING = (None, None, None)


def _wager(line: SettledWager, program: ProgramWager | None) -> Iterator[Part]:
    """A wager as both settle it, in what the program answers; the rest is not answered."""
    ruled = (line.result, line.paid, line.returned)
    said = (program.result, program.paid, program.returned) if program else _NOTHING
    if said == ruled:
        yield Part("", line.clauses, "", "")
        return
    if said != _NOTHING:
        both = zip(ruled, said, strict=True)
        asked = tuple(None if given is None else due for due, given in both)
        words = ("", "") if asked == said else (_settled(asked), _settled(said))
        yield Part(_about(line), line.clauses, *words)
    if None in said:
        yield Part(_about(line), line.clauses, "", None)


def _about(line: SettledWager | ProgramWager) -> str:
    box = f" in box {line.box}" if line.box else ""
    return f"{line.patron} on {line.wager}{box}"


def _settled(settled: tuple[Any, ...]) -> str:
    """A result, winnings and what goes back in words, as far as they are there."""
    result, paid, returned = settled
    money = ((paid, "paid"), (returned, "returned"))
    words = [f"{dollar_text(amount)} {what}" for amount, what in money if amount is not None]
    return ", ".join([*([result] if result is not None else []), *words])


_ENTRY = ("status", "first", "last", "paid", "refunded", "prize", "points")
_CENTS = ("paid", "refunded", "prize")


def _entries(rules: CaseAnswer, program: ProgramAnswer) -> Iterator[Part]:
    said = {each.entry: each for each in program.entries}
    for line in rules.entries:
        yield from _entry(line, said.pop(line.entry, None))
    for number in said:
        yield Part(f"entry {number}", (), "no such entry was accepted", "accepted")


def _entry(line: EntryAnswer, program: ProgramEntry | None) -> Iterator[Part]:
    """An entrant as both see it, in what the program answers; the rest is not answered."""
    about, wrong, unanswered = f"entry {line.entry}", [], program is None
    for name in _ENTRY if program else ():
        due, given = getattr(line, name), getattr(program, name)
        unanswered = unanswered or given is None
        if given is not None and given != due:
            wrong.append((name, due, given))
    if wrong:
        rules = ", ".join(_entry_text(name, due) for name, due, _ in wrong)
        other = ", ".join(_entry_text(name, given) for name, _, given in wrong)
        yield Part(about, line.clauses, rules, other)
    elif not unanswered:
        yield Part(about, line.clauses, "", "")
    if unanswered:
        yield Part(about, line.clauses, "", None)


def _entry_text(name: str, value: Any) -> str:
    return f"{name} {dollar_text(value) if name in _CENTS else value or 'none'}"


def _steps(rules: CaseAnswer, program: ProgramAnswer) -> Iterator[Part]:
    said = program.steps
    for at, step in enumerate(rules.steps):
        yield from _step(at, step, said[at] if at < len(said) else None)


def _step(at: int, step: StepAnswer, program: ProgramStep | None) -> Iterator[Part]:
    cited = (step.clause,) if step.clause else step.clauses
    if program is None or program.refused is None:
        yield Part(f"step {at + 1}", cited, "", None, at + 1)
    else:
        rules, other = _ruled(step.refused), _ruled(program.refused)
        if program.refused is True and step.refused:
            other = rules  # a program need not know the code
        yield Part(f"step {at + 1}", cited, rules, other, at + 1)
    yield _next(at, step, program)


def _next(at: int, step: StepAnswer, program: ProgramStep | None) -> Part:
    clauses = (step.next_clause, *step.why) if step.next_clause else step.why
    about = f"what follows step {at + 1}"
    if program is None or program.next is None:
        return Part(about, clauses, "", None, at + 1)
    late = program.by not in (None, step.by)
    if program.next == step.next and program.who in (None, step.who) and not late:
        return Part(about, clauses, "", "", at + 1)
    who = step.who if program.who is None else program.who
    rules, other = f"{step.next} by {step.who}", f"{program.next} by {who}"
    if late:
        rules, other = f"{rules}, until {step.by}", f"{other}, until {program.by}"
    return Part(about, clauses, rules, other, at + 1)


def _ruled(refused: bool | str) -> str:
    if refused is True:
        return "refused"
    return f"refused as {refused}" if refused else "accepted"
