"""The pit over HTTP: whom it is for, every form of every game, and confirmations that hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import msgspec
import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game, slugs
from houseway.games.mini_baccarat.rules import cite
from houseway.games.mini_baccarat.state import ReportPlacementError
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.consoles.pit.opening_pages import opening_fields
from houseway.service.consoles.pit.overview import offered
from houseway.service.forms.event_text import event_text
from houseway.service.forms.form_data import FormData, label_of
from houseway.table.state import Table
from houseway.table.view import Viewer
from houseway.table.vocabulary import TableOpened
from tests.offices import opening_of
from tests.service.conftest import HASH, Client, House

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')


def do(house: House, command: c.Command, by: Role = Role.DEALER, actor: str = "Eli") -> None:
    version = house.floor.runner.version("table/1")
    answer = house.floor.runner.order("table/1", Order(command, by, actor, f"given {version}"))
    assert answer.refused is None, answer.refused


def betting(house: House) -> None:
    house.open_table()
    do(house, c.OpenBetting())
    do(house, c.PlaceWager("Ana", "banker", 100_00))
    do(house, c.CallNoMoreBets())
    do(house, c.DealCard("8h"))  # type: ignore[arg-type]


def hidden(html: str) -> dict[str, str]:
    """The first form that confirms, as a browser would send it."""
    form = html[html.index('class="confirming"') :]
    return {name: unescape(value) for name, value in HIDDEN.findall(form[: form.index("</form>")])}


def send(client: Client, path: str, form: Mapping[str, str | list[str]]) -> tuple[int, str, str]:
    answer = client.send("POST", path, data=form, headers={"accept": "text/html"},
                         follow_redirects=False)  # fmt: skip
    return answer.status_code, answer.text, answer.headers.get("location", "")


def test_actions_that_are_not_possible_now_are_folded_away(house: House) -> None:
    """Mini Baccarat 12.4: no void is authorised while no round is held."""
    house.open_table()
    page = house.as_("Dora").get("/pit/1", headers={"accept": "text/html"}).text
    rulings = page[page.index('id="rulings"') : page.index('id="corrections"')]
    folded = rulings[rulings.index("<details") :]
    assert "Authorise the void" in folded
    assert "Authorise the void" not in rulings[: rulings.index("<details")]


def test_a_table_with_real_cards_has_no_actions_about_secrets(house: House) -> None:
    house.open_table()
    dora = house.as_("Dora")
    page = dora.get("/pit/1", headers={"accept": "text/html"}).text
    for title in ("Abandon the secret", "A patron contributes a share", "Name the public value"):
        assert title not in page


@pytest.mark.parametrize("name", ["Ana", "Eli", "Ivy", "Chen"])
def test_the_pit_is_for_those_in_charge(house: House, name: str) -> None:
    house.open_table()
    client = house.as_(name)
    for path in ("/pit", "/pit/1", "/pit/1/orders/SetLimits", "/open-table", "/events?topics=pit"):
        assert client.get(path).status_code == 403, path


def test_nothing_is_done_by_looking_and_one_confirmation_does_it_once(house: House) -> None:
    """Mini Baccarat 12.4."""
    betting(house)
    dora = house.as_("Dora")
    version = house.floor.runner.version("table/1")
    form = hidden(dora.get("/pit/1/orders/ReportPlacementError").text)
    assert house.floor.runner.version("table/1") == version
    path = "/pit/1/confirm/ReportPlacementError"
    status, _, where = send(dora, path, form)
    assert (status, where) == (303, f"/pit/1?done={version + 1}-{version + 1}")
    assert house.floor.runner.table("table/1").play.held_round == 1


def test_a_confirmation_holds_only_for_what_was_shown(house: House) -> None:
    """Mini Baccarat 12.4: the remedy was shown for $100, and $150 is found to lie there."""
    betting(house)
    do(house, ReportPlacementError())
    dora = house.as_("Dora")
    shown = dora.get("/pit/1/orders/AuthoriseVoid").text
    assert "$100" in shown
    do(house, c.FindWager("Ana", "banker", 150_00))
    status, html, _ = send(dora, "/pit/1/confirm/AuthoriseVoid", hidden(shown))
    assert status == 409
    assert "Eli has just acted at this table" in html
    assert "$150" in html
    assert sum(house.floor.runner.table("table/1").play.layout.wagers.values()) == 150_00
    status, _, _ = send(dora, "/pit/1/confirm/AuthoriseVoid", hidden(html))
    assert status == 303
    assert house.floor.runner.table("table/1").play.layout.wagers == {}


def test_the_second_of_two_supervisors_is_told_who_has_confirmed(house: House) -> None:
    """Mini Baccarat 12.4: both have the void before their eyes, and Dora is the first."""
    betting(house)
    do(house, ReportPlacementError())
    dora, mia = house.as_("Dora"), house.as_("Mia")
    path = "/pit/1/orders/AuthoriseVoid"
    hers, his = (hidden(client.get(path).text) for client in (dora, mia))
    assert send(dora, "/pit/1/confirm/AuthoriseVoid", hers)[0] == 303

    status, html, _ = send(mia, "/pit/1/confirm/AuthoriseVoid", his)

    assert status == 409
    assert "Dora has just acted at this table: Round 1 voided" in html


def test_what_cannot_be_read_is_said_beside_the_form(house: House) -> None:
    house.open_table()
    dora = house.as_("Dora")
    form = {"minimum": "a lot", "maximum": "100"}
    status, html, _ = send(dora, "/pit/1/orders/SetLimits", form)
    assert status == 200
    assert "Minimum:" in html
    assert "Confirm:" not in html
    huge = {"minimum": "5", "maximum": "9" * 40}
    status, html, _ = send(dora, "/pit/1/orders/SetLimits", huge)
    assert status == 200
    assert "is too large" in html
    status, html, _ = send(dora, "/pit/1/orders/MakeAnnouncement", {})
    assert "Announced to everybody is not filled in" in html


def test_an_order_that_is_not_offered_has_no_form(house: House) -> None:
    house.open_table()
    dora = house.as_("Dora")
    assert dora.get("/pit/1/orders/NoSuchOrder").status_code == 404
    assert dora.get("/pit/1/orders/RevealSeed").status_code == 404  # the house's own
    assert dora.get("/pit/1/orders/DecideDispute").status_code == 404  # a shift manager's (14.4)
    assert dora.get("/pit/none/orders/SetLimits").status_code == 404


def given(client: Client, order: str, **facts: str) -> str:
    """An order through its form, looked at and confirmed; the table's page afterwards."""
    _, shown, _ = send(client, f"/pit/1/orders/{order}", facts)
    status, _, where = send(client, f"/pit/1/confirm/{order}", hidden(shown))
    assert status == 303
    return client.get(where).text


