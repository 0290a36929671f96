"""`make` in a checkout: which Python it takes, what it makes again, and what it says is missing.

Python, pip, uv and houseway are stand-ins that do as little as they can, so nothing is downloaded.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.wheels import ROOT

# A Python of another version; `-m venv` lays out an environment with stand-ins in it. As with pip
# and uv, the first line of what is installed names the folder of the environment.
STAND_IN = f"""#!{sys.executable} -IS
import pathlib, shutil, sys
version, lacks, words = {{version!r}}, {{lacks!r}}, sys.argv[1:]
if words == ["--version"]:
    print("Python", version)
elif words[0] == "-c":
    sys.version, sys.base_prefix = version, "/opt/python" + version
    sys.version_info = tuple(map(int, version.split(".")))
    exec(words[1])
elif words[:2] == ["-m", "venv"]:
    environment = pathlib.Path(words[-1]).absolute()
    shutil.rmtree(environment, ignore_errors=True)
    (environment / "bin").mkdir(parents=True)
    shutil.copy(__file__, environment / "bin" / "python")
    for name in ["houseway", "uv"] + ["pip"] * ("--without-pip" not in words):
        script = environment / "bin" / name
        script.write_text("#!/bin/sh\\ntest -e '%s' && echo %s $*" % (environment, name))
        script.chmod(0o755)
    if "ensurepip" in lacks and "--without-pip" not in words:
        (environment / "bin" / "pip").unlink()
        sys.exit(print("The virtual environment was not created successfully") or 1)
elif words[:2] == ["-m", "pip"]:
    sys.exit("pip" in lacks)
