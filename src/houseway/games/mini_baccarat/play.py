"""One round of Mini Baccarat: betting opened, cards dealt and exposed, wagers settled."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.baccarat import winner
from houseway.games.game import May, accept
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat import state as v
from houseway.games.mini_baccarat.rules import BANKER, PLAYER, TIE, cite
from houseway.games.mini_baccarat.settle import settle_hands, settle_pairs
from houseway.games.mini_baccarat.state import BETTING, BETWEEN, DEALING, SETTLED, Play, held
from houseway.games.provisions import void_events
from houseway.games.shoe_state import ShuffleDue
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Opening the round


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    """Mini Baccarat 4.1: everybody is given the opportunity to wager before the first card."""
    clause = play.cite("4.1")
    if refused := _not_ready(play, clause):
        return refused
    if play.no_bet_next:
        return Refused("no_bet_coup_due", play.cite("12.2"), "an exposed card opens a no-bet coup")
    return Accepted((e.BettingOpened(play.round + 1, clause),))


def _not_ready(play: Play, clause: Clause) -> Refused | None:
    if play.stage != BETWEEN:
        return Refused("round_under_way", clause, f"the table is at: {play.stage}")
    if refused := held(play):
        return refused
    if play.replacements_unchecked:
        missing = " and ".join(sorted(play.replacements_unchecked))
        why = f"the {missing} must check the new cards"
        return Refused("cards_unchecked", play.cite("2.3"), why)
    if not preparing.may_bet(play, play.rules.shoe):
        waiting = preparing.step(play, play.rules.shoe)
        return Refused("cards_not_ready", play.cite("5.1"), f"the cards are not ready: {waiting}")
    return None


def ask_no_bet(play: Play, command: v.AskNoBetCoup, by: Role) -> Ruling:
    """Mini Baccarat 15.1: in a tournament everybody wagers in every round (reading TP22)."""
    if play.options.use == "tournament":
        compulsory = "no coup goes without wagers by request in a tournament"
        return Refused("wagers_compulsory", play.cite("15.1"), compulsory)
    if command.patron not in play.layout.idle_rounds:
        return Refused("not_at_table", play.cite("4.7(a)"), f"{command.patron} is not at the table")
    return accept(v.NoBetCoupAsked(command.patron, play.cite("4.7(a)")))


def agree_no_bet(play: Play, command: c.AgreeNoBetCoup, by: Role) -> Ruling:
    if command.patron not in play.layout.idle_rounds:
        return Refused("not_at_table", play.cite("4.7(b)"), f"{command.patron} is not at the table")
    if not play.no_bet_asked:
        why = "nobody has asked for a no-bet coup"
        return Refused("no_bet_not_asked", play.cite("4.7(a)"), why)
    return accept(e.NoBetCoupAgreed(command.patron, play.cite("4.7(b)")))


def direct_no_bet(play: Play, command: v.DirectNoBetCoup, by: Role) -> Ruling:
    """Mini Baccarat 4.7 and 4.8, or the coup that 12.2 makes one."""
    if refused := _not_ready(play, play.cite("4.7")):
        return refused
    if play.no_bet_next:
        return accept(e.NoBetCoupBegun(play.round + 1, play.cite("12.2")))
    if by not in play.rules.supervisors:
        clause = play.cite("4.7" if play.layout.idle_rounds else "4.8")
        return Refused("role_may_not", clause, "only a casino supervisor directs it")
    present = set(play.layout.idle_rounds)
    if not present:
        return accept(e.NoBetCoupBegun(play.round + 1, play.cite("4.8")))
    if not play.no_bet_asked:
        why = "nobody has asked for a no-bet coup"
        return Refused("no_bet_not_asked", play.cite("4.7(a)"), why)
    missing = present - play.no_bet_agreed - {play.no_bet_asked}
    if missing:
        names = ", ".join(sorted(missing))
        return Refused("no_bet_not_agreed", play.cite("4.7(b)"), f"not agreed by {names}")
    return accept(e.NoBetCoupBegun(play.round + 1, play.cite("4.7")))


# Dealing


def destination(play: Play) -> tuple[str, Clause] | None:
    """Where the next card goes and by which clause, or None when no card is due.

    Mini Baccarat terms: Initial Deal: four cards; then, with both hands open and the pairs
    settled (Mini Baccarat 9.10), the third cards, whatever wagers there are (Mini Baccarat 9.4(a)).
    """
    out = len(play.player) + len(play.banker)
    if out < 4:
        return play.rules.initial_deal[out]
    if play.hidden or not play.pairs_settled or play.stage != DEALING:
        return None
    player, banker = play.open_hands()
    return play.rules.tableau.third_card(player, banker)


def still_due(play: Play, *, pairs: bool = True) -> tuple[Clause, str] | None:
    """Return the clause and a sentence for what the round still awaits, or None if nothing.

    With `pairs`, pairs that are not settled count as awaited.
    """
    out = len(play.player) + len(play.banker)
    if out < 4:
        return play.rules.initial_deal[out][1], "the initial deal is not complete"
    if play.hidden:
        return play.cite("6.3" if out == 4 else "7.4"), "a hand must be exposed first"
    if pairs and not play.pairs_settled:
        return play.cite("9.9"), "the pairs are settled before any further card"
    player, banker = play.open_hands()
    due = play.rules.tableau.third_card(player, banker)
    return (due[1], f"a card is due to the {due[0]} hand") if due else None


def complete(play: Play) -> bool:
    """Return whether every card has come and lies open, and the pairs are settled."""
    return still_due(play) is None


def not_dealing(play: Play, clause: Clause) -> Refused | None:
    """Why nothing can be dealt or settled just now."""
    if play.stage == DEALING and not play.held_round and not play.window:
        return None
    if refused := held(play):
        return refused
    if play.window:
        return Refused("window_open", play.window_clause, "wagers may still change")
    if play.stage == BETTING:
        return Refused("betting_open", play.cite("6.2"), "call no more bets before the first card")
    return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")


def _not_burned(play: Play) -> Refused | None:
    if play.prep.burned and not play.prep.still_to_burn:
        return None
    why = "burn before the first round of the shoe"
    return Refused("burn_outstanding", play.cite("5.5"), why)


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """Mini Baccarat 6.1: the next card of the shoe, to the hand that the rules say."""
    if play.stage != DEALING or play.held_round or play.window:
        return not_dealing(play, play.cite("6.1")) or _nothing_due(play)
    if refused := _not_burned(play):
        return refused
    prep, stock, card = play.prep, play.stock, command.card
    due = destination(play)
    if due is None:
        return _nothing_due(play)
    if stock.aside and not play.player:
        why = "the kept card is the first of this round"
        return Refused("kept_card_first", play.cite("12.3"), why)
    if (card is None) is not (play.options.deal == "face down"):
        return _wrong_face(play, card)
    if not stock.source:
        return _insufficient(play)
    used_up = card is not None and stock.out.get(card, stock.decks) >= stock.decks
    if used_up and (impossible := stock.why_not(card)):
        return Refused("card_impossible", None, impossible)
    to, clause = due
    dealt = e.CardDealt(card, to, clause)
    if stock.source <= prep.behind and not prep.cutting_card_out:
        return accept(e.CuttingCardAppeared(play.cite("5.8")), dealt)
    return Accepted((dealt,))


def _nothing_due(play: Play) -> Refused:
    tableau = play.rules.tableau
    natural = not play.hidden and tableau.is_natural(*play.open_hands())
    stands = tableau.natural_clause if natural else play.cite("7.1")
    return Refused("no_card_due", *(still_due(play) or (stands, "no card is due")))


def _wrong_face(play: Play, card: Card | None) -> Refused:
    if card is None:
        why = "cards are dealt face up here: name the card"
        return Refused("card_not_named", play.cite("2.2"), why)
    return Refused("card_is_face_down", play.cite("2.2"), "cards are dealt face down here")


def _insufficient(play: Play) -> Ruling:
    """Mini Baccarat 12.7: a shoe that cannot complete the round voids it."""
    clauses = (play.cite("12.7"), play.cite("terms: Void"))
    return accept(*void_events(play, play.round, "the shoe is empty", *clauses))


def use_kept_card(play: Play, command: c.UseKeptCard, by: Role) -> Ruling:
    """Mini Baccarat 12.2 and 12.3: a card drawn in excess is the first card of this round."""
    if refused := not_dealing(play, play.cite("12.3")):
        return refused
    if not play.stock.aside or play.player:
        why = "no card is kept for the first of this round"
        return Refused("no_kept_card", play.cite("12.3"), why)
    if refused := _not_burned(play):
        return refused
    seen = play.stock.aside[0]
    if seen is not None:
        return accept(e.KeptCardUsed(None, PLAYER, play.cite("12.2")))
    if (command.card is None) != (play.options.deal == "face down"):
        return _wrong_face(play, command.card)
    if impossible := command.card and play.stock.why_not_known(command.card):
        return Refused("card_impossible", None, impossible)
    return accept(e.KeptCardUsed(command.card, PLAYER, play.cite("12.3")))


# Exposing hands dealt face down


def may_turn(play: Play, hand: str) -> list[str]:
    """Reading MB12: who may be given the hand, the largest stake on it first."""
    staked = [
        (stake, who) for (who, _, wager), stake in play.layout.wagers.items() if wager == hand
    ]
    return [who for _, who in sorted(staked, key=lambda each: -each[0])]


def deliver_hand(play: Play, command: v.DeliverHand, by: Role) -> Ruling:
    clause = play.cite("6.3(a)") if command.hand == PLAYER else play.cite("6.3(b)")
    if refused := not_dealing(play, clause) or _nothing_hidden(play, command.hand, clause):
        return refused
    entitled = may_turn(play, command.hand)
    if command.patron not in entitled:
        names = ", ".join(entitled) or "nobody; the dealer exposes it"
        sentence = f"{command.patron} has no wager on {command.hand}; entitled: {names}"
        return Refused("not_entitled_to_expose", clause, sentence)
    return accept(v.HandDelivered(command.hand, command.patron, clause))


def reveal_hand(play: Play, command: c.RevealHand, by: Role) -> Ruling:
    clause = play.cite("7.4") if len(play.hand(command.hand)) == 3 else play.cite("6.3")
    if refused := not_dealing(play, clause) or _nothing_hidden(play, command.hand, clause):
        return refused
    holder = play.handed.get(command.hand, "")
    if command.patron != holder:
        who = holder or "the dealer"
        return Refused("not_entitled_to_expose", clause, f"the {command.hand} hand is with {who}")
    hidden = play.hand(command.hand).count(None)
    if len(command.cards) != hidden:
        counted = f"{len(command.cards)} cards named, {hidden} lie face down"
        return Refused("wrong_number_of_cards", clause, counted)
    if impossible := play.stock.why_not_all(turned=command.cards):
        return Refused("card_impossible", None, impossible)
    return accept(v.HandExposed(command.hand, command.cards, holder or by, clause))


def _nothing_hidden(play: Play, hand: str, clause: Clause) -> Refused | None:
    if hand not in (PLAYER, BANKER):
        return Refused("no_such_hand", clause, f"{hand} is neither player nor banker")
    if len(play.player) + len(play.banker) < 4:
        return Refused("initial_deal_first", clause, "both hands must have two cards first")
    if None not in play.hand(hand):
        return Refused("nothing_to_expose", clause, f"the {hand} hand lies open")
    return None


# Settling and ending the round


def settle_pairs_now(play: Play, command: v.SettlePairs, by: Role) -> Ruling:
    if refused := not_dealing(play, play.cite("9.9")):
        return refused
    if play.pairs_settled:
        return Refused("no_pairs_to_settle", play.cite("9.9"), "there are no pairs to settle")
    if len(play.known(PLAYER)) < 2 or len(play.known(BANKER)) < 2:
        why = "both hands must show two cards first"
        return Refused("initial_deal_first", play.cite("9.9"), why)
    return accept(*settle_pairs(play), v.PairsSettled(play.cite("9.9")))


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """Announce the result and settle; a no-bet coup has a result and nothing to settle (4.9)."""
    if play.stage != DEALING or play.held_round or play.window:
        return not_dealing(play, play.cite("8.4")) or _nothing_due(play)
    if awaited := still_due(play):
        return Refused("round_not_complete", *awaited)
    player, banker = play.open_hands()
    tableau = play.rules.tableau
    against = tableau.total(banker)
    result = winner(tableau.total(player), against)
    hands = {PLAYER: " ".join(player), BANKER: " ".join(banker)}
    clause = play.cite("4.9") if play.no_bet else play.rules.result_clause[result]
    settled = settle_hands(play, result, result == BANKER and against == 6)
    return Accepted((e.ResultAnnounced(result, hands, clause), *settled))


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """The round ends with the cards in the discard rack; 5.8 says what follows the cutting card."""
    if play.stage != SETTLED:
        return Refused("round_not_settled", play.cite("terms: Round of Play"), "settle first")
    if refused := held(play):
        return refused
    ended = e.RoundEnded(play.round, play.cite("terms: Round of Play"))
    if not play.prep.cutting_card_out:
        return Accepted((ended,))
    tie = play.result == TIE and play.round not in play.layout.voided
    if tie and not play.last_round:
        return accept(ended, e.LastRoundCalled(play.cite("5.8")))
    return accept(ended, ShuffleDue(play.cite("5.1(b)")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("2.3"), "cards are changed between rounds only")
    return accept(e.CardsReplaced(command.cards, play.cite("2.3")))


def confirm_replacement(play: Play, command: c.ConfirmReplacement, by: Role) -> Ruling:
    role = "dealer" if by == Role.DEALER else "supervisor"
    return preparing.check_replacement(play, role, play.cite("2.3"))


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("4.1"), open_betting),
    v.AskNoBetCoup: May(PATRONS | STAFF, cite("4.7(a)"), ask_no_bet),
    c.AgreeNoBetCoup: May(PATRONS | STAFF, cite("4.7(b)"), agree_no_bet),
    v.DirectNoBetCoup: May(STAFF, cite("4.7"), direct_no_bet),
    c.DealCard: May(DEALERS, cite("6.1"), deal_card),
    c.UseKeptCard: May(DEALERS, cite("12.3"), use_kept_card),
    v.DeliverHand: May(DEALERS, cite("6.3"), deliver_hand),
    c.RevealHand: May(DEALERS | PATRONS, cite("6.3"), reveal_hand),
    v.SettlePairs: May(DEALERS, cite("9.9"), settle_pairs_now),
    c.SettleWagers: May(DEALERS, cite("terms: Dealer"), settle_wagers),
    c.CollectCards: May(DEALERS, cite("terms: Round of Play"), collect_cards),
    c.ReplaceCards: May(rules.TABLE_OPERATOR, cite("2.3"), replace_cards),
    c.ConfirmReplacement: May(DEALERS | SUPERVISORS, cite("2.3"), confirm_replacement),
}
