"""Simulated people of a tournament case: they do what is awaited, and at times something else.

The next step follows from what the tournament awaits, so a case runs from the first draft of the
conditions to the last prize. Every seat is fixed in the case, so that no program has to draw it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.bots.table import DEALER, DIRECTOR, INSPECTOR, OPERATOR, SUPERVISOR, Giver
from houseway.driving import Deed
from houseway.driving.tournaments import SessionPeople, count_of, next_at_table
from houseway.games import game
from houseway.games.commands import Command
from houseway.games.fields import Held
from houseway.games.game import Game, all_lost
from houseway.games.table_rules import BY_CONDITIONS, TournamentRules
from houseway.rulebook.roles import Role
from houseway.soak.actors import Inventor
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.awaits import Step, awaits
from houseway.tournament.charge import simulated
from houseway.tournament.entry_vocabulary import CloseEntries
from houseway.tournament.progress import stage_due
from houseway.tournament.standing import players_at
from houseway.tournament.state import ELIMINATED, NEW, Round, Seat, Session, Tournament
from houseway.tournament.terms import (
    NONE,
    Breakdown,
    BuyBack,
    Conditions,
    LimitChange,
    Stage,
    TieMethod,
    Ties,
    missing,
    most_commission,
)
from houseway.tournament.tournament import MACHINE

# Conditions of tournament cases: plain ones, and others that vary by chance.

HOUR_US = 3_600_000_000
START_US = 1_804_323_600_000_000  # 6 March 2027, 19:00 in Canberra


@cache
def plain_conditions(edition: str) -> Conditions:
    """Complete conditions under a document: heats at two tables, a final, three prizes."""
    found = game(edition)
    rules = found.tournament
    if rules is None:
        raise ValueError(f"{found.cite.title} has no tournaments")
    heats = Stage(name="heats", chips=100, minimum=10, maximum=50, tables=2, rounds=2, advance=1)
    final = Stage(name="final", kind="final", chips=100, minimum=10, maximum=50, rounds=2)
    items = {each.key for each in rules.conditions.items}
    by_conditions = rules.ranking.level_by == BY_CONDITIONS
    return Conditions(
        title="Spring", starts_us=START_US, stages=(heats, final), fee=27_55,
        commission=most_commission(rules, 27_50) // 10 * 10 if rules.fees.cap_percent else (
            2_75 if rules.fees.commission else 0),
        least=2, most=8, breakdown=Breakdown(hundredths=(50_00, 30_00, 20_00)),
        ties=Ties(session="rounds", final="share") if by_conditions else Ties(),
        perfect_pairs=False if "perfect pairs" in items else None,
    )  # fmt: skip


def with_figures(plain: Conditions) -> dict[str, Conditions]:
    """Conditions that give figures for an item which the plain ones leave at none, by its key."""
    heats, final = plain.stages
    points = replace(
        plain, stages=(replace(final, points=(5, 3, 1)),),
        ties=Ties(session="share points", points="share") if plain.ties.session else Ties(),
    )  # fmt: skip
    again = replace(heats, name="repechage", kind="repechage", tables=1)
    return {
        "points": points, "points tie": points, "final tie": points,
        "repechage": replace(plain, stages=(heats, again, final)),
        "buy-back": replace(plain, buy_back=BuyBack(1, 2)),
        "refuse any": replace(plain, refuse_any=True),
        "criteria": replace(plain, criteria="members only"),
    }  # fmt: skip


def answered(rules: TournamentRules, conditions: Conditions) -> Conditions:
    """The conditions with every item answered that words can answer."""
    answers = {each.key: "as announced" for each in rules.conditions.items}
    answers |= conditions.answers
    still = missing(rules, replace(conditions, answers=answers))
    none = {each.key: NONE for each in still if each.may_be_none}
    return replace(conditions, answers=answers | none | conditions.answers)


def varied(rules: TournamentRules, plain: Conditions, chance: random.Random) -> Conditions:
    """The plain conditions with some of what conditions may say; not all of it fits a document."""
    stages = plain.stages if chance.randrange(2) else plain.stages[1:]
    stages = tuple(_varied_stage(rules, each, chance) for each in stages)
    return replace(plain, stages=stages, **_taken(_choices(rules, chance), chance))


_Choice = tuple[str, Any, object]  # a field, its value, and the clause that provides for it


def _taken(choices: Iterator[_Choice], chance: random.Random) -> dict[str, Any]:
    """A quarter of what the document provides for, and now and then what it does not."""
    return {
        name: value
        for name, value, provided in choices
        if chance.randrange(4 if provided else 60) == 0
    }


def _varied_stage(rules: TournamentRules, stage: Stage, chance: random.Random) -> Stage:
    going_on, wagering = stage.kind != "final", rules.wagering
    limits = (LimitChange(2, 20, 60),)
    choices: tuple[_Choice, ...] = (
        ("minimum", 20, True), ("chips", 60, True), ("maximum", 100, True),
        ("buy_in", 10_00, rules.sessions.buy_in), ("points", (5, 3, 1), rules.ranking.points),
        ("limit_changes", limits, wagering.limit_changes or rules.conditions.wanted),
        ("carries_chips", True, rules.sessions.may_carry),
        ("overall", True, going_on), ("prizes", (5_00,), rules.ranking.points),
        ("advance", 2, going_on), ("sit_and_go", 3, rules.sessions.sit_and_go),
    )  # fmt: skip
    changes = {"rounds": chance.randrange(1, 5), **_taken(iter(choices), chance)}
    if chance.randrange(10) == 0:
        changes |= {"rounds": 0, chance.choice(("shoes", "minutes")): 2}
    return replace(stage, **changes)


def _choices(rules: TournamentRules, chance: random.Random) -> Iterator[_Choice]:
    methods: tuple[TieMethod, ...] = ("rounds", "share", "share points", "")
    entry, wagering = rules.entry, rules.wagering
    yield "fee", chance.choice((0, 50_00, 110_00)), rules.fees.fee
    yield "commission", chance.choice((0, 1_00, 2_75, 2_76, 11_00)), rules.fees.commission
    yield "breakdown", chance.choice((
        Breakdown(hundredths=(100_00,)), Breakdown(hundredths=(62_50, 37_50)),
        Breakdown(hundredths=(33_33, 33_33, 33_34)), Breakdown(amounts=(40_00, 5_00), rest_to=1),
        Breakdown(hundredths=(50_00, 30_00)),
    )), True  # fmt: skip
    by_conditions = rules.ranking.level_by == BY_CONDITIONS
    yield "ties", Ties(*(chance.choice(methods) for _ in range(4))), by_conditions
    yield "buy_back", BuyBack(1, 2), entry.buy_back
    yield "guarantee", chance.choice((50_00, 1_000_00)), rules.fees.guarantee
    yield "withdraw_until_us", START_US - 12 * HOUR_US, entry.withdrawal
    yield "pass_cards", 1, wagering.pass_cards
    yield "undisclosed", 1, wagering.undisclosed
    yield "agreement", True, entry.agreement
    yield "refuse_any", True, entry.refuse_any
    yield "chips_in_cash", True, rules.sessions.early_end_agreed
    yield "ordered", True, wagering.only_if_conditions_say
    yield "start_may_change", True, rules.sessions.start_change
    yield "refunds", ("withdrawal",), entry.withdrawal
    yield "refunds", ("absence",), rules.fees.absence_refund
    yield "apart", (("licence 1", "licence 2"),), None  # one table cannot keep them apart
    yield "delegated", (CloseEntries.__name__,), rules.direction.assistants


SECOND_US = 1_000_000
NAMES = ("Ana", "Ben", "Chen", "Dilip", "Emma", "Fay")
GIVERS: dict[Role, Giver] = {
    giver[0]: giver for giver in (DEALER, DIRECTOR, INSPECTOR, OPERATOR, SUPERVISOR)
}
_SEED = "00" * 16  # of a ballot in which every seat is fixed
_WRONG_STAKE = 8  # one stake of so many is not what the limits or the turn ask for


class Entrants:
    """Everybody in one tournament.

    `changes` are conditions that differ from the plain ones; without them they vary by chance, and
    so does the number of entrants.
    """

    def __init__(
        self,
        found: Game,
        chance: random.Random,
        changes: dict[str, Any] | None = None,
        entrants: int = 0,
    ) -> None:
        if found.tournament is None:
            raise ValueError(f"{found.cite.title} has no tournaments")
        self.game, self.rules, self.chance = found, found.tournament, chance
        self.now_us = START_US - 24 * HOUR_US
        self.entrants = entrants or chance.randrange(3, len(NAMES) + 1)
        self.drafts = [plain_conditions(found.cite.id)]
        if changes is None:
            self.drafts.append(varied(self.rules, self.drafts[0], chance))
        else:
            plain = msgspec.to_builtins(self.drafts[0])
            self.drafts = [msgspec.convert(plain | changes, Conditions)]
        self.inventor = Inventor(chance, texts=())

    def next(self, t: Tournament) -> Deed | None:
        """What comes next; None after the last step."""
        self.now_us += 20 * SECOND_US
        if t.life == NEW:
            opened = v.OpenTournament(self.game.slug, "Spring", DIRECTOR[1], "L-1")
            return Deed(simulated(opened), *OPERATOR)
        waiting = awaits(t)
        if not waiting:
            return None
        step = waiting[0]
        deed = _STEPS[step.what](self, t, step)
        if deed and deed.by == DIRECTOR[0] and deed.actor not in t.directors:
            return deed._replace(actor=next(iter(t.directors)))
        return deed

    # Conditions and entries

    def complete(self, t: Tournament, step: Step) -> Deed:
        conditions = self.drafts.pop() if len(self.drafts) > 1 else self.drafts[0]
        return self._draft(conditions)

    def publish(self, t: Tournament, step: Step) -> Deed:
        if step.session:
            return Deed(s.PublishBallot(step.session), *DIRECTOR)
        return Deed(v.PublishConditions(), *DIRECTOR)

    def notify(self, t: Tournament, step: Step) -> Deed:
        return Deed(v.NotifyCommission("letter 7"), *DIRECTOR)

    def approve(self, t: Tournament, step: Step) -> Deed:
        if step.who == str(Role.INSPECTOR):
            return Deed(v.ApproveConditions(t.version, "INS 4"), *INSPECTOR)
        fee, commission = t.conditions.fee or 1, t.conditions.commission or 0
        approval = e.RecordCommissionApproval("GRC 12", hundredths=-(-commission * 10_000 // fee))
        return Deed(approval, *DIRECTOR)

    def open(self, t: Tournament, step: Step) -> Deed:
        return Deed(e.OpenEntries(), *DIRECTOR)

    def close(self, t: Tournament, step: Step) -> Deed:
        """Enter the next person, or close the entries when everybody has entered."""
        number = t.registered + 1
        if number > self.entrants:
            return Deed(e.CloseEntries(), *DIRECTOR)
        name, fee = NAMES[number - 1], t.conditions.fee or 0
        entry = e.AcceptEntry(f"licence {number}", name, fee, "form", "signed", copy_given=True)
        return Deed(entry, *DIRECTOR)

    def cancel(self, t: Tournament, step: Step) -> Deed:
        return Deed(e.CancelTournament("too few can play"), *OPERATOR)

    # Sessions

    def tell(self, t: Tournament, step: Step) -> Deed:
        return Deed(s.ConfirmTold(step.session, step.entries), *DIRECTOR)

    def report(self, t: Tournament, step: Step) -> Deed:
        return Deed(s.ReportMissingChips(step.session), *DIRECTOR)

    def plan(self, t: Tournament, step: Step) -> Deed:
        stage = (stage_due(t) or 0) + 1
        terms = t.conditions.buy_back
        if terms and stage <= terms.before_stage:
            for entry in t.entries.values():
                if entry.status == ELIMINATED and entry.fees <= terms.times:
                    return Deed(e.BuyBackIn(entry.number, t.conditions.fee or 0), *DIRECTOR)
        starts = max(t.conditions.starts_us, self.now_us + HOUR_US)
        return Deed(s.PlanSession(stage, starts), *DIRECTOR)

    def draw(self, t: Tournament, step: Step) -> Deed:
        """Fix every seat: the session's players at its tables in turn."""
        session = t.sessions[step.session - 1]
        count = min(t.stage_of(session).tables, max(1, len(session.players) // 2))
        first, last = t.rules.sessions.boxes
        fixed = tuple(
            s.FixedSeat(entry, Seat(str(at % count + 1), first + at // count), "as in the case")
            for at, entry in enumerate(session.players)
        )
        boxes = tuple(range(first, last + 1))
        plans = tuple(s.TablePlan(str(each + 1), boxes, len(boxes)) for each in range(count))
        return Deed(s.DraftBallot(session.number, _SEED, plans, fixed), *DIRECTOR)

    def start(self, t: Tournament, step: Step) -> Deed:
        """Check people in, most of them, and start at the time that was planned."""
        session = t.sessions[step.session - 1]
        stage, conduct = t.stage_of(session), session.conduct
        for entry in session.players:
            absent = (entry + session.number) % 11 == 0
            if entry not in conduct.present and not absent:
                return Deed(s.CheckIn(session.number, entry), *DEALER)
            if stage.buy_in and entry not in conduct.bought_in and not absent:
                return Deed(s.PayBuyIn(session.number, entry, stage.buy_in), *DEALER)
        for change in stage.limit_changes:
            if change.round not in conduct.announced:
                figures = (change.round, change.minimum, change.maximum)
                return Deed(s.AnnounceLimits(session.number, *figures), *DIRECTOR)
        self.now_us = max(self.now_us, session.starts_us)
        return Deed(s.StartSession(session.number), *DIRECTOR)

    def play(self, t: Tournament, step: Step) -> Deed | None:
        """One step at a table that is still to be played."""
        session = t.sessions[step.session - 1]
        self.now_us = max(self.now_us, session.conduct.break_until_us)
        if session.playing_on and not session.play_off:
            return self._additional(t, session)
        for entry in session.conduct.due:
            return Deed(w.Disqualify(session.number, entry, "no wager", "none made"), *DIRECTOR)
        tables = [name for name, floor in session.conduct.floors.items() if not floor.ended]
        if not tables:
            return None
        table = tables[self.chance.randrange(len(tables))]
        if session.conduct.floors[table].dispute:
            return Deed(w.DecideRoundDispute(session.number, table, "as recorded"), *DIRECTOR)
        people = SessionPeople(
            DEALER[1], SUPERVISOR[1], lambda round, entry: self._wager(t, session, round, entry),
            lambda round: self._counted(t, session, table),
        )  # fmt: skip
        return next_at_table(t, session, table, people, self.now_us)

    def _additional(self, t: Tournament, session: Session) -> Deed:
        """An additional round after which the level ones hold different counts, most often."""
        high = t.stage_of(session).maximum
        counts: dict[int, Held] = {
            each: self.chance.randrange(0, 3) * high for each in session.playing_on
        }
        least = t.stage_of(session).minimum
        emptied = tuple(r.Emptied(each, least) for each, held in counts.items() if held < least)
        return Deed(r.RecordAdditionalRound(session.number, counts, emptied), *DEALER)

    def _wager(self, t: Tournament, session: Session, round: Round, entry: int) -> Deed:
        if entry not in session.chips:  # put out after the call
            following = w.CallPatron(session.number, round.turn) if round.turn else (
                w.CloseBetting(session.number, session.seats[entry].table))  # fmt: skip
            return Deed(following, *DEALER)
        chance, held = self.chance, int(session.chips[entry])
        by = (Role.PATRON, t.entries[entry].person)
        if chance.randrange(_WRONG_STAKE) == 0:
            others = [each for each in round.order if each != entry] or [entry]
            entry, units = chance.choice((
                (entry, round.minimum - 1), (entry, round.maximum + 1), (entry, held + 1),
                (others[chance.randrange(len(others))], round.minimum), (entry, 0),
            ))  # fmt: skip
            return self._staked(session, entry, units, (Role.PATRON, t.entries[entry].person))
        if held < round.minimum:
            if session.conduct.pass_cards.get(entry):
                return Deed(w.PlayPassCard(session.number, entry), *by)
            return Deed(w.ConfirmNoStake(session.number, entry), *DEALER)
        units = round.minimum * chance.randrange(1, max(2, round.maximum // round.minimum + 1))
        units = max(round.minimum, min(units, round.maximum, held))
        if session.conduct.forms_used.get(entry, 0) < t.conditions.undisclosed:
            on = self.game.simulated.whole[0]
            return Deed(f.HandInForm(session.number, entry, on, units), *by)
        return self._staked(session, entry, units, by)

    def _staked(self, session: Session, entry: int, units: int, by: Giver) -> Deed:
        offsets = self.game.risk is not all_lost  # one wager may offset another: it is named
        on = self.game.simulated.whole[0] if offsets else ""
        return Deed(w.PlaceStake(session.number, entry, units, on), *by)

    def _counted(self, t: Tournament, session: Session, table: str) -> Command:
        """Everybody wins or loses what they staked."""
        floor, chips = session.conduct.floors[table], session.chips
        staked = floor.round.staked if floor.round else {}
        here = floor.among or players_at(session, table)
        counts = {
            each: max(0, chips[each] + self.chance.choice((-1, -1, 0, 1)) * staked.get(each, 0))
            for each in here
        }
        return count_of(t, session, table, counts)

    # Results

    def count(self, t: Tournament, step: Step) -> Deed:
        session = t.sessions[step.session - 1]
        nothing = tuple(
            r.Emptied(each, t.stage_of(session).minimum)
            for each, held in session.chips.items() if not held
        )  # fmt: skip
        counts = r.RecordCounts(session.number, dict(session.chips), emptied=nothing)
        return Deed(counts, *DEALER)

    def confirm(self, t: Tournament, step: Step) -> Deed:
        session = t.sessions[step.session - 1]
        if session.phase == "ended":
            return Deed(r.ConfirmCounts(session.number), *DIRECTOR)
        return Deed(r.ConfirmSession(session.number, share=True), *DIRECTOR)

    def separate(self, t: Tournament, step: Step) -> Deed:
        return Deed(r.OrderAdditionalRounds(step.session, step.entries), *DIRECTOR)

    def award(self, t: Tournament, step: Step) -> Deed:
        if step.session:
            return Deed(r.AwardSessionPrizes(step.session), *DIRECTOR)
        return Deed(r.AwardPrizes(), *DIRECTOR)

    def pay(self, t: Tournament, step: Step) -> Deed:
        """Pay the entrant's prize of the tournament, or of a session."""
        entry = step.entries[0]
        award = t.awards.get(entry)
        unpaid = (number for (number, who), each in t.session_awards.items()
                  if who == entry and each.paid is None)  # fmt: skip
        session = 0 if award and award.paid is None else next(unpaid, 0)
        return Deed(r.PayPrize(entry, f"slip {entry}", session), *OPERATOR)

    def end(self, t: Tournament, step: Step) -> Deed:
        return Deed(r.CloseTournament(), *DIRECTOR)

    # Something else

    def every_draft(self) -> Iterator[Deed]:
        """Drafts in which each item is left blank or answered with none, and a few figures."""
        plain = self.drafts[0]
        final_only, figures = replace(plain, stages=plain.stages[1:]), with_figures(plain)
        for item in self.rules.conditions.items:
            for base in (plain, figures.get(item.key, final_only)):
                for words in (NONE, ""):
                    yield self._draft(replace(base, answers={item.key: words}))
        for change in (0, 1):
            most = most_commission(self.rules, plain.fee or 0) if self.rules.fees.commission else 0
            yield self._draft(replace(plain, commission=most + change))
        heats, final = plain.stages[0], plain.stages[-1]
        yield self._draft(replace(plain, stages=(heats, replace(final, carries_chips=True))))

    def _draft(self, conditions: Conditions) -> Deed:
        return Deed(v.DraftConditions(answered(self.rules, conditions)), *DIRECTOR)

    def invent(self, t: Tournament) -> Deed:
        """A command that may be right or wrong, about people and tables of this tournament."""
        words = (*NAMES, "1", "2", "banker", _SEED)
        command = self._about(t, self.inventor.order(_INVENTED, words))
        roles = sorted(MACHINE.commands[type(command)].roles) or [OPERATOR[0]]
        by = self.chance.choice(list(GIVERS) if self.chance.randrange(8) == 0 else roles)
        entry = t.entries.get(getattr(command, "entry", 0))
        if by == Role.PATRON:
            return Deed(command, by, entry.person if entry else "licence 1")
        return Deed(command, *GIVERS.get(by, (by, "Jan")))

    def _about(self, t: Tournament, command: Command) -> Command:
        """The command with the session, an entrant and a table that there are."""
        chance, session = self.chance, t.sessions[-1] if t.sessions else None
        tables = list(session.conduct.floors) if session else []
        stage = t.stage_of(session) if session else None
        amounts = (0, stage.minimum - 1, stage.minimum, stage.maximum, stage.maximum + 1,
                   stage.chips + 1) if stage else (0, 10)  # fmt: skip
        likely: dict[str, Sequence[Any]] = {
            "session": [session.number] if session else [1],
            "entry": list(t.entries), "of": list(t.entries), "table": tables, "round": (1, 2),
            "amount": amounts, "paid": (t.conditions.fee or 0, 0), "seconds": (30, 0),
            "minutes": (15, 0), "version": (t.version,), "person": ("licence 1", "licence 9"),
        }  # fmt: skip
        fields = {
            name: chance.choice(values)
            for name, values in likely.items()
            if values and name in command.__struct_fields__
        }
        return replace(command, **fields)


_NEVER = (v.OpenTournament, v.DraftConditions, s.DraftBallot, s.AllotSeats, e.AcceptEntries)
_INVENTED = tuple(each for each in MACHINE.commands if each not in _NEVER)
_STEPS: dict[str, Callable[[Entrants, Tournament, Step], Deed | None]] = {
    name: getattr(Entrants, name)
    for name in ("complete", "publish", "notify", "approve", "open", "close", "plan", "draw",
                 "start", "play", "tell", "count", "report", "confirm", "separate", "award", "pay",
                 "end", "cancel")
}  # fmt: skip
_STEPS["enter"] = Entrants.close
