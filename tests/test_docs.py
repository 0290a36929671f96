"""The documents tell the truth: their examples work, their commands exist."""

from __future__ import annotations

import json
import re
import runpy
import secrets
import shlex
import tomllib
from pathlib import Path
from random import Random

import pytest

from houseway.analysis.report import read_what_if, what_if
from houseway.cli import app
from houseway.cli.promotion import app as promotion_app
from houseway.cli.tournament import app as tournament_app
from houseway.games import game
from houseway.records.hwr import read_record
from houseway.records.settlement import play_record
from houseway.records.termsfile import read_conditions
from houseway.records.tournamentfile import read_tournament
from houseway.tournament.terms import contradiction, missing
from tests.audit import LOCKS
from tests.cli.running import houseway

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    (page.name, text)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for text in re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
]


WHAT_IFS = [(page, text) for page, text in EXAMPLES if text.startswith("game = ")]
TICKETS = [(page, text) for page, text in EXAMPLES if text.startswith("[[entry]]")]
TOURNAMENTS = [(page, text) for page, text in EXAMPLES if "[[stage]]" in text]
PRIZES = [(page, text) for page, text in EXAMPLES if text.startswith("[[prize]]")]
OTHERS = (*WHAT_IFS, *TICKETS, *TOURNAMENTS, *PRIZES)
RECORDS = [example for example in EXAMPLES if example not in OTHERS]


@pytest.mark.parametrize(("page", "text"), RECORDS)
def test_every_record_in_the_documents_plays_as_it_says(page: str, text: str) -> None:
    assert play_record(read_record(text)).problems == []


@pytest.mark.parametrize(("page", "text"), WHAT_IFS)
def test_every_what_if_in_the_documents_changes_figures(page: str, text: str) -> None:
    asked = read_what_if(text)
    assert what_if(asked.game, asked).moved


@pytest.mark.parametrize(("page", "text"), PRIZES)
def test_every_prize_in_the_documents_answers_the_five_questions(page: str, text: str) -> None:
    (prize,) = read_conditions(text).prizes
    assert set(prize.contains.values()) == {False}
    assert len(prize.contains) == 5


@pytest.mark.parametrize(("page", "text"), TICKETS)
def test_every_rule_for_tickets_in_the_documents_can_be_read(page: str, text: str) -> None:
    (rule,) = read_conditions(text).entry_rules
    assert (rule.event, rule.wager) == ("WagerPaid", "super 7's")


@pytest.mark.parametrize(("page", "text"), TOURNAMENTS)
def test_every_tournament_in_the_documents_lacks_nothing(page: str, text: str) -> None:
    found = read_tournament(text)
    rules = game(found.document).tournament
    assert rules is not None
    assert missing(rules, found.conditions) == []
    assert contradiction(rules, found.conditions) is None


def test_every_verb_of_tournaments_in_the_documents_exists() -> None:
    named = set(
        re.findall(
            r"houseway tournament ([a-z-]+)",
            (ROOT / "docs/tournaments.md").read_text(encoding="utf-8"),
        )
    )
    assert len(named) > 15
    assert named <= set(tournament_app)


LIST = "person,name,paid,form,agreement\n"
WRONG = (
    LIST
    + """licence 4711,Ana,27.50,f1,signed
licence 4712,Ben,27.50,f2,signed
licence 4713,Chen,25,f3,signed
licence 4711,Anna,27.50,f4,signed
"""
)
RIGHT = (
    LIST
    + """licence 4711,Ana,27.50,f1,signed
licence 4712,Ben,27.50,f2,signed
licence 4713,Chen,27.50,f3,signed
licence 4714,Hana,27.50,f4,signed
licence 4715,Eli,27.50,f5,signed
"""
)
SEATED = 8  # a seed by which Ana and Ben are drawn for one table, the others for the other


