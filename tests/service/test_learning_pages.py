"""Progress and courses in a browser: stored for each account, signed, shown to those in charge."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import ExitStack

import apsw
import pytest

from houseway.service.consoles.training.pages import GRACE_MS, sealed, took_ms
from houseway.service.settings import Settings
from houseway.training.drill import Drill
from houseway.training.generate import drill
from houseway.training.progress import Progress
from tests.service.conftest import Client, House

COURSE = {
    "title": "Payouts in spring", "name": "spring", "game": "casino-war", "kind": "payout",
    "people": "Eli, mia", "questions": "2", "percent": "100", "due": "", "limit": "",
    "clauses": "",
}  # fmt: skip


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(stack, Settings(folder=str(tmp_path_factory.mktemp("learning") / "house")))


def hidden(shown: str) -> dict[str, str]:
    """The hidden fields of the form on a page of a drill."""
    form = shown[shown.index('<form method="post" action="/train') :]
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found}


def asked(shown: str, slug: str = "casino-war") -> Drill:
    """The drill that the schedule chose for a page."""
    kind, _, seed = hidden(shown)["exact"].partition("/")
    return drill(slug, kind, seed)


def answers(made: Drill, *, right: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for at, part in enumerate(made.parts):
        if part.form == "money":
            found[f"part-{at}"] = part.answer[0] if right else "0.01"
        elif right and part.form == "one":
            found[f"part-{at}"] = str(part.options.index(part.answer[0]))
    return found


def send(client: Client, shown: str, given: dict[str, str], slug: str = "casino-war") -> str:
    data = {**hidden(shown), "kind": "payout", **given}
    data.pop("_csrf_token", None)
    return client.send("POST", f"/train/{slug}", data=data).text


def train(client: Client, path: str, *, right: bool) -> str:
    shown = client.get(path).text
    return send(client, shown, answers(asked(shown), right=right))


PAYOUTS = "/train/casino-war?kind=payout"


def test_answers_are_counted_and_come_again_by_the_schedule(house: House) -> None:
    eli = house.as_("Eli")
    first = eli.get(PAYOUTS).text
    assert hidden(eli.get(PAYOUTS).text)["exact"] == hidden(first)["exact"]
    made = asked(first)
    assert "Wrong:" in send(eli, first, answers(made, right=False))
    stored = house.floor.desk.training.read("Eli", "casino-war", Progress)
    assert (stored.asked, stored.right) == (1, 0)
    assert hidden(eli.get(PAYOUTS).text)["exact"] != hidden(first)["exact"]
    send(eli, first, answers(made, right=True))  # the same drill again
    assert house.floor.desk.training.read("Eli", "casino-war", Progress).asked == 1
    assert house.floor.desk.training.read("Mia", "casino-war", Progress).asked == 0


def test_a_question_of_a_seed_counts_too(house: House) -> None:
    eli = house.as_("Eli")
    made = drill("casino-war", "payout", "one-0")
    given = {"seed": "one", "number": "0", "kind": "payout", **answers(made, right=True)}
    eli.send("POST", "/train/casino-war", data=given)
    assert house.floor.desk.training.read("Eli", "casino-war", Progress).right == 1


def test_progress_is_shown_by_game_section_and_clause(house: House) -> None:
    eli = house.as_("Eli")
    train(eli, PAYOUTS, right=True)
    shown = eli.get("/train/progress?game=casino-war").text
    assert "1 of 1 without a mistake" in shown
    assert 'role="img" aria-label="Recall by section: ' in shown
    assert "1 in a row without a mistake, best 1" in shown
    assert "for a drill on average" in shown
    assert "Casino War 8.2.2" in shown
    assert "1 in a row" not in house.as_("Mia").get("/train/progress").text


def test_a_trainee_without_answers_is_told_what_to_do_next(house: House) -> None:
    """No table of zeros: a sentence and the way to the drills; later the same for one game."""
    eli = house.as_("Eli")
    first = eli.get("/train/progress").text
    assert "You have not answered a drill yet." in first
    assert '<a class="button" href="/train">' in first
    assert "<table" not in first
    train(eli, PAYOUTS, right=True)
    other = eli.get("/train/progress?game=mini-baccarat").text
    assert "You have not answered a drill of this game yet." in other
    assert '<a class="button" href="/train/mini-baccarat">' in other
    assert "progress-figure" not in other
    assert "progress-figure" in eli.get("/train/progress?game=casino-war").text


def test_progress_is_deleted_by_its_owner_alone(house: House) -> None:
    eli, mia = house.as_("Eli"), house.as_("Mia")
    for each in (eli, mia):
        train(each, PAYOUTS, right=True)
    eli.send("POST", "/train/progress/forget", data={"sure": "yes"})
    assert house.floor.desk.training.read("Eli", "casino-war", Progress).asked == 0
    assert house.floor.desk.training.read("Mia", "casino-war", Progress).asked == 1


def test_progress_changed_by_hand_is_not_believed(house: House) -> None:
    train(house.as_("Eli"), PAYOUTS, right=False)
    with apsw.Connection(str(house.floor.settings.path / "access.db")) as db:
        db.execute("UPDATE learnt SET body = replace(body, '\"right\":0', '\"right\":9')")
    assert house.floor.desk.training.read("Eli", "casino-war", Progress).asked == 0


def test_a_drill_that_does_not_exist_is_not_marked(house: House) -> None:
    eli = house.as_("Eli")
    answer = eli.send("POST", "/train/casino-war", data={"exact": "dance/1"})
    assert answer.status_code == 404


# Time limits


def test_a_late_answer_is_wrong(house: House) -> None:
    eli, settings = house.as_("Eli"), house.floor.settings
    shown = eli.get(f"{PAYOUTS}&limit=30").text
    assert 'data-seconds="30"' in shown
    made = asked(shown)
    now_us = house.floor.now_us()
    since = sealed(settings, "Eli", made.name, now_us - 30_000_000 - GRACE_MS * 1_000 - 1)
    marked = send(eli, shown, {**answers(made, right=True), "since": since})
    assert "Time is up: the 30 seconds are over" in marked
    assert "0 of 1 without a mistake" in marked
    stored = house.floor.desk.training.read("Eli", "casino-war", Progress)
    assert (stored.asked, stored.right) == (1, 0)


def test_an_answer_in_time_counts_and_keeps_the_limit(house: House) -> None:
    eli = house.as_("Eli")
    shown = eli.get(f"{PAYOUTS}&limit=30").text
    marked = send(eli, shown, answers(asked(shown), right=True))
    assert "1 of 1 without a mistake" in marked
    assert 'name="limit" value="30"' in marked


def test_a_time_that_the_house_did_not_seal_is_late(house: House) -> None:
    settings, eli = house.floor.settings, house.as_("Eli")
    mine = sealed(settings, "Eli", "a/b/c", 5_000)
    assert took_ms(settings, mine, "Eli", "a/b/c", 9_000) == 4
    later = mine.replace("5000", "8000")
    for text, person, name in ((later, "Eli", "a/b/c"), (mine, "Mia", "a/b/c"),
                               (mine, "Eli", "a/b/d"), ("", "Eli", "a/b/c")):  # fmt: skip
        assert took_ms(settings, text, person, name, 9_000) is None
    shown = eli.get(f"{PAYOUTS}&limit=30").text
    marked = send(eli, shown, {**answers(asked(shown), right=True), "since": "1.x"})
    assert "Too late" in marked


# Courses


def set_course(house: House, **changes: str) -> str:
    answer = house.as_("Dora").send(
        "POST", "/courses", data={**COURSE, **changes}, follow_redirects=False
    )
    return answer.headers.get("location", "") or answer.text


def take_course(client: Client, *, right: bool) -> str:
    return train(client, "/courses/spring/next", right=right)


def test_a_class_trains_for_a_course_and_is_seen(house: House) -> None:
    assert set_course(house) == "/courses/spring"
    eli, mia = house.as_("Eli"), house.as_("Mia")
    marked = take_course(eli, right=True)
    assert 'action="/courses/spring/next"' in marked
    assert "under way" in eli.get("/courses/spring").text
    take_course(eli, right=True)
    take_course(mia, right=False)
    shown = house.as_("Dora").get("/courses/spring").text
    rows = re.findall(r'<th scope="row">(\w+)</th><td class="figure">([^<]+)</td>'
                      r'<td class="figure">([^<]*)</td>.*?<td class="[^"]*">([^<]+)</td></tr>',
                      shown)  # fmt: skip
    assert rows == [("Eli", "2 of 2", "100 %", "done"), ("Mia", "1 of 2", "0 %", "under way")]
    assert "The class" in house.as_("Ivy").get("/courses/spring").text
    assert "The class" not in eli.get("/courses/spring").text


def test_the_latest_answers_decide_whether_a_course_is_done(house: House) -> None:
    set_course(house)
    eli = house.as_("Eli")
    for right in (False, True):
        take_course(eli, right=right)
    assert "under way" in eli.get("/courses/spring").text
    take_course(eli, right=True)
    assert "done" in eli.get("/courses/spring").text


def test_a_course_of_clauses_asks_only_those(house: House) -> None:
    set_course(house, clauses="Casino War 8.2.2", limit="40")
    shown = house.as_("Eli").get("/courses/spring/next").text
    assert "Casino War 8.2.2" in asked(shown).clauses
    assert 'data-seconds="40"' in shown


def test_those_whose_course_it_is_not_are_not_counted(house: House) -> None:
    set_course(house)
    rita = house.as_("Rita")
    answer = rita.get("/courses/spring/next", follow_redirects=False)
    assert answer.headers["location"] == "/courses/spring"
    shown = rita.get(PAYOUTS).text
    send(rita, shown, {**answers(asked(shown), right=True), "course": "spring"})
    assert "Rita" not in re.sub(r"<header.*?</header>", "", house.as_("Dora").get(
        "/courses/spring").text, flags=re.DOTALL)  # fmt: skip


def test_a_withdrawn_course_asks_nothing(house: House) -> None:
    set_course(house)
    house.as_("Dora").send("POST", "/courses/spring/withdraw", data={"reason": "replaced"})
    eli = house.as_("Eli")
    assert "Withdrawn: replaced" in eli.get("/courses/spring").text
    answer = eli.get("/courses/spring/next", follow_redirects=False)
    assert answer.headers["location"] == "/courses/spring"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"people": "Nobody"}, "Nobody has no account in this house"),
        ({"due": "tomorrow"}, "tomorrow is not a day and time"),
        ({"due": "01/01/2020 18:00"}, "must be due in the future"),
        ({"clauses": "Casino War 99"}, "no game of the course has a clause Casino War 99"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    house: House, change: dict[str, str], sentence: str
) -> None:
    shown = set_course(house, **change)
    assert sentence in html.unescape(shown)
    assert 'value="Payouts in spring"' in shown


def test_dealers_set_and_withdraw_no_courses(house: House) -> None:
    set_course(house)
    eli = house.as_("Eli")
    assert eli.send("POST", "/courses", data=COURSE).status_code == 403
    answer = eli.send("POST", "/courses/spring/withdraw", data={"reason": "no"})
    assert answer.status_code == 403
    assert "New course" not in eli.get("/courses").text
