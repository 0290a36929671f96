"""README in an empty environment: what it shows is done there with the installed package alone.

The part that needs a browser is in `tests/service/browser/test_readme.py`.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.wheels import ROOT, Installed, build, ran

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHOWN = re.compile(r"```python\n(.*?)```(?:\s*```\n(.*?)```)?", re.DOTALL)
COMMANDS = [
    shlex.split(line, comments=True)[1:] for line in re.findall(r"^houseway .*", README, re.M)
]
ADDED = re.findall(r"^pip install -e '\.\[(\w+)\]'", README, re.MULTILINE)
DISPUTED = "examples/dispute.hwr"
DISPUTE = re.findall(
    r"```toml\n(.*?)```\s*`houseway settle \S+`.*?```\n(.*?)```", README, re.DOTALL
)
PYTHON = SHOWN.findall(README)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("empty")
    made = Installed(folder, sys.executable, build(tmp_path_factory.mktemp("dist")))
    made.install()
    return made


def test_a_coup_is_settled_and_a_changed_tie_has_another_edge(installed: Installed) -> None:
    """Every Python example that shows what it prints, one after the other."""
    printing = [(text, shown) for text, shown in PYTHON if shown]
    program = "".join(text for text, _ in printing)
    assert ran([installed.python, "-c", program], installed.folder) == "".join(
        shown for _, shown in printing
    )
    assert "houseway.Table(" in program
    assert '"9 to 1"' in program


def test_a_clause_is_read_with_its_evidence(installed: Installed) -> None:
    (command,) = [each for each in COMMANDS if each[:2] == ["rules", "mini-baccarat"]]
    assert command[2] == "12.4"
    said = installed.houseway(*command)
    assert "no card has been exposed" in " ".join(said.split())
    assert "Reading MB9" in said
    evidence = installed.data(*command)
    assert all(each.startswith("tests/") for each in evidence["spoke"])
    assert evidence["spoke"]
    assert evidence["spoke"][0] in said


@pytest.fixture(scope="module")
def served(installed: Installed) -> Installed:
    """A clone after `make serve`, which was stopped."""
    shutil.copytree(ROOT / "examples", installed.folder / "examples")
    installed.install("serve")
    with installed.serving():
        return installed


def test_a_dispute_is_settled_as_shown(served: Installed) -> None:
    ((record, shown),) = DISPUTE
    assert (ROOT / DISPUTED).read_text(encoding="utf-8") == record
    settled = [line.rstrip() for line in served.houseway("settle", DISPUTED).splitlines()]
    assert shown.splitlines() == [line for line in settled if line]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_works_after_make_serve_and_what_readme_installs_beside(
    served: Installed, words: list[str]
) -> None:
    command = [str(Path(served.python).parent / "houseway"), *words]
    done = subprocess.run(
        command, cwd=served.folder, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        lacking = re.search(r"pip install 'houseway\[(\w+)\]'$", done.stderr.strip())
        assert lacking, done.stderr
        assert lacking[1] in ADDED
    assert done.stdout or done.returncode
