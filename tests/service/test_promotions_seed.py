"""The house's seed is nowhere before the draw, and a draw that was refused gives nothing away."""

from __future__ import annotations

import json
import stat
from http import HTTPStatus
from pathlib import Path

import pytest

from houseway.cli import app as cli
from houseway.equipment.seeds import commitment_of, links_of, root_of
from houseway.promotion import draw_vocabulary as dv
from houseway.records.drawfile import check
from houseway.rulebook.roles import Role
from tests.promotion.desk import CLOSE, DRAW, NUMBERS, PUBLIC_AT, SECOND, SHARE
from tests.service import promoting as p
from tests.service.conftest import PEOPLE, Client, House

NAME = p.NAME
HTML = {"accept": "text/html"}
ADDRESS = f"/api/promotions/{NAME}/commands"
PAGES = [
    "/", "/desk", "/promotions", "/inspect", "/inspect/log", "/metrics", f"/promotions/{NAME}",
    f"/promotions/{NAME}/draw", f"/desk/{NAME}/files/draw", "/api/promotions",
    f"/inspect/log?stream={p.STREAM}", "/inspect/proof", f"/inspect/proof?stream={p.STREAM}",
    f"/api/promotions/{NAME}", f"/api/promotions/{NAME}/due", f"/api/promotions/{NAME}/draw",
    *(f"/desk/{NAME}{part}" for part in
      ("", "/terms", "/entries", "/draw", "/winners", "/disputes")),
    "/inspect/export", "/api/log", "/inspect/files/log.hwlog",
]  # fmt: skip


def seed_file(house: House) -> Path:
    (path,) = (house.floor.settings.path / "secrets").glob(f"promotion-{NAME}.*")
    return path


def secret_of(house: House) -> tuple[str, str]:
    """The first secret of the draw's chain, and its root."""
    links = list(links_of(seed_file(house).read_text(encoding="utf-8")))
    return links[-2], links[-1]


def ask(client: Client, command: dict[str, object], key: str) -> tuple[int, str, str]:
    answer = client.post(ADDRESS, {"key": key, "command": command})
    return answer.status_code, answer.json().get("code", ""), answer.text


def everything_stored(house: House) -> bytes:
    """Every byte of the house's files, but for the secrets themselves."""
    folder = house.floor.settings.path
    files = [each for each in folder.rglob("*") if each.is_file()]
    return b"".join(each.read_bytes() for each in files if "secrets" not in each.parts)


def every_page(house: House) -> bytes:
    shown = b""
    for name in PEOPLE:
        client = house.as_(name)
        for page in PAGES:
            for accept in (HTML, {"accept": "application/json"}):
                shown += client.get(page, headers=accept).content
    return shown


