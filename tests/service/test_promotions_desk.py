"""The promotions desk in forms: from the terms to the last claim, refusals with their clauses."""

from __future__ import annotations

import re
import stat

from houseway.equipment.chips import dollars
from houseway.promotion import claims_vocabulary as cv
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.terms import Prize, Redraw
from houseway.records.drawfile import check
from houseway.rulebook.roles import Role
from tests.promotion.desk import CASH_PRIZE, CLOSE, DAY, DRAW, HOUR, START, TERMS, complete
from tests.service import promoting as p
from tests.service.conftest import CSRF, Client, House

NAME = p.NAME
HTML = {"accept": "text/html"}


def text_of(page: str) -> str:
    """What a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_promotion_goes_from_its_form_to_a_paid_prize(house: House) -> None:
    """Casino War 14.7, 14.9 and 7-Up Baccarat 16.10: two documents, the strictest of them."""
    rita, floor = house.as_("Rita"), house.floor
    p.set_clock(floor, p.BEFORE)
    documents = ["casino-war", "seven-up-baccarat"]
    p.post(rita, "/desk", promotion=NAME, name="Autumn draw", documents=documents)
    saved = p.give(rita, "set", **p.TERMS_FORM)
    assert p.state(floor).conditions == complete()
    assert "Nothing is missing." in text_of(saved.text)
    p.give(rita, "publish", where="the desk\nwebsite")
    notified = p.give(rita, "notify", means="e-mail")
    assert "The promotion can start from 02/03/2026 10:00" in text_of(notified.text)
    p.set_clock(floor, START)
    p.give(rita, "start")
    p.give(rita, "commit")
    p.give(rita, "enter", name="Quirin Vale", address="17 Lantern Court", tickets="3")
    p.set_clock(floor, CLOSE + 1)
    sealed = p.give(rita, "seal")
    assert p.state(floor).draw.digest in sealed.text
    p.set_clock(floor, DRAW)
    p.give(rita, "draw", word="fountain")
    p.give(rita, "results", where="website")
    p.give(rita, "attempt", winner="1", method="telephone", detail="the number on file",
           reached="yes")  # fmt: skip
    reference = floor.register.reference("Quirin Vale")
    p.give(rita, "claim", reference=reference, prize="cash prize")
    p.give(rita, "award", claim="1")
    p.give(rita, "close")
    assert p.state(floor).life == "over"
    assert [each.status for each in p.state(floor).winners] == ["awarded"]
    file = rita.get(f"/desk/{NAME}/files/draw")
    assert check(file.content).problems == ()
    log = b"".join(entry.body for entry in floor.log.read(p.STREAM))
    assert b"Quirin" not in log
    assert b"Lantern" not in log


def test_every_missing_term_is_named_by_its_clause(house: House) -> None:
    """Casino War 14.7.1, 14.7.11 and 14.7.11.2.4: beside its field, and in the list."""
    p.registered(house.floor)
    rita = house.as_("Rita")
    form = {**p.TERMS_FORM, "term.manner": "", "prize.0.kind": "vehicle"}
    page = text_of(p.give(rita, "set", **form).text)
    assert "5 missing." in page
    assert "How the prize is awarded Casino War 14.7.1" in page
    assert "On-road costs of cash prize Casino War 14.7.11.2.4" in page
    refused = p.give(rita, "publish", 422, where="the desk")
    assert "Casino War 14.7" in text_of(p.said(refused))


def test_what_was_typed_stays_when_it_cannot_be_read(house: House) -> None:
    p.registered(house.floor)
    form = {**p.TERMS_FORM, "closes": "next Saturday", "term.award": "at the old fountain"}
    page = p.give(house.as_("Rita"), "set", 422, **form)
    assert "such as 31/12/2026 18:00" in page.text
    assert 'value="next Saturday"' in page.text
    assert "at the old fountain" in page.text
    assert p.state(house.floor).version == 0


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
    ({"prize.0.litres": "20.001"}, "Casino War 14.5.4"),
)


def test_a_form_that_cannot_be_is_refused(house: House) -> None:
    """Casino War 14.5.1 and 14.5.4 among what is refused."""
    p.registered(house.floor)
    rita = house.as_("Rita")
    for changes, said in UNREADABLE:
        page = p.give(rita, "set", 422, **{**p.TERMS_FORM, **changes})
        assert said in text_of(p.said(page)), changes
    assert p.state(house.floor).version == 0


def test_the_whole_form_of_the_terms_is_read(house: House) -> None:
    p.registered(house.floor)
    rita = house.as_("Rita")
    barred = house.floor.register.reference("Quirin Vale")
    p.give(rita, "set", **{
        **p.TERMS_FORM, "present": "yes", "method": "barrel", "one_prize_each": "yes",
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
    (rule,) = found.entry_rules
    assert (rule.event, rule.wager, rule.stake, rule.tickets) == ("WagerPaid", "tie", 10_00, 3)
    shown = rita.get(f"/desk/{NAME}/terms", headers=HTML).text
    for value in ("25.50", "1000.50", "4.5", "02/03/2026 10:00", barred):
        assert value in shown
    assert "Quirin" not in shown


def test_a_change_after_the_start_needs_the_authority(house: House) -> None:
    """Casino War 14.9.1: its approval, with reference and name."""
    p.started(house.floor)
    mia = house.as_("Mia")
    later = {**p.TERMS_FORM, "ends": "28/03/2026 21:00"}
    refused = p.give(mia, "amend", 422, **later)
    assert "Casino War 14.9.1" in text_of(p.said(refused))
    p.give(mia, "amend", **later, approval_reference="L-114", approver="the delegate")
    assert p.state(house.floor).versions[-1].approval is not None
    page = text_of(mia.get(f"/desk/{NAME}/terms", headers=HTML).text)
    assert "Version 1 is published, version 2 is not." in page
    assert "approved as L-114 by the delegate" in page


def test_overdue_is_loud_and_taken_away_as_list_and_calendar(house: House) -> None:
    """Casino War 14.8, reading A-21: 48 hours after the draw, and a minute more."""
    p.drawn(house.floor)
    p.set_clock(house.floor, DRAW + 48 * HOUR + 60_000_000)
    rita = house.as_("Rita")
    everywhere = rita.get("/desk", headers=HTML).text
    assert "1 overdue." in text_of(everywhere)
    assert 'class="overdue"' in everywhere
    part = text_of(rita.get(f"/desk/{NAME}/winners", headers=HTML).text)
    assert "Overdue: notify winner 1 Casino War 14.8" in part
    csv = rita.get("/desk/due?form=csv")
    assert csv.headers["content-disposition"] == 'attachment; filename="due.csv"'
    line = "OVERDUE,2026-03-09T21:00:00Z,Autumn draw: notify winner 1,the winner,Casino War 14.8"
    assert line in csv.text.splitlines()
    calendar = rita.get(f"/desk/due?form=ics&promotion={NAME}").text
    assert "DUE:20260309T210000Z\r\n" in calendar
    assert "OVERDUE: Autumn draw: notify winner 1" in calendar.replace("\r\n ", "")
    assert "notify" not in rita.get("/desk/due?form=csv&promotion=other").text


def test_the_clock_of_the_notice_turns_late(house: House) -> None:
    """7-Up Baccarat 16.10: 24 hours before the start; a second later it is too late."""
    p.registered(house.floor, "seven-up-baccarat")
    p.order(house.floor, v.SetConditions(complete()))
    rita = house.as_("Rita")
    p.set_clock(house.floor, START - DAY)
    page = rita.get(f"/desk/{NAME}", headers=HTML).text
    assert "must have full details by 01/03/2026 10:00" in text_of(page)
    assert f'data-until="{START - DAY}"' in page
    assert "clock-card late" not in page
    p.set_clock(house.floor, START - DAY + 1)
    assert "clock-card late" in rita.get(f"/desk/{NAME}", headers=HTML).text


def test_a_list_is_entered_whole_or_not_at_all(house: House) -> None:
    """Casino War 14.7.3: what the terms ask was checked for each."""
    p.started(house.floor, complete(criteria=("of age",), wager=10_00,
                                    terms=TERMS | {"wager": "$10"}))  # fmt: skip
    rita = house.as_("Rita")
    good = "person,address,tickets,wagered,checked\nQuirin Vale,17 Lantern Court,2,10,of age\n"
    assert "nobody has checked of age" in upload(rita, good + "Odo,,1,10,\n", 422)
    assert "Line 3: " in upload(rita, good + "Odo,,many,10,of age\n", 422)
    assert "no column person" in upload(rita, "name\nOdo\n", 422)
    assert "not text in UTF-8" in upload(rita, b"\xff\xfe", 422)
    assert "Choose a file" in upload(rita, None, 422)
    assert p.state(house.floor).entries.tickets == 0
    assert not house.floor.register.knows(house.floor.register.reference("Quirin Vale"))
    upload(rita, good, 303)
    assert p.state(house.floor).entries.tickets == 2
    assert house.floor.register.knows(house.floor.register.reference("Quirin Vale"))


def upload(client: Client, body: str | bytes | None, status: int) -> str:
    client.get("/healthz")
    files = {"file": ("desk.csv", body)} if body is not None else {"other": ("", b"")}
    data = {"_csrf_token": client.http.cookies[CSRF]}
    answer = client.send("POST", f"/desk/{NAME}/list", data=data, files=files, headers=HTML,
                         follow_redirects=False)  # fmt: skip
    assert answer.status_code == status, p.said(answer)
    return text_of(p.said(answer))


def test_play_is_counted_by_the_house_alone(house: House) -> None:
    """Casino War 14.7.3: what a client says was played is not what is counted."""
    p.started(house.floor)
    house.open_table("1", "casino-war")
    made_up = dv.CountPlay("1", "casino-war", 9_999, (dv.Played(1, START, "WagerPaid", "f" * 32),))
    p.order(house.floor, made_up)
    assert p.state(house.floor).entries.counted == {"table/1": 2}
    assert p.state(house.floor).entries.tickets == 0
    page = house.as_("Rita").get(f"/desk/{NAME}/entries", headers=HTML)
    assert "1, counted up to 2" in page.text
    assert "no table nowhere" in text_of(p.said(p.give(house.as_("Rita"), "count", 404,
                                                       table="nowhere")))  # fmt: skip


def test_the_seed_lies_apart_until_the_draw(house: House) -> None:
    """Casino War 14.7.1: its hash is published, and nobody reads it before."""
    p.started(house.floor)
    path = house.floor.settings.path / "secrets" / f"promotion-{NAME}.seed"
    seed = path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    rita = house.as_("Rita")
    pages = ["/desk", f"/promotions/{NAME}", f"/api/promotions/{NAME}",
             *(f"/desk/{NAME}/{part}" for part in ("draw", "entries", "terms"))]  # fmt: skip
    for page in pages:
        assert seed not in rita.get(page).text
    log = b"".join(entry.body for entry in house.floor.log.read(p.STREAM))
    assert seed.encode() not in log
    twice = p.give(rita, "commit", 422)
    assert "a seed has been committed to already" in text_of(p.said(twice)).lower()
    assert path.read_text() == seed


def test_a_form_sent_twice_is_done_once(house: House) -> None:
    p.started(house.floor)
    rita = house.as_("Rita")
    for _ in range(2):
        p.give(rita, "enter", name="Quirin Vale", tickets="2", key="once")
    assert p.state(house.floor).entries.tickets == 2


def test_a_ticket_out_of_a_barrel_and_another_in_its_place(house: House) -> None:
    """Casino War 14.7.8: drawn again for a reason of the terms, before witnesses."""
    conditions = complete(method="barrel", present=True, redraw=Redraw(("absent",)))
    p.started(house.floor, conditions)
    for name in ("Quirin Vale", "Odo Brand"):
        p.client_enters(house.floor, name, "17 Lantern Court")
    p.set_clock(house.floor, CLOSE + 1)
    p.order(house.floor, dv.SealEntries())
    p.set_clock(house.floor, DRAW)
    rita = house.as_("Rita")
    assert "Make the seed" not in rita.get(f"/desk/{NAME}/draw", headers=HTML).text
    p.give(rita, "ticket", 422, ticket="2", witnesses="Rita")
    p.give(rita, "ticket", ticket="2", witnesses="Eli\nDora")
    page = p.give(rita, "redraw", winner="1", reason="absent", ticket="1", witnesses="Eli")
    assert "instead of winner 1, absent" in text_of(page.text)
    assert [each.ticket for each in p.state(house.floor).winners] == [2, 1]


def test_a_refused_claim_is_kept_told_and_disputed(house: House) -> None:
    """Casino War 14.10, 14.10.1 and 14.11: a manager refuses, keeps the details, reads none."""
    p.drawn(house.floor)
    rita, mia = house.as_("Rita"), house.as_("Mia")
    p.give(rita, "claim", name="Quirin Vale", prize="cash prize")
    short = p.give(mia, "refuse", 422, claim="1", reason="was not drawn")
    assert "Casino War 14.10.1" in text_of(p.said(short))
    page = p.give(mia, "refuse", claim="1", reason="was not drawn", address="17 Lantern Court")
    assert "Lantern" not in page.text
    claim = p.state(house.floor).claims[0]
    assert (claim.status, len(claim.kept)) == ("refused", 32)
    p.give(rita, "tell", claim="1", means="mail")
    p.give(rita, "dispute", name="Quirin Vale", about="the ticket was handed in")
    p.give(mia, "decide", dispute="1", decision="it was handed in too late")
    advised = p.give(rita, "advise", dispute="1")
    assert "Advised 07/03/2026 21:00 by Rita" in text_of(advised.text)
    kept = p.post(rita, f"/desk/register/kept/{claim.kept}", 200, why="claim 1")
    assert "Quirin Vale , 17 Lantern Court" in text_of(kept.text)


def test_a_compromised_draw_is_postponed_validated_or_cancelled(house: House) -> None:
    """Casino War 14.12: the inspectorate is told at once."""
    p.drawn(house.floor)
    mia = house.as_("Mia")
    halted = text_of(p.give(mia, "postpone", what="draw", reason="a ticket twice").text)
    assert "Halted: The draw is postponed" in halted
    assert "Overdue: tell that the draw was postponed" in text_of(
        page_after(house, mia, f"/desk/{NAME}/draw")
    )
    p.give(mia, "validate", 422, how="the list was compared")
    p.give(mia, "inspectorate", means="telephone")
    p.give(mia, "validate", how="the list was compared")
    assert p.state(house.floor).compromises[0].ended is not None
    p.give(mia, "cancel", what="draw", reason="a ticket twice")
    assert [each.status for each in p.state(house.floor).winners] == ["void"]


def page_after(house: House, client: Client, path: str) -> str:
    p.set_clock(house.floor, DRAW + HOUR)
    return client.get(path, headers=HTML).text


def test_an_inspector_looks_and_signs_where_named(house: House) -> None:
    """7-Up Baccarat 16.3: the scrutineer signs, and gives no other order."""
    dear = complete(prizes=(Prize(name="purse", kind="cash", value=dollars("10,000.01"),
                                  conditions="none"),))  # fmt: skip
    p.started(house.floor, dear, "seven-up-baccarat")
    p.client_enters(house.floor, "Quirin Vale", "17 Lantern Court")
    ivy = house.as_("Ivy")
    for part in ("", "/terms", "/entries", "/draw", "/winners", "/disputes"):
        page = ivy.get(f"/desk/{NAME}{part}", headers=HTML)
        assert page.status_code == 200
        assert "/give/" not in page.text
    assert "may not seal the entries" in p.said(p.give(ivy, "seal", 403))
    p.order(house.floor, dv.NameScrutineer("Ivy"))
    p.set_clock(house.floor, CLOSE + 1)
    p.order(house.floor, dv.SealEntries())
    p.set_clock(house.floor, DRAW)
    p.order(house.floor, dv.DrawWinners(""))
    assert "Sign the draw" in ivy.get(f"/desk/{NAME}/draw", headers=HTML).text
    p.give(ivy, "sign")
    assert p.state(house.floor).draw.signed is not None


def test_a_dealer_who_was_named_signs_on_the_public_page(house: House) -> None:
    """Casino War 14.2, and 14.7.3: staff enter patrons from the same page."""
    p.started(house.floor)
    eli = house.as_("Eli")
    p.post(eli, f"/promotions/{NAME}/enter", name="Quirin Vale", tickets="1")
    assert p.state(house.floor).entries.tickets == 1
    p.order(house.floor, dv.NameScrutineer("Eli"), Role.GAMING_MANAGER, "Mia")
    p.set_clock(house.floor, CLOSE + 1)
    late = p.post(eli, f"/promotions/{NAME}/enter", 422, name="Odo Brand", tickets="1")
    assert "Casino War 14.7.6" in text_of(p.said(late))
    p.order(house.floor, dv.SealEntries())
    p.set_clock(house.floor, DRAW)
    p.order(house.floor, dv.DrawWinners(""))
    dora = house.as_("Dora")
    assert "Sign the draw" not in dora.get(f"/promotions/{NAME}", headers=HTML).text
    assert "Sign the draw" in eli.get(f"/promotions/{NAME}", headers=HTML).text
    p.post(dora, f"/promotions/{NAME}/sign", 422)
    p.post(eli, f"/promotions/{NAME}/sign")
    assert p.state(house.floor).draw.signed is not None


def test_casino_war_alone_offers_cash_later(house: House) -> None:
    """Casino War 14.3, reading A-26; 7-Up Baccarat 16.4: only where the terms state it."""
    goods = complete(prizes=(Prize(name="watch", kind="goods", value=dollars(900),
                                   conditions="none"),))  # fmt: skip
    p.drawn(house.floor, goods)
    rita = house.as_("Rita")
    assert "Offer cash instead" in rita.get(f"/desk/{NAME}/winners", headers=HTML).text
    p.give(rita, "offer", winner="1", amount="700")
    reference = p.state(house.floor).winners[0].person
    p.give(rita, "claim", reference=reference, prize="watch", take="cash instead")
    assert (p.state(house.floor).claims[0].value, p.state(house.floor).claims[0].cash_instead) == (
        dollars(700),
        True,
    )


def test_a_prize_over_ten_thousand_is_paid_in_the_parts_chosen(house: House) -> None:
    """Casino War 14.4: cash, crossed cheque, transfer, or a mix that adds up."""
    dear = complete(prizes=(Prize(name="purse", kind="cash", value=dollars("10,000.01"),
                                  conditions="none"),))  # fmt: skip
    p.started(house.floor, dear)
    reference = p.client_enters(house.floor, "Quirin Vale", "17 Lantern Court")
    rita = house.as_("Rita")
    p.give(rita, "dispense", reason="a small house")
    p.set_clock(house.floor, CLOSE + 1)
    p.order(house.floor, dv.SealEntries())
    p.set_clock(house.floor, DRAW)
    p.order(house.floor, dv.DrawWinners(""))
    short = p.give(rita, "claim", 422, reference=reference, prize="purse", cash="2,000")
    assert "Casino War 14.4" in text_of(p.said(short))
    p.give(rita, "claim", reference=reference, prize="purse", cash="2,000",
           crossed_cheque="5,000.01", electronic_transfer="3,000")  # fmt: skip
    assert p.state(house.floor).claims[0].payments == (
        cv.Payment("cash", dollars(2_000)),
        cv.Payment("crossed cheque", dollars("5,000.01"), reference),
        cv.Payment("electronic transfer", dollars(3_000), reference),
    )


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
    assert "2 tickets: 2, 3" in text_of(ana)
    assert house.floor.register.reference("Ben") not in ana
    assert "You are in the list" not in house.browser().get(f"/promotions/{NAME}").text
