"""Who oversees the draw, when it is made, what it finds, and when a prize is drawn again."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import msgspec
import pytest

from houseway.equipment.chips import dollars
from houseway.equipment.seeds import commitment_of
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.draw import in_the_draw
from houseway.promotion.lottery import Stream, mixed_with_shares
from houseway.promotion.terms import Prize, Redraw
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import (
    AGAIN,
    ALL,
    CASH_PRIZE,
    CLOSE,
    DAY,
    DRAW,
    END,
    HOUR,
    MINUTE,
    NEXT,
    NUMBERS,
    SEED,
    SHARE,
    START,
    Desk,
    complete,
    seven_up,
    three_card,
    war,
)
from tests.promotion.test_lottery import by_hand


def worth(cents: int, **changes: Any) -> tuple[Prize, ...]:
    return (CASH_PRIZE, msgspec.structs.replace(CASH_PRIZE, name="dear", value=cents, **changes))


EXACTLY, ABOVE = dollars("10,000.00"), dollars("10,000.01")

# The documents, the dearest prize, and how a draw without a decision about a scrutineer is refused.
# fmt: off
SCRUTINY: list[tuple[tuple[str, ...], int, str, Clause | None]] = [
    (("seven-up-baccarat",),               EXACTLY, "", None),
    (("seven-up-baccarat",),               ABOVE, "scrutineer_required", seven_up("16.3")),
    (("three-card-baccarat",),             EXACTLY, "", None),
    (("three-card-baccarat",),             ABOVE, "scrutineer_required", three_card("15.2")),
    (("casino-war",),                      EXACTLY, "", None),
    (("casino-war",),                      ABOVE, "scrutineer_undecided", war("14.2")),
    (("casino-war", "three-card-baccarat"), ABOVE, "scrutineer_required", three_card("15.2")),
]
# fmt: on


@pytest.mark.parametrize(("documents", "cents", "code", "clause"), SCRUTINY)
def test_a_dear_prize_is_drawn_before_a_scrutineer(
    documents: tuple[str, ...], cents: int, code: str, clause: Clause | None
) -> None:
    """Reading A-20: $10,000.00 does not trigger, a cent more does; the strictest document holds."""
    desk = Desk(*documents).started(complete(prizes=worth(cents))).committed()
    desk.do(dv.EnterPatron("ana"))
    if not code:
        desk.do(dv.SealEntries(), at=CLOSE + 1)
        desk.revealed().do(dv.DrawWinners(SEED), at=DRAW)
        return
    assert desk.refused(dv.SealEntries(), at=CLOSE + 1) == Refused(code, clause)
    desk.do(dv.NameScrutineer("Eli"))
    desk.committed().do(dv.SealEntries())
    desk.revealed().do(dv.DrawWinners(SEED), at=DRAW)
    assert desk.promotion.draw.scrutineer == "Eli"


def test_many_small_prizes_are_no_dear_one() -> None:
    """7-Up Baccarat 16.3: an individual prize has the value, not the sum."""
    prizes = worth(EXACTLY, count=3)
    Desk("seven-up-baccarat").drawn(complete(prizes=prizes))


def test_only_casino_war_leaves_it_to_the_operator() -> None:
    """Casino War 14.2: draws may be overseen; the decision that nobody does is kept. 7-Up Baccarat
    16.3: they shall be."""
    order = dv.DispenseWithScrutineer("a small house")
    free = Desk("casino-war").started(complete(prizes=worth(ABOVE)))
    assert free.refused(dv.DispenseWithScrutineer(" ")) == Refused("no_reason", war("14.2"))
    free.do(order)
    free.do(dv.EnterPatron("ana"))
    free.committed().do(dv.SealEntries(), at=CLOSE + 1)
    free.revealed().do(dv.DrawWinners(SEED), at=DRAW)
    assert free.promotion.draw.dispensed == "a small house"
    bound = Desk("casino-war", "seven-up-baccarat").started(complete(prizes=worth(ABOVE)))
    assert bound.refused(order) == Refused("scrutineer_required", seven_up("16.3"))


def test_the_scrutineer_signs_before_anything_is_awarded_or_published() -> None:
    """7-Up Baccarat 16.3: overseen means that somebody stands for it who did not make it."""
    tickets = (("ana", 1), ("ana", 1))
    conditions = complete(prizes=worth(ABOVE))
    desk = Desk("seven-up-baccarat").known(conditions, *tickets, scrutineer="Eli")
    own = desk.refused(dv.DrawWinners(SEED), at=DRAW, actor="Eli")
    assert own == Refused("scrutineer_draws", seven_up("16.3"))
    too_soon = desk.refused(dv.SignDraw(), actor="Eli")
    assert too_soon == Refused("draw_not_made", seven_up("16.3"))
    desk.do(dv.DrawWinners(SEED))
    unsigned = Refused("draw_not_signed", seven_up("16.3"))
    assert desk.refused(dv.PublishResults("website")) == unsigned
    desk.do(cv.ClaimPrize("ana", "cash prize"))
    assert desk.refused(cv.AwardPrize(1)) == unsigned
    assert desk.refused(dv.SignDraw(), actor="Ben").code == "not_the_scrutineer"
    assert desk.refused(dv.SignDraw(), actor="Eli", by=Role.PATRON).code == "role_may_not"
    desk.do(dv.SignDraw(), actor="Eli", by=Role.INSPECTOR)
    desk.do(dv.PublishResults("website"))
    desk.do(cv.AwardPrize(1))


def test_one_person_does_not_oversee_the_draw_that_they_make() -> None:
    """7-Up Baccarat 16.3: under another office, in other letters or without a name, it is one
    person; and the house is no scrutineer."""
    started = Desk("seven-up-baccarat").started(complete(prizes=worth(ABOVE)))
    for named in ("", " ", "house", "device shoe-1"):
        assert started.refused(dv.NameScrutineer(named)).code == "nobody_named"
    for spelling in ("Pia", "PIA"):
        desk = Desk("seven-up-baccarat").sealed(complete(prizes=worth(ABOVE)), scrutineer=spelling)
        for actor in ("Pia", "", "house"):
            alone = desk.refused(dv.DrawWinners(SEED), at=DRAW, actor=actor)
            assert alone == Refused("scrutineer_draws", seven_up("16.3"))


def test_a_witness_is_another_person() -> None:
    """Casino War 14.7.1: whoever records a ticket is no witness, however the name is written."""
    desk = Desk("casino-war").sealed(complete(method="barrel"))
    for names in (("Pia",), ("PIA", " "), ("house",), ("P\u0456a",)):
        alone = desk.refused(dv.RecordTicket(1, names), at=DRAW)
        assert alone == Refused("no_witness", war("14.7.1"))
    desk.do(dv.RecordTicket(1, ("Dora",)))


def test_no_scrutineer_is_named_after_the_draw() -> None:
    assert Desk(*ALL).drawn().refused(dv.NameScrutineer("Eli")).code == "draw_made"


# The electronic draw


def test_the_winners_are_those_of_the_documented_draw() -> None:
    """7-Up Baccarat 16.8.1: seed, list, the second person's value and the public one decide."""
    people = [("ana", 5), ("ben", 2), ("chen", 4)]
    desk = Desk(*ALL).known(complete(prizes=worth(dollars(900), count=3)), *people)
    desk.do(dv.DrawWinners(SEED), at=DRAW)
    expected = by_hand(SEED, people, SHARE, NUMBERS, 4)
    assert [each.ticket for each in desk.promotion.winners] == expected
    owners = [desk.promotion.entries.owner(ticket) for ticket in expected]
    assert [each.person for each in desk.promotion.winners] == owners
    prizes = [desk.promotion.prize_of(each).name for each in desk.promotion.winners]
    assert prizes == ["cash prize", "dear", "dear", "dear"]


