"""The layouts of 7-Up Baccarat: Diagrams A and B, with three to nine playing areas.

Both have what 7-Up Baccarat 2.2.1 to 2.2.4 ask for: the printed seven in the Player's card area,
and for each playing area a place for Player and Banker wagers, a Tie spot and a spot marked 7's.
In A the two hands lie one above the other, in B side by side.
"""

from __future__ import annotations

from houseway.games.game import Game
from houseway.games.seven_up_baccarat.rules import (
    BANKER,
    PLAYER,
    PRINTED_SEVEN,
    SUPER_SEVENS,
    TIE,
    Options,
)  # fmt: skip
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
from houseway.service.draw.svg import at

# A playing area, from its top left corner: left, top, width, height of each spot.
AREA = (150, 232)
SPOTS = {
    "A": {TIE: (8, 6, 84, 46), BANKER: (8, 58, 134, 58), PLAYER: (8, 122, 134, 58)},
    "B": {TIE: (8, 6, 84, 46), BANKER: (79, 58, 63, 122), PLAYER: (8, 58, 63, 122)},
}
SEVENS_AT, SEVENS_RADIUS = (119, 30), 23
STEP = {"A": (42, 0), "B": (0, 36)}  # to the next patron on the same spot
NAME_AT = 192

HAND = 3 * cards.WIDTH + 14  # room for three cards
PLAYER_AT = {False: (346, 92), True: (66, 200)}
BANKER_AT = {False: (736, 92), True: (376, 200)}
ROOM = {False: Room(50, 350, 1180, 326, bow=74), True: Room(34, 420, 572, 610)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    width, height = TALL if tall else WIDE
    spots, seats, printed = [], {}, []
    for cell in cells(range(1, options.areas + 1), AREA, ROOM[tall]):
        spots += _area(cell, options, pays)
        printed += _print(cell, options)
        seats[cell.box] = seat_below(cell, AREA[0], NAME_AT)
    player, banker = PLAYER_AT[tall], BANKER_AT[tall]
    seven = (HAND - 14) / 3 + 7
    hands = {
        PLAYER: HandPlace(player[0] + seven, player[1], HAND - seven),
        BANKER: HandPlace(*banker, HAND),
    }
    printed += [
        card_room(*player, HAND, "PLAYER"),
        at(*player, cards.printed(str(PRINTED_SEVEN))),
        card_room(*banker, HAND, "BANKER"),
        heading(width / 2, 372 if tall else 290, "7-UP BACCARAT"),
    ]
    return Plan(
        width, height, cloth(*printed, tall=tall), tuple(spots), hands, seats,
        sign=(48, 46, 300) if tall else (60, 60, 250),
        result=(490, 80) if tall else (640, 324),
        spare=(420, 140) if tall else (1060, 80),
        seat_width=AREA[0] * 0.9,
    )  # fmt: skip


def _area(cell: Cell, options: Options, pays: dict[str, Offer]) -> list[Spot]:
    spots = [
        Spot(
            wager, cell.box, wager.capitalize(), pays[wager].full, panel(cell, x, y, w, h),
            cell.at(x + (24 if wager != TIE else w / 2), y + (28 if wager != TIE else h / 2)),
            STEP[options.layout], scale=cell.scale,
        )
        for wager, (x, y, w, h) in SPOTS[options.layout].items()
    ]  # fmt: skip
    if SUPER_SEVENS in pays:
        x, y = SEVENS_AT
        ringed = ring(cell, x, y, SEVENS_RADIUS)
        spots.append(
            Spot(SUPER_SEVENS, cell.box, "Super 7's", pays[SUPER_SEVENS].full, ringed,
                 cell.at(x, y), (-9, 9), scale=cell.scale)
        )  # fmt: skip
    return spots


def _print(cell: Cell, options: Options) -> list[str]:
    lettered = [
        word(cell, x + w / 2, y + h / 2 + 6, wager.upper(), f"print {wager}")
        for wager, (x, y, w, h) in SPOTS[options.layout].items()
    ]
    if options.super_sevens == "offered":
        lettered.append(word(cell, SEVENS_AT[0], SEVENS_AT[1] + 7, "7's", "print seven"))
    return [*lettered, box_number(cell, AREA[0] / 2, 0)]
