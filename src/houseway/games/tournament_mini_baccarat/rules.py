"""The tables and numbers of Tournament Mini-Baccarat (Casino Canberra, NI2002-45, 2002)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from houseway.equipment.cards import DECK
from houseway.games import slots
from houseway.games.baccarat import BANKER, PLAYER, TIE, Tableau, tableau_of
from houseway.games.edition import EditionRules, citing
from houseway.games.game import Duties
from houseway.games.house import Setting
from houseway.games.limits import LimitRules, Limits
from houseway.games.provisions import Provisions
from houseway.games.settling import Verdict, verdict_of
from houseway.games.shoe_state import ShoeRules
from houseway.games.table_rules import TableRules, TournamentRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Grid, Pays, Paytable, read_grid, to
from houseway.rulebook.roles import DEALERS, STAFF, Role

cite = Document("Tournament Mini-Baccarat", edition="2002-02-18")

# The two hands of a round; each name is also the area of a box that backs it.
HANDS = {PLAYER: cite("terms: Player"), BANKER: cite("terms: Banker")}

BY_DEALER: Final = "dealer"
BY_LARGEST: Final = "largest bettor"

# What must have been approved in writing by an inspector before it is used.
NEEDS_APPROVAL = {
    "table": cite("1.1"),
    "cards": cite("2.1"),
    "shoe": cite("terms: Approved"),
}
PROCEDURES: Final = "procedures"  # approved too, but no part of a table that is set up


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the Tournament Director fixes before the tournament, for all of it.

    `boxes` is how many numbered boxes the layout has; `approved` lists what has been approved.
    """

    deal: Literal["face up", "face down"] = "face up"  # Tournament Mini-Baccarat 2.2
    exposes: Literal["dealer", "largest bettor", "rotation"] = BY_DEALER  # 6.3, reading TM9
    boxes: int = 7
    approved: tuple[str, ...] = ("table", "cards", "shoe")


# Reading G11: every decision is the Director's. A casino supervisor has no power of decision here
# (Tournament Mini-Baccarat terms: Casino Supervisor), nor has an assistant, who may watch, count
# and log (Tournament Mini-Baccarat terms: Assistant to the Director, reading TP2).
DIRECTOR = frozenset({Role.TOURNAMENT_DIRECTOR})
OFFICIALS = DEALERS | DIRECTOR
REPORTERS = STAFF | DIRECTOR | {Role.ASSISTANT_TO_DIRECTOR}


