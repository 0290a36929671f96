"""What the promotions desk asks before a step that cannot be taken back."""

from __future__ import annotations

from houseway.promotion.state import Promotion
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.confirming import Confirmation
from houseway.service.consoles.promotions.forms import DeskRequest

# By form: the question, what follows, and the button that confirms it.
ASKED = {
    "seal": (
        "Seal the list?",
        "It holds {tickets} tickets of {entries} entries. Afterwards no entry can be added,"
        " changed or removed.",
        "Seal the list",
    ),
    "draw": (
        "Draw the winners?",
        "{prizes} prizes are drawn from {tickets} tickets. The seed is revealed and the winners"
        " are final.",
        "Draw the winners",
    ),
    "redraw": (
        "Draw this prize again?",
        "The winner drawn before loses the prize, and another ticket wins it.",
        "Draw again",
    ),
    "cancel": (
        "Cancel the draw?",
        "It cannot be taken up again. Prizes that were not handed over are void.",
        "Cancel the draw",
    ),
    "close": (
        "Close the promotion?",
        "Afterwards nothing more can be recorded for it.",
        "Close the promotion",
    ),
}


def question(asked: DeskRequest, form: str, part: str) -> Confirmation | None:
    """The question that a form asks before it is given; None for the others. Blocks."""
    if form not in ASKED:
        return None
    title, follows, button = ASKED[form]

    def counted(state: Promotion, _version: int) -> str:
        return follows.format(
            tickets=f"{state.entries.tickets:,}",
            entries=f"{len(state.entries.people):,}",
            prizes=len(state.conditions.units),
        )

    words = KIND.look(asked.floor, asked.promotion, counted)
    back = f"/desk/{asked.promotion}/{part}".rstrip("/")
    return Confirmation(title, words, button, back)
