"""The analysis pages over HTTP: who may, published figures, best play, what if, refusals."""

from __future__ import annotations

import asyncio
import gc
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from html import unescape
from math import comb

import pytest
from msgspec.structs import replace

from houseway.analysis import analyse, analysed
from houseway.analysis.figures import DecisionTable, decimal_text
from houseway.rulebook.document import Clause
from houseway.service.consoles.analyst.counting import Counting
from houseway.service.consoles.analyst.desk import SLOW
from houseway.service.consoles.analyst.figures import Headline, headlines
from houseway.service.consoles.analyst.questions import Question
from houseway.service.consoles.analyst.what_if import presets
from houseway.service.errors import Wrong
from houseway.service.settings import Settings
from tests.service.conftest import Client, House

WAITING = {"accept": "text/html", "hx-request": "true"}  # figures are waited for
HTML = {"accept": "text/html"}
FULL = os.environ.get("HOUSEWAY_FULL") == "1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("analysis") / "house"
        found = House(stack, Settings(folder=str(folder)))
        yield found


@pytest.fixture(scope="module")
def people(house: House) -> dict[str, Client]:
    return {name: house.as_(name) for name in ("Ivy", "Chen", "Mia", "Ana", "Eli", "Dora")}


@pytest.fixture(scope="module")
def ivy(people: dict[str, Client]) -> Client:
    return people["Ivy"]


