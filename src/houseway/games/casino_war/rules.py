"""The tables and numbers of Casino War (The Star, 17 August 2016), each beside its clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct

from houseway.equipment.cards import DECK, Card, cut_offers, rank
from houseway.games import malfunction, slots
from houseway.games.devices import DeviceRules
from houseway.games.edition import EditionRules
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits
from houseway.games.malfunction import MalfunctionRules
from houseway.games.provisions import Provisions
from houseway.games.shoe_state import ShoeRules
from houseway.games.table_rules import PromotionRules, TableRules
from houseway.games.tokens import TokenRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import SUPERVISORS, Role, at_least

# The places along a Casino War table, and the patron who is offered the cut first.

DEALER = 0  # the dealer's hand among the boxes, which begin at 1 on the dealer's left


@lru_cache(maxsize=64)
def place_name(box: int) -> str:
    return f"box {box}" if box else "dealer"


@lru_cache(maxsize=64)
def box_of(place: str) -> int | None:
    """The box of a place's name, 0 for the dealer, None for anything else."""
    if place == "dealer":
        return DEALER
    number = place.removeprefix("box ")
    return int(number) if number != place and number.isdigit() else None


# Who cuts: Casino War 4.3, 4.4


def far_right(play: Any) -> str:
    """The patron farthest to the dealer's right: boxes count from the dealer's left."""
    seated = {who: box for who, box in play.places.items() if who in play.layout.idle_rounds}
    return max(seated, key=lambda who: seated[who]) if seated else ""


def first_cutter(play: Any) -> tuple[str, Clause]:
    """The patron who is offered the cut first, and the clause that says so."""
    if play.round == 0 and play.layout.idle_rounds:
        return next(iter(play.layout.idle_rounds)), play.cite("4.3.1")
    box = box_of(play.cut_after)
    if box:
        holder = play.areas.get(box, "")
        if holder in play.layout.idle_rounds:
            return holder, play.cite("4.3.2")
        return far_right(play), play.cite("4.3")  # gone: reading CW-09
    silent = play.cite("4.3")  # reading CW-09: where 4.3 names nobody
    cases = {
        "dealer": play.cite("4.3.3"),
        "first": play.cite("4.3.4"),
        "replaced": play.cite("4.3.5"),
    }
    return far_right(play), cases.get(play.cut_after, silent)


def cut_order(play: Any) -> tuple[str, ...]:
    """Casino War 4.4: clockwise from the first cutter; who has no seat yet comes last."""
    present = list(play.layout.idle_rounds)
    first = first_cutter(play)[0]
    seats = {play.places[who]: who for who in present if who in play.places}
    start = play.places.get(first, 1)
    around = [seats[seat] for seat in cut_offers(seats, start)]
    ahead = [first] if first else []
    return tuple(dict.fromkeys((*ahead, *around, *present)))


cite = Document("Casino War", edition="2016-08-17")  # Casino War Order (1)

# Casino War 1.1 Initial Wager, 1.1 War Wager and 1.1 Tie Wager. Each playing area has a spot for
# Initial and War Wager, two separate stakes (Casino War 2.2.1.1), and one for the Tie Wager
# (Casino War 2.2.1.2).
INITIAL, WAR, TIE = "initial", "war", "tie"

# Casino War 3.2.1: from the highest to the lowest. Suits have the same value: 3.2.
RANKS = "A K Q J T 9 8 7 6 5 4 3 2"
HIGHER, LOWER, EQUAL = "higher", "lower", "equal"
WINS, LOSES, STANDS_OFF = "wins", "loses", "stands off"  # Casino War 1.1 stand off
WAR_ON_EQUAL = "war on equal cards"

