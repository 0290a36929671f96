"""Nobody chooses or reads a card at a virtual table, and a swapped secret deals nothing."""

from __future__ import annotations

from tests.attack.house import House, serving
from tests.attack.play import awaiting, drive, hand, new_table, poker_decisions
from tests.cli.running import houseway
from tests.waiting import wait_until

ROYAL = ["Ah", "Kh", "Qh", "Jh", "Th"]
DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
BEST_TILES = ["2-4", "1-2", "6-6", "6-6"]


def test_a_patron_cannot_choose_her_cards_while_somebody_else_decides(house: House) -> None:
    """Tournament Canberra Poker 6.1: every card comes from the shoe, which the house deals."""
    table = poker_decisions(house)

    answer = house.give("Ben", table, "PickUpCards", patron="Ben", hand="box 2", cards=ROYAL)

    assert 400 <= answer.status < 500
    assert hand(house.view("Ben", table), "box 2") != ROYAL


def test_staff_cannot_name_a_patrons_cards_either(house: House) -> None:
    table = poker_decisions(house)
    for name in ("Eli", "Tom", "Mia"):
        for kind in ("PickUpCards", "RevealHand"):
            fields = {"patron": "Ben"} if kind == "PickUpCards" else {}
            answer = house.give(name, table, kind, hand="box 2", cards=ROYAL, **fields)
            assert 400 <= answer.status < 500, (name, kind)
    assert hand(house.view("Ben", table), "box 2") != ROYAL


def test_a_patron_cannot_choose_her_tiles(house: House) -> None:
    """Tournament Pai Gow 8.5: tiles are delivered from the stacks."""
    table = new_table(house, "tournament-pai-gow")
    drive(house, table, awaiting("wagers"))
    for box, patron in ((2, "Ana"), (3, "Ben")):
        house.done("Tom", table, "BringChips", patron=patron, amount=5_000_00)
        house.done(patron, table, "PlaceWager", patron=patron, wager="hand", amount=10_00, box=box)
    drive(house, table, awaiting("set", "choose", "look"))
    for box, patron in ((2, "Ana"), (3, "Ben")):
        answer = house.give(patron, table, "LookAtTiles", patron=patron, box=box, tiles=BEST_TILES)
        assert 400 <= answer.status < 500
        assert sorted(hand(house.view(patron, table), f"box {box}")) != sorted(BEST_TILES)


def test_a_correction_cannot_carry_a_face(house: House) -> None:
    """A command that names faces is refused as well inside another command."""
    table = poker_decisions(house)
    inner = {"type": "RebuildHand", "hand": "box 2", "cards": ROYAL}
    for name in ("Tom", "Mia", "Dora"):
        for nested in (inner, str(inner).replace("'", '"')):
            answer = house.give(name, table, "AskCorrection", command=nested, reason="an error")
            assert 400 <= answer.status < 500, (name, answer.body)
    assert hand(house.view("Ben", table), "box 2") != ROYAL


def test_refusals_do_not_tell_what_is_in_a_hidden_hand(house: House) -> None:
    """One answer for all 52 cards, whether or not Ben holds them."""
    table = poker_decisions(house)
    filler = ["2c", "2c", "3d", "4h"]
    answers = set()
    for number, card in enumerate(DECK):
        answer = house.as_("Ana").command(
            table, f"oracle {number}", "PickUpCards",
            patron="Ana", hand="box 1", cards=[card, *filler],
        )  # fmt: skip
        answers.add((answer.status, answer.body.replace(card.encode(), b"?")))
    assert len(answers) == 1, answers


def test_no_view_of_another_shows_a_hidden_card(house: House) -> None:
    table = poker_decisions(house)
    drive(house, table, lambda view: "??" in hand(view, "box 2"))
    for name in ("Ana", "Eli", "Tom", "Dora", "Sam", "Ivy", "Rita"):
        assert set(hand(house.view(name, table), "box 2")) <= {"??"}, name


def test_a_deal_that_is_voided_half_way_still_checks(house: House) -> None:
    """A manager voids rounds while the house deals; every card still comes from the numbers."""
    table = new_table(house, "tournament-canberra-poker")
    for _ in range(3):
        drive(house, table, awaiting("wagers"))
        house.give("Tom", table, "BringChips", patron="Ana", amount=100_00)
        house.done("Ana", table, "PlaceWager", patron="Ana", wager="ante", amount=10_00, box=1)
        drive(house, table, awaiting("draw", "look", "choose"))
        house.give(
            "Tom", table, "InvalidateOutcome", ground="fire", what="in the kitchen", withhold=[]
        )
        drive(house, table, awaiting("open", "shuffle", "wagers"))
    checked = houseway("fair", "verify", house.log_address, f"table/{table}")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_secret_that_was_swapped_deals_nothing() -> None:
    """The secret is compared with the published commitment whenever it is read."""
    with serving("sqlite", processors=1) as house:
        table = new_table(house, "tournament-roulette")
        drive(house, table, awaiting("wagers"))
        house.done("Tom", table, "BringChips", patron="Ben", amount=100_00)
        house.done("Ben", table, "PlaceWager", patron="Ben", wager="17", amount=5_00)
        house.kill()
        (seed,) = (house.folder / "secrets").glob(f"table-{table}.*.seed")
        seed.write_text("ab" * (len(seed.read_text(encoding="utf-8")) // 2), encoding="utf-8")
        house.start()

        version = house.view("Eli", table)["version"]
        house.give("Eli", table, "CallNoMoreBets")
        house.give("Eli", table, "SpinBall", wheel="clockwise", ball="anticlockwise")
        wait_until("an alert", lambda: alerted(house, table))

        view = house.view("Eli", table)
        assert not view["felt"]["pocket"]
        assert view["version"] - version < 20  # one alert, and no loop of refusals


def alerted(house: House, table: str) -> bool:
    """Whether the pit, the inspector or a supervisor at the table reads of the secret."""
    pages = (
        house.as_("Dora").get(f"/pit/{table}").body,
        house.as_("Ivy").get(f"/inspect/tables/{table}").body,
        str(house.view("Dora", table)).encode(),
    )
    return any(b"secret" in page for page in pages)
