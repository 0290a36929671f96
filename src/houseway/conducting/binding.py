"""What a tournament allows at a table that serves it, and what it learns there (reading TP30).

Events are judged, not commands: however a wager comes about (a patron's, staff's, a correction's),
it is this player's, from this box, in this turn. The clauses are those of the tournament.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from houseway.conducting import tables
from houseway.conducting.tables import HALF, UNIT, At, held, in_units
from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game, house
from houseway.games.commands import Command
from houseway.games.fields import as_halves
from houseway.games.house import LimitsSet
from houseway.games.limits import Limits
from houseway.games.machine import Given
from houseway.games.shoe_state import ShuffleDue
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.money import ChipsTakenAway
from houseway.table.table import decide, evolve
from houseway.table.vocabulary import TableOpened
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.standing import game_of, in_session, issued_at, limits, limits_clause
from houseway.tournament.state import ANNOUNCING, BETTING, PLAYING, RUNNING, Round
from houseway.tournament.tournament import learn
from houseway.tournament.undisclosed import announced_wager

# Rounds at a table that serves a session: opened, closed, void, counted.

_MOVES_CHIPS = (
    e.Settlement, e.SettlementReversed, e.SettlementUndone, e.SettlementCorrected, e.RoundEnded,
)  # fmt: skip


def opened(at: At) -> Refused | list[Command]:
    """Betting opens with a round of the session; a round without wagers only needs a session."""
    if at.happens(e.BettingOpened):
        return _nobody_left(at) or [w.OpenRound(at.session.number, at.name)]
    if at.happens(e.RoundOpened):
        session = in_session(at.tournament, at.session.number, RUNNING)
        return session if isinstance(session, Refused) else []
    return []


def _nobody_left(at: At) -> Refused | None:
    """Nobody can stake the minimum: the round that finds so begins no betting."""
    given = Given(at.order.by, at.order.actor, at.at_us)
    ruling = learn(at.tournament, w.OpenRound(at.session.number, at.name), given)
    if isinstance(ruling, Refused) or any(isinstance(x, w.RoundBegun) for x in ruling.events):
        return None
    sentence = f"nobody at table {at.name} can stake the minimum: open the round on the record"
    return Refused("nobody_left", at.rules.wagering.elimination, sentence)


def confirmed(at: At) -> list[Command]:
    """That someone stakes nothing is confirmed once, at the table."""
    round, number = at.round, at.session.number
    if round is None or round.phase != BETTING:
        return []
    people = [each.patron for each in at.events if isinstance(each, e.NoWagerConfirmed)]
    entries = [at.served.persons.get(each, 0) for each in people]
    waiting = set(at.players) - round.nothing  # who is out, and still there, makes no wager anyway
    return [w.ConfirmNoStake(number, entry) for entry in entries if entry in waiting]


def closed(at: At) -> Refused | list[Command]:
    """No more bets, or the first card without that call."""
    round, forms = at.round, at.rules.wagering.undisclosed
    if round is not None and at.happens(e.NoRoundBegun):
        return _without_wagers(at, round)
    if round is None or not at.happens(e.BettingClosed, e.NoMoreBetsCalled):
        return []
    left = [entry for entry, form in round.forms.items() if not form.placed]
    if left and forms and at.happens(e.BettingClosed):
        first = "" if round.phase == ANNOUNCING else "call no more bets: "
        sentence = f"the undisclosed wager of {at.tournament.who(left[0])} is announced and placed"
        return Refused("round_under_way", forms.steps, f"{first}{sentence} first")
    if round.phase != BETTING:
        return []
    if refused := _form_not_placed(at, round):
        return refused
    return _void_stake_lies(at, round) or [w.CloseBetting(at.session.number, at.name)]


def _form_not_placed(at: At, round: Round) -> Refused | None:
    """Examine the forms as the layout now lies: after the call nothing can be changed any more.

    What a form says, the answer does not: it is the same whatever is wrong with it.
    """
    forms = at.rules.wagering.undisclosed
    if forms is None or not round.forms:
        return None
    table = deepcopy(at.table)
    for entry, form in round.forms.items():
        person, box = at.person(entry), at.session.seats[entry].box
        command = announced_wager(table.play, person, box, form)
        ruling = decide(table, command, Role.PATRON, at.at_us, person)
        if isinstance(ruling, Refused):
            sentence = f"examine the form of {at.tournament.who(entry)} again, and return it"
            return Refused("form_not_examined", forms.examined, sentence)
        for event in ruling.events:
            evolve(table, event)
    return None


def _without_wagers(at: At, round: Round) -> Refused | list[Command]:
    """No more bets over an empty layout: the round of the record does not take place either."""
    waiting = [entry for entry in round.order if not round.settled(entry)]
    if waiting:
        sentence = f"{at.tournament.who(waiting[0])} has staked nothing yet"
        return Refused("wagers_outstanding", at.rules.wagering.minimum, sentence)
    if round.forms:
        sentence = "every wager is on a form: close the betting on the record of the tournament"
        return Refused("round_under_way", at.rules.wagering.minimum, sentence)
    return [w.DeclareRoundVoid(at.session.number, at.name, "nobody wagered")]


def _void_stake_lies(at: At, round: Round) -> Refused | None:
    for entry in round.nothing:
        if at.table.play.layout.of(at.person(entry)):
            sentence = f"the stake of {at.tournament.who(entry)} is void and goes back first"
            return Refused("void_stake_lies", at.rules.wagering.out_of_turn, sentence)
    return None


def waited_for(at: At) -> list[Command]:
    """The clock of a decision begins when the table comes to wait for a player (reading TP15)."""
    round, game = at.round, at.table.game
    if round is None or round.phase != PLAYING or not round.decision_seconds:
        return []
    before, now = game.awaits(at.table.play), game.awaits(at.after)
    entry = at.served.persons.get(now.who, 0)
    mine = before.who != now.who or getattr(at.order.command, "patron", "") == now.who
    decides = bool(now.choices) or now.what in ("choose", "set")
    if entry not in at.players or not decides or not mine:
        return []
    return [w.AwaitDecision(at.session.number, entry)]


def excluded(at: At) -> list[Command]:
    """Reading TP21: from the game is from the rest of the tournament."""
    people = [each.patron for each in at.events if isinstance(each, e.PatronExcluded)]
    entries = [at.served.persons.get(each, 0) for each in people]
    return [
        w.Disqualify(at.session.number, entry, "contravention", "excluded at the table")
        for entry in entries
        if entry in at.players and at.session.phase == RUNNING
    ]


def counted(at: At) -> Iterator[Command]:
    """After a round everybody holds what the table says; also where an earlier one is corrected."""
    if not at.happens(*_MOVES_CHIPS) or at.session.phase != RUNNING:
        return
    ended, layout = at.happens(e.RoundEnded), at.after.layout
    if at.round is not None and ended:
        void = at.round.phase == BETTING or at.after.round in layout.voided
        yield _void(at) if void else _count(at)
    elif at.round is None and not layout.wagers and _differ(at):
        yield _count(at)
    over = at.happens(ShuffleDue) and (at.round is None or ended)
    if over and at.tournament.stage_of(at.session).shoes:
        yield s.ReportShoe(at.session.number, at.name)


def _void(at: At) -> Command:
    stays = at.rules.wagering.marker_stays
    ends = [each for each in at.events if isinstance(each, e.RoundEnded)]
    misdeal = stays is not None and any(each.clause == stays for each in ends)
    reason = "misdeal at the table" if misdeal else "void at the table"
    return w.DeclareRoundVoid(at.session.number, at.name, reason, misdeal)


def _differ(at: At) -> bool:
    chips = at.after.layout.chips
    return any(chips.get(at.person(each), 0) != at.issued(each) for each in at.players)


def _count(at: At) -> Command:
    layout, number = at.after.layout, at.session.number
    counts = {each: in_units(layout.chips.get(at.person(each), 0)) for each in at.players}
    for each in at.round.absent if at.round else ():
        if each in counts:  # the minimum was deducted on the record; the chip goes back by hand
            counts[each] = at.session.chips[each]
    taken = _collected(at)
    if at.floor.among:
        staked = at.round.staked if at.round else {}
        last = tuple(r.Emptied(each, staked.get(each, 0)) for each in taken)
        return r.RecordAdditionalRound(number, counts, last)
    issued = issued_at(at.tournament, at.session, at.name)
    won = as_halves(issued - sum(counts.values()) - at.floor.missing)
    empty = tuple(each for each in taken if not counts[each])
    return s.CountTable(number, at.name, tuple(counts.items()), won, "table", empty)


def _collected(at: At) -> list[int]:
    """Players in the order in which their last chips of the round were collected."""
    last = dict[int, int]()
    for place, line in enumerate(at.after.layout.past.get(at.after.round, ())):
        entry = at.served.persons.get(line.patron, 0)
        if line.collected and entry in at.players:
            last[entry] = place
    return sorted(last, key=lambda each: last[each])


# How a table that serves a session is set: its game, its sign, its chips, what people hold.


def refusal(at: At) -> Refused | None:
    for event in at.events:
        refused = None
        if isinstance(event, TableOpened):
            options = game(event.edition).options(**event.options)
            refused = _not_the_game(at, event.edition, options) or _sign(at, event.limits)
            refused = refused or _pairs(at, options) or _chips(at, event.chips)
        elif isinstance(event, LimitsSet):
            refused = _sign(at, event.limits)
        elif isinstance(event, e.BettingOpened):
            refused = _round(at)
        elif isinstance(event, e.ChipsBrought):
            refused = _issued(at, event.patron, event.amount)
        elif isinstance(event, ChipsTakenAway):
            refused = _returned(at, event.patron, event.amount)
        if refused:
            return refused
    return None


def _round(at: At) -> Refused | None:
    """A round begins at a table as the conditions have it, with the chips that were issued."""
    table = at.table
    denominations = tuple(table.play.chips.denominations)
    options = table.play.options
    refused = _not_the_game(at, table.edition, options) or _pairs(at, options)
    refused = refused or _chips(at, denominations)
    return refused or _sign(at, table.play.limits, now=True) or _not_all_hold(at)


def _not_the_game(at: At, edition: str, options: object) -> Refused | None:
    """One rule set a tournament; and chips that are issued, never money."""
    wanted, found = game_of(at.tournament, at.session), game(edition)
    if found.slug != wanted.slug:
        sentence = f"the session is played in {wanted.cite.title}, not {found.cite.title}"
        return Refused("another_game", at.rules.conditions.wanted, sentence)
    if found.table.money.issued_only(options) is None:
        sentence = "the table is set for money: open it for tournament use"
        return Refused("not_a_tournament_table", at.rules.wagering.no_exchange, sentence)
    return None


def _pairs(at: At, options: object) -> Refused | None:
    """Every table offers Perfect Pairs, or none does, as the conditions say."""
    offered, pairs = at.tournament.conditions.perfect_pairs, getattr(options, "pairs", None)
    if offered is None or pairs is None or offered == (pairs != "none"):
        return None
    clauses = (each.clause for each in at.rules.conditions.items if each.key == "perfect pairs")
    sentence = f"the conditions have Perfect Pairs {'offered' if offered else 'not offered'}"
    return Refused("pairs_differ", next(clauses, None), sentence)


def _chips(at: At, denominations: tuple[int, ...]) -> Refused | None:
    parts = [each for each in denominations if each % UNIT]
    if not parts:
        return None
    sentence = f"chips of {dollar_text(parts[0])} are parts of a tournament chip"
    return Refused("not_whole_units", at.rules.ranking.count, sentence)


def _sign(at: At, sign: Limits, *, now: bool = False) -> Refused | None:
    """The conditions' limits stand on the sign: those of the next round, or of this one."""
    number = at.session.round.get(at.name, 0)
    rounds = (number + 1,) if now else (number, number + 1)
    wanted = [limits(at.tournament, at.session, each) for each in rounds]
    least, most = wanted[-1]
    clause = limits_clause(at.tournament)
    if sign.personal or sign.personal_minimums or sign.protected:
        return Refused("limits_differ", clause, "in a tournament nobody has limits of their own")
    if (sign.minimum, sign.maximum) not in [(a * UNIT, b * UNIT) for a, b in wanted]:
        shown = f"{dollar_text(sign.minimum)} to {dollar_text(sign.maximum)}"
        sentence = f"the conditions say {least} to {most} for round {number + 1}, not {shown}"
        return Refused("limits_differ", clause, sentence)
    above = [name for name, line in sign.lines.items() if line.maximum > sign.maximum]
    if above:
        sentence = f"the sign has more than {most} for {above[0]}; the conditions say {most}"
        return Refused("limits_differ", clause, sentence)
    return None


