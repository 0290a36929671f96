"""One round of Tournament Canberra Poker: antes, five cards to each hand, then bet or fold."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from houseway.equipment.cards import DECK, Card
from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.limits import short_of_chips
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.rules import (
    ANTE,
    BET,
    CARDS_IN_HAND,
    DEALER,
    DIRECTOR,
    PATRON_OR_DEALER,
    RANK,
    Rules,
    cite,
)
from houseway.games.tournament_canberra_poker.settle import good_ante, lost
from houseway.games.tournament_canberra_poker.state import (
    ANTES,
    BETWEEN,
    DEALING,
    DEALT,
    Play,
    hand_in,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

NOBODY = "nobody plays on"


def stopped(play: Play) -> Refused | None:
    """Why nobody can go on just now: the deck, a hand in the rack, or someone excluded."""
    if play.deck_check:
        state = (
            "waits for the dealer's count" if play.deck_check == "ordered" else "is not 52 cards"
        )
        return Refused("deck_in_doubt", play.cite("2.4"), f"the deck {state}")
    if play.held:
        return Refused(
            "hand_held", play.cite("11.6"), f"{play.held} in the rack is waiting for a ruling"
        )
    if play.layout.excluded and (barred := barred_patron(play)):
        sentence = f"{barred} is excluded and has an ante: void its wagers"
        return Refused("patron_excluded", play.cite("14.3(b)"), sentence)
    return None


def barred_patron(play: Play) -> str:
    """Someone excluded whose hand would still have to bet or fold."""
    return next((who for who in play.undecided().values() if who in play.layout.excluded), "")


# Opening the round and dealing


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    """Tournament Canberra Poker 4.1: antes come before the first card."""
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("4.1"), f"the table is at: {play.stage}")
    if play.replacements_unchecked:
        missing = " and ".join(sorted(play.replacements_unchecked))
        why = f"the {missing} must check the new cards"
        return Refused("cards_unchecked", play.cite("2.3"), why)
    if refused := stopped(play):
        return refused
    if not preparing.may_bet(play, play.rules.shoe):
        waiting = preparing.step(play, play.rules.shoe)
        return Refused("cards_not_ready", play.cite("5.1"), f"the cards are not ready: {waiting}")
    return Accepted((e.BettingOpened(play.round + 1, play.cite("4.1")),))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Canberra Poker 4.1: with no ante no round begins; the first card ends antes."""
    if play.stage != ANTES:
        return Refused("betting_not_open", play.cite("6.3"), f"the table is at: {play.stage}")
    if play.layout.wagers:
        return Refused("antes_placed", play.cite("4.4"), "the first card ends the antes: deal it")
    return accept(e.NoRoundBegun(play.round, play.cite("4.1")))


def without_ante(play: Play) -> list[str]:
    """Who at the table has neither placed an ante nor been passed over."""
    placed = set(play.antes().values()) | play.no_ante
    return [patron for patron in play.layout.idle_rounds if patron not in placed]


class Due(Struct, frozen=True, gc=False):
    """Where a card goes, by which clause, and how it is faced."""

    hand: str
    clause: Clause
    face_up: bool = False


def still_due(play: Play) -> Iterator[Due]:
    """Tournament Canberra Poker 6.3: clockwise to each box with an ante, then to the dealer.

    All lie face down but the dealer's fifth (6.2), and that one too if another is shown (11.2).
    """
    boxes = play.antes() if play.stage in (ANTES, DEALING) else {}
    for cycle in range(_cards_of(play, DEALER), CARDS_IN_HAND if boxes else 0):
        for hand in map(hand_in, boxes):
            if _cards_of(play, hand) <= cycle:
                yield _to_box(play, hand, cycle)
        yield _to_dealer(play, cycle)


def next_due(play: Play) -> Due | None:
    """The first of the cards that are still due; in the deal it is found without the others."""
    if play.stage != DEALING:
        return next(still_due(play), None)
    hands, wagers = play.hands, play.layout.wagers
    cycle = len(hands.get(DEALER, ()))
    for key, hand in play.clockwise:
        if len(hands.get(hand, ())) <= cycle and key in wagers:
            return _to_box(play, hand, cycle)
    return _to_dealer(play, cycle) if wagers else None


def _cards_of(play: Play, hand: str) -> int:
    return len(play.hands.get(hand, ()))


def _to_box(play: Play, hand: str, cycle: int) -> Due:
    return Due(hand, play.cite("6.3(c)" if cycle else "6.3(a)"))


