"""The layouts of Three Card Baccarat: Diagrams A and B (Three Card Baccarat 2.2).

Each playing area has its Player hand, a Player spot and a Tie spot; Three Picture Cards and the
ten Banker point totals lie in the middle for everybody. In A the totals stand in one row, in B in
two.
"""

from __future__ import annotations

from houseway.games.game import Game
from houseway.games.three_card_baccarat.rules import (
    PLAYER,
    THREE_PICTURES,
    TIE,
    TOTAL_OF,
    TOTALS,
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
from houseway.service.draw.svg import rect, text

AREA = (150, 236)
CARDS = (9, 8, 132)
PLAYER_SPOT = (8, 112, 88, 66)
TIE_AT, TIE_RADIUS = (122, 145), 20
NAME_AT = 206

HAND = 3 * cards.WIDTH + 14
BANKER_AT = {False: (539, 76), True: (217, 170)}
# The common spots: left, top, width and height of one total, how many in a row.
TOTAL_CELL = {
    ("A", False): (414, 258, 62, 52, 10),
    ("B", False): (540, 230, 92, 46, 5),
    ("A", True): (44, 384, 55.2, 56, 10),
    ("B", True): (44, 356, 110.4, 44, 5),
}
PICTURES = {
    ("A", False): (232, 258, 174, 52),
    ("B", False): (232, 230, 300, 92),
    ("A", True): (44, 318, 552, 54),
    ("B", True): (44, 306, 552, 44),
}
ROOM = {False: Room(56, 330, 1168, 346, bow=66), True: Room(34, 470, 572, 570)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    width, height = TALL if tall else WIDE
    spots, hands, seats, printed = [], {}, {}, []
    for cell in cells(range(1, options.areas + 1), AREA, ROOM[tall]):
        spots += _area(cell, pays)
        x, y, w, h = PLAYER_SPOT
        printed += [
            cell_frame(cell, *CARDS, 0.95),
            word(cell, x + w / 2, y + h + 16, "PLAYER", "print player"),
            word(cell, TIE_AT[0], y + h + 16, "TIE", "print tie"),
            box_number(cell, 122, 120),
        ]
        hands[f"box {cell.box}"] = cell_hand(cell, *CARDS, scale=0.95)
        seats[cell.box] = seat_below(cell, AREA[0], NAME_AT)
    spots += _common(options, pays, tall)
    printed += _common_print(options, pays, tall)
    left, top = BANKER_AT[tall]
    hands["banker"] = HandPlace(left, top, HAND)
    printed.append(card_room(left, top, HAND, "BANKER"))
    return Plan(
        width, height, cloth(*printed, tall=tall), tuple(spots), hands, seats,
        sign=(48, 46, 330) if tall else (60, 60, 300),
        result=(320, 140) if tall else (960, 110),
        spare=(440, 70) if tall else (1080, 170),
        seat_width=AREA[0] * 0.9,
    )  # fmt: skip


def _area(cell: Cell, pays: dict[str, Offer]) -> list[Spot]:
    x, y, w, h = PLAYER_SPOT
    return [
        Spot(PLAYER, cell.box, "Player", pays[PLAYER].full, panel(cell, x, y, w, h),
             cell.at(x + 22, y + h / 2), (22, 0), scale=cell.scale),
        Spot(TIE, cell.box, "Tie", pays[TIE].full, ring(cell, *TIE_AT, TIE_RADIUS),
             cell.at(*TIE_AT), (-9, 9), scale=cell.scale),
    ]  # fmt: skip


def _total_at(options: Options, wager: str, tall: bool) -> tuple[float, float, float, float]:
    left, top, wide, high, across = TOTAL_CELL[options.layout, tall]
    row, column = divmod(TOTAL_OF[wager], across)
    return left + column * wide, top + row * high, wide, high


def _common(options: Options, pays: dict[str, Offer], tall: bool) -> list[Spot]:
    x, y, w, h = PICTURES[options.layout, tall]
    found = [
        Spot(THREE_PICTURES, 0, "Three Picture Cards", pays[THREE_PICTURES].full,
             rect(x, y, w, h, "area", rx=8), (x + 24, y + h / 2), (26, 0), scale=0.85)
    ]  # fmt: skip
    for wager in TOTALS:
        x, y, w, h = _total_at(options, wager, tall)
        found.append(
            Spot(wager, 0, wager.capitalize(), pays[wager].full, rect(x, y, w, h, "area", rx=4),
                 (x + 20, y + h / 2), (11, 0), scale=0.8)
        )  # fmt: skip
    return found


def _common_print(options: Options, pays: dict[str, Offer], tall: bool) -> list[str]:
    x, y, w, h = PICTURES[options.layout, tall]
    lettered = [
        text(x + w / 2, y + h / 2 - 2, "THREE PICTURE CARDS", "print"),
        text(x + w / 2, y + h / 2 + 15, pays[THREE_PICTURES].full, "print fine"),
    ]
    for wager in TOTALS:
        x, y, w, h = _total_at(options, wager, tall)
        lettered.append(text(x + w / 2, y + h / 2 + 9, TOTAL_OF[wager], "print total"))
    x, y, w, _ = _total_at(options, TOTALS[0], tall)
    across = TOTAL_CELL[options.layout, tall][4]
    said = f"BANKER POINT TOTAL {pays[TOTALS[0]].full}".upper()
    return [*lettered, text(x + w * across / 2, y - 8, said, "print fine")]