def _not_all_hold(at: At) -> Refused | None:
    for entry in at.players:
        found = held(at.table.play.layout, at.person(entry))
        if found != at.issued(entry):
            here = f"{in_units(found)} at the table"
            who = at.tournament.who(entry)
            sentence = f"{who} holds {in_units(at.issued(entry))} by the record and {here}"
            return Refused("chips_not_issued", _only_issued(at), f"{sentence}: issue or return")
    return None


def _issued(at: At, person: str, amount: int) -> Refused | None:
    """Only what the session issued or left to someone comes to the table."""
    entry = at.served.persons[person]
    if at.session.phase != RUNNING:
        sentence = f"chips are issued when session {at.session.number} has begun"
        return Refused("chips_not_issued", _only_issued(at), sentence)
    total = held(at.table.play.layout, person) + amount
    return None if total == at.issued(entry) else _not_as_issued(at, entry, total)


def _returned(at: At, person: str, amount: int) -> Refused | None:
    """What is above the record goes back; all of it once someone is out or the session is over."""
    entry = at.served.persons.get(person, 0)
    left = held(at.table.play.layout, person) - amount
    if at.session.phase != RUNNING or entry not in at.players or left == at.issued(entry):
        return None
    return _not_as_issued(at, entry, left)


def _not_as_issued(at: At, entry: int, total: int) -> Refused:
    who, issued = at.tournament.who(entry), in_units(at.issued(entry))
    sentence = f"{who} holds {issued} by the record; this would make it {dollar_text(total)}"
    return Refused("not_as_issued", _only_issued(at), sentence)


