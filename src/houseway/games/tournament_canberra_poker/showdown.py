"""The showdown of Tournament Canberra Poker: hands revealed, wagers settled, cards collected."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.shoe_state import ShuffleDue
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.play import NOBODY, refuse_cards, stopped
from houseway.games.tournament_canberra_poker.rules import DEALER, cite
from houseway.games.tournament_canberra_poker.settle import settle_hands
from houseway.games.tournament_canberra_poker.state import (
    ANTES,
    BETWEEN,
    DEALING,
    DEALT,
    SETTLED,
    Play,
    box_of,
    hand_in,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

PLAYS, DOES_NOT_PLAY = "dealer plays", "dealer does not play"


def reveal_hand(play: Play, command: v.RevealHand, by: Role) -> Ruling:
    """The dealer's five cards first (9.1); then, if they qualify, those of every hand that bet."""
    refused = stopped(play) or _nothing_to_reveal(play, command.hand)
    if refused := refused or refuse_cards(play, command.hand, command.cards):
        return refused
    rules = play.rules
    worth = rules.hand_of(command.cards)
    why: tuple[Clause, ...] = (rules.order_of_hands[worth.kind], play.cite("9.7"))
    if command.hand == DEALER:
        why = (play.cite("9.1"), *why)
    return Accepted((v.HandRevealed(command.hand, command.cards, rules.named(worth), why),))


def _nothing_to_reveal(play: Play, hand: str) -> Refused | None:
    if play.stage != DEALT:
        return Refused("no_showdown", play.cite("9.1"), f"the table is at: {play.stage}")
    waiting = play.undecided()
    if waiting:
        names = ", ".join(waiting.values())
        return Refused("decisions_outstanding", play.cite("7.1"), f"still to bet or fold: {names}")
    if hand in play.revealed:
        return Refused("hand_open", play.cite("9.1"), f"{hand} lies open")
    if hand == DEALER:
        return None
    if box_of(hand) not in play.antes():
        return Refused("no_such_hand", play.cite("9.1"), f"{hand} is not in the showdown")
    if DEALER not in play.revealed:
        return Refused("dealer_first", play.cite("9.1"), "the dealer's hand is revealed first")
    if not dealer_plays(play):
        return Refused("nothing_to_compare", play.cite("9.3"), "the dealer does not play")
    return None


def dealer_plays(play: Play) -> bool:
    return play.rules.qualifies(play.rules.hand_of(play.known(DEALER)))


def still_to_reveal(play: Play) -> list[str]:
    """The hands that must lie open before the wagers can be settled."""
    if DEALER not in play.revealed:
        return [DEALER]
    if not dealer_plays(play):
        return []
    return [hand_in(box) for box in play.antes() if hand_in(box) not in play.revealed]


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    if refused := stopped(play):
        return refused
    if play.stage != DEALT or not play.standing():
        return Refused("nothing_to_settle", play.cite("9.1"), f"the table is at: {play.stage}")
    if undecided := play.undecided():
        names = ", ".join(undecided.values())
        return Refused("decisions_outstanding", play.cite("7.1"), f"still to bet or fold: {names}")
    if waiting := still_to_reveal(play):
        why = f"still face down: {', '.join(waiting)}"
        return Refused("hands_face_down", play.cite("9.1"), why)
    plays = dealer_plays(play)
    result = e.ResultAnnounced(
        PLAYS if plays else DOES_NOT_PLAY,
        told(play),
        play.cite("9.2") if plays else play.cite("9.3"),
    )
    return accept(result, *settle_hands(play))


def told(play: Play) -> dict[str, str]:
    """Every open hand with its cards and what they are called."""
    return {
        hand: f"{' '.join(cards)}, {play.rules.named(play.rules.hand_of(cards))}"
        for hand in play.hands
        if hand in play.revealed and (cards := play.known(hand))
    }


# Collecting


def over(play: Play) -> bool:
    """Nothing is left to win or lose in this round."""
    return play.stage == SETTLED or (play.stage in (DEALING, DEALT) and not play.standing())


def uncounted(play: Play) -> list[str]:
    """The hands whose five cards are still to be counted: 7.4 for folded ones, 9.7 for the rest.

    A hand that was revealed has shown its five cards; a void hand goes as it is.
    """
    if play.stage not in (DEALT, SETTLED) or play.is_void:
        return []
    done = play.counted | play.revealed | play.void_hands | play.racked
    due = play.hands if over(play) else play.folded
    return [hand for hand in play.hands if hand in due and hand not in done]


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """The round ends with every card in the rack, and the next one needs a new shuffle."""
    if play.stage in (BETWEEN, ANTES) or not over(play):
        return Refused("round_not_settled", play.cite("terms: Round of Play"), "settle first")
    if play.held:
        return Refused(
            "hand_held", play.cite("11.6"), f"{play.held} in the rack is waiting for a ruling"
        )
    waiting = uncounted(play)
    if waiting:
        clause = play.cite("7.4") if waiting[0] in play.folded else play.cite("9.7")
        return Refused("hand_uncounted", clause, f"count the cards of {', '.join(waiting)} first")
    clause = play.cite("terms: Round of Play")
    nobody = () if play.result or play.is_void else (e.ResultAnnounced(NOBODY, {}, clause),)
    return accept(*nobody, e.RoundEnded(play.round, clause), ShuffleDue(play.cite("5.1")))


ORDERS: dict[type[c.Command], May] = {
    v.RevealHand: May(DEALERS, cite("9.1"), reveal_hand),
    c.SettleWagers: May(DEALERS, cite("terms: Dealer"), settle_wagers),
    c.CollectCards: May(DEALERS, cite("terms: Round of Play"), collect_cards),
}
