"""Tables of all nine games, and the tokens of everybody who looks on or plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.service.conftest import HASH
from tests.service.coup import take

from houseway.games import slugs
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.soak.actors import PATRONS, STAFF
from houseway.table.opening import simulated
from houseway.table.table import Table
from houseway.table.vocabulary import OpenTable

PATRON_PAGE = ("purse", "layout", "seat", "board")
DEALER_PAGE = ("dealer", "dealer-money", "felt")
WALL = ("wall",)
_STAFFED = (Role.DEALER, Role.GAMING_SUPERVISOR, Role.TOURNAMENT_DIRECTOR)
PEOPLE = dict.fromkeys(PATRONS, Role.PATRON) | {STAFF[role]: role for role in _STAFFED}


class Watched(NamedTuple):
    """A page that is open somewhere: its stream, whose session it is, and of which table."""

    path: str
    token: str
    table: str


class Furnished(NamedTuple):
    """What the clients know of the house: each table as it stands, pages, and who may order."""

    tables: dict[str, Table]
    watched: list[Watched]
    tokens: dict[tuple[str, str], str]  # by table and name


def furnish(folder: Path, database: str, many: int, pages: int = 0) -> Furnished:
    """The house in a folder, with so many tables and people of its own at each.

    At each table there are five pages. With `pages` there are that many in all, shared out among
    the tables: fewer, or as many more as it takes of patrons who look on.
    """
    floor = Floor(Settings(folder=str(folder), database=database), registry.load())
    found = Furnished({}, [], {})
    for number in range(many):
        name = _opened(floor, number)
        found.tables[name] = floor.runner.table(f"table/{name}")
        accounts = {each: _account(floor, name, each, role) for each, role in PEOPLE.items()}
        begin = floor.desk.sessions.begin
        found.tokens.update({(name, each): begin(made) for each, made in accounts.items()})
        dealer = accounts[STAFF[Role.DEALER]]
        shown = [(accounts[each], PATRON_PAGE) for each in PATRONS]
        for account, topics in (*shown, (dealer, DEALER_PAGE), (dealer, WALL)):
            asked = ",".join(f"{topic}:{name}" for topic in topics)
            found.watched.append(Watched(f"/events?topics={asked}", begin(account), name))
    if pages:
        each = len(found.watched) // many
        spread = [page for nth in range(each) for page in found.watched[nth::each]]
        found.watched[:] = [*spread, *_onlookers(floor, list(found.tables), pages)][:pages]
    floor.close()
    return found


def _onlookers(floor: Floor, tables: list[str], many: int) -> Iterator[Watched]:
    """Patrons who have the page of a table open and do not play there."""
    for number in range(many):
        name = tables[number % len(tables)]
        account = _account(floor, name, f"Watcher-{number}", Role.PATRON)
        asked = ",".join(f"{topic}:{name}" for topic in PATRON_PAGE)
        yield Watched(f"/events?topics={asked}", floor.desk.sessions.begin(account), name)


def at_table(name: str, table: str) -> str:
    """The name of a person's account: at every table there is another Ana."""
    return f"{name}-{table.rpartition('-')[2]}"


def _account(floor: Floor, table: str, name: str, role: Role) -> Account:
    account = Account(at_table(name, table), str(role))
    floor.desk.create_hashed(account, HASH, None)
    return account


def _opened(floor: Floor, number: int) -> str:
    """One more table; its equipment is prepared step by step by those who play."""
    slug = tuple(slugs())[number % len(slugs())]
    name = f"{slug}-{number}"
    directed = slug.startswith("tournament-")
    by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    take(floor.runner, name, simulated(OpenTable(slug)), by, STAFF[by])
    return name
