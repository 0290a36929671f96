"""People of a promotion: the desk that runs it, a scrutineer, and those who enter and claim."""

from __future__ import annotations

import random
from collections.abc import Iterator

from houseway.driving import Deed, first_accepted
from houseway.equipment.seeds import commitment_of
from houseway.games import game, slugs
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.promotion import MACHINE, decide
from houseway.promotion.state import NEW, Promotion
from houseway.promotion.terms import Conditions, Prize, PublicValue
from houseway.rulebook.roles import Role
from houseway.soak.actors import STAFF, Inventor

DOCUMENTS = tuple(slug for slug in slugs() if game(slug).promotion)
HOUR_US = 3_600_000_000
SEED, SHARE, NUMBERS = "5e" * 32, "a7" * 32, "4 8 15"
_TERMS = {
    name: "none" if name == "wager" else "as the floor is simulated"
    for name in (
        "manner", "award", "eligibility", "wager", "nature", "closing", "event", "claiming",
        "notification", "publication",
    )
}  # fmt: skip


class PromotionPeople:
    """Everybody at the promotions of the floor."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.inventor = Inventor(chance)

    def next(self, promotion: Promotion, number: int, now_us: int) -> Deed:
        """The next deed; `number` is which promotion of the floor it is."""
        if promotion.life == NEW:
            documents = DOCUMENTS[number % 3 :] if number % 2 else DOCUMENTS[: 1 + number % 3]
            return _desk(v.RegisterPromotion("Autumn draw", documents))
        if self.chance.random() < 0.2:
            return self._anything()
        deeds = list(self._plan(promotion, now_us))
        self.chance.shuffle(deeds)
        accepted = first_accepted(
            deeds, lambda deed: decide(promotion, deed.command, deed.by, now_us, deed.actor)
        )
        return accepted or deeds[0]

    def _anything(self) -> Deed:
        words = ("ana", "ben", "chen", "cash prize", "draw", "promotion", SEED, "desk")
        kinds = [
            kind
            for kind in MACHINE.commands
            if kind is not v.CancelFor or self.chance.random() < 0.1
        ]
        by = self.chance.choice(list(STAFF))
        return Deed(self.inventor.order(kinds, words), by, STAFF[by])

    def _plan(self, p: Promotion, now_us: int) -> Iterator[Deed]:
        if not p.started:
            if not p.versions or self.chance.random() < 0.02:
                yield _desk(v.SetConditions(self.conditions(now_us)))
            if p.published != p.version:
                yield _desk(v.PublishConditions(("the desk", "website"), commitment_of(SEED)))
            if p.notified != p.version:
                yield _desk(v.NotifyAuthority("e-mail"))
            yield _desk(v.StartPromotion())
            return
        yield from self._drawing(p)
        for winner in p.winners:
            yield _desk(cv.NotifyWinner(winner.number, "telephone", "called", reached=True))
            yield _desk(cv.ClaimPrize(winner.person, p.prize_of(winner).name))
        for claim in p.claims:
            yield _desk(cv.AwardPrize(claim.number))
            if self.chance.random() < 0.2:
                refuse = _desk(cv.RefuseClaim(claim.number, "not the holder", ""))
                yield from (refuse, refuse._replace(actor="Pat"))
            yield _desk(cv.TellReasons(claim.number, "letter"))
        if self.chance.random() < 0.05:
            yield _desk(v.PostponeFor("draw", "a seal was broken"))
        yield _desk(v.ValidateIntegrity("counted again"))
        yield _desk(v.NotifyInspectorate("telephone"))
        yield _desk(v.ClosePromotion())

    def conditions(self, now_us: int) -> Conditions:
        """Conditions of a draw for two cash prizes."""
        value = self.chance.choice((500_00, 10_000_00, 12_000_00))
        prize = Prize(name="cash prize", kind="cash", value=value, conditions="none", count=2)
        return Conditions(
            terms=_TERMS, prizes=(prize,), starts_us=now_us + 26 * HOUR_US,
            closes_us=now_us + 50 * HOUR_US, draw_us=now_us + 51 * HOUR_US,
            ends_us=now_us + 400 * HOUR_US, present=False,
            public=PublicValue("the lottery", now_us + 50 * HOUR_US + HOUR_US // 2),
        )  # fmt: skip

    def _drawing(self, p: Promotion) -> Iterator[Deed]:
        person = self.chance.choice(("ana", "ben", "chen", "dora", "eli"))
        yield _desk(dv.EnterPatron(person, self.chance.randrange(1, 4)))
        yield _desk(dv.CommitSeed(commitment_of(SEED)))
        yield _desk(dv.SealEntries())
        if not p.draw.scrutineer:
            yield _desk(dv.NameScrutineer(STAFF[Role.INSPECTOR]))
        yield _desk(dv.RecordPublicValue(NUMBERS, "the news"))
        yield _desk(dv.DrawWinners(SEED))
        for command in (dv.ConfirmPublicValue(NUMBERS), dv.RevealShare(SHARE), dv.SignDraw()):
            yield Deed(command, Role.INSPECTOR, STAFF[Role.INSPECTOR])
        if not p.draw.share.commitment:
            committed = dv.CommitShare(commitment_of(SHARE))
            yield Deed(committed, Role.INSPECTOR, STAFF[Role.INSPECTOR])
        yield _desk(dv.PublishResults("website"))


def _desk(command: object) -> Deed:
    return Deed(command, Role.PROMOTIONS, STAFF[Role.PROMOTIONS])  # type: ignore[arg-type]
