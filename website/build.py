"""The documentation site: pages of `docs`, a page for each clause, references; built and checked.

    python -m website.build MKDOCS

`MKDOCS` is the program of an environment that `website.lock` fills; this file runs in Houseway's.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

from website import notebooks

import houseway
from houseway.analysis import analyse, analysed
from houseway.analysis.figures import percent_text
from houseway.cli import app
from houseway.coverage import ClauseCoverage, Coverage, answers
from houseway.rulebook import documents
from houseway.rulebook.document import Document
from houseway.rulebook.readings import readings_for

ROOT = Path(__file__).parents[1]
PAGES, BUILT = ROOT / "build" / "site-pages", ROOT / "build" / "site"
SLOW = ("tournament-canberra-poker", "tournament-blackjack", "tournament-pai-gow")  # minutes each
_OUTSIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+(?!docs/)[^)]*\)")
_NOT_HERE = re.compile(r"\[([^\]]*)\]\((?:LICENSE|[A-Z]+\.md|examples/[^)]*|src/[^)]*)\)")
_STATUS = {
    "spoke": "acted in tests",
    "broken": "a test fails when it is broken",
    "shown": "shown to people",
    "open": "none yet",
}
Figures = Mapping[str, list[str]]


def main(mkdocs: str) -> int:
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    for page in PAGES.glob("*.md"):  # what lies outside the site is named without a link
        page.write_text(_OUTSIDE.sub(r"\1", page.read_text(encoding="utf-8")), encoding="utf-8")
    _copy_notebooks()
    _write("index.md", _home())
    _write("api-reference.md", "".join(_reference()))
    _write("cli.md", _command_line())
    write_clauses(answers(), dependent_figures())
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    build = [mkdocs, "build", "-q", "-f", "website/mkdocs.yml"]
    subprocess.run(build, cwd=ROOT, env=quiet, check=True)
    broken = list(broken_links(BUILT))
    for each in broken:
        print(each, file=sys.stderr)
    pages = sum(1 for _ in BUILT.rglob("*.html"))
    print(f"{pages} pages in {BUILT.relative_to(ROOT)}, {len(broken)} broken links")
    return 1 if broken else 0


def _write(name: str, text: str) -> None:
    path = PAGES / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# Notebooks, home and references


def _copy_notebooks() -> None:
    """Each notebook as a page and as a file, and the list of them; how outputs look."""
    for path in notebooks.notebooks():
        _write(f"notebooks/{path.stem}.md", notebooks.page(path))
        shutil.copy(path, PAGES / "notebooks")
    _write(
        "notebooks/index.md",
        notebooks.on_site((notebooks.FOLDER / "README.md").read_text(encoding="utf-8")),
    )
    shutil.copy(ROOT / "website" / "shown.css", PAGES)


def _home() -> str:
    """README, with its links into `docs` and a choice of three entrances below its first words."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").replace("](docs/", "](")
    text = text.replace("](examples/notebooks/README.md)", "](notebooks/index.md)")
    text = re.sub(
        r"\[([^\]]*)\]\((?!https?:|#)(?!\S+\.(?:md|png|svg)(?:#[^)]*)?\))[^)]*\)", r"\1", text
    )
    text = re.sub(
        r"\[([^\]]*)\]\((?:LICENSE|CONTRIBUTING\.md|CHANGELOG\.md|SECURITY\.md)\)", r"\1", text
    )
    first, _, rest = text.partition("\n## ")
    entrances = (
        "\n| I want to | Start with |\n| --- | --- |\n"
        "| use it from Python | [Python in ten minutes](python.md) |\n"
        "| run a house | [A tour](tour.md), then [Start and watch](operations.md) |\n"
        "| read the rules and the maths | [Games](games.md), [Clauses](clauses/index.md),"
        " [Maths](maths.md) |\n"
    )
    return f"{first}{entrances}\n## {rest}"


