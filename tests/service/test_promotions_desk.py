"""The promotions desk in forms: from the terms to the last claim, refusals with their clauses."""

from __future__ import annotations

import re
import stat

from houseway.equipment.chips import dollars
from houseway.equipment.seeds import commitment_of, links_of
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.due import Due
from houseway.promotion.terms import Prize, Redraw
from houseway.records.drawfile import check
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.service.consoles.promotions.status import DueAtPromotion
from houseway.service.forms.pressed_once import Answers
from tests.promotion.desk import (
    CLOSE,
    DRAW,
    HOUR,
    NOTHING_EXCLUDED,
    NUMBERS,
    PUBLIC_AT,
    SHARE,
    START,
    TERMS,
    complete,
)
from tests.service import promoting as p
from tests.service.conftest import CSRF, Client, House
from tests.service.page_forms import form_at

NAME = p.NAME
HTML = {"accept": "text/html"}


def test_a_promotion_goes_from_its_form_to_a_paid_prize(house: House) -> None:
    """Casino War 14.7, 14.9 and 7-Up Baccarat 16.10: two documents, the strictest of them."""
    rita, floor = house.as_("Rita"), house.floor
    p.set_clock(floor, p.BEFORE)
    documents = ["casino-war", "seven-up-baccarat"]
    p.post(rita, "/desk", promotion=NAME, name="Autumn draw", documents=documents)
    saved = p.give(rita, "set", **p.TERMS_FORM)
    assert p.state(floor).conditions == complete()
    assert "Nothing is missing." in p.text_of(saved.text)
    p.give(rita, "publish", where="the desk\nwebsite")
    notified = p.give(rita, "notify", means="e-mail")
    assert "The promotion can start from 02/03/2026 10:00" in p.text_of(notified.text)
    p.set_clock(floor, START)
    p.give(rita, "start")
    p.give(rita, "enter", name="Quirin Vale", address="17 Lantern Court", tickets="3")
    ivy = house.as_("Ivy")
    p.give(rita, "second", person="Ivy")
    p.give(ivy, "share", commitment=commitment_of(SHARE))
    p.set_clock(floor, CLOSE + 1)
    asked = p.post(rita, f"/desk/{NAME}/give/seal", 200)
    assert "Tickets: 3. Entries: 1." in asked.text
    assert not p.state(floor).draw.digest
    sealed = p.give(rita, "seal")
    assert p.state(floor).draw.digest in sealed.text
    p.set_clock(floor, PUBLIC_AT)
    p.give(rita, "public", value=NUMBERS, source="the evening news")
    p.give(ivy, "confirm", value=NUMBERS)
    p.give(ivy, "reveal", share=SHARE)
    p.set_clock(floor, DRAW)
    assert "Draw the winners?" in p.post(rita, f"/desk/{NAME}/give/draw", 200).text
    assert not p.state(floor).winners
    drawn = p.text_of(p.give(rita, "draw").text)
    assert "Cash prize: ticket" in drawn
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


def test_what_is_owed_leads_to_the_part_of_the_desk_where_it_is_done(house: House) -> None:
    """A row of the list is a link; a source in brackets says nothing of its part."""
    clause = Clause("7-Up Baccarat 16.9")
    for what, part in (
        ("give full details of the conditions", ""),
        ("publish the amended conditions", "terms"),
        ("seal the entries", "entries"),
        ("record the public value (the conditions of the sea)", "draw"),
        ("draw the winners", "draw"),
        ("notify winner 2", "winners"),
        ("award or refuse claim 1", "winners"),
        ("decide dispute 1", "disputes"),
        ("report that the draw was postponed", "disputes"),
    ):
        owed = DueAtPromotion(NAME, "Autumn draw", Due(what, "staff", 0, clause), overdue=False)
        assert (what, owed.part) == (what, part)
    p.furnish(house.floor)
    page = house.as_("Rita").get(f"/desk/{NAME}", headers=HTML).text
    assert f'<a href="/desk/{NAME}/winners">Notify winner 2</a>' in page
    assert "12 steps done" in page
    assert ">Close the promotion</button>" not in page  # something is left to do


