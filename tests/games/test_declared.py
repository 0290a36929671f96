"""What a command is, is declared on its class: title, group, keys, and what consoles need of it."""

from __future__ import annotations

import re
from operator import attrgetter

import pytest

from houseway.cli.roles import matrix
from houseway.games import game, slugs
from houseway.games.base_commands import Command, SettingCommand, WagerCommand
from houseway.games.fields import kinds_of
from houseway.games.machine import May
from houseway.promotion.promotion import MACHINE as PROMOTION
from houseway.rulebook.roles import Role
from houseway.table.offers import offers
from houseway.table.table import MACHINE as TABLE
from houseway.table.view import Viewer
from houseway.tournament.tournament import MACHINE as TOURNAMENT
from houseway.tournament.vocabulary import TournamentCommand
from tests.table.tables import table

GAMES = {kind: may for slug in slugs() for kind, may in game(slug).orders.items()}
EVERY = [*GAMES, *TABLE.commands, *TOURNAMENT.commands, *PROMOTION.commands]


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_command_has_a_title_and_a_group(kind: type[Command]) -> None:
    assert re.fullmatch(r"[A-Z][^…{}\[\]]+[^ :,]", kind.title)
    assert not re.search(r" (of|to|by|a|an|the|at|for|with|as|from)$", kind.title)
    assert kind.group.section


@pytest.mark.parametrize("slug", slugs())
def test_what_patrons_do_themselves_is_said_to_them(slug: str) -> None:
    own = [kind for kind, may in game(slug).orders.items() if Role.PATRON in may.roles]
    assert own
    assert not [kind.__name__ for kind in own if kind.own_title.startswith("A patron")]


def test_a_title_does_not_follow_the_name_of_a_class() -> None:
    class Renamed(WagerCommand, frozen=True):
        dispute: int = 0
        sentence = "decide dispute {dispute:number}: {decision:words}"

    assert Renamed.title == Renamed.own_title == "Decide a dispute"


def test_a_key_is_one_letter_and_a_call_has_one() -> None:
    for kind in EVERY:
        assert len(kind.key) <= 1
        assert not kind.call or kind.key


def test_a_tournament_command_needs_a_part_of_the_rules_that_there_is() -> None:
    rules = game("seven-up-baccarat").tournament
    kinds = [kind for kind in TOURNAMENT.commands if issubclass(kind, TournamentCommand)]
    assert len(kinds) == len(TOURNAMENT.commands)
    for kind in kinds:
        if kind.only_with:
            attrgetter(kind.only_with)(rules)


def test_amounts_are_money_or_tournament_chips() -> None:
    """A field that is money is declared so: nothing is shown or read by the name of its field."""
    events = [kind for slug in slugs() for kind in game(slug).events]
    events += [kind for each in (TABLE, TOURNAMENT, PROMOTION) for kind in each.events]
    for kind in (*EVERY, *events):
        if "amount" in kind.__struct_fields__:
            assert kinds_of(kind)["amount"].what in ("money", "tournament chips"), kind


@pytest.mark.parametrize("slug", slugs())
def test_moving_the_file_of_a_judgement_changes_no_group(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, manager = table(slug, ""), Viewer(Role.GAMING_MANAGER)
    before = [(each.order, each.group) for each in offers(found, manager)]
    roles = list(matrix([slug]))
    for may in game(slug).orders.values():
        _move(may, monkeypatch)
    assert [(each.order, each.group) for each in offers(found, manager)] == before
    assert list(matrix([slug])) == roles


def _move(may: May, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = getattr(may.decide, "func", may.decide)
    monkeypatch.setattr(
        getattr(judge, "__func__", judge), "__module__", "houseway.games.elsewhere.another_name"
    )


def test_a_group_has_one_name_in_the_api() -> None:
    assert SettingCommand.group.name == "house settings"
    assert WagerCommand.group.name == "wagers"
