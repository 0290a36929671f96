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
from houseway.rulebook.readings import (
    Policy,
    Reading,
    UnknownReading,
    policies,
    reading,
    readings,
    readings_for,
)

__all__ = [
    "Clause",
    "ClauseRow",
    "Document",
    "Policy",
    "Reading",
    "UnknownClause",
    "UnknownDocument",
    "UnknownReading",
    "clause_row",
    "document",
    "documents",
    "policies",
    "reading",
    "readings",
    "readings_for",
]
