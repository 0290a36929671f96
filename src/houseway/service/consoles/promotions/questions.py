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
        Text("The winner drawn before loses the prize, and another ticket wins it."),
        Text("Draw again"),
    ),
    "cancel": (
        Text("Cancel the draw?"),
        Text("It cannot be taken up again. Prizes that were not handed over are void."),
        Text("Cancel the draw"),
    ),
    "close": (
        Text("Close the promotion?"),
        Text("Afterwards nothing more can be recorded for it."),
        Text("Close the promotion"),
    ),
}


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
