"""A promotion followed over the API: the state first, then each change as a viewer may see it."""

from __future__ import annotations

from pathlib import Path

from houseway.promotion import draw_vocabulary as dv
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.settings import Settings
from tests.service import promoting as p
from tests.service.conftest import HASH
from tests.service.server import serving, stream

PATH = f"/api/events?promotions={p.NAME}"


def test_desk_and_patron_follow_the_same_promotion_each_in_their_own_view(tmp_path: Path) -> None:
    """Casino War 14.7.6: a refusal is told to the desk alone; a fact to everybody, once."""
    with serving(Settings(folder=str(tmp_path / "house"), heartbeat_seconds=0.2)) as server:
        floor = server.floor
        p.started(floor)
        tokens = {}
        for name, role in (("Ana", Role.PATRON), ("Rita", Role.PROMOTIONS)):
            account = Account(name, str(role))
            floor.desk.create_hashed(account, HASH, None)
            tokens[name] = floor.desk.sessions.begin(account)
        with (
            stream(server.url, PATH, tokens["Ana"]) as hers,
            stream(server.url, PATH, tokens["Rita"]) as desk,
        ):
            first, whole = hers.next(), desk.next()
            assert first is not None
            assert whole is not None
            assert (first.event, first.json["view"]["desk"]) == ("state", None)
            assert whole.json["view"]["desk"]["state"]["name"] == "Autumn draw"
            early = Order(dv.SealEntries(), Role.PROMOTIONS, "Rita", "early")
            assert floor.runner.order(p.STREAM, early).refused
            hushed, told = hers.next(), desk.next()
            assert hushed is not None
            assert told is not None
            assert (hushed.event, hushed.json["since"]) == ("change", [])
            assert [each["kind"] for each in told.json["since"]] == ["OrderRefused"]
            p.client_enters(floor, "Quirin Vale", "17 Lantern Court")
            for live in (hers, desk):
                message = live.next()
                assert message is not None
                assert [each["kind"] for each in message.json["since"]] == ["EntriesTaken"]
                assert message.json["view"]["tickets"] == 1
                assert "Quirin" not in message.data
