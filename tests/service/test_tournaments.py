"""Tournaments over HTTP: orders, views, live changes; an undisclosed wager stays sealed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.limits import Limits
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.access.desk import ChangeAccount
from houseway.service.settings import Settings
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.seating import draw
from houseway.tournament.state import Seat
from houseway.tournament.vocabulary import DraftConditions
from tests.offices import opening_of
from tests.service import contest
from tests.service.conftest import HASH, Client, House
from tests.service.contest import NAME, STREAM, enter, give, opened, sealed_round
from tests.service.coup import take
from tests.service.server import Serving, serving, stream
from tests.service.test_live import token_of
from tests.tournament.desk import CANBERRA, conditions

ORDERS = f"/api/tournaments/{NAME}/commands"


@pytest.fixture
def hall(house: House) -> House:
    contest.take_in(house.floor)
    return house


def order(client: Client, kind: str, key: str = "", **facts: Any) -> httpx.Response:
    body = {"key": key or f"{kind} {facts}"[:80], "command": {"type": kind, **facts}}
    return client.post(ORDERS, body)


# Orders


def test_an_order_is_answered_with_what_happened_and_what_is_seen(hall: House) -> None:
    """Tournament Canberra Poker 15.1: the shift manager nominates whoever is in charge."""
    facts = {"document": contest.POKER, "title": "Spring", "director": "Tom"}
    answer = order(hall.as_("Noa"), "OpenTournament", **facts)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["tournament"], told["version"], told["replayed"]) == (NAME, 2, False)
    assert [each["kind"] for each in told["events"]] == ["TournamentOpened", "DirectorNominated"]
    assert told["view"]["directors"] == ["Tom"]
    assert {each["what"] for each in told["view"]["steps"]} == {"complete"}


def test_the_same_key_again_is_done_once(hall: House) -> None:
    opened(hall.floor.runner)
    tom = hall.as_("Tom")
    facts = {"person": "P 1", "name": "Ana", "paid": 2755}
    first = order(tom, "AcceptEntry", "k", **facts).json()
    again = order(tom, "AcceptEntry", "k", **facts).json()
    assert (first["replayed"], again["replayed"]) == (False, True)
    assert again["version"] == first["version"]
    assert again["view"]["entrants"] == 1


REFUSALS = (
    # who, order, status, code
    ("Eli", {"type": "CloseEntries"}, 403, "role_may_not"),
    ("Chen", {"type": "CloseEntries"}, 403, "office_may_not"),
    ("Ana", {"type": "WithdrawEntry", "entry": 9}, 422, "no_such_entry"),
    ("Tom", {"type": "Nonsense"}, 400, "not_understood"),
    ("Tom", {"type": "StartSession", "session": 1}, 422, "no_such_session"),
    (
        "Tom", {"type": "DraftBallot", "session": 1, "seed": "ab" * 32, "tables": []}, 403,
        "house_draws",
    ),
)  # fmt: skip


def test_refusals_have_the_one_shape(hall: House) -> None:
    opened(hall.floor.runner)
    for number, (who, asked, status, code) in enumerate(REFUSALS):
        answer = hall.as_(who).post(ORDERS, {"key": f"k{number}", "command": asked})
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert set(answer.json()) - {"version", "promise"} == {"code", "clause", "sentence"}


def test_a_tournament_that_is_not_there_is_404(hall: House) -> None:
    tom = hall.as_("Tom")
    for path in ("/api/tournaments/none", "/director/none", "/tournaments/none"):
        assert tom.get(path).status_code == 404
    assert hall.browser().get("/wall/tournaments/none").status_code == 404
    assert tom.get("/api/tournaments").json() == []


def test_a_dealer_with_tables_of_his_own_counts_no_other(hall: House) -> None:
    sealed_round(hall.floor.runner)
    chen = hall.floor.desk.accounts.find("Chen")
    assert chen is not None
    asyncio.run(hall.floor.desk.change("Eli", ChangeAccount(tables=("7",)), chen))
    answer = order(hall.as_("Eli"), "CloseBetting", session=1, table="1")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_assigned")


# The ballot


def test_the_house_draws_and_a_retry_draws_nothing_else(hall: House) -> None:
    """Tournament Canberra Poker 15.6: by lot; the seats follow from the recorded seed alone."""
    runner = hall.floor.runner
    opened(runner)
    enter(runner, "Ana", "Ben", "Chen", "Dora")
    give(runner, s.PlanSession(1, runner.now_us()))
    plans = [{"table": each, "boxes": [1, 2, 3], "players": 2} for each in ("A", "B")]
    tom, facts = hall.as_("Tom"), {"session": 1, "seed": "", "tables": plans}
    first = order(tom, "DraftBallot", "k", **facts)
    again = order(tom, "DraftBallot", "k", **facts)
    assert (first.status_code, again.json()["replayed"]) == (200, True)
    (drafted,) = [each for each in hall.floor.log.read(STREAM) if each.kind == "SeatsDrafted"]
    seed = drafted.body.decode().partition('"seed":"')[2].partition('"')[0]
    tables = [s.TablePlan(each, (1, 2, 3), 2) for each in ("A", "B")]
    drawn = draw(seed, [1, 2, 3, 4], tables, {}, [])
    assert drawn is not None
    seats = again.json()["view"]["sessions"][0]["seats"]
    expected = {entry: (seat.table, seat.box) for entry, seat in drawn.seats.items()}
    assert {entry: (at["table"], at["box"]) for entry, at in seats} == expected


def test_the_house_draws_once_where_an_order_comes_twice_at_once(hall: House) -> None:
    """Tournament Canberra Poker 15.6: the house draws under the stream's lock, one at a time."""
    runner = hall.floor.runner
    opened(runner)
    enter(runner, "Ana", "Ben")
    give(runner, s.PlanSession(1, runner.now_us()))
    plans = [{"table": "A", "boxes": [1, 2, 3], "players": 2}]
    facts = {"session": 1, "seed": "", "tables": plans}
    clients = [hall.as_("Tom"), hall.as_("Tom")]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda client: order(client, "DraftBallot", "k", **facts), clients))
    assert [each.status_code for each in answers] == [200, 200]
    assert sorted(each.json()["replayed"] for each in answers) == [False, True]
    assert answers[0].json()["head"] == answers[1].json()["head"]
    drafted = [each for each in hall.floor.log.read(STREAM) if each.kind == "SeatsDrafted"]
    assert len(drafted) == 1


