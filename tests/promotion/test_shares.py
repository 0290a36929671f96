"""What decides an electronic draw comes from several hands, each fixed before the next is known."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import pytest

from houseway.equipment.chips import dollars
from houseway.equipment.seeds import commitment_of
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.due import next_in_draw
from houseway.promotion.terms import Prize, PublicValue
from houseway.records.drawfile import check, draw_file, written
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import (
    CASH_PRIZE,
    CLOSE,
    DRAW,
    HOUR,
    NUMBERS,
    PUBLIC,
    PUBLIC_AT,
    SECOND,
    SEED,
    SHARE,
    START,
    Desk,
    complete,
    war,
)
from tests.promotion.test_lottery import by_hand

MANNER = war("14.7.1")
COMMIT = dv.CommitShare(commitment_of(SHARE))
RECORD = dv.RecordPublicValue(NUMBERS, "the evening news")
APPROVAL = v.Approval("L-1", "the delegate", START)
PEOPLE = [("ana", 40), ("ben", 35), ("chen", 25)]


def later(hours: int = 1, **changes: Any) -> v.AmendConditions:
    """Amended conditions that name the lottery of some hours later, and draw after it."""
    public = PublicValue("the lottery drawn after it", PUBLIC_AT + hours * HOUR)
    return v.AmendConditions(
        complete(public=public, draw_us=public.at_us + HOUR, **changes), APPROVAL
    )


# Nobody predicts a winner


def test_seed_and_list_do_not_tell_the_winner() -> None:
    """Reading A-35: for one seed and one list, the other two values spread the winner evenly.

    Ana has 40 of 100 tickets, Ben 35, Chen 25. Of 2,000 draws 800, 700 and 500 are expected;
    chi-squared with two degrees of freedom is below 13.816 in 999 of 1,000 fair draws.
    """
    shares = (hashlib.sha256(b"share %d" % number).hexdigest() for number in range(2_000))
    hits = Counter(_owner(by_hand(SEED, PEOPLE, share, NUMBERS, 1)[0]) for share in shares)
    publics = (f"{number} 8 15" for number in range(2_000))
    others = Counter(_owner(by_hand(SEED, PEOPLE, SHARE, public, 1)[0]) for public in publics)
    for found in (hits, others):
        squared = sum(
            (found[name] - 20 * tickets) ** 2 / (20 * tickets) for name, tickets in PEOPLE
        )
        assert squared < 13.816


def _owner(ticket: int) -> str:
    return "ana" if ticket <= 40 else "ben" if ticket <= 75 else "chen"


def test_trying_out_lists_with_a_known_seed_gains_nothing() -> None:
    """A thief knows the seed, guesses the other values, and takes the best of 200 lists each time.

    The friend has one of ten tickets in every list. Under the guess the friend always wins; in
    fact, over 400 promotions, 40 wins are expected. 65 are passed in fewer than 1 of 10,000.
    """
    wins = 0
    for number in range(400):
        seed, share, guess = (
            hashlib.sha256(b"%s %d" % (kind, number)).hexdigest()
            for kind in (b"seed", b"share", b"guess")
        )
        lists = ([("friend", 1), (f"x{extra}", 9)] for extra in range(200))
        chosen = next((rows for rows in lists if by_hand(seed, rows, guess, "?", 1) == [1]), None)
        assert chosen is not None
        wins += by_hand(seed, chosen, share, NUMBERS, 1) == [1]
    assert wins <= 65


# The order of things


def test_conditions_of_an_electronic_draw_name_a_public_value() -> None:
    """Reading A-35: without one they are incomplete, and nobody can waive it."""
    desk = Desk("casino-war")
    desk.do(v.SetConditions(complete(public=PublicValue())))
    refused = desk.refused(v.PublishConditions(("website",)))
    assert refused == Refused("conditions_incomplete", war("14.7"))
    assert "the public value that is mixed into the draw" in refused.detail
    desk.do(v.SetConditions(complete(method="barrel", public=PublicValue())))
    desk.do(v.PublishConditions(("website",)))


@pytest.mark.parametrize(
    ("at_us", "code"),
    [
        (CLOSE, "public_value_too_early"),
        (CLOSE - 1, "times_disordered"),
        (DRAW + 1, "times_disordered"),
    ],
)
def test_the_public_value_comes_between_closing_and_draw(at_us: int, code: str) -> None:
    desk = Desk("casino-war")
    order = v.SetConditions(complete(public=PublicValue(PUBLIC.source, at_us)))
    assert desk.refused(order).code == code


def test_a_list_is_sealed_before_the_public_value_is_known() -> None:
    """Reading A-35: whoever seals too late names a later value, with the Authority's approval."""
    desk = Desk("casino-war").started().committed()
    desk.do(dv.EnterPatron("ana"))
    assert desk.refused(dv.SealEntries(), at=PUBLIC_AT) == Refused("public_value_known", MANNER)
    desk.do(later())
    desk.do(dv.SealEntries())


