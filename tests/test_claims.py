"""The texts of this project name no clause that does not exist, and how that is found out."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.claims import false_claims, names

ROOT = Path(__file__).parents[1]


class Tree:
    """A project of a few files: the package under src, the tests beside it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")

    def named(self) -> dict[str, list[str]]:
        """The clauses that each line names."""
        found: dict[str, list[str]] = {}
        for path, each in names(self.root):
            place = f"{path.relative_to(self.root)}:{each.line}"
            found.setdefault(place, []).append(f"{each.title} {each.number}")
        return found

    def claims(self) -> list[str]:
        return list(false_claims(self.root))


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    (tmp_path / "src" / "houseway").mkdir(parents=True)
    return Tree(tmp_path)


def test_this_projects_own_claims_are_true() -> None:
    """No file of this project names a clause that does not exist."""
    assert list(false_claims(ROOT)) == []


def test_comments_and_docstrings_cite_in_full(tree: Tree) -> None:
    """A list after the title counts whole, across lines, and the longest number wins."""
    tree.write(
        "src/houseway/play.py",
        '''
        """Mini Baccarat 7.3 table, and the rest."""

        DECKS = 8  # Mini Baccarat 2.1


        def settle():
            """Mini Baccarat 8.4(a), 8.4(b) and 8.5: the higher total wins.

            Also Mini
            Baccarat 8.8(d) bullet 1.
            """
            # Mini Baccarat 12.4,
            # 12.9 or 12.6(a)(ii) too.
        ''',
    )

    assert {place.rpartition(":")[2]: numbers for place, numbers in tree.named().items()} == {
        "1": ["Mini Baccarat 7.3 table"],
        "3": ["Mini Baccarat 2.1"],
        "7": ["Mini Baccarat 8.4(a)", "Mini Baccarat 8.4(b)", "Mini Baccarat 8.5"],
        "10": ["Mini Baccarat 8.8(d) bullet 1"],
        "12": ["Mini Baccarat 12.4"],
        "13": ["Mini Baccarat 12.9", "Mini Baccarat 12.6(a)(ii)"],
    }
    assert tree.claims() == []


def test_a_citation_in_an_ordinary_string_is_no_citation(tree: Tree) -> None:
    """Sentences for people and trees for tests may mention clauses without claiming them."""
    tree.write("src/houseway/a.py", 'SENTENCE = "Mini Baccarat 6.4 or Mini Baccarat 99.9"\n')

    assert tree.named() == {}


def test_another_title_that_contains_this_one_is_not_this_one(tree: Tree) -> None:
    """The tournament document has its own clauses."""
    tree.write("src/houseway/a.py", "# Tournament Mini-Baccarat 4.7\n")

    assert tree.named() == {"src/houseway/a.py:1": ["Tournament Mini-Baccarat 4.7"]}


def test_a_number_without_dots_after_a_title_is_no_claim(tree: Tree) -> None:
    """A year or a section is not a clause; a sentence may end after a number."""
    text = "# Mini Baccarat 2017 has 15 sections: see Mini Baccarat 6.4. Mini Baccarat 8\n"
    tree.write("src/houseway/a.py", text)

    assert tree.named() == {"src/houseway/a.py:1": ["Mini Baccarat 6.4"]}


def test_brackets_in_the_tables_of_a_document_are_citations(tree: Tree) -> None:
    """A scenario names its clauses in brackets; other brackets are left alone."""
    tree.write(
        "tests/test_mini.py",
        '''
        DOCUMENT = "Mini Baccarat"
        COUPS = """
            8S 9D   Player 7-0   [6.4] a natural
            pair    [8.4(a), 9.8(b)]   [As, Td]   [x]   [terms: Natural]
        """

        def test_one():
            assert f"{1} [7.2 table]"
        ''',
    )

    assert {place.rpartition(":")[2]: numbers for place, numbers in tree.named().items()} == {
        "3": ["Mini Baccarat 6.4"],
        "4": ["Mini Baccarat 8.4(a)", "Mini Baccarat 9.8(b)", "Mini Baccarat terms: Natural"],
        "8": ["Mini Baccarat 7.2 table"],
    }


def test_records_of_play_name_their_clauses(tree: Tree) -> None:
    """Every array called clauses, at any depth, by number or in full."""
    tree.write(
        "tests/scenarios/natural.hwr",
        """
        document = "mini-baccarat@2017-12-06"
        clauses = ["6.4"]

        [[rounds]]
        [[rounds.settlements]]
        clauses = [
            "8.5(a)",
            'Mini Baccarat 8.8(a)',
        ]
        """,
    )
    tree.write("tests/broken.hwr", "document = \n")

    assert tree.named() == {
        "tests/scenarios/natural.hwr:2": ["Mini Baccarat 6.4"],
        "tests/scenarios/natural.hwr:7": ["Mini Baccarat 8.5(a)"],
        "tests/scenarios/natural.hwr:8": ["Mini Baccarat 8.8(a)"],
    }


def test_an_evening_told_as_text_names_its_clauses(tree: Tree) -> None:
    """The brackets of its lines, under the document that it names; its comments claim nothing."""
    tree.write(
        "tests/scenarios/saturday.txt",
        """
        document  mini-baccarat
        # a comment on [8.5(a)]
          Chen: deal 9h 3c [6.4, 8.8(a)]    # and on [4.2]
        """,
    )
    tree.write("tests/scenarios/notes.txt", "[4.1] under no document\n")

    assert tree.named() == {
        "tests/scenarios/saturday.txt:3": ["Mini Baccarat 6.4", "Mini Baccarat 8.8(a)"]
    }


FALSE_CLAIMS = {
    "a field": (
        "src/houseway/games/a.py",
        "class Rules:\n    read: Clause\n    idle: Clause | None\n\nprint(rules.read)\n",
        ":3",
        "Rules.idle holds a clause nothing reads",
    ),
    "a comment": ("src/houseway/a.py", "# Mini Baccarat 6.44\n", ":1", "no clause 6.44"),
    "a list": ("src/houseway/a.py", "# Mini Baccarat 6.4, 6.44\n", ":1", "no clause 6.44"),
    "a part": ("tests/test_a.py", '"""Mini Baccarat 6.4(z)."""\n', ":1", "no clause 6.4(z)"),
    "a bracket": (
        "tests/test_a.py",
        'DOCUMENT = "Mini Baccarat"\nCOUPS = "[6.4, 6.44]"\n',
        ":2",
        "no clause 6.44",
    ),
    "a record": (
        "tests/a.hwr",
        'document = "mini-baccarat"\nclauses = ["6.44"]\n',
        ":2",
        "no clause 6.44",
    ),
    "an evening's document": ("tests/a.txt", "document  snap\n[1.1]\n", ":1", "no document snap"),
    "a document": ("tests/a.hwr", 'document = "snap"\nclauses = ["1"]\n', ":2", "no document snap"),
}


@pytest.mark.parametrize(
    ("path", "text", "line", "sentence"), FALSE_CLAIMS.values(), ids=FALSE_CLAIMS
)
def test_a_false_claim_is_reported_with_its_line(
    tree: Tree, path: str, text: str, line: str, sentence: str
) -> None:
    """Wherever a clause is named that does not exist, or held and never read."""
    tree.write(path, text)

    [claim] = tree.claims()

    assert claim.startswith(f"{path}{line}: ")
    assert sentence in claim
