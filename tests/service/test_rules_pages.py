"""The rulebook's pages: for everybody, every clause at its address, with what answers it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from html import unescape
from pathlib import Path

import pytest

from houseway.rulebook import approved, documents, policies, readings
from houseway.rulebook.browse import compare, numbered, parts, sections
from houseway.rulebook.document import Document, Library, document
from houseway.service.consoles.public import rules
from houseway.service.live.render import clause_address
from houseway.service.settings import Settings
from houseway.store.instruments import Instruments
from houseway.store.open import open_log
from tests.rulebook.instruments import instrument, words_of
from tests.service import coup
from tests.service.conftest import Client, House

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(stack, Settings(folder=str(tmp_path_factory.mktemp("rules") / "house")))


@pytest.fixture(scope="module")
def reader(house: House) -> Client:
    """A visitor who has not signed in."""
    return house.browser()


@pytest.fixture(scope="module")
def inspector(house: House) -> Client:
    return house.as_("Ivy")


def text(reader: Client, path: str) -> str:
    answer = reader.get(path, headers=HTML)
    assert answer.status_code == 200, path
    return answer.text


def test_everybody_can_read_the_rulebook(reader: Client) -> None:
    shelf = text(reader, "/rules")
    for each in documents():
        assert f'href="/rules/{each.slug}">{each.title}</a>' in shelf
    for path in ("readings", "policies", "coverage"):
        text(reader, f"/rules/{path}")


@pytest.mark.parametrize(
    ("clause", "address"),
    [
        ("Mini Baccarat 8.8(b)", "/rules/mini-baccarat/8.8%28b%29"),
        ("Mini Baccarat terms: Round of Play", "/rules/mini-baccarat/terms%3A%20Round%20of%20Play"),
        ("7-Up Baccarat Order (1)", "/rules/seven-up-baccarat/Order%20%281%29"),
        ("7-Up Baccarat 1.1 burn/ed", "/rules/seven-up-baccarat/1.1%20burn%2Fed"),
    ],
)
def test_a_clause_has_an_address_whatever_its_number(
    reader: Client, clause: str, address: str
) -> None:
    assert clause_address(clause) == address
    assert f"<h1>{clause}</h1>" in text(reader, address)


def test_every_clause_can_be_opened_by_its_address() -> None:
    for of in documents():
        for number in of.clauses:
            address = rules.address(of, number)
            assert address.startswith(f"/rules/{of.slug}/")
            assert address.count("/") == 3, address


def test_a_clause_stands_with_its_words_and_readings(reader: Client) -> None:
    """Mini Baccarat 8.8(b): 95 per cent, and reading MB3 on the rounding of it."""
    page = text(reader, "/rules/mini-baccarat/8.8%28b%29")
    plain = re.sub("<[^>]*>", "", page)
    assert document("mini-baccarat").clauses["8.8(b)"].must.split(";")[0] in plain
    assert 'href="/rules/readings/MB3"' in page
    assert 'rel="prev"' in page
    assert 'rel="next"' in page


@pytest.mark.parametrize("of", documents(), ids=lambda of: of.slug)
def test_a_defined_term_leads_to_its_entry(reader: Client, of: Document) -> None:
    """Tournament Blackjack terms note and the same of the others: every term, wherever it is used.

    Mini Baccarat A note, reading G3: `player` in small letters is the person, and not the hand.
    """
    page = text(reader, f"/rules/{of.slug}")
    terms = {each.removeprefix("terms: "): each for each in of.clauses if each.startswith("terms:")}
    for line in page.split('class="clause-line"')[1:]:
        number = re.findall('class="number" href="[^"]*">([^<]*)<', line)[0]
        words = line.partition("<p>")[2].partition("</p>")[0]
        plain = re.sub("<[^>]*>", "", words)
        for term, entry in terms.items():
            longer = any(term in t and t.lower() in plain.lower() for t in terms if t != term)
            if re.search(rf"\b{re.escape(term)}\b", plain) and number != entry and not longer:
                link = f'href="{rules.address(of, entry)}">{term}'
                assert link.lower() in words.lower(), (number, term)
    assert '">player</a>' not in page
    assert page.count('class="term"') > 20


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("mini-baccarat/8.8%28z%29", "nearest: 8.8"),
        ("no-such-game", "no document"),
        ("mini-baccarat@1999-01-01", "no document"),
        ("readings/MB99", "no reading MB99"),
        ("compare/mini-baccarat", "one edition"),
    ],
)
def test_what_is_not_there_is_said_with_what_is_near(reader: Client, path: str, said: str) -> None:
    answer = reader.get(f"/rules/{path}", headers=HTML)
    assert answer.status_code == 404
    assert said.lower() in answer.text.lower()


def test_a_search_finds_clauses_by_their_words(reader: Client) -> None:
    page = text(reader, "/rules?q=no+bet+coup&document=seven-up-baccarat")
    assert 'href="/rules/seven-up-baccarat/' in page
    assert 'href="/rules/casino-war/' not in page
    nothing = text(reader, "/rules?q=zeppelin")
    assert "0 clauses contain" in nothing


def test_what_was_searched_for_is_never_markup(reader: Client) -> None:
    assert "<b>x" not in text(reader, "/rules?q=%3Cb%3Ex")


def test_a_document_shows_every_section_and_clause(reader: Client) -> None:
    page = text(reader, "/rules/casino-war")
    of = document("casino-war")
    assert page.count('class="clause-line"') == len(of.clauses)
    assert of.content_hash in page
    assert len(sections(of)) == page.count('<h2 id="s')


def test_readings_and_policies_are_all_listed(reader: Client) -> None:
    page = text(reader, "/rules/readings")
    assert all(f'href="/rules/readings/{each.id}"' in page for each in readings())
    listed = text(reader, "/rules/policies")
    assert all(f'id="{each.name}"' in listed for each in policies())
    assert "Mini Baccarat 8.8(b)" in text(reader, "/rules/readings/MB3")
    assert "Withdrawal time limit" in listed  # `withdrawal_time_limit` in words
    assert 'data-filter=".listed tbody tr"' in page


# What answers a clause


def test_code_and_tests_are_for_those_who_check_them(reader: Client, inspector: Client) -> None:
    """Mini Baccarat 8.8(b): patrons read the rule, an inspector also unfolds the evidence."""
    for path in ("/rules/mini-baccarat/8.8%28b%29", "/rules/mini-baccarat"):
        assert "Evidence: code and tests" not in text(reader, path)
        assert "Evidence: code and tests" in text(inspector, path)
    assert "/rules/coverage" not in text(reader, "/rules")
    assert "/rules/coverage" in text(inspector, "/rules")


def test_a_clause_opens_on_top_of_a_page_with_the_rule_and_its_reading(reader: Client) -> None:
    """Mini Baccarat 12.4 names reading MB9, which comes before the others."""
    page = text(reader, "/clause?cited=Mini%20Baccarat%2012.4&overlay=yes")
    assert page.startswith('<h2 id="clause-title"')
    assert "<html" not in page
    rule = page.index("only a supervisor&#39;s authority voids the round")
    assert rule < page.index("reading MB9") < page.index("more readings")
    assert "tests/" not in page
    tested = next(
        row for row in document("mini-baccarat").clauses.values() if "Test all" in row.must
    )
    assert "Test all" not in text(
        reader, f"{rules.address(document('mini-baccarat'), tested.number)}"
    )


def test_an_inspector_sees_what_answers_a_clause(reader: Client, inspector: Client) -> None:
    page = text(inspector, "/rules/mini-baccarat/8.8%28b%29")
    assert "houseway.games.mini_baccarat.rules:" in page
    assert "tests/games/mini_baccarat/" in page
    assert 'class="status spoke"' in page
    assert 'class="status shown"' in text(inspector, "/rules/mini-baccarat/14.9")
    counted = text(reader, "/rules/coverage")
    assert 'href="/rules/mini-baccarat@2017-12-06"' in counted


# Walking through a document


def test_parts_of_a_clause_and_numbers_in_any_case() -> None:
    of = document("mini-baccarat")
    assert {"8.8(a)", "8.8(b)"} <= set(parts(of, "8.8"))
    assert "8.9(a)" not in parts(of, "8.8")
    assert numbered(of, "TERMS: round of play") == "terms: Round of Play"
    assert numbered(of, "99") == "99"


def test_two_editions_side_by_side() -> None:
    """What is new, what was changed and what is gone are told apart."""
    shape = "slug title prefix authority casino act instrument made commencement commences"
    common = dict.fromkeys(shape.split(), "x") | {"slug": "war", "title": "War"}
    lines = "".join(f'{name} = "{value}"\n' for name, value in common.items())
    head = "clause\theading\ttreatment\tmust\n"
    files = {
        "catalogue.toml": "".join(
            f'[[edition]]\n{lines}edition = "{year}"\nrevokes = []\n' for year in (2001, 2002)
        ),
        "war.2001.tsv": f"{head}1\tA\tdefine\told\n2\tA\tdefine\tsame\n3\tA\tdefine\tgone\n",
        "war.2002.tsv": f"{head}1\tA\tdefine\tnew\n2\tA\tdefine\tsame\n4\tA\tdefine\tmore\n",
    }
    library = Library(files.__getitem__)
    old, new = (Document("War", edition=year, library=library) for year in ("2001", "2002"))
    told = [(each.number, each.change) for each in compare(old, new)]
    assert told == [("1", "changed"), ("2", ""), ("4", "added"), ("3", "removed")]


def test_no_page_of_the_rulebook_names_a_machine(reader: Client) -> None:
    page = text(reader, "/rules/mini-baccarat/8.8%28b%29")
    assert str(Path(__file__).parents[2]) not in page


@pytest.mark.parametrize("altered", [False, True])
def test_the_instruments_own_words_stand_beside_ours_marked_as_such(
    tmp_path: Path, *, altered: bool
) -> None:
    """Mini Baccarat 14.9: on the copy, a clause's page, its overlay and a receipt; unless the file
    was changed since, which the copy says."""
    cite, folder = document("mini-baccarat"), tmp_path / "house"
    content = instrument(cite).encode()
    with closing(open_log(str(folder / "floor.db"), folder=folder)) as log:
        kept = Instruments(log, folder, lambda: 1)
        kept.load(approved.read(cite, content.decode()), content, "Chen")
    if altered:
        (path,) = (folder / "instruments").iterdir()
        path.write_bytes(content + b"more")
    with ExitStack() as stack:
        house = House(stack, Settings(folder=str(folder)))
        coup.open_table(house.floor.runner, "1")
        coup.play(house.floor.runner, "1")
        entries = house.floor.log.read("table/1")
        (paid,) = (each.version for each in entries if each.kind == "WagerPaid")
        ana = house.as_("Ana")
        pages = {
            address: text(ana, address)
            for address in (
                "/rules/print/mini-baccarat", "/rules/mini-baccarat/8.8(b)",
                "/rules/mini-baccarat/8.8(b)?overlay=1", f"/receipts/1/{paid}",
            )
        }  # fmt: skip
    for address, page in pages.items():
        assert (words_of("8.8(b)") in page) is not altered, address
        assert cite.clauses["8.8(b)"].must in unescape(re.sub("<[^>]+>", "", page)), address
        assert ("In the words of the instrument" in page) is not altered, address
    assert ("changed or lost" in pages["/rules/print/mini-baccarat"]) is altered


def test_a_copy_without_the_instrument_says_where_it_is_published(reader: Client) -> None:
    """7-Up Baccarat 14.14, Casino War 13.13, Three Card Baccarat 14.15, Mini Baccarat 14.9."""
    for cite in documents():
        page = " ".join(text(reader, f"/rules/print/{cite.id}").split())
        assert "Summary in our own words" in page
        assert f"published {cite.slots['published']}" in page
