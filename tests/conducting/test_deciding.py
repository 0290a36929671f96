"""Time to decide at a table that serves a session: reading TP15."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.equipment.tiles import parse_tiles
from houseway.games import game
from houseway.games.commands import Command
from houseway.games.tournament_blackjack.state import DeclareAbsent
from houseway.games.tournament_canberra_poker.state import Fold
from houseway.games.tournament_pai_gow.state import ConcedeHand, DirectHouseWay
from houseway.rulebook.roles import Role
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from tests.conducting.casino import DEALER, PATRON, STREAM, Casino
from tests.tournament.desk import DIRECTOR

HANDS = {
    "tournament-blackjack": ("played as the hand of an absent player", "Tournament Blackjack 14.7"),
    "tournament-canberra-poker": ("folded", "Tournament Canberra Poker 15.18"),
    "tournament-pai-gow": ("set the house way", "Tournament Pai Gow 17.18"),
}
DIRECTED: dict[str, tuple[Command, Role]] = {
    "tournament-blackjack": (DeclareAbsent("Ana"), DIRECTOR),
    "tournament-canberra-poker": (Fold("Ana"), DEALER),
    "tournament-pai-gow": (DirectHouseWay("Ana", parse_tiles("6-6 1-3 2-2 3-3")), DIRECTOR),
}


@pytest.mark.parametrize("slug", HANDS)
def test_a_hand_not_decided_in_time_is_the_directors_to_direct(tmp_path: Path, slug: str) -> None:
    """The clock runs from the moment the table waits; nothing happens by itself."""
    casino = Casino(tmp_path, slug).started()
    casino.do(s.SetTimeLimit(1, 0, 30))
    casino.open().staked()
    for _ in range(500):
        awaited = game(slug).awaits(casino.play)
        if awaited.what == "wagers":
            casino.close()
        elif awaited.who == "Ana" and (awaited.choices or awaited.what == "set"):
            break
        else:
            casino.step()
    round = casino.session.conduct.floors["7"].round
    assert round is not None
    assert round.deciding == {1: casino.now}
    early = casino.why(w.ReportTimeUp(1, 1), DEALER, "Eli")
    assert (early.code, early.detail) == ("time_left", "Ana (entry 1) has 30 seconds of 30 left")
    assert casino.why(w.DirectHand(1, 1)).code == "time_left"
    casino.now += 30_000_000
    casino.do(w.ReportTimeUp(1, 1), DEALER, "Eli")
    choices = game(slug).awaits(casino.play).choices
    (directed,) = casino.do(w.DirectHand(1, 1)).events
    how, clause = HANDS[slug]
    assert (directed.how, directed.clause) == (how, clause)  # type: ignore[attr-defined]
    own = next((each for each in choices if each != Fold("Ana")), ConcedeHand("Ana"))
    for by, actor in ((PATRON, "Ana"), (DEALER, "Eli")) if choices else ((PATRON, "Ana"),):
        why = casino.why_not(own, by, actor)
        assert (why.code, why.clause) == ("hand_directed", clause)
        assert why.detail == f"the hand of Ana (entry 1) is {how}, as directed"
    command, by = DIRECTED[slug]
    casino.at_table(command, by, "Dora")
    casino.finish()
    casino.log.close()


def test_documents_without_decisions_have_no_time_for_them(tmp_path: Path) -> None:
    """Tournament American Roulette 12.15: nobody decides anything once betting is closed."""
    casino = Casino(tmp_path, "tournament-roulette").started()
    why = casino.why(s.SetTimeLimit(1, 20, 30))
    assert why.code == "not_of_this_document"
    casino.do(s.SetTimeLimit(1, 20))
    assert casino.runner.tournament(STREAM).sessions[0].conduct.seconds == 20
    casino.log.close()
