"""One round of Tournament Mini-Baccarat: betting opened, cards dealt and exposed, settled."""

from __future__ import annotations

from collections import Counter

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.baccarat import BANKER, PLAYER, TIE
from houseway.games.edition import citing
from houseway.games.events import Settlement
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.settling import settle_by
from houseway.games.shoe_state import ShuffleDue
from houseway.games.tournament_mini_baccarat import rules
from houseway.games.tournament_mini_baccarat import state as v
from houseway.games.tournament_mini_baccarat.rules import DIRECTOR, HANDS, OFFICIALS, Rules, cite
from houseway.games.tournament_mini_baccarat.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Who wins, who loses, and what is paid.


def settle_wagers(play: Play, result: str) -> list[Settlement]:
    """Every wager by the result of the round: the losers first, then the others."""
    return settle_by(play, play.rules.verdicts[result], play.layout.wagers.items())


def cutting_card(play: Play, cards: int) -> tuple[e.Event, ...]:
    """The cutting card, if it comes out before or among the next cards of the shoe."""
    if play.prep.cutting_card_out or play.prep.behind <= play.stock.source - cards:
        return ()
    return (e.CuttingCardAppeared(play.cite("5.6")),)


# Opening the round


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    if refused := _not_ready(play):
        return refused
    if play.seen_card_kept:
        seen = "a card that was seen is kept: the round is a non-betting one"
        return Refused("non_betting_round", play.cite("9.2"), seen)
    return accept(e.BettingOpened(play.round + 1, play.cite("4.1")))


def begin_non_betting_round(play: Play, command: v.BeginNonBettingRound, by: Role) -> Ruling:
    """Tournament Mini-Baccarat 9.2: nothing else makes a round a non-betting one."""
    if refused := _not_ready(play):
        return refused
    if not play.seen_card_kept:
        return Refused("betting_round", play.cite("4.1"), "no card that was seen is kept")
    return accept(e.NonBettingRoundBegun(play.round + 1, play.cite("9.2")))


def _not_ready(play: Play) -> Refused | None:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("4.5"), f"the table is at: {play.stage}")
    if play.replacements_unchecked:
        missing = " and ".join(sorted(play.replacements_unchecked))
        why = f"the {missing} must check the new cards"
        return Refused("cards_unchecked", play.cite("2.3"), why)
    waiting = preparing.step(play, play.rules.shoe)
    if waiting != "ready":
        clause = {"check": play.cite("2.5"), "burn": play.cite("5.4")}.get(
            waiting, play.cite("5.1")
        )
        return Refused("cards_not_ready", clause, f"the cards are not ready: {waiting}")
    return None


# Dealing


def destination(play: Play) -> tuple[str, Clause] | None:
    """Where the next card goes and by which clause, or None when no card is due."""
    out = play.cards_out
    if out < 4:
        return play.rules.initial_deal[out]
    if play.stage != DEALING or play.hidden:
        return None
    player, banker = play.open_hands()
    return play.rules.tableau.third_card(player, banker)


def still_due(play: Play) -> tuple[Clause, str] | None:
    """Return the clause and a sentence for what the round still awaits, or None if nothing.

    Tournament Mini-Baccarat terms: Tableau (Table of Play): the tables are mandatory.
    """
    if due := destination(play):
        return due[1], f"a card is due to the {due[0]} hand"
    return (play.cite("6.3"), "a hand must be exposed first") if play.hidden else None


def complete(play: Play) -> bool:
    """Return whether every card that the rules call for has come and lies open."""
    return still_due(play) is None


def held(play: Play) -> Refused | None:
    if not play.held_round:
        return None
    return Refused(
        "round_held", play.cite("9.4"), f"round {play.held_round} is waiting for a ruling"
    )


