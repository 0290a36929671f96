"""What can go wrong at Tournament Canberra Poker, and what sections 7, 9, 10 and 11 do about it."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.play import NOBODY, refuse_cards
from houseway.games.tournament_canberra_poker.rules import (
    CARDS_IN_HAND,
    DEALER,
    DIRECTOR,
    REPORTERS,
    cite,
)
from houseway.games.tournament_canberra_poker.settle import ante_wins, returned
from houseway.games.tournament_canberra_poker.showdown import DOES_NOT_PLAY, told
from houseway.games.tournament_canberra_poker.state import (
    DEALING,
    DEALT,
    SETTLED,
    Play,
    box_of,
    hand_in,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

# A hand drops out


def void_hand(play: Play, hand: str, clause: Clause) -> tuple[e.Event, ...]:
    """Reading CP8: its stakes go back, also those already settled, and other hands go on."""
    box = box_of(hand)
    events: list[e.Event] = []
    for line in play.layout.settlements:
        if line.box == box and isinstance(line, e.WagerPaid | e.WagerCollected):
            back = e.WagerVoided(
                line.patron, line.wager, box, line.stake, 0, 0, line.stake,
                (clause, play.cite("terms: Void")),
            )  # fmt: skip
            events += (e.SettlementUndone(line, clause), back)
    owner = play.antes().get(box, "")
    voided = (*returned(play, owner, box, clause), v.HandVoided(hand, clause))
    return (*events, *voided, *nobody_left(play, {box}, clause))


def nobody_left(play: Play, gone: set[int], clause: Clause) -> tuple[e.Event, ...]:
    """Once the cards are dealt, the round is over when its last hand drops out of it."""
    if play.stage != DEALT or play.antes().keys() - gone:
        return ()
    return (e.ResultAnnounced(NOBODY, {}, clause),)


def _not_in_round(play: Play, hand: str, clause: Clause) -> Refused | None:
    """Only a patron's hand of this round, not yet void, can drop out of it."""
    if play.stage not in (DEALING, DEALT, SETTLED) or play.is_void:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    if hand == DEALER or hand not in play.hands:
        return Refused("no_such_hand", clause, f"{hand} is no hand of a patron in this round")
    if hand in play.void_hands:
        return Refused("hand_void", clause, f"{hand} is void already")
    return None


# Exposed cards: Tournament Canberra Poker 11.1 and 11.2


def report_exposed_card(play: Play, command: v.ReportExposedCard, by: Role) -> Ruling:
    """Reading CP6: each card turned up while dealing counts, and the third voids the round."""
    hand, card = command.hand, command.card
    if refused := _dealing_over(play):
        return refused
    if None not in play.hands.get(hand, ()) or hand in play.racked:
        return Refused("nothing_to_expose", play.cite("11.1"), f"no card lies face down in {hand}")
    if impossible := play.stock.why_not_known(card):
        return Refused("card_impossible", None, impossible)
    shown = hand == DEALER and play.shown is None
    exposed = v.CardExposed(hand, card, shown, play.cite("11.2") if shown else play.cite("11.1"))
    if play.exposed + 1 < play.rules.exposed_to_void:
        return accept(exposed)
    clauses = (play.cite("11.1"), play.cite("terms: Void"))
    return accept(exposed, *void_events(play, play.round, "three cards were exposed", *clauses))


def _dealing_over(play: Play) -> Refused | None:
    """A card that a patron shows while deciding is a matter of section 10."""
    acted = play.picked_up or play.folded or len(play.undecided()) < len(play.antes())
    if play.stage == DEALING or (play.stage == DEALT and not acted):
        return None
    return Refused("not_dealing", play.cite("11.1"), "cards are exposed in error while dealing")


# Wrong deals and wrong counts: Tournament Canberra Poker 11.3, 11.4, 11.5, 11.7


def report_misdeal(play: Play, command: v.ReportMisdeal, by: Role) -> Ruling:
    refused = _not_in_round(play, command.hand, play.cite("11.3"))
    return refused or accept(*void_hand(play, command.hand, play.cite("11.3")))


def count_hand(play: Play, command: v.CountHand, by: Role) -> Ruling:
    """Five cards are confirmed (7.4, 9.7); any other number makes 11.4 or 11.5 speak."""
    hand, cards = command.hand, command.cards
    clause = play.cite("7.4") if hand in play.folded else play.cite("9.7")
    if refused := _not_to_be_counted(play, hand, clause):
        return refused
    if cards == CARDS_IN_HAND:
        discarded = (v.HandDiscarded(hand, clause),) if hand in play.folded else ()
        return accept(v.HandCounted(hand, clause), *discarded)
    if refused := _impossible_count(play, hand, cards):
        return refused
    if hand == DEALER:
        return accept(v.HandMiscounted(hand, cards, play.cite("11.5")), *_antes_win(play))
    return accept(
        v.HandMiscounted(hand, cards, play.cite("11.4")), *void_hand(play, hand, play.cite("11.4"))
    )


def _not_to_be_counted(play: Play, hand: str, clause: Clause) -> Refused | None:
    if play.stage not in (DEALT, SETTLED) or play.is_void:
        return Refused("nothing_to_count", clause, f"the table is at: {play.stage}")
    if hand not in play.hands:
        return Refused("no_such_hand", clause, f"{hand} has no cards in this round")
    if hand in play.revealed:
        return Refused("hand_open", clause, f"the five cards of {hand} lie open")
    settled = hand == DEALER and hand in play.counted and play.stage == SETTLED
    if settled or hand in play.racked | play.void_hands:
        return Refused("nothing_to_count", clause, f"{hand} is settled, in the rack or void")
    return None


