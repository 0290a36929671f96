"""Exact figures that are counted once in a run of the tests.

A house counts the figures of nine games as soon as someone opens the analysis pages, for several
seconds of processor time. The answers depend on the program alone. Tests that walk through all
pages of a house and test something else share them: the first house counts, in its own counting
process, and all processes of the run read its answers.
"""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

import pytest

from houseway.service.consoles.analyst.counting import _Process
from houseway.service.consoles.analyst.questions import Answer, Question, encode

# Imported before processes are forked, so that all of them have the same folder.
_RUN = os.getpid()
FOLDER = Path(gettempdir()) / f"houseway-counted-{_RUN}"
_count = _Process.ask


@contextmanager
def counted_in_the_run() -> Iterator[None]:
    """For as long as this lasts, a question that was answered in this run is not counted again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Process, "ask", _ask)
        yield


def _ask(process: _Process, asked: Question) -> Answer:
    path = FOLDER / sha256(encode(asked)).hexdigest()
    if path.exists():
        return pickle.loads(path.read_bytes())  # noqa: S301 - written below
    answer = _count(process, asked)
    FOLDER.mkdir(exist_ok=True)
    beside = path.with_suffix(f".{os.getpid()}-{id(process)}")
    beside.write_bytes(pickle.dumps(answer))
    beside.replace(path)
    return answer


def _remove() -> None:
    if os.getpid() == _RUN:  # and not in a process that was forked
        shutil.rmtree(FOLDER, ignore_errors=True)


atexit.register(_remove)
