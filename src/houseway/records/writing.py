"""Writing a session as a record (`.hwr`) that plays through to the same end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from houseway.equipment.chips import STANDARD_CHIPS, money
from houseway.games.commands import BringChips, JoinTable
from houseway.games.events import RoundOpened
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.records.hwr import without_comment
from houseway.records.session import Session, Step


def write_record(session: Session, *, name: str = "") -> str:
    """The record of a session: what was said, round by round, and what became of each refusal."""
    game, setup = session.game, session.setup
    parts = [
        *_head(game, name),
        *_chips(setup),
        *_table("options", _changed(game, setup)),
        *_limits(game.limits, setup.limits),
        *_rounds(session),
    ]
    return "\n".join(parts) + "\n"


def _head(game: Game, name: str) -> Iterator[str]:
    yield f"document = {json.dumps(game.cite.id)}"
    if name:
        yield f"table = {json.dumps(name)}"


def _chips(setup: Setup) -> Iterator[str]:
    if setup.chips != STANDARD_CHIPS:
        yield f"chips = [{', '.join(money(each) for each in setup.chips.denominations)}]"


def _changed(game: Game, setup: Setup) -> dict[str, Any]:
    """The options other than the game's own."""
    chosen, usual = msgspec.to_builtins(setup.options), msgspec.to_builtins(game.options())
    return {name: value for name, value in chosen.items() if value != usual[name]}


def _table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    if values:
        yield f"\n[{name}]"
    for key, value in values.items():
        yield f"{key} = {_quoted(value)}"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _limits(usual: Limits, chosen: Limits) -> Iterator[str]:
    amounts = {
        name: getattr(chosen, name)
        for name in ("minimum", "maximum", "multiple", "differential")
        if getattr(chosen, name) != getattr(usual, name)
    }
    if amounts:
        yield "\n[limits]"
    for name, amount in amounts.items():
        yield f"{name} = {money(amount)}"
    for wager, line in chosen.lines.items():  # a record without them has none
        yield f"\n[limits.lines.{_quoted(wager)}]"
        yield f"minimum = {money(line.minimum)}\nmaximum = {money(line.maximum)}"
    if chosen.personal:
        yield "\n[limits.personal]"
    for patron, maximum in chosen.personal.items():
        yield f"{_quoted(patron)} = {money(maximum)}"


def _rounds(session: Session) -> Iterator[str]:
    for steps in _by_round(session.steps):
        lines = [line for step in steps for line in _step(session, step)]
        if lines:
            yield '\n[[rounds]]\nsteps = """'
            yield from map(_escaped, lines)
            yield '"""'
    if not session.is_between_rounds:
        yield f"next = {json.dumps(session.awaited.what)}"


def _escaped(line: str) -> str:
    if without_comment(line) != line.strip():
        raise ValueError(f"a record cannot hold this step, because # begins a comment: {line}")
    return line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _by_round(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """The steps, a new list with each round that is opened and said something of before."""
    current: list[Step] = []
    for step in steps:
        if any(isinstance(event, RoundOpened) for event in step.events) and current:
            yield current
            current = []
        current.append(step)
    yield current


def _step(session: Session, step: Step) -> Iterator[str]:
    if step.implied and not isinstance(step.command, JoinTable | BringChips):
        return
    usual = session.read(step.text)[0][1]
    yield step.text if usual == step.by else f"{step.by}: {step.text}"
    if step.refused:
        number = session.game.cite.number_of(step.refused.clause) if step.refused.clause else ""
        yield f"  -> refused {step.refused.code}" + (f" [{number}]" if number else "")
