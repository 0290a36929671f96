"""Which tests run which lines: a mutant is tried by those tests only that run its lines."""

from __future__ import annotations

import ast
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.mutants import forks
from tests.mutants.sources import ROOT

if TYPE_CHECKING:
    import pytest

Place = tuple[str, int]  # the path of a file and a line of it


class Reach(NamedTuple):
    """The tests that pass, by the lines they run, and the CPU seconds that each takes."""

    tests: dict[Place, set[str]]
    seconds: dict[str, float]

    def of(self, file: str, lines: Iterable[int]) -> set[str]:
        """The tests that run one of these lines."""
        path = str(ROOT / file)
        return set().union(*(self.tests.get((path, line), ()) for line in lines))


def trace(items: Sequence[pytest.Item], files: Iterable[str]) -> Reach:
    """Run the tests once in a process of its own, which leaves nothing cached in this one."""
    with tempfile.TemporaryFile() as found:
        child = os.fork()
        if not child:
            try:
                forks.silence()
                pickle.dump(_traced(items, frozenset(str(ROOT / each) for each in files)), found)
                found.flush()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        found.seek(0)
        return Reach(*pickle.load(found))  # noqa: S301  (written by the process above)


def _traced(items: Sequence[pytest.Item], paths: frozenset[str]) -> Reach:
    reach, hits = Reach({}, {}), set[Place]()

    def on_call(frame: Any, event: str, _: Any) -> Any:
        return on_line(frame, event, _) if frame.f_code.co_filename in paths else None

    def on_line(frame: Any, event: str, _: Any) -> Any:
        hits.add((frame.f_code.co_filename, frame.f_lineno))
        return on_line

    for item in items:
        hits.clear()
        failures, began = item.session.testsfailed, time.process_time()
        sys.settrace(on_call)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        sys.settrace(None)
        if item.session.testsfailed > failures:
            continue  # it says nothing about a mutant
        reach.seconds[item.nodeid] = time.process_time() - began
        for each in hits:
            reach.tests.setdefault(each, set()).add(item.nodeid)
    return reach


def statement_lines(tree: ast.AST, line: int) -> range:
    """The lines of the innermost statement that holds this line; of a block only its head."""
    spans = [_span(node) for node in ast.walk(tree) if isinstance(node, ast.stmt | ast.match_case)]
    return max((each for each in spans if line in each), key=lambda each: each.start)


def _span(node: ast.stmt | ast.match_case) -> range:
    if isinstance(node, ast.match_case):
        return range(node.pattern.lineno, max(node.body[0].lineno, node.pattern.lineno + 1))
    body = getattr(node, "body", None)
    end = body[0].lineno if body else (node.end_lineno or node.lineno) + 1
    return range(node.lineno, max(end, node.lineno + 1))