def test_staff_are_assigned_and_a_dealer_comes_in(house: House) -> None:
    """Mini Baccarat terms: Dealer. Only those on the list as dealers can be chosen."""
    house.open_table()
    dora = house.as_("Dora")
    assert '<input name="dealer"' in dora.get("/pit/1/orders/RelieveDealer").text
    given(dora, "AssignStaff", person="Dora", office="supervisor")
    assert "Nobody is at this table as dealer" in dora.get("/pit/1").text
    given(dora, "AssignStaff", person="Eli", office="dealer")
    form = dora.get("/pit/1/orders/RelieveDealer").text
    listed = re.search(r'<select name="dealer".*?</select>', form, re.DOTALL)
    assert listed is not None
    assert re.findall("<option>([^<]+)", listed[0]) == ["Eli"]
    page = given(dora, "RelieveDealer", dealer="Eli")
    assert "Eli deals" in page
    assert house.floor.runner.table("table/1").dealer == "Eli"


def test_a_face_that_nobody_has_seen_is_not_named_in_the_facts() -> None:
    """Reading G15: an event may know a card that its reader may not."""
    dealt = e.CardDealt(Card("8h"), "player", cite("6.2"))
    assert event_text(dealt).text == "Card dealt: card an unseen one; to player"
    assert event_text(dealt, frozenset({"8h"})).text == "Card dealt: card 8h; to player"


