"""The tables and numbers of Mini Baccarat (Casino Canberra, NI2017-633), each beside its clause."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from houseway.equipment.cards import Card, colour, rank, suit
from houseway.games import slots
from houseway.games.baccarat import Tableau, tableau_of
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
from houseway.rulebook.roles import SUPERVISORS, Role, at_least

cite = Document("Mini Baccarat", edition="2017-12-06")

# Mini Baccarat terms: Player, terms: Banker, terms: Hand and terms: Tie: the two hands, and the
# third result; each is also the name of its box (Mini Baccarat terms: Box).
PLAYER, BANKER, TIE = "player", "banker", "tie"
PLAYER_PAIR, BANKER_PAIR = "player pair", "banker pair"  # 4.3(d), reading MB1: one for each hand
PAIR_WAGERS = {PLAYER_PAIR: PLAYER, BANKER_PAIR: BANKER}
MIXED, COLOURED, PERFECT, ANY_PAIR = "mixed pair", "coloured pair", "perfect pair", "pair"
PERFECT_PAIRS, CANBERRA_PAIRS = "perfect", "canberra"
COMMISSION: Final = "commission"
NON_COMMISSION: Final = "non-commission"
BANKER_ON_SIX = "banker on 6"

# Mini Baccarat terms: Casino Operator and terms: Casino Supervisor. Reading G11: who decides for
# the operator about the table, and about games and persons.
TABLE_OPERATOR = SUPERVISORS
GAME_OPERATOR = at_least(Role.GAMING_SHIFT_MANAGER)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the casino operator chooses for the table.

    `approved` lists what the Commission has approved: the pairs layout must be among it before
    pairs are offered.
    """

    deal: Literal["face up", "face down"] = "face up"  # Mini Baccarat 2.2
    settlement: Literal["commission", "non-commission"] = COMMISSION  # Mini Baccarat 8.1
    pairs: Literal["none", "perfect", "canberra"] = "none"  # Mini Baccarat 8.2
    burn: Literal["shown", "unseen"] = "shown"  # Mini Baccarat 5.5, reading MB5
    use: Literal["open play", "tournament"] = "open play"  # Mini Baccarat 15.1
    seats: int = 7
    approved: tuple[str, ...] = ("table", "pairs layout")


