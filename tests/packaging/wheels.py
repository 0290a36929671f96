"""Build the package as a release does, install it outside the repository, and use it.

`make wheels` does this on every Python from 3.11 to 3.14 that is here, and once more with the
oldest version of each dependency that pyproject.toml allows.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import ProxyHandler, build_opener

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
RECORD = """document = "mini-baccarat"

[[rounds]]
steps = '''
    Ana wagers 100 on banker
    Ben wagers 10 on tie
    deal 2h 6c 3d Ks 9h
'''
"""
ANSWERED = ("spoke", "broken", "shown")
PUBLISHED = {"banker": 1.06, "player": 1.24, "tie": 14.36}  # percent, eight decks, 8 to 1, 5%
_open = build_opener(ProxyHandler({})).open


def build(folder: Path, source: Path = ROOT) -> Path:
    """Build an sdist of the source and a wheel from that sdist; return the wheel."""
    sdist = _built("sdist", source, folder)
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # from Python 3.11.4 on
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder)  # noqa: S202 - we have made it ourselves
    return _built("wheel", folder / sdist.name.removesuffix(".tar.gz"), folder)


def _built(target: str, source: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    ran(command, source)
    (made,) = folder.glob({"sdist": "*.tar.gz", "wheel": "*.whl"}[target])
    return made


def ran(command: list[str], folder: Path, **variables: str) -> str:
    """Return what a command prints, run in a folder with nothing of the repository in reach."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=folder, env=kept | variables, capture_output=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")
    return done.stdout


class Installed:
    """An environment outside the repository with the wheel in it."""

    def __init__(self, folder: Path, python: str, wheel: Path) -> None:
        self.folder, self.wheel = folder, wheel
        self.environment = folder / "environment"
        self._uv("venv", "-q", "--python", python, str(self.environment))

    def install(self, *extras: str, options: tuple[str, ...] = ()) -> None:
        """Install the wheel with its dependencies, by default at the locked versions."""
        wanted = f"houseway[{','.join(extras)}] @ {self.wheel.as_uri()}"
        chosen = options or ("-c", str(ROOT / "requirements.lock"))
        self._uv("pip", "install", "-q", *chosen, wanted)

    def _uv(self, *words: str) -> None:
        """With uv's own certificates or, where those do not do, the system's."""
        uv = [shutil.which("uv", path=str(Path(sys.executable).parent)) or "uv"]
        try:
            ran([*uv, *words], self.folder, VIRTUAL_ENV=str(self.environment))
        except RuntimeError:
            ran([*uv, "--system-certs", *words], self.folder, VIRTUAL_ENV=str(self.environment))

    def houseway(self, *words: str) -> str:
        return ran([self._command, *words], self.folder, XDG_CACHE_HOME=str(self.folder / "cache"))

    def data(self, *words: str) -> Any:
        return json.loads(self.houseway(*words, "--json"))

    @property
    def _command(self) -> str:
        return str(self.environment / "bin" / "houseway")

    @property
    def packages(self) -> dict[str, str]:
        """Name and version of every package but our own."""
        infos = self._library.glob("*.dist-info")
        pairs = (each.name.removesuffix(".dist-info").split("-") for each in infos)
        return {name: version for name, version in pairs if name != "houseway"}

    @property
    def megabytes(self) -> float:
        """What was installed, without the bytecode that Python adds."""
        files = (each for each in self._library.rglob("*") if each.is_file())
        return sum(each.stat().st_size for each in files if each.suffix != ".pyc") / 1e6

    @property
    def _library(self) -> Path:
        (library,) = self.environment.glob("lib/python*/site-packages")
        return library

    @property
    def python(self) -> str:
        return str(self.environment / "bin" / "python")

    @contextmanager
    def serving(self) -> Iterator[House]:
        """Serve a demonstration."""
        command = [self._command, "serve", "--port", "0", "--folder", "house"]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
        ) as serving:
            try:
                assert serving.stdout is not None
                yield _house(serving.stdout)
            finally:
                serving.terminate()

    def pages(self, *paths: str) -> Iterator[str]:
        """Serve a demonstration and return each page; its scripts must come too."""
        with self.serving() as house:
            yield from (_page(house.address, path) for path in paths)


class House(NamedTuple):
    """A served demonstration: where it is, and the path of its one-time link."""

    address: str
    link: str


def _house(printed: Iterable[str]) -> House:
    """Read what `houseway serve` prints until it is open."""
    for line in printed:
        if opened := re.search(r"the house is open at (\S+)(/demo/\S+)", line):
            return House(opened[1], opened[2])
    raise RuntimeError("houseway serve ended before the house was open")


def _page(address: str, path: str) -> str:
    with _open(address + path, timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    for script in re.findall(r'<script src="([^"]+)"', text):
        with _open(address + script, timeout=PATIENCE) as answer:
            assert answer.read(), script
    return text


def check_base(installed: Installed) -> None:
    """Read a clause and the coverage, count an edge, and settle, without any extra."""
    clause = installed.data("rules", "mini-baccarat", "7.3")
    assert clause["broken"], "no test turns red when clause 7.3 is broken"
    for document in installed.data("rules", "coverage")["documents"]:
        counts = [sum(row[key] for key in ANSWERED) for row in document["treatments"].values()]
        assert sum(counts) == document["clauses"], document["title"]
    wagers = installed.data("edge", "mini-baccarat")["wagers"]
    edges = {name: round(100 * float(wagers[name]["edge"]), 2) for name in PUBLISHED}
    assert edges == PUBLISHED, edges
    (installed.folder / "dispute.hwr").write_text(RECORD, encoding="utf-8")
    settled = installed.houseway("settle", "dispute.hwr")
    assert "95.00" in settled, settled


def check_simulation(installed: Installed) -> None:
    """Compile a kernel and deal with it."""
    assert installed.data("simulate", "mini-baccarat", "--rounds", "20000")


def check_pages(installed: Installed) -> None:
    """Open a sign-in page and a clause in a browser's place."""
    sign_in, clause = installed.pages("/sign-in", "/rules/mini-baccarat/7.3")
    assert "password" in sign_in
    assert "7.3" in clause


def pythons() -> Iterator[str]:
    """Return every Python of the supported versions that runs here."""
    roots = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in PYTHONS:
        on_path = shutil.which(f"python{version}")
        others = sorted(str(each) for each in roots.glob(f"{version}.*/bin/python"))
        found = [each for each in (on_path, *others) if each and _runs(each, version)]
        yield from found[:1]


def _runs(python: str, version: str) -> bool:
    command = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.strip() == version


def main() -> int:
    """Build once, then install and use the wheel on each Python and with the oldest versions."""
    with tempfile.TemporaryDirectory() as scratch:
        wheel = build(Path(scratch))
        found = list(pythons())
        newest = [(python, ("--upgrade",), "newest versions") for python in found]
        oldest = [(found[0], ("--resolution", "lowest-direct"), "oldest versions")]
        for number, (python, options, words) in enumerate([*newest, *oldest]):
            folder = Path(scratch) / str(number)
            folder.mkdir()
            installed = Installed(folder, python, wheel)
            installed.install("serve", "analysis", options=options)
            check_base(installed)
            check_pages(installed)
            check_simulation(installed)
            print(f"{python}, {words}: {len(installed.packages)} packages, all checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