@pytest.mark.share(1)
@pytest.mark.parametrize("stage", ["taking entries", "sealed", "decided"])
def test_a_draw_that_is_refused_shows_nothing_of_the_seed(
    house: House, stage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reading A-35: one press too early used to write the seed into the log.

    Then: the log, its exports, the pages of every role, the bytes of the database and the answers.
    """
    p.started(house.floor)
    p.client_enters(house.floor, "Quirin Vale", "17 Lantern Court")
    if stage != "taking entries":
        p.sealed(house.floor)
    if stage == "decided":
        p.revealed(house.floor)
    seed, root = secret_of(house)
    rita, answers = house.as_("Rita"), b""
    for number, word in enumerate(("", "fountain")):
        status, code, text = ask(rita, {"type": "DrawWinners", "word": word}, f"early {number}")
        assert status == HTTPStatus.UNPROCESSABLE_ENTITY
        assert code in ("list_not_sealed", "draw_too_early")
        answers += text.encode()
    answers += p.give(rita, "draw", 422).content
    export = tmp_path / "all.hwlog"
    address = str(house.floor.settings.path / "floor.db")
    cli(["log", "export", address, "--output", str(export)], result_action="return_value")
    capsys.readouterr()
    assert b"OrderRefused" in export.read_bytes()
    found = answers + export.read_bytes() + every_page(house) + everything_stored(house)
    assert b"DrawWinners" in found
    for secret in (seed, seed.upper()):
        assert secret.encode() not in found
    assert bytes.fromhex(seed) not in found
    assert root.encode() in found


def test_a_refused_draw_burns_nothing(house: House) -> None:
    """After it, the same seed draws, and the draw comes out from its file."""
    p.started(house.floor)
    p.client_enters(house.floor, "Quirin Vale", "17 Lantern Court")
    p.sealed(house.floor)
    p.revealed(house.floor)
    (seed, _root), rita = secret_of(house), house.as_("Rita")
    assert ask(rita, {"type": "DrawWinners"}, "early")[:2] == (422, "draw_too_early")
    p.set_clock(house.floor, DRAW)
    assert ask(rita, {"type": "DrawWinners"}, "in time")[0] == 200
    assert p.state(house.floor).draw.seed == seed
    assert check(rita.get(f"/desk/{NAME}/files/draw").content).problems == ()


def test_a_draw_that_is_sent_twice_is_made_once(house: House) -> None:
    p.started(house.floor)
    p.client_enters(house.floor, "Quirin Vale", "17 Lantern Court")
    p.sealed(house.floor)
    p.revealed(house.floor)
    p.set_clock(house.floor, DRAW)
    rita = house.as_("Rita")
    first, again = (json.loads(ask(rita, {"type": "DrawWinners"}, "draw")[2]) for _ in range(2))
    assert (first["replayed"], again["replayed"]) == (False, True)
    assert [each["version"] for each in again["events"]] == [
        each["version"] for each in first["events"]
    ]


def test_the_seed_is_made_when_the_conditions_are_published(house: House) -> None:
    """Reading A-35: before it there is none, and a refused publication makes none."""
    p.registered(house.floor)
    rita, folder = house.as_("Rita"), house.floor.settings.path / "secrets"
    command: dict[str, object] = {"type": "PublishConditions", "where": ["website"]}
    assert ask(rita, command, "too soon")[1] == "conditions_incomplete"
    assert not list(folder.glob("promotion-*"))
    p.give(rita, "set", **p.TERMS_FORM)
    assert ask(rita, command, "now")[0] == 200
    path = seed_file(house)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert p.state(house.floor).draw.commitment == root_of(path.read_text(encoding="utf-8"))
    assert ask(rita, command, "now")[0] == 200
    assert ask(rita, command, "again")[0] == 200
    assert seed_file(house) == path


def test_a_swapped_seed_stops_the_draw_and_is_logged_once(house: House) -> None:
    """Casino War 14.12: postponed, loud on every page of the desk, and nothing is drawn."""
    p.started(house.floor)
    p.client_enters(house.floor, "Quirin Vale", "17 Lantern Court")
    p.sealed(house.floor)
    p.revealed(house.floor)
    p.set_clock(house.floor, DRAW)
    false = "00" * 32
    seed_file(house).write_text(false, encoding="utf-8")
    rita = house.as_("Rita")
    page = p.text_of(p.give(rita, "draw").text)
    assert "Halted: The draw is postponed" in page
    for number in range(5):
        assert ask(rita, {"type": "DrawWinners"}, f"again {number}")[1] == "postponed"
    kinds = [each.kind for each in house.floor.log.read(p.STREAM)]
    assert kinds.count("IntegrityCompromised") == 1
    assert "SeedRevealed" not in kinds
    assert p.state(house.floor).winners == []
    assert false.encode() not in everything_stored(house)
    p.set_clock(house.floor, DRAW + 1)
    seen = p.text_of(house.as_("Ivy").get(f"/desk/{NAME}/draw", headers=HTML).text)
    assert "report that the draw was postponed" in seen[seen.index("Overdue:") :]


def test_a_value_that_comes_too_early_is_not_stored(house: House) -> None:
    """The second person's secret is theirs until the public value is confirmed."""
    p.started(house.floor)
    p.order(house.floor, dv.NameSecondPerson("Ivy"), Role.GAMING_MANAGER, "Mia")
    ivy = house.as_("Ivy")
    p.give(ivy, "share", commitment=commitment_of(SHARE))
    assert ask(ivy, {"type": "RevealShare", "share": SHARE}, "early")[0] == 422
    assert SHARE.encode() not in everything_stored(house)


def test_a_dealer_who_was_named_takes_part_on_the_public_page(house: House) -> None:
    """The second person needs no desk: each form is there when it is due, and for nobody else."""
    p.started(house.floor)
    p.client_enters(house.floor, "Quirin Vale", "17 Lantern Court")
    p.order(house.floor, dv.NameSecondPerson("Eli"))
    eli, dora, public = house.as_("Eli"), house.as_("Dora"), f"/promotions/{NAME}"
    assert "Commit to the value" in eli.get(public, headers=HTML).text
    assert "Your turn" not in dora.get(public, headers=HTML).text
    p.post(dora, f"{public}/share", 422, commitment=commitment_of(SHARE))
    p.post(eli, f"{public}/share", commitment=commitment_of(SHARE))
    p.set_clock(house.floor, CLOSE + 1)
    p.order(house.floor, dv.SealEntries())
    p.set_clock(house.floor, PUBLIC_AT)
    p.order(house.floor, dv.RecordPublicValue(NUMBERS, "the evening news"))
    confirm = eli.get(public, headers=HTML).text
    assert "Your turn: confirm the public value" in confirm
    p.post(eli, f"{public}/confirm", 422, value="1 2 3")
    p.post(eli, f"{public}/confirm", value=NUMBERS)
    p.post(eli, f"{public}/reveal", share=SHARE)
    p.set_clock(house.floor, DRAW)
    p.order(house.floor, dv.DrawWinners())
    assert p.state(house.floor).winners[0].ticket == 1
    p.order(house.floor, dv.PublishResults("website"))
    shown = p.text_of(dora.get(public, headers=HTML).text)
    assert f"--share {commitment_of(SHARE)}" in shown
    assert "three parties decide them" in shown


def test_the_desk_says_who_is_next(house: House) -> None:
    p.started(house.floor)
    rita = house.as_("Rita")

    def line() -> str:
        page = p.text_of(rita.get(f"/desk/{NAME}/draw", headers=HTML).text)
        return page[page.index("Next:") :][:90]

    assert "Name a scrutineer or second person. To be done by promotions" in line()
    p.order(house.floor, dv.NameSecondPerson(SECOND))
    assert f"Commit to a value of your own. To be done by {SECOND}" in line()
    p.committed(house.floor)
    assert "Seal the entries. To be done by promotions" in line()
