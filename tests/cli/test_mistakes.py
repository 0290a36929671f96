"""Mistakes at the command line get one sentence and status 2; help and completion are whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.analysis import CannotAnalyse, analyse, wager_names
from houseway.analysis.exact import tournament_blackjack
from houseway.cli.simulate import whole_number
from houseway.store.open import path_of
from tests.cli.running import houseway


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("settle", "nofile.hwr"), "there is no file nofile.hwr"),
        (("edge", "mini-baccarat", "--what-if", "nofile.toml"), "there is no file nofile.toml"),
        (("rules", "--search", " "), "--search needs at least one word"),
        (("play", "--auto", "--rounds", "-5"), "--rounds cannot be negative"),
        (("play", "--auto", "--chips", "0"), "--chips must be positive"),
        (("rng", "test", "spins", "--count", "-5"), "-5 outcomes: at least 1"),
        (
            ("session", "tournament-roulette", "--wager", "rd"),
            'nearest: "red", "odd"; houseway edge tournament-roulette lists all',
        ),
        (("edge", "casino-war", "--wager", "inital"), '"initial, go to war", "initial, surrender"'),
        (("verify", "nofile.db"), "there is no log at"),
    ],
)
def test_a_mistake_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    answer = houseway(*words)
    assert answer.returncode == 2
    assert sentence in answer.stderr
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "number"),
    [("1000", 1000), ("1,000", 1000), ("1_000_000", 1000000), ("10k", 10000), ("2.5m", 2500000)],
)
def test_a_number_is_written_as_people_write_it(text: str, number: int) -> None:
    assert whole_number(text, "rounds") == number


@pytest.mark.parametrize("text", ["-1", "1,00", "k", "1.5", "\u0661\u0660", "1e999"])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(CannotAnalyse, match="expected a whole number"):
        whole_number(text, "rounds")


def test_the_folder_of_a_house_stands_for_its_log(tmp_path: Path) -> None:
    assert path_of(str(tmp_path)) == tmp_path / "floor.db"
    assert path_of(str(tmp_path / "other.db")) == tmp_path / "other.db"


@pytest.mark.parametrize("verb", ["settle", "verify", "replay", "statement", "restore"])
def test_help_has_what_the_exit_status_means(verb: str) -> None:
    text = " ".join(houseway(verb, "--help").stdout.split())
    assert "status" in text


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("dispute.hwr", "this is a record; rule on it with houseway settle"),
        ("57.hwreceipt", "this is a receipt; check it with houseway receipt check"),
        ("notes.txt", "this is neither a log (floor.db) nor an exported log (.hwlog)"),
    ],
)
@pytest.mark.parametrize("words", [("verify",), ("log", "show"), ("replay",), ("statement",)])
def test_a_file_that_is_no_log_is_named(
    words: tuple[str, ...], name: str, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text('document = "mini-baccarat"\n', encoding="utf-8")
    answer = houseway(*words, file, *(["table/1"] if words != ("verify",) else []))
    assert (answer.returncode, answer.stderr) == (2, f"{file}: {sentence}\n")


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nope", "nope is not the address of a Dask scheduler, such as tcp://127.0.0.1:8786"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1"),
    ],
)
def test_a_cluster_that_is_not_there_is_one_sentence(address: str, sentence: str) -> None:
    answer = houseway("simulate", "mini-baccarat", "--rounds", "1000", "--cluster", address)
    assert (answer.returncode, answer.stderr) == (2, f"houseway simulate: {sentence}\n")


@pytest.mark.parametrize("verb", ["edge", "session", "spread", "plot", "simulate"])
def test_a_wager_is_looked_up_before_anything_is_counted(
    verb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(*_: object) -> None:
        raise AssertionError("counted")

    monkeypatch.setattr(tournament_blackjack, "analyse", counted)
    more = {"plot": ["session"], "spread": ["--start", "100"]}.get(verb, [])
    answer = houseway(verb, "tournament-blackjack", *more, "--wager", "nope")
    assert answer.returncode == 2
    assert 'none of the wagers analysed: "blackjack, best by totals", "blackjack,' in answer.stderr


@pytest.mark.parametrize("slug", ["tournament-blackjack", "tournament-pai-gow"])
def test_the_names_known_before_a_count_are_those_of_the_count(slug: str) -> None:
    assert wager_names(slug) == tuple(each.name for each in analyse(slug).wagers)


def test_a_round_that_is_not_finished_says_what_lies_there_and_what_comes_next(
    tmp_path: Path,
) -> None:
    """Mini Baccarat 6.2(a): player, banker, player, banker have a card each in turn."""
    record = tmp_path / "half.hwr"
    record.write_text(
        'document = "mini-baccarat"\n[[rounds]]\n'
        "steps = '''\nAna wagers 100 on banker\ndeal 2h\n'''\n",
        encoding="utf-8",
    )
    answer = houseway("settle", record)
    assert answer.returncode == 1
    assert "not settled: Ana has $100.00 on banker" in answer.stdout
    assert answer.stderr == (
        "round 1 is not finished; next: a card to the banker hand, by the dealer"
        " (Mini Baccarat 6.2(a))\n"
    )
    shown = json.loads(houseway("settle", record, "--json").stdout)
    assert shown["open_wagers"] == [
        {"patron": "Ana", "box": 0, "wager": "banker", "stake": "100.00"}
    ]


def test_completion_can_be_installed() -> None:
    assert "--install-completion" in houseway().stdout
