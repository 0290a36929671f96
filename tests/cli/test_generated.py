"""Verbs made from commands: every command of a tournament and a promotion can be typed."""

from __future__ import annotations

import pytest
from cyclopts import App
from msgspec.structs import fields

from houseway.cli import promotion, tournament
from houseway.cli.generated import moment, verb
from houseway.games.commands import Command
from houseway.promotion.promotion import MACHINE as PROMOTION
from houseway.tournament.entry_vocabulary import AcceptEntry, RecordCommissionApproval
from houseway.tournament.session_vocabulary import CallBreak, ChangeStart, DraftBallot
from houseway.tournament.tournament import MACHINE as TOURNAMENT

CASES = [
    *((tournament.app, kind) for kind in TOURNAMENT.commands),
    *((promotion.app, kind) for kind in PROMOTION.commands),
]


@pytest.mark.parametrize(("app", "kind"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_every_command_is_a_verb_with_an_option_for_each_field(
    app: App, kind: type[Command]
) -> None:
    found = app[verb(kind)]
    options = {name for each in found.assemble_argument_collection() for name in each.names}
    for field in fields(kind):
        if field.name not in kind.hidden:
            assert f"--{field.name.removesuffix('_us').replace('_', '-')}" in options
    assert f"houseway {app.name[0]} {verb(kind)} " in found.help


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[Command]:
    """What the verbs make of the command line, without a log behind them."""
    made: list[Command] = []

    def given(_address: str, _stream: str, _how: object, work: object, _office: object) -> int:
        class Desk:
            order = staticmethod(made.append)

        work(Desk)  # type: ignore[operator]
        return 0

    monkeypatch.setattr(tournament, "given", given)
    return made


# fmt: off
LINES = [
    ("call-break --session 1 --minutes 15", CallBreak(1, 15)),
    ("change-start --session 2 --starts 1970-01-01T10:00:01+10:00", ChangeStart(2, 1_000_000)),
    ("accept-entry --person p --name Ana --paid 27.50 --copy-given",
     AcceptEntry("p", "Ana", 27_50, copy_given=True)),
    ("record-commission-approval --reference G --amount 0 --hundredths 2.5",
     RecordCommissionApproval("G", 0, 250)),
]
# fmt: on


@pytest.mark.parametrize(("line", "wanted"), LINES, ids=lambda value: str(value)[:20])
def test_values_are_typed_as_people_write_them(
    typed: list[Command], line: str, wanted: Command
) -> None:
    name, *rest = line.split()
    tournament.app([name, "floor.db", "tournament/spring", *rest], result_action="return_value")
    assert typed == [wanted]


def test_what_has_parts_of_its_own_is_json(typed: list[Command]) -> None:
    words = ["draft-ballot", "floor.db", "tournament/spring", "--session", "1", "--seed", ""]
    tables = '{"table": "1", "boxes": [1, 2], "players": 2}'
    tournament.app([*words, "--tables", tables], result_action="return_value")
    (made,) = typed
    assert isinstance(made, DraftBallot)
    assert made.tables[0].boxes == (1, 2)


def test_a_value_that_cannot_be_read_names_its_option(typed: list[Command]) -> None:
    words = ["accept-entry", "floor.db", "tournament/spring", "--person", "p", "--name", "Ana"]
    with pytest.raises(ValueError, match="--paid: "):
        tournament.app([*words, "--paid", "many"], result_action="return_value")
    with pytest.raises(ValueError, match="is not a time such as"):
        moment("tomorrow")