@pytest.mark.parametrize("seed", ["5f" + "5e" * 31, "5e" * 31, "zz" * 32])
def test_only_the_seed_committed_to_draws(seed: str) -> None:
    desk = Desk("casino-war").known()
    expected = Refused("seed_not_committed", war("14.7.1"))
    assert desk.refused(dv.DrawWinners(seed), at=DRAW) == expected


AWARDS = pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.8.2")),
        ("three-card-baccarat", three_card("15.7.2")),
        ("casino-war", war("14.7.2")),
    ],
)


@AWARDS
def test_the_draw_is_made_when_the_terms_have_it(slug: str, clause: Clause) -> None:
    desk = Desk(slug).known()
    early = desk.refused(dv.DrawWinners(SEED), at=DRAW - 1)
    assert early == Refused("draw_too_early", clause)
    desk.do(dv.DrawWinners(SEED), at=DRAW)
    assert desk.refused(dv.DrawWinners(SEED)).code == "draw_made"


def test_no_seed_is_committed_to_before_the_conditions_are_published() -> None:
    """Casino War 14.7.1: where a second person has a share, publication commits to the seed."""
    desk = Desk("casino-war")
    desk.do(v.SetConditions(complete()))
    refused = desk.refused(dv.CommitSeed(commitment_of(SEED)))
    assert refused == Refused("committed_on_publication", war("14.7.1"))


