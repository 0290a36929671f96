"""Fingerprints of the pictured pages: what the server sends, and the files that give it its looks.

Pages are rendered without a browser, in the same house as the pictures. What differs from run to
run is left out: tokens, the addresses of static files, and the list of code and tests on a page of
the rulebook, for which its template stands.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from html import unescape
from pathlib import Path
from typing import cast

import houseway.service
from houseway.service.http.static_files import static_files
from houseway.service.settings import Settings
from tests.service.browser.conftest import Casino
from tests.service.conftest import Client, House
from tests.service.server import Serving
from tests.tour.scene import (
    AMENDED,
    FILMED,
    NOON_US,
    PEOPLE,
    PICTURES,
    Picture,
    amended_table,
    chance,
    film,
    fixed_chance,
    furnish,
    with_key,
)

SERVICE = Path(houseway.service.__file__).parent
ANSWERS = SERVICE / "templates" / "rules" / "answers.html"
_STATIC = re.compile(r"/static/([\w./-]+)\?v=\w+")
_TOKEN = re.compile(r"[0-9a-f]{24,}(?:-[0-9a-f]{16})*")
_LATER = re.compile(r'hx-get="([^"]+)" hx-trigger="load"')
_ANSWERED = re.compile(r"(?<=<h2>Evidence: code and tests</h2>).*?(?=</details>)", re.DOTALL)


class Unseen(Casino):
    """A house that is rendered without a browser."""

    def __init__(self, house: House) -> None:
        self.server, self.screens = cast(Serving, house), []
        self._house = house
        self._clients: dict[str, Client] = {}

    def page(self, picture: Picture) -> str:
        """Return the page as that person sees it, with the parts that it asks for afterwards."""
        client = self._clients[picture.who]
        page = self._get(client, picture.where)
        return page + "".join(self._get(client, unescape(part)) for part in _LATER.findall(page))

    def _get(self, client: Client, path: str) -> str:
        """Ask as a page's script does: the answer waits for figures that take long."""
        answer = client.get(path, headers={"accept": "text/html", "hx-request": "true"})
        assert answer.status_code == 200, (path, answer.text)
        return answer.text

    def sign_in(self, people: Iterable[str]) -> None:
        """Sign people in, in the order in which the camera does it."""
        self._clients = {"": self._house.browser()}
        for who in people:
            chance.seed(who)
            self._clients[who] = self._house.as_(who)


def fingerprints() -> dict[str, str]:
    """Return the fingerprint of every pictured page, by the name of its picture."""
    with _unseen() as casino:
        pages = dict(_rendered(casino))
    with _unseen() as casino, amended_table(casino):
        casino.sign_in([AMENDED.who])
        return {**pages, AMENDED.name: fingerprint(casino.page(AMENDED))}


@contextmanager
def _unseen() -> Iterator[Unseen]:
    with tempfile.TemporaryDirectory() as folder, fixed_chance(), ExitStack() as stack:
        settings = Settings(folder=with_key(folder))
        yield Unseen(House(stack, settings, lambda: NOON_US))


def _rendered(casino: Unseen) -> Iterator[tuple[str, str]]:
    furnish(casino)
    casino.sign_in(PEOPLE)
    for picture in PICTURES:
        yield picture.name, fingerprint(casino.page(picture))
    filmed = Picture(FILMED, "Ana", f"/tables/{FILMED}")
    yield FILMED, fingerprint("".join(casino.page(filmed) for _ in film(casino)))


def fingerprint(page: str) -> str:
    """Return a digest of the page's text and of every style, script and image it uses."""
    names = sorted({name for name in _STATIC.findall(page) if not name.startswith("vendor/")})
    looks = [static_files()[name].body.decode() for name in names]
    if _ANSWERED.search(page):
        looks.append(ANSWERS.read_text("utf-8"))
    shown = _TOKEN.sub("", _ANSWERED.sub("", _STATIC.sub(r"/static/\1", page)))
    words = " ".join("\n".join([shown, *looks]).split())
    return hashlib.sha256(words.encode()).hexdigest()[:16]
