"""What can go wrong at Tournament Blackjack: section 14, and a failed shoe by section 20."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.tournament_blackjack import choices, rules
from houseway.games.tournament_blackjack import play as playing
from houseway.games.tournament_blackjack import play as shoe
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.play import (
    cutting_card,
    destination,
    drawn_wrongly,
    interim_due,
    not_dealing,
    pairs_due,
    turn,
)
from houseway.games.tournament_blackjack.rules import DIRECTOR, INSURANCE, PERFECT_PAIRS, cite
from houseway.games.tournament_blackjack.state import (
    BETWEEN,
    DEALING,
    DEVICE,
    EVOLVE,
    FAULTY,
    SETTLED,
    SPENT,
    Chosen,
    Play,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

# Single cards: Tournament Blackjack 14.1, 14.2, 14.3. Tournament Blackjack terms: Burn. A burnt
# card goes to the discard rack; nothing else orders one (reading BJ10).


def report_face_up_card(play: Play, command: c.ReportFaceUpCard, by: Role) -> Ruling:
    clause = play.cite("14.1")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    return refused or accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def report_card_in_error(play: Play, command: v.ReportCardInError, by: Role) -> Ruling:
    """It is the next card, seen or not; a card to the dealer is burnt instead (reading BJ15)."""
    clause = play.cite("14.2")
    if refused := _not_in_shoe(play, clause) or drawn_wrongly(play, command.card):
        return refused
    if destination(play) and not play.stock.aside:
        return Refused("card_is_due", clause, "a card is due: deal it")
    return accept(*_with_cutting_card(play), v.CardHeld(command.card, clause))


def report_card_burnt(play: Play, command: v.ReportCardBurnt, by: Role) -> Ruling:
    clause = play.cite("14.2")
    refused = _not_in_shoe(play, clause) or drawn_wrongly(play, command.card)
    return refused or accept(*_with_cutting_card(play), e.CardBurned(command.card, 0, clause))


def report_dealer_card(play: Play, command: v.ReportDealerCard, by: Role) -> Ruling:
    clause = play.cite("14.3")
    if play.stage not in (DEALING, SETTLED) or not play.card_out:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    if refused := _not_in_shoe(play, clause) or drawn_wrongly(play, command.card):
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


# Errors found later: Tournament Blackjack 14.5


def report_later_error(play: Play, command: c.ReportLaterError, by: Role) -> Ruling:
    """Tournament Blackjack 14.5, reading BJ22: only that round is void; later rounds stay."""
    number, clause = command.round, play.cite("14.5")
    if not 1 <= number <= play.round:
        return Refused("no_such_round", clause, f"round {number} has not been played")
    if number in play.layout.voided:
        return Refused("round_already_void", clause, f"round {number} is void already")
    if number == play.round and play.stage != BETWEEN:
        sentence = f"round {number} is not over: rebuild it"
        return Refused("next_round_not_begun", clause, sentence)
    return accept(
        *void_events(play, number, "an error found later", clause, play.cite("terms: Void"))
    )


# Running out of cards, absence: Tournament Blackjack 14.6, 14.7


def shuffle_discards(play: Play, command: v.ShuffleDiscards, by: Role) -> Ruling:
    clause = play.cite("14.6")
    if refused := not_dealing(play, clause):
        return refused
    if play.stock.source or not destination(play):
        left = f"{play.stock.source} cards are in the shoe"
        return Refused("cards_are_sufficient", clause, left)
    if not play.stock.rack:
        return Refused("no_discards", clause, "the discard rack is empty")
    return accept(v.DiscardsShuffled(clause))


def declare_absent(play: Play, command: v.DeclareAbsent, by: Role) -> Ruling:
    """Reading BJ16: said when the turn comes."""
    clause = play.cite("14.7")
    if refused := not_dealing(play, clause):
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
        return Refused("no_automated_shoe", play.cite("20.1"), "no automated shoe is in use")
    if command.fault not in play.rules.faults:
        known = ", ".join(play.rules.faults)
        sentence = f"{command.fault} is none of {known}"
        return Refused("no_malfunction", play.cite("20.3 closing line 2"), sentence)
    if shoe.step(play) != "ready":
        return Refused("cards_not_ready", play.cite("20.3"), "no cards have been loaded yet")
    return accept(v.MalfunctionReported(command.fault, play.cite("20.3")))


def shuffle_remaining(play: Play, command: v.ShuffleRemaining, by: Role) -> Ruling:
    clause = play.cite("20.3(b)")
    if play.shoe != FAULTY:
        return Refused("no_failed_shoe", clause, "no automated shoe has failed")
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("20.3"), "the round is completed first")
    return accept(v.RemainingShuffled(clause))


def replace_shoe(play: Play, command: v.ReplaceShoe, by: Role) -> Ruling:
    clause = play.cite("20.3 closing line 1")
    if play.shoe != SPENT:
        return Refused("shoe_not_spent", clause, "the shoe is not to be replaced")
    if command.kind not in (rules.MANUAL, rules.AUTOMATED):
        sentence = f"{command.kind} is neither {rules.MANUAL} nor {rules.AUTOMATED}"
        return Refused("no_such_shoe", clause, sentence)
    return accept(v.ShoeReplaced(command.kind, clause))


# An error of placement found in its own round: the hands are rebuilt (Tournament Blackjack 14.4).

Decided = e.WagerPaid | e.WagerCollected | e.WagerStoodOff


def rebuild_round(play: Play, command: c.RebuildRound, by: Role) -> Ruling:
    """Lay the same cards again by the rules, in the order they left the shoe (reading BJ21)."""
    clause = play.cite("14.4")
    if play.stage not in (DEALING, SETTLED) or not play.card_out:
        return Refused("no_round_under_way", clause, "no round with cards out is under way")
    if refused := _not_rebuildable(play) or _left_out(play, command.cards):
        return refused
    table = deepcopy(play)
    events: list[e.Event] = []
    for event in _taken_back(play):
        _apply(table, events, event)
    wrong = _lay_again(table, events, play, list(command.cards))
    return wrong or accept(*events)


def _not_rebuildable(play: Play) -> Refused | None:
    if play.round in play.layout.voided:
        return Refused("round_already_void", play.cite("14.4"), f"round {play.round} is void")
    settled = {(line.patron, line.box, line.wager) for line in _decided(play)}
    if all(
        (play.live(hand) or hand.key in settled) and hand.patron not in play.layout.excluded
        for hand in play.hands
    ):
        return None
    sentence = "a stake was voided or its owner excluded: the Director may void the round"
    return Refused("stake_voided", play.cite("14.4"), sentence)


def _decided(play: Play) -> list[Decided]:
    """The stakes of the round that have won, lost or stood off so far."""
    return [line for line in play.layout.settlements if isinstance(line, Decided)]


def _left_out(play: Play, cards: tuple[Card | None, ...]) -> Refused | None:
    lost = Counter([*play.stock.layout, *play.stock.aside]) - Counter(cards)
    if not lost:
        return None
    named = " ".join(card or "an unseen card" for card in lost.elements())
    sentence = f"{named}: on record for this round and not in the order given"
    return Refused("card_left_out", play.cite("14.4"), sentence)


def _taken_back(play: Play) -> list[e.Event]:
    """Payments, added stakes and cards of the round, back to where they were before it."""
    clause = play.cite("14.4")
    undone = _decided(play)
    stakes = dict(play.layout.wagers)
    stakes |= {(line.patron, line.box, line.wager): line.stake for line in undone}
    added = {hand.key: hand.added for hand in play.hands}
    events: list[e.Event] = [e.SettlementUndone(line, clause) for line in reversed(undone)]
    for key, stake in stakes.items():
        patron, box, wager = key
        if wager == INSURANCE or wager in play.rules.split_hands:
            events.append(e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (clause,)))
        elif added.get(key):
            before = stake - added[key]
            events.append(e.WagerChanged(patron, wager, stake, before, box, clause))
    return [*events, v.RoundTakenBack(clause)]


def _apply(table: Play, events: list[e.Event], *new: e.Event) -> None:
    for event in new:
        EVOLVE[type(event)](table, event)
        events.append(event)


def _lay_again(
    table: Play, events: list[e.Event], before: Play, cards: list[Card | None]
) -> Refused | None:
    """Deal the cards on paper, with the choices that stand; cards left over are held (14.2)."""
    chosen = list(before.chosen)
    while order := _next_order(table, before, cards, chosen):
        if isinstance(ruling := _DECIDES[type(order)](table, order, Role.DEALER), Refused):
            return ruling
        _apply(table, events, *ruling.events)
    for card in cards:
        if impossible := drawn_wrongly(table, card):
            return impossible
        _apply(table, events, v.CardHeld(card, table.cite("14.2")))
    return None


def _next_order(
    table: Play, before: Play, cards: list[Card | None], chosen: list[Chosen]
) -> c.Command | None:
    """The next card, step or choice on record; None where the round must wait for a new one."""
    if pairs_due(table):
        open_before = any(wager == PERFECT_PAIRS for _, _, wager in before.layout.wagers)
        return None if open_before else v.SettlePerfectPairs()
    if interim_due(table):
        return _interim_again(table, before) or (v.SettleInterim() if before.interim_over else None)
    if destination(table):
        return c.DealCard(cards.pop(0)) if cards else None
    hand = turn(table) if table.interim_over else None
    if hand is None:
        return None
    for each in chosen:
        if (each.hand, each.cards) == (hand.name, tuple(hand.cards)):
            chosen.remove(each)
            return CHOICES[each.choice](hand.patron)
    return v.DeclareAbsent(hand.patron) if hand.patron in before.absent else None


def _interim_again(table: Play, before: Play) -> c.Command | None:
    """Insurance and even money that were taken, where the cards still allow them."""
    done = _decided(before)
    wanted: list[c.Command] = [
        v.Insure(patron, stake)
        for (patron, _, wager), stake in before.layout.wagers.items()
        if wager == INSURANCE
    ]
    wanted += [v.Insure(line.patron, line.stake) for line in done if line.wager == INSURANCE]
    wanted += [
        v.TakeEvenMoney(line.patron) for line in done if table.cite("8.1(b)") in line.clauses
    ]
    for order in wanted:
        ruling = _DECIDES[type(order)](table, order, Role.DEALER)
        if not isinstance(ruling, Refused):
            return order
    return None


CHOICES: dict[str, Callable[[str], c.Command]] = {
    "hit": v.Hit, "stand": v.Stand, "double": v.Double, "split": v.Split,
}  # fmt: skip
_DECIDES: dict[type[c.Command], Any] = {
    **{kind: may.decide for kind, may in (playing.ORDERS | choices.ORDERS).items()},
    v.DeclareAbsent: declare_absent,
}


ORDERS: dict[type[c.Command], May] = {
    c.ReportFaceUpCard: May(rules.REPORTERS, cite("14.1"), report_face_up_card),
    v.ReportCardInError: May(rules.REPORTERS, cite("14.2"), report_card_in_error),
    v.ReportCardBurnt: May(rules.REPORTERS, cite("14.2"), report_card_burnt),
    v.ReportDealerCard: May(rules.REPORTERS, cite("14.3"), report_dealer_card),
    c.ReportLaterError: May(rules.REPORTERS, cite("14.5"), report_later_error),
    v.ShuffleDiscards: May(DEALERS, cite("14.6"), shuffle_discards),
    v.DeclareAbsent: May(DEALERS | DIRECTOR, cite("14.7"), declare_absent),
    v.ReportMalfunction: May(rules.REPORTERS, cite("20.3"), report_malfunction),
    v.ShuffleRemaining: May(DEALERS, cite("20.3(b)"), shuffle_remaining),
    v.ReplaceShoe: May(DIRECTOR, cite("20.3 closing line 1"), replace_shoe),
    c.RebuildRound: May(DEALERS | rules.DIRECTOR, cite("14.4"), rebuild_round),
}
