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
from houseway.service.draw.felts.cloth import (  # fmt: skip
    MAIN,
    TALL_ROOM,
    box_number,
    card_room,
    cell_frame,
    cell_hand,
    cloth,
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
from houseway.service.draw.svg import rect, text
from houseway.service.texts.text import Term, Text, capital, term

AREA = (150, 236)
CARDS = (9, 8, 132)
PLAYER_SPOT = (8, 112, 88, 66)
TIE_AT, TIE_RADIUS = (122, 145), 20
NAME_AT = 206

HAND = 3 * cards.WIDTH * MAIN + 14
BANKER_AT = {False: (517, 58), True: (197, 116)}
# The common spots: left, top, width and height of one total, how many in a row.
TOTAL_CELL: dict[tuple[str, bool], tuple[float, float, float, float, int]] = {
    ("A", False): (426, 252, 62, 52, 10),
    ("B", False): (556, 228, 92, 44, 5),
    ("A", True): (44, 352, 55.2, 56, 10),
    ("B", True): (44, 336, 110.4, 44, 5),
}
PICTURES: dict[tuple[str, bool], tuple[float, float, float, float]] = {
    ("A", False): (150, 252, 266, 52),
    ("B", False): (240, 228, 300, 88),
    ("A", True): (44, 276, 552, 50),
    ("B", True): (44, 270, 552, 44),
}
ROOM = {False: Room(56, 326, 1168, 350, bow=70), True: Room(34, 440, 572, TALL_ROOM)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    spots, hands, seats, printed = [], {}, {}, []
    laid = list(cells(range(1, options.areas + 1), AREA, ROOM[tall]))
    size = size_of(laid, AREA[1], tall=tall)
    for cell in laid:
        spots += _area(cell, pays)
        x, y, w, h = PLAYER_SPOT
        printed += [
            cell_frame(cell, *CARDS, 0.95),
            word(cell, x + w / 2, y + h + 16, Text("PLAYER"), "print player"),
            word(cell, TIE_AT[0], y + h + 16, Text("TIE"), "print tie"),
            box_number(cell, 122, 120),
        ]
        hands[f"box {cell.box}"] = cell_hand(cell, *CARDS, scale=0.95)
        seats[cell.box] = seat_below(cell, AREA[0], NAME_AT)
    spots += _common(options, pays, tall)
    printed += _common_print(options, pays, tall)
    left, top = BANKER_AT[tall]
    hands["banker"] = HandPlace(left, top, HAND, MAIN)
    printed.append(card_room(left, top, HAND, Text("BANKER")))
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots), hands, seats,
        sign=(38, 34, 314) if tall else (60, 60, 330),
        result=(500, 66) if tall else (960, 110),
        spare=(430, 116) if tall else (1080, 170),
        markers={
            f"marker on {TOTAL_OF[each]}": _marker_at(options, each, tall) for each in TOTALS
        },
        seat_width=AREA[0] * 0.9,
    )  # fmt: skip


def _area(cell: Cell, pays: dict[str, Offer]) -> list[Spot]:
    x, y, w, h = PLAYER_SPOT
    return [
        Spot(PLAYER, cell.box, Term("Player"), pays[PLAYER].full, panel(cell, x, y, w, h),
             cell.at(x + w / 2, y + h / 2), (22, 0), scale=cell.scale, room=w * cell.scale),
        Spot(TIE, cell.box, Term("Tie"), pays[TIE].full, ring(cell, *TIE_AT, TIE_RADIUS),
             cell.at(*TIE_AT), (-9, 9), scale=cell.scale),
    ]  # fmt: skip


def _total_at(options: Options, wager: str, tall: bool) -> tuple[float, float, float, float]:
    left, top, wide, high, across = TOTAL_CELL[options.layout, tall]
    row, column = divmod(TOTAL_OF[wager], across)
    return left + column * wide, top + row * high, wide, high


def _marker_at(options: Options, wager: str, tall: bool) -> tuple[float, float]:
    """Three Card Baccarat 9.9: the marker button on the winning total."""
    x, y, w, h = _total_at(options, wager, tall)
    return x + w / 2, y + h + 2


def _common(options: Options, pays: dict[str, Offer], tall: bool) -> list[Spot]:
    x, y, w, h = PICTURES[options.layout, tall]
    found = [
        Spot(THREE_PICTURES, 0, Term("Three Picture Cards"), pays[THREE_PICTURES].full,
             rect(x, y, w, h, "area", rx=8), (x + (34 if tall else 26), y + h / 2),
             (8, -6), scale=0.85)
    ]  # fmt: skip
    for wager in TOTALS:
        x, y, w, h = _total_at(options, wager, tall)
        found.append(
            Spot(wager, 0, capital(term(wager)), pays[wager].full, rect(x, y, w, h, "area", rx=4),
                 (x + 18, y + h / 2), (0, -11), scale=0.8, room=0)
        )  # fmt: skip
    return found


def _common_print(options: Options, pays: dict[str, Offer], tall: bool) -> list[str]:
    x, y, w, h = PICTURES[options.layout, tall]
    lettered = [
        text(x + w / 2 + 25, y + h / 2 - 3, Text("THREE PICTURE CARDS"), "print close"),
        text(x + w / 2 + 25, y + h / 2 + 18, pays[THREE_PICTURES].full, "print fine"),
    ]
    for wager in TOTALS:
        x, y, w, h = _total_at(options, wager, tall)
        lettered.append(text(x + w - 13, y + h / 2 + 9, TOTAL_OF[wager], "print total"))
    x, y, w, _ = _total_at(options, TOTALS[0], tall)
    across = TOTAL_CELL[options.layout, tall][4]
    said = Text("Banker point total pays {odds}", odds=pays[TOTALS[0]].brief).upper()
    return [*lettered, text(x + w * across / 2, y - 8, said, "print fine")]
