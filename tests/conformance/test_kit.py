"""A kit is made from a seed, and what another program answers is compared clause by clause."""

from __future__ import annotations

import gzip
import io
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pypdf import PdfReader

from houseway.conformance.cases import LEVELS, ROUND_LEVELS, BadKit, Level
from houseway.conformance.checking import CheckReport, check
from houseway.conformance.files import answers_path, cases_path, make_kit, read_cases
from houseway.conformance.making import TOGETHER, make
from houseway.conformance.playing import answered_by
from houseway.conformance.report import as_data, page, report_pdf, summary
from houseway.conformance.stream_cases import has_level
from houseway.games import game, slugs

GAME, ROUNDS = "mini-baccarat", 150
HERE = tuple(level for level in LEVELS if has_level(game(GAME), level))
ADAPTERS = Path(__file__).parents[2] / "examples" / "conformance"


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("conformance") / "kit"
    make_kit(folder, (GAME,), rounds=ROUNDS)
    return folder


def lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path) as file:
        yield from map(msgspec.json.decode, file)


def answers(kit: Path, folder: Path, change: Any) -> Path:
    """The rules' own answers as another program might give them, changed."""
    for level in HERE:
        written = [change(each) for each in lines(answers_path(kit, GAME, level))]
        path = folder / f"{GAME}.{level}.answers.jsonl"
        path.write_bytes(b"\n".join(map(msgspec.json.encode, written)))
    return folder


def test_one_seed_gives_one_kit(kit: Path, tmp_path: Path) -> None:
    make_kit(tmp_path / "again", (GAME,), rounds=ROUNDS)
    make_kit(tmp_path / "other", (GAME,), rounds=ROUNDS, seed="2", levels=("settle",))
    for level in HERE:
        for place in (cases_path, answers_path):
            assert place(kit, GAME, level).read_bytes() == (
                place(tmp_path / "again", GAME, level).read_bytes()
            )
    other = cases_path(tmp_path / "other", GAME, "settle").read_bytes()
    assert other != cases_path(kit, GAME, "settle").read_bytes()


def test_two_workers_make_the_kit_of_one(kit: Path, tmp_path: Path) -> None:
    make_kit(tmp_path, (GAME,), rounds=ROUNDS, workers=2)

    files = sorted(each.name for each in kit.iterdir())
    assert len(files) == 1 + 2 * len(HERE)
    for name in files:
        assert (tmp_path / name).read_bytes() == (kit / name).read_bytes()


@pytest.mark.parametrize("level", ROUND_LEVELS)
@pytest.mark.parametrize("slug", slugs())
def test_a_case_is_the_same_alone_and_unlike_its_neighbours(slug: str, level: Level) -> None:
    """Several cases begin alike; each can still be made by its number, and goes its own way."""
    together = list(make(game(slug), level, seed="3", numbers=range(1, 2 * TOGETHER + 1)))
    for number in (1, TOGETHER, TOGETHER + 2):
        assert list(make(game(slug), level, seed="3", numbers=[number])) == [together[number - 1]]
    steps = {msgspec.json.encode((each.case.options, each.case.steps)) for each in together}
    assert len(steps) >= len(together) - 1


def test_every_case_names_its_edition_and_no_answer(kit: Path) -> None:
    for level in HERE:
        for case in lines(cases_path(kit, GAME, level)):
            assert case["hash"] == game(GAME).cite.content_hash
            assert "result" not in case
            assert not any("result" in each for each in case.get("wagers", ()))


@pytest.mark.share(3)
@pytest.mark.parametrize("slug", slugs())
def test_a_case_read_back_is_answered_as_when_it_was_made(slug: str, tmp_path: Path) -> None:
    make_kit(tmp_path, (slug,), rounds=12)
    for level in (each for each in LEVELS if has_level(game(slug), each)):
        written = list(lines(answers_path(tmp_path, slug, level)))
        for case, answer in zip(read_cases(tmp_path, slug, level), written, strict=True):
            assert msgspec.json.decode(msgspec.json.encode(answered_by(game(slug), case))) == answer


def test_a_settle_case_has_only_steps_that_the_rules_accept(kit: Path) -> None:
    played = [each for each in lines(answers_path(kit, GAME, "settle")) if each.get("wagers")]
    assert len(played) == ROUNDS


def test_procedure_and_irregularities_have_refusals(kit: Path) -> None:
    for level in ROUND_LEVELS[1:]:
        steps = [step for each in lines(answers_path(kit, GAME, level)) for step in each["steps"]]
        assert sum(bool(step["refused"]) for step in steps) > ROUNDS // 4
        assert all(step["next"] and step["who"] for step in steps)


