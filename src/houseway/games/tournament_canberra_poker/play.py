"""One round of Tournament Canberra Poker: antes, five cards to each hand, then bet or fold."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.limits import short_of_chips
from houseway.games.tournament_canberra_poker import rules
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.deck import SHOE
from houseway.games.tournament_canberra_poker.rules import (
    ANTE,
    BET,
    CARDS_IN_HAND,
    DEALER,
    PLAYERS,
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
from houseway.rulebook.ruling import Refused, Ruling

NOBODY = "nobody plays on"


def stopped(play: Play) -> Refused | None:
    """Why nobody can go on just now: the deck, a hand in the rack, or somebody excluded."""
    if play.deck_check:
        state = "awaits the dealer's count" if play.deck_check == "ordered" else "is not 52 cards"
        return Refused("deck_in_doubt", cite("2.4"), f"the deck {state}")
    if play.held:
        return Refused("hand_held", cite("11.6"), f"{play.held} in the rack awaits a ruling")
    barred = barred_patron(play)
    if barred:
        sentence = f"{barred} is excluded and has an ante: its wagers are to be voided"
        return Refused("patron_excluded", cite("14.3(b)"), sentence)
    return None


def barred_patron(play: Play) -> str:
    """Somebody excluded whose hand would still have to bet or fold."""
    if not play.layout.excluded:
        return ""
    return next((who for who in play.undecided().values() if who in play.layout.excluded), "")


# Opening the round and dealing


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    """Tournament Canberra Poker 4.1: antes come before the first card."""
    if play.stage != BETWEEN:
        return Refused("round_under_way", cite("4.1"), f"the table is at: {play.stage}")
    if play.replacements_unchecked:
        missing = " and ".join(sorted(play.replacements_unchecked))
        return Refused("cards_unchecked", cite("2.3"), f"the {missing} must check the new cards")
    refused = stopped(play)
    if refused:
        return refused
    if not preparing.may_bet(play, SHOE):
        waiting = preparing.step(play, SHOE)
        return Refused("cards_not_ready", cite("5.1"), f"the cards await: {waiting}")
    return accept(e.BettingOpened(play.round + 1, cite("4.1")))


def without_ante(play: Play) -> list[str]:
    """Who at the table has neither placed an ante nor been passed over."""
    placed = set(play.antes().values()) | play.no_ante
    return [patron for patron in play.layout.idle_rounds if patron not in placed]


def destination(play: Play) -> tuple[str, Clause] | None:
    """Tournament Canberra Poker 6.3: clockwise to each box with an ante, then to the dealer."""
    if play.stage not in (ANTES, DEALING):
        return None
    boxes, dealt = play.antes(), len(play.hands.get(DEALER, ()))
    if not boxes:
        return None
    for box in boxes:
        if len(play.hands.get(hand_in(box), ())) <= dealt:
            return hand_in(box), cite("6.3(c)") if dealt else cite("6.3(a)")
    if face_up_next(play):
        return DEALER, cite("6.2")
    return DEALER, cite("6.3(c)") if dealt else cite("6.3(b)")


def face_up_next(play: Play) -> bool:
    """Is the dealer's next card the one shown? Not if another is (11.2)."""
    last = len(play.hands.get(DEALER, ())) == CARDS_IN_HAND - 1
    return last and play.shown is None


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """Tournament Canberra Poker 6.1: the next card of the shoe, to the hand that 6.3 says.

    The first card closes betting (4.4, reading G4).
    """
    refused = stopped(play) or _not_dealing(play)
    if refused:
        return refused
    due = destination(play)
    if due is None:
        return Refused("no_card_due", cite("6.3"), "no hand is left to deal to")
    hand, clause = due
    refused = _wrong_face(play, hand, command.card)
    if refused:
        return refused
    if not play.stock.source:
        return Refused("shoe_empty", cite("14.4"), "the shoe is empty: the Director must decide")
    impossible = play.stock.why_not(command.card)
    if impossible:
        return Refused("card_impossible", None, impossible)
    dealt = e.CardDealt(command.card, hand, clause)
    return accept(e.BettingClosed(cite("4.4")), dealt) if play.stage == ANTES else accept(dealt)


def _not_dealing(play: Play) -> Refused | None:
    if play.stage == DEALING:
        return None
    if play.stage != ANTES:
        return Refused("no_card_due", cite("6.3"), f"the table is at: {play.stage}")
    if not play.layout.wagers:
        return Refused("no_antes", cite("4.1"), "no ante has been placed")
    missing = without_ante(play)
    if missing:
        names = ", ".join(missing)
        return Refused("ante_missing", cite("4.1"), f"no ante yet from {names}")
    return None


def _wrong_face(play: Play, hand: str, card: Card | None) -> Refused | None:
    if hand == DEALER and face_up_next(play):
        if card is None:
            return Refused("card_not_named", cite("6.2"), "the dealer's last card is shown")
        return None
    if card is None:
        return None
    clause = cite("11.2") if _is_dealers_last(play, hand) else cite("6.2")
    return Refused("card_is_face_down", clause, f"this card to {hand} is dealt face down")


