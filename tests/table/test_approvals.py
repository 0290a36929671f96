"""What must be approved and in force before a table opens, and what a table keeps of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from houseway.games import game
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.document import document
from houseway.rulebook.ruling import Refused
from houseway.table.days import day_number, day_text
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import (
    ApprovalRecorded,
    EnterCommencement,
    Equipment,
    OpenTable,
    RecordApproval,
    Stamp,
    TableOpened,
)
from tests.offices import decider

STAR = ("seven-up-baccarat", "three-card-baccarat", "casino-war")
SETS_OF_2002 = (
    "tournament-canberra-poker",
    "tournament-blackjack",
    "tournament-roulette",
    "tournament-mini-baccarat",
    "tournament-pai-gow",
)
EQUIPMENT = (
    Equipment("shuffling device", "S-1"), Equipment("shoe", "H-1"), Equipment("card set", "C-1")
)  # fmt: skip
EASTERN = timezone(timedelta(hours=10))
NOW = "2026-08-17T12:00"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def at(text: str) -> int:
    """A time of day where the casinos stand."""
    local = datetime.fromisoformat(text).replace(tzinfo=EASTERN)
    return (local - EPOCH) // timedelta(microseconds=1)


def order(table: Table, command: Command, when: str = "") -> Refused | tuple[Event, ...]:
    by = decider(getattr(command, "document", table.slug))
    ruling = decide(table, command, by, at(when) if when else 0, "Dora")
    if isinstance(ruling, Refused):
        return ruling
    for event in ruling.events:
        evolve(table, event)
    return ruling.events


def opening(slug: str, **fields: Any) -> OpenTable:
    """Open a table with the equipment that its document asks for."""
    return OpenTable(slug, equipment=EQUIPMENT if slug in STAR else (), **fields)


def opened(table: Table, slug: str, when: str = "") -> TableOpened:
    events = order(table, opening(slug), when)
    assert isinstance(events, tuple), events
    (event,) = events
    assert isinstance(event, TableOpened)
    return event


@pytest.mark.parametrize("slug", STAR)
def test_a_table_opens_from_the_day_on_which_the_order_was_published(slug: str) -> None:
    """7-Up Baccarat Order commencement; Three Card Baccarat Order commencement;
    Casino War Order commencement."""
    table, cite = Table(), document(slug)
    order(table, EnterCommencement(slug, "2016-08-19", "the Authority's website"))
    early = order(table, opening(slug), "2016-08-18T23:59")
    assert early == Refused("not_in_force", cite("Order commencement"))
    stamp = opened(table, slug, "2016-08-19T00:00").stamp
    assert stamp is not None
    assert (stamp.in_force, stamp.entered_by) == ("2016-08-19", "Dora")


@pytest.mark.parametrize("slug", STAR)
def test_no_table_opens_while_nobody_entered_the_day(slug: str) -> None:
    """7-Up Baccarat Order commencement; Three Card Baccarat Order commencement;
    Casino War Order commencement."""
    refused = order(Table(), opening(slug), "2026-08-17T12:00")
    assert refused == Refused("commencement_not_entered", document(slug)("Order commencement"))


@pytest.mark.parametrize("slug", STAR)
def test_the_day_can_be_entered_with_the_opening(slug: str) -> None:
    """7-Up Baccarat Order commencement; Three Card Baccarat Order commencement;
    Casino War Order commencement: a day before the order was signed is refused."""
    clause = document(slug)("Order commencement")
    website = "the Authority's website"
    signed = order(Table(), opening(slug, published="2016-08-16", reference=website), NOW)
    assert signed == Refused("before_it_was_made", clause)
    nowhere = order(Table(), opening(slug, published="2016-08-19"), NOW)
    assert nowhere == Refused("no_reference", clause)
    command = opening(slug, published="2016-08-19", reference=website)
    assert order(Table(), command, "2016-08-18T23:59") == Refused("not_in_force", clause)
    events = order(Table(), command, "2016-08-19T00:00")
    assert isinstance(events, tuple)
    stamp = events[0].stamp  # type: ignore[attr-defined]
    assert (stamp.in_force, stamp.entered_by) == ("2016-08-19", "Dora")
    assert (stamp.published, stamp.reference) == ("2016-08-19", website)


@pytest.mark.parametrize("slug", [*STAR, "mini-baccarat", *SETS_OF_2002])
def test_a_stamp_claims_no_day_that_nobody_entered(slug: str) -> None:
    """Without a clock there is no day to compare, and none is claimed."""
    stamp = opened(Table(), slug).stamp
    assert stamp is not None
    assert (stamp.in_force, stamp.published, stamp.entered_by) == ("", "", "")


@pytest.mark.parametrize("slug", STAR)
def test_a_table_is_stamped_with_the_approved_version_and_keeps_it(slug: str) -> None:
    """7-Up Baccarat Order (1); Three Card Baccarat Order (1); Casino War Order (1)."""
    table, cite = Table(), document(slug)
    event = opened(table, slug)
    assert (event.edition, event.content) == (f"{slug}@2016-08-17", cite.content_hash)
    assert event.stamp == Stamp(
        cite.title,
        "Order of 17 August 2016",
        "Independent Liquor and Gaming Authority (New South Wales)",
        "2016-08-17",
        "",
        "",
        (cite("Order (1)"), cite("Order commencement")),
    )
    again = order(table, OpenTable("mini-baccarat"))
    late = order(table, EnterCommencement(slug, "2016-08-19", "the Authority's website"))
    assert again == late == Refused("table_open")
    assert table.edition == f"{slug}@2016-08-17"


def test_mini_baccarat_holds_from_the_day_after_it_was_notified() -> None:
    """Mini Baccarat instrument 2."""
    table, cite = Table(), document("mini-baccarat")
    order(table, EnterCommencement("mini-baccarat", "2017-12-31", "NI2017-633"))
    early = order(table, OpenTable("mini-baccarat"), "2017-12-31T23:59")
    assert early == Refused("not_in_force", cite("instrument 2"))
    stamp = opened(table, "mini-baccarat", "2018-01-01T00:00").stamp
    assert stamp is not None
    assert stamp.in_force == "2018-01-01"
    not_entered = order(Table(), OpenTable("mini-baccarat"), NOW)
    assert not_entered == Refused("commencement_not_entered", cite("instrument 2"))


def test_mini_baccarat_is_stamped_with_its_register_number_and_who_approved_it() -> None:
    """Mini Baccarat instrument 1; Mini Baccarat instrument 4."""
    cite = document("mini-baccarat")
    assert opened(Table(), "mini-baccarat").stamp == Stamp(
        "Mini Baccarat",
        "NI2017-633",
        "acting Director of Community, Business and Transport Regulation",
        "2017-12-06",
        "",
        "",
        (cite("instrument 1"), cite("instrument 4"), cite("instrument 2")),
    )


@pytest.mark.parametrize("slug", ["mini-baccarat", *SETS_OF_2002])
def test_the_approved_words_cannot_be_changed(slug: str) -> None:
    """Mini Baccarat instrument 4: read-only to every role; a new version is a new edition."""
    cite = document(slug)
    first, second, *_ = cite.clauses
    with pytest.raises(TypeError):
        cite.clauses[first] = cite.clauses[second]  # type: ignore[index]
    with pytest.raises(AttributeError):
        cite.clauses[first].must = "pay double"  # type: ignore[misc]


def test_nothing_opens_under_the_rules_that_were_revoked() -> None:
    """Mini Baccarat instrument 3."""
    cite = document("mini-baccarat")
    refused = order(Table(), OpenTable("NI2016-685"))
    assert refused == Refused("document_revoked", cite("instrument 3"))
    entered = order(Table(), EnterCommencement("NI2016-685", "2016-12-19", "NI2016-685"))
    assert entered == Refused("document_revoked", cite("instrument 3"))
    assert order(Table(), OpenTable("NI2016-686")) == Refused("no_such_game")


@pytest.mark.parametrize("slug", SETS_OF_2002)
def test_a_set_of_2002_is_its_own_part_of_one_instrument(slug: str) -> None:
    """Tournament American Roulette instrument; Tournament Pai Gow instrument;
    Tournament Canberra Poker instrument; Tournament Blackjack instrument;
    Tournament Mini-Baccarat instrument: reading G1."""
    cite = document(slug)
    assert opened(Table(), slug).stamp == Stamp(
        cite.title,
        "NI2002-45",
        "ACT Gambling and Racing Commission",
        "2002-02-18",
        "",
        "",
        (cite("instrument"),),
    )
    early = order(Table(), opening(slug), "2002-02-17T20:00")
    assert early == Refused("not_in_force", cite("instrument"))


REFUSED = [
    (EnterCommencement("mini-baccarat", "2017-12-05", "NI2017-633"), "before_it_was_made"),
    (EnterCommencement("mini-baccarat", "2017-13-01", "NI2017-633"), "not_a_day"),
    (EnterCommencement("mini-baccarat", "7 December 2017", "NI2017-633"), "not_a_day"),
    (EnterCommencement("mini-baccarat", "2017-12-07", " "), "no_reference"),
]


@pytest.mark.parametrize(("command", "code"), REFUSED)
def test_a_day_that_cannot_be_is_not_entered(command: Command, code: str) -> None:
    """Mini Baccarat instrument 2."""
    clause = document("mini-baccarat")("instrument 2")
    assert order(Table(), command) == Refused(code, clause)


# What the document wants approved


def test_an_approval_is_on_record_by_reference_and_day_with_who_recorded_it() -> None:
    """Mini Baccarat 1.1 and Mini Baccarat terms: Approved: reading G2."""
    table, cite = Table(), document("mini-baccarat")
    events = order(table, RecordApproval("mini-baccarat", "table", "GRC-14", "2018-03-01"))
    recorded = ApprovalRecorded(
        "mini-baccarat", "table", "GRC-14", "2018-03-01", "Dora", cite("1.1")
    )
    assert events == (recorded,)
    order(table, EnterCommencement("mini-baccarat", "2017-12-31", "NI2017-633"))
    early = order(table, OpenTable("mini-baccarat"), "2018-02-28T23:00")
    assert early == Refused("not_approved_yet", cite("1.1"))
    opened(table, "mini-baccarat", "2018-03-01T00:00")
    assert table.approvals["mini-baccarat"]["table"].reference == "GRC-14"


def test_a_record_does_not_stand_in_for_what_the_options_leave_out() -> None:
    """Mini Baccarat 9.2: the pairs layout is used only when the options say it is approved."""
    table, cite = Table(), document("mini-baccarat")
    pairs = {"pairs": "perfect", "approved": ("table",)}
    order(table, RecordApproval("mini-baccarat", "pairs layout", "GRC-15", "2018-03-01"))
    refused = order(table, OpenTable("mini-baccarat", pairs), "2018-04-01T12:00")
    assert refused == Refused("layout_not_approved", cite("9.2"))


@pytest.mark.parametrize("slug", ["mini-baccarat", *SETS_OF_2002])
def test_every_approval_that_a_game_asks_for_can_be_recorded(slug: str) -> None:
    """Mini Baccarat terms: Approved; Tournament Blackjack terms: Approved;
    Tournament Canberra Poker terms: Approved; Tournament American Roulette terms: Approved;
    Tournament Mini-Baccarat terms: Approved; Tournament Pai Gow terms: Approved."""
    options: Any = game(slug).options()
    wanted = options.approved
    assert wanted
    for subject in wanted:
        table = Table()
        events = order(table, RecordApproval(slug, subject, "A-1", "2018-03-01"))
        assert isinstance(events, tuple), events


NAMED_BY_TERMS = [
    ("mini-baccarat", "shoe"),
    ("mini-baccarat", "card supplier"),
    *(
        (slug, "procedures")
        for slug in ("mini-baccarat", *SETS_OF_2002)
        if slug != "tournament-canberra-poker"
    ),
]


@pytest.mark.parametrize(("slug", "subject"), NAMED_BY_TERMS)
def test_every_approval_that_the_terms_name_can_be_recorded(slug: str, subject: str) -> None:
    """Mini Baccarat terms: Approved, and that term of the tournament games: by reference, day and
    subject, with who recorded it."""
    events = order(Table(), RecordApproval(slug, subject, "GRC-16", "2018-03-01"))
    clause = document(slug)("terms: Approved")
    assert events == (ApprovalRecorded(slug, subject, "GRC-16", "2018-03-01", "Dora", clause),)


@pytest.mark.parametrize(
    ("subject", "reference", "dated", "code"),
    [
        ("chandelier", "GRC-14", "2018-03-01", "no_such_subject"),
        ("table", "", "2018-03-01", "no_reference"),
        ("table", "GRC-14", "2018-02-29", "not_a_day"),
    ],
)
def test_a_record_needs_its_subject_reference_and_day(
    subject: str, reference: str, dated: str, code: str
) -> None:
    """Mini Baccarat 1.1."""
    refused = order(Table(), RecordApproval("mini-baccarat", subject, reference, dated))
    clause = None if code == "no_such_subject" else document("mini-baccarat")("1.1")
    assert refused == Refused(code, clause)


def test_an_open_table_takes_no_approval_of_another_game() -> None:
    table = Table()
    opened(table, "mini-baccarat")
    record = RecordApproval("casino-war", "table", "A-1", "2018-03-01")
    assert order(table, record) == Refused("another_document")


# The calendar


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1970-01-01", 0),
        ("1970-03-01", 59),
        ("1972-02-29", 789),  # two years, January and 28 days: 730 + 31 + 28
        ("1973-01-01", 1096),
        ("2000-02-29", 11016),
        ("2000-03-01", 11017),
    ],
)
def test_days_are_counted_with_their_leap_years(text: str, number: int) -> None:
    assert day_number(text) == number
    assert day_text(number) == text


def test_days_agree_with_another_calendar_over_two_centuries() -> None:
    first = datetime(1970, 1, 1, tzinfo=EASTERN)
    for number in range(0, 73_000, 13):
        text = f"{first + timedelta(days=number):%Y-%m-%d}"
        assert (day_number(text), day_text(number)) == (number, text)


@pytest.mark.parametrize("text", ["2100-02-29", "2018-00-10", "2018-04-31", "18-04-30", ""])
def test_what_is_in_no_calendar_is_no_day(text: str) -> None:
    assert day_number(text) is None
