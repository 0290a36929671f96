"""The pages that `houseway rules` prints: tables on a terminal, plain columns elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from houseway.cli.shared import page_width
from houseway.rulebook import document

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDTH_ELSEWHERE = 100
_NARROW = 100
_EVIDENCE = {
    "spoke": "Spoke in",
    "conducted": "Spoke at a conducted table in",
    "broken": "Turns red when the clause is broken",
}


def documents(payload: dict[str, Any]) -> None:
    """Where the page is narrow, the instrument and the hash are left to the page of a document."""
    headings = ["title", "slug", "edition", "clauses", "instrument", "hash"]
    if _console().width < _NARROW:
        headings = headings[:4]
    rows = [
        [str(each[name])[:10] if name == "hash" else str(each[name]) for name in headings]
        for each in payload["documents"]
    ]
    _table(headings, rows, numbers=("clauses",), whole=("slug", "edition", "hash"))


def sections(payload: dict[str, Any]) -> None:
    shown = payload["document"]
    _heading(f"{shown['title']}, edition {shown['edition']}")
    _lines(
        f"{shown['instrument']}, {shown['act']}",
        f"{shown['authority']}, for {shown['casino']}",
        f"Made {shown['made']}; commences: {shown['commencement']} ({shown['commences']})",
        *[f"Revokes {each}" for each in shown["revokes"]],
        f"{shown['clauses']} clauses, content hash {shown['hash']}",
        "",
    )
    rows = [
        (
            each["first"],
            each["last"],
            each["heading"],
            str(each["clauses"]),
            ", ".join(f"{count} {kind}" for kind, count in each["treatments"].items()),
        )
        for each in payload["sections"]
    ]
    _table(("from", "to", "section", "clauses", "treatments"), rows, numbers=("clauses",))


def copy(payload: dict[str, Any]) -> None:
    shown = payload["document"]
    _heading(f"{shown['title']}, edition {shown['edition']}")
    _lines(payload["notice"])
    for section in payload["sections"]:
        print()
        _heading(section["heading"])
        for each in section["clauses"]:
            _lines(f"{each['number']}  {each['text']}")
            if each["instrument"]:
                _lines(f"    Instrument: {each['instrument']}", "")


def clause(payload: dict[str, Any]) -> None:
    _heading(payload["clause"])
    _lines(
        f"{payload['heading']}: {payload['treatment']}, {payload['status']}",
        "",
        payload["must"],
    )
    if payload["parts"]:
        _lines("", f"Parts: {', '.join(payload['parts'])}")
    _duties(payload["duties"])
    for each in payload["readings"]:
        _lines("", f"Reading {each['id']} ({each['weight']}): {each['title']}", each["reading"])
    if payload["shown"]:
        _lines("", f"Shown rather than enforced: {payload['shown']}")
    places = [f"{each['module']}:{each['line']}" for each in payload["code"]]
    _lines("", f"Declared in: {', '.join(places) or 'no module'}")
    for by, title in _EVIDENCE.items():
        if payload[by]:
            _lines("", f"{title}:")
            for test in payload[by]:
                print(f"  {test}")


def search(payload: dict[str, Any]) -> None:
    for each in payload["results"]:
        _heading(f"{each['clause']}  ({each['treatment']})")
        _lines(each["must"], "")
    count = len(payload["results"])
    _lines(f"{count} clause{'' if count == 1 else 's'} with: {payload['search']}")


def coverage(payload: dict[str, Any]) -> None:
    for each in payload["documents"]:
        _heading(each["title"])
        counted = [*each["treatments"].items(), ("all", each["total"])]
        rows = [
            (kind, *map(str, (sum(counts.values()), *counts.values())))
            for kind, counts in counted
            if any(counts.values())
        ]
        columns = ("clauses", *each["total"])
        _table(("treatment", *columns), rows, numbers=columns)
        counts = ", ".join(f"{count} {status}" for status, count in each["duties"].items())
        _lines(f"Duties: {sum(each['duties'].values())}, of which {counts}")
        on = each["tournament"]
        if on["clauses"]:
            _lines(
                f"On tournaments: {on['clauses']} clauses, {on['recorded']} spoke in records,"
                f" {on['conducted']} at conducted tables"
            )
        missing = each.get("missing", ())
        widest = min(24, max((len(row["number"]) for row in missing), default=0))
        for row in missing:
            _cut(f"{row['treatment']:<9}  {row['number']:<{widest}}  {row['must']}")
        for duty in each.get("open_duties", ()):
            _cut(f"{duty['clause']}: {duty['text']}")
            _cut(f"  {duty['evidence']}")
        _lines("")


def check(payload: dict[str, Any]) -> None:
    for each in payload["false_claims"]:
        print(f"{each['file']}:{each['line']}: {each['sentence']}")
    for each in payload["unanswered"]:
        print(f"{each['clause']}: no test is evidence for it")
    _lines(f"{len(payload['false_claims'])} false rows")
    _lines(f"{len(payload['unanswered'])} clauses without evidence")


def loaded(texts: list[dict[str, Any]]) -> None:
    """What was found in a text, and whether it was taken."""
    for each in texts:
        _lines(f"{each['edition']}: the words of {each['clauses']} clauses")
        if each["missing"]:
            _lines(f"  not in the text: {', '.join(each['missing'])}")
        for line, number in each["unknown"]:
            _lines(f"  line {line}: the document has no clause {number}")
    if not all(each["loaded"] for each in texts):
        _lines("Nothing was loaded. Mend the text, or take it as it is with --incomplete.")


def list_loaded(texts: list[dict[str, Any]]) -> None:
    for each in texts:
        state = "shown" if each["shown"] else "NOT SHOWN: its file was changed or is gone"
        missing = f", {len(each['missing'])} without words" if each["missing"] else ""
        _lines(f"{each['edition']}: {each['clauses']} clauses{missing}; {state}")
        _lines(f"  SHA-256 {each['sha256']}")
    if not texts:
        _lines("No instrument is loaded.")


def readings(payload: dict[str, Any]) -> None:
    rows = [
        (each["id"], each["weight"], each["title"], " ".join(map(_prefix, each["documents"])))
        for each in payload["readings"]
    ]
    _table(("reading", "weight", "title", "documents"), rows)


def reading(payload: dict[str, Any]) -> None:
    _heading(f"Reading {payload['id']} ({payload['weight']}): {payload['title']}")
    _lines(
        "",
        f"Left open: {payload['question']}",
        "",
        f"We read: {payload['reading']}",
        "",
        f"Because: {payload['why']}",
    )
    if payload["table"]:
        _lines("")
        _table(payload["table"][0], payload["table"][1:])
    for each in payload["policies"]:
        others = [f"  or: {other}" for other in each["alternatives"]]
        _lines("", f"Policy {each['name']}: {each['default']}", *others)
    _lines("", f"Clauses: {', '.join(payload['citations'])}")


def policies(payload: dict[str, Any]) -> None:
    for each in payload["policies"]:
        _heading(f"{each['name']}  (reading {each['reading']})")
        _lines(each["default"], *[f"  or: {other}" for other in each["alternatives"]], "")


def _prefix(slug: str) -> str:
    return document(slug).metadata.prefix


def _duties(duties: Sequence[dict[str, Any]]) -> None:
    if duties:
        _lines("", "Duties:")
    for each in duties:
        _lines(f"  {each['text']}")
        print(f"    {each['status']}: {each['evidence']}")


def _table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: Sequence[str] = (),
    whole: Sequence[str] = (),
) -> None:
    """Print rows under headings: `numbers` to the right, `whole` columns on one line."""
    from rich import box
    from rich.table import Table

    console = _console()
    table = Table(
        box=box.SIMPLE_HEAD if console.is_terminal else None,
        pad_edge=console.is_terminal,
        padding=(0, 1) if console.is_terminal else (0, 2, 0, 0),
        header_style="bold",
    )
    for heading in headings:
        right = heading in numbers
        one_line = right or heading in whole
        table.add_column(heading, justify="right" if right else "left", no_wrap=one_line)
    for row in rows:
        table.add_row(*row)
    _print(console, table)


def _print(console: Console, table: Table) -> None:
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _heading(text: str) -> None:
    _console().print(text, style="bold")


def _lines(*lines: str) -> None:
    """Print paragraphs, each wrapped to the page."""
    width = _console().width
    for line in lines:
        print(fill(line, width, break_long_words=False, break_on_hyphens=False))


def _cut(line: str) -> None:
    """Print one line, cut where the page ends."""
    width = _console().width
    print(line if len(line) <= width else f"{line[: width - 1]}…")


def _console() -> Console:
    from rich.console import Console

    return Console(width=page_width(WIDTH_ELSEWHERE), markup=False, highlight=False, emoji=False)