def _is_dealers_last(play: Play, hand: str) -> bool:
    return hand == DEALER and len(play.hands.get(DEALER, ())) == CARDS_IN_HAND - 1


# Bet or fold


def pick_up_cards(play: Play, command: v.PickUpCards, by: Role) -> Ruling:
    """Tournament Canberra Poker 7.1: after the dealer's last card, until the hand has decided."""
    refused = stopped(play) or _no_decision(play, command.patron)
    if refused:
        return refused
    hand = hand_in(_box_undecided(play, command.patron))
    if hand in play.picked_up and not command.cards:
        return Refused("picked_up_already", cite("7.1"), f"{command.patron} holds {hand}")
    refused = refuse_cards(play, hand, command.cards) if command.cards else None
    if refused:
        return refused
    return accept(v.CardsPickedUp(command.patron, hand, command.cards, cite("7.1")))


def place_bet(play: Play, command: v.PlaceBet, by: Role) -> Ruling:
    """Tournament Canberra Poker 7.2: exactly twice the ante (readings CP5 and CP16)."""
    patron = command.patron
    refused = stopped(play) or _no_decision(play, patron) or _not_the_turn(play, patron)
    if refused:
        return refused
    box = _box_undecided(play, patron)
    wanted = bet_of(play, box, patron)
    if command.amount != wanted:
        asked = f"{dollar_text(command.amount)} is not twice the ante: {dollar_text(wanted)}"
        return Refused("bet_not_twice_the_ante", cite("7.2"), asked)
    refused = short_of_chips(play.layout, patron=patron, needed=wanted)
    if refused:
        return refused
    return accept(e.WagerPlaced(patron, BET, wanted, box, cite("7.2")))


def bet_of(play: Play, box: int, patron: str) -> int:
    return rules.ANTES_IN_BET * good_ante(play, patron, play.layout.wagers[patron, box, ANTE])


def fold(play: Play, command: v.Fold, by: Role) -> Ruling:
    """Tournament Canberra Poker 7.3: the ante is lost at once, whatever the dealer later shows."""
    patron = command.patron
    refused = stopped(play) or _no_decision(play, patron) or _not_the_turn(play, patron)
    if refused:
        return refused
    box = _box_undecided(play, patron)
    folded = v.HandFolded(patron, hand_in(box), cite("terms: Fold"))
    ante = lost(play, patron, box, ANTE, cite("7.3"))
    if len(play.antes()) > 1:
        return accept(folded, ante)
    # Reading CP15: nothing is left to compare, and the dealer's cards stay down.
    return accept(folded, ante, e.ResultAnnounced(NOBODY, {}, cite("7.3")))


def _no_decision(play: Play, patron: str) -> Refused | None:
    if play.stage in (ANTES, DEALING):
        return Refused("cards_still_coming", cite("7.1"), "the dealer's last card comes first")
    if play.stage != DEALT:
        return Refused("no_round_under_way", cite("7.1"), f"the table is at: {play.stage}")
    if not _box_undecided(play, patron):
        return Refused("nothing_to_decide", cite("7.1"), f"{patron} has no hand to decide on")
    return None


def _not_the_turn(play: Play, patron: str) -> Refused | None:
    """Reading CP7: clockwise from the first box."""
    turn = next(iter(play.undecided().values()))
    if turn == patron:
        return None
    return Refused("not_the_turn", cite("7.1"), f"{turn} decides before {patron}")


def _box_undecided(play: Play, patron: str) -> int:
    return next((box for box, who in play.undecided().items() if who == patron), 0)


def refuse_cards(play: Play, hand: str, cards: tuple[Card, ...]) -> Refused | None:
    """Why these cannot be the cards of the hand, or None."""
    if len(cards) != len(play.hands[hand]):
        counted = f"{len(cards)} cards named for {hand}: count the hand if it has not five"
        return Refused("wrong_number_of_cards", cite("9.7"), counted)
    known, stock = play.known(hand), play.stock.copy()
    lacking = [card for card in known if card not in cards]
    if lacking:
        return Refused("card_left_out", None, f"{' '.join(lacking)} was seen in {hand}")
    for card in cards:
        if cards.count(card) > 1:
            return Refused("card_impossible", None, f"{card} is named twice")
        impossible = None if card in known else stock.why_not_known(card)
        if impossible:
            return Refused("card_impossible", None, impossible)
    return None


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("4.1"), open_betting),
    c.DealCard: May(DEALERS, cite("6.1"), deal_card),
    v.PickUpCards: May(PLAYERS, cite("7.1"), pick_up_cards),
    v.PlaceBet: May(PLAYERS, cite("7.2"), place_bet),
    v.Fold: May(PLAYERS, cite("7.3"), fold),
}
