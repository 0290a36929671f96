"""The report of a check on paper: a tagged PDF with the same content as the page."""

from __future__ import annotations

from typing import Any

from houseway.conformance.checking import CheckReport
from houseway.conformance.comparing import ClauseCount, Comparison
from houseway.conformance.report import MEANINGS, clause_text, counts, verdict
from houseway.paper.typesetting import pdf


def report_pdf(report: CheckReport) -> bytes:
    """The report as PDF/UA-1; it needs the extra `pdf`."""
    content = {
        "title": f"Conformance of {report.program}",
        "verdict": f"{verdict(report)} These are the cases of one kit.",
        "kit": f"Kit: Houseway {report.houseway}, seed {report.seed}.",
        "meanings": " ".join(MEANINGS),
        "sections": [_section(each) for each in report.comparisons],
    }
    return pdf("conformance", content)


def _section(found: Comparison) -> dict[str, Any]:
    return {
        "title": f"{found.game}: {found.level}",
        "edition": found.edition,
        "hash": found.hash,
        "file": found.file,
        "file_hash": found.file_hash,
        "counts": counts(found) + ".",
        "skipped": [f"Skipped {times:,}: {reason}." for reason, times in found.reasons.items()],
        "differing": [_difference(each) for each in found.differing],
        "clauses": [
            [each.clause, *(f"{n:,}" for n in (each.agreed, each.differed, each.unanswered))]
            for each in found.by_share
        ],
    }


def _difference(found: ClauseCount) -> dict[str, Any]:
    return {
        "title": f"{found.clause}: {found.differed:,} differ",
        "text": clause_text(found.clause),
        "pattern": found.pattern,
        "examples": [{"difference": f"{each}.", "story": each.story} for each in found.examples],
    }
