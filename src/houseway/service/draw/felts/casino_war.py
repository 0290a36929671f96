"""The layout of Casino War: Diagram A. Per area a `Bet / War` spot, a `Tie` spot and two cards.

Casino War 2.2.1.1, 2.2.1.2, 2.3.1 and 2.3.2.
"""

from __future__ import annotations

from houseway.games.casino_war.rules import INITIAL, TIE, WAR, Options
from houseway.games.game import Game
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
from houseway.service.draw.plan import HandPlace, Plan, Room, Spot, cells, offers, panel, ring, word

# A playing area, from its top left corner.
AREA = (150, 268)
CARDS = (10, 12, 130)  # left, top, width
BET_WAR = (8, 122, 96, 62)
TIE_AT, TIE_RADIUS = (126, 153), 19
NAME_AT = 240

DEALER = {False: (560, 92, 160), True: (240, 104, 160)}
ROOM = {False: Room(60, 306, 1160, 366, bow=62), True: Room(34, 330, 572, 690)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    width, height = TALL if tall else WIDE
    spots, hands, seats, printed = [], {}, {}, []
    for cell in cells(range(1, options.areas + 1), AREA, ROOM[tall]):
        x, y, w, h = BET_WAR
        middle = y + h / 2
        spots += [
            Spot(INITIAL, cell.box, "Initial Wager", pays[INITIAL].full,
                 panel(cell, x, y, w / 2, h), cell.at(x + w / 4, middle - 4), scale=cell.scale),
            Spot(WAR, cell.box, "War Wager", pays[WAR].full,
                 panel(cell, x + w / 2, y, w / 2, h), cell.at(x + w * 3 / 4, middle - 4),
                 scale=cell.scale),
            Spot(TIE, cell.box, "Tie Wager", pays[TIE].full,
                 ring(cell, *TIE_AT, TIE_RADIUS), cell.at(*TIE_AT), scale=cell.scale),
        ]  # fmt: skip
        printed += [
            cell_frame(cell, *CARDS),
            word(cell, x + w / 2, y + h + 17, "BET / WAR"),
            word(cell, TIE_AT[0], y + h + 17, "TIE"),
            box_number(cell, AREA[0] / 2 + 51, y + h - 51),
        ]
        hands[f"box {cell.box}"] = cell_hand(cell, *CARDS)
        seats[cell.box] = seat_below(cell, AREA[0], NAME_AT)
    left, top, room = DEALER[tall]
    hands["dealer"] = HandPlace(left + 14, top, room)
    printed += [
        card_room(left, top, room, "DEALER"),
        heading(
            width / 2, 262 if tall else 282, "CASINO WAR", f"TIE PAYS {pays[TIE].brief}".upper()
        ),
    ]
    return Plan(
        width, height, cloth(*printed, tall=tall), tuple(spots), hands, seats,
        sign=(48, 48, 230) if tall else (64, 62, 300),
        result=(470, 130) if tall else (900, 130),
        spare=(440, 60) if tall else (1040, 70),
        seat_width=AREA[0] * 0.9,
    )  # fmt: skip
