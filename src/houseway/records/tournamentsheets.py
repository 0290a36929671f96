"""The sheets of a tournament: conditions, entries, seats, how it stands, results, prizes.

Each is a title, columns and rows, written as CSV for other programs or as a page to print.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from houseway.aggregates import TOURNAMENT
from houseway.equipment.chips import dollar_text, money
from houseway.games.events import Event
from houseway.games.fields import CENTS, MOMENT, kinds_of
from houseway.records.telling import (
    Told,
    clause_text,
    kind_words,
    labels_of,
    printable,
    time_text,
    title_of,
)
from houseway.store.codec import UnknownEvent
from houseway.store.log import Entry
from houseway.table.vocabulary import OrderRefused
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as f
from houseway.tournament.charge import printed
from houseway.tournament.leaderboard import board, held, places_text, rows
from houseway.tournament.merit import cut, groups, scopes
from houseway.tournament.money import pool
from houseway.tournament.state import (
    CONFIRMED,
    DRAFTED,
    PLANNED,
    Award,
    Out,
    Seat,
    Session,
    Tournament,
)
from houseway.tournament.terms import Conditions, percent_text


class Sheet(NamedTuple):
    """`notes` are printed below the rows, and are in no CSV; `figures` are columns of numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()


def conditions(tournament: Tournament) -> Sheet:
    """What the document asks of the conditions, item by item, and what they say."""
    said = tuple((str(clause), asks, says) for clause, asks, says in printed(tournament))
    lacking = sum(not says for _, _, says in said)
    notes = (f"{lacking} items are not answered yet",) if lacking else ()
    title = f"{tournament.title}: conditions, version {tournament.version}"
    return Sheet(title, ("clause", "asks for", "the conditions say"), said, notes)


def entries(tournament: Tournament) -> Sheet:
    """Everybody on the list, with what was paid; by the name that is called out."""
    columns = ("entry", "name", "status", "paid", "of it commission", "refunded")
    lines = tuple(
        (str(each.number), each.name, each.status, money(each.paid), money(each.commission),
         money(each.refunded))
        for each in tournament.entries.values()
    )  # fmt: skip
    return Sheet(f"{tournament.title}: entries", columns, lines, figures=columns[3:])


_SEATING = ("session", "table", "box", "entry", "name")


def seating(tournament: Tournament, session: int = 0, *, drafts: bool = False) -> Sheet:
    """Who sits where in a session, or in the newest; a draft is for those who make it."""
    hidden = (PLANNED,) if drafts else (PLANNED, DRAFTED)
    shown = [
        each
        for each in tournament.sessions
        if each.seats and each.phase not in hidden and session in (0, each.number)
    ]
    if not shown:
        return Sheet(f"{tournament.title}: seating", _SEATING, (), ("no seats are published",))
    found = shown[-1]
    lines = tuple(
        (str(found.number), seat.table, str(seat.box), str(entry), tournament.entries[entry].name)
        for entry, seat in sorted(found.seats.items(), key=lambda each: each[1])
    )
    notes = ("a draft, not published",) if found.phase == DRAFTED else ()
    stage = tournament.stage_of(found).name
    title = f"{tournament.title}: seating of session {found.number}, {stage}"
    return Sheet(title, _SEATING, lines, notes, ("session", "box", "entry"))


def leaderboard(tournament: Tournament) -> Sheet:
    """Everybody in the order in which they stand now, with chips and points."""
    columns = ("place", "entry", "name", "table", "box", "chips", "points", "status")
    lines = tuple(
        (places_text(each.first, each.last), str(each.entry), each.name, each.table,
         str(each.box or ""), "" if each.chips is None else str(each.chips), each.points,
         each.status)
        for each in rows(tournament)
    )  # fmt: skip
    seen = board(tournament)
    notes = [f"session {seen.session}, {seen.stage}: {seen.phase}"] if seen.session else []
    notes.append(f"prize pool: {dollar_text(seen.pool)}")
    figures = ("place", "entry", "box", "chips", "points")
    return Sheet(f"{tournament.title}: leaderboard", columns, lines, tuple(notes), figures)


_SESSION = ("session", "table", "place", "entry", "name", "chips", "points", "goes on", "clause")


def sessions(tournament: Tournament) -> Sheet:
    """The places of every session that has been counted, each with its clause."""
    lines = tuple(
        line
        for each in tournament.sessions
        if each.counts or each.phase == CONFIRMED
        for line in _session_lines(tournament, each)
    )
    notes = () if lines else ("no session has been counted",)
    figures = ("session", "place", "entry", "chips", "points")
    return Sheet(f"{tournament.title}: sessions", _SESSION, lines, notes, figures)


