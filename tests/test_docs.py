"""The documents tell the truth: their examples work, their commands exist."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from houseway.analysis.what_if import read_what_if, what_if
from houseway.cli.promotion import app as promotion_app
from houseway.cli.tournament import app as tournament_app
from houseway.games import game
from houseway.records.hwr import read_record
from houseway.records.settlement import play_record
from houseway.records.termsfile import read_conditions
from houseway.records.tournamentfile import read_tournament
from houseway.tournament.completeness import contradiction, missing
from tests.audit import LOCKS

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    (page.name, text)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for text in re.findall(r"```toml\n(.*?)```", page.read_text(), re.DOTALL)
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
        re.findall(r"houseway tournament ([a-z-]+)", (ROOT / "docs/tournaments.md").read_text())
    )
    assert len(named) > 15
    assert named <= set(tournament_app)


def test_the_python_of_the_tournaments_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs/tournaments.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "code.py").write_text(code)
    (tmp_path / "spring.toml").write_text(TOURNAMENTS[0][1])
    monkeypatch.chdir(tmp_path)
    runpy.run_path("code.py")
    assert capsys.readouterr().out.startswith("Tournament Blackjack\n{'behind'")


def test_the_python_of_the_promotions_page_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Casino War 14.7: its eleven terms and the public value (A-35) are missing at first."""
    (code,) = re.findall(
        r"```python\n(.*?)```", (ROOT / "docs/promotions.md").read_text(), re.DOTALL
    )
    (tmp_path / "code.py").write_text(code)
    runpy.run_path(str(tmp_path / "code.py"))
    told = capsys.readouterr().out
    assert told == "12 Casino War 14.7.1\nconditions_incomplete Casino War 14.7\n"


def test_every_verb_of_promotions_in_the_documents_exists() -> None:
    page = (ROOT / "docs/promotions.md").read_text()
    named = set(re.findall(r"houseway promotion ([a-z-]+)", page))
    assert len(named) > 8
    assert named <= set(promotion_app)


def test_there_are_examples() -> None:
    assert len(RECORDS) >= 3
    assert WHAT_IFS
    assert TOURNAMENTS


def test_every_make_target_named_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for named in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(), re.MULTILINE):
            assert named in targets, f"{page.name}: make {named}"


@pytest.mark.parametrize("name", [*LOCKS])
def test_a_lock_names_versions_and_hashes_only(name: str) -> None:
    """No address and no path: the same lock works wherever packages come from."""
    lock = (ROOT / name).read_text()
    for line in lock.splitlines():
        assert re.fullmatch(
            r"[A-Za-z0-9._-]+==\S+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line
        )


def test_the_lock_of_the_scripts_names_versions_and_hashes_only() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())
    packages = [each for path, each in lock["packages"].items() if path]
    assert packages
    for each in packages:
        assert "resolved" not in each
        assert each["integrity"].startswith("sha512-")