def test_a_draft_of_the_seats_is_for_those_who_make_it(hall: House) -> None:
    runner = hall.floor.runner
    opened(runner)
    enter(runner, "Ana", "Ben")
    give(runner, s.PlanSession(1, runner.now_us()))
    give(runner, s.DraftBallot(1, contest.SEED, (s.TablePlan("A", (1, 2, 3), 2),)))
    for who, seen in (("Tom", 2), ("Ivy", 2), ("Ana", 0), ("Eli", 0), ("Dora", 0)):
        view = hall.as_(who).get(f"/api/tournaments/{NAME}").json()
        assert (who, len(view["sessions"][0]["seats"])) == (who, seen)
    seating = hall.as_("Ana").get(f"/tournaments/{NAME}/sheets/seating.csv").text
    assert seating == "session,table,box,entry,name\n"
    give(runner, s.PublishBallot(1))
    assert "Ben" in hall.as_("Ana").get(f"/tournaments/{NAME}/sheets/seating.csv").text


def test_an_entrant_sees_the_seat_before_anybody_has_chips(hall: House) -> None:
    """The seats of a session are published before chips are issued, and after a count its table
    may be empty: the page sends an entrant to the seat, and shows nobody's chips."""
    runner = hall.floor.runner
    opened(runner)
    enter(runner, "Ana", "Ben")
    give(runner, s.PlanSession(1, runner.now_us()))
    give(runner, s.DraftBallot(1, contest.SEED, (s.TablePlan("A", (1, 2, 3), 2),)))
    give(runner, s.PublishBallot(1))
    for who in ("Ana", "Ben", "Tom"):
        answer = hall.as_(who).get(f"/tournaments/{NAME}")
        assert answer.status_code == 200
        assert ("Table A, box" in answer.text) == (who != "Tom")
        assert ("Go to table A, box" in answer.text) == (who != "Tom")
        assert "plain places" not in answer.text