def test_the_rules_conform_to_themselves(kit: Path, tmp_path: Path) -> None:
    report = check(kit, answers=answers(kit, tmp_path, lambda answer: answer))
    assert report.conforms
    assert [each.level for each in report.comparisons] == list(HERE)
    assert all(each.agreed == each.cases > 0 for each in report.comparisons)
    assert all(each.cases >= ROUNDS for each in report.comparisons[: len(ROUND_LEVELS)])


def flipped_pairs(answer: dict[str, Any]) -> dict[str, Any]:
    """A program whose player pairs are wrong where Player has a third card."""
    third = len(answer.get("hands", {}).get("player", "").split()) == 3
    for wager in answer.get("wagers", ()) if third else ():
        if wager["wager"] == "player pair":
            wager["result"] = "won" if wager["result"] == "lost" else "lost"
    return answer


def test_a_report_says_which_clause_differs_and_where(kit: Path, tmp_path: Path) -> None:
    """Mini Baccarat 9.8(d): a player pair loses where Player's first two cards are no pair."""
    report = check(kit, answers=answers(kit, tmp_path, flipped_pairs), levels=("settle",))

    settle = report.comparisons[0]
    losing = settle.clauses["Mini Baccarat 9.8(d)"]
    assert not report.conforms
    assert settle.agreed + settle.differed == ROUNDS
    assert "exactly where the number of cards of the player hand is 3" in losing.pattern
    assert losing.examples[0].about.endswith("on player pair")
    assert "the rules say lost" in str(losing.examples[0])
    assert "deal" in losing.examples[0].story
    assert "Mini Baccarat 8.6(b)" not in [each.clause for each in settle.differing]
    told(report, kit)


def told(report: CheckReport, kit: Path) -> None:
    text = page(report)
    assert game(GAME).cite.content_hash in text
    assert sha256(cases_path(kit, GAME, "settle").read_bytes()).hexdigest() in text
    assert "Mini Baccarat 9.8(d)" in text
    assert "<script" not in text
    assert any("9.8(d)" in line for line in summary(report))
    data = msgspec.json.decode(msgspec.json.encode(as_data(report)))
    assert data["conforms"] is False
    assert data["comparisons"][0]["hash"] == game(GAME).cite.content_hash


def test_a_wrong_refusal_and_a_wrong_next_step_are_differences(kit: Path, tmp_path: Path) -> None:
    """Mini Baccarat 4.3: a program that takes every wager differs where the rules refuse one."""

    def careless(answer: dict[str, Any]) -> dict[str, Any]:
        for step in answer.get("steps", ()):
            step["refused"] = False
            step["next"] = "collect" if step["next"] == "settle" else step["next"]
        return answer

    report = check(kit, answers=answers(kit, tmp_path, careless), levels=("procedure",))

    differing = report.comparisons[0].differing
    told = [str(example) for clause in differing for example in clause.examples]
    assert any("the rules say refused as" in each for each in told)
    assert any("the rules say settle by dealer; the program says collect" in each for each in told)
    assert all(each.agreed == 0 for each in differing if each.share == 1)


def test_a_wrong_prize_of_a_tournament_is_a_difference(kit: Path, tmp_path: Path) -> None:
    """Mini Baccarat 15.20: a program that pays a cent too little differs by that clause."""

    def short(answer: dict[str, Any]) -> dict[str, Any]:
        for entry in answer.get("entries", ()):
            entry["prize"] = max(0, entry["prize"] - 1)
        return answer

    report = check(kit, answers=answers(kit, tmp_path, short), levels=("tournament",))

    tournament = report.comparisons[0]
    example = str(tournament.differing[0].examples[0])
    assert tournament.differed > 0
    assert re.search(r"entry \d: the rules say prize \$[0-9.]+; the program says prize", example)
    assert "Mini Baccarat 15.20" in [each.clause for each in tournament.differing]
    assert "award the prizes" in page(report)


def test_an_entrant_who_is_not_answered_is_no_difference(kit: Path, tmp_path: Path) -> None:
    def partly(answer: dict[str, Any]) -> dict[str, Any]:
        for entry in answer.get("entries", ()):
            del entry["prize"], entry["points"]
        return answer

    report = check(kit, answers=answers(kit, tmp_path, partly), levels=("tournament",))

    tournament = report.comparisons[0]
    assert tournament.differed == 0
    assert tournament.incomplete > 0
    assert not report.conforms


