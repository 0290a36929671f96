"""The layout of Tournament Mini-Baccarat: numbered boxes of three areas each (reading TM6)."""

from __future__ import annotations

from houseway.games.baccarat import BANKER, PLAYER, TIE
from houseway.games.game import Game
from houseway.games.tournament_mini_baccarat.rules import Options
from houseway.service.draw import cards
from houseway.service.draw.felts.cloth import (  # fmt: skip
    MAIN,
    TALL_ROOM,
    box_number,
    card_room,
    cloth,
    heading,
    seat_below,
    size_of,
)
from houseway.service.draw.plan import HandPlace, Plan, Room, Spot, cells, offers, panel, word
from houseway.service.texts.text import Text, capital, term

# A box, from its top left corner: left, top, width, height of each area.
BOX = (146, 236)
AREAS = {TIE: (8, 16, 130, 46), BANKER: (8, 68, 130, 56), PLAYER: (8, 130, 130, 56)}
NAME_AT = 196

HAND = 3 * cards.WIDTH * MAIN + 14
PLAYER_AT = {False: (356, 72), True: (54, 142)}
BANKER_AT = {False: (680, 72), True: (342, 142)}
ROOM = {False: Room(56, 340, 1168, 336, bow=84), True: Room(34, 384, 572, TALL_ROOM)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    spots, seats, printed = [], {}, []
    laid = list(cells(range(1, options.boxes + 1), BOX, ROOM[tall]))
    size = size_of(laid, BOX[1], tall=tall)
    for cell in laid:
        for wager, (x, y, w, h) in AREAS.items():
            spots.append(
                Spot(wager, cell.box, capital(term(wager)), pays[wager].full,
                     panel(cell, x, y, w, h), cell.at(x + 26, y + h / 2), (8, -6),
                     scale=cell.scale, room=64)
            )  # fmt: skip
            printed.append(
                word(cell, x + w * 0.7, y + h / 2 + 6, term(wager).upper(), f"print close {wager}")
            )
        printed.append(box_number(cell, BOX[0] / 2, 9))
        seats[cell.box] = seat_below(cell, BOX[0], NAME_AT)
    printed += [
        card_room(*PLAYER_AT[tall], HAND, Text("PLAYER")),
        card_room(*BANKER_AT[tall], HAND, Text("BANKER")),
        heading(
            size[0] / 2,
            330 if tall else 270,
            Text("MINI-BACCARAT"),
            Text("Tie {odds}", odds=pays[TIE].brief).upper(),
        ),
    ]
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots),
        hands={
            PLAYER: HandPlace(*PLAYER_AT[tall], HAND, MAIN),
            BANKER: HandPlace(*BANKER_AT[tall], HAND, MAIN),
        },
        seats=seats,
        sign=(46, 46, 320) if tall else (60, 60, 262),
        result=(486, 76) if tall else (1080, 110),
        spare=(400, 56) if tall else (1010, 160),
        seat_width=BOX[0] * 0.9,
    )  # fmt: skip