def text_of(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def rows(markup: str, label: str) -> dict[str, list[str]]:
    """The rows of the table with this name, by their first cell."""
    part = re.search(rf'aria-label="{re.escape(label)}">\s*<table.*?</table>', markup, re.S)
    assert part, label
    found = re.findall(r"<tr[^>]*><th scope=\"row\">(.*?)</tr>", part[0], re.S)
    cells = [[text_of(each) for each in re.split(r"</t[hd]>", row)] for row in found]
    return {row[0]: row[1:-1] for row in cells}


def page(client: Client, path: str) -> str:
    answer = client.get(path, headers=WAITING)
    assert answer.status_code == 200, answer.text
    return answer.text


# Who may


PAGES = (
    "", "/mini-baccarat", "/mini-baccarat/headline", "/mini-baccarat/plots",
    "/mini-baccarat/what-if", "/mini-baccarat/simulation",
)  # fmt: skip


@pytest.mark.share(3)
@pytest.mark.parametrize("path", PAGES)
def test_nobody_at_a_table_is_advised(house: House, people: dict[str, Client], path: str) -> None:
    """Tournament Blackjack 16.2 and reading G15: patrons' screens do not analyse; nor do those
    who deal or look after single tables need it. Managers, inspectors and administrators may."""
    statuses = {"Ivy": 200, "Chen": 200, "Mia": 200, "Ana": 403, "Eli": 403, "Dora": 403}
    for name, status in statuses.items():
        found = people[name].get(f"/analysis{path}", headers=WAITING)
        assert found.status_code == status, name
    assert house.browser().get(f"/analysis{path}").status_code == 401


def test_the_way_there_is_shown_to_those_who_may_go(people: dict[str, Client]) -> None:
    assert 'href="/analysis"' in people["Ivy"].get("/rules", headers=HTML).text
    assert 'href="/analysis"' not in people["Ana"].get("/rules", headers=HTML).text


# Figures


def test_baccarat_of_eight_decks_is_as_published(ivy: Client) -> None:
    """Mini Baccarat 8.8: 1.0579 %, 1.2351 % and 14.3596 %, as the literature has them."""
    found = rows(page(ivy, "/analysis/mini-baccarat"), "Every wager")
    edges = {wager: cells[0] for wager, cells in found.items()}
    assert edges == {"banker": "1.0579 %", "player": "1.2351 %", "tie": "14.3596 %"}


def test_figures_begin_with_the_cheapest_and_the_dearest_wager(ivy: Client) -> None:
    """Mini Baccarat 8.8; every wager of roulette costs 1/37."""
    baccarat = text_of(page(ivy, "/analysis/mini-baccarat"))
    assert "Lowest house edge: banker, 1.0579 % . Highest: tie, 14.3596 %" in baccarat
    roulette = text_of(page(ivy, "/analysis/tournament-roulette"))
    assert "Every wager has a house edge of 2.7027 %" in roulette


def test_a_what_if_offers_changes_that_are_often_asked_about(ivy: Client) -> None:
    """Mini Baccarat 2.1 has eight decks; 8.8(c) pays a tie 8 to 1."""
    offered = {each.words: each.query for each in presets("mini-baccarat")}
    assert list(map(str, offered)) == ["1 deck", "6 decks", "tie pays 9 to 1", "tie pays 7 to 1"]
    for query in offered.values():
        assert ivy.get(f"/analysis/mini-baccarat/what-if?{query}", headers=HTML).status_code == 200
    assert [str(each.words) for each in presets("tournament-roulette")][:1] != ["1 deck"]


def test_the_outcomes_of_a_wager_lead_to_their_clauses(ivy: Client) -> None:
    """Casino War 8.1.2: 312 x 23 of 312 x 311 first cards are equal, and a tie pays 10 to 1.

    The other 288 of 311 lose: 7,176 and twice 44,928 ways. The return is (230 - 288) / 311.
    """
    markup = page(ivy, "/analysis/casino-war")
    found = rows(markup, "Outcomes of tie")
    assert found["equal"] == ["7,176", "0.073955", "10 10 to 1", "0.739550", "Casino War 8.1.2"]
    assert found["higher"] == ["44,928", "0.463023", "-1", "-0.463023", "Casino War 5.1.3.2"]
    assert found["total"] == ["97,032", "1.000000", "", "-0.186495", "Casino War 5.1.3"]
    assert 'href="/rules/casino-war/8.1.2"' in markup
    assert 'href="/rules/casino-war/5.1.3.2"' in markup
    parts = re.search(r"<summary><h3>tie</h3>.*?<ul class=\"parts\">(.*?)</ul>", markup, re.S)
    assert parts
    assert text_of(parts[1]) == (
        "0.739550 Casino War 8.1.2 -0.926045 Casino War 5.1.3.2"
        " -0.186495 total return to the patron"
    )


def test_later_wagers_have_an_element_of_risk(ivy: Client) -> None:
    """Casino War 5.1.2: a war doubles the stake of 23 in 311 rounds, so 334/311 is staked and the
    risk is 311/334 of the edge: 23138/993023 x 311/334 = 2.1696 %."""
    found = rows(page(ivy, "/analysis/casino-war"), "Every wager")
    assert found["initial, go to war"][:3] == ["2.3301 %", "23138/993023", "2.1696 %"]


def headline_of(ivy: Client, slug: str) -> str:
    """One game of the list, asked for until it is counted."""
    for _ in range(60):
        text = text_of(page(ivy, f"/analysis/{slug}/headline"))
        if "being counted" not in text and "Waiting" not in text:
            return text
    raise AssertionError(f"{slug} is not counted")


def test_every_wager_of_the_wheel_costs_one_in_37(ivy: Client) -> None:
    """Tournament American Roulette 6.1: 37 numbers, paid as if there were 36."""
    found = rows(page(ivy, "/analysis/tournament-roulette"), "Every wager")
    assert {cells[1] for cells in found.values()} == {"1/37"}
    assert "every wager" in headline_of(ivy, "tournament-roulette")


def test_options_are_those_of_the_document(ivy: Client) -> None:
    """Mini Baccarat 8.1 and 11.1: 10.3614 % with Canberra Pairs, 31 of 415 second cards pair."""
    found = rows(page(ivy, "/analysis/mini-baccarat?pairs=canberra"), "Every wager")
    assert found["player pair"][:2] == ["10.3614 %", "43/415"]
    refused = ivy.get("/analysis/mini-baccarat?pairs=dragon")
    assert (refused.status_code, refused.json()["code"]) == (422, "no_such_option")
    assert refused.json()["sentence"] == "pairs is one of none, perfect, canberra, not dragon"


def test_a_wager_that_favours_the_patron_says_so(ivy: Client) -> None:
    """Tournament Mini-Baccarat pays Banker even money, which wins more often than Player."""
    assert "-1.2351 % favours the patron" in headline_of(ivy, "tournament-mini-baccarat")


def test_a_headline_is_the_way_to_play_that_costs_least() -> None:
    """Casino War 5.1.1: war costs 2.3301 % and surrender 3.6977 %, whichever is listed first."""
    found = analyse("casino-war")
    ways = ("initial, surrender", "initial, go to war")
    told = headlines(replace(found, wagers=tuple(map(found.wager, ways))))
    assert told == [Headline("initial", "go to war", "2.3301 %", favours_patron=False)]


def test_all_nine_games_are_listed_at_once(ivy: Client) -> None:
    """What takes long is not waited for: it is fetched by the page when it is counted."""
    answer = ivy.get("/analysis", headers=HTML)
    assert answer.status_code == 200
    for slug in analysed():
        assert f'href="/analysis/{slug}"' in answer.text
    assert 'hx-get="/analysis/tournament-blackjack/headline" hx-trigger="load"' in answer.text


def test_the_list_says_which_game_is_counted_and_which_wait() -> None:
    """One game is counted at a time, in the order in which they were asked for."""
    counting = Counting()
    asked = [Question("figures", slug) for slug in sorted(SLOW)]
    for each in asked:
        counting.put(each)
    with counting._changed:  # nothing is taken up while the turns are read
        turns = [counting.before(each) for each in asked]
    counting.close()
    waiting = [each for each in turns if each is not None]
    assert waiting == list(range(waiting[0], waiting[0] + len(waiting)))
    assert waiting[-1] > 0
    assert counting.before(Question("figures", "casino-war")) is None


def test_a_game_that_is_none_is_not_found(ivy: Client) -> None:
    for path in ("faro", "faro/what-if", "faro/simulation", "faro/plots", "simulations/77"):
        assert ivy.get(f"/analysis/{path}").status_code == 404, path


# Best play


PLAYED = {
    "tournament-pai-gow": "452 kinds of hand",
    "tournament-canberra-poker": "bet or fold",
    "tournament-blackjack": "hard totals",
}


@pytest.mark.skipif(not FULL, reason="each is counted in seconds")
@pytest.mark.parametrize(("slug", "words"), PLAYED.items())
def test_the_best_play_of_every_deal_is_shown(ivy: Client, slug: str, words: str) -> None:
    assert words in page(ivy, f"/analysis/{slug}/best-play")


def test_a_table_of_decisions_is_shown_with_its_clause(
    house: House, ivy: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tournament Blackjack 9.1: a made-up table, so that nothing is counted."""
    table = DecisionTable(
        "hard totals", Clause("Tournament Blackjack 9.1"), ("total", "2", "A"),
        (("16", "S", "H"), ("11", "D", "H")), ("H draws, S stands, D doubles",),
    )  # fmt: skip

    async def answered(asked: Question, patience: float) -> tuple[DecisionTable, ...]:
        assert asked == Question("tables", "tournament-blackjack", (("decks", 8),))
        return (table,)

    monkeypatch.setattr(house.floor.analysing, "ask", answered)
    markup = page(ivy, "/analysis/tournament-blackjack/best-play?decks=8")
    assert rows(markup, "hard totals") == {"16": ["S", "H"], "11": ["D", "H"]}
    assert "H draws, S stands, D doubles" in markup
    assert 'href="/rules/tournament-blackjack/9.1"' in markup


def test_a_game_without_decisions_has_no_best_play(ivy: Client) -> None:
    answer = ivy.get("/analysis/tournament-roulette/best-play", headers=WAITING)
    assert (answer.status_code, "has no table of decisions" in answer.text) == (422, True)


# What if


def test_a_tie_at_nine_to_one_costs_less(ivy: Client) -> None:
    """Mini Baccarat 8.8(c): ties come 9.5156 % of the time, and each pays one unit more."""
    markup = page(ivy, "/analysis/mini-baccarat/what-if?odds:odds:tie=9+to+1")
    found = rows(markup, "Approved and changed edges")
    assert found["tie"] == ["14.3596 %", "4.8440 %", "-9.5156 %"]
    assert found["banker"] == ["1.0579 %", "1.0579 %", "none"]
    assert "odds tie 8 to 1 becomes 9 to 1" in text_of(markup)


def test_a_tie_at_ten_to_one_favours_the_patron(ivy: Client) -> None:
    """4.6716 % to the patron: 14.3596 % less twice 9.5156 %."""
    markup = page(ivy, "/analysis/mini-baccarat/what-if?odds:odds:tie=10+to+1")
    assert rows(markup, "Approved and changed edges")["tie"][1] == "-4.6716 % favours the patron"


def test_other_decks_options_and_cells_go_together(ivy: Client) -> None:
    """Casino War 3.1: with one deck three of 51 second cards are equal: 10 x 3/51 - 48/51 is lost,
    18 in 51, 35.2941 %. Casino War 8.1.2 at 12 to 1 leaves 12 in 51, 23.5294 %."""
    rules = "[change.odds]%0Atie = %2212 to 1%22"
    markup = page(ivy, f"/analysis/casino-war/what-if?decks=1&rules={rules}")
    assert rows(markup, "Approved and changed edges")["tie"][:2] == ["18.6495 %", "23.5294 %"]
    file = re.search(r"<pre[^>]*>(.*?)</pre>", markup, re.S)
    assert file
    assert unescape(file[1]) == (
        'game = "casino-war"\ndecks = 1\n\n[change.odds]\n"tie" = "12 to 1"'
    )


REFUSED = [
    ("decks=17", "17 decks: ask for 1 to 16"),
    ("decks=none", "None decks: ask for 1 to 16"),
    ("settlement=dragon", "Settlement is one of commission, non-commission, not dragon"),
    ("rules=this is no TOML", "The what-if cannot be read"),
    ("odds:odds:tie=nine", "'nine' is not a payout"),
    ("odds:odds:dragon=9+to+1", "Odds has no place 'dragon'"),
    ("rules=[change.tableau]%0Aa=1", "Tableau is not a table of this game"),
]


@pytest.mark.parametrize(("query", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_with_the_reason(ivy: Client, query: str, sentence: str) -> None:
    answer = ivy.get(f"/analysis/mini-baccarat/what-if?{query}", headers=WAITING)
    told = re.search(r'<p class="refusal" role="alert">(.*?)</p>', answer.text, re.S)
    assert told, answer.text
    assert sentence in unescape(told[1])


# Plots


def test_the_edge_by_decks_is_drawn_and_can_be_taken_away(ivy: Client) -> None:
    """Casino War 3.1: of d decks 4d - 1 of 52d - 1 cards are equal; ties cost 1 - 11 times that."""
    markup = page(ivy, "/analysis/casino-war/plots")
    assert markup.count("<svg") >= 4
    assert "style=" not in markup
    csv = ivy.get("/analysis/casino-war/plots/casino-war-decks.csv").text
    assert "tie,1,0.352941176471,6/17" in csv.splitlines()
    assert "tie,6,0.186495176849,58/311" in csv.splitlines()
    assert ivy.get("/analysis/casino-war/plots/edges.csv").status_code == 404
    assert ivy.get("/analysis/tournament-blackjack/plots").status_code == 404


def test_what_an_evening_comes_to_is_drawn_and_told(ivy: Client) -> None:
    """Tournament American Roulette 6.1: eighty even chances of $25, 18 of 37 for the patron.

    Whoever ends even has won forty of them: C(80, 40) 18^40 19^40 / 37^80, 8.6366 %.
    """
    markup = page(ivy, "/analysis/tournament-roulette/plots")
    assert "80 rounds at $25: how it may end" in markup
    csv = ivy.get("/analysis/tournament-roulette/plots/tournament-roulette-session.csv").text
    rows = [line.split(",") for line in csv.splitlines() if "even and 3 more" in line]
    chance = Fraction(comb(80, 40) * 18**40 * 19**40, 37**80)
    assert [row[-1] for row in rows if row[-2] == "0"] == [decimal_text(chance, 12)]


# The counting process


def test_a_question_is_asked_once_and_its_process_ends_with_the_house() -> None:
    counting = Counting()
    first = counting.put(Question("figures", "casino-war"))
    assert counting.put(Question("figures", "casino-war")) is first
    assert first.result(60).wager("tie").edge.denominator == 311
    counting.close()
    with pytest.raises(Wrong, match="too many figures"):
        counting.put(Question("figures", "mini-baccarat"))


def test_those_who_wait_when_the_house_closes_get_a_refusal() -> None:
    async def closing() -> list[object]:
        counting = Counting()
        asked = [asyncio.ensure_future(counting.ask(Question("figures", a))) for a in analysed()]
        await asyncio.sleep(0)
        await asyncio.to_thread(counting.close)
        return list(await asyncio.gather(*asked, return_exceptions=True))

    refused = [each.problem.code for each in asyncio.run(closing()) if isinstance(each, Wrong)]
    assert set(refused) == {"not_counted"}


def test_closing_on_somebody_who_has_stopped_waiting_reports_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def closing() -> None:
        counting = Counting()
        for slug in analysed():
            with pytest.raises(TimeoutError):
                await counting.ask(Question("figures", slug), patience=0)
        await asyncio.to_thread(counting.close)
        await asyncio.sleep(0)

    asyncio.run(closing())
    gc.collect()
    assert [each for each in caplog.messages if "the figures were not counted" in each] == []
