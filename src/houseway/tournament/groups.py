"""The groups of a tournament's commands, each a base class."""

from __future__ import annotations

from typing import ClassVar

from houseway.games.base_commands import Command, Group


class TournamentCommand(Command, frozen=True):
    """`only_with`: the part of a document's rules without which the command does not exist."""

    only_with: ClassVar[str] = ""  # a path in `TournamentRules`, such as entry.reserve


class EntryCommand(TournamentCommand, frozen=True):
    group = Group("People and entries", name="people")


class SessionCommand(TournamentCommand, frozen=True):
    group = Group("Sessions and rounds")


class ConditionsCommand(TournamentCommand, frozen=True):
    group = Group("Conditions and money", name="money")