@pytest.mark.share(4)
@pytest.mark.parametrize("slug", list(slugs()))
def test_every_order_of_whoever_is_in_charge_has_its_form(house: House, slug: str) -> None:
    """Of each document: the supervisor's orders, or the Director's where it is a Director's."""
    directed = game(slug).table.directed is not None
    role = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SHIFT_MANAGER
    house.floor.desk.create_hashed(Account("Sam", str(role)), HASH, None)
    do(house, opening_of(slug), role, "Sam")
    for command, by in game(slug).ready(house.floor.runner.table("table/1").play):
        do(house, command, by)
    sam = house.as_("Sam")
    page = sam.get("/pit/1").text

    def orders(table: Table, _version: int) -> list[str]:
        return [each.order for each in offered(table, Viewer(role, name="Sam"), 0)]

    found = house.floor.look("1", orders)
    assert "SetLimits" in found
    for order in found:
        answer = sam.get(f"/pit/1/orders/{order}")
        assert answer.status_code == 200, order
        if "Not possible now" not in answer.text and f"/orders/{order}" in page:
            assert "1. The facts" in answer.text, order


STAR = ("seven-up-baccarat", "three-card-baccarat", "casino-war")


@pytest.mark.parametrize("slug", list(slugs()))
def test_a_table_of_every_document_is_opened_by_its_form(house: House, slug: str) -> None:
    """As the form comes, with the house's usual options."""
    directed = game(slug).table.directed is not None
    role = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    house.floor.desk.create_hashed(Account("Sam", str(role)), HASH, None)
    sam = house.as_("Sam")
    asked = sam.get(f"/open-table/{slug}").text
    form = {"table": "new-1", **as_it_comes(asked), "published": "01/02/2018", "reference": "R 1"}
    for kind in ("shuffling device", "shoe", "card set") if slug in STAR else ():
        form[f"equipment.{kind}"] = f"{kind} 7; {kind} 8"
    _, shown, _ = send(sam, f"/open-table/{slug}", form)
    status, _, where = send(sam, f"/open-table/{slug}/confirm", hidden(shown))
    assert (status, where) == (303, "/pit/new-1")
    table = house.floor.runner.table("table/new-1")
    assert table.slug == slug
    assert table.play.limits == game(slug).limits
    (entry,) = house.floor.log.read("table/new-1")
    opened = msgspec.json.decode(entry.body, type=TableOpened)
    assert opened.stamp is not None
    listed = [each.identifier for each in opened.equipment]
    assert ("shuffling device 8" in listed) == ("card set 7" in listed) == (slug in STAR)
    assert (opened.stamp.published, opened.stamp.reference) == ("2018-02-01", "R 1")
    assert table.play.options == game(slug).options()


@pytest.mark.parametrize("slug", list(slugs()))
def test_the_options_of_every_game_are_asked_for_in_words(slug: str) -> None:
    """A newcomer reads a label, and no name of a field of our own."""
    found = game(slug)
    groups = opening_fields(found, FormData())
    labels = {field.name: field.label for group in groups for field in group.fields}
    assert len(set(labels.values())) == len(labels)
    for each in msgspec.structs.fields(found.options):
        assert (each.name, labels[f"option.{each.name}"]) != (each.name, label_of(each.name))


def test_a_form_sent_with_nothing_ticked_comes_back_so(house: House) -> None:
    """A box that was unticked is not ticked again when the sign is shown."""
    dora = house.as_("Dora")
    form = as_it_comes(dora.get("/open-table/mini-baccarat").text)
    assert form.pop("option.approved") == ["table", "pairs layout"]
    _, shown, _ = send(dora, "/open-table/mini-baccarat", {"table": "new-1", **form})
    assert "option.approved" not in as_it_comes(shown)


