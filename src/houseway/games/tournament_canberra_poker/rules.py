"""The tables and numbers of Tournament Canberra Poker (Casino Canberra, NI2002-45)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from types import MappingProxyType

from msgspec import Struct

from houseway.equipment.cards import DECK, RANKS, Card, rank, suit
from houseway.games import slots
from houseway.games.edition import EditionRules
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits
from houseway.games.provisions import Provisions
from houseway.games.shoe_state import ShoeRules
from houseway.games.table_rules import TableRules, TournamentRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role

# Tournament Canberra Poker instrument: one part of NI2002-45, and no other part is mixed in.
cite = Document("Tournament Canberra Poker", edition="2002-02-18")

# Tournament Canberra Poker terms: Ante and terms: Bet: the first stake, and the one that plays on.
ANTE, BET = "ante", "bet"
DEALER = "dealer"

CARDS_IN_HAND = 5  # Tournament Canberra Poker 2.5

# Tournament Canberra Poker 2.6: the order of hands, from highest to lowest.
# fmt: off
ROYAL_FLUSH     = "royal flush"
STRAIGHT_FLUSH  = "straight flush"
FOUR_OF_A_KIND  = "four of a kind"
FULL_HOUSE      = "full house"
FLUSH           = "flush"
STRAIGHT        = "straight"
THREE_OF_A_KIND = "three of a kind"
TWO_PAIRS       = "two pairs"
ONE_PAIR        = "one pair"
ODD_CARDS       = "odd cards"

ORDER_OF_HANDS: Mapping[str, Clause] = MappingProxyType({
    ROYAL_FLUSH:     cite("2.6(a)"),  # the five top cards of one suit
    STRAIGHT_FLUSH:  cite("2.6(b)"),  # in sequence, of one suit
    FOUR_OF_A_KIND:  cite("2.6(c)"),
    FULL_HOUSE:      cite("2.6(d)"),  # three and two; ranks by the three
    FLUSH:           cite("2.6(e)"),  # one suit, not in sequence
    STRAIGHT:        cite("2.6(f)"),  # in sequence, not of one suit
    THREE_OF_A_KIND: cite("2.6(g)"),
    TWO_PAIRS:       cite("2.6(h)"),
    ONE_PAIR:        cite("2.6(i)"),
    ODD_CARDS:       cite("2.6(j)"),  # five different ranks, neither in sequence nor of one suit
})

# How many cards of equal rank a hand holds, most first. Five different ranks are told apart below.
KINDS_BY_EQUALS = {
    (4, 1):       FOUR_OF_A_KIND,
    (3, 2):       FULL_HOUSE,
    (3, 1, 1):    THREE_OF_A_KIND,
    (2, 2, 1):    TWO_PAIRS,
    (2, 1, 1, 1): ONE_PAIR,
}
# fmt: on

# Tournament Canberra Poker 2.7: ace, king, queen, jack, ten down to two. Suits have no rank:
# Tournament Canberra Poker 2.8.
RANK: dict[Card, int] = {card: RANKS.index(rank(card)) + 2 for card in DECK}
ACE, KING, EIGHT = (RANK[Card(face + "s")] for face in "AK8")
ACE_LOW = (ACE, 5, 4, 3, 2)  # reading CP12: the lowest sequence
_SUIT: dict[Card, str] = {card: suit(card) for card in DECK}
_HANDS, _WORTHS = 256, 8_192  # in memory; hands of five cards have 7,462 different worths


class Hand(Struct, frozen=True, order=True, gc=False):
    """What five cards are worth. Of two hands the greater is the higher, and equal is equal."""

    strength: int  # place of its kind in the order of hands, counted from the lowest
    ranks: tuple[int, ...]  # what is compared within the kind, in that order
    kind: str


@lru_cache(maxsize=_HANDS)  # the hands of a round are asked for several times
def _read(cards: tuple[Card, ...]) -> tuple[str, tuple[int, ...]]:
    one_suit = len(set(map(_SUIT.__getitem__, cards))) == 1
    return _worth(tuple(sorted(map(RANK.__getitem__, cards), reverse=True)), one_suit)


@lru_cache(maxsize=_WORTHS)  # many hands are worth the same
def _worth(ranks: tuple[int, ...], one_suit: bool) -> tuple[str, tuple[int, ...]]:
    """The kind, and the ranks by how many there are of each, then from the top."""
    held = Counter(ranks)
    compared = tuple(sorted(held, key=lambda each: (held[each], each), reverse=True))
    if kind := KINDS_BY_EQUALS.get(tuple(held[each] for each in compared)):
        return kind, compared
    if ranks == ACE_LOW:
        compared = (5, 4, 3, 2, 1)  # 2.7: only here the ace drops below the two
    in_sequence = compared[0] - compared[-1] == CARDS_IN_HAND - 1
    kind = _kind_of_different_ranks(in_sequence=in_sequence, one_suit=one_suit, top=compared[0])
    return kind, compared


def _kind_of_different_ranks(*, in_sequence: bool, one_suit: bool, top: int) -> str:
    if in_sequence and one_suit:
        return ROYAL_FLUSH if top == ACE else STRAIGHT_FLUSH
    if in_sequence:
        return STRAIGHT
    return FLUSH if one_suit else ODD_CARDS


DEALER_NEEDS = (ACE, KING)  # Tournament Canberra Poker 9.2, reading CP11


def qualifies(dealer: Hand, needs: tuple[int, ...] = DEALER_NEEDS) -> bool:
    """Tournament Canberra Poker 9.2: odd cards must begin with these ranks; any pair plays."""
    return dealer.kind != ODD_CARDS or dealer.ranks[: len(needs)] >= needs


def is_dead_mans_hand(hand: Hand) -> bool:
    """Tournament Canberra Poker terms: Dead Man's Hand. It pays as two pairs (reading CP2)."""
    return hand.kind == TWO_PAIRS and hand.ranks[:2] == (ACE, EIGHT)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the Tournament Director chooses for the table.

    `approved` lists what a Government Casino Inspector has approved: Tournament Canberra Poker
    terms: Approved.
    """

    boxes: int = 7  # Tournament Canberra Poker 6.3(c), reading CP13
    maximum_payout_dollars: int = 5_000  # Tournament Canberra Poker 8.2
    approved: tuple[str, ...] = ("table", "cards", "shoe")


# Reading G11: every decision is the Director's (Tournament Canberra Poker terms: Tournament
# Director); the supervisor has none here (Tournament Canberra Poker terms: Casino Supervisor).
DIRECTOR = frozenset({Role.TOURNAMENT_DIRECTOR})
# Who reports an error at the table: staff, the Director and the assistant, who watches and logs
# (Tournament Canberra Poker terms: Assistant to the Director). 14.2: any staff role logs a breach.
REPORTERS = STAFF | DIRECTOR | {Role.ASSISTANT_TO_DIRECTOR}
LOGGERS = REPORTERS | {Role.SURVEILLANCE}
# A patron acts in person; the dealer may enter it.
PATRON_OR_DEALER = PATRONS | DEALERS


class Rules(EditionRules, frozen=True, kw_only=True, dict=True):
    """An edition of Tournament Canberra Poker as one value: all that a ruling reads."""

    decks: int = 1  # Tournament Canberra Poker 2.1 and terms: Shoe: one deck, all of it in the shoe
    most_boxes: int = 9  # Tournament Canberra Poker 6.3(c), reading CP13: 52 cards make ten hands
    antes_in_bet: int = 2  # Tournament Canberra Poker 7.2
    exposed_to_void: int = 3  # Tournament Canberra Poker 11.1
    order_of_hands: Mapping[str, Clause] = ORDER_OF_HANDS
    dealer_needs: tuple[int, ...] = DEALER_NEEDS
    # Tournament Canberra Poker 8.1: winnings. The bet by the class of the patron's own hand, up to
    # the maximum payout of the table (8.2); the ante without it (reading CP3).
    ante_odds: Pays[str] = Pays(ANTE, to(1, 1), cite("8.1 table ante"))

    bet_odds: Paytable[str] = Paytable(
        Pays(ODD_CARDS,       to(1, 1),   cite("8.1 table bet")),  # one pair or less
        Pays(ONE_PAIR,        to(1, 1),   cite("8.1 table bet")),
        Pays(TWO_PAIRS,       to(2, 1),   cite("8.1 table bet")),
        Pays(THREE_OF_A_KIND, to(3, 1),   cite("8.1 table bet")),
        Pays(STRAIGHT,        to(4, 1),   cite("8.1 table bet")),
        Pays(FLUSH,           to(5, 1),   cite("8.1 table bet")),
        Pays(FULL_HOUSE,      to(7, 1),   cite("8.1 table bet")),
        Pays(FOUR_OF_A_KIND,  to(20, 1),  cite("8.1 table bet")),
        Pays(STRAIGHT_FLUSH,  to(50, 1),  cite("8.1 table bet")),
        Pays(ROYAL_FLUSH,     to(250, 1), cite("8.1 table bet")),
    )  # fmt: skip

    # What must be approved before it is used, and by which clause: reading G2.
    approvals: Mapping[str, Clause] = MappingProxyType({
        "table": cite("1.1"),
        "cards": cite("2.1"),
        "shoe": cite("terms: Shoe"),
    })  # fmt: skip

    limits: Limits = Limits(minimum=5_00, maximum=1_000_00, multiple=5_00)

    # Readings G5, G6 and G7: the first stake below the minimum is live and brings an advice; above
    # the maximum only the maximum is at risk; multiples are refused at entry.
    limit_rules: LimitRules = slots.limit_rules(cite)

    operator: frozenset[Role] = DIRECTOR
    reporters: frozenset[Role] = REPORTERS

    # Readings G14 and G12: no round begins outside the hours of gaming.
    # Readings TP9 and G15: chips lie in sight of all; past results are not listed for patrons.
    table: TableRules = slots.table_rules(cite, approvals=dict(approvals))

    # The deck is checked for the tournament, and shuffled and cut by the dealer for every round.
    shoe: ShoeRules = ShoeRules(
        check=cite("2.2"),
        complete=cite("2.1"),
        shuffle=cite("5.1"),
        cut=cite("5.2"),
        cut_offer=cite("5.2"),
        cut_margin=2,  # Tournament Canberra Poker 5.2, reading CP10
        cutters=DEALERS,
        offered=lambda play: (),
    )

    # What the Director may set at the table, and by which clause.
    settings: Mapping[str, Setting] = MappingProxyType(
        {"boxes": Setting(cite("6.3(c)")), "maximum_payout_dollars": Setting(cite("8.2"))}
    )

    limit_settings: Mapping[str, Setting] = MappingProxyType(
        {"limits": Setting(cite("3.1")), "multiple": Setting(cite("3.2"))}
    )

    provisions: Provisions = slots.provisions(
        cite,
        operator=DIRECTOR,
        seats=lambda table: table.options.boxes,
        breach_loggers=LOGGERS,
    )

    tournament: TournamentRules = slots.tournament_rules(cite)

    @property
    def cards_in_deck(self) -> int:
        return self.decks * len(DECK)

    @cached_property
    def strength(self) -> dict[str, int]:
        """The place of each kind in the order of hands, counted from the lowest."""
        return {kind: place for place, kind in enumerate(reversed([*self.order_of_hands]))}

    def hand_of(self, cards: Iterable[Card]) -> Hand:
        """Tournament Canberra Poker 2.5: all five cards count. 2.8: a suit never breaks a tie."""
        kind, compared = _read(tuple(cards))
        return Hand(self.strength[kind], compared, kind)

    def qualifies(self, dealer: Hand) -> bool:
        return qualifies(dealer, self.dealer_needs)

    def named(self, hand: Hand) -> str:
        """What the hand is called in the history of the round."""
        if hand.kind == ODD_CARDS and self.qualifies(hand):
            return "ace and king"
        return f"{hand.kind} (Dead Man's Hand)" if is_dead_mans_hand(hand) else hand.kind


RULES = Rules(cite=cite)
