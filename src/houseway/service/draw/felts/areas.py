"""The layout of a game that brings none: a panel for each of its spots, with its name and odds."""

from __future__ import annotations

from typing import Any

from houseway.games.game import Game, Setup
from houseway.service.draw.felts.cloth import TALL_ROOM, WIDE, cloth, heading, size_of
from houseway.service.draw.plan import Plan, Room, Spot, cells, offers, panel, word
from houseway.service.texts.text import term

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
