"""Every clause that a simulated floor cites is held against the log by predicates of its own."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec
import pytest

from houseway.games.casino_war import settle as war
from houseway.games.limits import Limits
from houseway.games.tournament_pai_gow import settle as pai_gow
from houseway.games.tournament_pai_gow.rules import cite
from houseway.soak.auditor import Wrong
from houseway.soak.clauses import facts
from houseway.soak.floor import Floor, RunReport
from tests.scale import scaled

TABLES = {"table": 9}
COMMANDS = scaled(4_000, 20_000)
ENOUGH = 15_000  # orders within which a false citation must be found


@pytest.fixture(scope="module")
def told() -> RunReport:
    return Floor(21, kinds=TABLES).run(COMMANDS)


def test_nearly_every_citation_of_a_settlement_is_judged(told: RunReport) -> None:
    """What is left are settlements in rounds whose hands were put right afterwards."""
    assert told.cited["settlements"] > COMMANDS // 10
    assert told.judged["settlements"] >= 0.97 * told.cited["settlements"]


def test_every_remark_on_a_limit_is_judged(told: RunReport) -> None:
    assert told.cited["limits"] > 10
    assert told.judged["limits"] == told.cited["limits"]


def test_refusals_and_wagers_are_judged_too(told: RunReport) -> None:
    assert told.judged["refusals"] > told.cited["refusals"] // 4
    assert told.judged["wagers"] > 0.9 * told.cited["wagers"]


def _minimum_of_the_table(limits: Limits, wager: str, patron: str) -> int:
    """As it once was: while settling, nobody keeps an earlier minimum."""
    line = limits.lines.get(wager)
    return line.minimum if line else limits.minimum


def run_until_found(first: int) -> None:
    """Floors from this seed on, until a false citation is found."""
    for seed in range(first, first + 4):
        Floor(seed, kinds=TABLES).run(ENOUGH)


def test_a_limit_that_does_not_hold_for_the_patron_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Casino War 6.2, 11.18.1: a protected patron's wager is not below the minimum."""
    right = war._limits

    def limits(*given: Any) -> Any:
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(Limits, "minimum_of", _minimum_of_the_table)
            return right(*given)

    monkeypatch.setattr(war, "_limits", limits)
    with pytest.raises(Wrong, match=r"casino-war 6\.2 does not apply"):
        run_until_found(10)


def test_the_wrong_reason_for_a_right_result_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tournament Pai Gow 11.4(b): points decide only where no ranked combination does."""
    right = pai_gow.compare

    def compare(rules: Any, patron: Any, bank: Any, part: str) -> pai_gow.Compared:
        won, clause = right(rules, patron, bank, part)
        return won, cite("11.4(b)") if clause.endswith("11.4(a)") else clause

    monkeypatch.setattr(pai_gow, "compare", compare)
    with pytest.raises(Wrong, match=r"tournament-pai-gow 11\.4\(b\) does not apply"):
        run_until_found(3)


def test_patrons_attack_and_the_house_deals(told: RunReport) -> None:
    """They name faces, use no name and ask for huge amounts; at some tables the house deals."""
    assert min(told.hostile[kind] for kind in ("face", "no name", "huge")) > 10
    assert told.faces > 50


def test_a_face_that_was_not_dealt_from_the_secret_is_caught() -> None:
    """One card of a virtual table is another than the numbers give."""
    floor = Floor(21, kinds=TABLES)
    floor.run(1_500)
    dealt = (b'"card":"Ah"', b'"card":"2c"')
    for stream, entries in floor.disk.streams.items():
        for at, entry in enumerate(entries):
            if entry.actor == "house" and b'"card":"' in entry.body:
                other = dealt[dealt[0] in entry.body]
                body = re.sub(rb'"card":"\w\w"', other, entry.body)
                floor.disk.streams[stream][at] = msgspec.structs.replace(entry, body=body)
    with pytest.raises(Wrong, match="secret"):
        floor._every_face_was_dealt()


# The arithmetic of the predicates, against hands that are written out

POKER = """
    Ah Kh Qh Jh Th   royal flush
    5c 4c 3c 2c Ac   straight flush
    9c 9d 9h 9s 2c   four
    9c 9d 9h 2s 2c   full house
    Ac 9c 5c 3c 2c   flush
    Ac Kd Qh Js Tc   straight
    5c 4d 3h 2s Ac   straight
    9c 9d 9h 3s 2c   three
    9c 9d 3h 3s 2c   two pairs
    9c 9d 4h 3s 2c   one pair
    Ac Kd 4h 3s 2c   high card
"""


def test_poker_hands_have_their_class() -> None:
    for line in POKER.strip().splitlines():
        words = line.split()
        assert facts.KINDS[facts.poker(words[:5])[0]] == " ".join(words[5:]), line


PAI_GOW = """
    1-2 2-4   the highest pair
    6-6 6-6   a pair
    3-6 4-5   a pair of different tiles
    6-6 4-5   Teen Wong
    1-1 3-6   Day Wong
    6-6 4-4   Teen Gong
    1-1 2-6   Day Gong
    6-6 1-6   Teen High Nine
    1-1 3-4   Day High Nine
    5-6 2-6   nine points
    5-5 4-6   no points
"""


def test_parts_of_pai_gow_hands_rank_in_this_order() -> None:
    """Tournament Pai Gow 3.1: each line beats every line below it."""
    ranks = [facts.part(*line.split()[:2]) for line in PAI_GOW.strip().splitlines()]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_the_orders_of_three_cards_are_31() -> None:
    """Three Card Baccarat 7.2."""
    deck = [rank + "c" for rank in facts.RANKS]
    orders = Counter(facts.order_of_three([a, b, c]) for a in deck for b in deck for c in deck)
    assert sorted(orders) == list(range(1, 32))