class Rules(EditionRules, frozen=True, kw_only=True, dict=True):
    """An edition of Tournament Mini-Baccarat as one value (`games.edition`)."""

    decks: int = 8  # Tournament Mini-Baccarat 2.1, terms: Shoe: 416 cards

    # Tournament Mini-Baccarat 2.4 and 2.6: values in a hand, whose total drops the tens.
    card_value: Mapping[str, int] = MappingProxyType({
        **{str(n): n for n in range(2, 10)},  # Tournament Mini-Baccarat 2.4(a)
        **dict.fromkeys("TJQK", 0),  # Tournament Mini-Baccarat 2.4(b)
        "A": 1,  # Tournament Mini-Baccarat 2.4(c)
    })  # fmt: skip

    naturals: tuple[int, ...] = (8, 9)  # Tournament Mini-Baccarat terms: Natural

    # Tournament Mini-Baccarat 6.2: the order of the initial deal.
    initial_deal: tuple[tuple[str, Clause], ...] = (
        (PLAYER, cite("6.2(a)")),
        (BANKER, cite("6.2(a)")),
        (PLAYER, cite("6.2(b)")),
        (BANKER, cite("6.2(b)")),
    )

    # Tournament Mini-Baccarat 7.2, 7.2 table: Player's third card, by Player's total.
    player_draws: Grid = read_grid(cite("7.2 table"), marks="DS", text="""
                  0 1 2 3 4 5 6 7
        Player    D D D D D D S S
    """)  # fmt: skip

    # Tournament Mini-Baccarat 7.3, 7.3 table: Banker's third card. Rows: Banker's total.
    # Columns: value of the third card drawn by Player, "-" for no card.
    banker_draws: Grid = read_grid(cite("7.3 table"), marks="DS", text="""
             - 0 1 2 3 4 5 6 7 8 9
        0    D D D D D D D D D D D
        1    D D D D D D D D D D D
        2    D D D D D D D D D D D
        3    D D D D D D D D D S D
        4    D S S D D D D D D S S
        5    D S S S S D D D D S S
        6    S S S S S S S D D S S
        7    S S S S S S S S S S S
    """)  # fmt: skip

    # Tournament Mini-Baccarat 4.6: the wagers, one area each in every box.
    wagers: Mapping[str, Clause] = MappingProxyType({
        BANKER: cite("4.6(a)"),
        PLAYER: cite("4.6(b)"),
        TIE: cite("4.6(c)"),
    })  # fmt: skip

    # Tournament Mini-Baccarat 8.2, 8.3 and 8.4: what each result does to each wager.
    outcomes: Mapping[tuple[str, str], tuple[str, Clause]] = MappingProxyType({
        (BANKER, BANKER): ("wins", cite("8.2(a)")),
        (BANKER, PLAYER): ("loses", cite("8.2(b)")),
        (BANKER, TIE): ("stands off", cite("8.2(c)")),
        (PLAYER, PLAYER): ("wins", cite("8.3(a)")),
        (PLAYER, BANKER): ("loses", cite("8.3(b)")),
        (PLAYER, TIE): ("stands off", cite("8.3(c)")),
        (TIE, TIE): ("wins", cite("8.4(a)")),
        (TIE, PLAYER): ("loses", cite("8.4(b)")),
        (TIE, BANKER): ("loses", cite("8.4(b)")),
    })  # fmt: skip

    # The clause that names each result.
    results: Mapping[str, Clause] = MappingProxyType(
        {BANKER: cite("8.2"), PLAYER: cite("8.3"), TIE: cite("terms: Tie")}
    )

    # Tournament Mini-Baccarat 8.1: winnings; nothing is deducted on Banker.
    odds: Paytable[str] = Paytable(
        Pays(BANKER, to(1, 1), cite("8.1")),
        Pays(PLAYER, to(1, 1), cite("8.1")),
        Pays(TIE,    to(8, 1), cite("8.1")),
    )  # fmt: skip

    limits: Limits = Limits(minimum=5_00, maximum=1_000_00, multiple=5_00)

    # Readings G5, G6 and G7: the first stake below the minimum is live and brings an advice; above
    # the maximum only the maximum is at risk; multiples are refused at entry. Reading TM11: for
    # each wager.
    limit_rules: LimitRules = slots.limit_rules(cite)

    operator: frozenset[Role] = DIRECTOR

    # Readings G14 and G12: no round begins outside the hours of gaming.
    # Readings TP9 and G15: chips lie in sight of all; past results are not listed for patrons.
    table: TableRules = slots.table_rules(
        cite, approvals={**NEEDS_APPROVAL, PROCEDURES: cite("terms: Approved")}
    )

    # Section 5 of Tournament Mini-Baccarat: the shoe.
    shoe: ShoeRules = ShoeRules(
        check=cite("2.5"),
        complete=cite("2.1"),
        shuffle=cite("5.1"),
        cut=cite("5.3"),
        cut_offer=cite("5.2"),
        cut_margin=52,  # Tournament Mini-Baccarat 5.3: one deck from either end
        cutters=DIRECTOR,
        cutting_card=cite("5.3"),
        behind=(12, decks * len(DECK)),  # Tournament Mini-Baccarat 5.3
        burn=lambda play: play.cite("5.4"),
        burn_shown=lambda play: True,
        burn_more=cite("5.4"),
        burn_value={**card_value, **dict.fromkeys("TJQK", 10)},  # Tournament Mini-Baccarat 5.5
        appears=cite("5.6"),
    )

    # What the Director sets.
    settings: Mapping[str, Setting] = MappingProxyType(
        {"deal": Setting(cite("2.2")), "exposes": Setting(cite("6.3"))}
    )

    limit_settings: Mapping[str, Setting] = MappingProxyType(
        {"limits": Setting(cite("3.1")), "multiple": Setting(cite("3.2"))}
    )

    provisions: Provisions = slots.provisions(
        cite,
        operator=DIRECTOR,
        seats=lambda table: table.options.boxes,
        breach_loggers=REPORTERS | {Role.SURVEILLANCE},
    )

    tournament: TournamentRules = slots.tournament_rules(cite)
    duties: Duties = Duties(review_to="inspector")

    @cached_property
    def tableau(self) -> Tableau:
        """Tournament Mini-Baccarat 2.6, 6.4, 7.2 and 7.3: totals, naturals and third cards."""
        cite = citing(self)
        return tableau_of(self, cite("6.4"), cite("7.2 table"), cite("7.3 table"))

    @cached_property
    def verdicts(self) -> Mapping[str, Mapping[str, Verdict]]:
        """Outcomes and odds together, by result and wager."""
        hands = (PLAYER, BANKER, TIE)
        return {
            result: {
                wager: verdict_of(self.outcomes[wager, result], self.odds[wager]) for wager in hands
            }
            for result in hands
        }


RULES = Rules(cite=cite)
