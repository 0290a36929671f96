"""A bad line made from a seed, and hasty hands at a page behind it.

In the page, a line delays what is asked and answered, loses answers that the house has given,
brings live messages apart, late and twice, and breaks off. A relay in front of the house does the
same to bytes: everything is late; the live stream comes in pieces of any size, breaks off within
a message or falls silent. A person presses keys and buttons some milliseconds apart, whatever the
page shows by then.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
from functools import cache
from typing import Literal, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.service.browser.conftest import Casino, Motion, session_cookies

# In the page, before its own scripts: `line` says in milliseconds how late what is. What is asked
# and answered keeps its order, as it does on one connection.
LINE = """(() => {
  const plan = PLAN;
  let state = plan.seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const span = ([least, most]) => least + random() * (most - least);
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const real = window.fetch.bind(window);
  window.line = { away: false, deaf: false, open: [], begun: 0 };
  window.fetch = async (input, init) => {
    if (window.line.away) { await wait(5); throw new TypeError("no line"); }
    const lost = init && init.method === "POST" && random() < plan.lost;
    await wait(span(plan.ask));
    const answer = await real(input, init);
    await wait(span(plan.answer));
    if (lost || window.line.away) throw new TypeError("the answer was lost");
    return answer;
  };
  const Source = window.EventSource;
  const drop = (source) => {
    source.close();
    if (source.onerror) source.onerror(new Event("error"));
  };
  window.EventSource = class extends Source {
    constructor(...given) {
      super(...given);
      this.last = 0;
      window.line.open.push(this);
      super.addEventListener("open", () => { window.line.begun += 1; });
      if (random() < plan.breaks) setTimeout(() => drop(this), span([50, 400]));
    }
    addEventListener(type, work) {
      super.addEventListener(type, (event) => {
        const now = performance.now();
        this.last = Math.max(this.last, now + span(plan.news));
        const come = () => { if (!window.line.away && !window.line.deaf) work(event); };
        setTimeout(come, this.last - now);
        const twice = plan.doubled && window.line.begun > 1;
        if (twice) setTimeout(come, this.last - now + span([5, 400]));
      });
    }
  };
  window.line.leave = () => { window.line.away = true; window.line.open.forEach(drop); };
  window.line.hearNothing = () => { window.line.deaf = true; };
  window.line.hear = () => { window.line.deaf = false; window.line.open.forEach(drop); };
  window.line.come = () => { window.line.away = false; window.dispatchEvent(new Event("online")); };
})();
(() => {
  if (!location.protocol.startsWith("http")) return;
  localStorage.setItem("houseway-moment", "4000"); // however busy the machine is
  localStorage.setItem("hold", "0");
})();"""

# What a person does: [milliseconds before it, what, with what].
HANDS = """async (deeds) => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const click = async (element) => {
    const box = element.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, button: 0, detail: 1,
      clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const under = () => document.elementFromPoint(at.clientX, at.clientY) || element;
    under().dispatchEvent(new PointerEvent("pointerdown", at));
    await wait(15);
    const target = under();
    target.dispatchEvent(new PointerEvent("pointerup", at));
    target.closest("button, a, [role=button]") && !target.closest("button:disabled") &&
      target.dispatchEvent(new MouseEvent("click", at));
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (selector) => all(selector).find((each) => each.checkVisibility());
  let last = null;
  for (const [gap, what, on] of deeds) {
    await wait(gap);
    if (what === "key") {
      const target = document.activeElement || document.body;
      const press = new KeyboardEvent("keydown", { key: on, bubbles: true, cancelable: true });
      const taken = !target.dispatchEvent(press);
      if (!taken && target.matches("input") && on.length === 1) {
        target.value += on;
        target.dispatchEvent(new Event("input", { bubbles: true }));
      } else if (!taken && on === "Enter") {
        const its = target.form && target.form.querySelector("button");
        const button = target.matches("button, a") ? target : its;
        if (button && !button.disabled) button.click();
      }
    } else if (what === "into") {
      document.activeElement.blur();
      const field = seen(on);
      if (!field) continue;
      field.focus();
      field.value = "";
    } else if (what === "click") {
      last = seen(on);
      if (!last) continue;
      while (getComputedStyle(last).pointerEvents === "none") await wait(20); // it is greyed
      last.scrollIntoView({ block: "center" });
      await click(last);
    } else if (what === "again") {
      if (last) await click(last);
    } else if (what === "line") {
      window.line[on]();
    }
  }
}"""
QUIET = "() => !Houseway.waiting().length && !document.body.classList.contains('lost')"

Deed = tuple[int, str, str]
Mode = Literal["breaks", "silent"]


class Relay:
    """The line to a house, in a thread of its own, by which a browser reaches it.

    Bytes come late and in their order; a live stream comes in pieces of any size. Once it may
    break off, or nothing more comes of it while the line stands.
    """

    def __init__(self, port: int, chance: random.Random) -> None:
        self._port, self._chance = port, chance
        self._late = chance.choice((0.0, 0.02, 0.12))  # seconds
        self._given = 0  # bytes of live streams
        self._end: tuple[int, Mode] | None = None
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._over = asyncio.Event()
        server = await asyncio.start_server(self._line, "127.0.0.1")
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._over.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for each in others:
            each.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def cut(self, mode: Mode, after: int) -> None:
        """Let the live stream break off or fall silent after so many more bytes."""
        self._end = self._given + after, mode

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()

    async def _line(self, browser: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        house, asked = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            await asyncio.gather(self._hand_on(browser, asked), self._hand_on(house, to))
        except (ConnectionError, asyncio.CancelledError):
            pass  # a line ends
        finally:
            for each in (asked, to):
                each.transport.abort()

    async def _hand_on(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        """What comes in is given out later, each as long after the other as it came."""
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        giving = asyncio.ensure_future(self._give(due, to))
        try:
            while data := await source.read(65_536):
                due.put_nowait((self._loop.time() + self._late, data))
            due.put_nowait((self._loop.time() + self._late, b""))
            await giving
        finally:
            giving.cancel()

    async def _give(
        self, due: asyncio.Queue[tuple[float, bytes]], to: asyncio.StreamWriter
    ) -> None:
        live = False
        while True:
            at, data = await due.get()
            await asyncio.sleep(max(0.0, at - self._loop.time()))
            if not data:
                raise ConnectionResetError
            live = live or b"text/event-stream" in data[:2_000]
            for piece in self._pieces(data) if live else [data]:
                self._given += len(piece) if live else 0
                if live and self._end is not None and self._given >= self._end[0]:
                    (_, mode), self._end = self._end, None
                    if mode == "breaks":
                        raise ConnectionResetError
                    await asyncio.Event().wait()  # nothing comes any more, and nobody says so
                to.write(piece)
                await to.drain()
                if live:
                    await asyncio.sleep(0)

    def _pieces(self, data: bytes) -> list[bytes]:
        pieces, at = [], 0
        while at < len(data):
            size = self._chance.choice((1, 2, 3, 7, 200, 3_000))
            pieces.append(data[at : at + size])
            at += size
        return pieces


class Shake(NamedTuple):
    """One scene: a house, a seed, and the name of a table that no other scene has."""

    casino: Casino
    seed: int
    scene: str
    again: str = ""  # what sets its table apart from the same scene of the same seed

    @property
    def table(self) -> str:
        return f"{self.scene}-{self.seed}{self.again}"

    @property
    def chance(self) -> random.Random:
        return random.Random(f"{self.scene} {self.seed}")

    def line(self) -> str:
        """A quick line, a slow one, or one of which an end is late; some lose answers or break."""
        chance = self.chance
        late = [0, 5], [0, 60], [150, 250], [0, 300]
        plan = {
            "seed": self.seed + 1, "ask": chance.choice(late), "answer": chance.choice(late),
            "news": chance.choice(late), "lost": chance.choice((0, 0, 0.2)),
            "breaks": chance.choice((0, 0, 0.5)), "doubled": chance.random() < 0.5,
        }  # fmt: skip
        return LINE.replace("PLAN", json.dumps(plan))

    def relay(self) -> Relay:
        return Relay(self.casino.server.port, self.chance)

    def page(self, name: str, path: str, ready: str, relay: Relay | None = None) -> Page:
        """A person's page over this line, once it shows what it is waited for.

        With a relay, what the browser does without a script is late as well.
        """
        motion: Motion = self.chance.choice(("reduce", "no-preference"))
        screen = self.casino.screen(name, motion=motion)
        screen.context.add_init_script(self.line())
        screen.complaints = _Unheard()
        screen.context.add_cookies(session_of(screen.url, name))
        if relay is not None:
            screen.context.on("close", lambda _: relay.close())
            screen.url = relay.url
        page = screen.open(path)
        expect(page.locator(ready).first).to_be_visible()
        page.wait_for_function("() => window.Houseway && document.readyState === 'complete'")
        return page

    def kinds(self, stream: str = "") -> list[str]:
        log = self.casino.server.floor.log
        return [entry.kind for entry in log.read(stream or f"table/{self.table}")]


session_of = cache(session_cookies)  # a house takes only so many sign-ins a minute


_OF_THE_LINE = "Failed to load resource", "net::ERR_", "[object Event]", "htmx:"


class _Unheard(list[str]):
    """A browser complains of every line that breaks and every refusal, which are meant here."""

    def append(self, complaint: str) -> None:
        if not complaint.startswith(_OF_THE_LINE):
            super().append(complaint)


def does(page: Page, deeds: list[Deed]) -> None:
    """Press all of it, and wait until the page has the answers to what it has asked."""
    page.evaluate(HANDS, deeds)
    page.wait_for_function(QUIET)
    page.wait_for_function("() => !document.querySelector('.landing')")


def keys(chance: random.Random, typed: list[str]) -> list[Deed]:
    """Keys at one pace: all at once, as a quick hand has it, or as a slow one."""
    slowest = chance.choice((0, 20, 80, 200))
    return [(chance.randint(0, slowest), "key", each) for each in typed]


def presses(page: Page, button: Locator, gaps: list[int]) -> None:
    """Press a button with the mouse, and again and again, whatever lies there by then."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(*at)
    for gap in gaps:
        page.wait_for_timeout(gap)
        page.mouse.click(*at)


def another(page: Page) -> None:
    """What is pressed from now on is meant as something else."""
    page.keyboard.press("Shift")


def sentence(page: Page) -> str:
    return page.locator("#refusal, #told").first.inner_text()


def listed(page: Page) -> list[str]:
    return page.locator("#outbox li").all_inner_texts()
