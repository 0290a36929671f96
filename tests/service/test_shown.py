"""Each clause that is shown rather than enforced stands on the page that its reason names."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest

from houseway.driving import PRACTICE, next_command
from houseway.games import game, slugs
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.rulebook.shown import (
    CONSOLE,
    COPY,
    PAGES,
    RULEBOOK,
    WAGERS,
    conduct,
    copy_notice,
    shown_clauses,
)
from houseway.runner import Order
from houseway.service.access.accounts import Account
from tests.offices import decider, opening_of
from tests.service.conftest import HASH, House
from tests.table.test_view import ADVISES

SETTLED = {"WagerPaid", "WagerCollected"}
STAR = ("seven-up-baccarat", "three-card-baccarat", "casino-war")


def seen(house: House, name: str, path: str) -> str:
    """What a person reads on a page."""
    answer = house.as_(name).get(path, headers={"accept": "text/html"})
    assert answer.status_code == 200, path
    text = re.sub(
        r'<a class="term"[^>]*>([^<]*)</a>', r"\1", answer.text
    )  # a word within a sentence
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


@pytest.mark.parametrize("slug", slugs())
def test_every_shown_clause_stands_on_its_page(house: House, slug: str) -> None:
    """Mini Baccarat 14.7, 14.8; Casino War 13.7; Tournament Mini-Baccarat 11.8, 11.9; Tournament
    Pai Gow 16.8, 16.9; Tournament American Roulette 10.8, 10.9, and every other one."""
    opened = Order(opening_of(slug), decider(slug), "Dora", "open")
    assert house.floor.runner.order("table/1", opened).refused is None
    house.floor.desk.create_hashed(Account("Tom", str(Role.TOURNAMENT_DIRECTOR)), HASH, None)
    cite = document(slug)
    read = {
        RULEBOOK: seen(house, "Ana", f"/rules/{slug}"),
        COPY: seen(house, "Ana", f"/rules/print/{slug}"),
        WAGERS: seen(house, "Ana", "/play/1"),
        CONSOLE: seen(house, "Eli", "/dealer/1"),
    }
    assert shown_clauses(cite)
    for each in shown_clauses(cite):
        clause = cite(each.number)
        if each.page in (RULEBOOK, COPY):
            assert f" {each.number} {cite.clauses[each.number].must}" in read[each.page], clause
        else:
            assert f"{each.text} {clause}" in read[each.page], clause


def test_patrons_and_staff_are_told_in_words() -> None:
    """A page that is not the rulebook has a sentence for each clause on it."""
    for slug in slugs():
        for each in shown_clauses(document(slug)):
            assert each.page in PAGES
            assert bool(each.text) == (each.page in (WAGERS, CONSOLE)), (slug, each.number)


@pytest.mark.parametrize("slug", [each for each in slugs() if each not in STAR])
def test_no_screen_of_a_patron_says_which_play_is_better(house: House, slug: str) -> None:
    """Tournament American Roulette 10.7(a), Tournament Mini-Baccarat 11.7(a): before every command
    of a round, for whoever plays or looks on: no chance, no edge, no way to where they are."""
    runner, pick = house.floor.runner, random.Random(4).randrange
    opened = Order(opening_of(slug), decider(slug), "Dora", "open")
    assert runner.order("table/1", opened).refused is None
    ana, ben = house.as_("Ana"), house.as_("Ben")
    chose, found = 0, game(slug)
    for number in range(60):
        play = runner.table("table/1").play
        waiting = found.awaits(play)
        if number % 5 == 0 or waiting.choices:
            chose += bool(waiting.choices)
            for reader in (ana, ben):
                for path in ("/play/1", "/tables/1", "/api/tables/1"):
                    text = re.sub(r"<(?!a )[^>]+>", " ", reader.get(path).text)
                    assert not ADVISES.search(text), (path, waiting, ADVISES.search(text))
        command, by = next_command(found, play, PRACTICE, pick)
        name = getattr(command, "patron", "") if by == Role.PATRON else ""
        runner.order(
            "table/1", Order(command, by, name or ("Eli", "Finn")[number % 2], f"step {number}")
        )
    assert {each.kind for each in runner.log.read("table/1")} & SETTLED


@pytest.mark.parametrize("slug", [*STAR, "mini-baccarat"])
def test_a_copy_of_the_rules_is_there_without_an_account(house: House, slug: str) -> None:
    """Mini Baccarat 14.9, 7-Up Baccarat 14.14, Casino War 13.13, Three Card Baccarat 14.15: whole,
    marked as a summary, with the instrument; and every table leads to it."""
    cite = document(slug)
    page = house.http.get(f"/rules/print/{cite.id}", headers={"accept": "text/html"}).text
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
    assert copy_notice(cite) in text
    assert cite.metadata.instrument in copy_notice(cite)
    assert copy_notice(cite).startswith("Summary")
    for number, row in cite.clauses.items():
        words = " ".join((conduct(cite).get(number) or row.must).split())
        words = words.removesuffix(" Test all 88 cells.")  # of our own tests, for nobody else
        assert f" {number} {words}" in text, number
    opened = Order(opening_of(slug), decider(slug), "Dora", "open")
    assert house.floor.runner.order("table/1", opened).refused is None
    for name, path in (("Ana", "/play/1"), ("Ana", "/tables/1"), ("Eli", "/dealer/1")):
        html = house.as_(name).get(path, headers={"accept": "text/html"}).text
        assert f'href="/rules/print/{cite.id}"' in html, path
