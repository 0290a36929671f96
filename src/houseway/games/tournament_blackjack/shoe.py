"""The cards of Tournament Blackjack: check, shuffle, cut, cutting card, replacement."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing, shoe_state
from houseway.games.game import Awaits, May, accept
from houseway.games.shoe_state import ShoeRules
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.places import cut_order
from houseway.games.tournament_blackjack.rules import AUTOMATED, DIRECTOR, MANUAL, Rules, cite
from houseway.games.tournament_blackjack.state import (
    BETWEEN,
    DEALING,
    DEVICE,
    FAULTY,
    PLAIN,
    SPENT,
    Play,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

# Who cuts


def cut_clause(play: Play) -> Clause:
    """Why the cut is offered to the one whose turn it is."""
    if not any(patron not in play.prep.declined for patron in cut_order(play)):
        return play.cite("5.2 closing line")
    if play.prep.declined:
        return play.cite("5.2(d)")
    if play.cutting_card_on is None:
        return play.cite("5.2(a)")
    return play.cite("5.2(b)") if play.cutting_card_on else play.cite("5.2(c)")


# Preparing


def _shoe(play: Play) -> ShoeRules:
    return play.rules.by_device if play.shoe == DEVICE else play.rules.by_hand


def step(play: Play) -> preparing.Step:
    return preparing.step(play, _shoe(play))


def may_prepare(play: Play) -> bool:
    """Between rounds, or where a round waits for cards: Tournament Blackjack 5.4(a) and 14.6."""
    return play.stage == BETWEEN or (play.stage == DEALING and step(play) != "ready")


def not_ready(play: Play) -> Refused | None:
    """Why no card can be dealt. A round under way is finished from a faulty shoe (20.3)."""
    shoe = play.shoe
    if shoe == SPENT:
        new = "the automated shoe and its cards must be replaced"
        return Refused("shoe_to_be_replaced", play.cite("20.3 closing line 1"), new)
    if play.replacements_unchecked:
        missing = " and the ".join(sorted(play.replacements_unchecked))
        why = f"the {missing} must check the new cards"
        return Refused("cards_unchecked", play.cite("2.4"), why)
    rules = play.rules.by_device if shoe == DEVICE else play.rules.by_hand
    if shoe == FAULTY or (now := preparing.step(play, rules)) == "ready":
        return None
    clause = play.cite("20.2") if shoe == DEVICE else play.cite("5.1")
    return Refused("cards_not_ready", clause, f"the cards are not ready: {now}")


@cache
def _device_orders(rules: Rules) -> dict[type[c.Command], May]:
    return preparing.orders(rules.by_device, may_prepare)


@cache
def _hand_orders(rules: Rules, decks: int) -> dict[type[c.Command], May]:
    behind = rules.behind_cutting_card(decks)
    return preparing.orders(replace(rules.by_hand, behind=behind), may_prepare)


@cache
def _few_cards_orders(rules: Rules) -> dict[type[c.Command], May]:
    """Reading BJ20: where fewer than two decks are cut, one deck cannot lie on each side."""
    return preparing.orders(replace(rules.by_hand, cut_margin=0), may_prepare)


def _few_cards(play: Play) -> bool:
    return play.stock.source < 2 * play.rules.by_hand.cut_margin


def _prepare(play: Play, command: c.Command, by: Role) -> Ruling:
    """The shared judgement, by rule 5 or, for the automated shoe, by rule 20."""
    if play.shoe in (FAULTY, SPENT):
        failed = "the automated shoe has failed, and that comes first"
        return Refused("shoe_has_failed", play.cite("20.3"), failed)
    if play.shoe == DEVICE:
        may = _device_orders(play.rules).get(type(command))
        if may is None:
            by_device = "cards in the automated shoe are not cut"
            return Refused("no_cut_in_automated_shoe", play.cite("20.1"), by_device)
        return may.decide(play, command, by)
    rules = play.rules
    few = type(command) is c.CutCards and _few_cards(play)
    table = _few_cards_orders(rules) if few else _hand_orders(rules, play.options.decks)
    return table[type(command)].decide(play, command, by)


def cut_cards(play: Play, command: c.CutCards, by: Role) -> Ruling:
    """Tournament Blackjack 5.3, by the one to whom 5.2 offers it; the log keeps who and why."""
    if isinstance(ruling := _prepare(play, command, by), Refused):
        return _by_offer(play, ruling)
    return accept(e.CardsCut(command.patron or by, command.position, cut_clause(play)))


def decline_cut(play: Play, command: c.DeclineCut, by: Role) -> Ruling:
    if isinstance(ruling := _prepare(play, command, by), Refused):
        return _by_offer(play, ruling)
    return accept(e.CutDeclined(command.patron, play.cite("5.2(d)")))


def _by_offer(play: Play, refused: Refused) -> Refused:
    """The same refusal, with the line of 5.2 that offers the cut to someone else."""
    if refused.clause != play.rules.by_hand.cut_offer or refused.code == "not_next":
        return refused
    return Refused(refused.code, cut_clause(play), refused.detail)


def place_cutting_card(play: Play, command: c.PlaceCuttingCard, by: Role) -> Ruling:
    """Tournament Blackjack 5.3; in a shoe that has failed, 20.3(a)."""
    if play.shoe != FAULTY:
        return _prepare(play, command, by)
    clause = play.cite("20.3(a)")
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("20.3"), "the round is completed first")
    least, most = play.rules.behind_in_faulty_shoe
    if not least <= command.behind <= most:
        span = f"{command.behind} behind the cutting card: {least} to {most} are allowed"
        return Refused("cutting_card_misplaced", clause, span)
    return accept(v.FaultyShoeKept(clause), e.CuttingCardPlaced(command.behind, clause))


# The cutting card


def cutting_card_due(play: Play) -> bool:
    """The count says that the next thing out of the shoe is the cutting card."""
    return preparing.cutting_card_due(play) and play.shoe != DEVICE


def shoe_ends(play: Play, clause: Clause) -> e.Event:
    """What follows the cutting card, by its clause: a shuffle, or the end of a shoe that failed."""
    if play.shoe == PLAIN:
        return v.FaultyShoeSpent(play.cite("20.3 closing line 1"))
    return shoe_state.ShuffleDue(clause)


# Replacing cards


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("2.4"), "cards are changed between rounds only")
    if play.shoe in (FAULTY, SPENT):
        failed = "the automated shoe has failed, and that comes first"
        return Refused("shoe_has_failed", play.cite("20.3"), failed)
    for card in command.cards:
        if card not in play.rules.value:
            return Refused("card_impossible", None, f"{card!r} is not a card")
    return accept(e.CardsReplaced(command.cards, play.cite("2.4")))


def confirm_replacement(play: Play, command: c.ConfirmReplacement, by: Role) -> Ruling:
    return preparing.check_replacement(play, by, play.cite("2.4"))


# What is awaited


def awaits(play: Play) -> Awaits | None:
    """What the cards need next, or None when they can be dealt."""
    if play.shoe == SPENT:
        return Awaits(
            "decide", Role.TOURNAMENT_DIRECTOR, play.cite("20.3 closing line 1"),
            "the automated shoe is replaced, and its cards with it", None, (v.ReplaceShoe,),
            choices=(v.ReplaceShoe(MANUAL), v.ReplaceShoe(AUTOMATED)),
        )  # fmt: skip
    if play.replacements_unchecked:
        who = sorted(play.replacements_unchecked)[0]
        return Awaits(
            "check", who, play.cite("2.4"), f"the {who} checks the replacement cards",
            None, (c.ConfirmReplacement,),
        )  # fmt: skip
    if play.shoe == FAULTY:
        return None
    awaited = preparing.awaits(play, _shoe(play))
    if awaited and awaited.what == "cut":
        offered = replace(awaited, clause=cut_clause(play))
        return replace(offered, least=0, most=play.stock.source) if _few_cards(play) else offered
    if awaited and awaited.what == "cutting card":
        least, most = play.rules.behind_cutting_card(play.options.decks)
        return replace(awaited, least=least, most=most)
    return awaited


ORDERS: dict[type[c.Command], May] = {
    c.CheckCards: May(DEALERS, cite("2.2"), _prepare),
    c.CutCards: May(PATRONS | STAFF, cite("5.3"), cut_cards),
    c.DeclineCut: May(PATRONS | DEALERS, cite("5.2(d)"), decline_cut),
    c.PlaceCuttingCard: May(DEALERS, cite("5.3"), place_cutting_card),
    c.ReplaceCards: May(DIRECTOR, cite("2.4"), replace_cards),
    c.ConfirmReplacement: May(DEALERS | DIRECTOR, cite("2.4"), confirm_replacement),
}


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the cards, by the rules of an edition."""
    return {
        kind: May(may.roles, may.clause, _prepare)
        for kind, may in _hand_orders(rules, rules.decks[0]).items()
        if kind not in (c.BurnCard, c.ReportCuttingCard)  # reading BJ10: no burn is ordered
    }