def not_dealing(play: Play, clause: Clause) -> Refused | None:
    """Why nothing can be dealt, exposed or settled just now."""
    if play.held_round:
        return held(play)
    if play.stage == BETTING:
        return Refused("betting_open", play.cite("6.2"), "call no more bets before the first card")
    if play.stage != DEALING:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    return None


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """The next card of the shoe, to the hand that the rules say; an empty shoe voids the round."""
    if refused := not_dealing(play, play.cite("6.1")):
        return refused
    due = destination(play)
    if due is None:
        hands = play.known(PLAYER), play.known(BANKER)
        natural = not play.hidden and play.rules.tableau.is_natural(*hands)
        stands = play.cite("6.4") if natural else play.cite("7.1")
        return Refused("no_card_due", *(still_due(play) or (stands, "no card is due")))
    if play.carried:
        why = "the kept card comes first in this round"
        return Refused("kept_card_first", play.cite("9.3"), why)
    if not play.stock.source:
        clauses = (play.cite("9.6"), play.cite("terms: Void"))
        return accept(*void_events(play, play.round, "the shoe is empty", *clauses))
    if refused := _wrong_face(play, command.card):
        return refused
    if impossible := play.stock.why_not(command.card):
        return Refused("card_impossible", None, impossible)
    dealt, cut = e.CardDealt(command.card, due[0], due[1]), cutting_card(play, 1)
    return Accepted((*cut, dealt) if cut else (dealt,))


def _wrong_face(play: Play, card: Card | None) -> Refused | None:
    if card is None and play.options.deal == "face up":
        why = "cards are dealt face up here: name the card"
        return Refused("card_not_named", play.cite("2.2"), why)
    if card is not None and play.options.deal == "face down":
        return Refused("card_is_face_down", play.cite("2.2"), "cards are dealt face down here")
    return None


def use_kept_card(play: Play, command: c.UseKeptCard, by: Role) -> Ruling:
    """Tournament Mini-Baccarat 9.2 and 9.3: a card drawn in excess is the first of this round."""
    if refused := not_dealing(play, play.cite("9.3")):
        return refused
    due = destination(play)
    if not play.carried or due is None:
        return Refused("no_kept_card", play.cite("9.3"), "no card is kept for this place")
    seen = play.stock.aside[0]
    if seen is not None:
        if command.card not in (None, seen):
            return Refused("card_impossible", None, f"the kept card is {seen}")
        return accept(e.KeptCardUsed(None, due[0], play.cite("9.2")))
    if refused := _wrong_face(play, command.card):
        return refused
    if impossible := command.card and play.stock.why_not_known(command.card):
        return Refused("card_impossible", None, impossible)
    return accept(e.KeptCardUsed(command.card, due[0], play.cite("9.3")))


# Exposing hands dealt face down


def exposer(play: Play, hand: str) -> str:
    """Who turns up the hand: a patron by name, or `dealer` (6.3, reading TM9).

    The Director's word for this round comes first. Of equal stakes the lower box number has it; in
    rotation it goes clockwise from the box that had it last.
    """
    here = play.layout.idle_rounds
    named = play.exposers.get(hand)
    if named and (named in here or named == Role.DEALER):
        return named
    staked = sorted(
        (box, stake, who)
        for (who, box, wager), stake in play.layout.wagers.items()
        if wager == hand and who in here
    )
    if not staked or play.options.exposes == rules.BY_DEALER:
        return Role.DEALER
    if play.options.exposes == rules.BY_LARGEST:
        return max(staked, key=lambda each: each[1])[2]
    last = play.last_turned.get(hand, 0)
    return next((who for box, _, who in staked if box > last), staked[0][2])


def let_expose(play: Play, command: v.LetExpose, by: Role) -> Ruling:
    if refused := not_dealing(play, play.cite("6.3")) or _nothing_hidden(play, command.hand):
        return refused
    if command.person != Role.DEALER and command.person not in play.layout.idle_rounds:
        return Refused("not_at_table", play.cite("6.3"), f"{command.person} is not at the table")
    return accept(v.ExposerNamed(command.hand, command.person, play.cite("6.3")))


def reveal_hand(play: Play, command: c.RevealHand, by: Role) -> Ruling:
    if refused := not_dealing(play, play.cite("6.3")) or _nothing_hidden(play, command.hand):
        return refused
    entitled = exposer(play, command.hand)
    if (command.patron or Role.DEALER) != entitled:
        sentence = f"the {command.hand} hand is for {entitled} to expose"
        return Refused("not_entitled_to_expose", play.cite("6.3"), sentence)
    hidden = play.hand(command.hand).count(None)
    if len(command.cards) != hidden:
        counted = f"{len(command.cards)} cards named, {hidden} lie face down"
        return Refused("wrong_number_of_cards", play.cite("6.3"), counted)
    if impossible := play.stock.why_not_all(turned=command.cards):
        return Refused("card_impossible", None, impossible)
    box = play.boxes.get(command.patron, 0)
    return accept(v.HandExposed(command.hand, command.cards, entitled, box, play.cite("6.3")))


