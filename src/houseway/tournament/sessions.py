"""Sessions: planned for those who have got so far, and begun in time with equal chips."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.fields import Held
from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS, PATRONS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as v
from houseway.tournament.conditions import not_cleared_for_play
from houseway.tournament.money import entrant, move
from houseway.tournament.progress import eligible, stage_due, waiting
from houseway.tournament.seating import HELPERS
from houseway.tournament.standing import (
    MINUTE_US,
    in_session,
    is_out,
    limits_clause,
    not_here,
    somebody_else,
    under_way,
)
from houseway.tournament.state import (
    BUY_INS,
    DRAFTED,
    ELIMINATED,
    ENTERED,
    FORFEITED,
    PLANNED,
    PUBLISHED,
    PUT_OUT,
    RUNNING,
    STAYED,
    WITHDRAWN,
    Part,
    Session,
    Tournament,
    unknown_entry,
)

part = Part()

NOTICE_MINUTES = 15  # reading TP16: what is reasonable, where no length is stated


# Planning


@part.decides(v.PlanSession, by=DIRECTORS, slot=lambda rules: rules.ranking.advancing)
def _plan(tournament: Tournament, command: v.PlanSession, given: Given) -> Ruling:
    """Reading TP23: a tournament is a list of stages, a stage one session or several."""
    rules, conditions = tournament.rules, tournament.conditions
    if not 1 <= command.stage <= len(conditions.stages):
        sentence = f"there is no stage {command.stage} among the {len(conditions.stages)}"
        return Refused("no_such_stage", rules.conditions.wanted, sentence)
    if command.starts_us < conditions.starts_us:
        sentence = "a session does not start before the tournament"
        return Refused("before_the_start", rules.sessions.late, sentence)
    refused = _second_overall(tournament, command.stage)
    if refused:
        return refused
    may = eligible(tournament, command.stage - 1)
    players = command.players or _next_players(tournament, command.stage) or tuple(sorted(may))
    refused = _not_full(tournament, command.stage, players)
    if refused:
        return refused
    for entry in players:
        refused = unknown_entry(tournament, entry)
        if refused or entry not in may:
            sentence = f"entry {entry} has no place in stage {command.stage}"
            return refused or Refused("not_for_this_stage", rules.ranking.advancing, sentence)
    if not players or len(set(players)) != len(players):
        sentence = f"stage {command.stage} has no players, or lists a player twice"
        if not may:
            sentence = f"nobody can play in stage {command.stage}: cancel the tournament"
        return Refused("no_players", rules.ranking.advancing, sentence)
    planned = v.SessionPlanned(
        len(tournament.sessions) + 1, command.stage - 1, command.starts_us, players,
        given.signature, rules.ranking.advancing,
    )  # fmt: skip
    return Accepted((planned,))


def _next_players(tournament: Tournament, stage: int) -> tuple[int, ...]:
    """Of a sit-and-go: those who entered first, as many as fill a session."""
    first = tournament.conditions.stages[0]
    return waiting(tournament)[: first.sit_and_go] if stage == 1 else ()


def _not_full(tournament: Tournament, stage: int, players: tuple[int, ...]) -> Refused | None:
    """Reading TP31: a session of a sit-and-go is full, or the last; the next stage comes after."""
    first, clause = tournament.conditions.stages[0], tournament.rules.sessions.sit_and_go
    if not first.sit_and_go or clause is None:
        return None
    due, waits = stage_due(tournament), len(waiting(tournament))
    if stage > 1 and (due == 0 or not tournament.entries_closed):
        sentence = (
            f"{waits} wait for a session of stage 1: close the entries, and plan theirs first"
        )
        return Refused("still_waiting", clause, sentence)
    if due is None and not tournament.entries_closed:
        sentence = (
            f"{waits} of {first.sit_and_go} wait for the next session, which is played when it is"
            " full: enter more, or close the entries, and those who wait play"
        )
        return Refused("session_not_full", clause, sentence)
    if stage == 1 and waits and sorted(players) != list(_next_players(tournament, stage)):
        sentence = "a session of a sit-and-go is for those who entered first, in their order"
        return Refused("not_in_turn", clause, sentence)
    return None


def _second_overall(tournament: Tournament, stage: int) -> Refused | None:
    """Who goes on from a whole stage is found in one session, over all its tables."""
    played = [each.number for each in tournament.sessions if each.stage == stage - 1]
    if not tournament.conditions.stages[stage - 1].overall or not played:
        return None
    sentence = f"stage {stage} advances players overall, and session {played[0]} is all of it"
    return Refused("one_session_overall", tournament.rules.ranking.advancing, sentence)


@part.decides(v.ChangeStart, by=DIRECTORS, slot=lambda rules: rules.sessions.start_change)
def _change_start(tournament: Tournament, command: v.ChangeStart, given: Given) -> Ruling:
    """Reading TP16: with notice; where the document has no such power, by its conditions alone."""
    rules = tournament.rules
    session = in_session(tournament, command.session, PUBLISHED, DRAFTED, PLANNED)
    if isinstance(session, Refused):
        return session
    clause = rules.sessions.start_change
    if clause is None and not tournament.conditions.start_may_change:
        sentence = "the approved conditions have no change of starting times"
        return Refused("start_fixed", rules.conditions.approval, sentence)
    earlier = min(session.starts_us, command.starts_us)
    notice = (earlier - given.at_us) // MINUTE_US
    if given.at_us >= earlier:
        sentence = "notify the players before the earlier of the two times"
        return Refused("no_notice", clause or rules.conditions.approval, sentence)
    changed = v.StartChanged(
        session.number, command.starts_us, notice, notice < NOTICE_MINUTES, given.signature,
        clause or rules.conditions.approval or rules.conditions.wanted,
    )  # fmt: skip
    return Accepted((changed,))


@part.decides(v.ConfirmTold, by=PATRONS | HELPERS, slot=lambda rules: rules.sessions.start_change)
def _confirm_told(tournament: Tournament, command: v.ConfirmTold, given: Given) -> Ruling:
    """7-Up Baccarat 15.5.3: notice is given to every player of the session."""
    session = in_session(tournament, command.session, PUBLISHED, DRAFTED, PLANNED)
    if isinstance(session, Refused):
        return session
    rules = tournament.rules
    clause = rules.sessions.start_change or rules.conditions.approval or rules.conditions.wanted
    if not command.entries or not session.conduct.untold.issuperset(command.entries):
        sentence = f"nobody of them waits for the new start of session {session.number}"
        return Refused("no_notice_open", clause, sentence)
    for entry in command.entries:
        if refused := somebody_else(tournament, entry, given):
            return refused
    return Accepted((v.ToldOfStart(session.number, command.entries, given.signature, clause),))


# The beginning


@part.decides(v.PayBuyIn, by=HELPERS, slot=lambda rules: rules.sessions.buy_in)
def _buy_in(tournament: Tournament, command: v.PayBuyIn, given: Given) -> Ruling:
    clause = tournament.rules.sessions.buy_in
    session = in_session(tournament, command.session, PLANNED, DRAFTED, PUBLISHED)
    if isinstance(session, Refused):
        return session
    price = tournament.stage_of(session).buy_in
    if clause is None or not price:
        return not_here(tournament, "buy-in here")
    if command.entry not in session.players:
        sentence = f"entry {command.entry} is not in session {session.number}"
        return Refused("not_in_session", clause, sentence)
    if command.entry in session.conduct.bought_in:
        return Refused("bought_in", clause, f"{tournament.who(command.entry)} has bought in")
    if command.paid != price:
        sentence = f"the buy-in is {dollar_text(price)}, not {dollar_text(command.paid)}"
        return Refused("not_the_buy_in", clause, sentence)
    bought = tournament.rules.sessions.bought or clause
    return Accepted((v.BoughtIn(session.number, command.entry, price, bought),))


@part.decides(v.StartSession, by=DIRECTORS, slot=lambda rules: rules.sessions.late)
def _start(tournament: Tournament, command: v.StartSession, given: Given) -> Ruling:
    """Reading TP6: anyone who is not there then, or was not at the starting time, has forfeited."""
    session = in_session(tournament, command.session, PUBLISHED)
    if isinstance(session, Refused):
        return session
    rules = tournament.rules.sessions
    refused = not_cleared_for_play(tournament)
    if refused:
        return refused
    if given.at_us < session.starts_us:
        early = (session.starts_us - given.at_us) // 1_000_000
        return Refused("before_the_start", rules.late, f"it starts in {early} seconds")
    outs = _not_there(tournament, session)
    unpaid = _unpaid(tournament, session, {each.out.entry for each in outs})
    gone = {each.out.entry for each in (*outs, *unpaid)}
    chips = _allotments(tournament, session, gone)
    if isinstance(chips, Refused):
        return chips
    passes = tournament.conditions.pass_cards if tournament.rules.wagering.pass_cards else 0
    clause = rules.equal_chips or rules.ballot
    started = v.SessionStarted(session.number, given.signature, rules.late)
    issued = v.ChipsIssued(session.number, chips, passes, clause)
    return Accepted((started, *outs, *unpaid, issued))


def _not_there(tournament: Tournament, session: Session) -> list[v.PlayerOut]:
    """Anyone who has withdrawn is not dealt in; who else is absent, the document's measures say."""
    rules = tournament.rules
    gone = {e for e in session.players if tournament.entries[e].status == WITHDRAWN}
    clause = rules.entry.withdrawal or rules.fees.refund
    outs = [is_out(session, entry, WITHDRAWN, clause) for entry in sorted(gone)]
    if rules.sessions.late_when == "by measure":
        return outs
    late = [e for e in session.players if e not in session.conduct.present | gone]
    return outs + [is_out(session, entry, FORFEITED, rules.sessions.late) for entry in late]


