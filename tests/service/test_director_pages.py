"""The director's console without a browser: forms, conditions, lists, sheets, the demonstration."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from msgspec.structs import fields, replace

from houseway.games import game, slugs
from houseway.rulebook.roles import Role
from houseway.service.aggregates.tournaments import KIND
from houseway.service.commands.rate_limit import Pace
from houseway.service.consoles.director import command_pages, conditions_form, pages
from houseway.service.demo import tournament as demo_tournament
from houseway.service.forms.form_data import FormData, NotFilledIn
from houseway.table.view import Viewer
from houseway.tournament import session_vocabulary as s
from houseway.tournament.entry_vocabulary import CloseEntries
from houseway.tournament.shown import shown
from houseway.tournament.terms import Breakdown, Conditions
from houseway.tournament.tournament import MACHINE, Tournament
from houseway.tournament.vocabulary import OpenTournament
from houseway.tournament.wager_vocabulary import DisputeRound, PlayPassCard
from tests.service import contest
from tests.service.conftest import Client, House
from tests.service.contest import NAME, STREAM, enter, give, opened, sealed_round
from tests.tournament.desk import START, Desk

DOCUMENTS = [slug for slug in slugs() if game(slug).tournament is not None]
HERE = f"/director/{NAME}"


@pytest.fixture
def hall(house: House) -> House:
    contest.take_in(house.floor)
    return house


def post(client: Client, path: str, **fields: Any) -> httpx.Response:
    return client.send("POST", path, data=fields, headers={"accept": "text/html"})


def view(house: House, who: str = "Tom") -> dict[str, Any]:
    found: dict[str, Any] = house.as_(who).get(f"/api/tournaments/{NAME}").json()
    return found


# Forms


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_every_order_has_a_form_or_a_place_of_its_own(slug: str) -> None:
    """Whatever the vocabulary asks for is a field, or the order has a page where it is given."""
    desk = Desk(slug).cleared().enter("Ana", "Ben")
    for kind in MACHINE.commands:
        if kind.console == "own page":
            continue
        asked = {
            each.name for each in command_pages.form_at(desk.tournament, kind, FormData()).fields
        }
        wanted = {each.name for each in fields(kind) if each.required}
        assert (kind.__name__, wanted - asked) in (
            (kind.__name__, set()),
            (kind.__name__, {"seed"}),
        )


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_the_console_offers_what_the_document_has(slug: str) -> None:
    """An order about what the document does not know is not offered under it."""
    rules = game(slug).tournament
    assert rules is not None
    assert pages.exists(slug, "NotifyCommission") == (rules.conditions.notification is not None)
    assert pages.exists(slug, "ListReserve") == (rules.entry.reserve is not None)
    assert pages.exists(slug, "Disqualify")


def test_what_would_follow_is_shown_before_anything_is_done(hall: House) -> None:
    """Tournament Canberra Poker 15.10: a substitute takes the entry over once it is confirmed."""
    opened(hall.floor.runner)
    enter(hall.floor.runner, "Ana")
    tom, order = hall.as_("Tom"), f"{HERE}/orders/ApproveSubstitute"
    facts = {"entry": "1", "person": "P 9", "name": "Gita", "reason": "Ana is ill"}
    looked = post(tom, order, **facts)
    assert "Substitute approved" in looked.text
    assert "Tournament Canberra Poker 15.10" in looked.text
    assert view(hall)["entries"][0]["name"] == "Ana"
    confirmed = post(tom, f"{HERE}/confirm/ApproveSubstitute", **hidden(looked.text))
    assert confirmed.url.path == HERE
    assert view(hall)["entries"][0]["name"] == "Gita"


def hidden(html: str) -> dict[str, str]:
    """The order and the key that a confirmation brings back."""
    found = dict(re.findall(r'name="(order|key)" value="([^"]*)"', html))
    return {name: value.replace("&#34;", '"') for name, value in found.items()}


WRONG = (
    # facts, what is said
    ({"entry": "1", "name": "Gita", "reason": "ill"}, "is not filled in"),
    ({"entry": "1", "person": "Ana", "name": "A", "reason": "x"}, "nobody enters twice"),
    ({"entry": "7", "person": "P 9", "name": "A", "reason": "x"}, "no entry 7"),
    ({"entry": "x", "person": "P 9", "name": "A", "reason": "x"}, "not a whole number"),
)


def test_facts_that_will_not_do_are_told(hall: House) -> None:
    opened(hall.floor.runner)
    enter(hall.floor.runner, "Ana")
    tom = hall.as_("Tom")
    for facts, said in WRONG:
        answer = post(tom, f"{HERE}/orders/ApproveSubstitute", **facts)
        assert said in answer.text
        assert 'class="confirm"' not in answer.text


def test_an_order_of_another_office_has_no_form(hall: House) -> None:
    opened(hall.floor.runner)
    for who, order, status in (
        ("Tom", "CancelTournament", 404), ("Noa", "CancelTournament", 200),
        ("Tom", "DraftBallot", 404), ("Tom", "Nonsense", 404), ("Eli", "Disqualify", 404),
    ):  # fmt: skip
        answer = hall.as_(who).get(f"{HERE}/orders/{order}")
        assert (who, order, answer.status_code) == (who, order, status)


def test_buying_back_in_is_listed_only_where_the_conditions_allow_it(hall: House) -> None:
    """7-Up Baccarat 15.4.2(g): the conditions say whether, how often and until when."""
    opened(hall.floor.runner, "seven-up-baccarat")
    shown = hall.as_("Tom").get(HERE, headers={"accept": "text/html"}).text
    assert "All actions" in shown
    assert f"{HERE}/orders/BuyBackIn" not in shown

    tom = hall.floor.desk.accounts.find("Tom")
    assert tom is not None
    seen = KIND.seen(hall.floor, NAME, tom.viewer)
    allowed = replace(seen, conditions=replace(seen.conditions, buy_backs=1))
    listed = [each.order for links in pages.others(allowed).values() for each in links]
    assert "BuyBackIn" in listed


# The next step


def test_an_item_is_added_to_the_conditions(hall: House) -> None:
    """7-Up Baccarat 15.4.2: further items have a place in the form, and on the sheet."""
    opened(hall.floor.runner, "seven-up-baccarat")
    tom = hall.as_("Tom")
    fields = {"title": "Spring", "fee": "27.55", "further": "dress code"}
    assert post(tom, f"{HERE}/conditions", **fields, further_says="no hats").status_code == 200

    seen = view(hall)["conditions"]["items"]
    assert seen[-1]["asks"] == "dress code"
    again = tom.get(f"{HERE}/conditions", headers={"accept": "text/html"}).text
    assert 'name="answer.dress code" rows="1">no hats<' in again


BANS = {
    "tournament-canberra-poker": ("14.2", "14.2(a)", "14.2(b)", "14.2(c)"),
    "tournament-blackjack": ("16.2", "16.2(a)", "16.2(c)"),
    "tournament-roulette": ("10.2", "10.2(a)", "10.2(c)"),
    "tournament-mini-baccarat": ("11.3", "11.3(a)", "11.3(c)"),
    "tournament-pai-gow": ("16.2", "16.2(a)", "16.2(c)"),
}


@pytest.mark.parametrize("slug", BANS)
def test_the_ban_on_devices_is_shown_where_people_enter(hall: House, slug: str) -> None:
    """Tournament Canberra Poker 14.2 and the same clause of the others: no device of its own."""
    opened(hall.floor.runner, slug)
    for who, path in (("Tom", f"{HERE}/entries"), ("Ana", f"/tournaments/{NAME}")):
        page = hall.as_(who).get(path, headers={"accept": "text/html"}).text
        rules = page.partition('class="conduct"')[2].partition("</details>")[0]
        title = game(slug).cite.title
        missing = [each for each in BANS[slug] if f">{title} {each}<" not in rules]
        assert (who, missing) == (who, [])
        assert "device" in rules


def test_the_step_that_comes_next_is_a_button_for_whoever_may(hall: House) -> None:
    """Tournament Canberra Poker 15.2, 15.6: each step once, for the one whose it is."""
    runner = hall.floor.runner
    opened(runner)
    enter(runner, "Ana", "Ben")
    assert ready(hall, "Tom") == ["Close the entries"]
    assert ready(hall, "Eli") == []
    give(runner, CloseEntries())
    assert ready(hall, "Tom") == ["Plan the session"]
    give(runner, s.PlanSession(1, runner.now_us()))
    assert ready(hall, "Tom") == ["Draw the seats at 2 tables", "Choose the tables"]
    give(runner, s.DraftBallot(1, contest.SEED, (s.TablePlan("A", (1, 2, 3), 2),)))
    assert ready(hall, "Tom") == ["Publish the seats"]
    assert ready(hall, "Dora") == []


def ready(house: House, who: str) -> list[str]:
    account = house.floor.desk.accounts.find(who)
    assert account is not None
    seen = KIND.seen(house.floor, NAME, account.viewer)
    return [each.text for each in pages.ready(seen, seen.steps[0])]


def test_a_ballot_is_proposed_over_the_tables_of_the_stage() -> None:
    """Five at two tables are three and two: at most three at each of two tables."""
    desk = Desk(contest.POKER).cleared().enter("Ana", "Ben", "Chen", "Dora", "Eli")
    desk.do(s.PlanSession(1, START))
    seen = shown(desk.tournament, "x", 1, Viewer(Role.TOURNAMENT_DIRECTOR, name="Dora"))
    plan = pages.ballot(seen, 1)
    assert plan is not None
    assert [(each["table"], each["players"]) for each in plan["tables"]] == [("x-1", 3), ("x-2", 3)]


# The conditions


def test_what_is_missing_is_named_by_its_clause(hall: House) -> None:
    """Tournament Canberra Poker 15.2(h), 15.2(f): what the draft leaves open, in its own row."""
    give(hall.floor.runner, OpenTournament(contest.POKER, "Spring", "Tom", ""),
         contest.MANAGER, "Noa")  # fmt: skip
    tom = hall.as_("Tom")
    post(tom, f"{HERE}/conditions", title="Spring", fee="27.55", **{"answer.groups": "none"})
    rows = re.findall(r'<tr class="lacks"><td>.*?>([^<]*)</a>', tom.get(f"{HERE}/conditions").text)
    assert "Tournament Canberra Poker 15.2(h)" in rows
    assert "Tournament Canberra Poker 15.2(f)" not in rows


def test_conditions_filled_in_are_the_conditions() -> None:
    """Every figure of the form arrives: stages, prizes in hundredths of a per cent, words."""
    plain = Conditions(starts_us=1, apart=(("P 1", "P 2"),), answers={"kept": "as it was"})
    wanted = conditions_form.drafted(
        plain,
        FormData({
            "title": ("Spring",), "starts": ("01/03/2026 20:00",), "fee": ("27.55",),
            "commission": ("2.75",), "least": ("2",), "most": ("8",),
            "stage.0.name": ("heats",), "stage.0.kind": ("heat",), "stage.0.tables": ("2",),
            "stage.0.chips": ("100",), "stage.0.minimum": ("10",), "stage.0.maximum": ("50",),
            "stage.0.rounds": ("20",), "stage.0.advance": ("1",), "stage.0.sit_and_go": ("6",),
            "stage.2.name": ("final",), "stage.2.kind": ("final",), "stage.2.minutes": ("45",),
            "prizes": ("62.5, 37.5",), "in_shares": ("yes",), "answer.groups": (" none ",),
        }),
    )  # fmt: skip
    assert (wanted.title, wanted.fee, wanted.commission) == ("Spring", 2755, 275)
    assert wanted.starts_us == 1_772_395_200 * 1_000_000  # 1 March 2026, 20:00 UTC
    first, last = wanted.stages
    assert (first.tables, first.chips, first.minimum, first.maximum) == (2, 100, 10, 50)
    assert (first.rounds, first.advance, last.kind, last.minutes) == (20, 1, "final", 45)
    assert (first.sit_and_go, last.sit_and_go) == (6, 0)
    assert wanted.breakdown == Breakdown(hundredths=(6250, 3750))
    assert wanted.apart == plain.apart
    assert wanted.answers == {"kept": "as it was", "groups": "none"}


def test_prizes_in_dollars_leave_the_rest_to_the_first() -> None:
    wanted = conditions_form.drafted(
        Conditions(), FormData({"title": ("A",), "prizes": ("100, 50.50",)})
    )
    assert wanted.breakdown == Breakdown(amounts=(100_00, 50_50), rest_to=1)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("fee", "much", "not an amount"),
        ("least", "-1", "not a whole number"),
        ("starts", "tomorrow", "not a day and time"),
        ("stage.0.kind", "heap", "Invalid enum value"),
    ],
)
def test_a_figure_that_is_none_is_told(field: str, value: str, said: str) -> None:
    given = {"title": ("A",), "stage.0.name": ("heats",), field: (value,)}
    with pytest.raises(NotFilledIn, match=said):
        conditions_form.drafted(Conditions(), FormData(given))


def test_a_draft_that_contradicts_the_document_is_refused_with_its_clause(hall: House) -> None:
    """Tournament Canberra Poker 12.1: $5 of $27.55 is more than ten per cent of it."""
    opened(hall.floor.runner)
    answer = post(
        hall.as_("Tom"), f"{HERE}/conditions", title="Spring", fee="27.55", commission="5"
    )
    assert answer.status_code == 422
    assert "Tournament Canberra Poker 12.1" in answer.text
    assert view(hall)["conditions"]["version"] == 1


# Planning, drawing, sitting down


def test_a_session_is_planned_drawn_and_everybody_sits(hall: House) -> None:
    """Tournament Canberra Poker 15.6, 15.7: over the tables and boxes that were named."""
    runner = hall.floor.runner
    opened(runner)
    enter(runner, "Ana", "Ben", "Chen")
    tom = hall.as_("Tom")
    assert post(tom, f"{HERE}/plan", stage="1", starts="soon").status_code == 422
    assert post(tom, f"{HERE}/plan", stage="1", starts="01/03/2026 20:00").status_code == 200
    few = {"table.0.name": "A", "table.0.boxes": "2 4", "table.0.players": "2"}
    refused = post(tom, f"{HERE}/ballot/1", **few)
    assert (refused.status_code, "3 are to sit at 2 places" in refused.text) == (422, True)
    kept = {"fixed.0.entry": "2", "fixed.0.table": "B", "fixed.0.box": "7"}
    both = {**few, "table.1.name": "B", "table.1.boxes": "7", "table.1.players": "1"}
    assert post(tom, f"{HERE}/ballot/1", **both, **kept).status_code == 422  # no reason
    kept["fixed.0.reason"] = "Ben cannot climb stairs"
    assert post(tom, f"{HERE}/ballot/1", **both, **kept).status_code == 200
    seats = {(at["table"], at["box"]) for _, at in view(hall)["sessions"][0]["seats"]}
    assert seats == {("A", 2), ("A", 4), ("B", 7)}
    assert [2, {"table": "B", "box": 7}] in view(hall)["sessions"][0]["seats"]
    give(runner, s.PublishBallot(1))
    hall.floor.desk._pace = Pace(
        1, lambda: 0
    )  # two orders are no flood: one press for three is none
    assert tom.send("POST", f"{HERE}/sessions/1/here").status_code == 204
    assert view(hall)["sessions"][0]["present"] == [1, 2, 3]
    assert tom.get(f"{HERE}/ballot/2").status_code == 404
    assert tom.send("POST", f"{HERE}/sessions/2/here").status_code == 404


# Lists and sheets


def test_a_list_comes_in_as_a_whole_or_not_at_all(hall: House) -> None:
    """Tournament Canberra Poker 15.5: somebody twice, so nobody of the list comes in."""
    opened(hall.floor.runner)
    tom, path = hall.as_("Tom"), f"{HERE}/entries/list"
    twice = "person,name,paid\nP 1,Ana,27.55\nP 1,Anna,27.55\n"
    looked = post(tom, path, lines=twice)
    assert "P 1 has entry 1; nobody enters twice" in looked.text
    assert post(tom, path, lines=twice, confirm="k").status_code == 422
    assert view(hall)["entries"] == []
    right = "person,name,paid\nP 1,Ana,27.55\nP 2,Ben,27.55\n"
    file = {"file": ("entries.csv", right.encode(), "text/csv")}
    looked = tom.send("POST", path, data={"lines": ""}, files=file)
    assert "Enter all 2" in looked.text
    assert post(tom, path, lines=right, confirm="k2").status_code == 200
    assert [each["paid"] for each in view(hall)["entries"]] == [2755, 2755]


def test_a_list_that_cannot_be_read_is_told(hall: House) -> None:
    opened(hall.floor.runner)
    tom, path = hall.as_("Tom"), f"{HERE}/entries/list"
    for lines, said in (
        ("who,paid\nAna,1", "no column person"),
        ("person,name,paid\nP 1,,27.55", "Line 2"),
    ):
        assert said in post(tom, path, lines=lines, confirm="k").text
    assert view(hall)["entries"] == []


def test_sheets_are_printed_and_taken_away(hall: House) -> None:
    """7-Up Baccarat 15.4.1: the conditions are there for everybody to read."""
    sealed_round(hall.floor.runner)
    ana = hall.as_("Ana")
    page = ana.get(f"/tournaments/{NAME}/sheets/conditions")
    assert "7-Up Baccarat 15.4.2(a)" in page.text
    board = ana.get(f"/tournaments/{NAME}/sheets/leaderboard.csv")
    assert board.headers["content-type"].startswith("text/csv")
    assert board.text.splitlines()[1] == "1-2,1,Ana,1,2,100,,entered"
    assert ana.get(f"/tournaments/{NAME}/sheets/nonsense").status_code == 404
    assert ana.get(f"/tournaments/{NAME}/sheets/leaderboard.pdf").status_code == 404


def test_a_tournament_is_opened_by_whoever_may_nominate(hall: House) -> None:
    """Tournament Canberra Poker 15.1: a shift manager; a director finds no such form."""
    noa, tom = hall.as_("Noa"), hall.as_("Tom")
    assert "Open a tournament" not in tom.get("/tournaments").text
    facts = {"document": contest.POKER, "title": "Autumn", "director": "Tom"}
    assert post(noa, "/tournaments", tournament="Autumn!", **facts).status_code == 422
    answer = post(noa, "/tournaments", tournament="autumn", **facts)
    assert answer.url.path == "/director/autumn/conditions"
    assert "Autumn" in tom.get("/tournaments").text


# An entrant


def test_an_entrant_finds_seat_turn_pass_cards_and_place(hall: House) -> None:
    """7-Up Baccarat 15.7.1, 15.8.1: what everybody was given, and the own seat."""
    sealed_round(hall.floor.runner)
    text = re.sub(r"\s+", " ", hall.as_("Ana").get(f"/tournaments/{NAME}").text)
    for said in (
        "Table 1, box 2",
        'Pass cards left</dt><dd class="huge">1',
        "An undisclosed wager",
        "You answer for filling it in correctly.",
        "Your turn</strong> <span>Stake 10 to 50.",
        'Your place</dt><dd class="huge">1–2 <small>of 2</small>',
    ):
        assert said in text
    assert "You have no entry" in hall.as_("Eli").get(f"/tournaments/{NAME}").text


def test_whoever_came_late_can_be_charged_the_minimum(hall: House) -> None:
    """7-Up Baccarat 15.5.6.1: Ben is not there in the first coup; the director deducts 10."""
    sealed_round(hall.floor.runner, absent=(2,))
    tom, page = hall.as_("Tom"), f"{HERE}/sessions"
    text = tom.get(page).text
    assert 'aria-label="Deduct the minimum of Ben"' in text
    assert 'aria-label="Deduct the minimum of Ana"' not in text
    command = {"type": "DeductMinimum", "session": 1, "entry": 2}
    answer = tom.post(f"/api/tournaments/{NAME}/commands", {"key": "k", "command": command})
    (table,) = answer.json()["view"]["sessions"][0]["tables"]
    assert [each["chips"] for each in table["places"]] == [100, 90]


def test_a_dispute_of_an_entrant_stops_the_table(hall: House) -> None:
    """7-Up Baccarat 15.11.2: Ana's claim is shown to everybody, and the director decides."""
    sealed_round(hall.floor.runner)
    assert "What you claim" in hall.as_("Ana").get(f"/tournaments/{NAME}").text
    give(hall.floor.runner, DisputeRound(1, 1, "the call came early"), Role.PATRON, "Ana")
    assert "waits for a decision: " in hall.as_("Ben").get(f"/tournaments/{NAME}").text
    assert "orders/DecideRoundDispute" in hall.as_("Tom").get(f"{HERE}/sessions").text


