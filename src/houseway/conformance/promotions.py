"""Simulated people of a promotion case: the desk, a scrutineer, those who enter and claim."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from houseway.conformance.conditions import START_US
from houseway.driving import Deed
from houseway.games.bounds import fault_of
from houseway.games.game import Game
from houseway.promotion import vocabulary as v
from houseway.promotion.state import NEW, OVER, Promotion
from houseway.promotion.terms import Conditions
from houseway.rulebook.roles import Role
from houseway.soak.actors import STAFF
from houseway.soak.inventing import Inventor
from houseway.soak.promotions import HOUR_US, PromotionPeople

DESK = (Role.PROMOTIONS, STAFF[Role.PROMOTIONS])


class Promoters:
    """Everybody in one promotion. `changes` are conditions that differ from the usual ones."""

    def __init__(
        self, found: Game, chance: random.Random, changes: dict[str, Any] | None = None
    ) -> None:
        self.game, self.changes = found, changes
        self.now_us = START_US
        self.people = PromotionPeople(chance)
        self.people.inventor = Inventor(chance, texts=())
        self.chance = chance

    def next(self, promotion: Promotion, /) -> Deed | None:
        if promotion.life == NEW:
            return Deed(v.RegisterPromotion("Autumn draw", (self.game.slug,)), *DESK)
        if promotion.life == OVER:
            return None
        if self.changes is not None and not promotion.version:
            return Deed(v.SetConditions(self._changed()), *DESK)
        self.now_us += self.chance.choice((0, 1, 12)) * HOUR_US
        deed = self.people.next(promotion, 0, self.now_us)
        while fault_of(deed.command):  # it could not be written down
            deed = self.people.next(promotion, 0, self.now_us)
        return deed

    def _changed(self) -> Conditions:
        plain = msgspec.to_builtins(self.people.conditions(self.now_us))
        terms = {**plain["terms"], **(self.changes or {}).get("terms", {})}
        return msgspec.convert(plain | (self.changes or {}) | {"terms": terms}, Conditions)

    def invent(self, promotion: Promotion, /) -> Deed | None:
        """What is invented is part of what people do next."""
        return None