def test_the_desk_names_the_next_action_and_marks_one_button(house: House) -> None:
    """Casino War 14.7.6: the step that comes next is the only golden button of its page."""
    rita, floor = house.as_("Rita"), house.floor

    def golden(part: str) -> list[str]:
        page = rita.get(f"/desk/{NAME}/{part}", headers=HTML).text
        return re.findall(r"<button(?: aria-label=[^>]*)?>(.*?)</button>", page.split("<main")[1])

    def next_action() -> str:
        page = rita.get(f"/desk/{NAME}", headers=HTML).text
        return page.split('class="next-step">')[1].split("</a>")[0].split(">")[1]

    p.started(floor)
    p.client_enters(floor, "Ana", "1 Wharf Road")
    assert golden("entries") == ["Enter"]
    assert golden("draw") == ["Name the second person"]
    assert next_action() == "Next: get the second person&#39;s commitment"
    p.committed(floor)
    p.set_clock(floor, CLOSE + 1)
    assert golden("entries") == ["Seal the list"]
    assert golden("draw") == []
    assert next_action() == "Next: seal the entries"
    p.order(floor, dv.SealEntries())
    assert next_action() == "Next: record the public value"
    p.set_clock(floor, PUBLIC_AT)
    assert golden("draw") == ["Record the public value"]
    p.revealed(floor)
    assert golden("draw") == ["Draw the winners"]
    p.set_clock(floor, DRAW)
    p.order(floor, dv.DrawWinners())
    assert golden("draw") == ["Publish the results"]
    p.order(floor, dv.PublishResults("website"))
    assert next_action() == "Next: hand over the prizes"


def test_a_closed_promotion_offers_no_draw(house: House) -> None:
    """Casino War 14.7.1: what was closed is refused, so no button asks for it."""
    rita, floor = house.as_("Rita"), house.floor
    p.started(floor)
    p.committed(floor)
    offered = ("Draw the winners", "Name the scrutineer")
    page = rita.get(f"/desk/{NAME}/draw", headers=HTML).text
    assert [each in page for each in offered] == [True, True]

    p.order(floor, v.CancelFor("draw", "too late"))
    p.order(floor, v.NotifyInspectorate("telephone"))
    p.order(floor, v.ClosePromotion())

    page = rita.get(f"/desk/{NAME}/draw", headers=HTML).text
    assert p.state(floor).life == "over"
    assert [each in page for each in offered] == [False, False]


def test_overdue_is_loud_and_taken_away_as_list_and_calendar(house: House) -> None:
    """Casino War 14.8, reading A-21: 48 hours after the draw, and a minute more."""
    p.drawn(house.floor)
    p.set_clock(house.floor, DRAW + 48 * HOUR + 60_000_000)
    rita = house.as_("Rita")
    everywhere = rita.get("/desk", headers=HTML).text
    assert "1 overdue." in p.text_of(everywhere)
    assert 'class="overdue"' in everywhere
    part = p.text_of(rita.get(f"/desk/{NAME}/winners", headers=HTML).text)
    assert "Overdue: notify winner 1 Casino War 14.8" in part
    csv = rita.get("/desk/due?form=csv")
    assert csv.headers["content-disposition"] == 'attachment; filename="due.csv"'
    line = "OVERDUE,2026-03-09T21:00:00Z,Autumn draw: notify winner 1,the winner,Casino War 14.8"
    assert line in csv.text.splitlines()
    calendar = rita.get(f"/desk/due?form=ics&promotion={NAME}").text
    assert "DUE:20260309T210000Z\r\n" in calendar
    assert "OVERDUE: Autumn draw: notify winner 1" in calendar.replace("\r\n ", "")
    assert "notify" not in rita.get("/desk/due?form=csv&promotion=other").text