"""
TOOLS = ("sh", "cat", "grep", "ls", "make", "mkdir", "rm", "sed", "test", "touch")
OPTIONS_OF_381 = "bBCdefhiIjklnNopqrRsStvwW"
LATER_THAN_381 = r"""(?x)
    ^\S+ \s* (!=|::=) | ^(override\s+)?define\s+\S+\s*[:?+]?= | ^(undefine|private|load)\s | &:
    | \$[({](file|guile|let|intcmp|\.SHELLSTATUS) | \.(ONESHELL|RECIPEPREFIX|WAIT|EXTRA_PREREQS)
"""


class Checkout:
    """A folder with what `make` reads, on a machine that has only what the tests put there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.programs = folder / "checkout", folder / "programs"
        for each in (self.folder, self.programs):
            each.mkdir()
        for name in ("Makefile", "pyproject.toml", "serve.lock", "requirements.lock"):
            shutil.copy(ROOT / name, self.folder)
        for name in TOOLS:
            (self.programs / name).symlink_to(shutil.which(name) or "")

    def program(self, name: str, text: str) -> str:
        path = self.programs / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return name

    def python(self, version: str, *, name: str = "", lacks: tuple[str, ...] = ()) -> str:
        name = name or f"python{version.rpartition('.')[0]}"
        return self.program(name, STAND_IN.format(version=version, lacks=lacks))

    def make(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", *words], cwd=self.folder, env={"PATH": str(self.programs), **variables},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False,
        )  # fmt: skip

    def plays(self, *words: str, **variables: str) -> bool:
        done = self.make("play", *words, **variables)
        return done.returncode == 0 and done.stdout.splitlines()[-1].startswith("houseway play")

    @property
    def runs(self) -> str:
        """The version of the environment."""
        command = [str(self.folder / ".venv" / "bin" / "python"), "--version"]
        return subprocess.run(command, capture_output=True, encoding="utf-8").stdout.split()[1]

    @property
    def files(self) -> set[str]:
        return {each.name for each in self.folder.iterdir()}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.parametrize("version", ["3.10.13", "2.7.18"])
def test_an_old_python_is_refused_and_nothing_is_left_behind(
    checkout: Checkout, version: str
) -> None:
    before, old = checkout.files, checkout.python(version)
    done = checkout.make("serve", f"PYTHON={old}")
    assert done.returncode
    assert done.stdout.startswith(
        f"Houseway needs Python 3.11 or later, and {old} is Python {version}. With another:"
        " make serve PYTHON=python3.12\n"
    )
    assert checkout.files == before


def test_a_python_that_is_not_there_is_named(checkout: Checkout) -> None:
    done = checkout.make("serve", "PYTHON=python3.99")
    assert done.stdout.startswith(
        "Houseway needs Python 3.11 or later, and python3.99 is not here. "
    )


def test_the_python_that_is_asked_for_is_taken_whatever_was_there(checkout: Checkout) -> None:
    checkout.python("3.11.2", name="python3")
    older, newer, old = (checkout.python(each) for each in ("3.12.1", "3.13.0", "3.10.13"))
    assert checkout.plays()
    assert checkout.runs == "3.11.2"
    assert checkout.plays(f"PYTHON={newer}")
    assert checkout.runs == "3.13.0"
    assert checkout.plays(PYTHON=older)
    assert checkout.runs == "3.12.1"
    assert not checkout.plays(f"PYTHON={old}")
    assert checkout.plays()
    assert checkout.runs == "3.12.1"


def test_what_is_set_up_already_stays(checkout: Checkout) -> None:
    newer = checkout.python("3.13.0")
    assert checkout.plays(f"PYTHON={newer}")
    assert checkout.make("play", f"PYTHON={newer}").stdout == "houseway play\n"


def test_a_renamed_checkout_starts(checkout: Checkout) -> None:
    checkout.python("3.12.1", name="python3")
    assert checkout.plays()
    checkout.folder = checkout.folder.rename(checkout.folder.with_name("renamed [ä] checkout"))
    assert checkout.plays()
    assert checkout.make("play").stdout == "houseway play\n"


def test_a_set_up_that_was_cut_short_is_begun_again(checkout: Checkout) -> None:
    checkout.python("3.12.1", name="python3")
    (checkout.folder / ".venv" / "bin").mkdir(parents=True)
    (checkout.folder / ".venv" / "bin" / "python").touch(mode=0o755)
    assert checkout.plays()


def test_a_python_without_ensurepip_prints_no_noise(checkout: Checkout) -> None:
    """So it is on Debian, where the pip of the system does the same."""
    checkout.python("3.11.2", name="python3", lacks=("ensurepip",))
    assert "not created" not in checkout.make("play").stdout
    assert checkout.plays()


def test_a_python_without_any_pip_says_what_installs_it(checkout: Checkout) -> None:
    checkout.python("3.11.2", name="python3", lacks=("ensurepip", "pip"))
    before, done = checkout.files, checkout.make("play")
    assert "python3 lacks pip: sudo apt-get install python3-venv" in done.stdout
    assert checkout.files == before


def test_another_game_is_played_as_readme_says(checkout: Checkout) -> None:
    checkout.python("3.12.1", name="python3")
    assert checkout.plays()
    assert checkout.make("play", "ARGS=casino-war").stdout == "houseway play casino-war\n"


@pytest.mark.parametrize(
    ("there", "lacking"),
    [
        ((), "postgresql chromium"),
        (("initdb",), "chromium"),
        (("chromium",), "postgresql"),
    ],
)
def test_programs_that_the_tests_lack_are_named_together_and_first(
    checkout: Checkout, there: tuple[str, ...], lacking: str
) -> None:
    for name in there:
        checkout.program(name, "#!/bin/sh\n")
    checkout.program("apt-get", "#!/bin/sh\nexit 100\n")  # as for anybody but root
    done = checkout.make("test", "POSTGRES=/nowhere")
    assert f"the tests need: {lacking}; sudo apt-get install {lacking}\n" in done.stdout
    assert ".venv" not in checkout.files


def test_make_is_asked_for_nothing_that_version_381_lacks(checkout: Checkout) -> None:
    """macOS brings GNU make 3.81. `make -n` runs the lines that run make again."""
    checkout.python("3.12.1", name="python3")
    make = shutil.which("make")
    checkout.program("make-3.81", f'#!/bin/sh\necho asked: "$@"\nexec {make} "$@"\n')
    for each in ("initdb", "chromium"):
        checkout.program(each, "#!/bin/sh\n")
    done = checkout.make("-n", "check", "test", "MAKE=make-3.81", "SCRIPTS=", "SCRATCH=")
    asked = re.findall(r"^asked: (.*)", done.stdout, re.MULTILINE)
    assert len(asked) > 1
    options = " ".join(asked).replace("--no-print-directory", "").split()
    assert not [each for each in options if each.startswith("-") and each[1] not in OPTIONS_OF_381]
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert not re.search(LATER_THAN_381, text, re.MULTILINE)
