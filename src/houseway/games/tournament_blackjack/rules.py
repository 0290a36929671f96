"""The tables and numbers of Tournament Blackjack (Casino Canberra, NI2002-45), by clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct

from houseway.equipment.cards import DECK, Card, colour, cut_offers, rank, suit
from houseway.games import slots
from houseway.games.edition import EditionRules
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits
from houseway.games.provisions import Provisions
from houseway.games.shoe_state import ShoeRules
from houseway.games.table_rules import TableRules, TournamentRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import STAFF, SUPERVISORS, Role

# The boxes along a Tournament Blackjack table, and the order in which the cut is offered.


def cut_order(play: Any) -> tuple[str, ...]:
    """Tournament Blackjack 5.2(d): clockwise from the patron who is first offered the cut.

    Patrons who have no box yet come last, in the order in which they came to the table.
    """
    present = tuple(play.layout.idle_rounds)
    at = {box: patron for patron, box in play.boxes.items()}
    first = _first_box(play)
    clockwise = [at[box] for box in cut_offers(at, first)]
    others = [patron for patron in present if patron not in play.boxes]
    if play.cutting_card_on is None and present[:1] == tuple(others[:1]):
        return (*others[:1], *clockwise, *others[1:])
    return (*clockwise, *others)


def _first_box(play: Any) -> int:
    """The box from which the offer starts: Tournament Blackjack 5.2(a) to 5.2(c)."""
    if play.cutting_card_on is None:
        first = next(iter(play.layout.idle_rounds), "")
        box: int = play.boxes.get(first, 1)
        return box
    return play.cutting_card_on or max(play.boxes.values(), default=1)


# Tournament Blackjack instrument: one part of NI2002-45. Every clause here is of this part alone.
cite = Document("Tournament Blackjack", edition="2002-02-18")

DEALER = "dealer"
BLACKJACK, PERFECT_PAIRS, INSURANCE = "blackjack", "perfect pairs", "insurance"
SPLIT_HANDS = ("hand 2", "hand 3", "hand 4")  # Tournament Blackjack 10.2: four hands with the first

ONE_DECK = 52
ACE, TEN = 1, 10


class Total(Struct, frozen=True, gc=False):
    """Tournament Blackjack terms: Hard Total, and terms: Soft Total where an ace counts eleven.

    In words a soft total has both values of the ace: `7 or 17`.
    """

    points: int
    soft: bool

    def __str__(self) -> str:
        return f"{self.points - 10} or {self.points}" if self.soft else f"{self.points}"


MOST = 21  # Tournament Blackjack 9.2(a)


class Standing(Struct, frozen=True, gc=False):
    """A finished hand as rule 13 compares it."""

    points: int
    blackjack: bool = False

    def __str__(self) -> str:
        if self.blackjack:
            return "blackjack"
        return "bust" if self.points > MOST else str(self.points)


WINS, LOSES, STANDS_OFF = "wins", "loses", "stands off"


def meeting(patron: Standing, dealer: Standing) -> str:
    """How two hands meet, as `outcomes` names it."""
    if patron.points > MOST:
        return "bust"
    if patron.blackjack and dealer.blackjack:
        return "both blackjack"
    if patron.blackjack:
        return BLACKJACK
    if dealer.blackjack:
        return "dealer blackjack"
    if dealer.points > MOST:
        return "dealer bust"
    if patron.points == dealer.points:
        return "equal"
    return "higher" if patron.points > dealer.points else "lower"


OTHER_HAND, EVEN_MONEY = "other hand", "even money"
MIXED, COLOURED, PERFECT = "mixed pair", "coloured pair", "perfect pair"


def pair_kind(first: Card, second: Card) -> str | None:
    """The one kind of pair that two cards make, so the best there is (Tournament Blackjack 18.11).

    A pair is of one face value, number or name: Tournament Blackjack 18.2, 18.2(a), 18.2(b), 18.3.
    """
    if rank(first) != rank(second):
        return None
    if colour(first) != colour(second):
        return MIXED  # Tournament Blackjack 18.4
    # Tournament Blackjack 18.6, or 18.5, 18.5(a) and 18.5(b): two suits of one colour.
    return PERFECT if suit(first) == suit(second) else COLOURED


MANUAL: Final = "manual"
AUTOMATED: Final = "automated"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the Tournament Director sets before the tournament.

    `approved` lists what an Inspector has approved in writing.
    """

    decks: Literal[5, 6, 7, 8] = 6  # Tournament Blackjack 2.3(a)
    shuffle: Literal["manual", "automated"] = MANUAL  # Tournament Blackjack 2.3(b)
    pairs: Literal["none", "perfect"] = "none"  # Tournament Blackjack 18.1
    seats: int = 7
    approved: tuple[str, ...] = ("table", "cards", "shoe", "shuffle")


