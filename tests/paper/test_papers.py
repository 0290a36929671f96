"""Papers: tagged PDF with a title and a language, whose figures are those of the exact analysis."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from houseway.amendments.reading import Amendment
from houseway.analysis import analyse
from houseway.analysis.figures import as_data
from houseway.analysis.markdown import QUICK
from houseway.api.drawing import printed
from houseway.api.table import Table
from houseway.cli.amend import petition as petition_verb
from houseway.cli.games import print_leaflet
from houseway.games import game, slugs, withdraw
from houseway.games.game import Setup
from houseway.paper.leaflet import NoLeaflet, leaflet, leaflet_data
from houseway.paper.petition import petition, true_odds
from houseway.paper.sheet import sheet, sign
from tests.amendments import EXAMPLES, adopted, example


@pytest.fixture(scope="module")
def dragon() -> Iterator[Amendment]:
    with adopted(example("dragon-7-and-panda-8")) as amendment:
        yield amendment


def read_paper(content: bytes) -> PdfReader:
    """A paper as a reader of PDF/UA-1 finds it: tagged, titled, with a language."""
    found = PdfReader(io.BytesIO(content))
    root: Any = found.root_object
    assert root["/MarkInfo"]["/Marked"].value
    assert root["/StructTreeRoot"]["/K"]
    assert str(root["/Lang"]).startswith("en")
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data()
    assert found.metadata is not None
    assert found.metadata.title
    return found


def text_of(found: PdfReader) -> str:
    return " ".join(" ".join(page.extract_text() for page in found.pages).split())


@pytest.mark.parametrize("slug", QUICK)
def test_a_leaflet_is_one_page_with_the_figures_of_houseway_edge(slug: str) -> None:
    found = read_paper(leaflet(game(slug)))
    assert len(found.pages) == 1
    text = text_of(found)
    assert "This is a summary." in text
    told = json.loads(json.dumps(as_data(analyse(slug))))["wagers"]
    for wager in told.values():
        percent = round(Fraction(wager["exact"]) * 100, 4)
        assert f"{float(percent):.4f} %" in text


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_the_text_of_a_leaflet_by_its_clauses(slug: str) -> None:
    """Each line names a clause that the document has, and says one thing in a short sentence."""
    cite = game(slug).cite
    lines = cite.beside(f"{cite.slug}.leaflet.tsv").splitlines()
    assert lines[0] == "clause\tsentence"
    assert 5 <= len(lines) - 1 <= 9
    for line in lines[1:]:
        number, sentence = line.split("\t")
        assert cite(number)
        assert sentence.endswith(".")


def test_a_leaflet_of_an_amended_edition_has_its_side_wagers(dragon: Amendment) -> None:
    """Published: Dragon 7 at 40 to 1 costs 7.6113 %, Panda 8 at 25 to 1 costs 10.1876 %."""
    wagers = {each["name"]: each for each in leaflet_data(dragon.game)["wagers"]}
    assert wagers["dragon 7"]["pays"] == "40 to 1"
    assert wagers["dragon 7"]["edge"] == "7.6113 %"
    assert wagers["panda 8"]["edge"] == "10.1876 %"
    sentences = [each["sentence"] for each in leaflet_data(dragon.game)["how"]]
    assert "In every other round Dragon 7 and Panda 8 lose." in sentences
    assert len(set(sentences)) == len(sentences)


def test_a_petition_has_every_part_that_a_regulator_asks_for(dragon: Amendment) -> None:
    found = read_paper(petition(dragon, layout=printed(Table(dragon.document.id).svg())))
    text = text_of(found)
    for heading in (
        "1 Summary", "2 Rules", "Worked examples", "3 Dealing procedures",
        "4 Remedies for misdeals and malfunctions", "5 True odds, payout odds and house edge",
        "6 Layout and sign", "7 Changes from the previous edition",
    ):  # fmt: skip
        assert heading in text
    assert "64613588827/848912750595" in text
    assert "153010345753/1501922558745" in text
    assert dragon.document.content_hash in text.replace(" ", "")
    assert "8.10(a) (new) Dragon 7 pays 40 to 1" in text
    assert "12.4 On an error reported during the round" in text
    assert "Ana wagers 10 on dragon 7" in text


def test_the_drawing_for_paper_has_no_variables_left(dragon: Amendment) -> None:
    drawing = printed(Table(dragon.document.id).svg())
    assert "var(" not in drawing
    assert "fill:#124679" in drawing


@pytest.mark.parametrize(
    ("chance", "odds"), [(Fraction(1, 38), "37.00 to 1"), (Fraction(2, 3), "0.50 to 1")]
)
def test_true_odds_make_a_wager_fair(chance: Fraction, odds: str) -> None:
    assert true_odds(chance) == odds


def test_a_sign_and_a_sheet_are_papers_too(dragon: Amendment) -> None:
    table = dragon.game.begin(Setup(dragon.game.options(), dragon.game.limits))
    text = text_of(read_paper(sign(dragon.game, table)))
    assert "Dragon 7: $5 to $200, pays 40 to 1" in text
    assert "Panda 8: $5 to $200, pays 25 to 1" in text
    made = sheet("Seats", ("box", "name"), [("1", "#strong[Ana] $x$ *")], notes=["@Ben"])
    assert "#strong[Ana] $x$ *" in text_of(read_paper(made))  # a text is never markup


def test_the_verbs_write_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert print_leaflet("mini-baccarat", output=tmp_path / "one.pdf") == 0
    assert petition_verb(EXAMPLES / "roulette-edges.hwa", output=tmp_path / "two.pdf") == 0
    assert capsys.readouterr().out.count("written: ") == 2
    assert len(read_paper((tmp_path / "two.pdf").read_bytes()).pages) > 5
    assert print_leaflet("no-such-game") == 2
    withdraw("tournament-roulette@2030-01-01")


def test_what_does_not_fit_on_a_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.paper.leaflet._MOST_WAGERS", 2)
    with pytest.raises(NoLeaflet, match="do not fit"):
        leaflet_data(game("mini-baccarat"))
