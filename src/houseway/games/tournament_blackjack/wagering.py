"""Wagers at Tournament Blackjack: boxes, what may be placed or changed, and when betting closes."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.rules import (
    BLACKJACK,
    INSURANCE,
    PERFECT_PAIRS,
    REPORTERS,
    Rules,
    cite,
)
from houseway.games.tournament_blackjack.state import BETTING, BETWEEN, DEALING, Play
from houseway.games.wagering import (
    WagerRules,
    directed,
    handed_back,
    lying,
    no_wager,
    not_betting,
    voided,
    while_betting,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Boxes


def take_box(play: Play, command: v.TakeBox, by: Role) -> Ruling:
    patron, clause = command.patron, play.cite("terms: Box")
    if play.stage not in (BETWEEN, BETTING):
        return Refused("round_under_way", clause, "boxes are taken before the first card")
    if patron in play.layout.excluded:
        return play.layout.barred(patron)
    if patron in play.boxes:
        return Refused("box_of_another", clause, f"{patron} has box {play.boxes[patron]}")
    if isinstance(box := _box(play, patron, command.box, clause), Refused):
        return box
    joined = (
        () if patron in play.layout.idle_rounds else (e.PatronJoined(patron, play.cite("4.1")),)
    )
    return accept(*joined, e.BoxTaken(patron, box, clause))


def _box(play: Play, patron: str, asked: int, clause: Clause) -> int | Refused:
    """The patron's own box; for one who has none the box asked for, or the first free one."""
    own = play.boxes.get(patron)
    if own:
        if asked in (0, own):
            return own
        return Refused("box_of_another", clause, f"{patron} plays in box {own}, not {asked}")
    taken = {*play.boxes.values(), *(box for _, box, _ in play.layout.wagers)}
    free = [box for box in range(1, play.options.seats + 1) if box not in taken]
    if asked in free:
        return asked
    if asked == 0 and free:
        return free[0]
    if 1 <= asked <= play.options.seats:
        return Refused("box_of_another", clause, f"box {asked} is another patron's")
    none = f"{patron} has no box: {len(free)} boxes are free"
    return Refused("no_such_box", play.cite("terms: Box"), none)


# Placing and changing


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """Tournament Blackjack 19.15: one wager, in the own box, and none on another's."""
    own = _box(play, patron, box, play.cite("19.15"))
    if type(own) is Refused:
        return own
    if (patron, own, wager) in play.layout.wagers:
        sentence = f"{patron} has a wager on {wager}: change that"
        return Refused("one_wager_per_box", play.cite("19.15"), sentence)
    return patron, own, wager


def _own(play: Play, patron: str, wager: str, asked: int) -> Key | Refused:
    box = play.boxes.get(patron, asked)
    if asked not in (0, box):
        sentence = f"{patron} plays in box {box}, not {asked}"
        return Refused("box_of_another", play.cite("19.15"), sentence)
    return (
        lying(play, patron, wager, box) if wager in play.rules.wagers else no_wager(patron, wager)
    )


def _to_find(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """A stake on which a choice has been made is no longer looked into."""
    if play.stage != DEALING:
        return Refused("betting_open", play.cite("3.3"), "while betting is open, change the wager")
    if isinstance(key := _own(play, patron, wager, box), Refused):
        return key
    hands = [hand for hand in play.hands if hand.box == key[1]]
    insured = (patron, key[1], INSURANCE) in play.layout.wagers
    if len(hands) == 1 and not hands[0].added and not insured:
        return key
    sentence = f"{patron} has split, doubled or insured on it"
    return Refused("choice_made_on_it", play.cite("4.3"), sentence)


def _handed_back(play: Play, key: Key, amount: int) -> list[e.Event]:
    """Reading BJ11: with the blackjack stake the side stake goes back as well."""
    side = key[0], key[1], PERFECT_PAIRS
    back: list[e.Event] = [handed_back(key, amount, play.rules.limit_rules.below_minimum)]
    if key[2] == BLACKJACK and side in play.layout.wagers:
        back.append(voided(play, side, play.cite("18.9")))
    return back


# Closing


def confirm_no_wager(play: Play, command: v.ConfirmNoWager, by: Role) -> Ruling:
    patron, clause = command.patron, play.cite("4.1")
    if refused := not_betting(play, clause):
        return refused
    if patron not in play.layout.idle_rounds:
        return Refused("not_at_table", clause, f"{patron} is not at the table")
    if patron in _staked(play):
        return Refused("wager_placed", clause, f"{patron} has a wager on {BLACKJACK}")
    return accept(e.NoWagerConfirmed(patron, clause))


def without_wager(play: Play) -> list[str]:
    """Who at the table has neither a blackjack wager nor been confirmed to place none."""
    return _missing(play, _staked(play))


def _missing(play: Play, staked: set[str]) -> list[str]:
    settled = staked | play.sitting_out
    return [patron for patron in play.layout.idle_rounds if patron not in settled]


def _staked(play: Play) -> set[str]:
    return {patron for patron, _, wager in play.layout.wagers if wager == BLACKJACK}


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Blackjack 6.2. A perfect pairs wager that stands alone goes back (18.9)."""
    if refused := not_betting(play, play.cite("6.2")):
        return refused
    staked = _staked(play)
    if missing := _missing(play, staked):
        names = ", ".join(missing)
        why = f"no wager by {names}, and none confirmed"
        return Refused("wager_missing", play.cite("4.1"), why)
    alone = [
        voided(play, key, play.cite("18.9")) for key in play.layout.wagers if key[0] not in staked
    ]
    if not staked:
        return Accepted((*alone, e.NoRoundBegun(play.round, play.cite("6.2"))))
    return Accepted((*alone, e.BettingClosed(play.cite("6.2"))))


# Reasons for a refusal


def _not_offered(play: Play, wager: str, box: int) -> Refused | None:
    if wager == BLACKJACK or (wager == PERFECT_PAIRS and play.options.pairs == "perfect"):
        return None
    if wager == PERFECT_PAIRS:
        sentence = "perfect pairs are not offered in this tournament"
        return Refused("wager_not_offered", play.cite("18.1"), sentence)
    sentence = f"{wager} is not placed before the first card; {BLACKJACK} is"
    return Refused("wager_not_offered", play.cite("4.2"), sentence)


ORDERS: dict[type[c.Command], May] = {
    v.TakeBox: May(PATRONS | REPORTERS, cite("terms: Box"), take_box),
    v.ConfirmNoWager: May(DEALERS, cite("4.1"), confirm_no_wager),
    c.CallNoMoreBets: May(DEALERS, cite("6.2"), call_no_more_bets),
}


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands on wagers that every document has, by the rules of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("4.2"),
        halves=cite("13.2(a)"),
        offered=_not_offered,
        locked=while_betting("4.1", "4.3", "betting is closed, and nothing changes"),
        place=_new_spot,
        own=_own,
        # While betting is open; afterwards rule 4.3 leaves every wager where it lies.
        back=cite("4.3"),
        find=_to_find,
        handed_back=_handed_back,
        seats=cite("terms: Box"),
        issue=cite("19.12"),
        issued_in=cite("terms: Tournament Chips"),
    )
    return directed(wagers, cite("4.1"), rules.reporters, cite("3.3"), rules.operator)
