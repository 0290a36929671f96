"""The layout of Tournament Blackjack: boxes, the insurance line, and Perfect Pairs if offered.

A box has room for the four hands that splitting can make (Tournament Blackjack 10.2), each with
its own stake. An insurance wager lies on the line before the box (Tournament Blackjack 7.2).
"""

from __future__ import annotations

from houseway.games.game import Game
from houseway.games.tournament_blackjack.rules import (
    BLACKJACK,
    DEALER,
    INSURANCE,
    PERFECT_PAIRS,
    SPLIT_HANDS,
    Options,
)  # fmt: skip
from houseway.service.draw import cards
from houseway.service.draw.felts.cloth import (
    TALL,
    WIDE,
    box_number,
    card_room,
    cell_frame,
    cell_hand,
    cloth,
    heading,
    seat_below,
)  # fmt: skip
from houseway.service.draw.plan import (
    Cell,
    HandPlace,
    Offer,
    Plan,
    Room,
    Spot,
    cells,
    offers,
    panel,
    ring,
    word,
)  # fmt: skip
from houseway.service.draw.svg import number, path, text

# A box, from its top left corner.
BOX = (152, 290)
INSURE = (26, 6, 100, 32)
CARDS = (9, 50, 134)
SPLITS = {name: (9 + 46 * i, 132, 42) for i, name in enumerate(SPLIT_HANDS)}
STAKE_AT, STAKE_RADIUS = (62, 214), 26
PAIRS_AT, PAIRS_RADIUS = (122, 218), 19
NAME_AT = 256

HAND = 5 * cards.WIDTH
DEALER_AT = {False: (480, 78), True: (160, 184)}
ROOM = {False: Room(52, 300, 1176, 384, bow=60), True: Room(30, 360, 580, 680)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    width, height = TALL if tall else WIDE
    spots, hands, seats, printed = [], {}, {}, []
    for cell in cells(range(1, options.seats + 1), BOX, ROOM[tall]):
        spots += _box(cell, pays)
        printed += _print(cell, paired=PERFECT_PAIRS in pays)
        hands[f"box {cell.box}"] = cell_hand(cell, *CARDS, scale=0.85)
        hands |= {
            f"box {cell.box} {name}": cell_hand(cell, *where, scale=0.55)
            for name, where in SPLITS.items()
        }
        seats[cell.box] = seat_below(cell, BOX[0], NAME_AT)
    left, top = DEALER_AT[tall]
    hands[DEALER] = HandPlace(left, top, HAND)
    printed += [
        card_room(left, top, HAND, "DEALER"),
        *_line(ROOM[tall], pays[INSURANCE].full, tall),
    ]
    return Plan(
        width, height, cloth(*printed, tall=tall), tuple(spots), hands, seats,
        sign=(48, 46, 330) if tall else (58, 58, 290),
        result=(500, 80) if tall else (1000, 130),
        spare=(440, 140) if tall else (1060, 70),
        seat_width=BOX[0] * 0.9,
    )  # fmt: skip


def _box(cell: Cell, pays: dict[str, Offer]) -> list[Spot]:
    x, y, w, h = INSURE
    own = pays[BLACKJACK].full
    spots = [
        Spot(INSURANCE, cell.box, "Insurance", pays[INSURANCE].full,
             panel(cell, x, y, w, h), cell.at(x + w / 2, y + h / 2), scale=cell.scale * 0.85),
        Spot(BLACKJACK, cell.box, "Blackjack", own, ring(cell, *STAKE_AT, STAKE_RADIUS),
             cell.at(*STAKE_AT), scale=cell.scale),
    ]  # fmt: skip
    if PERFECT_PAIRS in pays:
        spots.append(
            Spot(PERFECT_PAIRS, cell.box, "Perfect Pairs", pays[PERFECT_PAIRS].full,
                 ring(cell, *PAIRS_AT, PAIRS_RADIUS), cell.at(*PAIRS_AT), scale=cell.scale * 0.85)
        )  # fmt: skip
    for name, (left, top, wide) in SPLITS.items():
        middle = left + wide / 2, top + 44
        spots.append(
            Spot(name, cell.box, f"Blackjack, {name}", own, ring(cell, *middle, 11, "area unprinted"),
                 cell.at(*middle), scale=cell.scale * 0.7)
        )  # fmt: skip
    return spots


def _print(cell: Cell, *, paired: bool) -> list[str]:
    lettered = [
        cell_frame(cell, *CARDS, 0.85),
        word(cell, INSURE[0] + INSURE[2] / 2, INSURE[1] + 21, "INSURANCE", "print fine"),
        box_number(cell, STAKE_AT[0], STAKE_AT[1] + 5),
    ]
    if paired:
        lettered.append(word(cell, PAIRS_AT[0], PAIRS_AT[1] + 4, "PAIRS", "print fine"))
    return lettered


def _line(room: Room, pays: str, tall: bool) -> list[str]:
    """The insurance line, with what insurance pays."""
    if tall:
        return [
            path(f"M44 {room.y - 12:.0f}H596", "gold-line"),
            heading(320, room.y - 50, "BLACKJACK", f"INSURANCE {pays}".upper()),
        ]
    left, right, y = room.x + 6, room.x + room.width - 6, room.y - 2
    bowed = f"M{number(left)} {y}Q640 {number(y + 2 * room.bow)} {number(right)} {y}"
    return [
        path(bowed, "gold-line"),
        heading(640, 262, "BLACKJACK"),
        text(640, 298, f"INSURANCE {pays}".upper(), "cloth-motto"),
    ]