def _to_dealer(play: Play, cycle: int) -> Due:
    if cycle < CARDS_IN_HAND - 1:
        return Due(DEALER, play.cite("6.3(c)" if cycle else "6.3(b)"))
    if play.shown is None:
        return Due(DEALER, play.cite("6.2"), face_up=True)
    return Due(DEALER, play.cite("11.2"))


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """Tournament Canberra Poker 6.1: the next card of the shoe, to the hand that 6.3 says."""
    if play.stage != DEALING or play.deck_check or play.held or play.layout.excluded:
        refused = stopped(play) or _not_dealing(play)
        if refused:
            return refused
    due, card = next_due(play), command.card
    if due is None:
        return Refused("no_card_due", play.cite("6.3"), "no hand is left to deal to")
    unseen = card is None and not due.face_up and play.stock.source
    if not unseen and (refused := _impossible(play, due, 1, card)):
        return refused
    dealt = (e.CardDealt(card, due.hand, due.clause),)
    return Accepted(dealt) if play.stage == DEALING else _dealt(play, dealt)


def deal_hands(play: Play, command: v.DealHands, by: Role) -> Ruling:
    """Every card that is still due, in its order; the one that is shown is named."""
    if refused := stopped(play) or _not_dealing(play):
        return refused
    due, card = tuple(still_due(play)), command.card
    if not due:
        return Refused("no_card_due", play.cite("6.3"), "no hand is left to deal to")
    if refused := _impossible(play, due[-1], len(due), card):
        return refused
    dealt = [e.CardDealt(card if each.face_up else None, each.hand, each.clause) for each in due]
    return _dealt(play, tuple(dealt))


def _impossible(play: Play, last: Due, number: int, card: Card | None) -> Refused | None:
    """Why so many cards cannot be dealt; only the last of them can be one that is shown."""
    if last.face_up and card is None:
        return Refused("card_not_named", last.clause, "the dealer's last card is shown: name it")
    if card is not None and not last.face_up:
        clause = last.clause if last.clause == play.cite("11.2") else play.cite("6.2")
        return Refused("card_is_face_down", clause, f"this card to {last.hand} lies face down")
    if number > play.stock.source:
        why = "the shoe is empty: the Director must decide"
        return Refused("shoe_empty", play.cite("14.4"), why)
    if card is not None and (impossible := play.stock.why_not(card)):
        return Refused("card_impossible", None, impossible)
    return None


def _dealt(play: Play, dealt: tuple[e.CardDealt, ...]) -> Accepted:
    """The first card of a round closes betting (reading G4)."""
    if play.stage == ANTES:
        return Accepted((e.BettingClosed(play.cite("4.4")), *dealt))
    return Accepted(dealt)


def _not_dealing(play: Play) -> Refused | None:
    if play.stage == DEALING:
        return None
    if play.stage != ANTES:
        return Refused("no_card_due", play.cite("6.3"), f"the table is at: {play.stage}")
    if not play.layout.wagers:
        return Refused("no_antes", play.cite("4.1"), "no ante has been placed")
    missing = without_ante(play)
    if missing:
        names = ", ".join(missing)
        return Refused("ante_missing", play.cite("4.1"), f"no ante yet from {names}")
    return None


# Bet or fold


def pick_up_cards(play: Play, command: v.PickUpCards, by: Role) -> Ruling:
    """Tournament Canberra Poker 7.1: after the dealer's last card, until the hand has decided."""
    if refused := stopped(play) or _no_decision(play, command.patron):
        return refused
    hand = hand_in(play.boxes[command.patron])
    if hand in play.picked_up and not command.cards:
        return Refused("picked_up_already", play.cite("7.1"), f"{command.patron} holds {hand}")
    if refused := refuse_cards(play, hand, command.cards) if command.cards else None:
        return refused
    taken = v.CardsPickedUp(command.patron, hand, command.cards, play.cite("7.1"))
    return Accepted((taken,))


def place_bet(play: Play, command: v.PlaceBet, by: Role) -> Ruling:
    """Tournament Canberra Poker 7.2: exactly twice the ante (readings CP5 and CP16)."""
    patron = command.patron
    if refused := stopped(play) or _no_decision(play, patron) or _not_the_turn(play, patron):
        return refused
    box = play.boxes[patron]
    wanted = bet_of(play, box, patron)
    if command.amount != wanted:
        asked = f"{dollar_text(command.amount)} is not twice the ante: {dollar_text(wanted)}"
        return Refused("bet_not_twice_the_ante", play.cite("7.2"), asked)
    if refused := short_of_chips(play.layout, patron=patron, needed=wanted):
        return refused
    return Accepted((e.WagerPlaced(patron, BET, wanted, box, play.cite("7.2")),))


def bet_of(play: Play, box: int, patron: str) -> int:
    return play.rules.antes_in_bet * good_ante(play, patron, play.layout.wagers[patron, box, ANTE])