SHOE: Final = "shoe"  # Casino War 1.1 card shoe
DEVICE: Final = "device"  # Casino War 1.1 shuffling device


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the casino operator chooses for the table."""

    source: Literal["shoe", "device"] = SHOE  # Casino War 2.4, 2.4.1 and 3.6
    # Casino War 1.1 Angel pre-shuffled cards, 4.2 and 4.2.1
    preshuffled: Literal["casino", "Angel"] = "casino"
    areas: int = 7  # Casino War 2.1: places along the patrons' side


# Casino War 1.1 casino supervisor, 1.1 Gaming Supervisor, 1.1 Assistant Gaming Manager and
# 1.1 Gaming Manager; readings. Casino War 1.1 dealer: never a supervisor.
OPERATOR = SUPERVISORS


Verdicts = Mapping[tuple[str, str], tuple[str, tuple[Clause, ...]]]


class Rules(EditionRules, frozen=True, kw_only=True, dict=True):
    """An edition of Casino War as one value: all that a ruling reads (`games.edition`)."""

    decks: int = 6  # Casino War 3.1
    usually_behind: int = 78  # reading CW-11
    height: Mapping[str, int] = MappingProxyType({
        name: -place for place, name in enumerate(RANKS.split())
    })  # fmt: skip

    # Casino War 5.1: the wagers.
    wagers: Mapping[str, Clause] = MappingProxyType(
        {INITIAL: cite("5.1.1"), WAR: cite("5.1.2"), TIE: cite("5.1.3")}
    )

    # Casino War 5.1: what the first cards do to Initial and Tie Wagers. Equal first cards leave the
    # Initial Wager to the patron's choice: surrender (5.1.1.3) or war (5.1.1.4).
    first_cards: Verdicts = MappingProxyType({
        (INITIAL, HIGHER): (WINS,  (cite("5.1.1.1"), cite("8.2.2"))),
        (INITIAL, LOWER):  (LOSES, (cite("5.1.1.2"), cite("8.2.1"))),
        (TIE, EQUAL):      (WINS,  (cite("5.1.3.1"), cite("8.1.2"))),
        (TIE, HIGHER):     (LOSES, (cite("5.1.3.2"), cite("8.1.1"))),
        (TIE, LOWER):      (LOSES, (cite("5.1.3.2"), cite("8.1.1"))),
    })  # fmt: skip

    # Casino War 5.1 and 10: what the additional cards do after the choice of war.
    additional_cards: Verdicts = MappingProxyType({
        (INITIAL, HIGHER): (STANDS_OFF, (cite("5.1.1.5"), cite("10.1"))),
        (INITIAL, EQUAL):  (STANDS_OFF, (cite("5.1.1.5"), cite("10.2"))),
        (INITIAL, LOWER):  (LOSES,      (cite("5.1.1.6"), cite("10.3"))),
        (WAR, HIGHER):     (WINS,       (cite("5.1.2.1"), cite("10.1"))),
        (WAR, EQUAL):      (WINS,       (cite("5.1.2.1"), cite("10.2"))),
        (WAR, LOWER):      (LOSES,      (cite("5.1.2.2"), cite("10.3"))),
    })  # fmt: skip

    # By these a settlement is final.
    final: frozenset[Clause] = frozenset({cite("10.1"), cite("10.2"), cite("10.3")})

    odds: Paytable[str] = Paytable(
        Pays(TIE,          to(10, 1), cite("8.1.2")),
        Pays(INITIAL,      to(1, 1),  cite("8.2.2")),
        Pays(WAR,          to(1, 1),  cite("10.1")),
        Pays(WAR_ON_EQUAL, to(2, 1),  cite("10.2")),
    )  # fmt: skip

    # Casino War 1.1 surrender, 8.2.4.1 and 5.10: the half is paid, so it is rounded up to chips
    # (reading CW-08).
    surrendered_share: int = 2  # one half

    # More areas than any table has; with two cards each they leave most of the decks over.
    most_areas: int = 20
    limits: Limits = Limits(minimum=10_00, maximum=1_000_00)

    # Readings: outside the limits a wager is refused before the first card;
    # found later it is good as it lies, up to the maximum. The unit counts from the minimum. A
    # refusal names
    # the limit, for keeping within it is the patron's own duty: Casino War 6.4.
    limit_rules: LimitRules = slots.limit_rules(cite)

    # Reading CW-17: a voucher is exchanged for tokens, not for chips.
    tokens: TokenRules = TokenRules(token=cite("1.1 casino promotional token"), stake=cite("5.2"))

    operator: frozenset[Role] = OPERATOR
    # Reading A-02: of higher rank.

    # Casino War 11.17.4 and 1.1 inspector
    notified: tuple[Role, ...] = (Role.SURVEILLANCE, Role.INSPECTOR)

    # Reading A-08: 20 full minutes, and the time that the sign states. Reading A-30: closing.
    table: TableRules = slots.table_rules(cite)

    # Section 4 of Casino War: the cards; reading CW-09 for who cuts.
    shoe: ShoeRules = ShoeRules(
        check=cite("3.3"),
        complete=cite("3.1"),
        shuffle=cite("4.1"),
        preshuffled=cite("3.4"),
        riffle=cite("4.2"),
        cut=cite("4.5"),
        cut_offer=cite("4.4"),
        cut_margin=52,  # Casino War 4.5: one deck from either end
        offered=cut_order,
        in_order=True,
        cutting_card=cite("4.6"),
        behind=(1, 156),  # Casino War 4.6, reading CW-11: up to half of 312 from the back
        burn=lambda play: play.cite("4.9"),
        burn_omitted=cite("11.10"),
        appears=cite("4.1.3"),
        order_shuffle=cite("4.1.4"),
        uses_shoe=lambda play: not play.device,
        held_up=lambda play: malfunction.stopped(play, play.rules.malfunction),
    )

    # Casino War 12 (readings A-32 and CW-16).
    malfunction: MalfunctionRules = slots.malfunction_rules(
        cite,
        uses_device=lambda play: play.device,
        under_way=lambda play: play.stage == "dealing" and bool(play.layout.wagers),
    )

    # What the house sets at a table.
    settings: Mapping[str, Setting] = MappingProxyType(
        {"source": Setting(cite("2.4.1")), "preshuffled": Setting(cite("3.4"))}
    )

    limit_settings: Mapping[str, Setting] = MappingProxyType({
        "limits": Setting(cite("6.5"), notice=cite("6.5"), raised=True),
        "multiple": Setting(cite("6.1")),
        "personal limit": Setting(cite("6.6")),
    })  # fmt: skip

    provisions: Provisions = slots.provisions(
        cite,
        operator=OPERATOR,
        seats=lambda table: table.options.areas,
        struck=lambda table: table.last_dealt,
        breach_loggers=OPERATOR,
        complaint=cite("13.12"),
        reviewers=at_least(Role.ASSISTANT_GAMING_MANAGER),  # reading A-02
    )

    promotion: PromotionRules = slots.promotion_rules(cite)
    devices: DeviceRules = slots.device_rules(cite, operator=OPERATOR)

    @cached_property
    def value(self) -> Mapping[Card, int]:
        return {card: self.height[rank(card)] for card in DECK}

    def compare(self, card: Card, dealers: Card) -> str:
        """How a patron's card ranks against the dealer's (Casino War 3.2)."""
        value = self.value
        difference = value[card] - value[dealers]
        return HIGHER if difference > 0 else LOWER if difference < 0 else EQUAL


RULES = Rules(cite=cite)
