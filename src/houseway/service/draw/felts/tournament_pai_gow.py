"""The layout of Tournament Pai Gow: eight boxes, the house's first, each with high and low part.

Boxes are counted anticlockwise (reading PG12): from the left of a person who faces the dealer.
Tiles lie together until they are set, then in their two parts.
"""

from __future__ import annotations

from houseway.games.game import Game
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, PATRON_BOXES, Options
from houseway.service.draw import tiles
from houseway.service.draw.felts.cloth import (  # fmt: skip
    TALL_ROOM,
    box_number,
    cell_hand,
    cloth,
    heading,
    seat_below,
    size_of,
    tile_frame,
)
from houseway.service.draw.plan import Cell, HandPlace, Plan, Room, Spot, cells, offers, ring, word
from houseway.service.draw.svg import rect, text, title
from houseway.service.texts.text import Term, Text

# A box, from its top left corner.
BOX = (156, 236)
LOW, HIGH = (8, 26), (83, 26)  # left, top
PART, SCALE = 66, 0.74  # width of two tiles, and how large they are
STAKE_AT, STAKE_RADIUS = (78, 142), 27
NAME_AT = 180

HOUSE = {False: (524, 88), True: (204, 150)}
HOUSE_SCALE, HOUSE_GAP = 1.2, 12
HOUSE_PART = 2 * tiles.WIDTH * HOUSE_SCALE + 6
DICE_AT = {False: (836, 104), True: (446, 178)}
ROOM = {False: Room(54, 356, 1172, 330, bow=88), True: Room(30, 350, 580, TALL_ROOM)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    spots, seats, printed = [], {}, []
    hands: dict[str, HandPlace] = {}
    laid = list(cells(PATRON_BOXES, BOX, ROOM[tall], from_left=True))
    size = size_of(laid, BOX[1], tall=tall)
    for cell in laid:
        spots.append(
            Spot(HAND, cell.box, Term("Hand"), pays[HAND].full, ring(cell, *STAKE_AT, STAKE_RADIUS),
                 cell.at(*STAKE_AT), scale=cell.scale)
        )  # fmt: skip
        hands |= _parts(cell)
        printed += _print(cell)
        seats[cell.box] = seat_below(cell, BOX[0], NAME_AT)
    hands |= _house(tall)
    printed += [*_house_print(tall), heading(size[0] / 2, 336 if tall else 284, Text("PAI GOW"))]
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots), hands, seats,
        sign=(46, 36, 330) if tall else (60, 60, 310),
        result=(480, 76) if tall else (640, 322),
        spare=(400, 100) if tall else (1060, 80),
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
        word(cell, LOW[0] + PART / 2, 13, Text("LOW"), "print fine"),
        word(cell, HIGH[0] + PART / 2, 13, Text("HIGH"), "print fine"),
        box_number(cell, STAKE_AT[0], 13),
    ]


def _house(tall: bool) -> dict[str, HandPlace]:
    x, y = HOUSE[tall]
    low = HandPlace(x, y, HOUSE_PART, HOUSE_SCALE, tiles=True)
    high = low._replace(x=x + HOUSE_PART + HOUSE_GAP)
    whole = low._replace(width=2 * HOUSE_PART + HOUSE_GAP)
    return {
        f"{name}{part}": place
        for name in ("house", f"box {HOUSE_BOX}")
        for part, place in (("", whole), (" low", low), (" high", high))
    }


def _house_print(tall: bool) -> list[str]:
    """The house's box, with the Chung that marks it (Tournament Pai Gow terms: Chung)."""
    x, y = HOUSE[tall]
    second = x + HOUSE_PART + HOUSE_GAP
    chung = x - 58, y + 52
    return [
        tile_frame(x, y, HOUSE_PART, HOUSE_SCALE),
        tile_frame(second, y, HOUSE_PART, HOUSE_SCALE),
        text(x + HOUSE_PART / 2, y - 14, Text("LOW"), "print fine"),
        text(second + HOUSE_PART / 2, y - 14, Text("HIGH"), "print fine"),
        text(
            second - HOUSE_GAP / 2,
            y + tiles.HEIGHT * HOUSE_SCALE + 28,
            Text("HOUSE  ·  BOX {box}", box=HOUSE_BOX),
            "print",
        ),
        "<g>",
        title(Text("the Chung, which marks the bank")),
        rect(chung[0] - 47, chung[1] - 16, 94, 32, "lammer", rx=16),
        text(chung[0], chung[1] + 5.5, Text("CHUNG"), "lammer-text"),
        "</g>",
    ]