def _unpaid(tournament: Tournament, session: Session, gone: set[int]) -> list[v.PlayerOut]:
    """7-Up Baccarat 15.6.3: without the buy-in, eliminated."""
    clause, price = tournament.rules.sessions.buy_in, tournament.stage_of(session).buy_in
    if clause is None or not price:
        return []
    without = [e for e in session.players if e not in session.conduct.bought_in | gone]
    return [is_out(session, entry, ELIMINATED, clause) for entry in without]


def _allotments(
    tournament: Tournament, session: Session, gone: set[int]
) -> tuple[tuple[int, Held], ...] | Refused:
    """The same for everybody; or what each has carried on, where the conditions say so."""
    rules, stage = tournament.rules.sessions, tournament.stage_of(session)
    here = [entry for entry in sorted(session.players) if entry not in gone]
    if not stage.carries_chips:
        return tuple((entry, stage.chips) for entry in here)
    carried = tuple((entry, _carried(tournament, session, entry)) for entry in here)
    amounts = {chips for _, chips in carried}
    if len(amounts) > 1 and not rules.may_carry:
        sentence = f"allotments from {min(amounts)} to {max(amounts)} are not equal"
        return Refused("unequal_chips", rules.equal_chips, sentence)
    return carried


def _carried(tournament: Tournament, session: Session, entry: int) -> Held:
    before = [each for each in tournament.sessions[: session.number - 1] if entry in each.chips]
    return before[-1].chips[entry] if before else tournament.stage_of(session).chips


