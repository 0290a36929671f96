"""`houseway tournament`: a whole event from its conditions to the last prize.

Every command is a verb, made from its declaration (`generated`). Verbs that do more than give one
command, those that only look, and the trial run are written out here and in modules beside.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from houseway.cli import (
    answers,
    tournament_looking,
    tournament_sessions,
)
from houseway.cli.games import find_game
from houseway.cli.generated import add_verbs
from houseway.cli.shared import GameName, LogAddress, print_json, text_of
from houseway.cli.tournament_desk import (
    CANNOT,
    DIRECTOR,
    OPERATOR,
    TournamentDesk,
    TournamentHow,
    TournamentStream,
    app,
    given,
)
from houseway.games.commands import Command
from houseway.records.tournamentfile import read_tournament
from houseway.records.tournamentfile import template as template_of
from houseway.rulebook.parsing import json_as
from houseway.rulebook.roles import Role
from houseway.tournament import vocabulary as v
from houseway.tournament.session_vocabulary import PublishBallot
from houseway.tournament.tournament import MACHINE

__all__ = ["app", "tournament_looking", "tournament_sessions"]  # whose verbs are the app's as well


@app.command
def template(document: GameName, /, *, output: Path | None = None) -> int:
    """Write a file to begin with: example figures, and every item that the document asks for.

    Example: houseway tournament template tournament-blackjack --output spring.toml

    Parameters
    ----------
    output
        A new file; without it, the text is printed.
    """
    try:
        text = template_of(find_game(document))
        if output is None:
            print(text, end="")
        else:
            with output.open("x", encoding="utf-8") as file:
                file.write(text)
    except CANNOT as wrong:
        return answers.failed(document, wrong)
    return 0


@app.command
def new(
    address: LogAddress,
    stream: TournamentStream,
    file: Path,
    /,
    *,
    how: TournamentHow | None = None,
) -> int:
    """Open a tournament under its document and nominate the one in charge, for the operator.

    Example: houseway tournament new floor.db tournament/spring spring.toml --actor Gita

    Parameters
    ----------
    address
        A log: a file, or postgresql://...
    stream
        The tournament, such as tournament/spring.
    file
        What the tournament is, as TOML; its conditions are drafted by the director.
    """

    def work(desk: TournamentDesk) -> int:
        found = read_tournament(text_of(file))
        opened = v.OpenTournament(
            found.document, found.title, found.director, found.licence, found.published,
            found.reference,
        )  # fmt: skip
        return desk.order(opened)

    return given(address, stream, how, work, OPERATOR)


@app.command
def draft(
    address: LogAddress,
    stream: TournamentStream,
    file: Path,
    /,
    *,
    how: TournamentHow | None = None,
) -> int:
    """Draft the conditions, or a new version of them.

    Example: houseway tournament draft floor.db tournament/spring spring.toml --actor Dora

    Parameters
    ----------
    file
        The tournament (TOML), as houseway tournament template writes it.
    """

    def work(desk: TournamentDesk) -> int:
        found = read_tournament(text_of(file))
        if found.document != desk.tournament.slug:
            raise ValueError(f"{file} is for {found.document}, not {desk.tournament.slug}")
        return desk.order(v.DraftConditions(found.conditions))

    return given(address, stream, how, work)


@app.command
def approve(
    address: LogAddress,
    stream: TournamentStream,
    /,
    *,
    reference: str,
    how: TournamentHow | None = None,
) -> int:
    """Record an Inspector's written approval of the version that stands.

    Example: houseway tournament approve floor.db tournament/spring --reference INS-4 --actor Ines

    Parameters
    ----------
    reference
        The Inspector's reference.
    """

    def work(desk: TournamentDesk) -> int:
        return desk.order(v.ApproveConditions(desk.tournament.version, reference))

    return given(address, stream, how, work, Role.INSPECTOR)


@app.command
def publish(
    address: LogAddress,
    stream: TournamentStream,
    /,
    *,
    session: int = 0,
    how: TournamentHow | None = None,
) -> int:
    """Publish the conditions, or the seats that were drawn for a session.

    Example: houseway tournament publish floor.db tournament/spring --actor Dora

    Example: houseway tournament publish floor.db tournament/spring --session 1 --actor Dora

    Parameters
    ----------
    session
        Publish the seats of this session instead of the conditions.
    """
    command: Command = PublishBallot(session) if session else v.PublishConditions()
    return given(address, stream, how, lambda desk: desk.order(command))


@app.command
def order(
    address: LogAddress,
    stream: TournamentStream,
    text: str = "",
    /,
    *,
    how: TournamentHow | None = None,
) -> int:
    """Give any order of a tournament as JSON; without one, list them all with what they need.

    Example: houseway tournament order floor.db tournament/spring
    '{"type": "CallBreak", "session": 1, "minutes": 15}' --actor Dora

    Parameters
    ----------
    text
        The order as JSON; without it, all orders are listed.
    """
    if not text and how and how.as_data:
        print_json({kind.__name__: kind.__struct_fields__ for kind in MACHINE.commands})
        return 0
    if not text:
        for kind in MACHINE.commands:
            print(f"{kind.__name__}: {', '.join(kind.__struct_fields__) or 'nothing'}")
        return 0
    return given(address, stream, how, lambda desk: desk.order(_read(text)), DIRECTOR)


def _read(text: str) -> Command:
    try:
        kind = json_as(text, _Kind).type
        found = next(each for each in MACHINE.commands if each.__name__ == kind)
        return json_as(text, found)
    except StopIteration:
        raise ValueError(f"{kind} is no order of a tournament") from None
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"not an order: {wrong}") from wrong


class _Kind(msgspec.Struct):
    type: str


def _usual(kind: type[Command]) -> Role:
    """The role in which a command is given unless another is named."""
    roles = MACHINE.commands[kind].roles
    if DIRECTOR in roles or not roles:
        return DIRECTOR if roles else OPERATOR
    return min(roles, key=list(Role).index)


def _give(
    address: LogAddress,
    stream: TournamentStream,
    how: TournamentHow | None,
    kind: type[Command],
    make: Callable[[], Command],
) -> int:
    return given(address, stream, how, lambda desk: desk.order(make()), _usual(kind))


ABOUT = {
    "group": "Any command",
    "example": "tournament {} floor.db tournament/spring",
    "stream": "The tournament, such as tournament/spring.",
}
add_verbs(app, MACHINE.commands, _give, TournamentHow, ABOUT)