def test_a_list_is_sealed_once_a_second_person_has_committed() -> None:
    desk = Desk("casino-war").started()
    desk.do(dv.EnterPatron("ana"))
    nobody = desk.refused(dv.SealEntries(), at=CLOSE + 1)
    assert nobody == Refused("share_not_committed", MANNER)
    desk.do(dv.NameSecondPerson(SECOND))
    assert SECOND in desk.refused(dv.SealEntries()).detail
    desk.do(COMMIT, actor=SECOND)
    desk.do(dv.SealEntries())


def test_the_public_value_is_recorded_after_sealing_and_its_moment() -> None:
    desk = Desk("casino-war").started().committed()
    desk.do(dv.EnterPatron("ana"))
    assert desk.refused(RECORD, at=CLOSE + 1) == Refused("list_not_sealed", war("14.7.6"))
    desk.do(dv.SealEntries())
    early = desk.refused(RECORD, at=PUBLIC_AT - 1)
    assert early == Refused("public_value_not_known", MANNER)
    desk.do(RECORD, at=PUBLIC_AT)


def test_one_records_the_public_value_and_another_confirms_it() -> None:
    desk = Desk("casino-war").sealed()
    own = desk.refused(RECORD, at=PUBLIC_AT, actor=SECOND)
    assert own == Refused("second_person_acts", MANNER)
    unread = desk.refused(dv.ConfirmPublicValue(NUMBERS), actor=SECOND)
    assert unread == Refused("public_value_not_recorded", MANNER)
    desk.do(dv.RecordPublicValue("4 8 15 16 23 24", "the evening news"))
    assert desk.refused(dv.ConfirmPublicValue(NUMBERS)).code == "not_the_second_person"
    differs = desk.refused(dv.ConfirmPublicValue(NUMBERS), actor=SECOND)
    assert differs == Refused("public_value_differs", MANNER)
    desk.do(RECORD)
    desk.do(dv.ConfirmPublicValue(" 4  8 15 16 23 42 "), actor=SECOND)
    for order, actor in ((RECORD, "Pia"), (dv.ConfirmPublicValue(NUMBERS), SECOND)):
        assert desk.refused(order, actor=actor).code == "public_value_confirmed"


@pytest.mark.parametrize(("value", "source"), [(" ", "news"), ("4", " "), ("4" * 501, "news")])
def test_a_public_value_has_words_and_a_source(value: str, source: str) -> None:
    desk = Desk("casino-war").sealed()
    refused = desk.refused(dv.RecordPublicValue(value, source), at=PUBLIC_AT)
    assert refused == Refused("no_public_value", MANNER)


def test_the_value_is_revealed_last_of_all_but_the_seed() -> None:
    """The draw waits for the public value, its confirmation and the second person's value."""
    desk = Desk("casino-war").sealed()
    waits = ["public_value_not_recorded", "public_value_not_confirmed", "share_not_revealed"]
    orders: list[tuple[Command, str]] = [
        (RECORD, "Pia"), (dv.ConfirmPublicValue(NUMBERS), SECOND), (dv.RevealShare(SHARE), SECOND)
    ]  # fmt: skip
    for code, (order, actor) in zip(waits, orders, strict=True):
        assert desk.refused(dv.DrawWinners(SEED), at=DRAW) == Refused(code, MANNER)
        desk.do(order, actor=actor)
    assert desk.refused(dv.DrawWinners(SEED, "fountain")) == Refused("no_word", MANNER)
    desk.do(dv.DrawWinners(SEED))