# What each fact changes


@part.folds(v.SessionPlanned)
def _planned(tournament: Tournament, event: v.SessionPlanned) -> None:
    session = Session(event.session, event.stage, starts_us=event.starts_us)
    session.players = list(event.players)
    tournament.sessions.append(session)
    for entry in event.players:  # a second chance brings someone back
        tournament.entries[entry].status = ENTERED


@part.folds(v.StartChanged)
def _start_changed(tournament: Tournament, event: v.StartChanged) -> None:
    session = tournament.sessions[event.session - 1]
    session.starts_us = event.starts_us
    session.conduct.untold = set(session.players)


@part.folds(v.ToldOfStart)
def _told_of_start(tournament: Tournament, event: v.ToldOfStart) -> None:
    tournament.sessions[event.session - 1].conduct.untold -= set(event.entries)


@part.folds(v.BoughtIn)
def _bought_in(tournament: Tournament, event: v.BoughtIn) -> None:
    tournament.sessions[event.session - 1].conduct.bought_in.add(event.entry)
    move(tournament, entrant(event.entry), BUY_INS, event.amount)


@part.folds(v.SessionStarted)
def _started(tournament: Tournament, event: v.SessionStarted) -> None:
    tournament.begun = True
    session = tournament.sessions[event.session - 1]
    session.phase = RUNNING
    session.conduct.started_us = event.by.at_us
    session.round = dict.fromkeys(session.conduct.floors, 0)


