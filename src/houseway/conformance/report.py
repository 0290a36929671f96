"""The report of a check as JSON and as a page that stands alone, for a laboratory's file."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import msgspec

from houseway.conformance.checking import CheckReport
from houseway.conformance.comparing import ClauseCount, Comparison
from houseway.paper.typesetting import pdf
from houseway.rulebook.document import clause_row

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { border: 1px solid #999; padding: .3rem .6rem; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
h1, h2, h3, li { overflow-wrap: anywhere; }
ul { padding-left: 1.5rem; }
li { margin-bottom: .6rem; }
code { word-break: break-all; }
"""


def as_data(report: CheckReport) -> dict[str, Any]:
    """The report for programs."""
    return {
        "program": report.program,
        "houseway": report.houseway,
        "seed": report.seed,
        "conforms": report.conforms,
        "comparisons": [_comparison_data(each) for each in report.comparisons],
    }


def _comparison_data(found: Comparison) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(found)
    return {**data, "conforms": found.conforms, "clauses": list(data["clauses"].values())}


def summary(report: CheckReport) -> Iterator[str]:
    """The report in a few lines for a terminal."""
    for each in report.comparisons:
        yield counts(each)
        for reason, times in each.reasons.items():
            yield f"  skipped {times:,}: {reason}"
        for clause in each.differing[:_SHOWN]:
            yield f"  {clause.clause}: {clause.differed:,} differ, {clause.agreed:,} agree"
            yield f"    first: {clause.examples[0]}"
            yield f"    {clause.examples[0].story}"
            if clause.pattern:
                yield f"    {clause.pattern}"
        if len(each.differing) > _SHOWN:
            yield f"  and {len(each.differing) - _SHOWN} further clauses: see the page"
    yield verdict(report)


_SHOWN = 8


def verdict(report: CheckReport) -> str:
    return "The program conforms." if report.conforms else "The program does not conform."


def counts(found: Comparison) -> str:
    words = f"{found.game} {found.level}: {found.cases:,} cases, {found.agreed:,} agree"
    others = (
        ("differ", found.differed),
        ("incomplete", found.incomplete),
        ("skipped", found.skipped),
    )
    return words + "".join(f", {count:,} {what}" for what, count in others if count)


MEANINGS = (
    "A case agrees if the program answers every part of it as the rules do.",
    "It is incomplete if nothing differs and a part is not answered.",
    "A program conforms if every case agrees.",
)


def page(report: CheckReport) -> str:
    """The report as one HTML file without scripts."""
    body = [
        f"<h1>Conformance of {escape(report.program)}</h1>",
        f"<p><strong>{verdict(report)}</strong> "
        f"Kit: Houseway {escape(report.houseway)}, seed {escape(report.seed)}.</p>",
        f"<p>{' '.join(MEANINGS)}</p>",
        *(part for each in report.comparisons for part in _section(each)),
    ]
    title = f"<title>Conformance of {escape(report.program)}</title>"
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'<meta charset="utf-8">{view}{title}<style>{_STYLE}</style>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n'
        + "\n".join(body)
        + ("\n</body></html>\n")
    )


def _section(found: Comparison) -> Iterator[str]:
    yield f"<h2>{escape(found.game)}: {escape(found.level)}</h2>"
    yield (
        f"<p>Edition {escape(found.edition)}, SHA-256 <code>{found.hash}</code>.<br>"
        f"Cases {escape(found.file)}, SHA-256 <code>{found.file_hash}</code>.<br>"
        f"{escape(counts(found))}.</p>"
    )
    for reason, times in found.reasons.items():
        yield f"<p>Skipped {times:,}: {escape(reason)}.</p>"
    for clause in found.differing:
        yield from _difference(clause)
    if found.clauses:
        yield from _table(found)


def _table(found: Comparison) -> Iterator[str]:
    heads = ("Clause", "Agree", "Differ", "Not answered")
    yield "<table><tr>" + "".join(f'<th scope="col">{each}</th>' for each in heads) + "</tr>"
    for clause in found.by_share:
        numbers = (clause.agreed, clause.differed, clause.unanswered)
        cells = "".join(f'<td class="number">{each:,}</td>' for each in numbers)
        yield f"<tr><td>{escape(clause.clause)}</td>{cells}</tr>"
    yield "</table>"


def _difference(found: ClauseCount) -> Iterator[str]:
    yield f"<h3>{escape(found.clause)}: {found.differed:,} differ</h3>"
    text = clause_text(found.clause)
    if text:
        yield f"<p><em>{escape(text)}</em></p>"
    if found.pattern:
        yield f"<p>{escape(found.pattern)}</p>"
    yield (
        "<ul>"
        + "".join(
            f"<li>{escape(str(each))}.<br><small>{escape(each.story)}</small></li>"
            for each in found.examples
        )
        + "</ul>"
    )


def clause_text(clause: str) -> str:
    """What the clause asks for, where the rulebook here has it."""
    try:
        return clause_row(clause).must
    except LookupError:
        return ""


# The report of a check on paper: a tagged PDF with the same content as the page.


def report_pdf(report: CheckReport) -> bytes:
    """The report as PDF/UA-1; it needs the extra `pdf`."""
    content = {
        "title": f"Conformance of {report.program}",
        "verdict": f"{verdict(report)} These are the cases of one kit.",
        "kit": f"Kit: Houseway {report.houseway}, seed {report.seed}.",
        "meanings": " ".join(MEANINGS),
        "sections": [_report_paper_section(each) for each in report.comparisons],
    }
    return pdf("conformance", content)


def _report_paper_section(found: Comparison) -> dict[str, Any]:
    return {
        "title": f"{found.game}: {found.level}",
        "edition": found.edition,
        "hash": found.hash,
        "file": found.file,
        "file_hash": found.file_hash,
        "counts": counts(found) + ".",
        "skipped": [f"Skipped {times:,}: {reason}." for reason, times in found.reasons.items()],
        "differing": [_report_paper_difference(each) for each in found.differing],
        "clauses": [
            [each.clause, *(f"{n:,}" for n in (each.agreed, each.differed, each.unanswered))]
            for each in found.by_share
        ],
    }


def _report_paper_difference(found: ClauseCount) -> dict[str, Any]:
    return {
        "title": f"{found.clause}: {found.differed:,} differ",
        "text": clause_text(found.clause),
        "pattern": found.pattern,
        "examples": [{"difference": f"{each}.", "story": each.story} for each in found.examples],
    }
