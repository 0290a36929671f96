"""Facts of promotions and tournaments in words: money as money, times as times, nothing as JSON."""

from __future__ import annotations

import pytest

from houseway.aggregates import KINDS
from houseway.games.events import Event
from houseway.games.fields import StoredCents
from houseway.games.limits import Limits
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.records.telling import event_words, tell
from houseway.rulebook.roles import Role, Signature
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.vocabulary import HoursSet, TableOpened
from houseway.tournament import entry_vocabulary as te
from houseway.tournament import session_vocabulary as ts
from houseway.tournament import wager_vocabulary as tw
from tests.promotion.desk import DRAW, complete, war

BY = Signature("Pia", Role.PROMOTIONS, DRAW)
MANY = tuple((f"person{number}", 1) for number in range(15))
CLAUSE = (war("14.7.8"),)

# fmt: off
TOLD: list[tuple[str, Event, str]] = [
    ("promotion/1", cv.PrizeClaimed(1, "ana", 1, "purse", 12_000_00, False,
                                    (cv.Payment("cash", 2_000_00),
                                     cv.Payment("crossed cheque", 10_000_00, "ana")), BY, CLAUSE),
     "prize claimed: claim 1, person ana, winner 1, prize purse, value $12,000, payments"
     " (means cash, amount $2,000); (means crossed cheque, amount $10,000, payee ana),"
     " by Pia (promotions)"),
    ("promotion/1", dv.EntriesTaken(1, (("ana", 3), ("ben", 1)), "the desk", BY, CLAUSE),
     "entries taken: first 1, rows ana 3; ben 1, source the desk, by Pia (promotions)"),
    ("promotion/1", v.ConditionsPublished(2, ("the desk", "website"), BY, CLAUSE),
     "conditions published: version 2, where the desk website, by Pia (promotions)"),
    ("tournament/spring", ts.BreakCalled(1, DRAW, BY, war("14.7.8")),
     "break called: session 1, until 07/03/2026 21:00:00, by Pia (promotions)"),
    ("tournament/spring", tw.StakeVoided(1, "a", 3, 500, war("14.7.8")),
     "stake voided: session 1, table a, entry 3, amount 500"),
    ("tournament/spring", te.FeeTaken(3, 110_00, 11_00, war("14.7.8")),
     "fee taken: entry 3, amount $110, commission $11"),
]
# fmt: on


@pytest.mark.parametrize(("stream", "event", "words"), TOLD)
def test_a_fact_is_told_as_people_write_it(stream: str, event: Event, words: str) -> None:
    """Read back from the log as what its stream says it is, with its clause."""
    new = codec.encode(event)
    entry = Entry(
        seq=1, key="k", stream=stream, version=1, kind=new.kind, schema=new.schema, body=new.body,
        at_us=DRAW, actor="Pia", role="promotions", edition="", engine="1", prev=b"", hash=b"",
    )  # fmt: skip
    told = tell("", entry)
    assert (told.text, told.clauses, told.event) == (words, "Casino War 14.7.8", event)


def test_what_belongs_to_no_aggregate_is_told_fact_by_fact() -> None:
    body = b'{"references":["a1","b2"],"why":"to notify a winner"}'
    entry = Entry(
        seq=1, key="k", stream="register", version=1, kind="DetailsRead", schema=1, body=body,
        at_us=DRAW, actor="Pia", role="promotions", edition="", engine="1", prev=b"", hash=b"",
    )  # fmt: skip
    assert tell("", entry).text == "details read: references a1 b2, why to notify a winner"


def test_money_is_known_by_its_type_and_not_by_the_name_of_its_field() -> None:
    limits = Limits(10_00, 500_00, multiple=5_00, differential=250_00, personal={"Ana": 900_00})
    opened = TableOpened("casino-war", "", "", {}, limits, (100_00, 25_00), practice=5_000_00)
    assert event_words(opened) == (
        "table opened: document casino-war, limits (minimum $10, maximum $500, multiple $5,"
        " personal Ana $900, differential $250), chips $100 $25, practice $5,000"
    )


def test_minutes_after_midnight_are_a_time_of_day() -> None:
    hours = HoursSet(opens=12 * 60, closes=4 * 60 + 30, minutes_east=600, clause=war("9.1"))
    assert event_words(hours) == "hours set: opens 12:00, closes 04:30, minutes east 600"


def test_a_renamed_event_is_told_by_the_name_under_which_it_is_stored() -> None:
    class SomethingElse(Event, frozen=True, tag="WagerTaken"):
        amount: StoredCents

    assert event_words(SomethingElse(5_00)) == "wager taken: amount $5"


def test_an_event_may_have_a_title_of_its_own() -> None:
    class SomethingElse(Event, frozen=True):
        title = "a title"

    assert event_words(SomethingElse()) == "a title"


def test_conditions_are_told_part_by_part() -> None:
    words = event_words(v.ConditionsSet(1, complete(), BY, CLAUSE))
    for part in ("manner an electronic draw among all tickets", "value $500",
                 "closes 07/03/2026 20:00:00"):  # fmt: skip
        assert part in words
    assert "{" not in words


def test_a_long_list_is_told_by_its_beginning() -> None:
    words = event_words(dv.EntriesTaken(1, MANY, "a list", BY, CLAUSE))
    assert "person11 1; and 3 more, source" in words
    assert "person12" not in words


def test_every_kind_of_stream_is_told() -> None:
    assert set(KINDS) == {"assessment", "course", "exclusions", "tournament", "promotion"}