def test_an_entrant_reads_what_to_do_at_each_stage(hall: House) -> None:
    """From the entry to the count, in one sentence at the head of the page."""
    runner, seen = hall.floor.runner, []

    def look() -> None:
        text = hall.as_("Ana").get(f"/tournaments/{NAME}").text
        seen.append(re.findall(r'class="(?:now-line|your-turn)">([^<]+)<', text))

    opened(runner)
    enter(runner, "Ana", "Ben")
    look()
    give(runner, s.PlanSession(1, runner.now_us()))
    look()
    fixed = tuple(s.FixedSeat(each, Seat("A", each), "for this test") for each in (1, 2))
    give(runner, s.DraftBallot(1, contest.SEED, (s.TablePlan("A", (1, 2, 3), 2),), fixed))
    give(runner, s.PublishBallot(1))
    look()
    for entry in (1, 2):
        give(runner, s.CheckIn(1, entry), Role.DEALER, "Eli")
    look()
    assert seen == [
        ["You are entered: wait until your session is planned"],
        ["Wait for your seat: it is drawn before the session"],
        ["Go to table A, box 1"],
        ["You are checked in: wait for the session to start"],
    ]


# A table that is in Houseway


def conducted(house: House) -> None:
    """Ana and Ben at table 7 with 100 each, of Mini Baccarat, where one unit is a dollar."""
    runner = house.floor.runner
    opened(runner, CANBERRA)
    enter(runner, "Ana", "Ben")
    starts = runner.now_us() + 60_000_000
    give(runner, s.PlanSession(1, starts))
    fixed = tuple(s.FixedSeat(each, Seat("7", each), "for this test") for each in (1, 2))
    plan = s.TablePlan("7", (1, 2), 2, "conducted")
    give(runner, s.DraftBallot(1, contest.SEED, (plan,), fixed))
    give(runner, s.PublishBallot(1))
    use = {"use": "tournament"}
    opening = opening_of(CANBERRA, use, Limits(10_00, 50_00), (100, 500, 2500))
    take(runner, "7", opening, Role.GAMING_SUPERVISOR, "Dora")
    take(runner, "7", TakeAsPrepared(), Role.DEALER, "Eli")
    for entry in (1, 2):
        give(runner, s.CheckIn(1, entry), Role.DEALER, "Eli")
    runner.now_us = lambda: starts
    give(runner, s.StartSession(1))
    for name in ("Ana", "Ben"):
        take(runner, "7", c.BringChips(name, 100_00), Role.DEALER, "Eli")
    runner.now_us = lambda: starts + 1


def coup(house: House) -> None:
    """Player 9 against Banker 5: Ana's 30 on Player is paid evens, Ben's 20 on Banker is lost."""
    runner = house.floor.runner
    take(runner, "7", c.OpenBetting(), Role.DEALER, "Eli")
    give(runner, w.CallPatron(1, 1), Role.DEALER, "Eli")
    take(runner, "7", c.PlaceWager("Ana", "player", 30_00), Role.PATRON, "Ana")
    give(runner, w.CallPatron(1, 2), Role.DEALER, "Eli")
    take(runner, "7", c.PlaceWager("Ben", "banker", 20_00), Role.PATRON, "Ben")
    take(runner, "7", c.CallNoMoreBets(), Role.DEALER, "Eli")
    for card in ("9s", "2d", "Kh", "3c"):
        take(runner, "7", c.DealCard(Card(card)), Role.DEALER, "Eli")
    take(runner, "7", c.SettleWagers(), Role.DEALER, "Eli")
    take(runner, "7", c.CollectCards(), Role.DEALER, "Eli")


def test_a_conducted_table_is_counted_from_its_log_whatever_is_sent(hall: House) -> None:
    """Mini Baccarat 15.20, 8.4(a): 100 + 30 and 100 - 20 held, so the table has lost 10."""
    conducted(hall)
    coup(hall)
    eli = hall.as_("Eli")
    facts: dict[str, Any] = {
        "session": 1,
        "table": "7",
        "counts": [[1, 999]],
        "won": 7,
        "source": "table",
    }
    first = order(eli, "CountTable", "k", **facts)
    assert first.status_code == 200, first.text
    (table,) = first.json()["view"]["sessions"][0]["tables"]
    assert [each["chips"] for each in table["places"]] == [130, 80]
    assert table["won"] == -10
    again = order(eli, "CountTable", "k", **facts)
    assert (again.status_code, again.json()["replayed"]) == (200, True)


def test_a_conducted_table_with_wagers_on_it_is_not_counted(hall: House) -> None:
    conducted(hall)
    runner = hall.floor.runner
    take(runner, "7", c.OpenBetting(), Role.DEALER, "Eli")
    take(runner, "7", c.PlaceWager("Ana", "player", 30_00), Role.PATRON, "Ana")
    facts: dict[str, Any] = {"session": 1, "table": "7", "counts": [], "won": 0, "source": "table"}
    answer = order(hall.as_("Eli"), "CountTable", **facts)
    assert (answer.status_code, answer.json()["code"]) == (422, "cannot_count")


