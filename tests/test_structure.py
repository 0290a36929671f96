"""How the modules of the package hang together: no import cycles, no class name for two things."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from grimp import build_graph

from tests.claims import without_collector

SOURCE = Path(__file__).parents[1] / "src"
# A result of the analysis draws itself when it is asked to: imported in the method, because the
# module that draws knows the results.
DRAWN_LATE = {
    ("houseway.analysis.plots.plot", "houseway.analysis.plots.draw"),
    ("houseway.analysis.plots.plot", "houseway.analysis.plots.files"),
    ("houseway.analysis.plots.plot", "houseway.analysis.plots.files"),
    ("houseway.analysis.sessions.chips", "houseway.analysis.plots"),
    ("houseway.analysis.sessions.chips", "houseway.analysis.plots"),
    ("houseway.analysis.sessions.rounds", "houseway.analysis.plots"),
    ("houseway.analysis.simulate", "houseway.analysis.plots"),
}
# Every game, its exact figures and its kernel have one of these by design.
ONE_EACH = {"Play", "Options", "Rules", "Data", "Tables"}


# What reads or writes text, and where the name of its encoding may stand without a keyword.
TEXT = {"read_text": 0, "write_text": 1, "open": 3, "fdopen": 3}
CHECKED = ("src", "tests", "benchmarks", "examples", "website")


@cache
def imported() -> dict[str, set[str]]:
    """What each module imports anywhere: also in a function, also for types alone."""
    graph = build_graph("houseway", cache_dir=None)
    return {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}


def test_the_package_has_no_import_cycle() -> None:
    graph = {
        name: {each for each in known if (name, each) not in DRAWN_LATE} - {name}
        for name, known in imported().items()
    }
    assert len(graph) > 600
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as cycle:
        raise AssertionError(" imports ".join(reversed(cycle.args[1]))) from None


def test_every_exception_to_it_is_needed() -> None:
    known = imported()
    assert {(one, other) for one, other in DRAWN_LATE if other in known[one]} == DRAWN_LATE


def package_of(module: str) -> str:
    """The package on top, such as `service`; each game is its own."""
    parts = module.split(".")
    is_game = parts[1:2] == ["games"] and (SOURCE / Path(*parts[:3])).is_dir()
    return ".".join(parts[1:3] if is_game else parts[1:2])


def test_no_class_name_is_used_for_two_things_in_one_package() -> None:
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for path in SOURCE.rglob("*.py"):
        names = re.findall(r"^ *class (_?[A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE)
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        found[package_of(module)].update(names)
    assert sum(map(len, found.values())) > 1_000
    twice = {
        f"{package}: {name}"
        for package, names in found.items()
        for name, times in names.items()
        if times > 1 and name not in ONE_EACH
    }
    assert twice == set()


def unnamed_encodings(tree: ast.Module) -> Iterator[int]:
    """The lines that read or write text in whatever encoding the machine's locale has."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or "encoding" in (each.arg for each in node.keywords):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        modes = {each.value for each in node.args[:2] if isinstance(each, ast.Constant)}
        opens = name == "open" and isinstance(node.func, ast.Name) and len(node.args) == 1
        if name.endswith("_text") or opens or modes & {"r", "w", "a", "x"}:
            if len(node.args) <= TEXT.get(name, -1):
                yield node.lineno
        elif name in ("run", "Popen", "check_output") and "text=True" in ast.unparse(node):
            yield node.lineno


def test_every_text_is_read_and_written_in_a_named_encoding() -> None:
    root = SOURCE.parent
    found = [
        root / "hatch_build.py",
        *(path for at in CHECKED for path in (root / at).rglob("*.py")),
    ]
    sources = {path: path.read_text(encoding="utf-8") for path in found}
    with without_collector():
        assert [
            f"{path.relative_to(root)}:{line}"
            for path, text in sources.items()
            if "_text(" in text or "open(" in text or "text=True" in text
            for line in unnamed_encodings(ast.parse(text))
        ] == []
