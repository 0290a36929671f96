"""The loop that everybody writes, `wager` and then `deal`, plays on for as long as it is let.

With HOUSEWAY_FULL=1 (`make full`) each game plays 5,000 rounds in each test.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest

import houseway
from houseway import Money, Round, Table
from houseway.games import find, slugs
from houseway.games.commands import PlaceWager
from houseway.games.options import BadOption, options_of

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
ROUNDS = 5_000 if os.environ.get("HOUSEWAY_FULL") else 150
MANY_ROUNDS = 5_000 if os.environ.get("HOUSEWAY_FULL") else 20
PATRONS = ("Ana", "Ben", "Chen")


@pytest.mark.parametrize("game", slugs())
def test_every_game_plays_on_by_the_loop_of_the_page(game: str) -> None:
    first = next(each for each in Table(game).legal("Ana") if each.wager)
    code = next(each for each in _programs() if "for _ in range(" in each)
    for shown, wanted in (
        (r'Table\(".*?"', f'Table("{game}"'),
        (r'"Ana", ".*?"', f'"Ana", "{first.wager}"'),
        (r"box=\d+", f"box={first.box}"),
        (r"range\(\d+\)", f"range({ROUNDS})"),
    ):
        code, changed = re.subn(shown, wanted, code, count=1)
        assert changed
    names: dict[str, Table] = {}

    exec(code, {"houseway": houseway}, names)  # noqa: S102 - our page

    table = names["table"]
    assert [each.number for each in table.rounds] == list(range(1, ROUNDS + 1))
    assert all(each.lines and each.result for each in table.rounds)
    assert "refused" not in table.record()


def _programs() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.share(9)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", slugs())
def test_every_table_plays_on_with_many_wagers_and_patrons(game: str, seed: int) -> None:
    """Options, wagers, stakes and decisions by chance; the record plays to the same rounds."""
    chance = Random(f"{game} {seed}")
    table = _table(game, chance)
    for number in range(1, MANY_ROUNDS + 1):
        _wagers(table, chance)
        finished = _dealt(table, chance)
        assert finished.number == number
        assert finished.lines
        assert finished.result
    again = Table.load(table.record())
    assert again.rounds == table.rounds
    assert again.record() == table.record()


def _table(game: str, chance: Random) -> Table:
    listed = [each for each in options_of(find(game)) if each.values]
    while True:
        options = {each.name: chance.choice(each.values) for each in listed}
        try:
            return Table(game, seed=chance.randrange(1000), **options)
        except BadOption:  # these two options do not go together
            continue


def _wagers(table: Table, chance: Random) -> None:
    """Ana makes the first wager on offer, and everybody some others, though one may sit out."""
    for patron in (PATRONS[0], *PATRONS):
        offered = [each for each in table.legal(patron) if isinstance(each.command, PlaceWager)]
        if table.wagers and (not offered or chance.random() < 0.5):
            continue
        chosen = chance.choice(offered) if table.wagers else offered[0]
        steps = min(chosen.maximum.cents - chosen.minimum.cents, 100_00) // chosen.multiple.cents
        stake = chosen.minimum.cents + chance.randint(0, steps) * chosen.multiple.cents
        table.wager(patron, chosen.wager, Money(cents=stake), box=chosen.box)


def _dealt(table: Table, chance: Random) -> Round:
    while (finished := table.deal()) is None:
        who = next(each for each in PATRONS if f"{each} " in table.next)
        decisions = [each for each in table.legal(who) if not each.wager]
        table.do(chance.choice(decisions).command, by="patron")
    return finished


def test_a_round_waits_where_the_cutting_card_is_first() -> None:
    """Tournament Blackjack 5.4(a): the cards are shuffled at once, and the round goes on."""
    table = Table("tournament-blackjack")
    table.say("Ana wagers 25 on blackjack in box 1", "no more bets", "the cutting card appears")

    assert table.next.startswith("next: shuffle the cards")
    with pytest.raises(ValueError, match="the round is not finished"):
        table.settle()
    assert 'next = "shuffle"' in table.record()