def _only_issued(at: At) -> Clause:
    return at.rules.wagering.enlarging or at.rules.wagering.no_exchange


# Stakes at a table that serves a session, as the tournament learns them.

_BY_PLAYERS = (e.WagerPlaced, e.WagerChanged, e.WagerMoved, e.WagerWithdrawn)
_BY_THE_HOUSE = (e.WagerVoided, e.WagerForfeited)
_BETTING = (c.PlaceWager, c.ChangeWager, c.MoveWager, c.WithdrawWager)


def stake_commands(at: At) -> Refused | list[Command]:
    """What the tournament learns of wagers, one command for each player concerned."""
    found = list[Command]()
    for entry in _touched(at):
        refused = _not_in_units(at, entry)
        learned = refused or _of(at, entry)
        if isinstance(learned, Refused):
            return learned
        found += learned
    return found


def _touched(at: At) -> list[int]:
    kinds = (*_BY_PLAYERS, *_BY_THE_HOUSE)
    people = dict.fromkeys(each.patron for each in at.events if isinstance(each, kinds))
    entries = [at.served.persons[each] for each in people if each in at.served.persons]
    return [each for each in entries if each in at.players]


def _not_in_units(at: At, entry: int) -> Refused | None:
    """Stakes are whole chips; after betting, half chips too where half of a stake is paid."""
    later = at.round is not None and at.round.phase not in (BETTING, ANNOUNCING)
    step = HALF if later and at.table.game.halves else UNIT
    for (_, _, wager), stake in at.after.layout.of(at.person(entry)).items():
        if stake % step:
            sentence = f"{dollar_text(stake)} on {wager} is not in whole tournament chips"
            return Refused("not_whole_units", at.rules.wagering.minimum, sentence)
    return None