@pytest.mark.parametrize("share", ["a8" + "a7" * 31, "a7" * 31, "", "zz" * 32])
def test_only_the_value_committed_to_is_revealed(share: str) -> None:
    desk = Desk("casino-war").sealed()
    desk.do(RECORD, at=PUBLIC_AT)
    desk.do(dv.ConfirmPublicValue(NUMBERS), actor=SECOND)
    refused = desk.refused(dv.RevealShare(share), actor=SECOND)
    assert refused == Refused("not_the_share", MANNER)


# Two persons


def test_the_second_person_does_not_draw() -> None:
    desk = Desk("casino-war").known()
    refused = desk.refused(dv.DrawWinners(SEED), at=DRAW, actor=SECOND)
    assert refused == Refused("scrutineer_draws", war("14.2"))


@pytest.mark.parametrize("actor", ["Pia", "", "Samuel"])
def test_nobody_else_commits_confirms_or_reveals(actor: str) -> None:
    desk = Desk("casino-war").sealed()
    for order in (COMMIT, dv.ConfirmPublicValue(NUMBERS), dv.RevealShare(SHARE)):
        refused = desk.refused(order, actor=actor, at=PUBLIC_AT)
        assert refused == Refused("not_the_second_person", MANNER)
    patron = desk.refused(COMMIT, actor=SECOND, by=Role.PATRON)
    assert patron.code == "role_may_not"


def test_an_empty_name_is_nobody() -> None:
    """An order without an actor never speaks for a person without a name."""
    desk = Desk("casino-war").started()
    assert desk.refused(dv.NameSecondPerson(" ")) == Refused("nobody_named", MANNER)
    assert desk.refused(dv.NameScrutineer("")) == Refused("nobody_named", war("14.2"))
    assert desk.refused(COMMIT, actor="") == Refused("not_the_second_person", MANNER)


def test_a_scrutineer_is_the_second_person() -> None:
    desk = Desk("casino-war").started()
    desk.do(dv.NameScrutineer("Eli"))
    refused = desk.refused(dv.NameSecondPerson(SECOND))
    assert refused == Refused("scrutineer_named", MANNER)
    desk.do(COMMIT, actor="Eli")


def test_another_second_person_commits_anew() -> None:
    desk = Desk("casino-war").started().committed()
    desk.do(dv.NameScrutineer("Eli"))
    assert desk.promotion.draw.share.commitment == ""


# A value that is withheld


def test_a_withheld_value_is_set_aside_and_another_committed_to() -> None:
    """Reading A-35: the new commitment, too, comes before a public value, so a later one is named.

    Somebody who knew the seed and the first public value could otherwise choose the new value.
    """
    desk = Desk("casino-war").sealed(None, *PEOPLE)
    desk.do(RECORD, at=PUBLIC_AT)
    desk.do(dv.ConfirmPublicValue(NUMBERS), actor=SECOND)
    assert desk.refused(dv.NameSecondPerson("Kim")) == Refused("share_committed", MANNER)
    assert desk.refused(dv.NameScrutineer("Kim")) == Refused("share_committed", MANNER)
    own = desk.refused(dv.SetShareAside("lost"), actor=SECOND)
    assert own == Refused("second_person_acts", MANNER)
    assert desk.refused(dv.SetShareAside(" ")) == Refused("no_reason", MANNER)
    desk.do(dv.SetShareAside("Sam has left the house"))
    assert desk.promotion.draw.set_aside[0].person == SECOND
    assert desk.refused(dv.DrawWinners(SEED), at=DRAW) == Refused("share_not_committed", MANNER)
    desk.do(dv.NameSecondPerson("Kim"))
    assert desk.refused(COMMIT, actor="Kim") == Refused("public_value_known", MANNER)
    desk.do(later(2))
    desk.do(v.PublishConditions(("website",)))
    other = "b8" * 32
    desk.do(dv.CommitShare(commitment_of(other)), actor="Kim")
    desk.revealed(other, "7 11 13")
    desk.do(dv.DrawWinners(SEED), at=DRAW + 3 * HOUR)
    (winner,) = desk.promotion.winners
    assert [winner.ticket] == by_hand(SEED, PEOPLE, other, "7 11 13", 1)
    assert check(written(draw_file("promotion/1", desk.promotion))).problems == ()
    assert desk.replayed() == desk.promotion


