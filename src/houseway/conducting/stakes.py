"""Stakes at a table that serves a session, as the tournament learns them."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.conducting.at import At
from houseway.conducting.tables import HALF, UNIT
from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import stages
from houseway.games.commands import Command
from houseway.rulebook.ruling import Refused
from houseway.tournament import form_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import ANNOUNCING, BETTING, Round

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
    return at.table.play.stage in (stages.BETTING, stages.BEFORE_SPIN, stages.SPINNING)


def _corrected(at: At, entry: int) -> list[Command]:
    """7-Up Baccarat 15.6.14: what was found to lie there, where stakes are in units."""
    one = at.after.layout.of(at.person(entry))
    if at.rules.wagering.multiples is None or not isinstance(at.order.command, c.FindWager):
        return []
    if len(one) != 1:
        return []
    return [w.FindStake(at.session.number, entry, sum(one.values()) // UNIT)]
