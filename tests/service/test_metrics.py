"""Figures for whoever watches over the house, and what it says of itself."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import httpx

from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.api.health import METRICS_SECRET
from houseway.service.settings import Settings
from houseway.service.storage.metrics import JsonLines, Meter
from tests.service import coup
from tests.service.conftest import House
from tests.service.server import serving

UNKNOWN = ("", "Bearer", "Bearer wrong", "Basic wrong", "Bearer \u00e9")


def figures(text: str) -> dict[str, float]:
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_orders_are_counted_with_the_time_they_took() -> None:
    meter = Meter()
    meter.answered("accepted", 0.004)
    meter.answered("accepted", 0.03)
    meter.answered("refused", 9.0)
    meter.held_back()
    found = figures("\n".join(meter.lines(streams_watching=3)))
    assert found['houseway_orders_total{answer="accepted"}'] == 2
    assert found['houseway_orders_total{answer="refused"}'] == 1
    assert found['houseway_orders_total{answer="held"}'] == 1
    assert found['houseway_order_seconds_bucket{le="0.005"}'] == 1
    assert found['houseway_order_seconds_bucket{le="0.05"}'] == 2
    assert found['houseway_order_seconds_bucket{le="+Inf"}'] == 3
    assert found["houseway_order_seconds_sum"] == 9.034
    assert found["houseway_streams_watching"] == 3


def test_felts_and_the_rest_of_pages_are_counted_apart() -> None:
    """Operators see that pages are late before people complain."""
    meter = Meter()
    meter.drawn(0.02, felts=True)
    meter.drawn(0.2, felts=False)
    meter.drawn(4.0, felts=False)
    found = figures("\n".join(meter.lines()))
    assert found['houseway_page_seconds_bucket{part="felt",le="0.025"}'] == 1
    assert found['houseway_page_seconds_count{part="felt"}'] == 1
    assert found['houseway_page_seconds_bucket{part="rest",le="0.25"}'] == 1
    assert found['houseway_page_seconds_bucket{part="rest",le="+Inf"}'] == 2
    assert found['houseway_page_seconds_sum{part="rest"}'] == 4.2


def test_the_house_tells_its_figures_to_a_program_with_their_secret_and_to_nobody_else(
    house: House, tmp_path: Path
) -> None:
    """Where a request comes from does not count: a proxy on this machine comes from it too."""
    assert house.as_("Chen").get("/metrics").status_code == 401
    with serving(Settings(folder=str(tmp_path / "other"))) as server:
        coup.open_table(server.floor.runner, "1")
        order = Order(c.OpenBetting(), Role.DEALER, "Eli", "key")
        server.floor.rule("table/1", order)
        server.floor.rule("table/1", order._replace(by=Role.PATRON, key="another"))
        address = f"{server.url}/metrics"
        refused = [
            httpx.get(
                f"{server.url}/metrics", headers={b"authorization": each.encode()}
            ).status_code
            for each in UNKNOWN
        ]
        secret = (tmp_path / "other" / METRICS_SECRET).read_text(encoding="ascii")
        told = httpx.get(address, headers={"authorization": f"Bearer {secret}"})
        found = figures(told.text)
    assert refused == [401] * len(UNKNOWN)
    assert found['houseway_orders_total{answer="accepted"}'] == 1
    assert found['houseway_orders_total{answer="refused"}'] == 1  # patrons open no betting
    assert found["houseway_order_seconds_count"] == 2
    assert found["houseway_log_sequence"] > 2
    assert found["houseway_memory_peak_bytes"] > 10_000_000


def test_a_line_of_the_log_is_one_json_object() -> None:
    try:
        raise ValueError("a card\nis missing")
    except ValueError:
        record = logging.LogRecord(
            "houseway.service", logging.ERROR, "", 1, "at %s", ("table 1",), sys.exc_info()
        )
    written = JsonLines().format(record)
    assert "\n" not in written
    said = json.loads(written)
    assert (said["level"], said["source"], said["message"]) == (
        "error", "houseway.service", "at table 1",
    )  # fmt: skip
    assert "is missing" in said["trace"]
    assert said["time"].endswith("Z")
