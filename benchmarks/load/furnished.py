"""Tables of all nine games, and the tokens of everybody who looks on or plays."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.service.conftest import HASH
from tests.service.coup import take

from houseway.games import FOLDERS
from houseway.rulebook.roles import Role
from houseway.service import pages
from houseway.service.access.accounts import Account
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.soak.actors import PATRONS, STAFF
from houseway.table.table import Table
from houseway.table.vocabulary import OpenTable

PATRON_PAGE = ("purse", "layout", "seat", "board")
DEALER_PAGE = ("dealer", "dealer-money", "felt")
WALL = ("wall",)
PAGES = len(PATRONS) + 2  # open at each table: everybody's own, the dealer's, a display


class Watched(NamedTuple):
    """A page that is open somewhere: its stream, and whose session it is."""

    path: str
    token: str


class Furnished(NamedTuple):
    """What the clients know of the house: each table as it stands, pages, and who may order."""

    tables: dict[str, Table]
    watched: list[Watched]
    tokens: dict[str, str]  # by name


def furnish(folder: Path, database: str, many: int) -> Furnished:
    """The house in a folder, with so many tables."""
    floor = Floor(Settings(folder=str(folder), database=database), pages.load())
    people = {name: Account(name, str(Role.PATRON)) for name in PATRONS}
    people |= {name: Account(name, str(role)) for role, name in STAFF.items()}
    for account in people.values():
        floor.desk.create_hashed(account, HASH, None)
    begin = floor.desk.sessions.begin
    found = Furnished({}, [], {name: begin(account) for name, account in people.items()})
    for number in range(many):
        name = _opened(floor, number)
        found.tables[name] = floor.runner.table(f"table/{name}")
        seen = [(people[each], PATRON_PAGE) for each in PATRONS]
        dealer = people[STAFF[Role.DEALER]]
        for account, topics in (*seen, (dealer, DEALER_PAGE), (dealer, WALL)):
            asked = ",".join(f"{topic}:{name}" for topic in topics)
            found.watched.append(Watched(f"/events?topics={asked}", begin(account)))
    floor.close()
    return found


def _opened(floor: Floor, number: int) -> str:
    """One more table; its equipment is prepared step by step by those who play."""
    slug = tuple(FOLDERS)[number % len(FOLDERS)]
    name = f"{slug}-{number}"
    directed = slug.startswith("tournament-")
    by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    take(floor.runner, name, OpenTable(slug), by, STAFF[by])
    return name