def _session_lines(tournament: Tournament, session: Session) -> list[tuple[str, ...]]:
    lines = list[tuple[str, ...]]()
    for scope in scopes(tournament, session):
        ranked = groups(tournament, session, scope)
        going_on = cut(tournament, session, ranked)
        for group in ranked:
            on = group.last <= going_on
            for entry in group.entries:
                seat, chips = session.seats.get(entry), held(session, entry)
                points = "/".join(map(str, session.points.get(entry, ())))
                lines.append((
                    str(session.number), seat.table if seat else "",
                    places_text(group.first, group.last), str(entry),
                    tournament.entries[entry].name, "" if chips is None else str(chips),
                    points.removesuffix("/1"), "yes" if on else "", str(group.clause),
                ))  # fmt: skip
    return lines


def results(tournament: Tournament) -> Sheet:
    """Every place of the tournament once the prizes are awarded; before that, nobody has one."""
    columns = ("place", "entry", "name", "prize", "goods")
    ranked = sorted(tournament.places.items(), key=lambda each: (each[1], each[0]))
    lines = tuple(_result(tournament, entry, *places) for entry, places in ranked)
    notes = () if lines else ("the prizes have not been awarded",)
    title = f"{tournament.title}: results"
    return Sheet(title, columns, lines, notes, ("place", "entry", "prize"))


def _result(tournament: Tournament, entry: int, first: int, last: int) -> tuple[str, ...]:
    award = tournament.awards.get(entry)
    prize, goods = (money(award.amount), "; ".join(award.goods)) if award else ("", "")
    name = tournament.entries[entry].name
    return places_text(first, last), str(entry), name, prize, goods


def prize_sheet(tournament: Tournament) -> Sheet:
    """Every prize with its clause and who paid it, and where all the money has gone."""
    columns = ("place", "entry", "name", "amount", "goods", "clause", "paid by", "for")
    lines = tuple(
        (places_text(each.first, each.last), str(each.entry), tournament.entries[each.entry].name,
         money(each.amount), "; ".join(each.goods), str(each.clause),
         each.paid.person if each.paid else "", of)
        for of, each in _awards(tournament)
    )  # fmt: skip
    figures = ("place", "entry", "amount")
    return Sheet(f"{tournament.title}: prizes", columns, lines, _money(tournament), figures)


def _awards(tournament: Tournament) -> Iterator[tuple[str, Award]]:
    """The prizes of the sessions in their order, then those of the tournament."""
    of_sessions = sorted(tournament.session_awards.items(), key=lambda at: (at[0][0], at[1].first))
    yield from ((f"session {number}", each) for (number, _), each in of_sessions)
    ranked = sorted(tournament.awards.values(), key=lambda each: (each.first, each.entry))
    yield from (("tournament", each) for each in ranked)


def _money(tournament: Tournament) -> tuple[str, ...]:
    """Where the money is: what came in is what went out and what is left."""
    awarded = [each for _, each in _awards(tournament)]
    entrants = tournament.entries.values()
    figures = (
        ("fees", sum(each.paid for each in entrants)),
        ("added by the operator", -tournament.accounts.get("operator", 0)),
        ("refunds", sum(each.refunded for each in entrants)),
        ("commission", sum(each.commission for each in entrants)),
        ("prizes awarded", sum(each.amount for each in awarded)),
        ("prizes paid", sum(each.amount for each in awarded if each.paid)),
        ("left in the pool", pool(tournament)),
    )
    return tuple(f"{what}: {dollar_text(amount)}" for what, amount in figures)


SHEETS: dict[str, Callable[[Tournament], Sheet]] = {
    "conditions": conditions,
    "entries": entries,
    "seating": seating,
    "leaderboard": leaderboard,
    "sessions": sessions,
    "results": results,
    "prizes": prize_sheet,
}


def as_csv(sheet: Sheet) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(sheet.columns)
    writer.writerows([in_a_cell(cell) for cell in row] for row in sheet.rows)
    return out.getvalue()


def in_a_cell(text: str) -> str:
    """A text that a spreadsheet would take for a formula is marked as text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 12pt/1.4 serif; margin: 2cm; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ border-bottom: 1px solid #767676; padding: 0.25em 0.5em; text-align: left; }}
.figure {{ text-align: right; font-variant-numeric: tabular-nums; }}
thead {{ display: table-header-group; }}
tr {{ break-inside: avoid; }}
</style>
</head>
<body>
<h1>{title}</h1>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table>
{notes}
</body>
</html>
"""