@part.folds(v.ChipsIssued)
def _issued(tournament: Tournament, event: v.ChipsIssued) -> None:
    session = tournament.sessions[event.session - 1]
    session.chips = dict(event.chips)
    for entry, chips in event.chips:
        session.conduct.issued[entry] = session.seats[entry].table, chips
        session.conduct.pass_cards[entry] = event.pass_cards


@part.folds(v.PlayerOut)
def _out(tournament: Tournament, event: v.PlayerOut) -> None:
    """The chips go back to the table; the seat stays on record."""
    session, out = tournament.sessions[event.session - 1], event.out
    if out.entry in session.playing_on:
        _out_of_additional_rounds(session, out.entry)
    else:
        session.outs.append(out)
        session.counts.pop(out.entry, None)
    chips = session.chips.pop(out.entry, 0)
    seat = session.seats.get(out.entry)
    if seat and seat.table in session.conduct.floors:
        played = session.round.get(seat.table, 0)
        session.round[seat.table] = max(played, out.round)
        floor = session.conduct.floors[seat.table]
        floor.won += chips
        if floor.round:
            floor.round.order = tuple(e for e in floor.round.order if e != out.entry)
            floor.round.forms.pop(out.entry, None)
            floor.forms_done()
    session.conduct.due.pop(out.entry, None)
    entry = tournament.entries[out.entry]
    entry.status, entry.out_by, entry.kept_chips = out.how, event.clause, event.kept


def _out_of_additional_rounds(session: Session, entry: int) -> None:
    """Below those with whom the place was contested, and above everybody placed before."""
    for each in session.playing_on:
        stays = each != entry
        session.play_offs.setdefault(each, []).append(STAYED if stays else PUT_OUT)
    session.playing_on.remove(entry)
    for floor in session.conduct.floors.values():
        floor.among = tuple(each for each in floor.among if each != entry)


# Around the rounds: breaks, limits announced, time for a wager, directions about the pace.


@part.decides(v.CallBreak, by=DIRECTORS, slot=lambda rules: rules.sessions.breaks)
def _break(tournament: Tournament, command: v.CallBreak, given: Given) -> Ruling:
    """Reading TP16: a break has a stated length and falls between rounds."""
    clause = tournament.rules.sessions.breaks
    if clause is None:
        return not_here(tournament, "breaks")
    session = in_session(tournament, command.session, RUNNING)
    if isinstance(session, Refused):
        return session
    if command.minutes < 1:
        return Refused("no_length", clause, "a break has its length, in minutes")
    if given.at_us < session.conduct.break_until_us:
        return Refused("break_called", clause, "there is a break already")
    for table, floor in session.conduct.floors.items():
        refused = under_way(tournament, floor, table)
        if refused:
            return Refused("round_under_way", clause, refused.detail)
    until = given.at_us + command.minutes * MINUTE_US
    return Accepted((v.BreakCalled(session.number, until, given.signature, clause),))


@part.decides(v.ResumePlay, by=DIRECTORS, slot=lambda rules: rules.sessions.breaks)
def _resume(tournament: Tournament, command: v.ResumePlay, given: Given) -> Ruling:
    clause = tournament.rules.sessions.breaks
    session = in_session(tournament, command.session, RUNNING)
    if isinstance(session, Refused):
        return session
    if clause is None or given.at_us >= session.conduct.break_until_us:
        return Refused("no_break", clause, "there is no break to end")
    return Accepted((v.PlayResumed(session.number, given.signature, clause),))