def test_a_list_is_entered_whole_or_not_at_all(house: House) -> None:
    """Casino War 14.7.3: what the terms ask was checked for each."""
    p.started(house.floor, complete(criteria=("of age",), wager=10_00,
                                    terms=TERMS | {"wager": "$10"}))  # fmt: skip
    rita = house.as_("Rita")
    good = "person,address,tickets,wagered,checked\nQuirin Vale,17 Lantern Court,2,10,of age\n"
    assert "nobody has checked of age" in upload(rita, good + "Odo,,1,10,\n", 422)
    assert "Line 3: " in upload(rita, good + "Odo,,many,10,of age\n", 422)
    assert "no column person" in upload(rita, "name\nOdo\n", 422)
    assert "field larger than" in upload(rita, "person\n" + "x" * 200_000, 422)
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
    return p.text_of(p.said(answer))


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
    assert "no table nowhere" in p.text_of(p.said(p.give(house.as_("Rita"), "count", 404,
                                                       table="nowhere")))  # fmt: skip


def test_play_that_went_on_meanwhile_is_not_counted_by_a_retry(house: House) -> None:
    """Casino War 14.7.3: the same order again is answered as before, whether taken or refused."""
    p.started(house.floor)
    house.open_table("1", "casino-war")
    rita, eli = house.as_("Rita"), house.as_("Eli")

    def count(key: str) -> tuple[int, int]:
        """How it was answered, and where the promotion is then."""
        order = {"type": "CountPlay", "table": "1", "document": "", "up_to": 0, "plays": []}
        answer = rita.post(f"/api/promotions/{NAME}/commands", {"key": key, "command": order})
        return answer.status_code, house.floor.log.heads()[p.STREAM].version

    taken, refused = count("first"), count("second")
    assert (taken[0], refused[0]) == (200, 422)  # nothing was played between them
    assert eli.order({"type": "OpenBetting"}).status_code == 200
    assert [count("first"), count("second")] == [(200, refused[1]), refused]


def test_the_seed_lies_apart_until_the_draw(house: House) -> None:
    """Casino War 14.7.1: its hash is published, and nobody reads it before."""
    p.started(house.floor)
    (path,) = (house.floor.settings.path / "secrets").glob(f"promotion-{NAME}.*")
    tip = path.read_text(encoding="utf-8")
    *_, seed, _root = links_of(tip)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    rita = house.as_("Rita")
    pages = ["/desk", f"/promotions/{NAME}", f"/api/promotions/{NAME}",
             *(f"/desk/{NAME}/{part}" for part in ("draw", "entries", "terms"))]  # fmt: skip
    for page in pages:
        text = rita.get(page).text
        assert seed not in text
        assert tip not in text
    log = b"".join(entry.body for entry in house.floor.log.read(p.STREAM))
    assert seed.encode() not in log
    twice = p.give(rita, "commit", 422)
    assert "a seed has been committed to already" in p.text_of(p.said(twice)).lower()
    assert path.read_text(encoding="utf-8") == tip


def test_a_form_sent_twice_is_done_once(house: House) -> None:
    """Also where the server has started again since, and knows no answer any more."""
    p.started(house.floor)
    rita = house.as_("Rita")
    form = form_at(rita, f"/desk/{NAME}/entries", f"/desk/{NAME}/give/enter")
    for _ in range(2):
        answer = form.press(rita.http, name="Quirin Vale", tickets="2", confirmed="yes")
        assert answer.status_code == 200
        house.app.state.answers = Answers(house.floor.now_us, house.floor.desk.database)
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
    assert "instead of winner 1, absent" in p.text_of(page.text)
    assert [each.ticket for each in p.state(house.floor).winners] == [2, 1]


