"""The groups of a promotion's commands, each a base class; a section is a part of the desk."""

from __future__ import annotations

from houseway.games.base_commands import Command, Group


class PromotionCommand(Command, frozen=True):
    group = Group("Status")


class TermsCommand(Command, frozen=True):
    group = Group("Terms", name="house settings")


class EntriesCommand(Command, frozen=True):
    group = Group("Entries", name="people")


class DrawCommand(Command, frozen=True):
    group = Group("Draw")


class WinnerCommand(Command, frozen=True):
    group = Group("Winners and claims", name="money")


class IntegrityCommand(Command, frozen=True):
    group = Group("Disputes and integrity", name="provisions")
