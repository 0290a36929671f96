"""Tables played by sentences up to a moment, for looking at what lies on them."""

from __future__ import annotations

from houseway.games import game
from houseway.games.felt import Hand
from houseway.rulebook.roles import Role
from houseway.table.results import Results
from houseway.table.state import Table
from houseway.table.view import View, Viewer, view
from tests.games.scenarios import begin, read_scenarios

DEALER = Viewer(Role.DEALER)
ANYBODY = Viewer(Role.PATRON)


def patron(name: str) -> Viewer:
    return Viewer(Role.PATRON, name)


def played(slug: str, text: str) -> tuple[Table, Results]:
    """A table after the steps of a scenario, and the results of its events."""
    scenario = read_scenarios(f"== a table\n{text}")[0]
    session = begin(game(slug), scenario)
    for step in scenario.steps:
        refused = session.write(step)
        assert refused is None, f"{step}: {refused}"
    results = Results()
    for taken in session.steps:
        for event in taken.events:
            results.apply(event)
    return Table(slug=slug, edition=game(slug).cite.id, play=session.play), results


def table(slug: str, text: str) -> Table:
    return played(slug, text)[0]


def seen(found: Table, viewer: Viewer = ANYBODY, results: Results | None = None) -> View:
    return view(found, "t1", 7, viewer, results)


def told(hand: Hand) -> str:
    """A hand as one line: name, cards, total, note."""
    said = f"{hand.name}: {' '.join(hand.cards)}"
    total = f" = {hand.total}" if hand.total else ""
    return said + total + (f" ({hand.note})" if hand.note else "")


def hands(found: Table, viewer: Viewer = ANYBODY) -> list[str]:
    return [told(hand) for hand in seen(found, viewer).felt.hands]
