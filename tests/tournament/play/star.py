"""A session of 7-Up Baccarat for tests: an order of wagering, pass cards and undisclosed wagers."""

from __future__ import annotations

from typing import Any

from houseway.rulebook.ruling import Accepted, Ruling
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from tests.tournament.desk import STAR
from tests.tournament.hall import DEALER, PATRON, SUPERVISOR, Hall


class Star(Hall):
    """Ana (1), Ben (2) and Chen (3) at boxes 2, 4 and 5; 100 chips each, 10 to 50 a coup."""

    def __init__(self, slug: str = STAR, *, opened: bool = True) -> None:
        super().__init__(slug, opened=opened)

    def ready(self, **changes: Any) -> Star:  # type: ignore[override]
        plain = {"pass_cards": 2, "undisclosed": 2}
        self.plan(**{**plain, **changes}).seat().begin()
        return self

    def person(self, entry: int) -> str:
        return self.tournament.entries[entry].person

    def try_(self, command: Any, entry: int) -> Ruling:
        """What a patron asks; done where it is accepted."""
        ruling = self.ask(command, PATRON, self.person(entry))
        if isinstance(ruling, Accepted):
            self.do(command, PATRON, self.person(entry))
        return ruling

    def hand_in(self, entry: int, on: str, amount: int) -> Ruling:
        return self.try_(f.HandInForm(1, entry, on, amount), entry)

    def supervise(self, command: Any) -> Ruling:
        ruling = self.ask(command, SUPERVISOR, "Hana")
        if isinstance(ruling, Accepted):
            self.do(command, SUPERVISOR, "Hana")
        return ruling

    def announced(self, on: str, amount: int, **changes: Any) -> Star:
        """Ana's form of so much, announced and placed, with 10 from the others."""
        self.ready(**changes).open()
        self.hand_in(1, on, amount)
        self.supervise(f.PassForm(1, 1))
        self.stake(2, 10)
        self.stake(3, 10)
        self.close()
        self.supervise(f.AnnounceForm(1, 1))
        self.try_(f.PlaceAnnounced(1, 1), 1)
        return self

    def settled(self, *counts: int) -> Star:
        self.do(self.counts(dict(enumerate(counts, 1))), DEALER, "Eli")
        return self

    def nothing(self, entry: int) -> Ruling:
        ruling = self.ask(w.ConfirmNoStake(1, entry), DEALER, "Eli")
        if isinstance(ruling, Accepted):
            self.do(w.ConfirmNoStake(1, entry), DEALER, "Eli")
        return ruling
