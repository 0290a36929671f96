"""What the layouts share: the shape of the table, its lettering, places for cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.games.game import Game, Setup
from houseway.service.draw import cards, tiles
from houseway.service.draw.plan import Cell, HandPlace, Plan, Room, Spot, cells, offers, panel, word
from houseway.service.draw.svg import el, path, rect, text
from houseway.service.texts.text import term

WIDE = (1280, 720)
TALL_WIDTH, TALL_ROOM = 640, 900  # a tall cloth is as long as its boxes need, within reason
MAIN = 1.2  # how large the hands in the middle are drawn

# The cloth: straight on the dealer's side, bowed towards the patrons.
BOWED = "M24 24H1256V520C1256 640 1040 700 640 700S24 640 24 520z"
BOWED_LINE = "M38 38H1242V518C1242 630 1032 686 640 686S38 630 38 518z"


def size_of(laid: Iterable[Cell], high: float, *, tall: bool) -> tuple[int, int]:
    """Width and height of a cloth with these boxes."""
    if not tall:
        return WIDE
    return TALL_WIDTH, round(max(cell.y + high * cell.scale for cell in laid)) + 44


def cloth(*printed: str, size: tuple[int, int], tall: bool, bowed: bool = True) -> str:
    """The table with what is printed on it."""
    width, height = size
    if bowed and not tall:
        light = el("path", d=BOWED, fill="url(#hw-light-wide)", class_="rail")
        shapes = path(BOWED, "baize") + light + path(BOWED_LINE, "gold-line")
    else:
        shape = "tall" if tall else "wide"
        sides: dict[str, object] = {"x": 16, "y": 16, "width": width - 32, "height": height - 32}
        light = el("rect", **sides, rx=44, fill=f"url(#hw-light-{shape})", class_="rail")
        shapes = rect(16, 16, width - 32, height - 32, "baize", rx=44) + light
        shapes += rect(28, 28, width - 56, height - 56, "gold-line", rx=34)
    return el("g", shapes, *printed, class_="cloth")


def heading(x: float, y: float, name: str, below: str = "") -> str:
    """The name of the game, as printed in the middle of the cloth."""
    lines = text(x, y, name, "cloth-title")
    return lines + (text(x, y + 24, below, "cloth-motto") if below else "")


def card_room(x: float, y: float, width: float, label: str, *, scale: float = MAIN) -> str:
    """A printed frame for cards, with its name below it."""
    high = cards.HEIGHT * scale
    return rect(x - 6, y - 6, width + 12, high + 12, "card-room", rx=9) + text(
        x + width / 2, y + high + 28, label, "print"
    )


def shoe(x: float, y: float, label: str) -> str:
    """The shoe or device at the dealer's left, with its mouth towards the dealer's cards."""
    body = path(f"M{x} {y + 30}L{x + 16} {y}H{x + 76}V{y + 56}H{x}z", "shoe")
    mouth = rect(x + 4, y + 34, 10, 18, "card-room", rx=2)
    return el("g", body, mouth, text(x + 38, y + 80, label, "print fine"), class_="shoe-at")


def box_number(cell: Cell, x: float, y: float) -> str:
    left, top = cell.at(x, y)
    return text(left, top, cell.box, "box-number")


def cell_hand(
    cell: Cell, x: float, y: float, width: float, *, scale: float = 1, tiled: bool = False
) -> HandPlace:
    """Room for a hand in a cell, drawn at the cell's own size."""
    left, top = cell.at(x, y)
    return HandPlace(left, top, width * cell.scale, scale * cell.scale, tiled)


def cell_frame(cell: Cell, x: float, y: float, width: float, scale: float = 1) -> str:
    """The printed frame of a hand in a cell."""
    left, top = cell.at(x, y)
    size = cell.scale * scale
    return rect(
        left - 4, top - 4, width * cell.scale + 8, cards.HEIGHT * size + 8, "card-room", rx=7
    )


def tile_frame(x: float, y: float, width: float, scale: float) -> str:
    return rect(x - 4, y - 4, width + 8, tiles.HEIGHT * scale + 8, "card-room", rx=7)


def seat_below(cell: Cell, width: float, height: float) -> tuple[float, float]:
    """Where the name of the person who sits at a box stands."""
    return cell.at(width / 2, height)


# The layout of a game that brings none: a panel for each of its spots, with its name and odds.

AREA = (128, 96)
ROOM = {False: Room(48, 236, 1184, 440), True: Room(30, 330, 580, TALL_ROOM)}


def plan(game: Game, options: Any, *, tall: bool) -> Plan:
    pays = offers(game, options)
    places = game.spots(game.begin(Setup(options, game.limits)), "")
    laid = list(cells(range(len(places)), AREA, ROOM[tall], from_left=True))
    size = size_of(laid, AREA[1], tall=tall) if tall else WIDE
    spots, printed = [], [heading(size[0] / 2, 96, game.cite.title.upper())]
    for cell, place in zip(laid, places, strict=True):
        offer = pays[place.wager]
        spots.append(
            Spot(place.wager, place.box, term(place.wager), offer.full, panel(cell, 2, 2, 124, 92),
                 cell.at(64, 58), scale=cell.scale * 0.8)
        )  # fmt: skip
        printed += [
            word(cell, 64, 24, term(place.wager).upper()),
            word(cell, 64, 40, offer.brief.upper(), "print fine"),
        ]
    middle = size[0] / 2
    return Plan(
        *size, cloth(size=size, tall=tall, bowed=False), tuple(spots), {}, {},
        sign=(46, 130, 270) if tall else (60, 60, 330),
        result=(middle, 300 if tall else 200),
        spare=(60, 290) if tall else (60, 200),
        dice=(middle - 66, 180 if tall else 116),
        people=(330, 130, 270) if tall else (920, 60, 300),
        over="".join(printed),
    )  # fmt: skip
