"""A kit checked against a program: every game and level that is asked for, and one report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from houseway.conformance.cases import LEVELS, BadKit, CaseAnswer, Level
from houseway.conformance.comparing import Comparison, ProgramAnswer, compare
from houseway.conformance.files import (
    KitGame,
    Manifest,
    answers_path,
    cases_path,
    file_hash,
    read_answers,
    read_cases,
    read_manifest,
)
from houseway.conformance.patterns import Compared, find_patterns
from houseway.conformance.programs import Pair, from_folder, from_program, paired
from houseway.conformance.words import in_words

Source = Callable[[str, Level], AbstractContextManager[Iterator[ProgramAnswer]]]


class CheckReport(Struct, frozen=True):
    """What a program was compared with, and what came of it."""

    program: str
    houseway: str
    seed: str
    comparisons: tuple[Comparison, ...]

    @property
    def conforms(self) -> bool:
        return bool(self.comparisons) and all(each.conforms for each in self.comparisons)


def check(
    kit: Path,
    *,
    program: str = "",
    answers: Path | None = None,
    games: tuple[str, ...] = (),
    levels: tuple[Level, ...] = (),
    name: str = "",
) -> CheckReport:
    """Compare the answers of a program, or those in a folder, with a kit."""
    manifest = read_manifest(kit)
    source = _source(kit, program, answers)
    found = tuple(
        _compared(kit, each, level, source)
        for each in _chosen(manifest, games)
        for level in levels or LEVELS
        if level in each.cases
    )
    title = name or program or str(answers)
    return CheckReport(title, manifest.houseway, manifest.seed, found)


def _source(kit: Path, program: str, answers: Path | None) -> Source:
    if program:
        return lambda slug, level: from_program(program, kit, slug, level)
    if answers is None:
        raise BadKit("say where the answers come from: a program or a folder")
    return lambda slug, level: nullcontext(from_folder(answers, slug, level))


def _chosen(manifest: Manifest, games: tuple[str, ...]) -> tuple[KitGame, ...]:
    known = [each.game for each in manifest.games]
    for name in games:
        if name not in known:
            raise BadKit(f"the kit has no {name}; it has {', '.join(known)}")
    return tuple(each for each in manifest.games if not games or each.game in games)


def _compared(kit: Path, kit_game: KitGame, level: Level, source: Source) -> Comparison:
    slug = kit_game.game
    file = cases_path(kit, slug, level)
    into = Comparison(slug, kit_game.edition, kit_game.hash, level, file.name, file_hash(file))
    held: dict[str, ProgramAnswer] = {}
    with source(slug, level) as program:
        differing = compare(into, _holding(_pairs(kit, slug, level, program), held))
    if differing:
        cases, rules = read_cases(kit, slug, level), _rules(kit, slug, level)
        again = ((c, r, held.get(r.id)) for c, r in zip(cases, rules, strict=True))
        find_patterns(into, _with_stories(into, again))
    return into


def _with_stories(into: Comparison, cases: Iterator[Compared]) -> Iterator[Compared]:
    """Put the examples of the report into words as their cases go by."""
    wanted = [(clause, at, each) for clause in into.differing
              for at, each in enumerate(clause.examples)]  # fmt: skip
    for case, rules, program in cases:
        for clause, at, each in wanted:
            if each.case == case.id:
                clause.examples[at] = replace(each, story=in_words(case, each.step))
        yield case, rules, program


def _rules(kit: Path, slug: str, level: Level) -> Iterator[CaseAnswer]:
    return read_answers(answers_path(kit, slug, level))


def _pairs(kit: Path, slug: str, level: Level, program: Iterator[ProgramAnswer]) -> Iterator[Pair]:
    return paired(_rules(kit, slug, level), program)


def _holding(pairs: Iterator[Pair], held: dict[str, ProgramAnswer]) -> Iterator[Pair]:
    """Remember what the program answered, for a second look at what differs."""
    for rules, program in pairs:
        if program is not None:
            held[rules.id] = program
        yield rules, program