def as_html(sheet: Sheet) -> str:
    """A page that needs nothing but itself, and prints its header on every sheet of paper."""
    head = "".join(_cell("th", name, name in sheet.figures) for name in sheet.columns)
    body = "\n".join(f"<tr>{_cells(sheet, row)}</tr>" for row in sheet.rows)
    notes = "\n".join(f"<p>{_safe(each)}</p>" for each in sheet.notes)
    return _PAGE.format(title=_safe(sheet.title), head=head, body=body, notes=notes)


def _cells(sheet: Sheet, row: tuple[str, ...]) -> str:
    pairs = zip(sheet.columns, row, strict=True)
    return "".join(_cell("td", cell, name in sheet.figures) for name, cell in pairs)


def _cell(tag: str, text: str, figure: bool) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    style = ' class="figure"' if figure else ""
    return f"<{tag}{scope}{style}>{_safe(text)}</{tag}>"


def _safe(text: str) -> str:
    return html.escape(printable(text))


# The facts of a tournament in words, for terminals and pages.

_HIDDEN = ("clause", "by", "marked", "content", "edition", "instead", "last")
_NOTHING: tuple[Any, ...] = ("", 0, (), {}, None, False)
_SEALED = ("on", "amount", "held")


class _Asked(msgspec.Struct):
    type: str


def words(event: Event) -> str:
    """The fact's name in words, then what it says; of an order that was refused, its name."""
    if isinstance(event, OrderRefused):
        asked = msgspec.json.decode(event.order or b'{"type": "an order"}', type=_Asked).type
        return f"refused: {kind_words(asked)}: {event.detail}"
    name = title_of(type(event))
    said = ", ".join(_said(event, each) for each in _told(event))
    return f"{name}: {said}" if said else name


def _told(event: Event) -> list[str]:
    hidden = (*_HIDDEN, *_SEALED) if isinstance(event, f.FormHandedIn) else _HIDDEN
    fields = [each for each in event.__struct_fields__ if each not in hidden]
    return [each for each in fields if each == "stage" or getattr(event, each) not in _NOTHING]


def _said(event: Event, name: str) -> str:
    value: Any = getattr(event, name)
    label, kind = labels_of(type(event))[name], kinds_of(type(event)).get(name)
    if value is True:
        return label
    if name == "first":
        return f"place {places_text(value, event.last)}"  # type: ignore[attr-defined]
    if name == "stage":
        return f"stage {value + 1}"
    if kind == MOMENT:
        return f"{label} {time_text(value)} UTC"
    if kind == CENTS:
        return f"{label} {dollar_text(value)}"
    if name == "hundredths":
        return percent_text(value)
    return f"{label} {_plain(value)}"


def _plain(value: Any) -> str:
    """Anything that a fact holds, short enough for a line."""
    if isinstance(value, Conditions):
        return f"{len(value.stages)} stages, {len(value.answers)} answers in words"
    if isinstance(value, Seat):
        return f"table {value.table} box {value.box}"
    if isinstance(value, s.TablePlan):
        return f"{value.table} ({value.players} at boxes {_plain(value.boxes)}, {value.mode})"
    if isinstance(value, Out):
        return f"entry {value.entry} {value.how} after round {value.round} with {value.chips}"
    if isinstance(value, r.Placing):
        return f"place {places_text(value.first, value.last)} entry {value.entry}"
    if isinstance(value, tuple):
        return "; ".join(_pair(each) for each in value)
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_plain(each)}" for key, each in value.items())
    return str(value)


def _pair(value: Any) -> str:
    if isinstance(value, tuple) and len(value) == 2:
        return f"{_plain(value[0])}: {_plain(value[1])}"
    return _plain(value)


def told(entry: Entry) -> Told:
    """One entry of a tournament's stream in words."""
    try:
        event = TOURNAMENT.decode("", entry)
    except (UnknownEvent, msgspec.MsgspecError, KeyError):
        content = entry.body.decode("utf-8", "replace")
        return Told(entry, printable(f"{entry.kind} {content}"), "", None)
    return Told(entry, printable(words(event)), clause_text(event), event)


def actions(entries: list[Entry]) -> list[Told]:
    """A stream in words, without the facts that only say that an action begins."""
    return [told(each) for each in entries if each.kind != v.ActionBegun.__name__]
