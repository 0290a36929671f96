"""The cards of 7-Up Baccarat before they are dealt: check, shuffle, burn, replacement."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.preparing import ShoeRules
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import vocabulary as v
from houseway.games.seven_up_baccarat.rules import cite
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, Play
from houseway.rulebook.roles import DEALERS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

# The check of 3.4 is free, nothing is cut, and one card is burned unseen.
DEVICE = ShoeRules(
    shuffle=cite("4.1"),
    preshuffled=cite("1.1 casino pre-shuffled cards"),
    burn=lambda play: cite("4.4"),
    burn_omitted=cite("12.7"),
    uses_shoe=lambda play: False,
)

# 7-Up Baccarat 3.4: who or what may check the cards before use.
CHECKERS = ("the dealer", "a casino supervisor", "a deck-checking device")


def no_coup_under_way(play: Play) -> bool:
    """A coup begins with its first card (7-Up Baccarat 1.1 coup); wagers may lie there before."""
    return play.stage in (BETWEEN, BETTING)


def interrupted(play: Play) -> Refused | None:
    """What must be put right before anything is wagered, dealt or settled."""
    if play.held_round:
        return Refused("coup_held", cite("12.1"), f"coup {play.held_round} awaits a ruling")
    if play.dropped:
        return Refused("cards_dropped", cite("4.3"), "a supervisor checks that all were collected")
    if play.card_check == "ordered":
        return Refused("cards_under_check", cite("3.9"), "the cards are being verified")
    if play.card_check == "emptied":
        return Refused("cards_under_check", cite("12.8.3"), "the decks are to be verified")
    if play.owed:
        to, about = play.owed[0]
        clause = rules.NOTIFICATIONS[about]
        return Refused("notification_owed", clause, f"{to} must be notified of {about}")
    return None


_SHARED = preparing.orders(DEVICE, no_coup_under_way)


def shuffle_cards(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    """7-Up Baccarat 4.1, or the shuffle of pre-shuffled cards that 4.2 leaves to a supervisor."""
    if play.manual_shuffle:
        return accept(e.CardsShuffled("by hand", cite("4.2")))
    return interrupted(play) or _SHARED[c.ShuffleCards].decide(play, command, by)


def load_preshuffled(play: Play, command: c.LoadPreshuffledCards, by: Role) -> Ruling:
    return interrupted(play) or _SHARED[c.LoadPreshuffledCards].decide(play, command, by)


def load_factory_cards(play: Play, command: v.LoadFactoryCards, by: Role) -> Ruling:
    """7-Up Baccarat 4.1: pre-shuffled cards of either kind need no shuffle (reading 7U-12)."""
    refused = load_preshuffled(play, c.LoadPreshuffledCards(), by)
    if isinstance(refused, Refused):
        return Refused(refused.code, cite("1.1 Angel pre-shuffled cards"), refused.detail)
    clause = cite("1.1 Angel pre-shuffled cards")
    return accept(e.CardsShuffled("factory pre-shuffled", clause))


def order_manual_shuffle(play: Play, command: v.OrderManualShuffle, by: Role) -> Ruling:
    if play.prep.shuffled != "pre-shuffled" or play.prep.burned or not no_coup_under_way(play):
        when = "it is for casino pre-shuffled cards, before they go into the device"
        return Refused("no_manual_shuffle_now", cite("4.2"), when)
    return accept(v.ManualShuffleOrdered(cite("4.2")))


def burn_card(play: Play, command: c.BurnCard, by: Role) -> Ruling:
    if play.manual_shuffle:
        return Refused("shuffle_ordered", cite("4.2"), "the manual shuffle comes first")
    return interrupted(play) or _SHARED[c.BurnCard].decide(play, command, by)


def record_deck_check(play: Play, command: v.RecordDeckCheck, by: Role) -> Ruling:
    """7-Up Baccarat 3.4: a check before use is allowed and not compelled."""
    if command.means not in CHECKERS:
        known = " or ".join(CHECKERS)
        return Refused("no_such_checker", cite("3.4"), f"{command.means} is not {known}")
    if play.prep.burned:
        return Refused("cards_in_use", cite("3.4"), "this check is made before the cards are used")
    clause = cite("1.1 deck-checking device") if "device" in command.means else cite("3.4")
    return accept(v.DeckChecked(command.means, clause))


def report_dropped(play: Play, command: v.ReportDroppedCards, by: Role) -> Ruling:
    if play.dropped:
        return Refused("already_reported", cite("4.3"), "the cards are being collected")
    return accept(v.CardsDropped(cite("4.3")))


def confirm_collected(play: Play, command: v.ConfirmCollected, by: Role) -> Ruling:
    if not play.dropped:
        return Refused("nothing_dropped", cite("4.3"), "no cards were reported dropped")
    if command.count != play.stock.cards:
        short = f"{command.count} cards counted, {play.stock.cards} belong to the game"
        return Refused("count_does_not_balance", cite("3.1"), short)
    return accept(v.CardsCollected(command.count, cite("4.3")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """7-Up Baccarat 3.8: cards found unfit are replaced all together, between coups."""
    if not no_coup_under_way(play):
        return Refused("coup_under_way", cite("3.8"), "cards are replaced between coups only")
    if command.cards:
        return Refused("whole_set_only", cite("3.8"), "the cards are replaced all together")
    return interrupted(play) or accept(e.CardsReplaced((), cite("3.8")))


ORDERS: dict[type[c.Command], May] = {
    **{order: may for order, may in _SHARED.items() if order is not c.CheckCards},
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle_cards),
    c.LoadPreshuffledCards: May(DEALERS, cite("4.1"), load_preshuffled),
    v.LoadFactoryCards: May(DEALERS, cite("4.1"), load_factory_cards),
    v.OrderManualShuffle: May(rules.CASINO_SUPERVISORS, cite("4.2"), order_manual_shuffle),
    c.BurnCard: May(DEALERS, cite("4.4"), burn_card),
    v.RecordDeckCheck: May(STAFF, cite("3.4"), record_deck_check),
    v.ReportDroppedCards: May(STAFF, cite("4.3"), report_dropped),
    v.ConfirmCollected: May(rules.CASINO_SUPERVISORS, cite("4.3"), confirm_collected),
    c.ReplaceCards: May(rules.CASINO_SUPERVISORS, cite("3.8"), replace_cards),
}
