"""What the differing cases of a clause have in common, as a sentence a person can check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from houseway.conformance.cases import Case, CaseAnswer
from houseway.conformance.comparing import NO_CLAUSE, ClauseCount, Comparison, ProgramAnswer, parts

FEWEST = 5  # differences from which a pattern is looked for

Facts = dict[str, str]
Compared = tuple[Case, CaseAnswer, ProgramAnswer | None]


class _Counts:
    """How often a clause was asked for and differed, by each plain fact of the case."""

    def __init__(self) -> None:
        self.asked: Counter[tuple[str, str]] = Counter()
        self.differed: Counter[tuple[str, str]] = Counter()
        self.total = self.wrong = 0

    def add(self, facts: Facts, *, differs: bool) -> None:
        self.total += 1
        self.wrong += differs
        self.asked.update(facts.items())
        if differs:
            self.differed.update(facts.items())

    def describe(self, count: ClauseCount) -> None:
        """Write down the fact that all differing cases share and fewest of the others do."""
        if self.wrong == self.total:
            count.pattern = f"It differs in all {self.total} cases."
            return
        shared = [
            (self.asked[fact], *fact)
            for fact, times in self.differed.items()
            if times == self.wrong and self.asked[fact] < self.total
        ]
        if not shared:
            return
        asked, name, value = min(shared)
        count.exact = asked == self.wrong
        if count.exact:
            others = f"{asked} cases; the other {self.total - asked} agree"
            count.pattern = f"It differs exactly where {name} is {value} ({others})."
        else:
            such = f"in {self.wrong} of {asked} such cases"
            count.pattern = f"It differs only where {name} is {value}: {such}."


def find_patterns(into: Comparison, answers: Iterable[Compared]) -> None:
    """Look at all cases again and describe the differences of each clause."""
    wanted = {each.clause: _Counts() for each in into.differing if each.differed >= FEWEST}
    for case, rules, program in answers:
        if program is None or program.skip:
            continue
        facts = facts_of(case, rules)
        for part in parts(rules, program):
            if part.program is None:
                continue
            for clause in part.clauses or (NO_CLAUSE,):
                if clause in wanted:
                    wanted[clause].add(facts, differs=part.differs)
    for clause, counts in wanted.items():
        counts.describe(into.clauses[clause])


def facts_of(case: Case, rules: CaseAnswer) -> Facts:
    """Plain facts about a case: the house's options, the hands, the result."""
    found = {f"the option {name}": str(value) for name, value in _options(case).items()}
    found |= {
        f"the number of cards of the {name} hand": str(len(cards.split()))
        for name, cards in rules.hands.items()
    }
    return found | {"the result": rules.result.split()[0] if rules.result else "none"}


def _options(case: Case) -> dict[str, Any]:
    return {name: value for name, value in case.options.items() if isinstance(value, str | int)}
