"""The tables and numbers of 7-Up Baccarat (The Star, 17 August 2016), each beside its clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import Struct

from houseway.equipment.cards import DECK, Card, rank
from houseway.games import slots
from houseway.games.baccarat import winner
from houseway.games.devices import DeviceRules
from houseway.games.edition import EditionRules, citing
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits, Line
from houseway.games.malfunction import MalfunctionRules
from houseway.games.provisions import Provisions
from houseway.games.settling import Verdict
from houseway.games.shoe_state import ShoeRules
from houseway.games.table_rules import PromotionRules, TableRules, TournamentRules
from houseway.games.tokens import TokenRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Grid, Pays, Paytable, read_grid, to
from houseway.rulebook.roles import SUPERVISORS, Role, at_least

cite = Document("7-Up Baccarat", edition="2016-08-17")

PLAYER, BANKER = "player", "banker"  # 7-Up Baccarat 7.2: the two hands
TIE = "tie"
SUPER_SEVENS = "super 7's"  # 7-Up Baccarat 1.1 Super 7's

DECKS = 6  # 7-Up Baccarat 3.1
RACK_HOLDS = DECKS * 52  # 7-Up Baccarat 2.3.2
PRINTED_SEVEN = 7  # 7-Up Baccarat 2.2.1: a picture on the cloth, no card of the stock

# 7-Up Baccarat 2.3 and 2.4: what a table cannot open without.
EQUIPMENT = MappingProxyType({
    "shuffling device": cite("2.3.1"),
    "discard rack": cite("2.3.2"),
    "float tray": cite("2.3.3"),
    "drop box": cite("2.4"),
})  # fmt: skip
BACCARAT = "baccarat"  # 7-Up Baccarat 1.1 baccarat: a point count of zero


def count_name(count: int) -> str:
    return str(count) if count else BACCARAT


def sevens(cards: list[Card]) -> int:
    """7-Up Baccarat 10.5: the printed seven is the first; each seven dealt adds one."""
    return 1 + sum(rank(card) == "7" for card in cards)


BASE = (PLAYER, BANKER, TIE)  # 7-Up Baccarat 5.6.8: what a Super 7's wager rests on
HANDS = (PLAYER, BANKER)
BOTH_HANDS, BOTH_HANDS_AND_TIE = "both hands", "both hands and tie"
SEVEN, NOT_SEVEN = "on 7", "on any other count"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the casino operator chooses for the table."""

    layout: Literal["A", "B"] = "A"  # 7-Up Baccarat 2.2: by which of the two diagrams
    areas: int = 7  # 7-Up Baccarat 2.2.2
    deal: Literal["face up", "face down"] = "face up"  # 7-Up Baccarat 8.2.1
    super_sevens: Literal["offered", "not offered"] = "offered"  # 7-Up Baccarat 10.1
    display: Literal["on", "off"] = "off"  # 7-Up Baccarat 1.1 WRD
    use: Literal["open play", "tournament"] = "open play"  # 7-Up Baccarat 15.2.1
    source: Literal["shuffling device", "shoe", "multishuffler"] = "shuffling device"  # 3.6
    rack_holds: int = RACK_HOLDS
    equipment: tuple[str, ...] = tuple(EQUIPMENT)


# The line of the sign for the total of the hand wagers on one playing area: 7-Up Baccarat 6.1.
PLAYING_AREA = "playing area"
TOKENS = TokenRules(token=cite("1.1 casino promotional token"), stake=cite("5.2"))

# 7-Up Baccarat 1.1 Casino Supervisor, 1.1 Gaming Supervisor, 1.1 Assistant Gaming Manager and
# 1.1 Gaming Manager: each role and those above it (reading A-01).
CASINO_SUPERVISORS = SUPERVISORS
ASSISTANT_GAMING_MANAGERS = at_least(Role.ASSISTANT_GAMING_MANAGER)
GAMING_MANAGERS = at_least(Role.GAMING_MANAGER)


SURVEILLANCE, INSPECTOR = "surveillance", "inspector"  # 7-Up Baccarat 1.1 inspector


