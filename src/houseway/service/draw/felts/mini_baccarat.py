"""The layout of Mini Baccarat: Player, Banker and Tie for all, and a pair for each hand.

Mini Baccarat terms: Box: each printed area holds the stakes of several people.
"""

from __future__ import annotations

from typing import NamedTuple

from houseway.games.game import Game
from houseway.games.mini_baccarat.rules import (
    BANKER,
    BANKER_PAIR,
    PLAYER,
    PLAYER_PAIR,
    TIE,
    Options,
)
from houseway.service.draw import cards
from houseway.service.draw.felts.cloth import MAIN, TALL_WIDTH, WIDE, card_room, cloth, heading
from houseway.service.draw.plan import HandPlace, Offer, Plan, Point, Spot, offers
from houseway.service.draw.svg import number, path, rect, text
from houseway.service.texts.text import Text, capital, term, texts

# Mini Baccarat's bands: areas that the whole table shares, one bow above the other.

NAMED = 0.28  # the share of a band at the left that has its name and no chips
END = 0.03  # the share at the right that stays free, so that no tag crosses the edge


class Band(NamedTuple):
    """An area from left to right, bowed towards the patrons."""

    x: float
    y: float
    width: float
    height: float
    bow: float

    def area(self) -> str:
        left, right = number(self.x), number(self.x + self.width)
        middle = number(self.x + self.width / 2)
        top, bottom = self.y, self.y + self.height
        upper = f"M{left} {number(top)}Q{middle} {number(top + 2 * self.bow)} {right} {number(top)}"
        lower = (
            f"V{number(bottom)}Q{middle} {number(bottom + 2 * self.bow)} {left} {number(bottom)}z"
        )
        return path(upper + lower, "area")

    def seat(self, place: int, of: int) -> Point:
        """Where the chips of one of so many seats stand; the first is at the right."""
        return self._along(1 - END - (1 - END - NAMED) * (place - 0.5) / of)

    def room(self, of: int) -> float:
        """How wide a tag of any of these seats may be."""
        return 2 * (self.x + self.width - self.seat(1, of)[0])

    @property
    def lettering(self) -> Point:
        x, y = self._along(NAMED / 2)
        return x, y + 8

    def _along(self, share: float) -> Point:
        """The middle of the band at a share of its width."""
        off = 2 * share - 1
        y = self.y + self.height / 2 + self.bow * (1 - off * off)
        return self.x + self.width * share, y


HAND = 3 * cards.WIDTH * MAIN + 14
PLAYER_AT = {False: (356, 72), True: (54, 160)}
BANKER_AT = {False: (680, 72), True: (342, 160)}

# left, top, width, height, bow
BANDS = {
    False: {
        TIE: Band(250, 322, 780, 52, 52),
        BANKER: Band(200, 392, 880, 74, 58),
        PLAYER: Band(200, 484, 880, 74, 64),
    },
    True: {
        TIE: Band(44, 386, 552, 90, 26),
        BANKER: Band(44, 502, 552, 130, 28),
        PLAYER: Band(44, 658, 552, 130, 30),
    },
}
# left, top, width, height
PAIRS = {
    False: {PLAYER_PAIR: (66, 330, 122, 100), BANKER_PAIR: (1092, 330, 122, 100)},
    True: {PLAYER_PAIR: (44, 884, 264, 116), BANKER_PAIR: (332, 884, 264, 116)},
}
NAMES = {False: Band(200, 550, 880, 40, 70), True: Band(44, 812, 552, 24, 0)}
NAME_ROW = 27
_SETTLED = texts(
    {
        "commission": "Banker commission  ·  Tie {tie}",
        "non-commission": "Banker non-commission  ·  Tie {tie}",
    }
)
TALL = (TALL_WIDTH, 1050)
TALL_WITHOUT_PAIRS = (TALL_WIDTH, 920)


def plan(game: Game, options: Options, *, tall: bool) -> Plan:
    pays = offers(game, options)
    paired = any(wager in pays for wager in PAIRS[tall])
    size = (TALL if paired else TALL_WITHOUT_PAIRS) if tall else WIDE
    numbers = range(1, options.seats + 1)
    spots = [_band(wager, band, options, pays) for wager, band in BANDS[tall].items()]
    spots += [_pair(wager, pays, tall) for wager in PAIRS[tall] if wager in pays]
    printed = [text(*band.lettering, term(wager).upper(), f"band-text {wager}")
               for wager, band in BANDS[tall].items()]  # fmt: skip
    for wager in PAIRS[tall]:
        printed += _pair_print(wager, tall) if wager in pays else []
    printed += [
        card_room(*PLAYER_AT[tall], HAND, Text("PLAYER")),
        card_room(*BANKER_AT[tall], HAND, Text("BANKER")),
        heading(size[0] / 2, 344 if tall else 264, Text("MINI BACCARAT"), _motto(options, pays)),
    ]  # fmt: skip
    return Plan(
        *size, cloth(*printed, size=size, tall=tall), tuple(spots),
        hands={
            PLAYER: HandPlace(*PLAYER_AT[tall], HAND, MAIN),
            BANKER: HandPlace(*BANKER_AT[tall], HAND, MAIN),
        },
        seats={n: _name_at(n, options.seats, tall=tall) for n in numbers},
        sign=(46, 36, 320) if tall else (60, 60, 262),
        result=(486, 84) if tall else (1080, 110),
        spare=(400, 56) if tall else (1010, 160),
        seat_width=72 if tall else 120,
    )  # fmt: skip


def _name_at(seat: int, of: int, *, tall: bool) -> Point:
    """On a tall layout every second name stands a row lower, so that each has room."""
    x, y = NAMES[tall].seat(seat, of)
    return x, y + (NAME_ROW if tall and seat % 2 == 0 else 0)


def _motto(options: Options, pays: dict[str, Offer]) -> str:
    tie = pays[TIE].brief
    if pays[BANKER].brief:
        return Text("Banker {odds}  ·  Tie {tie}", odds=pays[BANKER].brief, tie=tie).upper()
    return _SETTLED[options.settlement].with_values({"tie": tie}).upper()


def _band(wager: str, band: Band, options: Options, pays: dict[str, Offer]) -> Spot:
    seats = {n: band.seat(n, options.seats) for n in range(1, options.seats + 1)}
    return Spot(wager, 0, capital(term(wager)), pays[wager].full, band.area(),
                (band.x + 30, band.y + band.height / 2 + 10), (38, 0), seats,
                room=band.room(options.seats))  # fmt: skip


def _pair(wager: str, pays: dict[str, Offer], tall: bool) -> Spot:
    x, y, w, h = PAIRS[tall][wager]
    return Spot(wager, 0, capital(term(wager)), pays[wager].full, rect(x, y, w, h, "area", rx=10),
                (x + (44 if tall else 34), y + h - 22), (18, -2), scale=0.9)  # fmt: skip


def _pair_print(wager: str, tall: bool) -> list[str]:
    x, y, w, _ = PAIRS[tall][wager]
    hand = PLAYER if wager == PLAYER_PAIR else BANKER
    return [
        text(x + w / 2, y + 28, term(hand).upper(), f"print {hand}"),
        text(x + w / 2, y + 50, Text("PAIR"), "print"),
    ]
