"""What the rules do not allow, as an exception."""

from __future__ import annotations

from houseway.rulebook import ruling


class Refused(Exception):
    """The rules refuse a command, and nothing has changed at the table.

    `code` stays the same from version to version; `clause` is the rule that refuses, or empty
    where plain sense does; `sentence` is for people.
    """

    def __init__(self, refused: ruling.Refused) -> None:
        super().__init__(str(refused))
        self.code = refused.code
        self.clause = str(refused.clause or "")
        self.sentence = refused.detail
