"""What the orders of a tournament and their facts are called on the console."""

from __future__ import annotations

import re
from typing import NamedTuple

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.records.tournamentwords import words
from houseway.rulebook.document import Clause

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
TITLES = {
    "ApproveConditions": "Approve the conditions",
    "NotifyCommission": "Record the notification of the Commission",
    "RecordCommissionApproval": "Record the approved commission",
    "AddToPool": "Add to the prize pool",
    "AcceptEntry": "Enter somebody",
    "TurnAway": "Turn an applicant away",
    "ListReserve": "List a reserve",
    "AdmitReserve": "Admit a reserve to a forfeited seat",
    "ApproveSubstitute": "Approve a substitute",
    "WithdrawEntry": "Withdraw an entry",
    "BuyBackIn": "Buy somebody back in",
    "RefundFee": "Refund a fee",
    "NominateDirector": "Nominate a director",
    "NameAssistant": "Name an assistant",
    "CancelTournament": "Cancel the tournament",
    "ChangeStart": "Change a starting time",
    "RedrawTable": "Close a table and draw its players anew",
    "CheckIn": "Somebody has taken the seat",
    "PayBuyIn": "Take a buy-in",
    "CallBreak": "Call a break",
    "ResumePlay": "Resume play",
    "AnnounceLimits": "Announce other limits",
    "SetTimeLimit": "Set the time for a wager",
    "GiveDirection": "Give a direction about the pace",
    "ConcludeEarly": "Conclude a session early",
    "RecordElimination": "Record an elimination",
    "DeclareRoundVoid": "Declare a round void",
    "DeductMinimum": "Deduct the minimum of a late arrival",
    "Disqualify": "Disqualify somebody",
    "LogInfringement": "Log an infringement",
    "DecideRoundDispute": "Decide a dispute",
    "OrderAdditionalRounds": "Order additional rounds",
    "FindForm": "A form says something else",
}
LABELS = {
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
    "share": "Places on which nothing hangs are shared",
    "agreed": "Who has agreed",
    "advancing": "Who goes on",
}


class Fact(NamedTuple):
    """A fact as it is said, with its clause."""

    text: str
    clause: Clause | None


def title_of(kind: type[Command]) -> str:
    """An order by a title: its own, or its name in words."""
    name = kind.__name__
    return TITLES.get(name) or _HUMP.sub(" ", name).capitalize()


def label_of(name: str) -> str:
    return LABELS.get(name) or name.replace("_", " ").capitalize()


def tell(event: Event) -> Fact:
    """A fact in words, with its clause."""
    said = words(event)
    return Fact(said[0].upper() + said[1:], getattr(event, "clause", None))
