"""Simulations asked for on a page: a bounded queue, one at a time, the same by command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from houseway.analysis.figures import decimal_text
from houseway.cli.simulate import print_simulation
from houseway.service.consoles.analyst import simulations
from houseway.service.consoles.analyst.simulation_pages import OfSimulations, plotted
from houseway.service.consoles.analyst.simulations import (
    Following,
    Point,
    Shelf,
    Simulation,
    SimulationLine,
    SimulationRequest,
    State,
    Wager,
)
from houseway.service.errors import Wrong
from houseway.service.settings import Settings
from tests.service.conftest import Client, House
from tests.waiting import PATIENCE, wait_until

ASKED = SimulationRequest("mini-baccarat", 20_000, 7, (), "Ivy", 0)
UNDEALT = SimulationRequest("mini-baccarat", 10, 2**64, (), "Ivy", 0)  # no seed, so it ends at once
# A process that deals nothing and lives until its house lets go of it.
IDLE = (sys.executable, "-c", "import sys; sys.stdin.read()")


def ended(shelf: Shelf, number: int) -> Simulation:
    wait_until("the end of a simulation", lambda: shelf.read(number).over)
    return shelf.read(number)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    found = Shelf(tmp_path)
    yield found
    found.close()


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "_COMMAND", IDLE)


# The queue


def test_one_is_dealt_after_another(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second waits while the process of the first lives, and says how many are before it."""
    monkeypatch.setattr(simulations, "_COMMAND", IDLE)
    first = shelf.submit(ASKED)
    monkeypatch.undo()
    second = shelf.submit(UNDEALT)
    waiting = shelf.read(second)
    assert (waiting.state, waiting.before) == ("waiting", 1)
    version = shelf.version(second)
    shelf._started[first].kill()
    assert ended(shelf, second).state == "failed"
    assert shelf.read(first).state == "broken off"
    assert shelf.version(second) != version


@pytest.mark.usefixtures("idle")
def test_whoever_serves_the_house_sees_the_same_queue(shelf: Shelf, tmp_path: Path) -> None:
    """Several workers share the folder: what one has queued the others see, count and cancel."""
    other = Shelf(tmp_path)
    first, second = shelf.submit(ASKED), other.submit(ASKED)
    assert (first, second) == (1, 2)
    assert other.read(first).state == shelf.read(second).state == "waiting"
    assert shelf.glance(second).before == 1
    other.close()
    assert (shelf.read(first).state, shelf.read(second).state) == ("waiting", "broken off")


@pytest.mark.usefixtures("idle")
def test_the_queue_is_bounded(shelf: Shelf) -> None:
    for number in range(1, simulations.MOST_QUEUED + 1):
        assert shelf.submit(ASKED) == number
    with pytest.raises(Wrong, match="5 simulations are not over") as refused:
        shelf.submit(ASKED)
    assert refused.value.status == 429
    shelf.close()
    assert {shelf.read(each).state for each in shelf.numbers()} == {"broken off"}
    assert shelf.submit(ASKED) == 6


@pytest.mark.usefixtures("idle")
def test_old_ones_make_way(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "KEPT", 2)
    for _ in range(4):
        shelf.submit(ASKED)
        shelf.close()
    assert shelf.numbers() == [3, 4]


def test_a_simulation_is_cancelled_while_it_is_dealt(shelf: Shelf) -> None:
    asked = SimulationRequest("tournament-roulette", simulations.MOST_ROUNDS, 1, (), "Ivy", 0)
    number = shelf.submit(asked)
    wait_until("the first figures", lambda: shelf.read(number).latest is not None)
    shelf.cancel(number)
    found = ended(shelf, number)
    assert found.state == "cancelled"
    assert 0 < found.done < simulations.MOST_ROUNDS
    with pytest.raises(Wrong, match="there is no simulation 9"):
        shelf.cancel(9)


STATES = {
    "waiting for its turn": lambda shelf: (shelf.submit(ASKED), shelf.submit(ASKED))[1],
    "starting": lambda shelf: shelf.submit(ASKED),
    "running": lambda shelf: _told(shelf, SimulationLine("running", 10)),
}