# The demonstration


def test_the_demonstrations_tournament_plays_itself_to_its_counts(hall: House) -> None:
    """Heats at two tables: every order of the simulated people is accepted."""
    floor = hall.floor
    assert hall.http.blocking_portal is not None
    hall.http.blocking_portal.call(demo_tournament.seed, floor)
    drawn = iter(range(10_000_000))

    def deed(found: Tournament, table: str) -> Any:
        watching, now = demo_tournament.NOBODY, floor.now_us()
        pick = lambda below: next(drawn) % below  # noqa: E731 - no chance in a test
        return demo_tournament.next_at(found, table, watching, now, pick)

    for turn in range(2_000):
        table = demo_tournament.TABLES[turn % 2]
        done = deed(floor.runner.tournament(STREAM), table)
        if done is not None:
            give(floor.runner, done.command, done.by, done.actor)
    tournament = floor.runner.tournament(STREAM)
    (session,) = tournament.sessions
    assert session.phase == "ended"
    assert set(tournament.directors) == {demo_tournament.DIRECTOR}


def test_an_entrant_at_the_screen_is_waited_for(hall: House) -> None:
    """7-Up Baccarat 15.9.3: nobody stakes for Ana in her turn while she has a page open."""
    floor = hall.floor
    assert hall.http.blocking_portal is not None
    hall.http.blocking_portal.call(demo_tournament.seed, floor)
    tournament = floor.runner.tournament(STREAM)
    table, ana = tournament.sessions[0].seats[1].table, frozenset({"Ana"})
    watching = demo_tournament.Watching(here=ana, about=ana)

    def deed(at_us: int) -> Any:
        return demo_tournament.next_at(tournament, table, watching, at_us, lambda _below: 0)

    for _ in range(40):
        found = deed(floor.now_us())
        if found is None:
            break
        give(floor.runner, found.command, found.by, found.actor)
    at = tournament.sessions[0].conduct.floors[table].round
    assert at is not None
    assert at.called == 1
    assert deed(at.called_us + 3_600_000_000) is None
    text = hall.as_("Ana").get(f"/tournaments/{NAME}").text
    assert '<strong class="your-turn">Your turn</strong>' in text
    assert text.count("▼ marker") == 1
    assert text.count("Marker</dt>") == 1
    watching = demo_tournament.Watching(about=ana)  # she looks at another page
    assert deed(at.called_us + demo_tournament.PATIENCE_US - 1) is None
    assert isinstance(deed(at.called_us + demo_tournament.PATIENCE_US).command, PlayPassCard)
