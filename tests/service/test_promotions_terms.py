"""The terms of a promotion as a form, and what everybody reads of it once it is published."""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollars
from houseway.promotion import vocabulary as v
from houseway.promotion.terms import Redraw
from houseway.records.drawfile import check
from tests.promotion.desk import CASH_PRIZE, DAY, NOTHING_EXCLUDED, START, TERMS, complete
from tests.service import promoting as p
from tests.service.conftest import CSRF, House

NAME = p.NAME
HTML = {"accept": "text/html"}


def test_every_missing_term_is_named_by_its_clause(house: House) -> None:
    """Casino War 14.7.1, 14.7.11 and 14.7.11.2.4: beside its field, and in the list."""
    p.registered(house.floor)
    rita = house.as_("Rita")
    form: dict[str, Any] = {**p.TERMS_FORM, **NO_EXCLUDED}
    form |= {"term.manner": "", "prize.0.kind": "vehicle"}
    page = p.text_of(p.give(rita, "set", **form).text)
    assert "5 missing." in page
    assert "How the prize is awarded Casino War 14.7.1" in page
    assert "On-road costs of cash prize Casino War 14.7.11.2.4" in page
    refused = p.give(rita, "publish", 422, where="the desk")
    assert "Casino War 14.7" in p.text_of(p.said(refused))


def test_what_was_typed_stays_when_it_cannot_be_read(house: House) -> None:
    p.registered(house.floor)
    form = {**p.TERMS_FORM, "closes": "next Saturday", "term.award": "at the old fountain"}
    page = p.give(house.as_("Rita"), "set", 422, **form)
    assert "such as 31/12/2026 18:00" in page.text
    assert 'value="next Saturday"' in page.text
    assert "at the old fountain" in page.text
    assert p.state(house.floor).version == 0


NO_EXCLUDED = {f"prize.0.contains.{item}": "no" for item in NOTHING_EXCLUDED}
UNREADABLE = (
    ({"prize.0.value": "a lot"}, "is not an amount"),
    ({"prize.0.litres": "much"}, "is not a number of litres"),
    ({"prize.0.litres": "0.0001"}, "not whole millilitres"),
    ({"prize.0.litres": "NaN"}, "not whole millilitres"),
    ({"prize.0.kind": "castle"}, "is none of"),
    ({"redraw": "bored"}, "is none of"),
    ({"redraw_hours": "-3"}, "is not a whole number"),
    ({"further": "no heading here"}, "has no heading"),
    ({"term.manner": "x" * 4_001}, "at most 4000 characters"),
    ({"prize.0.includes": "cigars"}, "Casino War 14.5.1"),
    ({"prize.0.kind": "goods"}, "Casino War 14.5.1"),
    (
        {"prize.0.kind": "goods", **NO_EXCLUDED, "prize.0.contains.prohibited weapon": "yes"},
        "Casino War 14.5.3",
    ),
    ({"prize.0.contains.liquor": "perhaps"}, "is none of yes, no"),
    ({"prize.0.litres": "20.001"}, "Casino War 14.5.4"),
)


def test_a_form_that_cannot_be_is_refused(house: House) -> None:
    """Casino War 14.5.1 and 14.5.4 among what is refused."""
    p.registered(house.floor)
    rita = house.as_("Rita")
    for changes, said in UNREADABLE:
        page = p.give(rita, "set", 422, **{**p.TERMS_FORM, **changes})
        assert said in p.text_of(p.said(page)), changes
    assert p.state(house.floor).version == 0


