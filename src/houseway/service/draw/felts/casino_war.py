"""The layout of Casino War: Diagram A. Per area a `Bet / War` spot, a `Tie` spot and two cards.

Casino War 2.2.1.1, 2.2.1.2, 2.3.1 and 2.3.2.
"""

from __future__ import annotations

from houseway.games.casino_war.rules import INITIAL, TIE, WAR, Options
from houseway.games.game import Game
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
    shoe,
    size_of,
)
from houseway.service.draw.plan import HandPlace, Plan, Room, Spot, cells, offers, panel, ring, word
from houseway.service.texts.text import Term, Text

# A playing area, from its top left corner.
AREA = (150, 262)
CARDS = (10, 12, 130)  # left, top, width
BET_WAR = (8, 122, 96, 62)
TIE_AT, TIE_RADIUS = (126, 153), 19
NAME_AT = 216

DEALER = {False: (556, 66, 168), True: (236, 116, 168)}
ROOM = {False: Room(62, 300, 1156, 372, bow=58), True: Room(34, 356, 572, TALL_ROOM)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    spots, hands, seats, printed = [], {}, {}, []
    laid = list(cells(range(1, options.areas + 1), AREA, ROOM[tall]))
    size = size_of(laid, AREA[1], tall=tall)
    for cell in laid:
        x, y, w, h = BET_WAR
        middle = y + h / 2
        spots += [
            Spot(INITIAL, cell.box, Term("Initial Wager"), pays[INITIAL].full,
                 panel(cell, x, y, w / 2, h), cell.at(x + w / 4, middle - 4), (0, 18),
                 scale=cell.scale),
            Spot(WAR, cell.box, Term("War Wager"), pays[WAR].full,
                 panel(cell, x + w / 2, y, w / 2, h), cell.at(x + w * 3 / 4, middle - 4),
                 (0, 18), scale=cell.scale),
            Spot(TIE, cell.box, Term("Tie Wager"), pays[TIE].full,
                 ring(cell, *TIE_AT, TIE_RADIUS), cell.at(*TIE_AT), (-9, 9),
                 scale=cell.scale),
        ]  # fmt: skip
        printed += [
            cell_frame(cell, *CARDS),
            word(cell, x + w / 2, y + h + 17, Text("BET / WAR"), "print close"),
            word(cell, TIE_AT[0], y + h + 17, Text("TIE"), "print close"),
            box_number(cell, TIE_AT[0], y + 6),
        ]
        hands[f"box {cell.box}"] = cell_hand(cell, *CARDS)
        seats[cell.box] = seat_below(cell, AREA[0], NAME_AT)
    left, top, room = DEALER[tall]
    hands["dealer"] = HandPlace(left + 5, top, room, MAIN)
    printed += [
        card_room(left, top, room, Text("DEALER")),
        shoe(left + room + 20, top, Text("DEVICE") if options.source == "device" else Text("SHOE")),
        heading(
            size[0] / 2,
            300 if tall else 264,
            Text("CASINO WAR"),
            Text("Tie pays {odds}", odds=pays[TIE].brief).upper(),
        ),
    ]
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots), hands, seats,
        sign=(46, 46, 548) if tall else (64, 62, 400),
        result=(510, 176) if tall else (980, 120),
        spare=(60, 130) if tall else (1100, 180),
        seat_width=AREA[0] * 0.9,
    )  # fmt: skip