def test_a_refused_claim_is_kept_told_and_disputed(house: House) -> None:
    """Casino War 14.10, 14.10.1 and 14.11: a manager refuses, keeps the details, reads none."""
    p.drawn(house.floor)
    rita, mia = house.as_("Rita"), house.as_("Mia")
    p.give(rita, "claim", name="Quirin Vale", prize="cash prize")
    short = p.give(mia, "refuse", 422, claim="1", reason="was not drawn")
    assert "Casino War 14.10.1" in p.text_of(p.said(short))
    page = p.give(mia, "refuse", claim="1", reason="was not drawn", address="17 Lantern Court")
    assert "Lantern" not in page.text
    claim = p.state(house.floor).claims[0]
    assert (claim.status, len(claim.kept)) == ("refused", 32)
    p.give(rita, "tell", claim="1", means="mail")
    p.give(rita, "dispute", name="Quirin Vale", about="the ticket was handed in")
    p.give(mia, "decide", dispute="1", decision="it was handed in too late")
    advised = p.give(rita, "advise", dispute="1")
    assert "Advised 07/03/2026 21:00 by Rita" in p.text_of(advised.text)
    kept = p.post(rita, f"/desk/register/kept/{claim.kept}", 200, why="claim 1")
    assert "Quirin Vale , 17 Lantern Court" in p.text_of(kept.text)


def test_a_compromised_draw_is_postponed_validated_or_cancelled(house: House) -> None:
    """Casino War 14.12: the inspectorate is told at once."""
    p.drawn(house.floor)
    mia = house.as_("Mia")
    halted = p.text_of(p.give(mia, "postpone", what="draw", reason="a ticket twice").text)
    assert "Halted: The draw is postponed" in halted
    assert "Overdue: report that the draw was postponed" in p.text_of(
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
    assert "the role must be promotions" in p.said(p.give(ivy, "seal", 403))
    p.order(house.floor, dv.NameScrutineer("Ivy"))
    p.sealed(house.floor)
    p.revealed(house.floor)
    p.set_clock(house.floor, DRAW)
    p.order(house.floor, dv.DrawWinners())
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
    assert "Casino War 14.7.6" in p.text_of(p.said(late))
    p.sealed(house.floor)
    p.revealed(house.floor)
    p.set_clock(house.floor, DRAW)
    p.order(house.floor, dv.DrawWinners())
    dora = house.as_("Dora")
    assert "Sign the draw" not in dora.get(f"/promotions/{NAME}", headers=HTML).text
    assert "Sign the draw" in eli.get(f"/promotions/{NAME}", headers=HTML).text
    p.post(dora, f"/promotions/{NAME}/sign", 422)
    p.post(eli, f"/promotions/{NAME}/sign")
    assert p.state(house.floor).draw.signed is not None


def test_casino_war_alone_offers_cash_later(house: House) -> None:
    """Casino War 14.3, reading A-26; 7-Up Baccarat 16.4: only where the terms state it."""
    goods = complete(prizes=(Prize(name="watch", kind="goods", value=dollars(900),
                                   conditions="none", contains=NOTHING_EXCLUDED),))  # fmt: skip
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
    p.sealed(house.floor)
    p.revealed(house.floor)
    p.set_clock(house.floor, DRAW)
    p.order(house.floor, dv.DrawWinners())
    short = p.give(rita, "claim", 422, reference=reference, prize="purse", cash="2,000")
    assert "Casino War 14.4" in p.text_of(p.said(short))
    p.give(rita, "claim", reference=reference, prize="purse", cash="2,000",
           crossed_cheque="5,000.01", electronic_transfer="3,000")  # fmt: skip
    assert p.state(house.floor).claims[0].payments == (
        cv.Payment("cash", dollars(2_000)),
        cv.Payment("crossed cheque", dollars("5,000.01"), reference),
        cv.Payment("electronic transfer", dollars(3_000), reference),
    )


def test_the_claim_of_a_winner_is_refused_by_two_persons(house: House) -> None:
    """Who refuses alone could have worked out whose friend is drawn next."""
    p.drawn(house.floor)
    rita, mia = house.as_("Rita"), house.as_("Mia")
    (winner, *_) = p.state(house.floor).winners
    p.order(house.floor, cv.ClaimPrize(winner.person, "cash prize"))
    page = p.give(rita, "refuse", claim="1", reason="is no member", address="17 Lantern Court")
    assert "Rita would refuse it. Another person refuses it" in p.text_of(page.text)
    assert p.state(house.floor).claims[0].status == "open"
    p.give(mia, "refuse", claim="1", reason="is no member", address="17 Lantern Court")
    assert p.state(house.floor).claims[0].status == "refused"