def possible_counts(play: Play, hand: str) -> tuple[int, int]:
    """The fewest and the most cards that a hand can have: those seen, and all that can be there."""
    return len(play.known(hand)), len(play.hands[hand]) + play.stock.source


def _impossible_count(play: Play, hand: str, cards: int) -> Refused | None:
    known, most = possible_counts(play, hand)
    if known <= cards <= most:
        return None
    return Refused("count_impossible", None, f"{hand} cannot have {cards} cards; {known} were seen")


def _antes_win(play: Play) -> tuple[e.Event, ...]:
    """Tournament Canberra Poker 11.5: every standing ante wins and every bet is void."""
    if play.stage == SETTLED:
        return ()  # everybody folded before the count
    lines = [
        line
        for box, patron in play.antes().items()
        for line in ante_wins(play, patron, box, play.cite("11.5"))
    ]
    return (e.ResultAnnounced(DOES_NOT_PLAY, told(play), play.cite("11.5")), *lines)


def report_unanted_hand(play: Play, command: v.ReportUnantedHand, by: Role) -> Ruling:
    """Tournament Canberra Poker 11.7: the cards are discarded unseen."""
    box, cards = command.box, command.cards
    if play.stage not in (DEALING, DEALT):
        return Refused("no_round_under_way", play.cite("11.7"), f"the table is at: {play.stage}")
    if not 1 <= box <= play.options.boxes:
        there = f"the layout has boxes 1 to {play.options.boxes}"
        return Refused("no_such_box", play.cite("terms: Box"), there)
    if hand_in(box) in play.hands or box in play.antes():
        return Refused("box_had_an_ante", play.cite("11.7"), f"box {box} had an ante in this round")
    if not 1 <= cards <= play.stock.source:
        return Refused("count_impossible", None, f"{cards} cards cannot have come from the shoe")
    return accept(v.UnantedHandDiscarded(box, cards, play.cite("11.7")))


# A hand in the discard rack: Tournament Canberra Poker 11.6


def report_hand_in_rack(play: Play, command: v.ReportHandInRack, by: Role) -> Ruling:
    """The round stops until the Director has confirmed the rebuilt hand or given it up."""
    if refused := _not_in_round(play, command.hand, play.cite("11.6")):
        return refused
    if play.held:
        return Refused(
            "hand_held", play.cite("11.6"), f"{play.held} is already waiting for a ruling"
        )
    if command.hand in play.revealed:
        why = f"{command.hand} lies open and can be verified"
        return Refused("hand_open", play.cite("11.6"), why)
    return accept(v.HandHeld(command.hand, play.cite("11.6")))


def rebuild_hand(play: Play, command: v.RebuildHand, by: Role) -> Ruling:
    refused = _not_held(play, command.hand)
    if not refused and command.cards:
        refused = refuse_cards(play, command.hand, command.cards)
    return refused or accept(v.HandRebuilt(command.hand, command.cards, play.cite("11.6")))


def declare_hand_lost(play: Play, command: v.DeclareHandLost, by: Role) -> Ruling:
    refused = _not_held(play, command.hand)
    return refused or accept(*void_hand(play, command.hand, play.cite("11.6")))


def _not_held(play: Play, hand: str) -> Refused | None:
    if hand and play.held == hand:
        return None
    return Refused("no_hand_held", play.cite("11.6"), f"{hand} has not been reported in the rack")


# Collusion: Tournament Canberra Poker 10.2


def exclude_from_round(play: Play, command: v.ExcludeFromRound, by: Role) -> Ruling:
    """Reading CP9: the hand is taken out and its stakes go back."""
    clause, patron = play.cite("10.2 closing line"), command.patron
    if refused := _no_breach(play, patron, clause):
        return refused
    box = next((box for box, who in play.antes().items() if who == patron), 0)
    if play.stage not in (DEALING, DEALT) or not box:
        return Refused("no_hand_in_round", clause, f"{patron} has no hand in a round under way")
    return accept(*void_hand(play, hand_in(box), clause))


def void_for_collusion(play: Play, command: c.VoidForCollusion, by: Role) -> Ruling:
    clause = play.cite("10.2 closing line")
    if refused := _no_breach(play, command.patron, clause):
        return refused
    if play.stage not in (DEALING, DEALT, SETTLED) or play.is_void:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    reason = f"collusion by {command.patron}"
    return accept(*void_events(play, play.round, reason, clause, play.cite("terms: Void")))


def _no_breach(play: Play, patron: str, clause: Clause) -> Refused | None:
    if play.layout.has_broken_rules(patron):
        return None
    missing = f"no breach by {patron} is logged; log it before the sanction"
    return Refused("no_breach_logged", clause, missing)


ORDERS: dict[type[c.Command], May] = {
    v.ReportExposedCard: May(REPORTERS, cite("11.1"), report_exposed_card),
    v.ReportMisdeal: May(REPORTERS, cite("11.3"), report_misdeal),
    v.CountHand: May(DEALERS, cite("9.7"), count_hand),
    v.ReportUnantedHand: May(REPORTERS, cite("11.7"), report_unanted_hand),
    v.ReportHandInRack: May(REPORTERS, cite("11.6"), report_hand_in_rack),
    v.RebuildHand: May(DIRECTOR, cite("11.6"), rebuild_hand),
    v.DeclareHandLost: May(DIRECTOR, cite("11.6"), declare_hand_lost),
    v.ExcludeFromRound: May(DIRECTOR, cite("10.2 closing line"), exclude_from_round),
    c.VoidForCollusion: May(DIRECTOR, cite("10.2 closing line"), void_for_collusion),
}
