"""Where the answers of another program come from: a file, a folder of files, or a pipe.

Over a pipe the program reads one case a line on its standard input and writes one answer a line on
its standard output. It ends when its input ends.
"""

from __future__ import annotations

import shlex
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import msgspec

from houseway.conformance.cases import BadKit, CaseAnswer, Level
from houseway.conformance.comparing import ProgramAnswer
from houseway.conformance.files import LONGEST_LINE, cases_path, lines_of

_DECODER = msgspec.json.Decoder(ProgramAnswer)
AHEAD_WAIT = 10  # seconds that a program may take to end once its input has ended


def from_folder(folder: Path, slug: str, level: Level) -> Iterator[ProgramAnswer]:
    """The answers in a folder: SLUG.LEVEL.answers.jsonl, packed with gzip or not."""
    for ending in ("answers.jsonl", "answers.jsonl.gz"):
        path = folder / f"{slug}.{level}.{ending}"
        if path.is_file():
            return _answers(path.name, lines_of(path))
    raise BadKit(f"{folder} has no answers for {slug} {level}: {slug}.{level}.answers.jsonl")


def _answers(where: str, lines: Iterator[bytes]) -> Iterator[ProgramAnswer]:
    for number, line in enumerate(lines, 1):
        try:
            yield _DECODER.decode(line)
        except msgspec.MsgspecError as wrong:
            raise BadKit(f"{where}, answer {number}: {wrong}") from wrong


@contextmanager
def from_program(
    command: str, kit: Path, slug: str, level: Level
) -> Iterator[Iterator[ProgramAnswer]]:
    """The answers of a program that is given the cases over a pipe."""
    try:
        running = subprocess.Popen(  # noqa: S603 - the program that the caller wants to check
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
    except OSError as wrong:
        raise BadKit(f"{command}: {wrong}") from wrong
    if running.stdin is None or running.stdout is None:
        raise BadKit(f"{command}: it has no input or no output")
    feeding = threading.Thread(
        target=_feed, args=(running.stdin, cases_path(kit, slug, level)), daemon=True
    )
    feeding.start()
    try:
        yield _answers(command, _lines(running.stdout))
    finally:
        _end(running, feeding)


def _feed(place: IO[bytes], path: Path) -> None:
    """Write all cases; a program that has ended reads no more."""
    with suppress(BrokenPipeError, ValueError):
        for line in lines_of(path):
            place.write(line)
    with suppress(BrokenPipeError, ValueError):
        place.close()


def _lines(place: IO[bytes]) -> Iterator[bytes]:
    while line := place.readline(LONGEST_LINE):
        if line.strip():
            yield line


def _end(running: subprocess.Popen[bytes], feeding: threading.Thread) -> None:
    if running.stdout:
        running.stdout.close()
    try:
        running.wait(timeout=AHEAD_WAIT)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
    feeding.join(timeout=AHEAD_WAIT)


Pair = tuple[CaseAnswer, ProgramAnswer | None]


def paired(rules: Iterator[CaseAnswer], program: Iterator[ProgramAnswer]) -> Iterator[Pair]:
    """The answers of both sides case by case; those of a program may come in another order."""
    early: dict[str, ProgramAnswer] = {}
    for each in rules:
        while each.id not in early:
            other = next(program, None)
            if other is None:
                break
            early[other.id] = other
        yield each, early.pop(each.id, None)
