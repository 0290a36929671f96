"""The survey finds every way of citing, and every false claim, on small made-up trees."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from houseway.coverage import (
    ClauseCoverage,
    Coverage,
    answers_here,
    clause_here,
    survey,
    survey_here,
    tally,
    tournament,
)
from houseway.coverage.kept import kept, place_of, state_of
from houseway.coverage.ledger import BROKEN, CONDUCTED, SPOKE, Entry, entries, write
from houseway.rulebook import document

MINI = document("mini-baccarat")
RULES = """
    from houseway.rulebook import Document

    cite = Document("Mini Baccarat", edition="2017-12-06")
"""


class Tree:
    """A project of a few files: the package under src, the tests beside it."""

    def __init__(self, root: Path) -> None:
        self.package = root / "src" / "houseway"
        self.tests = root / "tests"
        self.evidence: list[Entry] = []
        self.package.mkdir(parents=True)
        self.tests.mkdir()

    def write(self, path: str, text: str) -> None:
        file = self.package.parents[1] / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")

    def code(self, path: str, text: str) -> None:
        self.write(f"src/houseway/{path}", text)

    def test(self, path: str, text: str) -> None:
        self.write(f"tests/{path}", text)

    def proved(self, number: str, by: str, *tests: str) -> None:
        self.evidence.append(Entry(MINI(number), by, tests))

    def survey(self) -> Coverage:
        return survey(self.package, self.tests, self.evidence)

    def clause(self, number: str) -> ClauseCoverage:
        return self.survey().of(MINI, number)

    def claims(self) -> list[str]:
        return [f"{each.place}: {each.sentence}" for each in self.survey().false_claims]


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return Tree(tmp_path)


def places(found: ClauseCoverage) -> tuple[list[str], list[str]]:
    return [str(each) for each in found.code], [str(each) for each in found.mentioned]


def test_nothing_written_answers_nothing(tree: Tree) -> None:
    """Every clause of every document is open, and nothing is claimed."""
    found = tree.survey()

    assert sum(tally(clauses)["open"] for clauses in found.clauses.values()) == 1831
    assert found.false_claims == ()
    assert len(found.unanswered) == 1831


def test_a_call_of_the_documents_name_is_a_citation(tree: Tree) -> None:
    """The name bound in the module itself."""
    tree.code("games/mini/rules.py", RULES + '\n    NATURAL = cite("6.4")\n')

    assert places(tree.clause("6.4")) == (["src/houseway/games/mini/rules.py:5"], [])
    assert tree.clause("6.4").status == "mentioned"


@pytest.mark.parametrize(
    "importing",
    [
        "from .rules import cite",
        "from houseway.games.mini.rules import cite",
        "from . import cite",
        "from houseway.games.mini import cite",
    ],
)
def test_an_imported_name_is_followed_to_its_document(tree: Tree, importing: str) -> None:
    """To the rules beside it, by a relative or a full import, or through the package."""
    tree.code("games/mini/__init__.py", "from houseway.games.mini.rules import cite\n")
    tree.code("games/mini/rules.py", RULES)
    tree.code("games/mini/settle.py", f'{importing}\n\nWON = cite("8.4(a)")\n')

    assert places(tree.clause("8.4(a)"))[0] == ["src/houseway/games/mini/settle.py:3"]


def test_a_name_reached_through_a_module_or_renamed_is_followed(tree: Tree) -> None:
    """Tests often import the rules as a whole."""
    tree.code("games/mini/rules.py", RULES)
    tree.test(
        "test_mini.py",
        """
        from houseway.games.mini import rules
        from houseway.games.mini.rules import cite as clause

        def test_draws():
            assert rules.cite("7.2") and clause("7.3")
        """,
    )

    assert [each.within for each in tree.clause("7.2").mentioned] == ["test_draws"]
    assert [each.within for each in tree.clause("7.3").mentioned] == ["test_draws"]


def test_two_modules_that_import_each_other_are_read(tree: Tree) -> None:
    """A circle ends where it began."""
    tree.code("a.py", "from houseway.b import cite\n")
    tree.code("b.py", "from houseway.a import cite\n")

    assert tree.claims() == []


def test_several_literals_in_one_call_all_count(tree: Tree) -> None:
    """A choice between two clauses cites both; a computed number cites none."""
    calls = """
    WHY = cite("8.8" if commission else "8.9")
    MORE = cite(f"8.{n}")
    ALL = cite(*("2.1", "2.6"))
    """
    tree.code("games/mini/rules.py", RULES + calls)

    assert [tree.clause(each).status for each in ("8.8", "8.9", "2.1", "2.6", "8.4")] == [
        "mentioned",
        "mentioned",
        "mentioned",
        "mentioned",
        "open",
    ]


def test_comments_and_docstrings_cite_in_full(tree: Tree) -> None:
    """A list after the title counts whole, across lines, and the longest number wins."""
    tree.code(
        "games/mini/play.py",
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

    surveyed = tree.survey()
    found = {number: places(surveyed.of(MINI, number)) for number in MINI.clauses}

    assert not any(cited for cited, _ in found.values()), "only a call cites"
    assert {number: [each[-2:] for each in at] for number, (_, at) in found.items() if at} == {
        "7.3 table": [":1"],
        "2.1": [":3"],
        "8.4(a)": [":7"],
        "8.4(b)": [":7"],
        "8.5": [":7"],
        "8.8(d) bullet 1": ["10"],
        "12.4": ["12"],
        "12.9": ["13"],
        "12.6(a)(ii)": ["13"],
    }
    assert tree.claims() == []


def test_a_citation_in_an_ordinary_string_is_no_citation(tree: Tree) -> None:
    """Sentences for people and trees for tests may mention clauses without answering them."""
    tree.code("a.py", 'SAID = "Mini Baccarat 6.4 or Mini Baccarat 99.9"\n')

    assert tree.clause("6.4").status == "open"
    assert tree.claims() == []


def test_another_title_that_contains_this_one_is_not_this_one(tree: Tree) -> None:
    """The tournament document has its own clauses."""
    tree.code("a.py", "# Tournament Mini-Baccarat 4.7\n")

    assert tree.clause("4.7").status == "open"
    assert tree.survey().of(document("tournament-mini-baccarat"), "4.7").status == "mentioned"


def test_a_number_without_dots_after_a_title_is_no_claim(tree: Tree) -> None:
    """A year or a section is not a clause; a sentence may end after a number."""
    tree.code(
        "a.py", "# Mini Baccarat 2017 has 15 sections: see Mini Baccarat 6.4. Mini Baccarat 8\n"
    )

    assert tree.claims() == []
    assert tree.clause("6.4").status == "mentioned"


def test_brackets_in_the_tables_of_a_document_are_citations(tree: Tree) -> None:
    """A scenario names its clauses in brackets; other brackets are left alone."""
    tree.test(
        "test_mini.py",
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

    assert [(each.line, each.within) for each in tree.clause("6.4").mentioned] == [(3, "COUPS")]
    assert [(each.line, each.within) for each in tree.clause("9.8(b)").mentioned] == [(4, "COUPS")]
    assert tree.clause("terms: Natural").status == "mentioned"
    assert [(each.line, each.within) for each in tree.clause("7.2 table").mentioned] == [
        (8, "test_one")
    ]
    assert tree.claims() == []


def test_records_of_play_name_their_clauses(tree: Tree) -> None:
    """Every array called clauses, at any depth, by number or in full."""
    tree.test(
        "scenarios/natural.hwr",
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
    tree.test("broken.hwr", "document = \n")

    assert places(tree.clause("6.4"))[1] == ["tests/scenarios/natural.hwr:2"]
    assert places(tree.clause("8.5(a)"))[1] == ["tests/scenarios/natural.hwr:7"]
    assert places(tree.clause("8.8(a)"))[1] == ["tests/scenarios/natural.hwr:8"]
    assert tree.clause("6.4").mentioned[0].within == "natural"


def test_an_evening_told_as_text_names_its_clauses(tree: Tree) -> None:
    """The brackets of its lines, under the document that it names; its comments claim nothing."""
    tree.test(
        "scenarios/saturday.txt",
        """
        document  mini-baccarat
        # a comment on [8.5(a)]
          Chen: deal 9h 3c [6.4, 8.8(a)]    # and on [4.2]
        """,
    )
    tree.test("scenarios/notes.txt", "[4.1] under no document\n")

    assert places(tree.clause("6.4"))[1] == ["tests/scenarios/saturday.txt:3"]
    assert places(tree.clause("8.8(a)"))[1] == ["tests/scenarios/saturday.txt:3"]
    assert not tree.clause("8.5(a)").mentioned
    assert not tree.clause("4.2").mentioned
    assert not tree.clause("4.1").mentioned


def test_only_evidence_answers_a_clause(tree: Tree) -> None:
    """Cited in code and named by a test it is mentioned; it must speak, or break a test."""
    tree.code("games/mini/rules.py", RULES + '\n    NATURAL = cite("6.4")\n')
    tree.test("test_a.py", 'def test_a():\n    """Mini Baccarat 6.4, 7.1 and 7.2."""\n')
    tree.proved("7.1", SPOKE, "tests/test_a.py::test_a")
    tree.proved("7.2", BROKEN, "tests/test_a.py::test_b")

    found = tree.survey()
    clauses = [found.of(MINI, each) for each in ("6.4", "7.1", "7.2", "7.3")]

    assert [each.status for each in clauses] == ["mentioned", "spoke", "broken", "open"]
    assert [each.answered for each in clauses] == [False, True, True, False]
    assert (clauses[1].spoke, clauses[2].broken) == (
        ("tests/test_a.py::test_a",),
        ("tests/test_a.py::test_b",),
    )
    assert found.counts(MINI.id)["enforce"] == {
        "spoke": 1,
        "broken": 1,
        "shown": 0,
        "mentioned": 1,
        "open": 128,
    }
    assert MINI("6.4") in {each.clause for each in found.unanswered}
    assert MINI("7.1") not in {each.clause for each in found.unanswered}


def test_clauses_on_tournaments_count_records_and_conducted_tables_apart(tree: Tree) -> None:
    """Mini Baccarat 15.6 is on tournaments, 6.4 is not."""
    for number in ("15.6", "15.7", "6.4"):
        tree.proved(number, SPOKE, "tests/test_a.py::test_a")
    tree.proved("15.7", CONDUCTED, "tests/test_a.py::test_c")

    counted = tournament(tree.survey().clauses[MINI.id])

    assert (counted["recorded"], counted["conducted"]) == (2, 1)
    assert 20 < counted["clauses"] < 100


def test_a_clause_shown_with_its_reason_is_shown(tree: Tree) -> None:
    """Conduct is shown; once there is evidence for a clause it is answered."""
    tree.code(
        "rulebook/documents/mini-baccarat.shown.tsv",
        "clause\treason\tpage\n14.7\tconduct\t/play/{table}\n6.4\tx\t/rules/{document}\n",
    )
    tree.proved("6.4", SPOKE, "tests/test_a.py::test_a")

    found = tree.clause("14.7")
    assert (found.status, found.shown) == ("shown", "conduct (/play/{table})")
    assert tree.clause("6.4").status == "spoke"


def test_the_ledger_is_written_in_the_order_of_the_documents(tmp_path: Path) -> None:
    """One line a clause and kind of evidence; written again it is the same."""
    path = tmp_path / "ledger.tsv"
    listed = (
        Entry(MINI("6.4"), SPOKE, ("tests/test_a.py::test_a", "tests/test_a.py::test_b[1 2]")),
        Entry(MINI("6.4"), CONDUCTED, ("tests/test_a.py::test_c",)),
        Entry(MINI("15.6"), BROKEN, ("tests/test_a.py::test_d",)),
    )

    write(reversed(listed), path)

    assert entries(path) == listed
    assert entries(tmp_path / "none.tsv") == ()


FALSE_CLAIMS = {
    "a field": (
        "src/houseway/games/a.py",
        "class Rules:\n    read: Clause\n    idle: Clause | None\n\nprint(rules.read)\n",
        ":3",
        "Rules.idle holds a clause that no line reads",
    ),
    "a call": ("src/houseway/a.py", RULES + '\n    X = cite("6.44")\n', ":5", "no clause 6.44"),
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
    "an edition": (
        "src/houseway/a.py",
        'cite = Document("Mini Baccarat", edition="1999-01-01")\nX = cite("6.4")\n',
        ":2",
        "no document Mini Baccarat 1999-01-01",
    ),
    "a shown clause": (
        "src/houseway/rulebook/documents/mini-baccarat.shown.tsv",
        "clause\treason\n14.77\tconduct\n",
        ":2",
        "no clause 14.77",
    ),
    "a shown document": (
        "src/houseway/rulebook/documents/snap.shown.tsv",
        "clause\treason\n1.1\tconduct\n",
        ":2",
        "no document snap",
    ),
    "a missing reason": (
        "src/houseway/rulebook/documents/mini-baccarat.shown.tsv",
        "clause\treason\n14.7\t \n",
        ":2",
        "mini-baccarat 14.7 is shown without a reason",
    ),
    "a missing page": (
        "src/houseway/rulebook/documents/mini-baccarat.shown.tsv",
        "clause\treason\tpage\n14.7\tconduct\t/nowhere\n",
        ":2",
        "mini-baccarat 14.7 is shown on no page",
    ),
}


@pytest.mark.parametrize(
    ("path", "text", "line", "sentence"), FALSE_CLAIMS.values(), ids=FALSE_CLAIMS
)
def test_a_false_claim_is_reported_with_its_line(
    tree: Tree, path: str, text: str, line: str, sentence: str
) -> None:
    """Wherever a clause is named that does not exist, or one is shown without a reason."""
    tree.write(path, text)

    [claim] = tree.claims()

    assert claim.startswith(f"{path}{line}: ")
    assert sentence in claim


def test_an_installed_package_has_the_evidence_without_the_tests(tmp_path: Path) -> None:
    """The ledger is part of the package."""
    tree = Tree(tmp_path)
    proof = Entry(MINI("6.4"), SPOKE, ("tests/test_a.py::test_a",))

    assert survey(tree.package, None, [proof]).of(MINI, "6.4").status == "spoke"


def test_this_projects_own_claims_are_true() -> None:
    """No file of this project names a clause that does not exist."""
    assert [f"{each.place}: {each.sentence}" for each in survey_here().false_claims] == []


def test_a_survey_is_kept_until_a_file_changes(tmp_path: Path) -> None:
    project, cache = tmp_path / "project", tmp_path / "cache"
    project.mkdir()
    (project / "one.py").write_text("1", encoding="utf-8")
    before = state_of([project])
    assert kept(f"n-{before}", list[int], lambda: [1], at=cache) == [1]
    assert kept(f"n-{before}", list[int], lambda: [2], at=cache) == [1]  # not made again
    (project / "two.py").write_text("2", encoding="utf-8")
    after = state_of([project])
    assert kept(f"n-{after}", list[int], lambda: [3], at=cache) == [3]
    assert [path.stem for path in cache.iterdir()] == [f"n-{after}"]  # the old one is gone


def test_two_checkouts_keep_a_survey_each(tmp_path: Path) -> None:
    """A new survey of one replaces its own old one, and not that of the other."""
    mine, other = (place_of(tmp_path / name) for name in ("mine", "other"))
    for name in (f"n-{mine}-1", f"n-{other}-1", f"n-{mine}-2"):
        kept(name, list[int], lambda: [1], at=tmp_path)
    assert {path.stem for path in tmp_path.iterdir()} == {f"n-{other}-1", f"n-{mine}-2"}


def test_a_kept_survey_that_cannot_be_read_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "n-x.msgpack").write_bytes(b"\xc1 not this")
    assert kept("n-x", list[int], lambda: [4], at=tmp_path) == [4]
    assert kept("n-x", list[int], lambda: [5], at=tmp_path) == [4]


def test_without_a_place_to_keep_it_a_survey_is_still_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    assert kept("n-x", list[int], lambda: [6], at=tmp_path / "file") == [6]


def test_one_clause_is_answered_as_in_the_whole_survey() -> None:
    """Though only the files that name its number are read; a clause may be cited nowhere."""
    cited = document("mini-baccarat")
    for number in ("7.3", "7.3 table", "8.8(b)", "14.9"):
        assert clause_here(cited, number) == survey_here().of(cited, number)


def test_the_counts_need_no_code_while_every_clause_has_evidence() -> None:
    assert [[each.status for each in clauses] for clauses in answers_here().clauses.values()] == [
        [each.status for each in clauses] for clauses in survey_here().clauses.values()
    ]