# Tournament Blackjack terms: Tournament Director and terms: Casino Supervisor. Reading G11: every
# decision belongs to the Director, and the supervisor only cuts where nobody else will.
DIRECTOR = frozenset({Role.TOURNAMENT_DIRECTOR})
# Tournament Blackjack terms: Assistant to the Director, who watches and logs (reading TP2).
REPORTERS = STAFF | DIRECTOR | {Role.ASSISTANT_TO_DIRECTOR}
LOGGERS = REPORTERS | {Role.SURVEILLANCE}  # Tournament Blackjack 16.2: any staff role may log


class Rules(EditionRules, frozen=True, kw_only=True, dict=True, eq=False):
    """An edition of Tournament Blackjack as one value: all that a ruling reads."""

    split_hands: tuple[str, ...] = SPLIT_HANDS
    decks: tuple[int, ...] = (5, 6, 7, 8)  # Tournament Blackjack 2.1
    tolerance: int = 26  # Tournament Blackjack 5.3 closing line: half a deck

    # Tournament Blackjack 20.3(a): about one deck from the back, by the same tolerance (reading
    # BJ13).
    behind_in_faulty_shoe: tuple[int, int] = (ONE_DECK - tolerance, ONE_DECK + tolerance)

    # Tournament Blackjack 20.3 closing line 2: the faults that are a malfunction.
    faults: tuple[str, ...] = ("shuffling prevented", "shuffling impeded", "cards unfit")

    # Tournament Blackjack 2.5: values. An ace is counted eleven where that does not pass 21.
    card_value: Mapping[str, int] = MappingProxyType({
        "A": 1,  # Tournament Blackjack 2.5(a)
        **{str(n): n for n in range(2, 10)},  # Tournament Blackjack 2.5(b)
        "T": 10,  # Tournament Blackjack 2.5(b)
        **dict.fromkeys("JQK", 10),  # Tournament Blackjack 2.5(c)
    })  # fmt: skip

    must_draw_below: int = 12  # Tournament Blackjack 9.2(b): a hard total
    dealer_stands: int = 17  # Tournament Blackjack 12.1(a), soft seventeen included (reading BJ5)
    absent_stands_above: int = 11  # Tournament Blackjack 14.7

    # Tournament Blackjack 13.1, by how two hands meet. What it says of a blackjack goes before what
    # it says of totals.
    outcomes: Mapping[str, tuple[str, Clause]] = MappingProxyType({
        "bust":             (LOSES,      cite("13.1(d)")),
        "both blackjack":   (STANDS_OFF, cite("13.1(g)")),
        BLACKJACK:          (WINS,       cite("13.1(c)")),
        "dealer blackjack": (LOSES,      cite("13.1(f)")),
        "dealer bust":      (WINS,       cite("13.1(a)")),
        "higher":           (WINS,       cite("13.1(b)")),
        "equal":            (STANDS_OFF, cite("13.1(g)")),
        "lower":            (LOSES,      cite("13.1(e)")),
    })  # fmt: skip

    # Tournament Blackjack 13.2: winning wagers.
    hand_odds: Paytable[str] = Paytable(
        Pays(BLACKJACK,  to(3, 2),  cite("13.2(a)")),
        Pays(OTHER_HAND, to(1, 1),  cite("13.2(b)")),
    )  # fmt: skip

    # Tournament Blackjack 8.1: a blackjack paid before the subsequent deal.
    interim_odds: Paytable[str] = Paytable(
        Pays(BLACKJACK,  to(3, 2),  cite("8.1(a)")),
        Pays(EVEN_MONEY, to(1, 1),  cite("8.1(b)")),
    )  # fmt: skip

    insurance_odds: Pays[str] = Pays(INSURANCE, to(2, 1), cite("7.4"))

    # Tournament Blackjack 18.13. Mini Baccarat pays a mixed pair otherwise (reading BJ11).
    pair_odds: Paytable[str] = Paytable(
        Pays(MIXED,      to(6, 1),  cite("18.13(a)")),
        Pays(COLOURED,   to(12, 1), cite("18.13(b)")),
        Pays(PERFECT,    to(25, 1), cite("18.13(c)")),
    )  # fmt: skip

    # Tournament Blackjack 18.10: what wins.
    pair_wins: Mapping[str, Clause] = MappingProxyType({
        MIXED:    cite("18.10(a)"),
        COLOURED: cite("18.10(b)"),
        PERFECT:  cite("18.10(c)"),
    })  # fmt: skip

    # Tournament Blackjack terms: Approved. What an Inspector must approve before the table opens.
    approvals: Mapping[str, Clause] = MappingProxyType({
        "table": cite("1.1"),
        "cards": cite("2.1"),
        "shoe": cite("terms: Shoe"),
        "shuffle": cite("2.3(b)"),
    })  # fmt: skip

    limits: Limits = Limits(minimum=5_00, maximum=1_000_00, multiple=5_00)

    # Readings G5, G6 and G7: the first stake below the minimum is live and brings an advice; above
    # the maximum only the maximum is at risk; multiples are refused at entry.
    limit_rules: LimitRules = slots.limit_rules(cite)

    operator: frozenset[Role] = DIRECTOR
    reporters: frozenset[Role] = REPORTERS

    # Readings G14 and G12: no round begins outside the hours of gaming.
    # Readings TP9 and G15: chips lie in sight of all; past results are not listed for patrons.
    table: TableRules = slots.table_rules(
        cite, approvals={**approvals, "procedures": cite("terms: Approved")}
    )

    by_hand: ShoeRules = ShoeRules(
        check=cite("2.2"),
        complete=cite("2.1"),
        shuffle=cite("5.1"),
        cut=cite("5.3"),
        cut_offer=cite("5.2"),
        cut_margin=ONE_DECK,  # Tournament Blackjack 5.3: from either end
        offered=cut_order,
        in_order=True,
        cutters=SUPERVISORS,
        cutting_card=cite("5.3"),
        appears=cite("5.4"),
    )

    # Tournament Blackjack 20.1 and 20.2: the dealer shuffles once, and the device does the rest.
    by_device: ShoeRules = ShoeRules(check=cite("2.2"), complete=cite("2.1"), shuffle=cite("20.2"))

    # What the Director may set at the table, by which clause, and with what notice.
    settings: Mapping[str, Setting] = MappingProxyType({
        "decks": Setting(cite("2.3(a)"), notice=cite("2.3")),
        "shuffle": Setting(cite("2.3(b)"), notice=cite("2.3")),
        "pairs": Setting(cite("18.1")),
    })  # fmt: skip

    limit_settings: Mapping[str, Setting] = MappingProxyType(
        {"limits": Setting(cite("3.1")), "multiple": Setting(cite("3.2"))}
    )

    provisions: Provisions = slots.provisions(
        cite,
        operator=DIRECTOR,
        seats=lambda table: table.options.seats,
        breach_loggers=LOGGERS,
    )

    wagers: Mapping[str, Clause] = MappingProxyType({
        BLACKJACK: cite("4.2"),
        PERFECT_PAIRS: cite("18.7"),
    })  # fmt: skip
    tournament: TournamentRules = slots.tournament_rules(cite)

    @cached_property
    def value(self) -> dict[Card, int]:
        return {card: self.card_value[rank(card)] for card in DECK}

    def points(self, cards: Sequence[Card]) -> int:
        """Tournament Blackjack 2.5: the best count that does not pass 21, or the least."""
        value, count = self.value, 0
        for card in cards:
            count += value[card]
        if count + 10 <= MOST:
            for card in cards:
                if value[card] == ACE:
                    return count + 10
        return count

    def total(self, cards: Sequence[Card]) -> Total:
        points = self.points(cards)
        return Total(points, soft=points != sum(map(self.value.__getitem__, cards)))

    def is_blackjack(self, cards: Sequence[Card]) -> bool:
        """Tournament Blackjack terms: Blackjack. A hand made by a split is for the caller."""
        if len(cards) != 2:
            return False
        first, second = self.value[cards[0]], self.value[cards[1]]
        return (first == ACE and second == TEN) or (first == TEN and second == ACE)

    def outcome(self, patron: Standing, dealer: Standing) -> tuple[str, Clause]:
        return self.outcomes[meeting(patron, dealer)]

    def priced_as(self, wager: str) -> str:
        """A hand that was split off is paid as the wager it came from."""
        return BLACKJACK if wager in self.split_hands else wager

    def behind_cutting_card(self, decks: int) -> tuple[int, int]:
        """Tournament Blackjack 5.3: one deck from the back, up to about half of those in play."""
        return ONE_DECK, decks * ONE_DECK // 2 + self.tolerance


RULES = Rules(cite=cite)