# Who sees what


def test_identity_and_money_are_for_the_desk_and_for_oneself(hall: House) -> None:
    opened(hall.floor.runner)
    enter(hall.floor.runner, "Ana", "Ben")
    for who, seen in (("Tom", [2755, 2755]), ("Ana", [2755, None]), ("Eli", [None, None])):
        view = hall.as_(who).get(f"/api/tournaments/{NAME}").json()
        assert (who, [each["paid"] for each in view["entries"]]) == (who, seen)
        assert (who, [each["person"] is not None for each in view["entries"]]) == (
            who, [each is not None for each in seen],
        )  # fmt: skip
    for who, status in (("Tom", 200), ("Noa", 200), ("Ana", 404), ("Eli", 404)):
        answer = hall.as_(who).get(f"/tournaments/{NAME}/sheets/entries.csv")
        assert (who, answer.status_code) == (who, status)


def test_conditions_are_everybodys_once_published(hall: House) -> None:
    """Tournament Canberra Poker 15.2: what is drafted is not yet what is announced."""
    runner = hall.floor.runner
    opened(runner)
    ana, path = hall.as_("Ana"), f"/api/tournaments/{NAME}"
    assert ana.get(path).json()["conditions"]["version"] == 1
    give(runner, DraftConditions(conditions(contest.POKER, most=6)))
    assert ana.get(path).json()["conditions"] is None
    assert ana.get(f"/tournaments/{NAME}/sheets/conditions").status_code == 404
    assert hall.as_("Eli").get(path).json()["conditions"]["version"] == 2


def test_a_patron_has_no_console(hall: House) -> None:
    opened(hall.floor.runner)
    for path in ("", "/conditions", "/entries", "/sessions", "/prizes", "/orders/CallBreak"):
        assert hall.as_("Ana").get(f"/director/{NAME}{path}").status_code == 403


# What an undisclosed wager says


SECRET = ("panda-7", 47)  # what Ana writes on her form: found in no other byte of the house
LOOKS = (
    f"/api/tournaments/{NAME}", "/api/tournaments", f"/tournaments/{NAME}", f"/director/{NAME}",
    f"/director/{NAME}/sessions", f"/director/{NAME}/prizes", f"/wall/tournaments/{NAME}",
    f"/tournaments/{NAME}/sheets/leaderboard", f"/tournaments/{NAME}/sheets/sessions",
    "/inspect/log", f"/inspect/log?table=tournament/{NAME}", "/inspect/files/log?form=hwlog",
    "/inspect/files/log?form=csv", "/inspect/files/log?form=jsonl",
)  # fmt: skip
EVERYBODY = ("Ana", "Ben", "Eli", "Dora", "Ivy", "Chen", "Tom", "Noa")
MAY_KNOW = ("Ana", "Dora", "Noa")  # its owner; a supervisor, and who ranks above one


def hand_in(house: House) -> None:
    give(house.floor.runner, f.HandInForm(1, 1, *SECRET), Role.PATRON, "Ana")


def who_knows(house: House) -> dict[str, list[str]]:
    """Everybody who finds what the form says on some page, and where."""
    found: dict[str, list[str]] = {}
    for who in EVERYBODY:
        client = house.as_(who)
        for path in LOOKS:
            if SECRET[0] in client.get(path).text:
                found.setdefault(who, []).append(path)
    return found


def test_a_sealed_wager_is_in_no_byte_for_anybody_else(hall: House) -> None:
    """7-Up Baccarat 15.1.1 undisclosed wager, 15.8.2: its owner and the supervisor alone."""
    sealed_round(hall.floor.runner)
    hand_in(hall)
    assert set(who_knows(hall)) == set(MAY_KNOW)
    give(hall.floor.runner, f.PassForm(1, 1), Role.GAMING_SUPERVISOR, "Dora")
    assert set(who_knows(hall)) == set(MAY_KNOW)


def test_that_there_is_a_form_shows_with_its_indicator(hall: House) -> None:
    """7-Up Baccarat 15.8.2.5: others see the indicator once the form was examined."""
    sealed_round(hall.floor.runner)
    hand_in(hall)
    ben, path = hall.as_("Ben"), f"/api/tournaments/{NAME}"
    table = ben.get(path).json()["sessions"][0]["tables"][0]
    assert (table["forms"], table["round"]["next"]) == ([], 1)  # as if Ana had done nothing yet
    give(hall.floor.runner, f.PassForm(1, 1), Role.GAMING_SUPERVISOR, "Dora")
    (form,) = ben.get(path).json()["sessions"][0]["tables"][0]["forms"]
    assert (form["entry"], form["on"], form["amount"]) == (1, None, None)


