"""The way out of a whole event: a tournament to its prizes, a promotion to its closing.

From every state that accepted commands lead to, what the event itself says comes next (`awaits`,
`due`) must lead to the end, where every prize is paid and the pool is empty; or, if too few came,
to a cancellation that refunds every fee. Each way is asked for twice: people come, or nobody does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from houseway.driving import Deed
from houseway.driving.tournaments import SessionPeople, count_of, next_at_table
from houseway.equipment.seeds import commitment_of
from houseway.games.fields import Held
from houseway.games.game import Pick, all_lost
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import promotion as promotions
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as pv
from houseway.promotion.due import due
from houseway.promotion.state import AWARDED, OVER, PREPARING, Promotion
from houseway.promotion.state import DRAWN as WON
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.soak.actors import STAFF
from houseway.soak.promotions import DOCUMENTS, NUMBERS, SEED, SHARE, PromotionPeople
from houseway.soak.tournaments import SLUGS, TournamentPeople
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import money, standing
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import tournament as tournaments
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.awaits import awaits
from houseway.tournament.discipline import grounds
from houseway.tournament.entry import entrants
from houseway.tournament.standing import players_at
from houseway.tournament.state import LIVE, NEW, POOL, Round, Session, Tournament
from houseway.tournament.terms import Breakdown, BuyBack, Conditions, LimitChange, Ties
from tests.soak.copying import copied, shape
from tests.soak.guided import Guided
from tests.soak.ways import SECOND_US, Found, NoWayOut, Report, Step, asked, fewest

BEGIN_US = 1_925_000_000 * SECOND_US
LONGEST = 600  # commands from the first to the last of an event
LIFE = 250  # commands given in one walk
DIRECTOR, SHIFT = Role.TOURNAMENT_DIRECTOR, Role.GAMING_SHIFT_MANAGER


@dataclass
class AtEvent:
    """An event, its clock, and the commands that brought it here."""

    machine: Any  # the module of its rulings
    state: Any
    now_us: int = BEGIN_US
    taken: list[Step] = field(default_factory=list)
    delays: int = 0  # how often new times were set in the way out
    attended: bool = True  # whether people come in the way out

    def give(self, deed: Deed) -> Refused | None:
        ruling = self.machine.decide(self.state, deed.command, deed.by, self.now_us, deed.actor)
        if isinstance(ruling, Refused):
            return ruling
        for event in ruling.events:
            self.machine.evolve(self.state, event)
        if self.machine is tournaments:
            money.check(self.state)
            standing.check(self.state)
        self.taken.append(Step(deed, self.now_us))
        return None

    @property
    def situation(self) -> Any:
        last = type(self.taken[-1].deed.command) if self.taken else None
        state = self.state
        inner = [state.draw, state.entries] if self.machine is promotions else []
        for session in getattr(state, "sessions", ())[-1:]:
            inner += [session, session.conduct]
            for floor in session.conduct.floors.values():
                inner += [floor, *([floor.round] if floor.round else [])]
        return last, shape(state, *inner)

    def copied(self) -> AtEvent:
        return AtEvent(self.machine, copied(self.state), self.now_us, attended=self.attended)


def _staff(command: Any, by: Role) -> Deed:
    return Deed(command, by, STAFF[by])


def _first(here: AtEvent, deeds: Iterator[Deed], what: str) -> None:
    """Give the first command that is accepted."""
    first: tuple[Refused, Deed] | None = None
    for deed in deeds:
        refused = here.give(deed)
        if refused is None:
            return
        first = first or (refused, deed)
    raise NoWayOut(*(first or (f"nothing leads on from: {what}",)))


# Tournaments


def tournament_way(here: AtEvent, pick: Pick) -> None:
    """What the tournament awaits, to its close or its cancellation; every cent accounted for."""
    t: Tournament = here.state
    people = TournamentPeople(random.Random(7))
    for _ in range(LONGEST):
        if t.life != LIVE:
            break
        here.now_us += SECOND_US
        _take(here, people)
    else:
        raise NoWayOut("the tournament never ends")
    if left := t.accounts.get(POOL, 0):
        raise NoWayOut(f"{left} cents are left in the pool")
    for each in t.entries.values() if t.cancelled else ():
        if each.paid != each.refunded:
            raise NoWayOut(f"the fee of {each.name} was not refunded")
    if t.closed and not t.awards:
        raise NoWayOut("it closed without its prizes")


def _take(here: AtEvent, people: TournamentPeople) -> None:
    t: Tournament = here.state
    for session in t.sessions:
        for entry in list(session.conduct.due):
            deeds = [
                w.Disqualify(session.number, entry, each, "on record")  # type: ignore[arg-type]
                for each in grounds(t.rules)
            ]
            if any(here.give(_in_charge(t, each)) is None for each in deeds):
                return
    steps = awaits(t)
    if not steps:
        raise NoWayOut("the tournament awaits nothing")
    coming = (deed for step in steps for deed in _deeds(here, step, people))
    _first(here, coming, steps[0].sentence)


def _in_charge(t: Tournament, command: Any) -> Deed:
    return Deed(command, DIRECTOR, next(iter(t.directors), STAFF[DIRECTOR]))


def _deeds(here: AtEvent, step: Any, people: TournamentPeople) -> Iterator[Deed]:
    """The commands that take a step, as the console offers them."""
    t: Tournament = here.state
    number, by = step.session, partial(_in_charge, t)
    session = t.session(number)
    if step.what == "complete":
        yield by(v.DraftConditions(people._conditions(t, here.now_us)))
    elif step.what == "publish":
        yield by(s.PublishBallot(number) if number else v.PublishConditions())
    elif step.what == "notify":
        yield by(v.NotifyCommission("letter 7"))
    elif step.what == "approve":
        yield _staff(v.ApproveConditions(t.version, "INS 4"), Role.INSPECTOR)
        yield by(e.RecordCommissionApproval("GRC 12", hundredths=1000))
        yield by(e.RecordCommissionApproval("GRC 12", t.conditions.commission or 0))
    elif step.what == "open":
        yield by(e.OpenEntries())
    elif step.what == "enter":
        yield from _entering(here)
    elif step.what == "close":
        yield by(e.CloseEntries())
    elif step.what == "plan":
        stage = len({each.stage for each in t.sessions}) + 1
        starts = max(here.now_us, t.conditions.starts_us)
        yield by(s.PlanSession(stage, starts))
    elif step.what == "cancel":
        yield _staff(e.CancelTournament("too few can play"), SHIFT)
    elif step.what == "award":
        yield by(r.AwardSessionPrizes(number) if number else r.AwardPrizes())
        table, pool = t.conditions.breakdown, t.accounts.get(POOL, 0)
        if table and sum(table.amounts) > pool:  # what was promised is made good
            yield _staff(e.AddToPool(sum(table.amounts) - pool), SHIFT)
    elif step.what == "pay":
        for at in (0, *(each.number for each in t.sessions)):
            yield _staff(r.PayPrize(step.entries[0], "slip 7", at), SHIFT)
    elif step.what == "end":
        yield by(r.CloseTournament())
    elif session is not None:
        yield from _session(here, step, session, people)


def _entering(here: AtEvent) -> Iterator[Deed]:
    """People come until there are enough; where nobody comes, the fees go back."""
    t: Tournament = here.state
    number = t.registered + 1
    if here.attended and len(entrants(t)) < max(3, t.conditions.least or 0):
        entry = e.AcceptEntry(
            f"id {number}", f"Patron {number}", t.conditions.fee or 0, "form", "signed",
            copy_given=True,
        )  # fmt: skip
        yield _in_charge(t, entry)
    yield _staff(e.CancelTournament("too few came"), SHIFT)


def _session(
    here: AtEvent, step: Any, session: Session, people: TournamentPeople
) -> Iterator[Deed]:
    t, number, by = here.state, session.number, partial(_in_charge, here.state)
    if step.what == "draw":
        first, last = t.rules.sessions.boxes
        boxes = tuple(range(first, last + 1))
        tables = -(-len(session.players) // len(boxes)) or 1
        plans = tuple(s.TablePlan(str(n), boxes, len(boxes)) for n in range(tables))
        yield by(s.DraftBallot(number, "00" * 16, plans))
    elif step.what == "start":
        here.now_us = max(here.now_us, session.starts_us)
        for entry in session.players if here.attended else ():
            if entry not in session.conduct.present:
                yield _staff(s.CheckIn(number, entry), Role.DEALER)
        yield by(s.StartSession(number))
    elif step.what == "play":
        yield from _play(here, session)
    elif step.what == "count":
        yield _staff(r.RecordCounts(number, dict(session.chips)), Role.DEALER)
    elif step.what == "report":
        yield by(s.ReportMissingChips(number))
    elif step.what == "tell":
        yield by(s.ConfirmTold(number, step.entries))
    elif step.what == "separate":
        yield by(r.OrderAdditionalRounds(number, step.entries))
    elif step.what == "confirm":
        yield by(r.ConfirmCounts(number))
        yield by(r.ConfirmSession(number, share=True))


def _play(here: AtEvent, session: Session) -> Iterator[Deed]:
    t, number = here.state, session.number
    here.now_us = max(here.now_us, session.conduct.break_until_us)
    if session.playing_on:
        counts: dict[int, Held] = {one: 10 * at for at, one in enumerate(session.playing_on, 1)}
        yield _staff(r.RecordAdditionalRound(number, counts), Role.DEALER)

    def counted(name: str, _round: Round) -> s.CountTable:
        held = {entry: session.chips[entry] for entry in players_at(session, name)}
        return replace(count_of(t, session, name, held), collected=())

    stage = t.stage_of(session)
    for name, floor in session.conduct.floors.items():
        played = session.round.get(name, 0)
        if stage.shoes and floor.round is None and played and floor.shoes < stage.shoes:
            yield _staff(s.ReportShoe(number, name), Role.DEALER)
        if stage.minutes and played:
            here.now_us += 10 * 60 * SECOND_US
        if floor.dispute:
            yield _in_charge(t, w.DecideRoundDispute(number, name, "as seen"))
        round = floor.round
        for entry in round.order if round else ():
            if round and not round.settled(entry):
                yield from _stakes(here, session, round, entry)
        for entry, form in round.forms.items() if round else ():
            if not form.passed:
                yield _staff(f.PassForm(number, entry), Role.GAMING_SUPERVISOR)
                yield _staff(f.ReturnForm(number, entry, "not in order"), Role.GAMING_SUPERVISOR)
        at_table = SessionPeople("Dora", "Eli", lambda _round, _entry: None, partial(counted, name))
        if deed := next_at_table(t, session, name, at_table, here.now_us):
            yield deed
        yield _in_charge(t, s.EndTable(number, name))
    for change in stage.limit_changes:
        yield _in_charge(t, s.AnnounceLimits(number, change.round, change.minimum, change.maximum))


def _stakes(here: AtEvent, session: Session, round: Round, entry: int) -> Iterator[Deed]:
    t, number = here.state, session.number
    if round.turn == entry and round.called != entry:
        yield _staff(w.CallPatron(number, entry), Role.DEALER)
    if here.attended:
        on = t.game.simulated.whole[0] if t.game.risk is not all_lost else ""
        for amount in (round.minimum, int(session.chips.get(entry, 0))):
            stake = w.PlaceStake(number, entry, amount, on)
            yield Deed(stake, Role.PATRON, t.entries[entry].person)
    yield _staff(w.ConfirmNoStake(number, entry), Role.DEALER)


# Promotions


def promotion_way(here: AtEvent, pick: Pick) -> None:
    """What is owed, to the closing: winners told, claims answered, prizes handed over."""
    p: Promotion = here.state
    people = PromotionPeople(random.Random(7))
    for _ in range(LONGEST):
        if p.life == OVER:
            break
        here.now_us += SECOND_US
        _discharge(here, people)
    else:
        raise NoWayOut("the promotion never ends")
    unpaid = [each.number for each in p.winners if each.status == WON]
    if unpaid and here.now_us < p.conditions.ends_us:
        raise NoWayOut(f"it closed while winners could still claim: {unpaid}")
    if here.attended and unpaid:
        raise NoWayOut(f"winners who claim went without a prize: {unpaid}")


def _discharge(here: AtEvent, people: PromotionPeople) -> None:
    p: Promotion = here.state
    owed = [each.what for each in due(p, here.now_us) if each.binding]
    if owed:
        _owing(here, owed, people)
        return
    desk = partial(_staff, by=Role.PROMOTIONS)
    if p.life == PREPARING and here.attended:
        here.now_us = max(here.now_us, p.conditions.starts_us)
        if here.give(desk(pv.StartPromotion())) is None:
            return
    for winner in p.winners if here.attended else ():
        if winner.status == WON:
            prize = p.prize_of(winner)
            cash = (cv.Payment("cash", prize.value),) if prize.kind == "cash" else ()
            claim = desk(cv.ClaimPrize(winner.person, prize.name, payments=cash))
            if here.give(claim) is None:
                return
    here.now_us = max(here.now_us, p.conditions.ends_us)
    _first(here, iter([desk(pv.ClosePromotion())]), "the promotion is over")


def _owing(here: AtEvent, owed: list[str], people: PromotionPeople) -> None:
    """Do the first of these that is possible now, or wait for the next time that something is."""
    p: Promotion = here.state
    duties = [(what, *each) for what in owed for each in _DUTIES if what.startswith(each[0])]
    first: tuple[Refused, Deed] | None = None
    for what, _, at, commands in duties:
        about = _About(p, here.now_us, people, int(what.split()[-1]) if what[-1].isdecimal() else 0)
        for command in commands(about) if at(p) < here.now_us else ():
            for by in (Role.PROMOTIONS, Role.INSPECTOR, SHIFT, Role.GAMING_MANAGER):
                seconds = type(command) in _OF_THE_SECOND
                second, desk = p.draw.second_person, STAFF[by]
                desk = f"{desk} Second" if desk == second else desk  # who oversees does no more
                deed = Deed(command, by, second if seconds else desk)
                refused = here.give(deed)
                if refused is None:
                    return
                first = first or (refused, deed)
    if later := [at(p) for *_, at, _ in duties if at(p) >= here.now_us]:
        here.now_us = min(later)
        return
    here.delays += 1
    for by in (Role.PROMOTIONS, SHIFT) if here.delays < 3 else ():
        if here.give(_staff(_later(p, here, people), by)) is None:
            return
    raise NoWayOut(*(first or (f"nothing leads on from: {owed[0]}",)))


def _later(p: Promotion, here: AtEvent, people: PromotionPeople) -> Any:
    """New times for what was missed: before the start by new conditions, afterwards approved."""
    if p.life == PREPARING:
        return pv.SetConditions(people.conditions(here.now_us))
    at = people.conditions(here.now_us)
    times = {"closes_us": at.closes_us, "draw_us": at.draw_us, "ends_us": at.ends_us}
    approval = pv.Approval("A 12", "the Authority", here.now_us)
    return pv.AmendConditions(replace(p.conditions, public=at.public, **times), approval)


_OF_THE_SECOND = (dv.CommitShare, dv.ConfirmPublicValue, dv.RevealShare, dv.SignDraw)


class _About(NamedTuple):
    """What a duty is about: the promotion, and the number of a winner, claim or dispute."""

    state: Promotion
    now_us: int
    people: PromotionPeople
    number: int


def _now(p: Promotion) -> int:
    return 0


_DUTIES: tuple[tuple[str, Callable[[Promotion], int], Callable[[_About], list[Any]]], ...] = (
    ("complete the", _now, lambda a: [pv.SetConditions(a.people.conditions(a.now_us))]),
    ("publish the conditions", _now, lambda a: _published()),
    ("publish the amended", _now, lambda a: _published()),
    ("give full details", _now, lambda a: [pv.NotifyAuthority("e-mail")]),
    ("commit to a seed", _now, lambda a: [dv.CommitSeed(commitment_of(SEED))]),
    ("decide on a scrutineer", _now, lambda a: [dv.NameScrutineer(STAFF[Role.INSPECTOR])]),
    ("name a scrutineer", _now, lambda a: [dv.NameSecondPerson(STAFF[Role.INSPECTOR])]),
    ("commit to a value", _now, lambda a: [dv.CommitShare(commitment_of(SHARE))]),
    ("seal the", lambda p: p.conditions.closes_us, lambda a: [dv.SealEntries()]),
    ("record the public", lambda p: p.conditions.public.at_us,
     lambda a: [dv.RecordPublicValue(NUMBERS, "the news")]),
    ("confirm the public", _now, lambda a: [dv.ConfirmPublicValue(a.state.draw.public.value)]),
    ("reveal the", _now, lambda a: [dv.RevealShare(SHARE), dv.RevealShare(SEED)]),
    ("draw the winners", lambda p: p.conditions.draw_us, lambda a: [dv.DrawWinners(SEED)]),
    ("sign the draw", _now, lambda a: [dv.SignDraw()]),
    ("publish the results", _now, lambda a: [dv.PublishResults("website")]),
    ("report that", _now, lambda a: [pv.NotifyInspectorate("telephone")]),
    ("validate the", _now, lambda a: [pv.ValidateIntegrity("counted again")]),
    ("notify winner", _now,
     lambda a: [cv.NotifyWinner(a.number, "telephone", "called", reached=True)]),
    ("award or refuse", _now, lambda a: [
        cv.AwardPrize(a.number), cv.RefuseClaim(a.number, "not the holder", "in the register")]),
    ("give the reasons", _now, lambda a: [cv.TellReasons(a.number, "letter")]),
    ("decide dispute", _now, lambda a: [cv.DecideTermsDispute(a.number, "it stands")]),
    ("advise of", _now, lambda a: [cv.AdviseOfComplaint(a.number)]),
)  # fmt: skip


def _published() -> list[Any]:
    return [pv.PublishConditions(("the desk", "website"), commitment_of(SEED))]


# Walks


class Varied(TournamentPeople):
    """A tournament whose conditions are drawn: stages, prizes, ties, fees that go back."""

    def _conditions(self, t: Tournament, now_us: int) -> Conditions:
        plain, one_in = super()._conditions(t, now_us), self.chance.randrange
        heats, final = plain.stages
        lengths: tuple[dict[str, int], ...] = (
            {}, {"rounds": 0, "shoes": 1}, {"rounds": 0, "minutes": 30}, {"rounds": 1}
        )  # fmt: skip
        more: tuple[dict[str, Any], ...] = (
            {}, {}, {"points": (5, 3, 1)}, {"prizes": (1_000,)}, {"overall": True},
            {"buy_in": 500}, {"limit_changes": (LimitChange(2, 20, 60),)}, {"tables": 1},
        )  # fmt: skip
        heats = replace(heats, **lengths[one_in(4)], **more[one_in(len(more))])
        final = replace(final, **lengths[one_in(4)], carries_chips=not one_in(4))
        changes: tuple[dict[str, Any], ...] = (
            {}, {}, {"breakdown": Breakdown(amounts=(10_000, 5_000), rest_to=1)},
            {"guarantee": 50_000}, {"buy_back": BuyBack(1, 2)}, {"start_may_change": True},
            {"refunds": ("withdrawal", "absence"), "withdraw_until_us": plain.starts_us},
            {"ties": Ties("share", "share")}, {"stages": (final,)}, {"ordered": True},
            {"ties": Ties("rounds", "rounds", "rounds", "rounds")}, {"chips_in_cash": True},
        )  # fmt: skip
        return replace(plain, **{"stages": (heats, final), **changes[one_in(len(changes))]})


EVENTS: dict[str, tuple[Any, Any, Any, Callable[[AtEvent, Pick], None]]] = {
    "tournaments": (tournaments, Tournament, Varied, tournament_way),
    "promotions": (promotions, Promotion, PromotionPeople, promotion_way),
}
KINDS = {"tournaments": SLUGS, "promotions": DOCUMENTS}


def event_walk(what: str, number: int, seed: str, report: Report, steps: int = LIFE) -> None:
    """One event by its people, who mostly go on, and at times do something else."""
    machine, kind, persons, way = EVENTS[what]
    chance = random.Random(f"{what} {number} {seed}")
    people, here = persons(chance), AtEvent(machine, kind())
    guided = Guided(chance, report.given)
    for _ in range(steps):
        if here.state.life == OVER or getattr(here.state, "closed", False):
            return
        report.steps += 1
        here.now_us += chance.randrange(2 * 3_600) * SECOND_US
        deed = people.next(here.state, number, here.now_us)
        if here.state.life != NEW and chance.random() < 0.3:
            deed = _thought(here, guided, machine) or deed
        ends = isinstance(deed.command, e.CancelTournament | pv.ClosePromotion)
        if (ends and chance.random() < 0.9) or here.give(deed) is not None:
            continue
        report.given[type(deed.command).__name__] += 1
        if report.is_new(here, chance) and (why := no_way_out(here, way)):
            taken = here.taken
            if report.fewest:
                taken = fewest(
                    taken, partial(_again, machine, kind), lambda at: no_way_out(at, way)
                )
                why = no_way_out(_again(machine, kind, taken), way)
            report.found.append(Found(what, seed, taken, why))
            return


def no_way_out(here: AtEvent, way: Callable[[AtEvent, Pick], None]) -> str:
    """Why the event cannot end, with people or without; "" where it can, or has not begun."""
    if here.state.life == NEW:
        return ""
    for attended in (True, False):
        here.attended = attended
        if why := asked(way, here):
            return why if attended else f"without people: {why}"
    return ""


def _again(machine: Any, kind: Any, steps: list[Step]) -> AtEvent:
    here = AtEvent(machine, kind())
    for deed, at_us in steps:
        here.now_us = at_us
        here.give(deed)
    return here


def _thought(here: AtEvent, guided: Guided, machine: Any) -> Deed | None:
    """A command that was rarely accepted, with numbers and names of this event."""
    state, chance = here.state, guided.chance
    named: dict[str, Any] = {
        "word": ("cash prize", "draw", "promotion", "desk", "banker"), "text": ("as seen",),
        "person": (*STAFF.values(), "id 1", "id 2", "ana", "ben"), "count": range(1, 4),
        "hex": (commitment_of(SEED), commitment_of(SHARE)), "reference": ("slip 7",),
        "number": (1, 1, 2, 3), "money": (2755, 500_00), "moment": (here.now_us + 10**9,),
        "minutes": (1, 5), "seconds": (30,), "round": (1, 2, 3), "box": range(1, 8),
        "table": ("a", "b", "0"), "tournament chips": (10, 20, 50), "chip": (100,),
        "DrawWinners.seed": (SEED,), "RevealShare.share": (SHARE,), "value": (NUMBERS,),
        "where": (("desk",),), "document": DOCUMENTS,
    }  # fmt: skip
    if isinstance(state, Tournament):
        number = max(1, len(state.sessions))
        named |= {
            "entry": tuple(state.entries) or (1,), "session": (number, number, 1),
            "paid": (state.conditions.fee or 0,), "cause": tuple(grounds(state.rules)),
        }  # fmt: skip
    never = (f.FindForm, e.AcceptEntries)
    kinds = [each for each in machine.MACHINE.commands if each not in never]
    for _ in range(6):
        kind = guided.kind(kinds)
        command = guided.command(kind, named)
        by = chance.choice(sorted(machine.MACHINE.commands[kind].roles or {SHIFT}))
        if command is not None:
            directors = getattr(state, "directors", ())
            who = next(iter(directors), "") if by == DIRECTOR else STAFF.get(by, "id 1")
            return Deed(command, by, who)
    return None


__all__ = ["AWARDED", "KINDS", "event_walk", "promotion_way", "tournament_way"]
