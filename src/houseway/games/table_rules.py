"""Which clauses of a document answer the questions of a table's life, and with what numbers.

The table itself is written once, above the games; a document that says nothing leaves a slot empty.
"""

from __future__ import annotations

from msgspec import Struct

from houseway.rulebook.document import Clause


class RaiseRules(Struct, frozen=True):
    """How a minimum may rise: by a sign that has stood long enough, or at once for newcomers."""

    by_sign: Clause
    at_once: Clause
    marker: Clause
    one_marker: Clause
    left: Clause
    protected: Clause
    two_limits: Clause
    newcomers: Clause


class TableRules(Struct, frozen=True):
    """`notice_minutes`: how long a sign must have stood before what it says may happen."""

    hours: Clause | None = None
    close: Clause | None = None
    raising: RaiseRules | None = None
    notice_minutes: int = 0