def test_an_unsealed_list_is_not_drawn_from() -> None:
    desk = Desk("casino-war").started()
    expected = Refused("list_not_sealed", war("14.7.6"))
    assert desk.refused(dv.DrawWinners(SEED), at=DRAW) == expected


def test_amended_conditions_are_published_before_the_draw() -> None:
    """7-Up Baccarat 16.7: readily available, as they stand."""
    desk = Desk("seven-up-baccarat").known()
    approval = v.Approval("L-1", "the delegate", START)
    desk.do(v.AmendConditions(complete(ends_us=END + DAY), approval))
    expected = Refused("conditions_not_published", seven_up("16.7"))
    assert desk.refused(dv.DrawWinners(SEED), at=DRAW) == expected
    desk.do(v.PublishConditions(("website",)))
    desk.do(dv.DrawWinners(SEED))


def test_prizes_without_a_ticket_are_left_over() -> None:
    desk = Desk("casino-war").drawn(complete(prizes=worth(dollars(900), count=4)))
    assert len(desk.promotion.winners) == 3
    assert desk.promotion.draw.unawarded == 2


def test_one_prize_each_where_the_terms_have_it() -> None:
    desk = Desk("casino-war").drawn(
        complete(prizes=worth(dollars(900)), one_prize_each=True), ("ana", 50), ("ben", 1)
    )
    assert {each.person for each in desk.promotion.winners} == {"ana", "ben"}


# The barrel


def barrel(*people: tuple[str, int], **changes: Any) -> Desk:
    return Desk("casino-war").sealed(complete(method="barrel", **changes), *people)


def test_a_ticket_out_of_the_barrel_is_recorded_before_witnesses() -> None:
    desk = barrel(("ana", 2), ("ben", 1), prizes=worth(dollars(900)))
    alone = desk.refused(dv.RecordTicket(3, ("Pia", " ")), at=DRAW)
    assert alone == Refused("no_witness", war("14.7.1"))
    for ticket in (0, 4):
        refused = desk.refused(dv.RecordTicket(ticket, ("Dora",)))
        assert refused == Refused("no_such_ticket", war("14.7.1"))
    desk.do(dv.RecordTicket(3, ("Dora",)))
    assert desk.refused(dv.RecordTicket(3, ("Dora",))).code == "no_such_ticket"
    assert desk.promotion.draw.completed is None
    desk.do(dv.RecordTicket(1, ("Dora", "Eli")))
    assert desk.promotion.draw.completed is not None
    assert [each.person for each in desk.promotion.winners] == ["ben", "ana"]
    assert desk.promotion.winners[1].witnesses == ("Dora", "Eli")
    assert desk.refused(dv.RecordTicket(2, ("Dora",))).code == "draw_made"


def test_a_barrel_has_no_seed_and_a_seed_no_barrel() -> None:
    desk = barrel()
    assert desk.refused(dv.CommitSeed("a" * 64)).code == "not_electronic"
    assert desk.refused(dv.DrawWinners(SEED), at=DRAW).code == "not_electronic"
    computed = Desk("casino-war").sealed()
    assert computed.refused(dv.RecordTicket(1, ("Dora",)), at=DRAW).code == "electronic"


def test_a_barrel_is_as_early_and_as_overseen_as_any_draw() -> None:
    """Three Card Baccarat 15.2 and 15.7.2 make no difference between draws."""
    conditions = complete(method="barrel", prizes=worth(ABOVE))
    desk = Desk("three-card-baccarat").sealed(conditions)
    order = dv.RecordTicket(1, ("Dora",))
    assert desk.refused(order, at=DRAW - 1) == Refused("draw_too_early", three_card("15.7.2"))
    expected = Refused("scrutineer_required", three_card("15.2"))
    assert desk.refused(order, at=DRAW) == expected


# Drawing again

UNCLAIMED = Redraw(("unclaimed",), 336)