def test_the_whole_form_of_the_terms_is_read(house: House) -> None:
    p.registered(house.floor)
    rita = house.as_("Rita")
    barred = house.floor.register.reference("Quirin Vale")
    p.give(rita, "set", **{
        **p.TERMS_FORM, **NO_EXCLUDED, "present": "yes",
        "method": "barrel", "one_prize_each": "yes",
        "term.wager": "at least $25 a coup", "wager": "25.50", "criteria": "of age\na member",
        "barred": "Quirin Vale", "redraw": ["absent", "unclaimed"], "redraw_hours": "48",
        "further": "Photographs: winners may be asked for one",
        "prize.0.value": "1,000.50", "prize.0.count": "2", "prize.0.includes": "liquor; a basket",
        "prize.0.litres": "4.5", "prize.0.kind": "goods", "prize.0.cash_alternative": "900",
        "rule.0.event": "WagerPaid", "rule.0.document": "casino-war", "rule.0.wager": "tie",
        "rule.0.stake": "10", "rule.0.tickets": "3",
    })  # fmt: skip
    found = p.state(house.floor).conditions
    assert (found.present, found.method, found.one_prize_each) == (True, "barrel", True)
    assert (found.wager, found.criteria, found.barred) == (25_50, ("of age", "a member"), (barred,))
    assert found.redraw == Redraw(("absent", "unclaimed"), 48)
    assert found.further == {"Photographs": "winners may be asked for one"}
    (prize,) = found.prizes
    assert (prize.value, prize.count, prize.liquor_ml) == (1_000_50, 2, 4_500)
    assert (prize.includes, prize.cash_alternative) == (("liquor", "a basket"), dollars(900))
    assert prize.contains == NOTHING_EXCLUDED
    (rule,) = found.entry_rules
    assert (rule.event, rule.wager, rule.stake, rule.tickets) == ("WagerPaid", "tie", 10_00, 3)
    shown = rita.get(f"/desk/{NAME}/terms", headers=HTML).text
    for value in ("25.50", "1000.50", "4.5", "02/03/2026 10:00", barred):
        assert value in shown
    assert "Quirin" not in shown
    for item in NOTHING_EXCLUDED:
        assert f'name="prize.0.contains.{item}" value="no" checked' in shown
        assert f'name="prize.1.contains.{item}" value="no">' in shown  # no answer is the default


def test_terms_out_of_a_file_are_taken_whole(house: House) -> None:
    p.registered(house.floor)
    rita = house.as_("Rita")
    bad = p.give(rita, "set-text", 422, terms_file='[terms]\nmaner = "a draw"\n')
    assert "terms.maner is none of" in p.text_of(p.said(bad)).lower()
    lines = ['barred = ["Odo Brand"]', "starts = 2026-03-02T10:00:00Z", "[terms]"]
    lines += [f'{key} = "{text}"' for key, text in TERMS.items()]
    p.give(rita, "set-text", terms_file="\n".join(lines))
    found = p.state(house.floor).conditions
    assert (found.terms, found.starts_us) == (TERMS, START)
    assert found.barred == (house.floor.register.reference("Odo Brand"),)


def test_a_change_after_the_start_needs_the_authority(house: House) -> None:
    """Casino War 14.9.1: its approval, with reference and name."""
    p.started(house.floor)
    mia = house.as_("Mia")
    later = {**p.TERMS_FORM, "ends": "28/03/2026 21:00"}
    refused = p.give(mia, "amend", 422, **later)
    assert "Casino War 14.9.1" in p.text_of(p.said(refused))
    p.give(mia, "amend", **later, approval_reference="L-114", approver="the delegate")
    assert p.state(house.floor).versions[-1].approval is not None
    page = p.text_of(mia.get(f"/desk/{NAME}/terms", headers=HTML).text)
    assert "Version 1 is published, version 2 is not." in page
    assert "approved as L-114 by the delegate" in page


def test_the_clock_of_the_notice_turns_late(house: House) -> None:
    """7-Up Baccarat 16.10: 24 hours before the start; a second later it is too late."""
    p.registered(house.floor, "seven-up-baccarat")
    p.order(house.floor, v.SetConditions(complete()))
    rita = house.as_("Rita")
    p.set_clock(house.floor, START - DAY)
    page = rita.get(f"/desk/{NAME}", headers=HTML).text
    assert "must have full details by 01/03/2026 10:00" in p.text_of(page)
    assert f'data-until="{START - DAY}"' in page
    assert "clock-card late" not in page
    p.set_clock(house.floor, START - DAY + 1)
    assert "clock-card late" in rita.get(f"/desk/{NAME}", headers=HTML).text