def test_an_announced_wager_is_everybodys(hall: House) -> None:
    """7-Up Baccarat 15.8.2.6: announced, so that all at the table know it."""
    runner = hall.floor.runner
    sealed_round(runner)
    hand_in(hall)
    give(runner, f.PassForm(1, 1), Role.GAMING_SUPERVISOR, "Dora")
    give(runner, w.PlaceStake(1, 2, 10), Role.PATRON, "Ben")
    give(runner, w.CloseBetting(1, "1"), Role.DEALER, "Eli")
    give(runner, f.AnnounceForm(1, 1), Role.GAMING_SUPERVISOR, "Dora")
    view = hall.as_("Ben").get(f"/api/tournaments/{NAME}").json()
    (form,) = view["sessions"][0]["tables"][0]["forms"]
    assert (form["on"], form["amount"]) == SECRET


def test_the_log_tells_of_a_form_once_the_round_is_over(hall: House) -> None:
    """An inspector's page holds back the facts of the round under way, and tells them after it."""
    runner = hall.floor.runner
    sealed_round(runner)
    hand_in(hall)
    ivy, log = hall.as_("Ivy"), f"/inspect/log?table=tournament/{NAME}"
    assert "form handed in" in ivy.get(log).text.lower()
    give(runner, w.DeclareRoundVoid(1, "1", "a card lay open"))
    assert SECRET[0] in ivy.get(log).text
    assert SECRET[0] in ivy.get("/inspect/files/log?form=jsonl").text


@pytest.fixture
def served(settings: Settings) -> Iterator[Serving]:
    with serving(settings) as server:
        for name, office in {**contest.PEOPLE, "Ana": Role.PATRON, "Ben": Role.PATRON}.items():
            server.floor.desk.create_hashed(Account(name, str(office)), HASH, None)
        yield server


def test_live_changes_tell_nobody_else_of_a_form(served: Serving) -> None:
    """7-Up Baccarat 15.8.2: not even that one was handed in, before its indicator lies there."""
    runner = served.floor.runner
    sealed_round(runner)
    ben, noa = (token_of(served.floor, each) for each in ("Ben", "Noa"))
    path = f"/api/events?tournaments={NAME}"
    with stream(served.url, path, ben) as his, stream(served.url, path, noa) as hers:
        for each in (his, hers):
            first = each.next()
            assert first is not None
            assert (first.event, first.json["name"]) == ("state", NAME)
        give(runner, f.HandInForm(1, 1, *SECRET), Role.PATRON, "Ana")
        told, known = his.next(), hers.next()
        assert told is not None
        assert known is not None
        assert told.json["since"] == []
        assert SECRET[0] not in told.data
        assert [each["kind"] for each in known.json["since"]] == ["FormHandedIn"]
        assert SECRET[0] in known.data


def test_the_session_is_shown_beside_the_table_it_serves(hall: House) -> None:
    """Mini Baccarat 15.12, 15.15, 15.17: marker, turn, limits, everybody's chips and the rule on
    advice, for the dealer who calls and for the player who wagers; by hand nothing is entered."""
    conducted(hall)
    runner = hall.floor.runner
    take(runner, "7", c.OpenBetting(), Role.DEALER, "Eli")
    for who, path in (("Eli", "/dealer/7"), ("Ana", "/play/7")):
        text = hall.as_(who).get(path).text
        panel = text[text.index("session-panel") :]
        assert "round 1, betting, 10 to 50" in panel
        assert "▼ marker" in panel
        assert panel.count('<strong class="figure push">100</strong>') == 2
        assert "Mini Baccarat 15.17" in panel
        assert ("Call Ana" in panel) == (who == "Eli")
        assert "PlaceStake" not in panel
        assert "CloseBetting" not in panel
    give(runner, w.CallPatron(1, 1), Role.DEALER, "Eli")
    take(runner, "7", c.PlaceWager("Ana", "player", 30_00), Role.PATRON, "Ana")
    body = {"key": "early", "command": {"type": "CallNoMoreBets"}}
    early = hall.as_("Eli").post("/api/tables/7/commands", body)
    assert early.status_code == 422
    assert early.json()["clause"] == "Mini Baccarat 15.16"
