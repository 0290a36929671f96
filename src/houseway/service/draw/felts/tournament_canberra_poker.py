"""The layout of Tournament Canberra Poker: in each box an Ante, a Bet and five cards."""

from __future__ import annotations

from houseway.games.game import Game
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, DEALER, Options
from houseway.service.draw import cards
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
    size_of,
)
from houseway.service.draw.plan import HandPlace, Plan, Room, Spot, cells, offers, panel, ring, word
from houseway.service.draw.svg import rect, text
from houseway.service.texts.text import Term, Text, term

# A box, from its top left corner.
BOX = (156, 246)
CARDS, CARD_SCALE = (8, 16, 140), 0.73  # five cards, every index in sight
BET_SPOT = (86, 100, 62, 56)
ANTE_AT, ANTE_RADIUS = (44, 128), 26
NAME_AT = 190

HAND = 5 * cards.WIDTH * MAIN + 24
DEALER_AT = {False: (436, 70), True: (116, 204)}
ODDS_AT = (950, 52, 256)  # left, top, width
ROOM = {False: Room(54, 326, 1172, 350, bow=84), True: Room(30, 404, 580, TALL_ROOM)}


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    spots, hands, seats, printed = [], {}, {}, []
    laid = list(cells(range(1, options.boxes + 1), BOX, ROOM[tall]))
    size = size_of(laid, BOX[1], tall=tall)
    for cell in laid:
        x, y, w, h = BET_SPOT
        spots += [
            Spot(ANTE, cell.box, Term("Ante"), pays[ANTE].full, ring(cell, *ANTE_AT, ANTE_RADIUS),
                 cell.at(*ANTE_AT), scale=cell.scale),
            Spot(BET, cell.box, Term("Bet"), pays[BET].full, panel(cell, x, y, w, h),
                 cell.at(x + w / 2, y + h / 2), scale=cell.scale),
        ]  # fmt: skip
        printed += [
            cell_frame(cell, *CARDS, CARD_SCALE),
            word(cell, ANTE_AT[0], y + h + 18, Text("ANTE")),
            word(cell, x + w / 2, y + h + 18, Text("BET")),
            box_number(cell, BOX[0] / 2, 10),
        ]
        hands[f"box {cell.box}"] = cell_hand(cell, *CARDS, scale=CARD_SCALE)
        seats[cell.box] = seat_below(cell, BOX[0], NAME_AT)
    left, top = DEALER_AT[tall]
    hands[DEALER] = HandPlace(left, top, HAND, MAIN)
    printed += [
        card_room(left, top, HAND, Text("DEALER")),
        heading(size[0] / 2, 382 if tall else 262, Text("CANBERRA POKER")),
        "" if tall else _odds(game, options),  # a small screen has them under How to play
    ]
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots), hands, seats,
        sign=(46, 46, 330) if tall else (60, 60, 310),
        result=(490, 84) if tall else (640, 306),
        spare=(60, 140) if tall else (70, 160),
        seat_width=BOX[0] * 0.9,
    )  # fmt: skip


def _odds(game: Game, options: Options) -> str:
    """What a bet pays by the hand that wins it, as the rules list it, the highest first."""
    x, y, width = ODDS_AT
    lines = [line for line in game.wagers(options) if line.wager == BET][::-1]
    pitch = 18
    drawn = [rect(x, y, width, 12 + pitch * len(lines), "odds-board", rx=8)]
    for i, line in enumerate(lines, 1):
        drawn.append(text(x + 12, y + 4 + pitch * i, term(line.outcome), "odds-line"))
        drawn.append(text(x + width - 12, y + 4 + pitch * i, line.odds, "odds-line last"))
    return "".join(drawn)
