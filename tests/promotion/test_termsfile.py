"""Conditions as people write them in a file, and as people read them on paper."""

from __future__ import annotations

import pytest

from houseway.promotion import vocabulary as v
from houseway.promotion.due import report_text, terms_text
from houseway.promotion.terms import EntryRule, Redraw
from houseway.records.termsfile import BadTerms, read_conditions
from tests.promotion.desk import (
    ALL,
    CLOSE,
    DRAW,
    END,
    NOTHING_EXCLUDED,
    START,
    Desk,
    complete,
    seven_up,
)

TEXT = """
starts = 2026-03-02T21:00:00+11:00
closes = 2026-03-08T07:00:00+11:00
draw = 2026-03-07T21:00:00Z
ends = 2026-03-21T21:00:00Z
present = false
one_prize_each = true
criteria = ["of age"]
wager = "25.50"

[terms]
wager = "at least $25.50"
[further]
Photographs = "winners may be asked for one"
[redraw]
reasons = ["unclaimed"]
hours = 336
[[prize]]
name = "cellar"
kind = "goods"
value = "1,250"
count = 2
conditions = "of age"
includes = ["liquor"]
liquor_litres = "4.5"
cash_alternative = 900
[prize.contains]
tobacco = false
firearm = false
"prohibited weapon" = false
liquor = false
prescribed = false
[[entry]]
document = "seven-up-baccarat"
event = "WagerPaid"
wager = "super 7's"
stake = 5
"""


def test_a_file_says_dollars_litres_and_times_of_day() -> None:
    found = read_conditions(TEXT)
    times = (found.starts_us, found.closes_us, found.draw_us, found.ends_us)
    assert times == (START, CLOSE, DRAW, END)
    (prize,) = found.prizes
    assert (prize.value, prize.count, prize.cash_alternative) == (125_000, 2, 90_000)
    assert (prize.liquor_ml, prize.includes) == (4_500, ("liquor",))
    assert prize.contains == NOTHING_EXCLUDED
    assert (found.wager, found.criteria, found.one_prize_each) == (2_550, ("of age",), True)
    assert found.redraw == Redraw(("unclaimed",), 336)
    rule = EntryRule(document="seven-up-baccarat", event="WagerPaid", wager="super 7's", stake=500)
    assert found.entry_rules == (rule,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("starts = 2026-03-02T21:00:00", "how far from Greenwich"),
        ("[terms]\nmaner = 'x'", "terms.maner is none of manner"),
        ("prizes = 3", "unknown field `prizes`"),
        ("wager = 'ten'", "'ten' is not an amount"),
        ("starts = ", "Invalid"),
        ("[[prize]]\nname='x'\nkind='goods'\nvalue=1\nliquor_litres='1.0005'", "whole millilitres"),
        ("[[prize]]\nname='x'\nkind='goods'\nvalue=1\nliquor_litres='some'", "number of litres"),
        ("[[prize]]\nname='x'\nkind='goods'\nvalue=1\nliquor_litres='nan'", "whole millilitres"),
        (
            "[[prize]]\nname='x'\nkind='goods'\nvalue=1\nliquor_litres='9e99999'",
            "whole millilitres",
        ),
        ("[[prize]]\nname='x'\nkind='goods'\nvalue=1\ncontains={fish=true}", "fish"),
        ("[[prize]]\nname='x'\nkind='yacht'\nvalue=1", "yacht"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, said: str) -> None:
    with pytest.raises(BadTerms, match=said):
        read_conditions(text)


def test_printed_terms_have_every_heading_with_its_clause_in_each_document() -> None:
    """7-Up Baccarat 16.7 and 16.8: the terms and conditions in detail."""
    desk = Desk(*ALL).started(complete(further={"Photographs": "may be asked for"}))
    text = terms_text(desk.promotion)
    for number in range(1, 12):
        cited = f"7-Up Baccarat 16.8.{number}; Three Card Baccarat 15.7.{number}"
        assert f"[{cited}; Casino War 14.7.{number}]" in text
    assert "2026-03-07 20:00 UTC" in text
    assert "cash prize (cash), worth $500, no cash alternative" in text
    assert "entrants need not be present" in text
    assert "Photographs\n  may be asked for" in text
    assert "MISSING" not in text
    assert "(not said yet)" not in text


def test_printed_terms_mark_what_is_missing() -> None:
    desk = Desk("seven-up-baccarat")
    desk.do(v.SetConditions(complete(terms={})))
    text = terms_text(desk.promotion)
    assert text.count("(not said yet)") == 10
    assert f"MISSING: how the prize is awarded [{seven_up('16.8.1')}]" in text


def test_a_report_is_the_entry_in_the_register_and_what_came_of_it() -> None:
    """7-Up Baccarat 16.2: name, games, start, end and status; then entries, draw and duties."""
    desk = Desk("seven-up-baccarat", "casino-war").claimed()
    text = report_text(desk.promotion, DRAW + 10**9)
    assert "Autumn draw: running\ngames: seven-up-baccarat, casino-war\n" in text
    assert "from 2026-03-02 10:00 UTC to 2026-03-21 21:00 UTC" in text
    assert "entries: 1 with 1 tickets" in text
    assert "winner 1: cash prize, ticket 1 of ana, claimed, 0 attempts to notify" in text
    assert "claim 1: cash prize of $500 by ana, open" in text
    assert "due: publish the results, to the public by 2026-03-21 21:00 UTC" in text
    assert "list sealed as " in text
    assert "seed committed to as " in text
