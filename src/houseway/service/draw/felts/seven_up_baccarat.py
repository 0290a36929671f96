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
from houseway.service.draw.svg import at
from houseway.service.texts.text import Term, Text, capital, term

# A playing area, from its top left corner: left, top, width, height of each spot.
AREA = (150, 232)
SPOTS = {
    "A": {TIE: (8, 6, 84, 46), BANKER: (8, 58, 134, 58), PLAYER: (8, 122, 134, 58)},
    "B": {TIE: (8, 6, 84, 46), BANKER: (79, 58, 63, 122), PLAYER: (8, 58, 63, 122)},
}
SEVENS_AT, SEVENS_RADIUS = (119, 35), 18.5
STEP = {"A": (10, -8), "B": (0, 36)}  # to the next patron on the same spot
TIE_STEP = (4, -6)
NAME_AT = 192

HAND = 3 * cards.WIDTH * MAIN + 14  # room for three cards
PLAYER_AT = {False: (356, 72), True: (54, 142)}
BANKER_AT = {False: (680, 72), True: (342, 142)}
ROOM = {False: Room(56, 346, 1168, 330, bow=80), True: Room(34, 370, 572, TALL_ROOM)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    spots, seats, printed = [], {}, []
    laid = list(cells(range(1, options.areas + 1), AREA, ROOM[tall]))
    size = size_of(laid, AREA[1], tall=tall)
    for cell in laid:
        spots += _area(cell, options, pays)
        printed += _print(cell, options)
        seats[cell.box] = seat_below(cell, AREA[0], NAME_AT)
    player, banker = PLAYER_AT[tall], BANKER_AT[tall]
    seven = (HAND - 14) / 3 + 7
    hands = {
        PLAYER: HandPlace(player[0] + seven, player[1], HAND - seven, MAIN),
        BANKER: HandPlace(*banker, HAND, MAIN),
    }
    printed += [
        card_room(*player, HAND, Text("PLAYER")),
        at(*player, cards.printed(str(PRINTED_SEVEN)), scale=MAIN),
        card_room(*banker, HAND, Text("BANKER")),
        heading(size[0] / 2, 334 if tall else 274, Text("7-UP BACCARAT")),
    ]
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots), hands, seats,
        sign=(46, 46, 300) if tall else (60, 60, 262),
        result=(476, 76) if tall else (640, 318),
        spare=(380, 56) if tall else (1010, 80),
        seat_width=AREA[0] * 0.9,
    )  # fmt: skip


def _area(cell: Cell, options: Options, pays: dict[str, Offer]) -> list[Spot]:
    spots = [
        Spot(
            wager, cell.box, capital(term(wager)), pays[wager].full, panel(cell, x, y, w, h),
            cell.at(x + (27 if wager != TIE else 20), y + (30 if wager != TIE else h / 2)),
            STEP[options.layout] if wager != TIE else TIE_STEP, scale=cell.scale,
            room=64 if wager != TIE else 0,
        )
        for wager, (x, y, w, h) in SPOTS[options.layout].items()
    ]  # fmt: skip
    if SUPER_SEVENS in pays:
        x, y = SEVENS_AT
        ringed = ring(cell, x, y, SEVENS_RADIUS)
        spots.append(
            Spot(SUPER_SEVENS, cell.box, Term("Super 7's"), pays[SUPER_SEVENS].full, ringed,
                 cell.at(x, y), (-7, 3), scale=cell.scale * 0.9, room=0)
        )  # fmt: skip
    return spots


def _print(cell: Cell, options: Options) -> list[str]:
    lettered = [
        word(
            cell,
            x + w * (0.7 if wager == TIE else 0.5 if options.layout == "B" else 0.71),
            y + h * (0.5 if wager == TIE or options.layout == "A" else 0.86) + 6,
            term(wager).upper(),
            f"print close {wager}",
        )
        for wager, (x, y, w, h) in SPOTS[options.layout].items()
    ]
    if options.super_sevens == "offered":
        lettered.append(word(cell, SEVENS_AT[0], 13, Text("7's"), "print close seven"))
    return [*lettered, box_number(cell, AREA[0] / 2, 0)]