@part.decides(v.AnnounceLimits, by=DIRECTORS, slot=lambda rules: rules.wagering.limit_changes)
def _limits(tournament: Tournament, command: v.AnnounceLimits, given: Given) -> Ruling:
    """7-Up Baccarat 15.6.15: only as the conditions said before the tournament began."""
    clause = tournament.rules.wagering.limit_changes or limits_clause(tournament)
    session = in_session(tournament, command.session, PLANNED, DRAFTED, PUBLISHED, RUNNING)
    if isinstance(session, Refused):
        return session
    asked = (command.round, command.minimum, command.maximum)
    said = [(e.round, e.minimum, e.maximum) for e in tournament.stage_of(session).limit_changes]
    if asked not in said:
        sentence = f"the conditions have no {command.minimum} to {command.maximum} from round"
        return Refused("not_in_the_conditions", clause, f"{sentence} {command.round}")
    if max(session.round.values(), default=0) >= command.round:
        sentence = f"round {command.round} has begun; limits are announced beforehand"
        return Refused("announced_too_late", clause, sentence)
    announced = v.LimitsAnnounced(session.number, *asked, given.signature, clause)
    return Accepted((announced,))


@part.decides(v.SetTimeLimit, by=DIRECTORS, slot=lambda rules: rules.sessions.pace)
def _time_limit(tournament: Tournament, command: v.SetTimeLimit, given: Given) -> Ruling:
    """Reading TP15, 7-Up Baccarat 15.6.11: announced first, so from the next round on."""
    rules = tournament.rules
    clause = rules.wagering.time_limit or rules.sessions.pace or rules.sessions.ballot
    session = in_session(tournament, command.session, PLANNED, DRAFTED, PUBLISHED, RUNNING)
    if isinstance(session, Refused):
        return session
    if command.seconds < 0 or command.decision < 0:
        return Refused("not_a_time", clause, "a time limit is in seconds, or 0 for none")
    if command.decision and rules.sessions.out_of_time is None:
        return not_here(tournament, "decision that a player makes in a round")
    limit = v.TimeLimitSet(
        session.number, command.seconds, given.signature, clause, command.decision
    )
    return Accepted((limit,))


@part.decides(v.GiveDirection, by=DIRECTORS, slot=lambda rules: rules.sessions.pace)
def _direct(tournament: Tournament, command: v.GiveDirection, given: Given) -> Ruling:
    clause = tournament.rules.sessions.pace
    if clause is None:
        return not_here(tournament, "directions about the pace")
    session = in_session(tournament, command.session, RUNNING)
    if isinstance(session, Refused):
        return session
    if not command.direction.strip():
        return Refused("no_direction", clause, "say what is directed")
    direction = v.DirectionGiven(session.number, command.direction, given.signature, clause)
    return Accepted((direction,))


# What each fact changes


@part.folds(v.BreakCalled)
def _break_called(tournament: Tournament, event: v.BreakCalled) -> None:
    conduct = tournament.sessions[event.session - 1].conduct
    conduct.break_until_us = event.until_us
    conduct.paused_us += event.until_us - event.by.at_us


@part.folds(v.PlayResumed)
def _resumed(tournament: Tournament, event: v.PlayResumed) -> None:
    conduct = tournament.sessions[event.session - 1].conduct
    conduct.paused_us -= conduct.break_until_us - event.by.at_us
    conduct.break_until_us = 0


@part.folds(v.LimitsAnnounced)
def _announced(tournament: Tournament, event: v.LimitsAnnounced) -> None:
    tournament.sessions[event.session - 1].conduct.announced.add(event.round)


@part.folds(v.TimeLimitSet)
def _time_limit_set(tournament: Tournament, event: v.TimeLimitSet) -> None:
    conduct = tournament.sessions[event.session - 1].conduct
    conduct.seconds, conduct.decision_seconds = event.seconds, event.decision


@part.folds(v.DirectionGiven)
def _directed(tournament: Tournament, event: v.DirectionGiven) -> None:
    tournament.sessions[event.session - 1].conduct.direction = event.direction
