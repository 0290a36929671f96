"""The cards of 7-Up Baccarat before they are dealt: check, shuffle, burn, replacement."""

from __future__ import annotations

import msgspec

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.seven_up_baccarat import vocabulary as v
from houseway.games.seven_up_baccarat.rules import CASINO_SUPERVISORS, Rules, cite
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, Play
from houseway.games.shoe_state import ShoeRules
from houseway.rulebook.roles import DEALERS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def no_coup_under_way(play: Play) -> bool:
    """A coup begins with its first card (7-Up Baccarat 1.1 coup); wagers may lie there before."""
    return play.stage in (BETWEEN, BETTING)


def _shoe(play: Play) -> ShoeRules:
    return msgspec.structs.replace(play.rules.shoe, between_rounds=no_coup_under_way)


def interrupted(play: Play) -> Refused | None:
    """What must be put right before anything is wagered, dealt or settled."""
    if not (play.held_round or play.dropped or play.card_check or play.owed):
        return None
    if play.held_round:
        return Refused(
            "coup_held", play.cite("12.1"), f"coup {play.held_round} is waiting for a ruling"
        )
    if play.dropped:
        why = "a supervisor checks that all were collected"
        return Refused("cards_dropped", play.cite("4.3"), why)
    if play.card_check == "ordered":
        return Refused("cards_under_check", play.cite("3.9"), "the cards are being verified")
    if play.card_check == "emptied":
        return Refused("cards_under_check", play.cite("12.8.3"), "verify the decks first")
    if play.owed:
        to, about = play.owed[0]
        clause = play.rules.notifications[about]
        return Refused("notification_owed", clause, f"{to} must be notified of {about}")
    return None


def shuffle_cards(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    """7-Up Baccarat 4.1, or the shuffle of pre-shuffled cards that 4.2 leaves to a supervisor."""
    if play.manual_shuffle:
        return accept(e.CardsShuffled("by hand", play.cite("4.2")))
    return interrupted(play) or preparing.shuffle(_shoe(play), play, command, by)


def load_preshuffled(play: Play, command: c.LoadPreshuffledCards, by: Role) -> Ruling:
    return interrupted(play) or preparing.load(_shoe(play), play, command, by)


def load_factory_cards(play: Play, command: v.LoadFactoryCards, by: Role) -> Ruling:
    """7-Up Baccarat 4.1: pre-shuffled cards of either kind need no shuffle (reading 7U-12)."""
    if isinstance(refused := load_preshuffled(play, c.LoadPreshuffledCards(), by), Refused):
        return Refused(refused.code, play.cite("1.1 Angel pre-shuffled cards"), refused.detail)
    clause = play.cite("1.1 Angel pre-shuffled cards")
    return accept(e.CardsShuffled("factory pre-shuffled", clause))


def order_manual_shuffle(play: Play, command: v.OrderManualShuffle, by: Role) -> Ruling:
    if play.prep.shuffled != "pre-shuffled" or play.prep.burned or not no_coup_under_way(play):
        when = "it is for casino pre-shuffled cards, before they go into the device"
        return Refused("no_manual_shuffle_now", play.cite("4.2"), when)
    return accept(v.ManualShuffleOrdered(play.cite("4.2")))


def burn_card(play: Play, command: c.BurnCard, by: Role) -> Ruling:
    if play.manual_shuffle:
        return Refused("shuffle_ordered", play.cite("4.2"), "the manual shuffle comes first")
    return interrupted(play) or preparing.burn(_shoe(play), play, command, by)


def record_deck_check(play: Play, command: v.RecordDeckCheck, by: Role) -> Ruling:
    """7-Up Baccarat 3.4: a check before use is allowed and not compelled."""
    if command.means not in play.rules.checkers:
        known = " or ".join(play.rules.checkers)
        return Refused("no_such_checker", play.cite("3.4"), f"{command.means} is not {known}")
    if play.prep.burned:
        why = "this check is made before the cards are used"
        return Refused("cards_in_use", play.cite("3.4"), why)
    clause = (
        play.cite("1.1 deck-checking device") if "device" in command.means else play.cite("3.4")
    )
    return accept(v.DeckChecked(command.means, clause))


def report_dropped(play: Play, command: v.ReportDroppedCards, by: Role) -> Ruling:
    if play.dropped:
        return Refused("already_reported", play.cite("4.3"), "the cards are being collected")
    return accept(v.CardsDropped(play.cite("4.3")))


def confirm_collected(play: Play, command: v.ConfirmCollected, by: Role) -> Ruling:
    if not play.dropped:
        return Refused("nothing_dropped", play.cite("4.3"), "no cards were reported dropped")
    if command.count != play.stock.cards:
        short = f"{command.count} cards counted, {play.stock.cards} belong to the game"
        return Refused("count_does_not_balance", play.cite("3.1"), short)
    return accept(v.CardsCollected(command.count, play.cite("4.3")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """7-Up Baccarat 3.8: cards found unfit are replaced all together, between coups."""
    if not no_coup_under_way(play):
        return Refused("coup_under_way", play.cite("3.8"), "cards are replaced between coups only")
    if command.cards:
        return Refused("whole_set_only", play.cite("3.8"), "the cards are replaced all together")
    return interrupted(play) or accept(e.CardsReplaced((), play.cite("3.8")))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the cards, with the clauses of an edition."""
    shared = preparing.orders(rules.shoe, no_coup_under_way)
    del shared[c.CheckCards]  # the check of 3.4 is free, and has commands of its own
    return shared


ORDERS: dict[type[c.Command], May] = {
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle_cards),
    c.LoadPreshuffledCards: May(DEALERS, cite("4.1"), load_preshuffled),
    v.LoadFactoryCards: May(DEALERS, cite("4.1"), load_factory_cards),
    c.BurnCard: May(DEALERS, cite("4.4"), burn_card),
    v.OrderManualShuffle: May(CASINO_SUPERVISORS, cite("4.2"), order_manual_shuffle),
    v.RecordDeckCheck: May(STAFF, cite("3.4"), record_deck_check),
    v.ReportDroppedCards: May(STAFF, cite("4.3"), report_dropped),
    v.ConfirmCollected: May(CASINO_SUPERVISORS, cite("4.3"), confirm_collected),
    c.ReplaceCards: May(CASINO_SUPERVISORS, cite("3.8"), replace_cards),
}
