"""What can go wrong at Tournament Blackjack: section 14, and a failed shoe by section 20."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.tournament_blackjack import choices, rules, shoe
from houseway.games.tournament_blackjack import play as playing
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.play import (
    cutting_card,
    destination,
    drawn_wrongly,
    interim_due,
    not_dealing,
    pairs_due,
    turn,
)
from houseway.games.tournament_blackjack.rules import BLACKJACK, DIRECTOR, INSURANCE, cite
from houseway.games.tournament_blackjack.state import (
    BETWEEN,
    DEALING,
    DEVICE,
    FAULTY,
    SETTLED,
    SPENT,
    Play,
    evolve,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

# Single cards: Tournament Blackjack 14.1, 14.2, 14.3. Tournament Blackjack terms: Burn. A burnt
# card goes to the discard rack; nothing else orders one (reading BJ10).


def report_face_up_card(play: Play, command: v.ReportFaceUpCard, by: Role) -> Ruling:
    clause = cite("14.1")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    return refused or accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def report_card_in_error(play: Play, command: v.ReportCardInError, by: Role) -> Ruling:
    """It is the next card, seen or not; a card to the dealer is burnt instead (reading BJ15)."""
    clause = cite("14.2")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    if refused:
        return refused
    if destination(play) and not play.stock.aside:
        return Refused("card_is_due", clause, "a card is due: deal it")
    return accept(*_with_cutting_card(play), v.CardHeld(command.card, clause))


def report_card_burnt(play: Play, command: v.ReportCardBurnt, by: Role) -> Ruling:
    clause = cite("14.2")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    return refused or accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def report_dealer_card(play: Play, command: v.ReportDealerCard, by: Role) -> Ruling:
    clause = cite("14.3")
    if play.stage not in (DEALING, SETTLED) or not play.card_out:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    if refused:
        return refused
    due = destination(play)
    if due and due.hand is None:
        return Refused("card_is_due", due.clause, "the dealer's hand is due a card: deal it")
    return accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def _not_in_shoe(play: Play, clause: Clause) -> Refused | None:
    if play.shoe == FAULTY or (play.shoe != SPENT and shoe.step(play) == "ready"):
        return None
    return Refused("cards_not_ready", clause, "no shoe is being dealt from")


def _with_cutting_card(play: Play) -> tuple[e.Event, ...]:
    due = destination(play)
    return cutting_card(play, due.box if due else 0)


# Errors of placement: Tournament Blackjack 14.4, 14.5


def rebuild_round(play: Play, command: v.RebuildRound, by: Role) -> Ruling:
    """Lay the same cards again by the rules, in the order they left the shoe (reading BJ21)."""
    clause = cite("14.4")
    if play.stage not in (DEALING, SETTLED) or not play.card_out:
        return Refused("no_round_under_way", clause, "no round with cards out is under way")
    refused = _not_rebuildable(play) or _left_out(play, command.cards)
    if refused:
        return refused
    table = deepcopy(play)
    events: list[e.Event] = []
    for event in _taken_back(play):
        _apply(table, events, event)
    wrong = _lay_again(table, events, play, list(command.cards))
    return wrong or accept(*events)


def _not_rebuildable(play: Play) -> Refused | None:
    if play.round in play.layout.voided:
        return Refused("round_already_void", cite("14.4"), f"round {play.round} is void")
    settled = {(s.patron, s.box, s.wager) for s in play.layout.settlements if _decided(s)}
    if all(play.live(hand) or hand.key in settled for hand in play.hands):
        return None
    sentence = "a stake has been voided since the first card: the Director may void the round"
    return Refused("stake_voided", cite("14.4"), sentence)


def _decided(line: e.Settlement) -> bool:
    return isinstance(line, e.WagerPaid | e.WagerCollected | e.WagerStoodOff)


def _left_out(play: Play, cards: tuple[Card | None, ...]) -> Refused | None:
    lost = Counter([*play.stock.layout, *play.stock.aside]) - Counter(cards)
    if not lost:
        return None
    named = " ".join(card or "an unseen card" for card in lost.elements())
    sentence = f"{named}: on record for this round and not in the order given"
    return Refused("card_left_out", cite("14.4"), sentence)


def _taken_back(play: Play) -> list[e.Event]:
    """Payments, added stakes and cards of the round, back to where they were before it."""
    clause = cite("14.4")
    undone = [line for line in reversed(play.layout.settlements) if _decided(line)]
    stakes = dict(play.layout.wagers)
    stakes |= {(line.patron, line.box, line.wager): line.stake for line in undone}
    added = {hand.key: hand.added for hand in play.hands}
    events: list[e.Event] = [e.SettlementUndone(_any(line), clause) for line in undone]
    for key, stake in stakes.items():
        patron, box, wager = key
        if wager == INSURANCE or wager in rules.SPLIT_HANDS:
            events.append(e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (clause,)))
        elif added.get(key):
            events.append(
                e.WagerChanged(patron, wager, stake, stake - added[key], box, clause)
            )  # fmt: skip
    return [*events, v.RoundTakenBack(clause)]


def _any(line: e.Settlement) -> Any:
    return line


def _apply(table: Play, events: list[e.Event], *new: e.Event) -> None:
    for event in new:
        evolve(table, event)
        events.append(event)


def _lay_again(
    table: Play, events: list[e.Event], before: Play, cards: list[Card | None]
) -> Refused | None:
    """Deal the cards on paper, with the choices that stand; cards left over are held (14.2)."""
    chosen = list(before.chosen)
    while True:
        order = _next_order(table, before, cards, chosen)
        if order is None:
            break
        ruling = _DECIDES[type(order)](table, order, Role.DEALER)
        if isinstance(ruling, Refused):
            return ruling
        _apply(table, events, *ruling.events)
    for card in cards:
        impossible = drawn_wrongly(table, card)
        if impossible:
            return impossible
        _apply(table, events, v.CardHeld(card, cite("14.2")))
    return None


def _next_order(table: Play, before: Play, cards: list[Card | None], chosen: list[Any]) -> Any:
    """The next card, step or choice on record; None where the round must wait for a new one."""
    if pairs_due(table):
        return v.SettlePerfectPairs()
    if interim_due(table):
        return _interim_again(table, before) or (v.SettleInterim() if before.interim_over else None)
    if destination(table):
        return c.DealCard(cards.pop(0)) if cards else None
    hand = turn(table) if table.interim_over else None
    for each in chosen if hand else ():
        if hand and (each.hand, each.cards) == (hand.name, tuple(hand.cards)):
            chosen.remove(each)
            return _CHOICE[each.choice](hand.patron)
    return None


def _interim_again(table: Play, before: Play) -> c.Command | None:
    """Insurance and even money that were taken, where the cards still allow them."""
    done = before.layout.settlements
    insured = {key[0]: stake for key, stake in before.layout.wagers.items() if key[2] == INSURANCE}
    insured |= {s.patron: s.stake for s in done if s.wager == INSURANCE and _decided(s)}
    even = {s.patron for s in done if s.wager == BLACKJACK and cite("8.1(b)") in s.clauses}
    wanted: list[c.Command] = [v.Insure(patron, stake) for patron, stake in insured.items()]
    wanted += [v.TakeEvenMoney(patron) for patron in even]
    for order in wanted:
        ruling = _DECIDES[type(order)](table, order, Role.DEALER)
        if not isinstance(ruling, Refused):
            return order
    return None


_CHOICE: dict[str, Any] = {"hit": v.Hit, "stand": v.Stand, "double": v.Double, "split": v.Split}
_DECIDES = {
    kind: may.decide for table in (playing.ORDERS, choices.ORDERS) for kind, may in table.items()
}


def report_later_error(play: Play, command: v.ReportLaterError, by: Role) -> Ruling:
    """Tournament Blackjack 14.5: only that round is void; later rounds stay as played."""
    number, clause = command.round, cite("14.5")
    if not 1 <= number <= play.round:
        return Refused("no_such_round", clause, f"round {number} has not been played")
    if number in play.layout.voided:
        return Refused("round_already_void", clause, f"round {number} is void already")
    begun = play.round if play.card_out or play.stage in (BETWEEN, SETTLED) else play.round - 1
    if number >= begun:
        sentence = f"the round after {number} has not begun: rebuild this one (14.4)"
        return Refused("next_round_not_begun", clause, sentence)
    return accept(*void_events(play, number, "an error found later", clause, cite("terms: Void")))


# Running out of cards, absence: Tournament Blackjack 14.6, 14.7


def shuffle_discards(play: Play, command: v.ShuffleDiscards, by: Role) -> Ruling:
    clause = cite("14.6")
    refused = not_dealing(play, clause)
    if refused:
        return refused
    if play.stock.source or not destination(play):
        left = f"{play.stock.source} cards are in the shoe"
        return Refused("cards_are_sufficient", clause, left)
    if not play.stock.rack:
        return Refused("no_discards", clause, "the discard rack is empty")
    return accept(v.DiscardsShuffled(clause))


def declare_absent(play: Play, command: v.DeclareAbsent, by: Role) -> Ruling:
    """Reading BJ16: said when the turn comes."""
    clause = cite("14.7")
    refused = not_dealing(play, clause)
    if refused:
        return refused
    hand = turn(play) if play.interim_over else None
    if hand is None or hand.patron != command.patron:
        sentence = f"it is not the turn of {command.patron}"
        return Refused("not_your_turn", clause, sentence)
    if playing.gone(play, hand):
        return Refused("already_absent", clause, f"{command.patron} is absent already")
    return accept(v.PatronAbsent(command.patron, clause))


# A failed shoe: Tournament Blackjack 20.3


def report_malfunction(play: Play, command: v.ReportMalfunction, by: Role) -> Ruling:
    if play.shoe != DEVICE:
        return Refused("no_automated_shoe", cite("20.1"), "no automated shoe is in use")
    if command.fault not in rules.FAULTS:
        known = ", ".join(rules.FAULTS)
        sentence = f"{command.fault} is none of {known}"
        return Refused("no_malfunction", cite("20.3 closing line 2"), sentence)
    if shoe.step(play) != "ready":
        return Refused("cards_not_ready", cite("20.3"), "no cards have been loaded yet")
    return accept(v.MalfunctionReported(command.fault, cite("20.3")))


def shuffle_remaining(play: Play, command: v.ShuffleRemaining, by: Role) -> Ruling:
    clause = cite("20.3(b)")
    if play.shoe != FAULTY:
        return Refused("no_failed_shoe", clause, "no automated shoe has failed")
    if play.stage != BETWEEN:
        return Refused("round_under_way", cite("20.3"), "the round is completed first")
    return accept(v.RemainingShuffled(clause))


def replace_shoe(play: Play, command: v.ReplaceShoe, by: Role) -> Ruling:
    clause = cite("20.3 closing line 1")
    if play.shoe != SPENT:
        return Refused("shoe_not_spent", clause, "the shoe is not to be replaced")
    if command.kind not in (rules.MANUAL, rules.AUTOMATED):
        sentence = f"{command.kind} is neither {rules.MANUAL} nor {rules.AUTOMATED}"
        return Refused("no_such_shoe", clause, sentence)
    return accept(v.ShoeReplaced(command.kind, clause))


_REPORTERS = STAFF | DIRECTOR

ORDERS: dict[type[c.Command], May] = {
    v.ReportFaceUpCard: May(_REPORTERS, cite("14.1"), report_face_up_card),
    v.ReportCardInError: May(_REPORTERS, cite("14.2"), report_card_in_error),
    v.ReportCardBurnt: May(_REPORTERS, cite("14.2"), report_card_burnt),
    v.ReportDealerCard: May(_REPORTERS, cite("14.3"), report_dealer_card),
    v.RebuildRound: May(_REPORTERS, cite("14.4"), rebuild_round),
    v.ReportLaterError: May(_REPORTERS, cite("14.5"), report_later_error),
    v.ShuffleDiscards: May(DEALERS, cite("14.6"), shuffle_discards),
    v.DeclareAbsent: May(DEALERS | DIRECTOR, cite("14.7"), declare_absent),
    v.ReportMalfunction: May(_REPORTERS, cite("20.3"), report_malfunction),
    v.ShuffleRemaining: May(DEALERS, cite("20.3(b)"), shuffle_remaining),
    v.ReplaceShoe: May(DIRECTOR, cite("20.3 closing line 1"), replace_shoe),
}