def _reference() -> Iterator[str]:
    yield "# Python reference\n\n"
    for name in houseway.__all__:
        found = getattr(houseway, name)
        if name != "games":
            yield f"::: {found.__module__}.{name}\n\n"
    yield "::: houseway.games\n    options:\n      members: [slugs, find, game, latest]\n"


def _command_line() -> str:
    return str(app.generate_docs(output_format="markdown"))


# Clauses


def dependent_figures() -> Figures:
    """For each clause, the wagers whose edge it has a share in, with that edge."""
    found: dict[str, list[str]] = defaultdict(list)
    for slug in analysed():
        if slug in SLOW:
            continue
        for wager in analyse(slug).wagers:
            for clause in {wager.clause, *wager.by_clause()}:
                found[clause].append(f"{wager.name}, edge {percent_text(wager.edge)}")
    return found


def write_clauses(covered: Coverage, figures: Figures) -> None:
    lines = [
        "# Clauses\n",
        "Every clause in our own words, with how it is read and what proves it.\n",
    ]
    for cited in documents():
        lines.append(f"- [{cited.title}, edition {cited.edition}]({cited.slug}/index.md)")
        rows = [f"# {cited.title}, edition {cited.edition}\n", "| clause | what must happen |"]
        rows.append("| --- | --- |")
        for number, row in cited.clauses.items():
            name = file_name(number)
            rows.append(f"| [{_cell(number)}]({name}) | {_cell(row.must)} |")
            answered = covered.of(cited, number)
            _write(f"clauses/{cited.slug}/{name}", "\n".join(_clause(cited, answered, figures)))
        _write(f"clauses/{cited.slug}/index.md", "\n".join(rows) + "\n")
    _write("clauses/index.md", "\n".join(lines) + "\n")


def file_name(number: str) -> str:
    """A file for a clause: `8.8(c)` is `8.8-c.md`. Capitals are marked: some disks lose them."""
    marked = re.sub(r"([A-Z]+)", lambda found: f"{found[1].lower()}_", number)
    return re.sub(r"[^a-z0-9._]+", "-", marked).strip("-") + ".md"


def _clause(cited: Document, covered: ClauseCoverage, figures: Figures) -> Iterator[str]:
    row = cited.clauses[covered.number]
    yield f"# {covered.clause}\n"
    yield f"*{row.heading}*, [{cited.title}, edition {cited.edition}](index.md)\n"
    yield f"{row.must}\n"
    for each in readings_for(covered.clause, edition=cited.id):
        yield f"## Reading {each.id}: {each.title}\n"
        yield f"{each.question}\n\n{each.reading}\n\n{each.why}\n"
    yield f"## Evidence: {_STATUS[covered.status]}\n"
    if covered.shown:
        yield f"{covered.shown}\n"
    yield from _list("Acted in these tests", covered.spoke)
    yield from _list("Acted at tables of a conducted tournament", covered.conducted)
    yield from _list("Broken on purpose, these tests fail", covered.broken)
    yield from _list("Declared in", cited.places(covered.number))
    yield from _list("Figures that depend on it", figures.get(covered.clause, ()))


def _list(title: str, items: object) -> Iterator[str]:
    listed = list(map(str, items)) if isinstance(items, list | tuple) else []
    if listed:
        yield f"**{title}**\n"
        yield from (f"- `{each}`" for each in listed)
        yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


# Links


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.names.update(filter(None, (given.get("id"), given.get("name") if tag == "a" else "")))
        for link in (given.get("href"), given.get("src")):
            if link:
                self.links.append(link)


def broken_links(folder: Path) -> Iterator[str]:
    """Every link of a built site that leads to no file or to no place in it."""
    pages = {}
    for path in folder.rglob("*.html"):
        pages[path] = _Page()
        pages[path].feed(path.read_text(encoding="utf-8"))
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:|//", link) or path.name == "404.html":
                continue
            target, name = urldefrag(unquote(link))
            file = (path.parent / target).resolve() if target else path
            file = file / "index.html" if file.is_dir() else file
            if not file.exists() or (name and file in pages and name not in pages[file].names):
                yield f"{path.relative_to(folder)}: {link}"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
