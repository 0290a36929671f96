"""The tables and numbers of Three Card Baccarat (The Star, 2016), each beside its clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct

from houseway.equipment.cards import DECK, Card, rank
from houseway.games import slots
from houseway.games.devices import DeviceRules
from houseway.games.edition import EditionRules
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits
from houseway.games.malfunction import MalfunctionRules
from houseway.games.provisions import Provisions
from houseway.games.shoe_state import ShoeRules
from houseway.games.table_rules import PromotionRules, TableRules
from houseway.games.three_card_baccarat.vocabulary import ComplaintRightAdvised
from houseway.games.tokens import TokenRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import SUPERVISORS, Role, at_least

cite = Document("Three Card Baccarat", edition="2016-08-17")

# The hands: Banker's, and those of the playing areas, numbered clockwise from the dealer's left.
BANKER = 0
HAND = 3  # Three Card Baccarat 8.1: cards in every hand


def read_orders(clause: Clause, text: str) -> Mapping[tuple[int, int], int]:
    """The order of a hand by its picture cards and points; the rows stand in their order."""
    rows = [tuple(map(int, line.split())) for line in text.strip().splitlines()[1:]]
    if [order for order, _, _ in rows] != list(range(1, len(rows) + 1)):
        raise ValueError(f"{clause}: the orders do not run from 1 to {len(rows)}")
    orders = {(picture_cards, count): order for order, picture_cards, count in rows}
    if len(orders) != len(rows):
        raise ValueError(f"{clause}: two rows are the same hand")
    return MappingProxyType(orders)


# Three Card Baccarat 5.1: the wagers. Those on a Player hand lie in its area, the others on a
# common spot of the layout.
PLAYER, TIE = "player", "tie"
THREE_PICTURES = "three picture cards"
TOTALS = tuple(f"banker total {n}" for n in range(10))
TOTAL_OF = {wager: n for n, wager in enumerate(TOTALS)}
AREA_WAGERS = frozenset({PLAYER, TIE})

WINS, LOSES, STANDS_OFF = "wins", "loses", "stands off"

STANDARD: Final = "standard"
EVEN_MONEY: Final = "even money"  # Three Card Baccarat 1.1 Even Money Three Card Baccarat
PLAYER_ON_SIX, BANKER_TOTAL = "player on 6", "banker total"

# Three Card Baccarat 2.2#2 (reading 3C-01) and 2.3: what must stand at the table besides the
# source of the cards (2.3.1).
EQUIPMENT = MappingProxyType({
    "discard rack": cite("2.3.2"),
    "marker button": cite("2.3.3"),
    "float tray": cite("2.3.4"),
    "drop box": cite("2.3"),
})  # fmt: skip
SHOE: Final = "shoe"  # Three Card Baccarat 1.1 card shoe
DEVICE: Final = "device"  # Three Card Baccarat 1.1 shuffling device
SOURCES = {SHOE: "card shoe", DEVICE: "shuffling device"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the casino operator chooses for the table."""

    decks: Literal[6, 8] = 8  # Three Card Baccarat 3.1
    source: Literal["shoe", "device"] = SHOE  # Three Card Baccarat 2.3.1, 3.7
    variant: Literal["standard", "even money"] = STANDARD  # Three Card Baccarat 10.1
    method: Literal["A", "B"] = "A"  # Three Card Baccarat 9.1
    areas: int = 7  # Three Card Baccarat 2.1: places for patrons, each with its playing area
    layout: Literal["A", "B"] = "A"  # Three Card Baccarat 2.2: the diagram it follows
    equipment: tuple[str, ...] = (*SOURCES.values(), *EQUIPMENT)


# Readings A-01 and A-02 (Three Card Baccarat 1.1 casino supervisor, 1.1 gaming supervisor): who
# decides, and who reviews; 3C-15 for the Casino Duty Manager of 5.10.
CASINO_SUPERVISOR = SUPERVISORS
DUTY_MANAGER = at_least(Role.CASINO_DUTY_MANAGER)


def may_cut(play: Any) -> tuple[str, ...]:
    """Three Card Baccarat 4.3, 4.4: whom the cut is offered to, in order (reading 3C-06).

    The first at the table when the game is just commencing, otherwise from the dealer's left, and
    on clockwise. Patrons who stand are passed over unless approved (5.10).
    """
    present = [who for who in play.layout.idle_rounds if who in play.seats or who in play.standing]
    first = present[0] if present and play.round == 0 else ""
    start = play.seats.get(first, 1)
    seated = sorted(play.seats, key=lambda who: (play.seats[who] < start, play.seats[who]))
    ordered = [first, *seated, *present] if first else [*seated, *present]
    return tuple(dict.fromkeys(ordered))


