"""The clauses that are shown rather than enforced: why, on which page, and in which words."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from houseway.rulebook import approved
from houseway.rulebook.document import Clause, ClauseRow, Document

RULEBOOK, COPY = "/rules/{document}", "/rules/print/{document}"
WAGERS, CONSOLE = "/play/{table}", "/dealer/{table}"
_FOR_TESTS = re.compile(r"\s*Test all [^.]*\.")
PAGES = (RULEBOOK, COPY, WAGERS, CONSOLE)


class ShownClause(Struct, frozen=True):
    """`page` is the address where people see the clause; `text` what that page says of it.

    The pages of the rulebook need no text: they have our words for every clause. `own_form` is set
    where a breach has a form of its own, which asks what the general one does not.
    """

    number: str
    reason: str
    page: str
    text: str
    own_form: str = ""


def read(table: str) -> list[ShownClause]:
    """The rows of a list of shown clauses: clause, reason, page, text and own form, with tabs."""
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return [ShownClause(*(each.strip() for each in (*row, "", "", "")[:5])) for row in rows]


@cache
def shown_clauses(of: Document) -> tuple[ShownClause, ...]:
    """The shown clauses that this edition has."""
    listed = read(of.shown)
    return tuple(each for each in listed if each.number in of.clauses)


def rules_on(page: str, of: Document) -> tuple[tuple[Clause, str], ...]:
    """What a page tells people at a table of this document, with the clauses that say so."""
    return tuple((of(each.number), each.text) for each in shown_clauses(of) if each.page == page)


def conduct(of: Document) -> dict[str, str]:
    """The rules of conduct by clause number under which a breach is logged by the general form."""
    shown = shown_clauses(of)
    return {each.number: each.text for each in shown if each.text and not each.own_form}


def copy_notice(of: Document) -> str:
    """What is said of our summary: of which instrument it is, and where that is published."""
    about, published = of.metadata, of.slots.get("published", "")
    return (
        f"Summary in our own words. The approved rules are {about.instrument}, made on {about.made}"
        f" by the {about.authority} under the {about.act}, for {about.casino}"
        f"{published and f', and are published {published}'}. Only their text is"
        " binding; ask for it where the words matter."
    )


def on_a_copy(of: Document) -> str:
    """What stands on a copy of the rules: whose words it has."""
    held, about = approved.held(of), of.metadata
    if held is None:
        return copy_notice(of)
    if held.text is None:
        return (
            f"{copy_notice(of)} The house has loaded their text, but its file was changed or lost"
            " since, so it is not shown."
        )
    return (
        f"Under each rule stand the words of {about.instrument}, made on {about.made} by the"
        f" {about.authority}, from the copy that the house has loaded. They are binding; the"
        " summary above them is in our own words."
    )


def in_words(of: Document, row: ClauseRow) -> str:
    """Our wording of a clause: what people are told of it, or what the software does for it.

    What is asked of our own tests is left out.
    """
    return conduct(of).get(row.number) or _FOR_TESTS.sub("", row.must)