def _told(shelf: Shelf, line: SimulationLine) -> int:
    number = shelf.submit(ASKED)
    (shelf.path(number) / "told.jsonl").write_bytes(msgspec.json.encode(line) + b"\n")
    return number


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("begin", STATES.values(), ids=STATES)
def test_what_is_cancelled_stays_cancelled(shelf: Shelf, begin: Callable[[Shelf], int]) -> None:
    """Wherever its process was, at once, and whatever that tells later; versions only grow."""
    number = begin(shelf)
    before = shelf.read(number)

    shelf.cancel(number)

    cancelled = shelf.read(number)
    assert (cancelled.state, cancelled.done) == ("cancelled", before.done)
    assert not shelf.end(number, SimulationLine("done", 10**9))
    shelf.close()
    later = shelf.read(number)
    assert later.state == "cancelled"
    assert before.version < cancelled.version <= later.version == shelf.version(number)


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("state", ["done", "failed"])
def test_what_is_over_is_not_cancelled(shelf: Shelf, state: State) -> None:
    number = shelf.submit(ASKED)
    shelf.end(number, SimulationLine(state, 10))

    shelf.cancel(number)

    assert shelf.read(number).state == state


@pytest.mark.usefixtures("idle")
def test_a_cancelled_simulation_holds_no_place_in_the_queue(shelf: Shelf) -> None:
    """Not even while its process has yet to end, which another worker cannot make it."""
    first, second = shelf.submit(ASKED), shelf.submit(ASKED)
    Shelf(shelf.folder.parent).cancel(first)
    assert shelf.alive(first)
    assert shelf.read(second).before == 0


@pytest.mark.usefixtures("idle")
def test_whoever_was_shown_a_simulation_is_told_of_its_end(shelf: Shelf) -> None:
    """Also where it ends before anybody looks for the first time."""
    told = Event()
    hub: Any = SimpleNamespace(changed=lambda _stream: told.set())
    following = Following(shelf, hub)
    number = shelf.submit(ASKED)
    shown = shelf.read(number)
    shelf.cancel(number)
    shelf.close()

    following.shown(shown)

    assert told.wait(PATIENCE)
    following.stop()


def test_a_process_ends_with_the_house_that_started_it(shelf: Shelf) -> None:
    number = shelf.submit(
        SimulationRequest("tournament-roulette", simulations.MOST_ROUNDS, 1, (), "Ivy", 0)
    )
    process = shelf._started[number]
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(PATIENCE) == 0
    assert shelf.read(number).state == "broken off"


def test_what_cannot_be_dealt_says_why(shelf: Shelf) -> None:
    found = ended(shelf, shelf.submit(UNDEALT))
    assert found.state == "failed"
    assert "at most 64 bits" in found.told[-1].why


# The picture


def _simulation(*told: SimulationLine) -> Simulation:
    return Simulation(1, ASKED, "running", told, 0, 1)


def test_convergence_is_drawn_from_two_moments_on() -> None:
    wagers = tuple(Wager(name, "0.011", "0.010579", "0.002", within=True) for name in "ab")
    other = Wager("c", "0.9", "0.14", "0.1", within=False)
    first, second = (SimulationLine("running", 10**n, (*wagers, other)) for n in (6, 7))
    assert plotted(_simulation(SimulationLine("running", 0), first)) == ()
    drawn = plotted(_simulation(SimulationLine("running", 0), first, second))
    assert len(drawn) == 2  # two wagers with the same figures share a picture
    assert ">a<" in drawn[0]
    assert "OUTSIDE" not in drawn[0]
    assert "OUTSIDE its bounds" in drawn[1]
    assert "style=" not in "".join(drawn)


def test_the_picture_of_what_is_done_depends_on_no_clock() -> None:
    """The points of the simulation itself are drawn, not the moments at which it was told."""
    wager = Wager("a", "0.011", "0.010579", "0.002", within=True)
    points = tuple(Point(10**n, (wager,)) for n in (6, 7))
    done = SimulationLine("done", 10**7, (wager,), points=points)
    told = [(SimulationLine("running", each, (wager,)), done) for each in (10**6, 2 * 10**6)]
    one, other = (Simulation(1, ASKED, "done", each, 0, 1) for each in told)
    assert one.points == points
    assert plotted(one) == plotted(other)
    assert len(plotted(one)) == 1


