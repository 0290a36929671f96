"""What stakes can lose: "wager and risk at least the table minimum" (readings TP10 and RO8).

The risk is worked out from the wagers. The first stakes of a session that risk too little are let
through with an advice; later ones are refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from houseway.games import game
from houseway.games.fields import Held
from houseway.games.game import Game, all_lost
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.conduct import Round
from houseway.tournament.standing import Place
from houseway.tournament.state import Session, Tournament


def game_of(tournament: Tournament, session: Session) -> Game:
    """The game that a session is played in: the document's own unless its stage names another."""
    other = tournament.stage_of(session).game
    return game(other) if other else tournament.game


def not_whole(
    tournament: Tournament, session: Session, counts: Mapping[int, Held], clause: Clause
) -> Refused | None:
    """Half a chip is held only where the document pays half of a stake."""
    played = game_of(tournament, session)
    for entry, chips in counts.items():
        if played.halves is None and chips % 1:
            sentence = f"{tournament.who(entry)} holds whole chips, not {chips}"
            return Refused("not_whole_units", clause, sentence)
    return None


def risk_of(tournament: Tournament, place: Place, stakes: Mapping[str, int]) -> int | Refused:
    """The most that stakes beside a table can lose, by wager, under the game's usual options."""
    played = game_of(tournament, place.session)
    clause = tournament.rules.wagering.minimum
    if played.risk is all_lost:
        return sum(stakes.values())
    if "" in stakes:
        sentence = f"name the wagers of {place.who}: what they can lose depends on them"
        return Refused("wagers_not_named", clause, sentence)
    try:
        return played.risk(played.rules, played.options(), stakes)
    except KeyError as unknown:
        sentence = f"{played.cite.title} has no wager {unknown.args[0]}"
        return Refused("wager_not_offered", clause, sentence)


def too_little(
    tournament: Tournament, session: Session, round: Round, entry: int
) -> Refused | None:
    """Refuse stakes at a Houseway table that risk too little, once the player was advised."""
    short = _is_short(round, entry)
    if not short or entry not in session.conduct.advised or entry in round.let_through:
        return None
    return below(tournament, round, entry, round.risks[entry])


def below(tournament: Tournament, round: Round, entry: int, risk: int) -> Refused:
    who = tournament.who(entry)
    sentence = f"{who} risks {risk}; at least {round.minimum} must be risked"
    return Refused("risk_below_minimum", tournament.rules.wagering.minimum, sentence)


def advice(
    tournament: Tournament, session: Session, table: str, entries: Iterable[int]
) -> tuple[v.RiskAdvised, ...]:
    """The advice to those whose stakes risk too little for the first time, as their turn ends."""
    round, clause = session.conduct.floors[table].round, tournament.rules.wagering.minimum
    if round is None:
        return ()
    return tuple(
        v.RiskAdvised(session.number, table, each, round.risks[each], round.minimum, clause)
        for each in entries
        if _is_short(round, each) and each not in round.let_through
    )


def _is_short(round: Round, entry: int) -> bool:
    """In units of the minimum no risk is asked for, and none is kept."""
    return entry in round.risks and round.risks[entry] < round.minimum
