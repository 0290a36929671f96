"""The command line as a person uses it."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from houseway.cli import _VERBS, main
from houseway.games import slugs
from houseway.version import __version__
from tests.cli.running import houseway

RECORD = """
document = "mini-baccarat"

[[rounds]]
steps = '''
    Ana wagers 100 on banker
    deal 2h 9c Kd Ks
'''

[[rounds.expect]]
patron = "Ana"
wager = "banker"
result = "won"
paid = 95
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "dispute.hwr"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_the_version_is_told() -> None:
    assert houseway("--version").stdout.strip() == __version__


@pytest.mark.parametrize("words", [("--help",), ("-h",), ()])
def test_help_has_an_example_for_every_verb(words: tuple[str, ...]) -> None:
    told = " ".join(houseway(*words).stdout.split())
    for verb, _, does, example in _VERBS:
        assert f"{verb} {does} Example: houseway {example}" in told, verb


@pytest.mark.parametrize("word", ["--help", "--version"])
def test_help_and_version_import_nothing_that_is_slow_to_import(word: str) -> None:
    asked = (
        "import sys; sys.argv = ['houseway', sys.argv[1]]\n"
        "from houseway.cli import main\n"
        "try: main()\n"
        "except SystemExit: print(sorted({name.split('.')[0] for name in sys.modules}))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", asked, word], capture_output=True, encoding="utf-8"
    )
    imported = told.stdout.splitlines()[-1]
    assert "'houseway'" in imported
    for slow in ("cyclopts", "rich", "msgspec", "numpy", "numba", "apsw", "litestar"):
        assert f"'{slow}'" not in imported, slow


def test_a_terminal_shows_a_question_mark_for_a_sign_that_it_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = TextIOWrapper(BytesIO(), encoding="latin-1", write_through=True)
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setattr("houseway.cli._answer", lambda given: terminal.write("9♥ won £5"))
    with pytest.raises(SystemExit):
        main()
    assert terminal.buffer.getvalue() == b"9? won \xa35"


def test_a_verb_that_is_none_is_refused() -> None:
    done = houseway("shuffle")
    assert done.returncode != 0
    assert "shuffle" in done.stdout + done.stderr


def test_settle_prints_every_wager_with_its_clauses(record: Path) -> None:
    """Mini Baccarat 8.4(a) and 8.8(b), in money and in chips."""
    done = houseway("settle", str(record))
    assert done.returncode == 0
    told = " ".join(done.stdout.split())
    assert "Ana banker 100.00 won 95.00" in told
    assert "3 x $25" in told
    assert "8.4(a), 8.8(b)" in told


def test_settle_explains_what_was_tried_and_set_aside(record: Path) -> None:
    """Mini Baccarat 6.4: Banker's natural nine ends the round."""
    told = " ".join(houseway("settle", str(record), "--explain").stdout.split())
    assert "Mini Baccarat 6.4: Player 2, Banker 9 on two cards (applies)" in told
    assert "open betting (goes without saying)" in told


def test_settle_gives_json(record: Path) -> None:
    settled = json.loads(houseway("settle", str(record), "--json").stdout)
    line = settled["rounds"][0]["settlements"][0]
    assert (line["paid"], line["returned"]) == ("95.00", "100.00")
    assert line["clauses"] == ["Mini Baccarat 8.4(a)", "Mini Baccarat 8.8(b)"]


def test_a_difference_from_what_the_record_expects_is_status_one(record: Path) -> None:
    record.write_text(RECORD.replace("paid = 95", "paid = 100"), encoding="utf-8")
    done = houseway("settle", str(record))
    assert done.returncode == 1
    assert "paid is 95.00, not 100" in done.stderr


def test_a_record_that_cannot_be_read_is_status_two(record: Path) -> None:
    record.write_text(RECORD.replace("deal 2h", "deal 2x"), encoding="utf-8")
    done = houseway("settle", str(record))
    assert done.returncode == 2
    assert "line 7" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b""])
def test_a_file_that_is_no_record_is_status_two(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "none.hwr"
    path.write_bytes(content)
    done = houseway("settle", str(path))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_missing_file_is_status_two() -> None:
    done = houseway("settle", "nowhere.hwr")
    assert done.returncode == 2
    assert "nowhere.hwr" in done.stderr


@pytest.mark.parametrize("slug", list(slugs()))
def test_without_a_terminal_practice_patrons_play_a_few_rounds(slug: str) -> None:
    done = houseway("play", slug)
    assert done.returncode == 0, done.stderr
    assert "Round 3" in done.stdout


def test_play_says_what_it_does_not_know() -> None:
    done = houseway("play", "snap")
    assert done.returncode == 2
    assert "snap is not a game" in done.stderr
    done = houseway("play", "mini-baccarat", "--option", "pairs=dragon")
    assert done.returncode == 2
    assert "pairs" in done.stderr


@pytest.mark.parametrize("slug", list(slugs()))
def test_games_shows_wagers_odds_options_and_the_sign(slug: str) -> None:
    shown = json.loads(houseway("games", slug, "--json").stdout)
    assert shown["wagers"]
    assert all(line["clause"].startswith(shown["title"]) for line in shown["wagers"])
    assert slug in houseway("games").stdout
    sign = json.loads(houseway("games", slug, "--sign", "--json").stdout)
    assert sign["sign"]


def test_games_lists_every_step_with_who_may_take_it() -> None:
    """Mini Baccarat 12.4: the void is a supervisor's, and above."""
    shown = json.loads(houseway("games", "mini-baccarat", "--steps", "--json").stdout)
    void = next(each for each in shown["steps"] if each["step"] == "authorise the void")
    assert void["clause"] == "Mini Baccarat 12.4"
    assert "supervisor" in void["by"]
    assert "dealer" not in void["by"]
    assert "authorise the void" in houseway("games", "mini-baccarat", "--steps").stdout


def test_the_sign_follows_the_options() -> None:
    """Mini Baccarat 9.3: the pairs option is on the sign when it is on the table."""
    plain = houseway("games", "mini-baccarat", "--sign").stdout
    pairs = houseway("games", "mini-baccarat", "--sign", "--option", "pairs=canberra").stdout
    assert "canberra pairs" not in plain
    assert "canberra pairs" in pairs
