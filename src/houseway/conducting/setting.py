"""How a table that serves a session is set: its game, its sign, its chips, what people hold."""

from __future__ import annotations

from houseway.conducting.at import At, held
from houseway.conducting.tables import UNIT, in_units
from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games import game
from houseway.games.house import LimitsSet
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.table.money_vocabulary import ChipsTakenAway
from houseway.table.vocabulary import TableOpened
from houseway.tournament.risk import game_of
from houseway.tournament.standing import limits, limits_clause
from houseway.tournament.state import RUNNING


def refusal(at: At) -> Refused | None:
    for event in at.events:
        refused = None
        if isinstance(event, TableOpened):
            options = game(event.edition).options(**event.options)
            refused = _not_the_game(at, event.edition, options) or _sign(at, event.limits)
            refused = refused or _pairs(at, options) or _chips(at, event.chips)
        elif isinstance(event, LimitsSet):
            refused = _sign(at, event.limits)
        elif isinstance(event, e.BettingOpened):
            refused = _round(at)
        elif isinstance(event, e.ChipsBrought):
            refused = _issued(at, event.patron, event.amount)
        elif isinstance(event, ChipsTakenAway):
            refused = _returned(at, event.patron, event.amount)
        if refused:
            return refused
    return None


def _round(at: At) -> Refused | None:
    """A round begins at a table as the conditions have it, with the chips that were issued."""
    table = at.table
    denominations = tuple(table.play.chips.denominations)
    options = table.play.options
    refused = _not_the_game(at, table.edition, options) or _pairs(at, options)
    refused = refused or _chips(at, denominations)
    return refused or _sign(at, table.play.limits, now=True) or _not_all_hold(at)


def _not_the_game(at: At, edition: str, options: object) -> Refused | None:
    """One rule set a tournament; and chips that are issued, never money."""
    wanted, found = game_of(at.tournament, at.session), game(edition)
    if found.slug != wanted.slug:
        sentence = f"the session is played in {wanted.cite.title}, not {found.cite.title}"
        return Refused("another_game", at.rules.conditions.wanted, sentence)
    if found.table.money.issued_only(options) is None:
        sentence = "the table is set for money: open it for tournament use"
        return Refused("not_a_tournament_table", at.rules.wagering.no_exchange, sentence)
    return None


def _pairs(at: At, options: object) -> Refused | None:
    """Every table offers Perfect Pairs, or none does, as the conditions say."""
    offered, pairs = at.tournament.conditions.perfect_pairs, getattr(options, "pairs", None)
    if offered is None or pairs is None or offered == (pairs != "none"):
        return None
    clauses = (each.clause for each in at.rules.conditions.items if each.key == "perfect pairs")
    sentence = f"the conditions have Perfect Pairs {'offered' if offered else 'not offered'}"
    return Refused("pairs_differ", next(clauses, None), sentence)


def _chips(at: At, denominations: tuple[int, ...]) -> Refused | None:
    parts = [each for each in denominations if each % UNIT]
    if not parts:
        return None
    sentence = f"chips of {dollar_text(parts[0])} are parts of a tournament chip"
    return Refused("not_whole_units", at.rules.ranking.count, sentence)


def _sign(at: At, sign: Limits, *, now: bool = False) -> Refused | None:
    """The conditions' limits stand on the sign: those of the next round, or of this one."""
    number = at.session.round.get(at.name, 0)
    rounds = (number + 1,) if now else (number, number + 1)
    wanted = [limits(at.tournament, at.session, each) for each in rounds]
    least, most = wanted[-1]
    clause = limits_clause(at.tournament)
    if sign.personal or sign.personal_minimums or sign.protected:
        return Refused("limits_differ", clause, "in a tournament nobody has limits of their own")
    if (sign.minimum, sign.maximum) not in [(a * UNIT, b * UNIT) for a, b in wanted]:
        shown = f"{dollar_text(sign.minimum)} to {dollar_text(sign.maximum)}"
        sentence = f"the conditions say {least} to {most} for round {number + 1}, not {shown}"
        return Refused("limits_differ", clause, sentence)
    above = [name for name, line in sign.lines.items() if line.maximum > sign.maximum]
    if above:
        sentence = f"the sign has more than {most} for {above[0]}; the conditions say {most}"
        return Refused("limits_differ", clause, sentence)
    return None


def _not_all_hold(at: At) -> Refused | None:
    for entry in at.players:
        found = held(at.table.play.layout, at.person(entry))
        if found != at.issued(entry):
            here = f"{in_units(found)} at the table"
            who = at.tournament.who(entry)
            sentence = f"{who} holds {in_units(at.issued(entry))} by the record and {here}"
            return Refused("chips_not_issued", _only_issued(at), f"{sentence}: issue or return")
    return None


def _issued(at: At, person: str, amount: int) -> Refused | None:
    """Only what the session issued or left to someone comes to the table."""
    entry = at.served.persons[person]
    if at.session.phase != RUNNING:
        sentence = f"chips are issued when session {at.session.number} has begun"
        return Refused("chips_not_issued", _only_issued(at), sentence)
    total = held(at.table.play.layout, person) + amount
    return None if total == at.issued(entry) else _not_as_issued(at, entry, total)


def _returned(at: At, person: str, amount: int) -> Refused | None:
    """What is above the record goes back; all of it once someone is out or the session is over."""
    entry = at.served.persons.get(person, 0)
    left = held(at.table.play.layout, person) - amount
    if at.session.phase != RUNNING or entry not in at.players or left == at.issued(entry):
        return None
    return _not_as_issued(at, entry, left)


def _not_as_issued(at: At, entry: int, total: int) -> Refused:
    who, issued = at.tournament.who(entry), in_units(at.issued(entry))
    sentence = f"{who} holds {issued} by the record; this would make it {dollar_text(total)}"
    return Refused("not_as_issued", _only_issued(at), sentence)


def _only_issued(at: At) -> Clause:
    return at.rules.wagering.enlarging or at.rules.wagering.no_exchange