def test_a_revealed_value_is_not_set_aside() -> None:
    desk = Desk("casino-war").known()
    for order in (dv.SetShareAside("a better one"), dv.NameScrutineer("Eli")):
        assert desk.refused(order) == Refused("share_revealed", MANNER)


# Amendments


@pytest.mark.parametrize(
    "changes",
    [
        {"one_prize_each": True},
        {"method": "barrel"},
        {"prizes": (Prize(name="car", kind="cash", value=dollars(9), conditions="none"),)},
        {"public": PublicValue("another lottery", DRAW)},
    ],
)
def test_nothing_that_decides_a_draw_is_changed_once_its_values_are_known(
    changes: dict[str, Any],
) -> None:
    desk = Desk("casino-war").known()
    order = v.AmendConditions(complete(**changes), APPROVAL)
    assert desk.refused(order, at=PUBLIC_AT) == Refused("draw_decided", MANNER)


def test_a_public_value_is_named_before_it_is_known() -> None:
    desk = Desk("casino-war").sealed()
    passed = v.AmendConditions(complete(public=PublicValue("another", CLOSE + 1)), APPROVAL)
    assert desk.refused(passed, at=PUBLIC_AT) == Refused("public_value_known", MANNER)
    late = Desk("casino-war", at=PUBLIC_AT)
    late.do(v.SetConditions(complete()))
    refused = late.refused(v.PublishConditions(("website",)))
    assert refused == Refused("public_value_known", MANNER)


def test_another_public_value_takes_the_place_of_one_that_was_recorded() -> None:
    desk = Desk("casino-war").sealed()
    desk.do(RECORD, at=PUBLIC_AT)
    desk.do(later())
    assert desk.promotion.draw.public.recorded is None


def test_a_draw_does_not_become_electronic_after_the_first_entry() -> None:
    desk = Desk("casino-war").started(complete(method="barrel"))
    desk.do(dv.EnterPatron("ana"))
    order = v.AmendConditions(complete(), APPROVAL)
    assert desk.refused(order) == Refused("commitment_too_late", MANNER)


# Who is next


def test_the_desk_knows_who_must_act_next() -> None:
    desk = Desk("casino-war").started(complete(prizes=(CASH_PRIZE,)))
    desk.do(dv.EnterPatron("ana"))
    steps: list[tuple[str, str, Command, str, int]] = [
        ("name a scrutineer or second person", "promotions", dv.NameSecondPerson(SECOND), "Pia",
         START),
        ("commit to a value of your own", SECOND, COMMIT, SECOND, START),
        ("seal the entries", "promotions", dv.SealEntries(), "Pia", CLOSE + 1),
        (f"record the public value ({PUBLIC.source})", "promotions", RECORD, "Pia", PUBLIC_AT),
        ("confirm the public value", SECOND, dv.ConfirmPublicValue(NUMBERS), SECOND, PUBLIC_AT),
        ("reveal the committed value", SECOND, dv.RevealShare(SHARE), SECOND, PUBLIC_AT),
        ("draw the winners", "promotions", dv.DrawWinners(SEED), "Pia", DRAW),
    ]  # fmt: skip
    for what, who, order, actor, at in steps:
        found = next_in_draw(desk.promotion)
        assert found is not None
        assert (found.what, found.to) == (what, who)
        desk.do(order, actor=actor, at=at)
    assert next_in_draw(desk.promotion) is None
