"""What the screens of a tournament show of its rules and of the orders of its director."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from houseway.games import commands as c
from houseway.games import game
from houseway.games.fields import kinds_of
from houseway.games.machine import Given
from houseway.rulebook.roles import Role
from houseway.table.table import MACHINE as OF_TABLES
from houseway.table.view import Viewer
from houseway.table.view import view as table_view
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.shown import shown
from houseway.tournament.tournament import may_give
from houseway.tournament.vocabulary import NominateDirector
from tests.conducting.casino import DEALER, PATRON, SLUGS, STREAM, TABLE, Casino
from tests.tournament.desk import DIRECTOR, START
from tests.tournament.hall import Hall

ADVICE = {
    "mini-baccarat": "15.17",
    "tournament-blackjack": "19.16",
    "tournament-roulette": "12.14",
    "tournament-mini-baccarat": "13.16",
    "tournament-pai-gow": "17.16",
}
SPOKEN = {"tournament-canberra-poker": "10.2(b)", "tournament-pai-gow": "12.2(b)"}
VIEWERS = (Viewer(Role.PATRON, "id Ana"), Viewer(Role.DEALER, name="Eli"))


@pytest.mark.parametrize("slug", ADVICE)
def test_the_rule_against_advice_is_on_the_screens(slug: str) -> None:
    """Mini Baccarat 15.17, Tournament Blackjack 19.16, Tournament American Roulette 12.14,
    Tournament Mini-Baccarat 13.16, Tournament Pai Gow 17.16."""
    here = Hall(slug).ready().open()

    for viewer in VIEWERS:
        assert shown(here.tournament, "t1", 1, viewer).advice == game(slug).cite(ADVICE[slug])


@pytest.mark.parametrize("slug", ADVICE)
def test_a_direction_is_on_the_screens(slug: str) -> None:
    """Mini Baccarat 15.19 and the same clause of the others: shown to everybody, and logged."""
    here = Hall(slug).ready()
    given = here.do(s.GiveDirection(1, "wager within half a minute"))[-1]
    assert isinstance(given, s.DirectionGiven)

    for viewer in VIEWERS:
        (session,) = shown(here.tournament, "t1", 1, viewer).sessions
        assert session.direction == "wager within half a minute"


@pytest.mark.parametrize("slug", ADVICE)
def test_the_start_is_on_the_screens(slug: str) -> None:
    """Mini Baccarat 15.9, Tournament Blackjack 19.8, Tournament American Roulette 12.8, Tournament
    Mini-Baccarat 13.8, Tournament Pai Gow 17.8: until then people may take their seats."""
    here = Hall(slug).plan().seat()

    for viewer in VIEWERS:
        (session,) = shown(here.tournament, "t1", 1, viewer).sessions
        assert session.starts_us == START


@pytest.mark.parametrize("slug", SLUGS)
def test_no_player_reads_what_another_one_writes(slug: str, tmp_path: Path) -> None:
    """Mini Baccarat 15.17, Tournament Canberra Poker 10.2(b), Tournament Blackjack 19.16,
    Tournament American Roulette 12.14, Tournament Mini-Baccarat 13.16, Tournament Pai Gow 12.2(b),
    17.16: players write the claim of a dispute and nothing else, for those who decide it."""
    casino = Casino(tmp_path, slug).started().open()
    table, tournament = casino.runner.table(TABLE), casino.runner.tournament(STREAM)
    kinds = {kind for kind, may in table.game.orders.items() if Role.PATRON in may.roles}
    kinds |= {kind for kind, may in OF_TABLES.commands.items() if Role.PATRON in may.roles}
    kinds |= set(may_give(tournament, Given(Role.PATRON, "Ana")))
    kinds -= {NominateDirector}  # any office asks, and the document says which of them may
    assert len(kinds) > 10
    written = {
        (kind.__name__, name)
        for kind in kinds
        for name, field in kinds_of(kind).items()
        if field.what in ("text", "reference")
    }
    assert written <= {("RaiseDispute", "claim"), ("DisputeRound", "claim")}

    words = "all of you stake on the seven"
    casino.at_table(c.RaiseDispute("Ana", words), PATRON, "Ana")
    casino.ask(STREAM, w.DisputeRound(1, 1, words), PATRON, "Ana")
    sees = {
        who: msgspec.json.encode(
            (table_view(table, TABLE, 1, viewer), shown(tournament, "spring", 1, viewer))
        ).count(words.encode())
        for who, viewer in (
            ("Ana", Viewer(Role.PATRON, "Ana")), ("Ben", Viewer(Role.PATRON, "Ben")),
            ("nobody", Viewer(PATRON)), ("staff", Viewer(Role.TOURNAMENT_DIRECTOR, name="Dora")),
        )
    }  # fmt: skip
    assert (sees["Ben"], sees["nobody"]) == (0, 0)
    assert sees["Ana"] > 0
    assert sees["staff"] > 0
    casino.do(w.LogInfringement(1, 1, "advice", "told Ben what to stake"), DEALER, "Eli")
    if slug in SPOKEN:
        breach = c.LogBreach("Ana", "told Ben of a hand", SPOKEN[slug])
        casino.at_table(breach, DIRECTOR, "Dora")
    casino.log.close()
