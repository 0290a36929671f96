"""The layout of Tournament Mini-Baccarat: numbered boxes, each with its three areas (reading TM6)."""

from __future__ import annotations

from houseway.games.baccarat import BANKER, PLAYER, TIE
from houseway.games.game import Game
from houseway.games.tournament_mini_baccarat.rules import Options
from houseway.service.draw import cards
from houseway.service.draw.felts.cloth import (
    TALL,
    WIDE,
    box_number,
    card_room,
    cloth,
    heading,
    seat_below,
)  # fmt: skip
from houseway.service.draw.plan import HandPlace, Plan, Room, Spot, cells, offers, panel, word

# A box, from its top left corner: left, top, width, height of each area.
BOX = (146, 236)
AREAS = {TIE: (8, 16, 130, 46), BANKER: (8, 68, 130, 56), PLAYER: (8, 130, 130, 56)}
NAME_AT = 196

HAND = 3 * cards.WIDTH + 14
PLAYER_AT = {False: (346, 92), True: (66, 200)}
BANKER_AT = {False: (736, 92), True: (376, 200)}
ROOM = {False: Room(56, 350, 1168, 324, bow=72), True: Room(34, 420, 572, 610)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    width, height = TALL if tall else WIDE
    spots, seats, printed = [], {}, []
    for cell in cells(range(1, options.boxes + 1), BOX, ROOM[tall]):
        for wager, (x, y, w, h) in AREAS.items():
            spots.append(
                Spot(wager, cell.box, wager.capitalize(), pays[wager].full,
                     panel(cell, x, y, w, h), cell.at(x + w / 2, y + h / 2), scale=cell.scale)
            )  # fmt: skip
            printed.append(word(cell, x + w / 2, y + h / 2 + 6, wager.upper(), f"print {wager}"))
        printed.append(box_number(cell, BOX[0] / 2, 9))
        seats[cell.box] = seat_below(cell, BOX[0], NAME_AT)
    printed += [
        card_room(*PLAYER_AT[tall], HAND, "PLAYER"),
        card_room(*BANKER_AT[tall], HAND, "BANKER"),
        heading(width / 2, 372 if tall else 286, "MINI-BACCARAT", f"TIE {pays[TIE].brief}".upper()),
    ]
    return Plan(
        width, height, cloth(*printed, tall=tall), tuple(spots),
        hands={PLAYER: HandPlace(*PLAYER_AT[tall], HAND), BANKER: HandPlace(*BANKER_AT[tall], HAND)},
        seats=seats,
        sign=(48, 46, 320) if tall else (60, 60, 260),
        result=(490, 80) if tall else (640, 130),
        spare=(420, 140) if tall else (1060, 80),
        seat_width=BOX[0] * 0.9,
    )  # fmt: skip
