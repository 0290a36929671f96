"""What orders and their facts are called on the console."""

from __future__ import annotations

import re
from functools import cache

from houseway.games.commands import Command

_OPTIONAL = re.compile(r"\[[^\]]*\]")
_BLANK = re.compile(r"\{(\w+)(?::\w+)?\}")
_ENDS = (
    "…",
    "and",
    "to",
    "because",
    "of",
    "as",
    "on",
    "by",
    "from",
    "at",
    "in",
    "box",
)  # of a cut sentence
_WHO = {"patron": "a patron", "person": "somebody", "hand": "a hand", "dealer": "a dealer"}

TITLES = {
    "OpenFloat": "Count the float in",
    "FillFloat": "Fill the float",
    "CreditFloat": "Credit the float",
    "BuyChips": "Change cash into chips",
    "AskForChips": "Ask for chips",
    "DeclineChips": "Decline a request for chips",
    "ChangeColour": "Change colours",
    "TakeAwayChips": "Record chips taken away",
    "CloseTable": "Close the table",
    "SetHours": "Set the hours of gaming",
    "SetOption": "Change an option",
    "SetLimits": "Set the limits",
    "SetMultiple": "Set the multiple",
    "SetDifferential": "Set the differential",
    "RaiseMinimum": "Raise the minimum at once",
    "GrantPersonalLimit": "Grant a personal limit",
    "GiveNotice": "Give notice of a change",
    "PutUpSign": "Put up a sign",
    "TakeDownSign": "Take a sign down",
    "RecordApproval": "Record an approval",
    "RecordNotification": "Record a notification",
    "MakeAnnouncement": "Make an announcement",
    "CheckCardsAfterGaming": "Check after gaming",
    "InvalidateOutcome": "Invalidate the outcome",
    "VoidRound": "Void the round",
    "DecideDispute": "Decide a dispute",
    "AskReview": "Ask for a review",
    "RecordReview": "Record the review of a dispute",
    "AdviseComplaint": "Advise the right to complain",
    "RaiseDispute": "Enter a patron's dispute",
    "ConfirmCorrection": "Confirm a correction",
    "DropCorrection": "Drop a correction",
    "AssignStaff": "Assign somebody to the table",
    "ReleaseStaff": "Release somebody from the table",
    "RelieveDealer": "Relieve the dealer",
    "JoinTable": "Enter a patron",
    "LeaveTable": "A patron leaves",
    "BringChips": "A patron brings chips",
    "VacateSeat": "Require a seat to be vacated",
    "LogBreach": "Log a breach",
    "RebuildRound": "Rebuild the round",
    "ReportLaterError": "An error is found in an earlier round",
}
LABELS: dict[str | tuple[str, str], str] = {
    "patron": "Patron",
    "counted_by": "Counted by (names)",
    "counts": "Chips",
    "float_out": "Chips counted out",
    "gives": "Chips given",
    "gets": "Chips received",
    "effective_us": "Takes effect in (minutes)",
    "to": "Who was told",
    "about": "Of what",
    "means": "By what means",
    "reference": "Reference or slip number",
    "withhold": "Stakes withheld from",
    "opens": "Opens at",
    "closes": "Closes at",
    ("PutUpSign", "subject"): "The sign is about",
    ("PutUpSign", "minimum"): "New minimum (a sign about the minimum)",
    ("PutUpSign", "text"): "What it says",
    ("SetLimits", "wager"): "Only for this wager",
    ("CheckCardsAfterGaming", "found"): "What was wrong (empty if nothing)",
    ("CheckCardsAfterGaming", "device"): "Deck-checking device (if one was used)",
    ("MakeAnnouncement", "text"): "Said to everybody",
}
# Why a form cannot be filled in when there is nothing to choose from.
NOTHING: dict[str | tuple[str, str], str] = {
    "dispute": "no dispute has been raised",
    "correction": "no correction waits",
    ("TakeDownSign", "subject"): "no sign is up",
    ("PutUpSign", "subject"): "the document asks for no sign",
    ("RecordApproval", "subject"): "the document wants nothing approved of its own",
    "dealer": "nobody is at this table as dealer",
    "person": "nobody is on the list of this table",
    "alert": "no alert is open",
    "answer": "no malfunction has been reported",
    "hand": "no hand has been dealt",
}


@cache
def title_of(kind: type[Command]) -> str:
    """The order in few words: its own title, or its sentence without what is filled in."""
    found = TITLES.get(kind.__name__)
    if found:
        return found
    plain = _OPTIONAL.sub("", kind.sentence).replace("the {hand} hand", "{hand}")
    words = _BLANK.sub(lambda blank: _WHO.get(blank[1], "…"), plain).split()
    while words and words[-1].rstrip(":,") in _ENDS:
        words.pop()
    said = " ".join(words).rstrip(":,")
    return said[0].upper() + said[1:]
