"""The command line, run as a person runs it but without a new process for every line."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from houseway.cli import main


def houseway(*words: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What `houseway WORDS` prints into a pipe under a Latin-1 locale, and answers.

    `typed` is on its standard input.
    """
    given = ["houseway", *map(str, words)]
    out, err = _paper(), _paper()
    keys = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    code = 0
    with redirect_stdout(out), redirect_stderr(err), patch.multiple(sys, argv=given, stdin=keys):
        try:
            main()
        except SystemExit as over:
            code = _code(over)
    return subprocess.CompletedProcess(given, code, _written(out), _written(err))


def _code(over: SystemExit) -> int:
    """As Python itself turns it into an exit code: a sentence is printed and stands for 1."""
    if over.code is None or isinstance(over.code, int):
        return over.code or 0
    sys.stderr.write(f"{over.code}\n")
    return 1


def _paper() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="latin-1", write_through=True)


def _written(paper: io.TextIOWrapper) -> str:
    buffer = paper.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