class Rules(EditionRules, frozen=True, kw_only=True, dict=True):
    """An edition of 7-Up Baccarat as one value: all that a ruling reads (`games.edition`)."""

    decks: int = DECKS
    printed_seven: int = PRINTED_SEVEN
    areas: range = range(3, 10)  # 7-Up Baccarat 2.1, 2.2.2: as many seats as areas (reading 7U-29)
    rack_holds: int = RACK_HOLDS
    patrons_per_area: int = 3  # 7-Up Baccarat 5.5, by permission; one without it
    super_sevens_per_area: int = 3  # 7-Up Baccarat 10.4
    equipment: Mapping[str, Clause] = EQUIPMENT

    # 7-Up Baccarat 3.2: the value of the cards.
    card_value: Mapping[str, int] = MappingProxyType({
        **{str(n): n for n in range(2, 10)},  # 7-Up Baccarat 3.2.1
        **dict.fromkeys("TJQK", 0),  # 7-Up Baccarat 3.2.2
        "A": 1,  # 7-Up Baccarat 3.2.3
    })  # fmt: skip

    naturals: tuple[int, ...] = (8, 9)  # 7-Up Baccarat 1.1 natural

    # 7-Up Baccarat 7.3: the order of the initial deal (reading 7U-07).
    initial_deal: tuple[str, ...] = (BANKER, PLAYER, BANKER)

    # 7-Up Baccarat 9.3 Table 1: Player's action, by the count after the initial deal. N: a natural.
    player_action: Grid = read_grid(cite("9.3 Table 1"), marks="DSN", text="""
                  0 1 2 3 4 5 6 7 8 9
        Player    D D D D D D S S N N
    """)  # fmt: skip

    # 7-Up Baccarat 9.4 Table 2: Banker's action. Rows: Banker's count on two cards.
    # Columns: value of the card Player drew, "-" for no card (readings 7U-01 and 7U-02).
    banker_action: Grid = read_grid(cite("9.4 Table 2"), marks="DS", text="""
             - 0 1 2 3 4 5 6 7 8 9
        0    D D D D D D D D D D D
        1    D D D D D D D D D D D
        2    D D D D D D D D D D D
        3    D D D D D D D D D S D
        4    D S S D D D D D D S S
        5    D S S S S D D D D S S
        6    S S S S S S S D D S S
        7    S S S S S S S S S S S
        8    S S S S S S S S S S S
        9    S S S S S S S S S S S
    """)  # fmt: skip

    # 7-Up Baccarat 5.1: the wagers.
    wagers: Mapping[str, Clause] = MappingProxyType({
        PLAYER: cite("5.1.1"),
        BANKER: cite("5.1.2"),
        TIE: cite("5.1.3"),
        SUPER_SEVENS: cite("5.1.4"),
    })  # fmt: skip

    # 7-Up Baccarat 2.2.2, 2.2.3 and 2.2.4: where on a playing area each wager lies.
    spots: Mapping[str, Clause] = MappingProxyType({
        PLAYER: cite("2.2.2"),
        BANKER: cite("2.2.2"),
        TIE: cite("2.2.3"),
        SUPER_SEVENS: cite("2.2.4"),
    })  # fmt: skip

    # 7-Up Baccarat 5.6: what one patron may wager on together; Super 7's may join (reading 7U-10).
    combinations: Mapping[frozenset[str], Clause] = MappingProxyType({
        frozenset({PLAYER}): cite("5.6.1"),
        frozenset({PLAYER, TIE}): cite("5.6.2"),
        frozenset({BANKER}): cite("5.6.3"),
        frozenset({BANKER, TIE}): cite("5.6.4"),
        frozenset({TIE}): cite("5.6.5"),
        frozenset({BANKER, PLAYER}): cite("5.6.6"),
        frozenset({BANKER, PLAYER, TIE}): cite("5.6.7"),
    })  # fmt: skip

    # 7-Up Baccarat 5.1.1, 5.1.2 and 5.1.3: what each result does to each wager. A standoff neither
    # wins nor loses: 7-Up Baccarat 1.1 standoff.
    outcomes: Mapping[tuple[str, str], tuple[str, Clause]] = MappingProxyType({
        (PLAYER, PLAYER): ("wins", cite("5.1.1.1")),
        (PLAYER, BANKER): ("loses", cite("5.1.1.2")),
        (PLAYER, TIE): ("stands off", cite("5.1.1.3")),
        (BANKER, BANKER): ("wins", cite("5.1.2.1")),
        (BANKER, PLAYER): ("loses", cite("5.1.2.2")),
        (BANKER, TIE): ("stands off", cite("5.1.2.3")),
        (TIE, TIE): ("wins", cite("5.1.3")),
        (TIE, PLAYER): ("loses", cite("5.1.3")),
        (TIE, BANKER): ("loses", cite("5.1.3")),
    })  # fmt: skip

    # 7-Up Baccarat 11.1.2 Table: winnings by the point count of the winning hand.
    hand_odds: Paytable[tuple[str, str]] = Paytable(
        Pays((BANKER, SEVEN),     to(9, 5), cite("11.1.2 Table")),
        Pays((BANKER, NOT_SEVEN), to(1, 1), cite("11.1.2 Table")),
        Pays((PLAYER, SEVEN),     to(1, 2), cite("11.1.2 Table")),
        Pays((PLAYER, NOT_SEVEN), to(1, 1), cite("11.1.2 Table")),
        Pays((TIE,    SEVEN),     to(9, 1), cite("11.1.2 Table")),
        Pays((TIE,    NOT_SEVEN), to(7, 1), cite("11.1.2 Table")),
    )  # fmt: skip

    # 7-Up Baccarat 11.1.3 Table: winnings by the number of sevens.
    super_sevens_odds: Paytable[int] = Paytable(
        Pays(2, to(2, 1),   cite("11.1.3 Table")),
        Pays(3, to(5, 1),   cite("11.1.3 Table")),
        Pays(4, to(17, 1),  cite("11.1.3 Table")),
        Pays(5, to(70, 1),  cite("11.1.3 Table")),
        Pays(6, to(700, 1), cite("11.1.3 Table")),
    )  # fmt: skip

    limits: Limits = Limits(
        minimum=5_00, maximum=1_000_00, lines={SUPER_SEVENS: Line(minimum=5_00, maximum=100_00)}
    )

    # Readings: outside the limits a wager is refused before the first card;
    # multiples, where the sign has them, count from the minimum.
    limit_rules: LimitRules = slots.limit_rules(cite)

    # 7-Up Baccarat 15.2.1: 6.4 does not hold in a tournament, and 15.6.14 has limits of its own.
    tournament_limit_rules: LimitRules = msgspec.structs.replace(
        limit_rules,
        permitted=None,
        below_minimum=cite("15.6.14"),
        above_maximum=cite("15.6.14"),
    )

    tokens: TokenRules = TOKENS
    supervisors: frozenset[Role] = CASINO_SUPERVISORS

    # Conduct that is logged where it is seen, and for which the rules name no sanction of their
    # own.
    conduct: Mapping[str, Clause] = MappingProxyType({
        "3.7": cite("3.7"),
        "14.6": cite("14.6"),
        "14.7": cite("14.7"),
        "14.10": cite("14.10"),
    })  # fmt: skip

    # What must be notified about what, and the clause that says so.
    notifications: Mapping[str, Clause] = MappingProxyType({
        "the restriction": cite("10.2.1"),
        "the cards": cite("12.8.4"),
        "the void device": cite("4.5"),
    })  # fmt: skip

    # Reading A-08: 20 full minutes, and the time that the sign states. Reading A-30: closing.
    table: TableRules = slots.table_rules(cite)

    # 7-Up Baccarat 3.4: who or what may check the cards before use.
    checkers: tuple[str, ...] = ("the dealer", "a casino supervisor", "a deck-checking device")

    # The check of 3.4 is free, nothing is cut, and one card is burned unseen.
    shoe: ShoeRules = ShoeRules(
        shuffle=cite("4.1"),
        preshuffled=cite("1.1 casino pre-shuffled cards"),
        burn=lambda play: play.cite("4.4"),
        burn_omitted=cite("12.7"),
        uses_shoe=lambda play: False,
    )

    # 7-Up Baccarat 13: no offer to patrons, as other documents have; no device means void (7U-17).
    malfunction: MalfunctionRules = slots.malfunction_rules(
        cite,
        uses_device=lambda play: True,
        under_way=lambda play: play.stage == "dealing" and play.out > 0,
    )

    # What the house sets at a table.
    settings: Mapping[str, Setting] = MappingProxyType({
        "deal": Setting(cite("8.2.1")),
        "super_sevens": Setting(cite("10.1")),
        "display": Setting(cite("1.1 WRD")),
    })  # fmt: skip

    limit_settings: Mapping[str, Setting] = MappingProxyType({
        "limits": Setting(cite("6.7"), notice=cite("6.7"), raised=True),
        "multiple": Setting(cite("6.1.1")),
        "differential": Setting(cite("6.7")),
        "personal limit": Setting(cite("6.8"), notice=cite("6.8")),
    })  # fmt: skip

    provisions: Provisions = slots.provisions(
        cite,
        operator=CASINO_SUPERVISORS,
        seats=lambda table: table.options.areas,
        struck=lambda table: table.last_dealt,
        breach_loggers=CASINO_SUPERVISORS,
        reviewers=ASSISTANT_GAMING_MANAGERS,  # reading A-02
        complaint=cite("14.13"),
        issued=lambda table: table.rules.table.money.issued_only(table.options),
    )

    promotion: PromotionRules = slots.promotion_rules(cite)
    devices: DeviceRules = slots.device_rules(cite, operator=CASINO_SUPERVISORS)
    tournament: TournamentRules = slots.tournament_rules(cite)

    @cached_property
    def value(self) -> Mapping[Card, int]:
        return {card: self.card_value[rank(card)] for card in DECK}

    def player_count(self, cards: list[Card]) -> int:
        """7-Up Baccarat 1.1 point count, 3.3.3: the printed seven is Player's first card."""
        return (self.printed_seven + self._sum(cards)) % 10

    def banker_count(self, cards: list[Card]) -> int:
        """7-Up Baccarat 3.3, 3.3.1, 3.3.2: the right digit of the sum."""
        return self._sum(cards) % 10

    def _sum(self, cards: list[Card]) -> int:
        value, count = self.value, 0
        for card in cards:
            count += value[card]
        return count

    def player_draws(self, count: int) -> bool:
        """7-Up Baccarat 9.3.1 and 9.3.2."""
        return self._player_by_count[count]

    def banker_draws(self, count: int, drawn: Card | None) -> bool:
        """7-Up Baccarat 9.4.1 and 9.4.2; without a card drawn by Player, 9.5 says the same."""
        return self._banker_by_count[count, None if drawn is None else self.value[drawn]]

    @cached_property
    def _player_by_count(self) -> dict[int, bool]:
        return {int(count): mark == "D" for (_, count), mark in self.player_action.items()}

    @cached_property
    def _banker_by_count(self) -> dict[tuple[int, int | None], bool]:
        return {
            (int(count), None if drawn == "-" else int(drawn)): mark == "D"
            for (count, drawn), mark in self.banker_action.items()
        }

    def drawn_card(self, player: list[Card], banker: list[Card]) -> tuple[str, Clause] | None:
        """7-Up Baccarat 9.1, 9.2, 9.3, 9.4, 9.5, 9.6: a natural first, then Player, then Banker."""
        players, bankers = self.player_count(player[:1]), self.banker_count(banker[:2])
        if players in self.naturals or bankers in self.naturals:
            return None
        to_player, to_banker, unanswered = self._draws
        if len(player) == 1 and self.player_draws(players):
            return to_player
        drawn = player[1] if len(player) > 1 else None
        if len(banker) == 2 and self.banker_draws(bankers, drawn):
            return unanswered if drawn is None else to_banker
        return None

    @cached_property
    def _draws(self) -> tuple[tuple[str, Clause], ...]:
        cite = citing(self)
        return (PLAYER, cite("9.3 Table 1")), (BANKER, cite("9.4 Table 2")), (BANKER, cite("9.5"))

    def outcome(self, player: list[Card], banker: list[Card]) -> str:
        """7-Up Baccarat 5.1, 1.1 tie: the higher point count wins; equal counts are a tie."""
        return winner(self.player_count(player), self.banker_count(banker))

    @cached_property
    def verdicts(self) -> Mapping[tuple[str, str, str], Verdict]:
        """What becomes of a wager on a hand or Tie, by the result and the winning hand's count."""
        return {
            (wager, result, case): self._verdict(wager, result, case)
            for wager, result in self.outcomes
            for case in (SEVEN, NOT_SEVEN)
        }

    def _verdict(self, wager: str, result: str, case: str) -> Verdict:
        verdict, clause = self.outcomes[wager, result]
        if verdict == "stands off":
            return Verdict(verdict, None, (clause,))
        if verdict == "loses":
            return Verdict(verdict, None, (clause, self.citing("11.1.1")))
        paid = self.hand_odds[wager, case]
        return Verdict(verdict, paid.odds, (clause, self.citing("11.1.2"), paid.clause))

    def sevens(self, cards: list[Card]) -> int:
        return sevens(cards)

    def limits_in(self, use: str) -> LimitRules:
        """The clauses on limits; a tournament has its own (7-Up Baccarat 15.2.1)."""
        return self.tournament_limit_rules if use == "tournament" else self.limit_rules


RULES = Rules(cite=cite)
