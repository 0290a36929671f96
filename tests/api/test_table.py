"""A table that a program plays."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import houseway
from houseway import Money, Refused, Table
from houseway.equipment.chips import BadAmount
from houseway.games import NoGame, slugs
from houseway.games.options import BadOption
from houseway.records.sentences import BadSentence


def test_a_coup_is_dealt_settled_and_cited() -> None:
    """Mini Baccarat 8.8(b): a win on banker pays 1 to 1 less 5 per cent."""
    table = Table("mini-baccarat")
    table.wager("Ana", "banker", Decimal(100))
    table.wager("Ben", "tie", "10")
    assert table.wagers == {("Ana", "banker", 0): Money("100"), ("Ben", "tie", 0): Money("10")}
    heard = table.say("deal 2h 6c 3d Ks 9h")
    assert heard[-1] == "card dealt: card 9h, to player (Mini Baccarat 7.2 table)"
    assert table.hands == {"player": ("2h", "3d", "9h"), "banker": ("6c", "Ks")}
    coup = table.settle()
    assert (coup.number, coup.result) == (1, "banker")
    assert (coup.paid("Ana"), coup.paid("Ben")) == (Money("95"), Money("0"))
    assert "Mini Baccarat 8.8(b)" in coup.clauses


def test_a_refusal_has_code_clause_and_sentence_and_changes_nothing() -> None:
    """Mini Baccarat 3.3, reading G7: wagers are in multiples."""
    table = Table("mini-baccarat")
    with pytest.raises(Refused) as refused:
        table.wager("Ana", "banker", "7")
    assert refused.value.code == "wager_not_a_multiple"
    assert refused.value.clause == "Mini Baccarat 3.3"
    assert "$7 on banker" in refused.value.sentence
    assert table.wagers == {}


@pytest.mark.parametrize(
    ("wrong", "kind", "sentence"),
    [
        (lambda: Table("baccarat"), NoGame, "baccarat is not a game; the games are"),
        (lambda: Table("mini", pairs="x"), BadOption, "pairs is none, perfect or canberra"),
        (lambda: Table("mini", pears="none"), BadOption, "did you mean pairs?"),
        (lambda: Table("mini", maximum=500), BadAmount, 'write "500" or cents=500'),  # type: ignore[arg-type]
        (lambda: Table("mini").wager("Ana", "banker", 25), BadAmount, 'write "25" or cents=25'),  # type: ignore[arg-type]
        (lambda: Table("mini").say("Ana puts 5 on banker"), BadSentence, "'Ana wagers 5 on bank"),
        (lambda: Table("mini").settle(), ValueError, "no round"),
        (lambda: Table.load("nowhere.hwr"), FileNotFoundError, "there is no such file"),
    ],
)  # fmt: skip
def test_a_mistake_gets_one_sentence_with_what_would_be_right(
    wrong: Any, kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind, match=re.escape(sentence)):
        wrong()


@pytest.mark.parametrize("game", slugs())
def test_the_same_seed_deals_the_same_rounds(game: str) -> None:
    once, again, other = (Table(game, seed=each) for each in (4, 4, 5))
    rounds = once.play(5)
    assert [each.number for each in rounds] == [1, 2, 3, 4, 5]
    assert rounds == again.play(5)
    assert once.record() == again.record() != (other.play(5) and other.record())


@pytest.mark.parametrize("game", slugs())
def test_practice_patrons_play_on_over_several_shoes(game: str) -> None:
    """What the rules refuse a practice patron is not played, and a low shoe is shuffled again."""
    table = Table(game, seed=6)
    assert [each.number for each in table.play(130)] == list(range(1, 131))
    assert "refused" not in table.record()


def test_a_dealer_deals_on_when_the_shoe_runs_low() -> None:
    table = Table("mini-baccarat", seed=6)
    for number in range(1, 101):
        assert table.deal() is None  # makes the table ready, with a shuffle where one is due
        table.wager("Ana", "banker", "25")
        finished = table.deal()
        assert finished is not None
        assert finished.number == number


@pytest.mark.parametrize("game", slugs())
def test_a_record_of_a_table_settles_to_the_same_rounds(game: str, tmp_path: Path) -> None:
    table = Table(game, seed=9, minimum="5")
    table.play(4)
    table.save(tmp_path / "table.hwr")
    with pytest.raises(FileExistsError):
        table.save(tmp_path / "table.hwr")
    settled = houseway.settle(tmp_path / "table.hwr")
    assert settled.problems == ()
    assert settled.rounds == table.rounds
    loaded = Table.load(table.record())
    assert loaded.rounds == table.rounds
    assert loaded.record() == table.record()
    assert loaded.play(1)[0].number == 5


def test_an_unfinished_round_is_recorded_with_what_comes_next() -> None:
    table = Table("mini-baccarat")
    table.say("Ana wagers 25 on player", "deal 9h")
    with pytest.raises(Refused):
        table.say("Ana wagers 25 on tie")
    with pytest.raises(ValueError, match="not finished; next: a card to the banker hand"):
        table.settle()
    record = table.record()
    assert 'next = "draw"' in record
    assert "-> refused" in record
    assert Table.load(record).next == table.next


def test_what_a_record_would_lose_is_not_written() -> None:
    table = Table("mini-baccarat")
    table.say("Ana wagers 25 on player", "Ana disputes: box#3 was mine")
    assert "box#3 was mine" in Table.load(table.record()).record()
    table.say("Ana disputes: card #3 was mine")
    with pytest.raises(ValueError, match="# begins a comment"):
        table.record()


@pytest.mark.parametrize("game", slugs())
def test_what_is_legal_is_accepted(game: str) -> None:
    """Every wager that is offered is taken at its least, and a patron's choice is carried out."""
    table = Table(game, seed=2)
    if not any(each.wager for each in table.legal("Ana")):  # tiles are mixed first
        table.say("Ana joins", "Ben joins")
        table.deal()
    offered = next(each for each in table.legal("Ana") if each.wager)
    assert Money() < offered.minimum <= offered.maximum
    table.say(offered.sentence)
    if game == "tournament-pai-gow":
        table.say(next(each for each in table.legal("Ben") if each.wager).sentence)
    for _ in range(20):
        finished = table.deal()
        if finished is not None:
            break
        who = next(each for each in ("Ana", "Ben") if table.legal(each) and each in table.next)
        table.do(table.legal(who)[0].command, by="patron")
    assert finished is not None
    assert any(line.patron == "Ana" and line.wager == offered.wager for line in finished.lines)