def as_it_comes(html: str) -> dict[str, str | list[str]]:
    """A form's fields as they stand before anybody has changed them."""
    form: dict[str, str | list[str]] = {}
    for name, choices in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'<option(?: value="([^"]*)")? selected>([^<]*)', choices)
        form[name] = unescape(chosen[1] or chosen[2]) if chosen else ""
    for name, value in re.findall(r'<input name="([^"]+)" value="([^"]*)"', html):
        form.setdefault(name, unescape(value))
    ticked = r'<input type="checkbox" name="([^"]+)" value="([^"]*)" checked>'
    for name, value in re.findall(ticked, html):
        listed = form.setdefault(name, [])
        assert isinstance(listed, list)
        listed.append(unescape(value))
    form.pop("table")
    return form


def test_a_form_that_cannot_be_read_opens_nothing(house: House) -> None:
    dora = house.as_("Dora")
    form = as_it_comes(dora.get("/open-table/mini-baccarat").text)
    for wrong in ({"table": "Not A Name"}, {"maximum": "9" * 40}, {"option.seats": "some"}):
        _, shown, _ = send(dora, "/open-table/mini-baccarat", {"table": "new-1", **form, **wrong})
        assert 'role="alert"' in shown, wrong
        assert 'class="confirming"' not in shown, wrong


def test_a_supervisor_opens_no_table_of_a_directors_document(house: House) -> None:
    """Reading G11: the Tournament Director opens it."""
    dora = house.as_("Dora")
    form = {"table": "new-1", **as_it_comes(dora.get("/open-table/tournament-roulette").text)}
    _, shown, _ = send(dora, "/open-table/tournament-roulette", form)
    assert "Not possible:" in shown
    assert "the role must be director" in shown


def alert_groups(html: str) -> dict[str, str]:
    """The list of alerts, in the parts in which the page shows it."""
    aside = html[html.index('id="alerts-head"') :]
    first, *folded = re.split(r'<details id="([\w-]+)">', aside)
    return {"open": first, **dict(zip(folded[::2], folded[1::2], strict=True))}


def test_several_alerts_are_acknowledged_at_once_by_those_who_may(house: House) -> None:
    """Reading G11: alerts of a Director's table are the Director's; a supervisor's are folded."""
    house.open_table()
    for claim in ("it was moved", "it was mine"):
        do(house, c.RaiseDispute("Ana", claim))
    opening = Order(opening_of("tournament-roulette"), Role.TOURNAMENT_DIRECTOR, "Tom", "opens")
    house.floor.runner.order("table/2", opening)
    raised = Order(c.RaiseDispute("Ben", "the ball jumped"), Role.DEALER, "Eli", "raises")
    house.floor.runner.order("table/2", raised)
    dora = house.as_("Dora")
    groups = alert_groups(dora.get("/pit").text)
    assert groups["open"].count('class="alert') == 2
    assert "Only the Tournament Director can acknowledge this" in groups["for-others"]
    pressed = unescape(re.findall('name="alerts" value="([^"]*)"', groups["open"])[0])
    assert set(pressed.split()) == {"1/1", "1/2"}
    status, _, where = send(dora, "/pit-alerts", {"alerts": f"{pressed} 2/1 nonsense 1/77"})
    assert (status, where) == (303, "/pit?acknowledged=2")
    assert {str(each.acknowledged) for each in house.floor.runner.table("table/1").alerts} == {
        "Dora (supervisor)"
    }
    assert house.floor.runner.table("table/2").alerts[0].acknowledged is None
    assert house.as_("Eli").send("POST", "/pit-alerts", data={"alerts": "2/1"}).status_code == 403


def test_nobody_is_alerted_to_the_own_ruling(house: House) -> None:
    """Mini Baccarat 12.4: the person who authorises the void has seen what follows from it."""
    betting(house)
    do(house, ReportPlacementError())
    dora = house.as_("Dora")
    shown = dora.get("/pit/1/orders/AuthoriseVoid").text
    assert send(dora, "/pit/1/confirm/AuthoriseVoid", hidden(shown))[0] == 303
    alerts = {each.kind: each for each in house.floor.runner.table("table/1").alerts}
    assert str(alerts["void"].acknowledged) == "Dora (supervisor)"
    assert alerts["held"].acknowledged is None  # the dealer's report, which the void has resolved
    groups = alert_groups(dora.get("/pit").text)
    assert "is held" in groups["resolved"]
    assert "is void" in groups["acknowledged"]