def test_a_short_name_is_an_address(house: House) -> None:
    p.set_clock(house.floor, p.BEFORE)
    rita = house.as_("Rita")
    for name in ("new", "register", "due", "Autumn", "a b", ""):
        form = {"promotion": name, "name": "Autumn draw", "documents": "casino-war"}
        form["_csrf_token"] = rita.http.cookies[CSRF]
        answer = rita.send("POST", "/desk", headers=HTML, follow_redirects=False, data=form)
        assert answer.status_code in (404, 422), name
    assert not any(each.startswith("promotion/") for each in house.floor.log.heads())


def test_there_is_no_other_part_form_or_promotion(house: House) -> None:
    p.registered(house.floor)
    rita = house.as_("Rita")
    for path in (
        f"/desk/{NAME}/moon",
        "/desk/nowhere",
        "/promotions/nowhere",
        f"/promotions/{NAME}",
    ):
        assert rita.get(path, headers=HTML).status_code == 404, path
    assert p.give(rita, "dance", 404).status_code == 404


def test_terms_are_public_once_published_and_printed_as_published(house: House) -> None:
    """Casino War 14.6: readily available, as they stand; without those who cannot enter."""
    barred = house.floor.register.reference("Odo Brand")
    p.started(house.floor, complete(barred=(barred,)))
    nobody = house.browser()
    page = nobody.get(f"/promotions/{NAME}", headers=HTML)
    assert "An electronic draw among all tickets" in page.text
    assert "07/03/2026 21:00 UTC" in page.text
    assert barred not in page.text
    approval = v.Approval("L-1", "the delegate", START)
    later = complete(terms=TERMS | {"award": "at the other fountain"})
    p.order(house.floor, v.AmendConditions(later, approval))
    assert "at the other fountain" not in nobody.get(f"/promotions/{NAME}", headers=HTML).text
    p.order(house.floor, v.PublishConditions(("the desk",)))
    assert "At the other fountain" not in nobody.get("/promotions", headers=HTML).text
    assert "at the other fountain" in nobody.get(f"/promotions/{NAME}", headers=HTML).text.lower()


def test_results_and_the_file_are_public_once_published(house: House) -> None:
    """Casino War 14.7.10."""
    p.drawn(house.floor)
    nobody, rita = house.browser(), house.as_("Rita")
    assert nobody.get(f"/promotions/{NAME}/draw").status_code == 404
    assert rita.get(f"/promotions/{NAME}/draw").status_code == 200
    p.give(rita, "results", where="website")
    draw = p.state(house.floor).draw
    page = nobody.get(f"/promotions/{NAME}", headers=HTML).text
    for fact in (draw.digest, draw.commitment, p.state(house.floor).winners[0].person):
        assert fact in page
    file = nobody.get(f"/promotions/{NAME}/draw").content
    found = check(file)
    assert (found.problems, found.digest, found.commitment) == ((), draw.digest, draw.commitment)
    assert CASH_PRIZE.name in page


def test_a_patron_finds_the_own_tickets(house: House) -> None:
    p.started(house.floor)
    p.client_enters(house.floor, "Ben", "2 Hill Street")
    for _ in range(2):
        p.client_enters(house.floor, "Ana", "1 Wharf Road")
    ana = house.as_("Ana").get(f"/promotions/{NAME}", headers=HTML).text
    assert house.floor.register.reference("Ana") in ana
    assert "2 tickets: 2, 3" in p.text_of(ana)
    assert house.floor.register.reference("Ben") not in ana
    assert "You are in the list" not in house.browser().get(f"/promotions/{NAME}").text