class Rules(EditionRules, frozen=True, kw_only=True, dict=True):
    """An edition of Mini Baccarat as one value: all that a ruling reads (`games.edition`)."""

    decks: int = 8  # Mini Baccarat 2.1, terms: Shoe
    # Mini Baccarat 2.4: values in a hand.
    card_value: Mapping[str, int] = MappingProxyType({
        **{str(n): n for n in range(2, 10)},  # Mini Baccarat 2.4(a)
        **dict.fromkeys("TJQK", 0),  # Mini Baccarat 2.4(b)
        "A": 1,  # Mini Baccarat 2.4(c)
    })  # fmt: skip
    naturals: tuple[int, ...] = (8, 9)  # Mini Baccarat terms: Natural
    operator: frozenset[Role] = TABLE_OPERATOR
    supervisors: frozenset[Role] = SUPERVISORS

    # Mini Baccarat 6.2: the order of the initial deal.
    initial_deal: tuple[tuple[str, Clause], ...] = (
        (PLAYER, cite("6.2(a)")),
        (BANKER, cite("6.2(a)")),
        (PLAYER, cite("6.2(b)")),
        (BANKER, cite("6.2(b)")),
    )

    # Mini Baccarat terms: Tableau (Table of Play): mandatory, nobody chooses
    # to draw or to stand (Mini Baccarat terms: Draw, terms: Stand).
    # Mini Baccarat 7.2 table: Player's third card, by Player's total.
    player_draws: Grid = read_grid(cite("7.2 table"), marks="DS", text="""
                  0 1 2 3 4 5 6 7
        Player    D D D D D D S S
    """)  # fmt: skip

    # Mini Baccarat 7.3 table: Banker's third card. Rows: Banker's total.
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

    # Mini Baccarat 4.3: the wagers.
    wagers: Mapping[str, Clause] = MappingProxyType({
        BANKER: cite("4.3(a)"),
        PLAYER: cite("4.3(b)"),
        TIE: cite("4.3(c)"),
        PLAYER_PAIR: cite("4.3(d)"),
        BANKER_PAIR: cite("4.3(d)"),
    })  # fmt: skip

    # Mini Baccarat 8.4, 8.5, 8.6: what each outcome does to each wager.
    outcomes: Mapping[tuple[str, str], tuple[str, Clause]] = MappingProxyType({
        (BANKER, BANKER): ("wins", cite("8.4(a)")),
        (BANKER, PLAYER): ("loses", cite("8.4(b)")),
        (BANKER, TIE): ("stands off", cite("8.4(c)")),
        (PLAYER, PLAYER): ("wins", cite("8.5(a)")),
        (PLAYER, BANKER): ("loses", cite("8.5(b)")),
        (PLAYER, TIE): ("stands off", cite("8.5(c)")),
        (TIE, TIE): ("wins", cite("8.6(a)")),
        (TIE, PLAYER): ("loses", cite("8.6(b)")),
        (TIE, BANKER): ("loses", cite("8.6(b)")),
    })  # fmt: skip

    # Mini Baccarat 8.8 and 8.9: winnings by method of settlement.
    hand_odds: Mapping[str, Paytable[str]] = MappingProxyType({
        COMMISSION: Paytable(
            Pays(PLAYER,        to(1, 1),                  cite("8.8(a)")),
            Pays(BANKER,        to(1, 1).less(percent=5),  cite("8.8(b)")),
            Pays(BANKER_ON_SIX, to(1, 1).less(percent=5),  cite("8.8(b)")),
            Pays(TIE,           to(8, 1),                  cite("8.8(c)")),
        ),
        NON_COMMISSION: Paytable(
            Pays(PLAYER,        to(1, 1),                  cite("8.9(a)")),
            Pays(BANKER,        to(1, 1),                  cite("8.9(b)")),
            Pays(BANKER_ON_SIX, to(1, 1).less(percent=50), cite("8.9(b)")),
            Pays(TIE,           to(8, 1),                  cite("8.9(c)")),
        ),
    })  # fmt: skip

    # Mini Baccarat 10.6 and 11.2, each where its option is in force (Mini Baccarat 10 opening
    # line, 11 opening line). The odds also stand in Mini Baccarat 8.8(d), 8.8(e), 8.9(d) and
    # 8.9(e): one table here (reading MB2), and `pair_method` names the line of the method in force.
    pair_odds: Mapping[str, Paytable[str]] = MappingProxyType({
        PERFECT_PAIRS: Paytable(
            Pays(MIXED,    to(5, 1),  cite("10.6(a)")),
            Pays(COLOURED, to(12, 1), cite("10.6(b)")),
            Pays(PERFECT,  to(25, 1), cite("10.6(c)")),
        ),
        CANBERRA_PAIRS: Paytable(
            Pays(ANY_PAIR, to(11, 1), cite("11.2(a)")),
        ),
    })  # fmt: skip
    pair_method: Mapping[tuple[str, str], Clause] = MappingProxyType({
        (COMMISSION, MIXED):        cite("8.8(d) bullet 1"),
        (COMMISSION, COLOURED):     cite("8.8(d) bullet 2"),
        (COMMISSION, PERFECT):      cite("8.8(d) bullet 3"),
        (COMMISSION, ANY_PAIR):     cite("8.8(e) bullet 1"),
        (NON_COMMISSION, MIXED):    cite("8.9(d) bullet 1"),
        (NON_COMMISSION, COLOURED): cite("8.9(d) bullet 2"),
        (NON_COMMISSION, PERFECT):  cite("8.9(d) bullet 3"),
        (NON_COMMISSION, ANY_PAIR): cite("8.9(e) bullet 1"),
    })  # fmt: skip
    pair_wins: Mapping[str, Clause] = MappingProxyType({
        PLAYER_PAIR: cite("9.8(b)"), BANKER_PAIR: cite("9.8(a)"),
    })  # fmt: skip
    pair_loses: Mapping[str, Clause] = MappingProxyType({
        PLAYER_PAIR: cite("9.8(d)"), BANKER_PAIR: cite("9.8(c)"),
    })  # fmt: skip

    # Section 5 of Mini Baccarat: the shoe.
    shoe: ShoeRules = ShoeRules(
        check=cite("2.5"),
        complete=cite("2.1"),
        shuffle=cite("5.1(a)"),
        preshuffled=cite("terms: Pre-shuffled cards"),
        riffle=cite("5.2"),
        cut=cite("5.4"),
        cut_offer=cite("5.3"),
        cut_margin=52,  # Mini Baccarat 5.4: one deck from either end
        cutting_card=cite("5.4"),
        behind=(12, decks * 52),  # Mini Baccarat 5.4
        burn=lambda play: play.cite("5.5(b)" if play.options.burn == "shown" else "5.5(a)"),
        burn_shown=lambda play: play.options.burn == "shown",
        burn_more=cite("5.6"),
        burn_value={**card_value, **dict.fromkeys("TJQK", 10)},  # Mini Baccarat 5.7
        burn_omitted=cite("12.8"),
        may_burn=lambda play: not (play.player or play.banker),
        appears=cite("5.8"),
        order_shuffle=cite("5.1(c)"),
    )

    limits: Limits = Limits(minimum=5_00, maximum=1_000_00, multiple=5_00)
    # Readings G5, G6 and G7: the first stake below the minimum is live and brings an advice; above
    # the maximum only the maximum is at risk; multiples are refused at entry.
    limit_rules: LimitRules = slots.limit_rules(cite)

    # What the house sets at a table, and where a change needs notice.
    settings: Mapping[str, Setting] = MappingProxyType({
        "deal": Setting(cite("2.2")),
        "settlement": Setting(cite("8.1"), notice=cite("8.3")),
        "pairs": Setting(cite("8.2"), notice=cite("8.3")),
        "burn": Setting(cite("5.5")),
    })  # fmt: skip
    limit_settings: Mapping[str, Setting] = MappingProxyType({
        "limits": Setting(cite("3.1"), notice=cite("3.1")),
        "multiple": Setting(cite("3.3")),
        "differential": Setting(cite("3.6"), notice=cite("3.7")),
        "personal limit": Setting(cite("3.2")),
    })  # fmt: skip

    # Readings G14 and G12: no round begins outside the hours of gaming.
    table: TableRules = slots.table_rules(
        cite,
        approvals={
            "table": cite("1.1"),
            "pairs layout": cite("9.2"),
            **dict.fromkeys(("shoe", "card supplier", "procedures"), cite("terms: Approved")),
        },
    )
    tournament: TournamentRules = slots.tournament_rules(cite)
    provisions: Provisions = slots.provisions(
        cite,
        operator=GAME_OPERATOR,
        seats=lambda table: table.options.seats,
        issued=lambda table: table.rules.table.money.issued_only(table.options),
    )
    duties: Duties = Duties(review_to="the Commission")

    @cached_property
    def tableau(self) -> Tableau:
        """Mini Baccarat 2.6, 6.4, 7.2 and 7.3: totals, naturals and third cards."""
        cite = citing(self)
        return tableau_of(self, cite("6.4"), cite("7.2 table"), cite("7.3 table"))

    @cached_property
    def verdicts(self) -> Mapping[tuple[str, str, bool], Mapping[str, Verdict]]:
        """Outcomes and odds together, by method, result and whether Banker won on a six."""
        hands = (PLAYER, BANKER, TIE)
        return {
            (method, result, on_six): {
                wager: self._verdict(method, result, on_six, wager) for wager in hands
            }
            for method in self.hand_odds
            for result in hands
            for on_six in (False, True)
        }

    def _verdict(self, method: str, result: str, on_six: bool, wager: str) -> Verdict:
        case = BANKER_ON_SIX if wager == BANKER and on_six else wager
        return verdict_of(self.outcomes[wager, result], self.hand_odds[method][case])

    @cached_property
    def result_clause(self) -> Mapping[str, Clause]:
        """A result is announced by the clause under which its own wager wins."""
        return {hand: self.outcomes[hand, hand][1] for hand in (PLAYER, BANKER, TIE)}


RULES = Rules(cite=cite)


def pair_kind(option: str, first: Card, second: Card) -> str | None:
    """The kind of pair two cards make under the option in force, or None.

    Mini Baccarat 9.5, 9.5(a) and 9.5(b): by face value, not by what the card counts. Each kind
    excludes the others, so the highest is paid and paid once (Mini Baccarat 10.5).
    """
    if rank(first) != rank(second):
        return None  # Mini Baccarat 10.1
    if option == CANBERRA_PAIRS:
        return ANY_PAIR  # Mini Baccarat 11.1
    if colour(first) != colour(second):  # Mini Baccarat terms: Suit
        return MIXED  # Mini Baccarat 10.2
    # Mini Baccarat 10.4, terms: Suited, 10.3, 10.3(a) and 10.3(b)
    return PERFECT if suit(first) == suit(second) else COLOURED
