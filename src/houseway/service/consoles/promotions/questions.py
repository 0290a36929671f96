"""What the promotions desk asks before a step that cannot be taken back."""

from __future__ import annotations

from houseway.promotion.state import Promotion
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.confirming import Confirmation
from houseway.service.consoles.promotions.forms import DeskRequest
from houseway.service.texts.text import Text

# By form: the question, what follows, and the button that confirms it.
ASKED = {
    "seal": (
        Text("Seal the list?"),
        Text(
            "Tickets: {tickets}. Entries: {entries}. Afterwards no entry can be added, changed or"
            " removed."
        ),
        Text("Seal the list"),
    ),
    "draw": (
        Text("Draw the winners?"),
        Text(
            "Prizes: {prizes}. Tickets: {tickets}. The seed is revealed, and the winners are final."
        ),
        Text("Draw the winners"),
    ),
    "redraw": (
        Text("Draw this prize again?"),
        Text(
            "The winner drawn before loses the prize, and another ticket wins it. An electronic"
            " draw takes a second person and a public value that comes later."
        ),
        Text("Draw again"),
    ),
    "cancel": (
        Text("Cancel the draw?"),
        Text("It cannot be taken up again. Prizes that were not handed over are void."),
        Text("Cancel the draw"),
    ),
    "start": (
        Text("Start the promotion?"),
        Text("Afterwards the conditions change only with the Authority's approval."),
        Text("Start the promotion"),
    ),
    "award": (
        Text("Hand the prize over?"),
        Text("Record this once the winner has the prize. It cannot be undone."),
        Text("Hand the prize over"),
    ),
    "refuse": (
        Text("Refuse this claim?"),
        Text(
            "The refusal is final, and you must give the patron your reasons. Two persons refuse"
            " the claim of a winner."
        ),
        Text("Refuse the claim"),
    ),
    "decide": (
        Text("Decide this dispute?"),
        Text("Your decision is final and stays on record."),
        Text("Confirm the decision"),
    ),
    "close": (
        Text("Close the promotion?"),
        Text("Afterwards nothing more can be recorded for it."),
        Text("Close the promotion"),
    ),
}
KEEPS_NAMES = frozenset({"refuse"})  # making its command stores a name: ask before that


def question(asked: DeskRequest, form: str, part: str) -> Confirmation | None:
    """The question that a form asks before it is given; None for the others. Blocks."""
    if form not in ASKED:
        return None
    title, follows, button = ASKED[form]

    def counted(state: Promotion, _version: int) -> str:
        return follows.with_values(
            {
                "tickets": f"{state.entries.tickets:,}",
                "entries": f"{len(state.entries.people):,}",
                "prizes": len(state.conditions.units),
            }
        )

    words = KIND.look(asked.floor, asked.promotion, counted)
    back = f"/desk/{asked.promotion}/{part}".rstrip("/")
    return Confirmation(title, words, button, back)
