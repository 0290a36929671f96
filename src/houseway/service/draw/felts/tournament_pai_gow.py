"""The layout of Tournament Pai Gow: eight boxes, the house's first, each with a high and a low part.

Boxes are counted anticlockwise (reading PG12): from the left of whoever faces the dealer. Tiles
lie together until they are set, then in their two parts.
"""

from __future__ import annotations

from houseway.games.game import Game
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, PATRON_BOXES, Options
from houseway.service.draw import tiles
from houseway.service.draw.felts.cloth import (
    TALL,
    WIDE,
    box_number,
    cell_hand,
    cloth,
    heading,
    seat_below,
    tile_frame,
)  # fmt: skip
from houseway.service.draw.plan import Cell, HandPlace, Plan, Room, Spot, cells, offers, ring, word
from houseway.service.draw.svg import circle, text, title

# A box, from its top left corner.
BOX = (156, 236)
LOW, HIGH = (8, 26), (83, 26)  # left, top
PART, SCALE = 66, 0.74  # width of two tiles, and how large they are
STAKE_AT, STAKE_RADIUS = (78, 142), 27
NAME_AT = 180

HOUSE = {False: (520, 92), True: (200, 196)}
HOUSE_PART = 2 * tiles.WIDTH + 8
DICE_AT = {False: (846, 92), True: (444, 110)}
ROOM = {False: Room(52, 330, 1176, 330, bow=72), True: Room(30, 400, 580, 630)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    width, height = TALL if tall else WIDE
    spots, hands, seats, printed = [], {}, {}, []
    for cell in cells(reversed(PATRON_BOXES), BOX, ROOM[tall]):
        spots.append(
            Spot(HAND, cell.box, "Hand", pays[HAND].full, ring(cell, *STAKE_AT, STAKE_RADIUS),
                 cell.at(*STAKE_AT), scale=cell.scale)
        )  # fmt: skip
        hands |= _parts(cell)
        printed += _print(cell)
        seats[cell.box] = seat_below(cell, BOX[0], NAME_AT)
    hands |= _house(tall)
    printed += [*_house_print(tall), heading(width / 2, 366 if tall else 284, "PAI GOW")]
    return Plan(
        width, height, cloth(*printed, tall=tall), tuple(spots), hands, seats,
        sign=(48, 46, 330) if tall else (58, 58, 300),
        result=(320, 150) if tall else (640, 318),
        spare=(440, 50) if tall else (1060, 80),
        dice=DICE_AT[tall],
        seat_width=BOX[0] * 0.9,
    )  # fmt: skip


def _parts(cell: Cell) -> dict[str, HandPlace]:
    name = f"box {cell.box}"
    return {
        name: cell_hand(cell, *LOW, 2 * PART + 9, scale=SCALE, tiled=True),
        f"{name} low": cell_hand(cell, *LOW, PART, scale=SCALE, tiled=True),
        f"{name} high": cell_hand(cell, *HIGH, PART, scale=SCALE, tiled=True),
    }


def _print(cell: Cell) -> list[str]:
    return [
        *(
            tile_frame(*cell.at(*where), PART * cell.scale, SCALE * cell.scale)
            for where in (LOW, HIGH)
        ),
        word(cell, LOW[0] + PART / 2, 18, "LOW", "print fine"),
        word(cell, HIGH[0] + PART / 2, 18, "HIGH", "print fine"),
        box_number(cell, STAKE_AT[0], STAKE_AT[1] + 5),
    ]


def _house(tall: bool) -> dict[str, HandPlace]:
    x, y = HOUSE[tall]
    low = HandPlace(x, y, HOUSE_PART, tiles=True)
    high = HandPlace(x + HOUSE_PART + 48, y, HOUSE_PART, tiles=True)
    whole = HandPlace(x, y, 2 * HOUSE_PART + 48, tiles=True)
    name = f"box {HOUSE_BOX}"
    return {name: whole, f"{name} low": low, f"{name} high": high}


def _house_print(tall: bool) -> list[str]:
    """The house's box, with the Chung that marks it (Tournament Pai Gow terms: Chung)."""
    x, y = HOUSE[tall]
    second = x + HOUSE_PART + 48
    chung = x + HOUSE_PART + 24, y + 40
    return [
        tile_frame(x, y, HOUSE_PART, 1),
        tile_frame(second, y, HOUSE_PART, 1),
        text(x + HOUSE_PART / 2, y - 14, "LOW", "print fine"),
        text(second + HOUSE_PART / 2, y - 14, "HIGH", "print fine"),
        text(chung[0], y + tiles.HEIGHT + 30, f"HOUSE  ·  BOX {HOUSE_BOX}", "print"),
        "<g>",
        title("the Chung, which marks the bank"),
        circle(*chung, 16, "lammer"),
        text(chung[0], chung[1] + 4, "莊", "lammer-text"),
        "</g>",
    ]
