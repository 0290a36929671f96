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
from houseway.service.draw.felts.cloth import (  # fmt: skip
    MAIN,
    TALL_ROOM,
    box_number,
    card_room,
    cell_frame,
    cell_hand,
    cloth,
    heading,
    seat_below,
    size_of,
)
from houseway.service.draw.plan import (  # fmt: skip
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
)
from houseway.service.draw.svg import number, path, text
from houseway.service.texts.text import Term, Text, term

# A box, from its top left corner.
BOX = (152, 274)
INSURE = (3, 3, 146, 41)
CARDS = (9, 50, 134)
# The four hands of a split box, two and two: left, top, width.
FIRST_SPLIT = "hand 1"
SPLITS = {
    name: (8 + 70 * (i % 2), 48 + 68 * (i // 2), 66)
    for i, name in enumerate((FIRST_SPLIT, *SPLIT_HANDS))
}
STAKE_AT, STAKE_RADIUS = (62, 214), 26
PAIRS_AT, PAIRS_RADIUS = (122, 220), 19
NAME_AT = 246

HAND = 5 * cards.WIDTH * MAIN
DEALER_AT = {False: (448, 62), True: (128, 164)}
ROOM = {False: Room(54, 296, 1172, 388, bow=66), True: Room(30, 392, 580, TALL_ROOM)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    spots, hands, seats, printed = [], {}, {}, []
    laid = list(cells(range(1, options.seats + 1), BOX, ROOM[tall]))
    size = size_of(laid, BOX[1], tall=tall)
    for cell in laid:
        spots += _box(cell, pays)
        printed += _print(cell, paired=PERFECT_PAIRS in pays)
        hands[f"box {cell.box}"] = cell_hand(cell, *CARDS, scale=0.85)
        hands |= {
            f"box {cell.box} {name}": cell_hand(cell, *where, scale=0.6)
            for name, where in SPLITS.items()
        }
        seats[cell.box] = seat_below(cell, BOX[0], NAME_AT)
    left, top = DEALER_AT[tall]
    hands[DEALER] = HandPlace(left, top, HAND, MAIN)
    printed += [
        card_room(left, top, HAND, Text("DEALER")),
        *_line(ROOM[tall], pays[INSURANCE].brief, tall),
    ]
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots), hands, seats,
        sign=(46, 36, 330) if tall else (60, 60, 300),
        result=(494, 84) if tall else (1046, 110),
        spare=(400, 56) if tall else (1010, 160),
        split_as=FIRST_SPLIT,
        seat_width=BOX[0] * 0.9,
    )  # fmt: skip


def _box(cell: Cell, pays: dict[str, Offer]) -> list[Spot]:
    x, y, w, h = INSURE
    own = pays[BLACKJACK].full
    spots = [
        Spot(INSURANCE, cell.box, Term("Insurance"), pays[INSURANCE].full,
             panel(cell, x, y, w, h), cell.at(x + w - 16, y + h / 2), (0, -7),
             scale=cell.scale * 0.85, room=0),
        Spot(BLACKJACK, cell.box, Term("Blackjack"), own, ring(cell, *STAKE_AT, STAKE_RADIUS),
             cell.at(*STAKE_AT), scale=cell.scale, room=68),
    ]  # fmt: skip
    if PERFECT_PAIRS in pays:
        spots.append(
            Spot(PERFECT_PAIRS, cell.box, Term("Perfect Pairs"), pays[PERFECT_PAIRS].full,
                 ring(cell, *PAIRS_AT, PAIRS_RADIUS), cell.at(*PAIRS_AT), scale=cell.scale * 0.85)
        )  # fmt: skip
    for name in SPLIT_HANDS:
        left, top, wide = SPLITS[name]
        middle = left + wide - 10, top + 10
        unprinted = ring(cell, *middle, 19.6, "area unprinted")
        said = Term("Blackjack, {hand}", hand=term(name))
        spots.append(
            Spot(name, cell.box, said, own, unprinted, cell.at(*middle),
                 scale=cell.scale * 0.65)
        )  # fmt: skip
    return spots


def _print(cell: Cell, *, paired: bool) -> list[str]:
    lettered = [
        cell_frame(cell, *CARDS, 0.85),
        word(
            cell, INSURE[0] + INSURE[2] / 2 - 16, INSURE[1] + 26, Text("INSURANCE"), "print close"
        ),
        box_number(cell, 18, STAKE_AT[1] + 5),
    ]
    if paired:
        lettered.append(word(cell, PAIRS_AT[0], PAIRS_AT[1] + 4, Text("PAIRS"), "print tiny"))
    return lettered


def _line(room: Room, pays: str, tall: bool) -> list[str]:
    """The insurance line, with what insurance pays."""
    said = Text("Insurance pays {odds}", odds=pays).upper()
    if tall:
        return [
            path(f"M44 {room.y - 12:.0f}H596", "gold-line"),
            heading(320, room.y - 48, Text("BLACKJACK"), said),
        ]
    left, right, y = room.x + 6, room.x + room.width - 6, room.y - 2
    bowed = f"M{number(left)} {y}Q640 {number(y + 2 * room.bow)} {number(right)} {y}"
    return [
        path(bowed, "gold-line"),
        heading(640, 256, Text("BLACKJACK")),
        text(640, 290, said, "cloth-motto"),
    ]