def test_an_unclaimed_prize_is_drawn_again_after_the_time_of_the_terms() -> None:
    """7-Up Baccarat 16.8.8: fourteen days to claim; then the next secret and a later value."""
    people = [("ana", 1), ("ben", 1), ("chen", 1)]
    desk = Desk("seven-up-baccarat").drawn(complete(redraw=UNCLAIMED), *people)
    order = dv.RedrawPrize(1, "unclaimed")
    refused = desk.refused(order, at=DRAW + 14 * DAY)
    assert refused == Refused("no_ground_to_redraw", seven_up("16.8.8"))
    assert "2026-03-21 21:00 UTC" in refused.detail
    desk.redrawn(1, "unclaimed", at=DRAW + 14 * DAY + 1)
    first, second = desk.promotion.winners
    assert [first.ticket] == by_hand(SEED, people, SHARE, NUMBERS, 1)
    left = [ticket for ticket in (1, 2, 3) if ticket != first.ticket]
    listed = hashlib.sha256(b"ana 1\nben 1\nchen 1\n").digest()
    mixed = listed + bytes.fromhex(SHARE) + hashlib.sha256(AGAIN.encode()).digest()
    block = hmac.digest(bytes.fromhex(NEXT), mixed + bytes(8), "sha256")
    assert second.ticket == left[int.from_bytes(block, "big") % 2]
    assert hashlib.sha256(bytes.fromhex(NEXT)).hexdigest() == SEED
    assert (first.status, second.status, second.unit) == ("redrawn", "drawn", 0)
    assert (second.instead_of, second.reason) == (1, "unclaimed")


@pytest.mark.parametrize("reason", ["absent", "refused", "a whim"])
def test_a_prize_is_drawn_again_only_for_a_reason_of_the_terms(reason: str) -> None:
    desk = Desk("casino-war").drawn(complete(redraw=UNCLAIMED))
    refused = desk.refused(dv.RedrawPrize(1, reason), at=DRAW + 30 * DAY)
    assert refused == Refused("redraw_not_in_terms", war("14.7.8"))
    expected = f"the terms have a prize drawn again for unclaimed, not as {reason}"
    assert refused.detail == expected


def test_an_absent_winner_loses_the_prize_where_presence_is_required() -> None:
    """Casino War 14.7.8: any requirement to be present is in the terms."""
    redraw = Redraw(("absent",))
    away = Desk("casino-war").drawn(complete(redraw=redraw))
    expected = Refused("no_ground_to_redraw", war("14.7.8"))
    assert away.refused(dv.RedrawPrize(1, "absent")) == expected
    here = Desk("casino-war").drawn(complete(redraw=redraw, present=True))
    here.redrawn(1, "absent")


def test_nobody_knows_who_is_drawn_again_when_the_reason_is_recorded() -> None:
    """A staff member who wants a friend to win cannot tell whom to disqualify for it.

    The same two persons and the same reason; only the value that comes later differs.
    """
    redraw = Redraw(("absent",))
    people = [(f"p{number}", 1) for number in range(30)]
    desk = Desk("casino-war").drawn(complete(redraw=redraw, present=True), *people)
    asked = dv.RedrawPrize(1, "absent")
    (event,) = desk.do(asked, actor="Pia")
    assert isinstance(event, dv.RedrawAsked)
    assert event.at_us == desk.now + 10 * MINUTE
    early = dv.RecordPublicValue(AGAIN, "the evening news")
    assert desk.refused(early, at=event.at_us - 1).code == "public_value_not_known"
    complete_order = dv.RedrawPrize(1, "absent", seed=NEXT)
    assert desk.refused(complete_order, actor="Pat").code == "public_value_not_recorded"
    desk.do(early, at=event.at_us)
    assert desk.refused(complete_order, actor="Pat").code == "public_value_not_confirmed"
    desk.do(dv.ConfirmPublicValue(AGAIN), actor=desk.promotion.draw.second_person)
    assert desk.refused(complete_order, actor="pia").code == "second_person_needed"
    assert desk.refused(dv.RedrawPrize(1, "absent"), actor="Pat").code == "seed_not_here"
    wrong = dv.RedrawPrize(1, "absent", seed="00" * 32)
    assert desk.refused(wrong, actor="Pat").code == "seed_not_committed"
    desk.do(complete_order, actor="Pat")

    tickets = in_the_draw(desk.promotion)
    digest, draw = desk.promotion.draw.digest, set()
    for value in range(200):
        mixed = mixed_with_shares(digest, share=SHARE, public=str(value))
        draw.add(tickets.draw(Stream(NEXT, mixed)))
    assert len(draw) == tickets.left == 28  # the later value alone can make anybody the winner