# Over HTTP


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(stack, Settings(folder=str(tmp_path_factory.mktemp("simulated") / "house")))


@pytest.fixture(scope="module")
def ivy(house: House) -> Client:
    return house.as_("Ivy")


def start(client: Client, slug: str, **fields: str) -> tuple[int, str, str]:
    """Status, where it led, and what was shown."""
    answer = client.send("POST", f"/analysis/{slug}/simulation", data=fields)
    return answer.status_code, answer.url.path, answer.text


def test_a_simulation_is_asked_for_and_watched_to_its_end(
    house: House, ivy: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """Mini Baccarat 8.8(c): the exact tie costs 14.3596 %. The command deals the same rounds."""
    status, path, text = start(ivy, "mini-baccarat", rounds="20,000", seed="3", pairs="perfect")
    assert (status, path) == (200, "/analysis/simulations/1")
    command = "houseway simulate mini-baccarat --rounds 20000 --seed 3 --option pairs=perfect"
    assert command in text
    assert 'sse-swap="simulation:1"' in text
    told = ended(house.floor.analysing.simulations, 1).told[-1]
    shown = ivy.get(path).text
    assert "20,000 of 20,000 rounds" in shown
    assert "14.3596 %" in shown
    assert ">Done<" in shown
    assert "Simulation 1" in ivy.get("/analysis/mini-baccarat/simulation").text

    assert print_simulation(
        "mini-baccarat", rounds="20000", seed=3, option=["pairs=perfect"], as_json=True
    ) == 0  # fmt: skip
    dealt = json.loads(capsys.readouterr().out)["wagers"]
    assert {each.name: each.edge for each in told.wagers} == {
        name: decimal_text(Fraction(each["edge"]), 8) for name, each in dealt.items()
    }
    assert told.outcomes == {name: each["outcomes"] for name, each in dealt.items()}


BAD = [
    ("casino-war", {"rounds": "0", "seed": "1"}, 422, "0 rounds: from 1 to 1,000,000,000"),
    ("casino-war", {"rounds": "2e9", "seed": "1"}, 422, "2e9 rounds"),
    ("casino-war", {"rounds": "many", "seed": "1"}, 422, "many rounds"),
    ("casino-war", {"rounds": "9", "seed": "-1"}, 422, "a seed is a whole number"),
    ("casino-war", {"rounds": "9", "seed": str(2**64)}, 422, "a seed is a whole number"),
    ("mini-baccarat", {"rounds": "9", "seed": "1", "pairs": "x"}, 422, "pairs is one of none"),
]


@pytest.mark.parametrize(("slug", "fields", "status", "sentence"), BAD)
def test_what_is_out_of_bounds_is_refused(
    ivy: Client, slug: str, fields: dict[str, str], status: int, sentence: str
) -> None:
    found, _, text = start(ivy, slug, **fields)
    assert found == status
    assert sentence[1:] in text


@pytest.mark.usefixtures("idle")
def test_a_page_says_cancelled_at_once(ivy: Client) -> None:
    """The process has not even begun to deal."""
    _, path, _ = start(ivy, "casino-war", rounds="1000", seed="1")

    assert ivy.send("POST", f"{path}/cancel").status_code == 204

    shown = ivy.get(path).text
    assert ">Cancelled<" in shown
    assert "/cancel" not in shown


def test_patrons_start_and_cancel_nothing(house: House) -> None:
    ana = house.as_("Ana")
    assert start(ana, "casino-war", rounds="9", seed="1")[0] == 403
    assert ana.send("POST", "/analysis/simulations/1/cancel").status_code == 403
    assert ana.get("/events?topics=simulation:1").status_code == 403


def test_a_name_that_is_no_number_is_no_simulation() -> None:
    with pytest.raises(Wrong, match="there is no simulation x"):
        OfSimulations().stream("x")
    assert OfSimulations().stream("12") == "simulation/12"