def test_tournaments_come_to_their_prizes_and_pay_out_all_fees(kit: Path) -> None:
    """Mini Baccarat 15.21: prizes and commission are the fees, where nothing was added."""
    ended = 0
    cases = {each["id"]: each for each in lines(cases_path(kit, GAME, "tournament"))}
    for answer in lines(answers_path(kit, GAME, "tournament")):
        kinds = {each["command"]["type"] for each in cases[answer["id"]]["steps"]}
        prizes = sum(each["prize"] for each in answer.get("entries", ()))
        paid = sum(each["paid"] - each["refunded"] for each in answer.get("entries", ()))
        if prizes and not kinds & {"AddToPool", "AwardSessionPrizes"}:
            ended += 1
            assert 0 <= paid - prizes <= paid // 10
    assert ended >= 5


def test_what_a_program_leaves_out_is_not_answered(kit: Path, tmp_path: Path) -> None:
    def partly(answer: dict[str, Any]) -> dict[str, Any]:
        if answer["id"].endswith("7"):
            return {"id": answer["id"], "skip": "an odd case"}
        return {"id": answer["id"], "wagers": answer.get("wagers", [])[:1]}

    report = check(kit, answers=answers(kit, tmp_path, partly), levels=("settle",))

    settle = report.comparisons[0]
    assert not settle.conforms
    assert settle.differed == 0
    assert settle.reasons == {"an odd case": ROUNDS // 10}
    assert settle.skipped + settle.agreed + settle.incomplete == ROUNDS


def test_a_program_that_knows_no_payouts_does_not_conform(kit: Path, tmp_path: Path) -> None:
    """It may be right in every result: what was won is still not answered."""

    def results_only(answer: dict[str, Any]) -> dict[str, Any]:
        wagers = [{**each} for each in answer.get("wagers", [])]
        for each in wagers:
            del each["paid"], each["returned"]
        return {"id": answer["id"], "wagers": wagers}

    report = check(kit, answers=answers(kit, tmp_path, results_only), levels=("settle",))

    settle = report.comparisons[0]
    assert (settle.agreed, settle.differed, settle.incomplete) == (0, 0, ROUNDS)
    assert all(each.agreed == each.unanswered for each in settle.clauses.values())
    assert not report.conforms


def test_a_difference_names_only_what_the_program_answered(kit: Path, tmp_path: Path) -> None:
    def wrong(answer: dict[str, Any]) -> dict[str, Any]:
        wagers = [{**each, "result": "forfeited"} for each in answer.get("wagers", [])]
        for each in wagers:
            del each["paid"], each["returned"]
        return {"id": answer["id"], "wagers": wagers}

    report = check(kit, answers=answers(kit, tmp_path, wrong), levels=("settle",))

    told = str(report.comparisons[0].differing[0].examples[0])
    assert told.endswith("the program says forfeited")
    assert "$" not in told


def test_a_report_on_paper_has_the_differences_and_the_hash(kit: Path, tmp_path: Path) -> None:
    report = check(kit, answers=answers(kit, tmp_path, flipped_pairs), levels=("settle",))

    found = PdfReader(io.BytesIO(report_pdf(report)))

    text = " ".join(" ".join(page.extract_text() for page in found.pages).split())
    assert found.metadata is not None
    assert found.metadata.title == f"Conformance of {tmp_path}"
    assert "Mini Baccarat 9.8(d)" in text
    assert "exactly where the number of cards of the player hand is 3" in text
    assert game(GAME).cite.content_hash in text.replace(" ", "")
    assert "The program does not conform." in text


def test_an_independent_program_over_a_pipe_conforms(kit: Path) -> None:
    """The example settles Mini Baccarat by itself, from nothing but the approved text."""
    program = f"{sys.executable} {ADAPTERS / 'adapter.py'}"
    report = check(kit, program=program, levels=("settle",))
    assert report.conforms, "\n".join(summary(report))


def test_no_adapter_is_longer_than_sixty_lines() -> None:
    adapters = [each for each in ADAPTERS.iterdir() if each.suffix in (".py", ".mjs", ".cpp")]
    assert {each.suffix for each in adapters} == {".py", ".mjs", ".cpp"}
    for each in adapters:
        assert len(each.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"program": "no-such-program-here"}, "no-such-program-here"),
        ({"program": "echo nonsense"}, "answer 1"),
        ({"answers": Path("no such folder")}, "has no answers for mini-baccarat settle"),
        ({"program": "cat", "games": ("chess",)}, "the kit has no chess"),
    ],
)
def test_what_cannot_be_read_is_said(kit: Path, wrong: Any, sentence: str) -> None:
    with pytest.raises(BadKit, match=sentence):
        check(kit, **wrong)


def test_a_folder_without_a_manifest_is_no_kit(tmp_path: Path) -> None:
    with pytest.raises(BadKit, match="no manifest"):
        check(tmp_path, program="cat")