def fold(play: Play, command: v.Fold, by: Role) -> Ruling:
    """Tournament Canberra Poker 7.3: the ante is lost at once, whatever the dealer later shows."""
    patron = command.patron
    if refused := stopped(play) or _no_decision(play, patron) or _not_the_turn(play, patron):
        return refused
    box = play.boxes[patron]
    folded = v.HandFolded(patron, hand_in(box), play.cite("terms: Fold"))
    ante = lost(play, patron, box, ANTE, play.cite("7.3"))
    if play.standing() > 1:
        return Accepted((folded, ante))
    # Reading CP15: nothing is left to compare, and the dealer's cards stay down.
    return accept(folded, ante, e.ResultAnnounced(NOBODY, {}, play.cite("7.3")))


def _no_decision(play: Play, patron: str) -> Refused | None:
    if play.stage in (ANTES, DEALING):
        return Refused("cards_still_coming", play.cite("7.1"), "the dealer's last card comes first")
    if play.stage != DEALT:
        return Refused("no_round_under_way", play.cite("7.1"), f"the table is at: {play.stage}")
    if not play.box_undecided(patron):
        return Refused("nothing_to_decide", play.cite("7.1"), f"{patron} has no hand to decide on")
    return None


def _not_the_turn(play: Play, patron: str) -> Refused | None:
    """Reading CP7: clockwise from the first box."""
    turn = play.first_undecided()
    if turn == patron:
        return None
    return Refused("not_the_turn", play.cite("7.1"), f"{turn} decides before {patron}")


def refuse_cards(play: Play, hand: str, cards: tuple[Card, ...]) -> Refused | None:
    """Why these cannot be the cards of the hand, or None.

    Tournament Canberra Poker 10.2(a): a card once seen in a hand stays in it.
    """
    if len(cards) != len(play.hands[hand]):
        counted = f"{len(cards)} cards named for {hand}: count the hand if it has not five"
        return Refused("wrong_number_of_cards", play.cite("9.7"), counted)
    held = play.hands[hand]
    if lacking := [card for card in held if card is not None and card not in cards]:
        return Refused("card_left_out", None, f"{' '.join(lacking)} was seen in {hand}")
    named = set(cards)
    doubled = len(named) < len(cards)
    if not doubled and RANK.keys() >= named and named.isdisjoint(play.stock.out):
        return None  # five cards that nobody has seen
    for card in cards:
        if doubled and cards.count(card) > 1:
            return Refused("card_impossible", None, f"{card} is named twice")
        if card not in held and (impossible := play.stock.why_not_known(card)):
            return Refused("card_impossible", None, impossible)
    return None


# The deck of Tournament Canberra Poker: checked, shuffled, cut, counted and replaced.


def order_deck_check(play: Play, command: v.OrderDeckCheck, by: Role) -> Ruling:
    return accept(v.DeckCheckOrdered(play.cite("2.4")))


def record_deck_check(play: Play, command: v.RecordDeckCheck, by: Role) -> Ruling:
    if play.deck_check != "ordered":
        return Refused("no_check_ordered", play.cite("2.4"), "the Director has ordered no check")
    return accept(v.DeckChecked(command.cards, play.cite("2.4")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("2.3"), "cards are changed between rounds only")
    for card in command.cards:
        if card not in DECK:
            return Refused("card_impossible", None, f"{card!r} is not a card")
    return accept(e.CardsReplaced(command.cards, play.cite("2.3")))


def confirm_replacement(play: Play, command: c.ConfirmReplacement, by: Role) -> Ruling:
    return preparing.check_replacement(play, by, play.cite("2.3"))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the deck, by the rules of an edition."""
    prepared = preparing.orders(rules.shoe)
    del prepared[c.DeclineCut]
    for kind in (c.CheckCards, c.CutCards):  # 2.2 and 5.2: the dealer's own task
        prepared[kind] = prepared[kind]._replace(roles=DEALERS)
    return prepared


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("4.1"), open_betting),
    c.CallNoMoreBets: May(DEALERS, cite("4.1"), call_no_more_bets),
    c.DealCard: May(DEALERS, cite("6.1"), deal_card),
    v.DealHands: May(DEALERS, cite("6.1"), deal_hands),
    v.PickUpCards: May(PATRON_OR_DEALER, cite("7.1"), pick_up_cards),
    v.PlaceBet: May(PATRON_OR_DEALER, cite("7.2"), place_bet),
    v.Fold: May(PATRON_OR_DEALER, cite("7.3"), fold),
    v.OrderDeckCheck: May(DIRECTOR, cite("2.4"), order_deck_check),
    v.RecordDeckCheck: May(DEALERS, cite("2.4"), record_deck_check),
    c.ReplaceCards: May(DIRECTOR, cite("2.3"), replace_cards),
    c.ConfirmReplacement: May(DEALERS | DIRECTOR, cite("2.3"), confirm_replacement),
}