def test_a_redraw_whose_reason_has_gone_makes_room_for_another() -> None:
    redraw = Redraw(("absent", "unclaimed"), 24)
    prizes = (msgspec.structs.replace(CASH_PRIZE, count=2),)
    terms = complete(redraw=redraw, present=True, prizes=prizes)
    desk = Desk("casino-war").drawn(terms, ("ana", 1), ("ben", 1), ("chen", 1))
    desk.do(dv.RedrawPrize(1, "absent"), actor="Pia")
    assert desk.refused(dv.RedrawPrize(2, "absent"), actor="Pat").code == "redraw_waits"
    desk.do(cv.ClaimPrize(desk.promotion.winners[0].person, "cash prize"))
    desk.redrawn(2, "absent")
    assert desk.promotion.winners[1].status == "redrawn"


def test_a_refused_winner_is_replaced_where_the_terms_have_it() -> None:
    desk = Desk("casino-war").drawn(complete(redraw=Redraw(("refused",))))
    order = dv.RedrawPrize(1, "refused")
    assert desk.refused(order).code == "no_ground_to_redraw"
    desk.do(cv.ClaimPrize(desk.promotion.winners[0].person, "cash prize"))
    alone = cv.RefuseClaim(1, "is not a member", "receipt")
    for _ in range(2):  # one person may say it as often as they like
        (asked,) = desk.do(alone, actor="Pia")
        assert isinstance(asked, cv.RefusalAsked)
        assert desk.refused(order).code == "no_ground_to_redraw"
    desk.do(alone, actor="Pat")
    desk.redrawn(1, "refused")
    assert desk.refused(dv.RedrawPrize(3, "refused")).code == "no_such_winner"


def test_a_barrel_is_drawn_from_again_before_witnesses() -> None:
    desk = barrel(("ana", 1), ("ben", 1), redraw=Redraw(("absent",)), present=True)
    desk.do(dv.RecordTicket(2, ("Dora",)), at=DRAW)
    assert desk.refused(dv.RedrawPrize(1, "absent", 1)).code == "no_witness"
    assert desk.refused(dv.RedrawPrize(1, "absent", 2, ("Dora",))).code == "no_such_ticket"
    desk.do(dv.RedrawPrize(1, "absent", 1, ("Dora",)))
    left = desk.refused(dv.RedrawPrize(2, "absent", 1, ("Dora",)))
    assert left == Refused("no_tickets_left", war("14.7.1"))


def test_a_new_winner_is_signed_and_published_anew() -> None:
    """7-Up Baccarat 16.3 and 16.8.10."""
    conditions = complete(prizes=worth(ABOVE), redraw=UNCLAIMED)
    desk = Desk("seven-up-baccarat").known(conditions, scrutineer="Eli")
    desk.do(dv.DrawWinners(SEED), at=DRAW)
    desk.do(dv.SignDraw(), actor="Eli")
    desk.do(dv.PublishResults("website"))
    desk.redrawn(1, "unclaimed", at=DRAW + 15 * DAY)
    assert desk.refused(dv.PublishResults("website")).code == "draw_not_signed"
    desk.do(dv.SignDraw(), actor="Eli")
    desk.do(dv.PublishResults("website"))


PUBLICATION = pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.8.10")),
        ("three-card-baccarat", three_card("15.7.10")),
        ("casino-war", war("14.7.10")),
    ],
)


@PUBLICATION
def test_results_are_published_once_there_are_any(slug: str, clause: Clause) -> None:
    desk = Desk(slug).known()
    order = dv.PublishResults("website")
    assert desk.refused(order, at=DRAW) == Refused("draw_not_made", clause)
    desk.do(dv.DrawWinners(SEED))
    (fact,) = desk.do(order)
    assert fact.clauses == (clause,)  # type: ignore[attr-defined]


def test_a_replay_of_the_facts_gives_the_same_promotion() -> None:
    desk = Desk(*ALL).drawn(complete(redraw=UNCLAIMED))
    desk.redrawn(1, "unclaimed", at=DRAW + 15 * DAY)
    assert desk.replayed() == desk.promotion
    assert CLOSE + HOUR == DRAW
