"""Playing in the terminal: help, hands with totals and suits, choices, all nine games."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from houseway.cli.play import Narrator, play
from houseway.cli.shared import console
from houseway.games import game, slugs
from houseway.games.felt import Hand

Answer = Callable[[str], str]


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Play a game by hand; `answer` gets each prompt."""

    def sit(slug: str, answer: Answer, **given: object) -> str:
        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        monkeypatch.setattr(console, "input", answer)
        with console.capture() as printed:
            assert play(slug, **given) == 0  # type: ignore[arg-type]
        return printed.get()

    return sit


def test_a_question_mark_lists_wagers_odds_and_limits(at_terminal: Callable[..., str]) -> None:
    """7-Up Baccarat 11.1.2 and 11.1.3; super 7's have limits of their own."""
    typed = iter(["?", "help", "q"])
    printed = at_terminal("seven-up-baccarat", lambda _: next(typed))
    assert len(re.findall(r"tie +tie on 7 +9 to 1 +\$5 to \$1,000 +11\.1\.2", printed)) == 2
    assert re.search(r"super 7's +2 sevens +2 to 1 +\$5 to \$100 +11\.1\.3", printed)
    assert "houseway rules seven-up-baccarat NUMBER" in printed


def test_a_layout_with_many_places_names_some(at_terminal: Callable[..., str]) -> None:
    typed = iter(["?", "q"])
    printed = at_terminal("tournament-roulette", lambda _: next(typed))
    assert re.search(r"\d+ places to wager, among them 0, ", printed)


@pytest.mark.parametrize("slug", slugs())
def test_a_person_can_play_a_round_of_every_game(
    slug: str, at_terminal: Callable[..., str]
) -> None:
    """Wager what the prompt names, deal, and take the first choice whenever one is offered."""
    wagered: list[str] = []

    def answer(prompt: str) -> str:
        asked = re.search(r"Your wager, such as (.+), or Enter", prompt)
        if asked is None:
            return "1"
        assert len(wagered) < 3, "nothing is dealt"
        wagered.append(asked[1])
        return asked[1] if len(wagered) == 1 else ""

    printed = at_terminal(slug, answer, rounds=1)
    assert "refused" not in printed
    amount, wager = re.fullmatch(r"([\d.]+) on (.+?)(?: in box \d+)?", wagered[0]).groups()  # type: ignore[union-attr]
    assert re.search(rf"Ana +{re.escape(wager)}.* +{amount} ", printed), printed
    assert "You leave with $" in printed


def test_a_choice_is_made_by_its_words(at_terminal: Callable[..., str]) -> None:
    """Tournament Blackjack 9.1: with two cards the person hits, stands or doubles."""

    def answer(prompt: str) -> str:
        asked = re.search(r"Your wager, such as (.+), or Enter", prompt)
        if asked:
            return "" if wagered else wagered.append("") or asked[1]  # type: ignore[func-returns-value]
        if "9.1" not in prompt:  # insurance or even money
            return "1"
        tried.append(prompt)
        if len(tried) == 1:
            return "?"
        return "hits" if tried.count(prompt) > 2 else "stands"  # 9.2(b): a low hand must draw

    for _ in range(20):  # a blackjack leaves nothing to decide, and a patron who draws may bust
        wagered: list[str] = []
        tried: list[str] = []
        printed = at_terminal("tournament-blackjack", answer, rounds=1)
        if "Ana stands" in printed:
            break
    assert "Write a number from 1 to" in printed
    assert "Ana stands" in printed


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("utf-8", "player 5\u2665 T\u2660 = 5 (natural)"), ("ascii", "player 5h Ts = 5 (natural)")],
)
def test_a_hand_has_its_suits_and_its_total(encoding: str, text: str) -> None:
    class Paper:
        pass

    paper = Paper()
    paper.encoding = encoding  # type: ignore[attr-defined]
    narrator = Narrator(game("mini-baccarat"), paper, "Ana")  # type: ignore[arg-type]
    assert narrator.hand(Hand("player", ("5h", "Ts"), total="5", note="natural")) == text
    assert narrator.suits("low 5-6 2-2 in box 7") == "low 5-6 2-2 in box 7"
