"""The rulebook: the approved documents, their clauses, and how we read what they leave open."""

from houseway.rulebook.document import (
    Clause,
    ClauseRow,
    Document,
    UnknownClause,
    UnknownDocument,
    clause_row,
    document,
    documents,
)

__all__ = [
    "Clause",
    "ClauseRow",
    "Document",
    "UnknownClause",
    "UnknownDocument",
    "clause_row",
    "document",
    "documents",
]
