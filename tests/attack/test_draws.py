"""A secret of the house is in no log, answer or page before it is due, however it is asked for."""

from __future__ import annotations

from tests.attack.house import House, serving
from tests.attack.play import log_bytes, secrets_of

STAFF = ("Rita", "Ivy", "Sam", "Mia")


def draw(house: House, name: str, kind: str, **fields: object) -> int:
    content = {"key": f"early {kind}", "command": {"type": kind, **fields}}
    return house.as_(name).post("/api/promotions/fountain/commands", content).status


def test_a_draw_that_is_refused_does_not_tell_the_seed() -> None:
    """One press on "draw" while entries are open: the seed stays where it was."""
    with serving("sqlite", processors=1) as house:
        secrets = secrets_of(house)
        for name in STAFF:
            for kind in ("DrawWinner", "DrawWinners", "Draw", "RevealSeed", "SealEntries"):
                draw(house, name, kind)
        for name in STAFF:
            pages = ["/inspect/log", "/desk/fountain", "/api/promotions/fountain",
                     "/api/promotions/fountain/draw", "/promotions/fountain"]  # fmt: skip
            for page in pages:
                body = house.as_(name).get(page).body
                assert not any(secret in body for secret in secrets), (name, page)
        house.stop()
        kept = log_bytes(house)
        assert secrets
        assert not any(secret in kept for secret in secrets)


def test_no_export_holds_a_secret_in_use(house: House) -> None:
    """What the inspector exports has no secret of a table or a draw that is still in use."""
    secrets = secrets_of(house)
    for name in ("Ivy", "Sam"):
        for page in ("/inspect/log", "/inspect/export", "/inspect/log.hwlog", "/inspect/tables"):
            body = house.as_(name).get(page).body
            in_use = set(secrets) & set(secrets_of(house))  # others were spent and revealed since
            assert not any(secret in body for secret in in_use), (name, page)