def test_the_tournament_of_the_page_runs_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tournament Blackjack 19.20: five fees of 27.50 less 2.75, and 100, make a pool of 223.75."""
    chance, lists = Random(SEATED), iter((WRONG, RIGHT))
    monkeypatch.setattr(secrets, "token_hex", lambda count=32: chance.randbytes(count).hex())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spring.toml").write_text(TOURNAMENTS[0][1], encoding="utf-8")
    page = (ROOT / "docs/tournaments.md").read_text(encoding="utf-8").partition("## Conditions")[2]
    for step in re.findall(r"^\$ houseway (.*\n(?:(?!\$|```).*\n)*)", page, re.MULTILINE):
        line, *shown = step.splitlines()
        if "entries.csv" in line:
            (tmp_path / "entries.csv").write_text(next(lists), encoding="utf-8")
        answer = houseway(*shlex.split(line))
        printed = (answer.stdout + answer.stderr).splitlines()
        assert [each for each in shown if each not in printed] == [], (line, printed)
        assert (answer.returncode == 0) == ("Refused" not in step and "wrong" not in step), line
    assert next(lists, None) is None


NOT_NOW = ("houseway = 1", "houseway draw 1", "houseway promotion commit")  # no commands


def commands_named() -> set[tuple[str, str]]:
    """Every `houseway ...` of a page, in a line of an example or within a sentence."""
    found = set()
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        text = page.read_text(encoding="utf-8")
        within = re.findall(r"`(houseway [^`]*)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
        lines = re.findall(r"^(?:\$ )?(houseway .*?)(?:  +#.*)?$", text, re.MULTILINE)
        found |= {(page.name, each) for each in within + lines if not each.startswith(NOT_NOW)}
    return found


def test_every_command_named_in_the_documents_exists_with_its_options() -> None:
    named = commands_named()
    assert len(named) > 150
    wrong = [each for each in sorted(named) if not _exists(each[1].split()[1:])]
    assert wrong == []


def _exists(words: list[str]) -> bool:
    verb = app
    while words and not words[0].startswith("-") and words[0] in set(verb):
        verb = verb[words.pop(0)]
    if verb.default_command is None:
        return verb is not app or words[0] in {"--help", "--version", "--install-completion"}
    known = {name for each in verb.assemble_argument_collection() for name in each.names}
    given = {each.partition("=")[0] for each in words if each.startswith("--")}
    return given <= known | {"--help"}


def test_no_page_installs_houseway_by_a_name_that_anybody_may_register() -> None:
    """Until it is on an index, it is installed from a clone: by a path, with extras that exist."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pages = [
        ROOT / "README.md",
        *(ROOT / "docs").glob("*.md"),
        *ROOT.glob("examples/notebooks/*.*"),
    ]
    told = [
        (page.name, each)
        for page in pages
        for each in re.findall(r"pip install ([^`\n]*)", page.read_text(encoding="utf-8"))
    ]
    by_name = {page for page, each in told if re.search(r"(?<![\w/.])houseway\b", each)}
    assert by_name == {"install.md", "troubleshooting.md"}  # what a message means, once installed
    named = [each for _, words in told for each in re.findall(r"[.\w]\[([a-z,]+)\]", words)]
    extras = {extra for each in named for extra in each.split(",")}
    assert {"serve", "analysis"} <= extras <= set(project["optional-dependencies"])


FOLDERS = ("", "src", "src/houseway", "src/houseway/analysis", "src/houseway/service")


def test_every_file_named_in_the_documents_exists() -> None:
    named = [
        (page.name, path)
        for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
        for path in re.findall(
            r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|md|tsv|toml|js))`", page.read_text(encoding="utf-8")
        )
    ]
    assert len(named) > 100
    wrong = [
        each for each in named if not any((ROOT / part / each[1]).exists() for part in FOLDERS)
    ]
    assert wrong == []


def test_the_python_of_the_tournaments_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs/tournaments.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "code.py").write_text(code, encoding="utf-8")
    (tmp_path / "spring.toml").write_text(TOURNAMENTS[0][1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path("code.py")
    assert capsys.readouterr().out.startswith("Tournament Blackjack\n{'behind'")


def test_the_python_of_the_promotions_page_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Casino War 14.7: its eleven terms and the public value (A-35) are missing at first."""
    (code,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs/promotions.md").read_text(encoding="utf-8"), re.DOTALL
    )
    (tmp_path / "code.py").write_text(code, encoding="utf-8")
    runpy.run_path(str(tmp_path / "code.py"))
    told = capsys.readouterr().out
    assert told == "12 Casino War 14.7.1\nconditions_incomplete Casino War 14.7\n"


def test_every_verb_of_promotions_in_the_documents_exists() -> None:
    page = (ROOT / "docs/promotions.md").read_text(encoding="utf-8")
    named = set(re.findall(r"houseway promotion ([a-z-]+)", page))
    assert len(named) > 8
    assert named <= set(promotion_app)


def test_there_are_examples() -> None:
    assert len(RECORDS) >= 3
    assert WHAT_IFS
    assert TOURNAMENTS


def test_every_make_target_named_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for named in re.findall(
            r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert named in targets, f"{page.name}: make {named}"


@pytest.mark.parametrize("name", [*LOCKS])
def test_a_lock_names_versions_and_hashes_only(name: str) -> None:
    """No address and no path: the same lock works wherever packages come from."""
    lock = (ROOT / name).read_text(encoding="utf-8")
    for line in lock.splitlines():
        assert re.fullmatch(
            r"[A-Za-z0-9._-]+==\S+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line
        )


def test_the_lock_of_the_scripts_names_versions_and_hashes_only() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    packages = [each for path, each in lock["packages"].items() if path]
    assert packages
    for each in packages:
        assert "resolved" not in each
        assert each["integrity"].startswith("sha512-")
