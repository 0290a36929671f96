"""A game whose round has one random result, such as a roll of dice: all of it but the result.

The dealer opens betting, calls NO MORE BETS, brings the result about and settles. Everybody wagers
on the same areas. A game adds the command that reports the result (`ResultStep`), an event for it,
and the line of its odds by which a wager wins (`OneResultRules.line_won`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import house, layout, wagering
from houseway.games.chance import next_wager
from houseway.games.edition import EditionRules, game_by
from houseway.games.felt import Spot, spot
from houseway.games.game import Awaits, Game, May, NoOptions, Pick, WagerLine, accept
from houseway.games.house import BETTING, BETWEEN, back_to
from houseway.games.layout import Folds, Layout, end_round, sets
from houseway.games.limits import Limits
from houseway.games.settling import Verdict, settle_by
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Pays, Paytable
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

CLOSED, SHOWN = "no more bets", "result shown"


class RoundRules(Struct, frozen=True):
    """The clauses of a round. `locked`: no wager is placed or changed after the call."""

    open: Clause
    wager: Clause
    close: Clause
    locked: Clause
    result: Clause
    settle: Clause
    lost: Clause


class OneResultRules(EditionRules, frozen=True, kw_only=True, dict=True):
    """All that a ruling reads. A wager has one line of odds or several, as `lines_of` says."""

    wagers: Mapping[str, Clause]
    odds: Paytable[str]
    round: RoundRules

    def lines_of(self, wager: str) -> tuple[Pays[str], ...]:
        """The lines of the odds by which a wager can win."""
        return (self.odds[wager],)

    def line_won(self, wager: str, result: Any) -> Pays[str] | None:
        """The line by which a wager wins; None where it loses."""
        raise NotImplementedError


@dataclass(slots=True)
class OneResultPlay:
    """A table: its wagers, and the round under way or just over.

    A game adds its `result`, None until it is reported, and `rules` and `cite` of its edition.
    """

    options: NoOptions
    limits: Limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0


class ResultStep(NamedTuple):
    """What the dealer does for a result: `what` and `to` as in `Awaits`, and the commands for it.

    `draw` is the command of a virtual or practice table, with the result that `pick` brings.
    """

    what: str
    to: str
    sentence: str
    commands: tuple[type[c.Command], ...]
    draw: Callable[[Pick], c.Command]


# Rulings


def not_at(play: Any, stage: str, clause: Clause) -> Refused | None:
    if play.stage == stage:
        return None
    return Refused("not_next", clause, f"the table is at: {play.stage}")


def open_betting(play: Any, command: c.OpenBetting, by: Role) -> Ruling:
    clause = play.rules.round.open
    return not_at(play, BETWEEN, clause) or accept(e.BettingOpened(play.round + 1, clause))


def call_no_more_bets(play: Any, command: c.CallNoMoreBets, by: Role) -> Ruling:
    clause = play.rules.round.close
    if refused := not_at(play, BETTING, clause):
        return refused
    if not play.layout.wagers:
        return accept(e.NoRoundBegun(play.round, clause))
    return accept(e.BettingClosed(clause))


def show_result(play: Any, event: e.Event, result: str, shown: dict[str, str]) -> Ruling:
    """Accept a result that is reported after the call, with what the dealer announces."""
    clause = play.rules.round.result
    refused = not_at(play, CLOSED, clause)
    return refused or accept(event, e.ResultAnnounced(result, shown, clause))


def settle_wagers(play: Any, command: c.SettleWagers, by: Role) -> Ruling:
    clause = play.rules.round.settle
    if refused := not_at(play, SHOWN, clause):
        return refused
    verdicts = {wager: _verdict(play, wager) for _, _, wager in play.layout.wagers}
    lines = settle_by(play, verdicts, play.layout.wagers.items())
    return accept(*lines, e.RoundEnded(play.round, clause))


def _verdict(play: Any, wager: str) -> Verdict:
    line = play.rules.line_won(wager, play.result)
    if line is None:
        return Verdict("loses", None, (play.rules.round.lost,))
    return Verdict("wins", line.odds, (play.rules.wagers[wager], line.clause))


def orders(rules: OneResultRules) -> dict[type[c.Command], May]:
    """The commands on wagers and on the round."""
    clauses = rules.round
    areas = wagering.on_areas(
        limits=rules.limit_rules,
        chips=clauses.wager,
        offered=lambda play: rules.wagers,
        locked=lambda play: not_at(play, BETTING, clauses.locked),
        found=lambda play: not_at(play, CLOSED, clauses.locked),
    )
    return {
        **wagering.orders(areas, PATRONS | DEALERS, clauses.wager, STAFF, clauses.wager),
        c.OpenBetting: May(DEALERS, clauses.open, open_betting),
        c.CallNoMoreBets: May(DEALERS, clauses.close, call_no_more_bets),
        c.SettleWagers: May(DEALERS, clauses.settle, settle_wagers),
    }


# What each event changes


def _opened(play: Any, event: e.BettingOpened) -> None:
    play.stage, play.round, play.result = BETTING, event.round, None


def _ended(play: Any, event: e.RoundEnded) -> None:
    end_round(play.layout, number=event.round, counts=True)
    play.stage = BETWEEN


def _voided(play: Any, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if play.stage != BETWEEN:
        end_round(play.layout, number=event.round, counts=False)
    play.stage = BETWEEN


EVOLVE: Folds = {
    **layout.EVOLVE,
    **house.EVOLVE,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.BettingClosed: sets(stage=CLOSED),
    e.ResultAnnounced: sets(stage=SHOWN),
    e.RoundEnded: _ended,
    e.RoundVoided: _voided,
}

# What comes next, and what people see


def awaits(step: ResultStep, play: Any) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    clauses, dealer = play.rules.round, Role.DEALER
    if play.stage == BETWEEN:
        command: c.Command = c.OpenBetting()
        return Awaits("open", dealer, clauses.open, "open betting", command, (c.OpenBetting,))
    if play.stage == BETTING:
        call = c.CallNoMoreBets() if play.layout.wagers else None
        kinds = (c.PlaceWager, c.ChangeWager, c.WithdrawWager, c.CallNoMoreBets)
        return Awaits("wagers", Role.PATRON, clauses.wager, "wagers may be placed", call, kinds)
    if play.stage == CLOSED:
        what, to, sentence, commands, _ = step
        every: tuple[type[c.Command], ...] = (*commands, c.FindWager)
        return Awaits(what, dealer, clauses.result, sentence, None, every, to)
    command = c.SettleWagers()
    return Awaits("settle", dealer, clauses.settle, "collect and pay", command, (c.SettleWagers,))


def supply(step: ResultStep, play: Any, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """The result, or a wager of a practice patron."""
    if awaited.what == step.what:
        return step.draw(pick), Role.DEALER
    return next_wager(play, spots(play, ""), pick)


def wager_lines(rules: OneResultRules, options: Any) -> tuple[WagerLine, ...]:
    """Every wager with the lines by which it can win, for the sign, the layout and the lists."""
    return tuple(
        WagerLine(wager, pays.case, pays.odds, pays.clause)
        for wager in rules.wagers
        for pays in rules.lines_of(wager)
    )


def sign(play: Any) -> tuple[tuple[str, Clause], ...]:
    least, most = dollar_text(play.limits.minimum), dollar_text(play.limits.maximum)
    text = f"{least} to {most} on each area"
    if play.limits.multiple:
        text = f"{text}, in steps of {dollar_text(play.limits.multiple)}"
    return ((text, play.rules.limit_settings["limits"].clause),)


def spots(play: Any, patron: str) -> tuple[Spot, ...]:
    return tuple(spot(play.limits, patron, wager) for wager in play.rules.wagers)


def game_of(
    rules: OneResultRules,
    play: type[OneResultPlay],
    *,
    step: ResultStep,
    judges: ModuleType,
    events: Folds,
    **others: Any,
) -> Game:
    """Make the game of an edition.

    `judges` is the module whose `ORDERS` are the game's own commands; `events` are its own events.
    `others` are further fields of `Game`, among them `module` and `felt`.
    """
    fields = {
        "options": NoOptions,
        "wagers": wager_lines,
        "sign": sign,
        "spots": spots,
        "awaits": partial(awaits, step),
        "supply": partial(supply, step),
        "secret_per_round": True,
        **others,
    }
    return game_by(
        rules,
        play,
        slots=orders(rules),
        judges=(judges,),
        events={**EVOLVE, **events},
        **fields,
    )
