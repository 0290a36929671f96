"""Take the pictures of `docs/tour.md` whose page has changed: `make tour`, `ARGS=--all` for all."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from PIL import Image
from playwright.sync_api import Browser, Page, StorageState, expect, sync_playwright

from houseway.service.settings import Settings
from tests.service.browser.conftest import ARGUMENTS, CHROMIUM, PHONE, WIDE, Casino
from tests.service.server import serving
from tests.tour.fingerprints import fingerprints
from tests.tour.manifest import FILM, FOLDER, recorded, stale, write
from tests.tour.scene import (
    AMENDED,
    FELT,
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

FELT_SCALE = 1.5  # a felt is 848 of the 1280 points of a page
PHONE_SCALE = 1.5
COLOURS = 128
FRAME_MS, LAST_FRAME_MS = 900, 3_000


class Camera:
    """The screens of the people on the tour, each signed in once."""

    def __init__(self, casino: Casino, chromium: Browser, people: Iterable[str]) -> None:
        self.url, self._chromium = casino.server.url, chromium
        self._signed_in = {who: _sign_in(casino, who) for who in people}
        self._pages: dict[tuple[str, tuple[int, int], float], Page] = {}

    def take(self, picture: Picture) -> None:
        """Save the picture of a page, and a second one on a phone where it is used on one."""
        page = self._page(picture.who, WIDE, FELT_SCALE if picture.only else 1)
        _save(self._shoot(page, picture), picture.name)
        if picture.phone:
            page = self._page(picture.who, PHONE, PHONE_SCALE)
            _save(self._shoot(page, picture, whole=not picture.screen), f"{picture.name}-phone")

    def film(self, casino: Casino) -> None:
        """Save the animation of one coup, a frame for each step."""
        page = self._page("Ana", WIDE, 1)
        picture = Picture(FILMED, "Ana", f"/tables/{FILMED}", only=FELT)
        first, *rest = [self._shoot(page, picture) for _ in film(casino)]
        times = [FRAME_MS] * len(rest) + [LAST_FRAME_MS]
        first.save(FOLDER / FILM, save_all=True, append_images=rest, duration=times, loop=0,
                   quality=80, method=6)  # fmt: skip

    def _shoot(self, page: Page, picture: Picture, *, whole: bool = True) -> Image.Image:
        page.goto(self.url + picture.where)
        page.wait_for_load_state("load")
        expect(page.get_by_text("is reading the code")).to_have_count(0, timeout=60_000)
        expect(page.locator(".counting")).to_have_count(0, timeout=60_000)
        if picture.only:
            taken = page.locator(picture.only).screenshot(animations="disabled")
        else:
            taken = page.screenshot(animations="disabled", full_page=whole)
        return Image.open(io.BytesIO(taken)).convert("RGB")

    def _page(self, who: str, size: tuple[int, int], scale: float) -> Page:
        if (who, size, scale) not in self._pages:
            context = self._chromium.new_context(
                viewport={"width": size[0], "height": size[1]}, device_scale_factor=scale,
                reduced_motion="reduce", storage_state=self._signed_in.get(who),
            )  # fmt: skip
            self._pages[who, size, scale] = context.new_page()
        return self._pages[who, size, scale]


def _sign_in(casino: Casino, who: str) -> StorageState:
    chance.seed(who)
    screen = casino.screen(who)
    screen.sign_in()
    return screen.context.storage_state()


def _save(image: Image.Image, name: str) -> None:
    """Write a PNG of 128 colours: a third of the bytes, and hardly a difference to the eye."""
    few = image.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)


Furnished = Callable[[Casino], AbstractContextManager[None]]


@contextmanager
def usual(casino: Casino) -> Iterator[None]:
    furnish(casino)
    yield


@contextmanager
def house(furnished: Furnished, people: Iterable[str]) -> Iterator[tuple[Casino, Camera]]:
    """A house with its camera, furnished for as long as it is pictured."""
    with (
        tempfile.TemporaryDirectory() as folder,
        fixed_chance(),
        serving(Settings(folder=with_key(folder)), lambda: NOON_US) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        casino = Casino(server, chromium)
        with furnished(casino):
            yield casino, Camera(casino, chromium, people)
        chromium.close()


def main() -> None:
    pages = fingerprints()
    wanted = pages if "--all" in sys.argv else stale(pages, recorded()["pages"])
    if not wanted:
        print("every picture is current")
        return
    FOLDER.mkdir(exist_ok=True)
    with house(usual, PEOPLE) as (casino, camera):
        for picture in PICTURES:
            if picture.name in wanted:
                print(picture.name)
                camera.take(picture)
        if FILMED in wanted:
            camera.film(casino)
    if AMENDED.name in wanted:
        print(AMENDED.name)
        with house(amended_table, [AMENDED.who]) as (_, camera):
            camera.take(AMENDED)
    write(pages)


if __name__ == "__main__":
    main()