def _nothing_hidden(play: Play, hand: str) -> Refused | None:
    if hand not in HANDS:
        why = f"{hand} is neither player nor banker"
        return Refused("no_such_hand", play.cite("terms: Hand"), why)
    if play.cards_out < 4:
        two = "both hands must have two cards first"
        return Refused("initial_deal_first", play.cite("terms: Initial Deal"), two)
    if None not in play.hand(hand):
        return Refused("nothing_to_expose", play.cite("6.3"), f"the {hand} hand lies open")
    return None


# Settling and ending the round


def settle(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """Announce the result and settle; a non-betting round has a result and nothing to settle."""
    if refused := not_dealing(play, play.cite("terms: Dealer")):
        return refused
    if awaited := still_due(play):
        return Refused("round_not_complete", *awaited)
    player, banker = play.open_hands()
    result = play.rules.tableau.winner(player, banker)
    hands = {PLAYER: " ".join(player), BANKER: " ".join(banker)}
    clause = play.cite("9.2") if play.non_betting else play.rules.results[result]
    return accept(e.ResultAnnounced(result, hands, clause), *settle_wagers(play, result))


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """The round ends with the cards in the discard rack; 5.6 says what follows the cutting card.

    Reading MB4: one more round after a tie, whatever comes of it. A void round is no tie. A shoe
    without a card left is spent as well.
    """
    clause = play.cite("terms: Round of Play")
    if play.stage != SETTLED:
        return Refused("round_not_settled", clause, "settle first")
    if refused := held(play):
        return refused
    ended = e.RoundEnded(play.round, clause)
    if not play.prep.cutting_card_out and play.stock.source:
        return accept(ended)
    tie = play.result == TIE and play.round not in play.layout.voided
    if tie and not play.last_round and play.stock.source:
        return accept(ended, e.LastRoundCalled(play.cite("5.6")))
    return accept(ended, ShuffleDue(play.cite("5.6" if play.prep.cutting_card_out else "5.1")))


# Changing cards


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("2.3"), "cards are changed between rounds only")
    for card, copies in Counter(command.cards).items():
        if card not in play.rules.tableau.value or copies > play.rules.decks:
            return Refused("card_impossible", None, f"{copies} of {card} cannot be replaced")
    return accept(e.CardsReplaced(command.cards, play.cite("2.3")))


def confirm_replacement(play: Play, command: c.ConfirmReplacement, by: Role) -> Ruling:
    return preparing.check_replacement(play, by, play.cite("2.3"))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the cards of an edition, and who gives them here.

    Tournament Mini-Baccarat 5.2: a patron cuts in person or through the dealer; the Director where
    all decline.
    """
    orders = preparing.orders(rules.shoe)
    cutting = May(PATRONS | OFFICIALS, citing(rules)("5.2"), orders[c.CutCards].decide)
    return {
        **orders,
        c.CheckCards: orders[c.CheckCards]._replace(roles=DEALERS),
        c.DeclineCut: orders[c.DeclineCut]._replace(roles=PATRONS | DEALERS),
        c.CutCards: cutting,
    }


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("4.1"), open_betting),
    v.BeginNonBettingRound: May(DEALERS, cite("9.2"), begin_non_betting_round),
    c.DealCard: May(DEALERS, cite("6.1"), deal_card),
    c.UseKeptCard: May(DEALERS, cite("9.3"), use_kept_card),
    v.LetExpose: May(DIRECTOR, cite("6.3"), let_expose),
    c.RevealHand: May(DEALERS | PATRONS, cite("6.3"), reveal_hand),
    c.SettleWagers: May(DEALERS, cite("terms: Dealer"), settle),
    c.CollectCards: May(DEALERS, cite("terms: Round of Play"), collect_cards),
    c.ReplaceCards: May(DIRECTOR, cite("2.3"), replace_cards),
    c.ConfirmReplacement: May(OFFICIALS, cite("2.3"), confirm_replacement),
}
