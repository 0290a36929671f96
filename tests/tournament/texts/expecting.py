"""What a line `=> ...` of a text asks for, held against the tournament as it is.

A clause in brackets is asked only where the program names one; elsewhere it is a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from houseway.equipment.chips import dollars, money
from houseway.rulebook.roles import Role
from houseway.table.view import Viewer
from houseway.tournament import merit, prizes
from houseway.tournament.awaits import awaits
from houseway.tournament.charge import printed
from houseway.tournament.state import PLANNED, Floor, Session, Tournament
from houseway.tournament.view import view

Clauses = tuple[str, ...]  # as the rulings name them, with the document


def check(tournament: Tournament, text: str, clauses: Clauses) -> None:
    for pattern, asked in _ASKED:
        found = re.fullmatch(pattern, text)
        if found:
            named = asked(tournament, found)
            if clauses:
                assert named is not None, f"no clause stands behind {text!r}"
                assert set(clauses) <= set(named), f"named are {named}"
            return
    raise AssertionError(f"nothing is asked by {text!r}")


_ASKED: list[tuple[str, Callable[[Tournament, re.Match[str]], list[str] | None]]] = []


def asks(
    pattern: str,
) -> Callable[[Callable[[Tournament, re.Match[str]], list[str] | None]], None]:
    def named(asked: Callable[[Tournament, re.Match[str]], list[str] | None]) -> None:
        _ASKED.append((pattern, asked))

    return named


def number(tournament: Tournament, name: str) -> int:
    found = [each.number for each in tournament.entries.values() if each.name == name]
    assert len(found) == 1, f"{name} is not one entrant"
    return found[0]


def newest(tournament: Tournament) -> Session:
    """The last that was drawn."""
    drawn = [each for each in tournament.sessions if each.phase != PLANNED]
    return (drawn or tournament.sessions)[-1]


def floor(tournament: Tournament, table: str) -> Floor:
    return newest(tournament).conduct.floors[table]


def span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def told(text: str) -> dict[str, str]:
    """`Ana 1, Ben 2-3`."""
    pairs = [each.split() for each in text.split(", ")]
    return {name: said for name, said in pairs if name}


@asks(r"(pool|commission|operator|buy-ins) (-?[\d.,]+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    account = {"pool": "prize pool"}.get(found[1], found[1])
    holds = tournament.accounts.get(account, 0)
    assert holds == dollars(found[2].replace(",", "")), f"it is {money(holds)}"
    return None


@asks(r"chips (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    session = newest(tournament)
    for name, chips in told(found[1]).items():
        assert session.chips[number(tournament, name)] == int(chips), session.chips
    return None


@asks(r"seats (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    seats = newest(tournament).seats
    wanted = {number(tournament, name): seat for name, seat in told(found[1]).items()}
    have = {entry: f"{seat.table}/{seat.box}" for entry, seat in seats.items()}
    assert have == wanted, {tournament.entries[e].name: seat for e, seat in have.items()}
    return None


@asks(r"marker (\d+) at table (\S+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    lies = floor(tournament, found[2]).marker
    assert lies == int(found[1]), f"the marker lies at {lies}"
    return None


@asks(r"order (.+) at table (\S+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    round = floor(tournament, found[2]).round
    assert round, "no round is open"
    names = [tournament.entries[each].name for each in round.order]
    assert names == found[1].split(", "), names
    return None


@asks(r"stake (\w+) (\d+) at table (\S+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    round = floor(tournament, found[3]).round
    assert round, "no round is open"
    assert round.stakes.get(number(tournament, found[1])) == int(found[2]), round.stakes
    return None


@asks(r"(\d+) (won|missing) at table (\S+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    have = getattr(floor(tournament, found[3]), found[2])
    assert have == int(found[1]), have
    return None


@asks(r"(\w+) has (\d+) pass cards?")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    have = newest(tournament).conduct.pass_cards[number(tournament, found[1])]
    assert have == int(found[2]), have
    return None


@asks(r"(\w+) is (entered|reserve|withdrawn|forfeited|eliminated|disqualified|excluded)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    entry = tournament.entries[number(tournament, found[1])]
    assert entry.status == found[2], entry.status
    return [entry.out_by] if entry.out_by else None


@asks(r"(\w+) keeps (\d+) on record")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    entry = tournament.entries[number(tournament, found[1])]
    assert entry.kept_chips == int(found[2]), entry.kept_chips
    return [entry.out_by] if entry.out_by else None


@asks(r"level (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    playing = newest(tournament).playing_on
    assert [tournament.entries[each].name for each in playing] == found[1].split(", "), playing
    return None


@asks(r"places (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    ranking = newest(tournament).ranking
    have = {tournament.entries[each].name: span(*place) for each, place in ranking.items()}
    assert have == told(found[1]), have
    return None


@asks(r"points (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    for name, points in told(found[1]).items():
        have = merit.points_of(tournament, number(tournament, name))
        assert str(have) == points, f"{name} has {have}"
    return None


@asks(r"going on (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    names = [tournament.entries[each].name for each in newest(tournament).advancing]
    assert sorted(names) == sorted(found[1].split(", ")), names
    return None


@asks(r"final places (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    have = {tournament.entries[e].name: span(*place) for e, place in tournament.places.items()}
    assert have == told(found[1]), have
    return None


@asks(r"prizes (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    """All of them; a clause must stand behind one."""
    have = {tournament.entries[e].name: award.amount for e, award in tournament.awards.items()}
    wanted = {name: dollars(amount) for name, amount in told(found[1]).items()}
    assert have == wanted, {name: money(amount) for name, amount in have.items()}
    return [award.clause for award in tournament.awards.values()]


@asks(r"(\w+) gets (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    award = tournament.awards[number(tournament, found[1])]
    assert found[2] in award.goods, award.goods
    return [award.clause]


@asks(r"refunded (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    """Everybody who was refunded anything, to the cent."""
    have = {each.name: each.refunded for each in tournament.entries.values() if each.refunded}
    wanted = {name: dollars(amount) for name, amount in told(found[1]).items()}
    assert have == wanted, {name: money(amount) for name, amount in have.items()}
    return None


@asks(r"every account is empty")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    assert not any(tournament.accounts.values()), tournament.accounts
    return None


@asks(r"next (\w+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    steps = [step for step in awaits(tournament) if step.what == found[1]]
    assert steps, f"next are {[step.what for step in awaits(tournament)]}"
    return [step.clause for step in steps if step.clause]


@asks(r"printed (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    lines = {text: clause for clause, _, text in printed(tournament)}
    assert found[1] in lines, list(lines)
    return [lines[found[1]]]


@asks(r"working (.+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    """A line of how the places of the newest session, or the prizes, were found."""
    lines = [*merit.working(tournament, newest(tournament)), *prizes.working(tournament)]
    named = [each.clause for each in lines if each.verdict == found[1]]
    assert named, [each.verdict for each in lines]
    return [each for each in named if each]


@asks(r"(\w+) sees (nothing|a form|\d+ on [\w ]+) of (\w+) at table (\S+)")
def _(tournament: Tournament, found: re.Match[str]) -> list[str] | None:
    """A patron's own screen, or that of a supervisor by the office's name."""
    supervisor = found[1] == "supervisor"
    role = Role.GAMING_SUPERVISOR if supervisor else Role.PATRON
    seen = view(tournament, Viewer(role, "" if supervisor else found[1])).sessions[-1]
    table = next(each for each in seen.tables if each.table == found[4])
    forms = {each.entry: each for each in table.forms}
    form = forms.get(number(tournament, found[3]))
    shown = "nothing" if form is None else "a form"
    if form and form.amount is not None:
        shown = f"{form.amount} on {form.on}"
    assert shown == found[2], shown
    return None