@pytest.mark.parametrize("game", slugs())
def test_what_is_legal_is_listed_once(game: str) -> None:
    table = Table(game, seed=2)
    table.play(1)
    for who in ("Ana", "dealer", "supervisor"):
        listed = [each.sentence for each in table.legal(who)]
        assert len(set(listed)) == len(listed)


def test_a_role_stands_before_a_step() -> None:
    """Mini Baccarat 12.4: where a round cannot be rebuilt, a supervisor voids it."""
    table = Table("mini-baccarat")
    table.say("Ana wagers 25 on player", "no more bets", "deal 9h", "cards were placed wrongly")
    with pytest.raises(Refused) as refused:
        table.say("dealer: authorise the void")
    assert refused.value.clause == "Mini Baccarat 12.4"
    table.say("supervisor: authorise the void")
    assert table.rounds[-1].void


def test_a_choice_is_offered_once() -> None:
    """Mini Baccarat 12.4: after a round was rebuilt, each patron keeps or withdraws a stake."""
    table = Table("mini-baccarat", deal="face down")
    table.say("Ana wagers 50 on banker", "no more bets", "deal", "cards were placed wrongly")
    table.say("rebuild the round from ??")
    listed = [each.sentence for each in table.legal("Ana")]
    assert listed.count("Ana withdraws banker") == 1


@pytest.mark.parametrize("game", slugs())
def test_a_table_draws_itself_with_its_styles(game: str) -> None:
    table = Table(game, seed=1)
    table.play(1)
    drawn = ElementTree.fromstring(table.svg())  # noqa: S314 - our own drawing
    styles = drawn.findtext("{http://www.w3.org/2000/svg}style")
    assert styles is not None
    assert "--baize" in styles
    assert 'src="data:image/svg+xml;base64,' in table._repr_html_()


def test_chips_and_limits_are_the_tables() -> None:
    table = Table("casino-war", minimum="20", maximum="200", chips=["5", "25"])
    offered = table.legal("Ana")[0]
    assert (offered.minimum, offered.maximum) == (Money("20"), Money("200"))
    assert offered.multiple == Money("5")
    assert repr(table).startswith("<Table casino-war@2016-08-17, round 0, next: ")


def test_money_is_exact_and_never_a_bare_number() -> None:
    assert Money("0.10") + Money("0.20") == Money("0.30")
    assert (Money("5") - Money("7.50")).cents == -250
    assert Money(Decimal("12.5")).dollars == Decimal("12.50")
    assert sorted([Money("2"), Money("1")]) == [Money("1"), Money("2")]
    assert (bool(Money()), str(-Money("3")), repr(Money("3"))) == (False, "-$3", "Money('3.00')")
    assert len({Money("1"), Money(cents=100)}) == 1
    with pytest.raises(BadAmount, match=r"12\.505"):
        Money(Decimal("12.505"))