def _of(at: At, entry: int) -> Refused | list[Command]:
    round = at.round
    if round is None or round.phase == BETTING:
        return _learned(at, entry, round)
    if round.phase == ANNOUNCING:
        return _announced(at, entry, round)
    if isinstance(at.order.command, _BETTING):
        return _after_closing(at, entry, round)
    return _corrected(at, entry)


def _learned(at: At, entry: int, round: Round | None) -> Refused | list[Command]:
    lies = at.after.layout.of(at.person(entry))
    if not lies and round is not None and entry in round.nothing:
        return []  # a stake that was declared void goes back
    by_player = any(
        isinstance(each, _BY_PLAYERS) and each.patron == at.person(entry) for each in at.events
    )
    boxes = {box for _, box, _ in lies} or {0}
    counting = dict(_counting(at, entry))
    game = at.table.game
    risk = game.risk(game.rules, at.after.options, counting) if counting else 0
    return [
        w.LearnStake(
            at.session.number, entry, tuple(counting.items()), sum(lies.values()) // UNIT, risk,
            max(boxes), by_house=not by_player,
        )
    ]  # fmt: skip


def _counting(at: At, entry: int) -> Iterator[tuple[str, int]]:
    """What counts of each wager, in units: no more than the sign allows, in whole steps."""
    person, game, limits = at.person(entry), at.table.game, at.after.limits
    totals = dict[str, int]()
    for (_, _, wager), stake in at.after.layout.of(person).items():
        totals[wager] = totals.get(wager, 0) + min(stake, game.line_of(limits, wager).maximum)
    yield from ((wager, stake // UNIT) for wager, stake in totals.items())


def _announced(at: At, entry: int, round: Round) -> Refused | list[Command]:
    """7-Up Baccarat 15.8.2.6 and 15.8.2.7: the wager that was announced, and nothing else."""
    form, forms = round.forms.get(entry), at.rules.wagering.undisclosed
    who, person = at.tournament.who(entry), at.person(entry)
    placed = [each for each in at.events if isinstance(each, _BY_PLAYERS)]
    asked = form and form.announced and not form.placed and [
        (person, form.on, form.amount * UNIT)
    ]  # fmt: skip
    if asked and [(e_.patron, e_.wager, _added(e_)) for e_ in placed] == asked:
        return [f.PlaceAnnounced(at.session.number, entry)]
    clause = forms.closed if forms else at.rules.wagering.minimum
    sentence = f"{who} places the wager that was announced, and nothing else is changed"
    return Refused("round_not_betting", clause, sentence)


def _added(event: e.Event) -> int:
    before = event.before if isinstance(event, e.WagerChanged) else 0
    return getattr(event, "amount", 0) - before


def _after_closing(at: At, entry: int, round: Round) -> Refused | list[Command]:
    """Betting is closed by the call. Where a spin was void, the table has opened it again."""
    rules = at.rules.wagering
    if _open_again(at) and rules.undisclosed is None:
        learned = _learned(at, entry, round)
        if isinstance(learned, Refused):
            return learned
        return [w.LearnReopening(at.session.number, at.name), *learned]
    withdrawn = isinstance(at.order.command, c.WithdrawWager)  # where an irregularity lets people
    if not _open_again(at) and (withdrawn or entry in round.staked):
        return []
    who, clause = at.tournament.who(entry), rules.turn or rules.minimum
    closed = rules.undisclosed.closed if rules.undisclosed else clause
    return Refused("round_not_betting", closed, f"betting is closed: {who} wagers no more")


def _open_again(at: At) -> bool:
    return at.table.play.stage in (house.BETTING, house.BEFORE_SPIN, house.SPINNING)


def _corrected(at: At, entry: int) -> list[Command]:
    """7-Up Baccarat 15.6.14: what was found to lie there, where stakes are in units."""
    one = at.after.layout.of(at.person(entry))
    if at.rules.wagering.multiples is None or not isinstance(at.order.command, c.FindWager):
        return []
    if len(one) != 1:
        return []
    return [w.FindStake(at.session.number, entry, sum(one.values()) // UNIT)]


def judged(at: At) -> Refused | tuple[Command, ...]:
    """Why the events may not happen, or the commands by which the tournament learns of them."""
    if at.table.play is None:  # it is being opened
        return refusal(at) or ()
    refused = tables.refusal(at) or refusal(at)
    if refused:
        return refused
    found = list[Command]()
    for part in (opened, confirmed, stake_commands, closed):
        learned = part(at)
        if isinstance(learned, Refused):
            return learned
        found += learned
    return (*found, *waited_for(at), *excluded(at), *counted(at))
