"""The base install: what works with msgspec, cyclopts and rich alone, and what the rest says."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from houseway.extras import explained, needs
from tests.packaging.wheels import RECORD, ROOT

# What cyclopts and rich need in turn.
BASE = {
    "msgspec", "cyclopts", "rich", "attr", "attrs", "docstring_parser", "rich_rst", "pygments",
    "markdown_it", "mdurl", "houseway",
}  # fmt: skip
# Runs the command line with nothing else importable, nor what Windows lacks.
BLOCKED = f"""
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in ("fcntl", "resource") or top not in sys.stdlib_module_names | {BASE!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
for name in ("fcntl", "resource"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Blocked())
"""


def base(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a verb in the base install."""
    program = f"{BLOCKED}\nfrom houseway.cli import main\nmain()"
    return run(folder, program, *words)


def run(folder: Path, program: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "words",
    [
        ("games", "--json"),
        ("rules", "mini-baccarat", "7.3"),
        ("rules", "coverage"),
        ("edge", "casino-war"),
        ("settle", "dispute.hwr"),
        ("play", "mini-baccarat", "--auto", "--rounds", "2"),
        ("roles", "mini-baccarat"),
        ("plot", "mini-baccarat", "decks", "--decks", "7-8"),
    ],
    ids=" ".join,
)
def test_the_base_verbs_work(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "dispute.hwr").write_text(RECORD, encoding="utf-8")
    done = base(tmp_path, *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("serve",), "serve"),
        (("people", "list"), "serve"),
        (("verify", "floor.db"), "log"),
        (("simulate", "mini-baccarat"), "analysis"),
        (("edge", "tournament-pai-gow"), "analysis"),
        (("edge", "tournament-blackjack"), "analysis"),
        (("rng", "test", "spins", "--count", "1000"), "analysis"),
        (("plot", "mini-baccarat", "decks", "--decks", "7-8", "--png"), "plots"),
    ],
)
def test_a_verb_that_lacks_its_extra_says_so_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...], extra: str
) -> None:
    done = base(tmp_path, *words)
    assert done.returncode == 2, done.stderr
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(f"houseway {words[0]}: ")
    assert sentence.endswith(f"pip install 'houseway[{extra}]'")


def test_the_engine_and_a_drawn_table_need_msgspec_alone(tmp_path: Path) -> None:
    """A program that deals, settles and draws imports no command line either."""
    program = f"""{BLOCKED}
import houseway.records.settlement, houseway.runner, houseway.conducting, houseway.analysis
import houseway.service.draw.table
print(*sorted(each for each in {sorted(BASE)!r} if each in sys.modules))
"""
    done = run(tmp_path, program)
    assert done.stdout.split() == ["houseway", "msgspec"], done.stderr


def test_every_optional_package_names_the_extra_that_declares_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    declared = json.dumps(extras).replace("[binary]", "")
    for module in ("apsw", "litestar", "numpy", "llvmlite", "psycopg", "arro3", "PIL", "argon2"):
        sentence = needs(module)
        package = sentence.split("package ")[1].split(":")[0]
        extra = sentence.rsplit("[", 1)[1].split("]")[0]
        assert any(each.startswith(package) for each in extras[extra]), sentence
        assert package in declared


def test_a_mistake_of_ours_is_not_taken_for_a_missing_extra() -> None:
    assert explained(ModuleNotFoundError("no", name="houseway.nowhere")) == ""


@pytest.mark.share(2)
@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("houseway.verify('floor.db')", "log"),
        ("houseway.replay('floor.db', 'table/1')", "log"),
        ("houseway.simulate('mini-baccarat', 1000)", "analysis"),
        ("houseway.edge('tournament-pai-gow')", "analysis"),
    ],
)
def test_the_python_api_says_which_extra_it_lacks(tmp_path: Path, code: str, extra: str) -> None:
    done = run(tmp_path, f"{BLOCKED}\nimport houseway\n{code}")
    assert done.stderr.splitlines()[-1].endswith(f"pip install 'houseway[{extra}]'")


def test_the_python_api_works_in_the_base_install(tmp_path: Path) -> None:
    code = "print(houseway.Table('mini-baccarat', seed=1).play(2)[-1].number, 'style' in "
    code += "houseway.Table('casino-war').svg(), houseway.edge('casino-war').game)"
    done = run(tmp_path, f"{BLOCKED}\nimport houseway\n{code}")
    assert done.stdout == "2 True casino-war\n", done.stderr
