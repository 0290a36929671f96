"""Forms of a tournament: what can be chosen there now.

A command whose values are a table of figures (counts, conditions, a ballot) has a page of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from houseway.equipment.chips import money
from houseway.games.commands import Command
from houseway.service.forms import form
from houseway.service.forms.fields import Choice, Kind, choices_of
from houseway.service.forms.form import Choices, Form, Labels
from houseway.service.forms.form_data import FormData
from houseway.service.texts.text import texts
from houseway.tournament.entry_vocabulary import AcceptEntry, AdmitReserve, BuyBackIn
from houseway.tournament.state import CONFIRMED, Session, Tournament
from houseway.tournament.vocabulary import ApproveConditions

LABELS: Labels = texts({
    "entry": "Entrant",
    "of": "Whose form",
    "instead_of": "In the place of",
    "hundredths": "Hundredths of a per cent of all fees",
    "starts_us": "Starts at (dd/mm/yyyy hh:mm)",
    "person": "Identity (or the name they sign in with)",
    "name": "Called out as",
    "copy_given": "The conditions were handed over",
    "eligible": "May enter the casino and gamble",
    "form": "Reference of the completed form",
    "agreement": "Reference of the signed agreement",
    "paid": "Paid",
    "amount": "Amount",
    "goods": "Goods or services",
    "place": "For place",
    "round": "After round",
    "chips": "Chips left",
    "stake": "Last wager",
    "pays": "Pays (such as 9 to 5)",
    "share": "Leave ties that change nothing",
    "agreed": "Who has agreed",
    "advancing": "Who advances",
})  # fmt: skip
_FEES = (AcceptEntry, AdmitReserve, BuyBackIn)


def _entries(tournament: Tournament) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(each.number), f"{each.number} {each.name} ({each.status})")
        for each in tournament.entries.values()
    )


def _sessions(tournament: Tournament) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(each.number), f"{each.number} {tournament.stage_of(each).name} ({each.phase})")
        for each in tournament.sessions
    )


def _unfinished(tournament: Tournament) -> list[Session]:
    return [each for each in tournament.sessions if each.phase != CONFIRMED]


def _tables(tournament: Tournament) -> tuple[Choice, ...]:
    return choices_of(
        dict.fromkeys(table for each in _unfinished(tournament) for table in each.conduct.floors)
    )


_CHOICES: Mapping[str, Callable[[Tournament], tuple[Choice, ...]]] = {
    **dict.fromkeys(("entry", "of", "reserve", "instead_of"), _entries),
    **dict.fromkeys(("entries", "players", "advancing", "agreed"), _entries),
    "session": _sessions,
    "table": _tables,
}


class AtTournament(NamedTuple):
    """A tournament as it stands now."""

    tournament: Tournament
    labels: Labels = LABELS
    chips: tuple[int, ...] = ()
    moments: Kind = "time"

    def supplied(self, kind: type[Command]) -> Mapping[str, Any]:
        """The seed, which is drawn when the command is given."""
        return {"seed": ""} if "seed" in kind.__struct_fields__ else {}

    def requires(self, _kind: type[Command], _name: str) -> bool:
        return False

    def choices(self, _kind: type[Command], name: str, _data: FormData) -> Choices | None:
        find = _CHOICES.get(name)
        return Choices(find(self.tournament)) if find else None

    def standing(self, kind: type[Command], name: str) -> tuple[str, ...]:
        tournament = self.tournament
        if name == "paid" and kind in _FEES and tournament.conditions.fee is not None:
            return (money(tournament.conditions.fee),)
        if (kind, name) == (ApproveConditions, "version"):
            return (str(tournament.version),)
        if name == "session" and tournament.sessions:
            at = next(iter(_unfinished(tournament)), tournament.sessions[-1])
            return (str(at.number),)
        return ()

    def nothing(self, _kind: type[Command], name: str) -> str:
        return ""


def form_at(tournament: Tournament, kind: type[Command], data: FormData) -> Form:
    """The form of a command at a tournament."""
    return form.make(AtTournament(tournament), kind, data)
