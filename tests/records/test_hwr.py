"""Reading records: what is well written is played, what is not is refused with its line."""

import msgspec
import pytest

from houseway.equipment.chips import ChipSet
from houseway.records.hwr import BadRecord, read_record
from houseway.records.settlement import as_json, play_record

GOOD = '''houseway = 1
document = "mini-baccarat@2017-12-06"
table = "MB 1"
chips = [0.25, 0.50, 1, 5, 25, 100]

[options]
pairs = "perfect"

[limits]
minimum = 5
maximum = 200
multiple = 5

[limits.lines."player pair"]
minimum = 5
maximum = 50

[limits.personal]
Ana = 500

[patrons]
Ana = 400.50
Ben = 0

[[rounds]]
steps = """
    Ana wagers 300 on banker        # above the sign, within her own limit
    Ben wagers 10 on player pair
    Ben wagers 7 on tie
    -> refused wager_not_a_multiple [3.3]
    deal 8h 3c 8d 9s 2c
"""
result = "player"

[[rounds.expect]]
patron = "Ana"
wager = "banker"
result = "lost"
stake = 300
returned = 0
clauses = ["8.4(b)"]

[[rounds.expect]]
patron = "Ben"
wager = "player pair"
result = "won"
paid = 120
clauses = ["10.6(b)", "9.8(b)"]
'''


def test_a_record_is_read_whole() -> None:
    record = read_record(GOOD)
    assert record.game.slug == "mini-baccarat"
    assert record.setup.options.pairs == "perfect"
    assert record.setup.chips == ChipSet((25, 50, 1_00, 5_00, 25_00, 100_00))
    assert record.setup.limits.maximum_of("Ana", "banker") == 500_00
    assert record.setup.limits.maximum_of("Ben", "player pair") == 50_00
    assert record.patrons == {"Ana": 400_50, "Ben": 0}
    assert [step.line for step in record.rounds[0].steps] == [27, 28, 29, 31]


def test_a_record_played_gives_what_it_expects() -> None:
    """Mini Baccarat 8.4(b), 9.8(b) and 10.6(b) decided, and the record says so."""
    report = play_record(read_record(GOOD))
    assert report.problems == []
    settled = as_json(report.rounds)["rounds"][0]
    assert settled["result"] == "player"
    assert settled["hands"] == {"player": "8h 8d", "banker": "3c 9s 2c"}
    assert settled["settlements"][1] == {
        "patron": "Ana",
        "box": 0,
        "wager": "banker",
        "stake": "300.00",
        "result": "lost",
        "paid": "0.00",
        "returned": "0.00",
        "clauses": ["Mini Baccarat 8.4(b)"],
    }
    assert report.session.play.layout.chips["Ana"] == 100_50


DIFFERENT = [
    ('result = "player"', 'result = "banker"', "the result is player, not banker"),
    ("paid = 120", "paid = 50", "paid is 120.00, not 50"),
    ('result = "lost"', 'result = "won"', "lost, not won"),
    ('"10.6(b)"', '"10.6(a)"', "missing 10.6(a)"),
    ('wager = "player pair"', 'wager = "tie"', "no such wager was settled"),
    ("wager_not_a_multiple [3.3]", "wager_below_minimum [3.4]", "refused as wager_not_a_multiple"),
    ("Ben wagers 7 on tie", "Ben wagers 5 on tie", "accepted, but wager_not_a_multiple"),
    ("    -> refused wager_not_a_multiple [3.3]\n", "", "refused: $7 on tie"),
]


@pytest.mark.parametrize(("old", "new", "said"), DIFFERENT)
def test_a_difference_is_told(old: str, new: str, said: str) -> None:
    assert old in GOOD
    report = play_record(read_record(GOOD.replace(old, new)))
    assert any(said in problem for problem in report.problems), report.problems


MALFORMED = [
    ('document = "mini', "dokument", 'dokument = "mini', 2),
    ("an unknown option", 'pairs = "perfect"', 'pairs = "dragon"', 7),
    ("an option of no table", 'pairs = "perfect"', 'colour = "red"', 7),
    ("an amount that is none", "maximum = 200", 'maximum = "lots"', 11),
    ("a part of a cent", "Ana = 400.50", "Ana = 400.505", 22),
    ("a key that no record has", 'table = "MB 1"', 'tabel = "MB 1"', 3),
    ("TOML that is none", "minimum = 5\nmaximum = 200", "minimum = \nmaximum = 200", 10),
    ("an unknown document", "mini-baccarat@2017-12-06", "mini-baccarat@1999-01-01", 2),
    ("chips of nothing", "chips = [0.25,", "chips = [0,", 4),
    ("a step that is none", "deal 8h 3c 8d 9s 2c", "throw the cards away", 31),
    ("a card that is none", "deal 8h 3c 8d 9s 2c", "deal 8h 3x", 31),
    ("a refusal of nothing", "-> refused wager_not", "-> refuse wager_not", 30),
    ("an expectation of nothing", 'result = "lost"', 'outcome = "lost"', 38),
    ("a pairs layout without approval", 'pairs = "perfect"', 'pairs = "perfect"\napproved = []', 6),
]


@pytest.mark.parametrize(("what", "old", "new", "line"), MALFORMED)
def test_a_malformed_record_is_refused_with_its_line(
    what: str, old: str, new: str, line: int
) -> None:
    text = GOOD.replace('document = "mini', 'dokument = "mini', 1) if old == "dokument" else None
    with pytest.raises(BadRecord) as wrong:
        play_record(read_record(text or GOOD.replace(old, new, 1)))
    assert wrong.value.line == line, f"{what}: {wrong.value}"


def test_a_record_may_begin_with_the_shuffle() -> None:
    """Mini Baccarat 5.1(a): nothing is taken as prepared then."""
    text = GOOD.replace('table = "MB 1"', "prepared = false")
    report = play_record(read_record(text))
    assert "betting has not been opened" in report.problems[0]


def test_a_record_too_long_to_read_is_refused() -> None:
    with pytest.raises(BadRecord, match="at most"):
        read_record("#" * 10_000_001)


def test_the_settlement_is_plain_data() -> None:
    encoded = msgspec.json.encode(as_json(play_record(read_record(GOOD)).rounds))
    assert msgspec.json.decode(encoded)["rounds"][0]["result"] == "player"