VARIANT = "variant"  # the option, and what the notice of its change is about


_PICTURE = 100  # more than the cards of a hand count together, and no part of the last digit


class Rules(EditionRules, frozen=True, kw_only=True, dict=True):
    """An edition of Three Card Baccarat as one value: all that a ruling reads (`games.edition`)."""

    usually_behind: int = 52  # Three Card Baccarat 4.6: about one deck from the back

    # Three Card Baccarat 3.2: values in a hand.
    card_value: Mapping[str, int] = MappingProxyType({
        **{str(n): n for n in range(2, 10)},  # Three Card Baccarat 3.2.1
        **dict.fromkeys("TJQK", 0),  # Three Card Baccarat 3.2.2
        "A": 1,  # Three Card Baccarat 3.2.3
    })  # fmt: skip

    # Three Card Baccarat 1.1 picture card: a ten is worth as little, and is none (reading 3C-02).
    picture_ranks: frozenset[str] = frozenset("JQK")

    # Three Card Baccarat 7.1, 7.2: the highest hand first. Three picture cards count zero and stand
    # above all; otherwise the points decide, by their last digit (3C-02), and then the picture
    # cards.
    orders: Mapping[tuple[int, int], int] = read_orders(cite("7.2 Table"), """
        order   picture cards   point count
          1           3              0
          2           2              9
          3           1              9
          4           0              9
          5           2              8
          6           1              8
          7           0              8
          8           2              7
          9           1              7
         10           0              7
         11           2              6
         12           1              6
         13           0              6
         14           2              5
         15           1              5
         16           0              5
         17           2              4
         18           1              4
         19           0              4
         20           2              3
         21           1              3
         22           0              3
         23           2              2
         24           1              2
         25           0              2
         26           2              1
         27           1              1
         28           0              1
         29           2              0
         30           1              0
         31           0              0
    """)  # fmt: skip

    wagers: Mapping[str, Clause] = MappingProxyType({
        PLAYER: cite("5.2.1"),
        TIE: cite("5.2.2"),
        THREE_PICTURES: cite("5.2.3"),
        **dict.fromkeys(TOTALS, cite("5.2.4")),
    })  # fmt: skip

    most_patrons: int = 3  # Three Card Baccarat 5.6: in one area

    # Three Card Baccarat 11.1 and 11.2: winnings. The variant differs in the first line only
    # (10.1).
    odds: Mapping[str, Paytable[str]] = MappingProxyType({
        STANDARD: Paytable(
            Pays(PLAYER,         to(19, 20), cite("11.1.1")),
            Pays(BANKER_TOTAL,   to(8, 1),   cite("11.1.2")),
            Pays(TIE,            to(21, 1),  cite("11.1.3")),
            Pays(THREE_PICTURES, to(70, 1),  cite("11.1.4")),
        ),
        EVEN_MONEY: Paytable(
            Pays(PLAYER,         to(1, 1),   cite("11.2.1")),
            Pays(PLAYER_ON_SIX,  to(1, 2),   cite("11.2.1")),
            Pays(BANKER_TOTAL,   to(8, 1),   cite("11.2.2")),
            Pays(TIE,            to(21, 1),  cite("11.2.3")),
            Pays(THREE_PICTURES, to(70, 1),  cite("11.2.4")),
        ),
    })  # fmt: skip

    equipment: Mapping[str, Clause] = EQUIPMENT
    limits: Limits = Limits(minimum=5_00, maximum=1_000_00)

    # Readings: outside the limits a stake is refused before the first card. One
    # found later is good at its own amount, up to the maximum (3C-28).
    limit_rules: LimitRules = slots.limit_rules(cite)

    tokens: TokenRules = TokenRules(token=cite("1.1 casino promotional token"), stake=cite("5.3"))
    supervisors: frozenset[Role] = CASINO_SUPERVISOR
    duty_manager: frozenset[Role] = DUTY_MANAGER

    # Reading A-08: 20 full minutes, and the time that the sign states. Reading A-30: closing.
    table: TableRules = slots.table_rules(cite)

    # Section 4 of Three Card Baccarat: the cards.
    shoe: ShoeRules = ShoeRules(
        check=cite("3.5"),
        complete=cite("3.1"),
        checker=cite("1.1 deck-checking device"),
        shuffle=cite("4.1"),
        preshuffled=cite("3.6"),
        riffle=cite("4.2"),
        riffle_on_request=True,
        cut=cite("4.5"),
        cut_offer=cite("4.3"),
        cut_margin=52,  # Three Card Baccarat 4.5: one deck from either end
        cutters=CASINO_SUPERVISOR,
        offered=may_cut,
        in_order=True,
        cutting_card=cite("4.6"),
        behind=(40, 64),  # reading 3C-13: what "about" allows
        # Three Card Baccarat 4.11.3, 1.1 burn: to the discard rack, out of play. A device is never
        # cut, and burns after each loading (reading 3C-07).
        burn=lambda play: play.cite("4.11.2") if play.prep.burned else play.cite("4.11.1"),
        burn_shown=lambda play: True,
        burn_more=cite("4.11.2"),
        # Three Card Baccarat 4.12: values for the burn.
        burn_value={**card_value, **dict.fromkeys("TJQK", 10)},
        burn_omitted=cite("12.11"),
        order_shuffle=cite("4.1.3"),
        uses_shoe=lambda play: play.in_shoe,
    )

    # Section 13 of Three Card Baccarat: when a shuffling device fails.
    malfunction: MalfunctionRules = slots.malfunction_rules(
        cite,
        uses_device=lambda play: not play.in_shoe,
        under_way=lambda play: play.stage == "dealing",
    )

    # What the house sets at a table. Reading 3C-14: the method needs no notice.
    settings: Mapping[str, Setting] = MappingProxyType({
        "method": Setting(cite("9.1")),
        VARIANT: Setting(cite("14.8"), notice=cite("14.8")),
    })  # fmt: skip

    limit_settings: Mapping[str, Setting] = MappingProxyType({
        "limits": Setting(cite("6.5"), notice=cite("6.5"), raised=True),
        "multiple": Setting(cite("6.1")),
        "personal limit": Setting(cite("6.6")),
    })  # fmt: skip

    provisions: Provisions = slots.provisions(
        cite,
        operator=CASINO_SUPERVISOR,
        seats=lambda table: table.options.areas,
        breach_loggers=CASINO_SUPERVISOR,
        reviewers=at_least(Role.ASSISTANT_GAMING_MANAGER),  # reading A-02
        complaint=cite("14.14"),
        advised=ComplaintRightAdvised,
    )

    promotion: PromotionRules = slots.promotion_rules(cite)
    devices: DeviceRules = slots.device_rules(cite, operator=CASINO_SUPERVISOR)

    @cached_property
    def value(self) -> Mapping[Card, int]:
        return {card: self.card_value[rank(card)] for card in DECK}

    @cached_property
    def three_picture_cards(self) -> int:
        return self.orders[HAND, 0]

    def points(self, cards: Sequence[Card]) -> int:
        """Three Card Baccarat 3.3, 3.3.1, 3.3.2 and 1.1 point count: the last digit of the sum."""
        return self._total(cards) % 10

    @cached_property
    def picture_cards(self) -> frozenset[Card]:
        return frozenset(card for card in DECK if rank(card) in self.picture_ranks)

    def pictures(self, cards: Sequence[Card]) -> int:
        return self._total(cards) // _PICTURE

    def order_of(self, cards: Sequence[Card]) -> int:
        """Three Card Baccarat 7.2, 3.4: the order of a hand, 1 the highest, whatever the suits."""
        total = self._total(cards)
        return self.orders[total // _PICTURE, total % 10]

    def _total(self, cards: Sequence[Card]) -> int:
        worth, total = self._worth, 0
        for card in cards:
            total += worth[card]
        return total

    @cached_property
    def _worth(self) -> Mapping[Card, int]:
        """The value of each card; a picture card adds so much that they are counted as well."""
        pictures = self.picture_cards
        return {card: value + _PICTURE * (card in pictures) for card, value in self.value.items()}

    def value_text(self, cards: Sequence[Card]) -> str:
        """A hand as the dealer declares it (Three Card Baccarat 1.1 baccarat: a count of zero)."""
        order, count = self.order_of(cards), self.points(cards)
        if order == self.three_picture_cards:
            return "three picture cards"
        return f"{count or 'baccarat'}, order {order}"

    def on_player(self, player_order: int, banker_order: int) -> tuple[str, Clause]:
        """Three Card Baccarat 5.1.1: the Player hand against Banker's; order 1 is highest."""
        cite, highest = self.citing, self.three_picture_cards
        if player_order == highest:
            return (STANDS_OFF if banker_order == highest else WINS), cite("5.1.1.1")
        if player_order < banker_order:
            return WINS, cite("5.1.1.2")
        if player_order > banker_order:
            return LOSES, cite("5.1.1.3")
        return STANDS_OFF, cite("5.1.1.4")


RULES = Rules(cite=cite)
