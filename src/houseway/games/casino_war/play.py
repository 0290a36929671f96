"""One round of Casino War: betting, the deal, the settlements; the choices are in `choices`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction, preparing, tokens
from houseway.games.casino_war import settle
from houseway.games.casino_war import state as v
from houseway.games.casino_war.rules import (
    DEALER,
    DEVICE,
    EQUAL,
    INITIAL,
    TIE,
    WAR,
    Rules,
    box_of,
    cite,
    first_cutter,
    place_name,
)
from houseway.games.casino_war.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.games.game import Awaits, May, accept
from houseway.games.shoe_state import ShoeRules, ShuffleDue
from houseway.games.tokens import NO_TOKENS, Pile
from houseway.games.wagering import closing
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling, Tried

# The cards of Casino War between rounds: check, shuffle, who cuts, burn, replacement, device.


def being_prepared(play: Play) -> bool:
    """May the cards be shuffled, cut and burned now?

    Between rounds, or where a round waits for it because the cutting card came first (4.1.2), the
    cards ran out (11.7) or the device failed (12.5).
    """
    if play.malfunction.phase:
        return False
    if play.stage == BETWEEN:
        return True
    return play.stage in (BETTING, DEALING) and preparing.step(play, play.rules.shoe) != "ready"


def _shoe(play: Play) -> ShoeRules:
    return msgspec.structs.replace(play.rules.shoe, between_rounds=being_prepared)


def cutting_card_due(play: Play) -> bool:
    return preparing.cutting_card_due(play) and play.stock.source > 0 and not play.device


def awaits(play: Play) -> Awaits | None:
    """The next step of the preparation, with the clause that names the cutter."""
    awaited = preparing.awaits(play, play.rules.shoe)
    if awaited is None:
        return None
    if awaited.what == "cut" and not play.prep.declined:
        clause = first_cutter(play)[1]
        looked = (Tried(clause, f"{awaited.who} is the first to be offered the cut"),)
        return msgspec.structs.replace(awaited, clause=clause, tried=looked)
    if awaited.what == "shuffle":
        kinds = (*awaited.commands, v.UseMultishuffler)
        return msgspec.structs.replace(awaited, clause=_moment(play), commands=kinds)
    return awaited


def _moment(play: Play) -> Clause:
    if play.device:
        return play.cite("4.7")
    return play.cite("4.1.1") if play.round == 0 else play.cite("4.1")


def check_cards(play: Play, command: c.CheckCards, by: Role) -> Ruling:
    """Casino War 3.3 before use; 3.8, 11.1.1 and 11.17.3 whenever a check has been ordered."""
    if play.check_due:
        return accept(e.CardsChecked(by, play.check_due, finding=command.finding))
    return preparing.check(_shoe(play), play, command, by)


def check_by_device(play: Play, command: c.CheckByDevice, by: Role) -> Ruling:
    if play.check_due:
        return accept(e.CardsChecked(e.DECK_CHECKER, play.check_due, finding=command.finding))
    return preparing.check_by_device(_shoe(play), play, command, by)


def order_check(play: Play, command: v.OrderCheck, by: Role) -> Ruling:
    """Casino War 3.8: at any time, by a casino supervisor or an inspector."""
    if play.check_due:
        return Refused("check_due", play.check_due, "a check has been ordered already")
    return accept(v.CheckOrdered(play.cite("3.8")))


def order_faced_check(play: Play, command: v.OrderFacedCheck, by: Role) -> Ruling:
    if play.check_due:
        return Refused("check_due", play.check_due, "a check has been ordered already")
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("11.1.1"), "the round is completed first")
    if not play.faced:
        none = "no card has been found face up since the last check"
        return Refused("no_card_faced", play.cite("11.1.1"), none)
    return accept(v.CheckOrdered(play.cite("11.1.1")))


def shuffle(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    if isinstance(ruling := preparing.shuffle(_shoe(play), play, command, by), Refused):
        return ruling
    return accept(e.CardsShuffled("device" if play.device else "by hand", _moment(play)))


def use_multishuffler(play: Play, command: v.UseMultishuffler, by: Role) -> Ruling:
    """Casino War 4.1. Pre-shuffled cards may go through it too (4.2)."""
    if play.device:
        other = "the shuffling device of this table shuffles; a multishuffler goes with a shoe"
        return Refused("device_in_use", play.cite("1.1 multishuffler"), other)
    now, prep = preparing.step(play, play.rules.shoe), play.prep
    if not being_prepared(play) or now not in ("shuffle", "cut") or prep.declined:
        return Refused("not_next", play.cite("4.1"), f"the next step is {now}, not shuffle")
    if now == "cut" and prep.shuffled != "pre-shuffled":
        return Refused("not_next", play.cite("4.1"), "the cards have been shuffled")
    if prep.riffle and play.options.preshuffled == "Angel":
        late = "Angel cards are riffled immediately before the cut"
        return Refused("not_next", play.cite("4.2.1"), late)
    return accept(e.CardsShuffled("multishuffler", _moment(play)))


def shuffle_by_hand_first(play: Play, command: v.ShuffleByHandFirst, by: Role) -> Ruling:
    if not play.device:
        return Refused("no_shuffling_device", play.cite("4.8"), "the cards do not go into a device")
    if not being_prepared(play) or preparing.step(play, play.rules.shoe) != "shuffle":
        why = "the cards are not about to go into the device"
        return Refused("not_next", play.cite("4.8"), why)
    return accept(v.ShuffledByHandFirst(play.cite("4.8")))


def riffling(play: Play, command: c.Command, by: Role) -> Ruling:
    """Casino War 4.2 for casino pre-shuffled cards, 4.2.1 for Angel cards: before the cut."""
    if play.device:
        uncut = "a riffle comes before the cut, and a shuffling device is not cut"
        return Refused("no_riffle_now", play.cite("4.7"), uncut)
    angel = play.options.preshuffled == "Angel"
    rules = msgspec.structs.replace(_shoe(play), riffle=play.cite("4.2.1" if angel else "4.2"))
    return _RIFFLING[type(command)](rules, play, command, by)


_RIFFLING: dict[type[c.Command], Callable[[ShoeRules, Any, Any, Role], Ruling]] = {
    c.AskRiffle: preparing.ask_riffle,
    c.ApproveRiffle: preparing.approve_riffle,
    c.RiffleCards: preparing.riffle,
}


def order_shuffle(play: Play, command: c.OrderShuffle, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("4.1.4"), "finish the round first")
    return preparing.order_shuffle(_shoe(play), play, command, by)


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """Casino War 3.5: with a device after any round, with a shoe before the shuffle that is due."""
    if play.stage != BETWEEN:
        why = "cards are replaced between rounds only"
        return Refused("round_under_way", play.cite("3.5"), why)
    if play.round == 0:
        return Refused("not_now", play.cite("3.5"), "no round has been completed")
    if play.device:
        return accept(e.CardsReplaced(command.cards, play.cite("3.5.1")))
    came_out = play.cut_after == "first" or box_of(play.cut_after) is not None
    if play.prep.shuffled or not came_out:
        early = "with a shoe, cards are replaced after the round of the cutting card"
        return Refused("not_now", play.cite("3.5.2"), early)
    return accept(e.CardsReplaced(command.cards, play.cite("3.5.2")))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands that prepare the cards of an edition, or move them when the device fails."""
    shared = preparing.orders(rules.shoe, being_prepared)
    riffles = {kind: shared[kind]._replace(decide=riffling) for kind in _RIFFLING}
    return {**shared, **riffles, **malfunction.orders(rules.malfunction)}


Step = Literal["deal", "return", "ties", "initials", "choose", "war", "final", "collect"]


# Where the round is


def step(play: Play) -> Step:
    """What the round under way needs next; all of it follows from the cards and the wagers."""
    if not play.layout.wagers:
        return "collect"
    if not play.hands.get(DEALER):
        return "deal"
    if play.options.source == DEVICE and not play.rack_returned:
        return "return"
    if settle.is_staked(play, TIE):
        return "ties"
    if settle.decided(play):
        return "initials"
    if choosing(play):
        return "choose"
    return "war" if war_destination(play) else "final"


def tied(play: Play) -> list[int]:
    """The boxes whose first card equals the dealer's, from the dealer's left."""
    return [box for box in play.areas if play.hand(box) and settle.standing(play, box) == EQUAL]


def choosing(play: Play) -> list[int]:
    """The tied boxes whose patron has still to choose, from the dealer's left (8.2.4)."""
    at_war = settle.boxes_with(play, WAR)
    return [
        box
        for box in settle.boxes_with(play, INITIAL)
        if box not in at_war and settle.standing(play, box) == EQUAL
    ]


def destination(play: Play) -> tuple[str, Clause] | None:
    """Where the next card goes and by which clause, or None when no card is due."""
    if play.stage == BETTING:
        boxes = [box for _, box, wager in play.layout.wagers if wager == INITIAL]
        return (place_name(min(boxes)), play.cite("7.1")) if boxes else None
    if play.stage != DEALING:
        return None
    if not play.hands.get(DEALER) and play.layout.wagers:
        return place_name(_without_card(play)), play.cite("7.1")
    return war_destination(play) if step(play) == "war" else None


def _without_card(play: Play) -> int:
    """The first box from the dealer's left that awaits a card; after all of them the dealer."""
    wagers, hands = play.layout.wagers, play.hands
    for box, patron in play.areas.items():
        if (patron, box, INITIAL) in wagers and not hands.get(box):
            return box
    return DEALER


def war_destination(play: Play) -> tuple[str, Clause] | None:
    """Casino War 9.2: a card to each War Wager from the left, then one to the dealer."""
    at_war = settle.boxes_with(play, WAR)
    for box in at_war:
        if len(play.hand(box)) == 1:
            return place_name(box), play.cite("9.2.1")
    if at_war and len(play.hand(DEALER)) == 1:
        return place_name(DEALER), play.cite("9.2.2")
    return None


def stopped(play: Play) -> Refused | None:
    """Why nothing goes on just now, whatever it is."""
    if not (play.malfunction.phase or play.held_round or play.check_due or play.to_notify):
        return None
    if play.malfunction.phase:
        return malfunction.stopped(play, play.rules.malfunction)
    if play.held_round:
        return Refused(
            "round_held", play.cite("11.6"), f"round {play.held_round} is waiting for a ruling"
        )
    if play.check_due:
        return Refused("check_due", play.check_due, "check the cards first")
    if play.to_notify:
        missing = " and ".join(play.to_notify)
        return Refused("notification_owed", play.cite("11.17.4"), f"not yet notified: {missing}")
    return None


def not_dealing(play: Play, clause: Clause) -> Refused | None:
    """Why nothing can be chosen or settled just now."""
    if play.stage != DEALING:
        return Refused("no_round_under_way", clause, f"the table is at: {play.stage}")
    if refused := stopped(play):
        return refused
    waiting = preparing.step(play, play.rules.shoe)
    if waiting != "ready":
        return Refused("cards_not_ready", play.cite("11.7"), f"the cards are not ready: {waiting}")
    return None


# Opening


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("10.4"), f"the table is at: {play.stage}")
    if refused := stopped(play):
        return refused
    waiting = preparing.step(play, play.rules.shoe)
    if waiting != "ready":
        clause = play.cite("4.9") if waiting == "burn" else play.cite("4.1")
        return Refused("cards_not_ready", clause, f"the cards are not ready: {waiting}")
    return Accepted((e.BettingOpened(play.round + 1, play.cite("5.3")),))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Casino War 7.1: the dealer may call it; wagers are locked by the first card (A-07)."""
    clause = play.cite("7.1")
    again = Refused("already_called", clause, "no more bets has been called")
    called = again if play.called and play.layout.wagers else None
    return closing(play, clause, called, call=e.NoMoreBetsCalled)


# Dealing


def not_drawing(play: Play) -> Refused | None:
    """Why no card can leave the source just now."""
    if play.stage not in (BETTING, DEALING):
        return Refused("no_round_under_way", play.cite("7.1"), f"the table is at: {play.stage}")
    if refused := stopped(play):
        return refused
    waiting = preparing.step(play, play.rules.shoe)
    if waiting != "ready":
        return Refused("cards_not_ready", play.cite("4.1"), f"the cards are not ready: {waiting}")
    return None


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """Casino War 7.1 and 9.2: the next card, face up, to the place that the rules say."""
    if refused := not_drawing(play):
        return refused
    due = destination(play)
    if due is None:
        return _none_due(play)
    stock, card, (to, clause) = play.stock, command.card, due
    if stock.aside and kept_card_usable(play):
        kept = "the card kept under the source comes first"
        return Refused("kept_card_first", play.cite("11.4"), kept)
    cutting_card = stock.source <= play.prep.behind and cutting_card_due(play)
    if cutting_card and play.stage == BETTING:
        first = "the cutting card is next: report it, and shuffle before the round"
        return Refused("cutting_card_first", play.cite("4.1.2"), first)
    if stock.source == 0:
        return Refused("cards_run_out", play.cite("11.7"), "no card is left: take the rack")
    if card is None:
        return Refused("card_not_named", clause, "cards are dealt face up: name the card")
    if impossible := stock.why_not(card):
        return Refused("card_impossible", None, impossible)
    dealt = e.CardDealt(card, to, clause)
    if cutting_card:
        return Accepted((v.CuttingCardCame(play.cite("4.1.3"), to), dealt))
    return Accepted((dealt,))


def _none_due(play: Play) -> Refused:
    if play.stage == BETTING:
        return Refused("no_wagers", play.cite("11.5"), "no Initial Wager is on the layout")
    clause = play.cite("7.2") if step(play) == "return" else play.cite("9.1")
    return Refused("no_card_due", clause, f"no card is due: the round is at: {step(play)}")


def kept_card_usable(play: Play) -> bool:
    """A card waits under the source and is the next one: 11.2 at once, 11.4 in the next round."""
    return bool(play.stock.aside) and play.kept_from <= play.round


def use_kept_card(play: Play, command: c.UseKeptCard, by: Role) -> Ruling:
    if refused := not_drawing(play):
        return refused
    due = destination(play)
    if due is None:
        return _none_due(play)
    if not kept_card_usable(play):
        return Refused("no_kept_card", play.cite("11.4"), "no card is kept for this moment")
    seen = play.stock.aside[0]
    if seen is not None and command.card not in (None, seen):
        return Refused("card_impossible", None, f"the kept card is {seen}")
    card = seen or command.card
    if card is None:
        return Refused("card_not_named", due[1], "cards are dealt face up: name the card")
    if impossible := play.stock.why_not_known(card) if seen is None else None:
        return Refused("card_impossible", None, impossible)
    return accept(e.KeptCardUsed(card, due[0], play.kept_by or due[1]))


def report_cutting_card(play: Play, command: c.ReportCuttingCard, by: Role) -> Ruling:
    """First of a round: shuffle before it (4.1.2, CW-10). Later: when the round is over (4.1.3)."""
    if play.device:
        why = "a shuffling device has no cutting card"
        return Refused("no_cutting_card", play.cite("4.7"), why)
    if play.prep.behind < 0 or play.prep.cutting_card_out:
        return Refused("no_cutting_card", play.cite("4.6"), "no cutting card is in the shoe")
    if play.stage in (BETWEEN, BETTING):
        first = play.cite("4.1.2")
        return accept(v.CuttingCardCame(first, ""), ShuffleDue(first))
    due = destination(play)
    return accept(v.CuttingCardCame(play.cite("4.1.3"), due[0] if due else place_name(DEALER)))


# Settling


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """Settle what is due: the Tie Wagers, then won and lost Initial Wagers, or the wars."""
    if refused := not_dealing(play, play.cite("8.1")):
        return refused
    now = step(play)
    if now == "ties":
        return Accepted((*settle.settle_ties(play),))
    if now == "initials":
        boxes = settle.decided(play)
        hands = v.HandsCollected(tuple(reversed(boxes)), play.cite("8.2.3"))
        return Accepted((*settle.settle_initials(play, boxes), hands))
    if now == "final":
        return accept(*settle.settle_wars(play))
    clause = play.cite("7.2") if now == "return" else play.cite("9.1")
    return Refused("nothing_to_settle", clause, f"the round is at: {now}")


# The rack, and the end of the round


def return_rack(play: Play, command: c.ReturnRack, by: Role) -> Ruling:
    """Casino War 7.2: with a device, right after the initial deal (reading CW-13)."""
    if refused := not_dealing(play, play.cite("7.2")):
        return refused
    if step(play) != "return":
        return Refused("not_next", play.cite("7.2"), f"the round is at: {step(play)}")
    return Accepted((e.RackReturned(play.cite("7.2")),))


def refill(play: Play, command: v.RefillFromRack, by: Role) -> Ruling:
    """Casino War 11.7: cards on the layout stay out of it (reading CW-12)."""
    if refused := not_drawing(play):
        return refused
    if destination(play) is None or play.stock.source or kept_card_usable(play):
        return Refused("cards_are_left", play.cite("11.7"), "the next card can still be dealt")
    return accept(v.RefillBegun(play.cite("11.7")))


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """Casino War 10.4: the layout is cleared; then 4.1.3 and what was left out are made good."""
    if play.stage not in (DEALING, SETTLED) or step(play) != "collect":
        return Refused("round_not_settled", play.cite("10.4"), "settle first")
    refused = stopped(play)
    if refused and refused.code == "round_held":
        return refused
    events: list[e.Event] = []
    if play.round not in play.layout.voided:
        events.append(result(play))
    events.append(e.RoundEnded(play.round, play.cite("10.4")))
    if play.shuffle_owed:
        events.append(ShuffleDue(play.shuffle_owed))
    elif play.prep.cutting_card_out:
        events.append(ShuffleDue(play.cite("4.1.3")))
    return Accepted((*events,))


def result(play: Play) -> e.ResultAnnounced:
    """The dealer's cards and every hand, as announced."""
    hands: dict[str, str] = {}
    for box in (*play.areas, DEALER):
        if held := play.hands.get(box):
            hands[place_name(box)] = " ".join(held)
    shown = " ".join([card[0] for card in play.hand(DEALER)]) or "no card"
    return e.ResultAnnounced(f"dealer {shown}", hands, play.cite("1.1 round of play"))


# War or surrender: what a patron chooses whose first card equals the dealer's.


def _not_choosing(play: Play, patron: str, box: int) -> Refused | None:
    """Casino War 8.2.4: each in turn, from the dealer's left."""
    if refused := not_dealing(play, play.cite("8.2.4")):
        return refused
    waiting = choosing(play) if step(play) == "choose" else []
    if not waiting:
        return Refused("nothing_to_choose", play.cite("5.7"), "no hand is waiting for a choice")
    if (box, patron) != (waiting[0], play.areas[waiting[0]]):
        turn = f"it is the turn of {play.areas[waiting[0]]} in box {waiting[0]}"
        return Refused("not_your_turn", play.cite("8.2.4"), turn)
    return None


def war_choice(play: Play, patron: str, box: int) -> v.GoToWar | None:
    """The order that goes to war, with as few tokens as it takes; None without enough of both."""
    amount = settle.at_risk(play, box, INITIAL)
    if tokens.short(play, patron=patron, needed=amount) is None:
        return v.GoToWar(patron, box)
    held = tokens.held(play, patron).total
    in_tokens = amount - (play.layout.chips[patron] - held)
    return v.GoToWar(patron, box, tokens=in_tokens) if in_tokens <= held else None


def go_to_war(play: Play, command: v.GoToWar, by: Role) -> Ruling:
    """A War Wager equal to the Initial Wager as it will be settled, no more, no less (CW-06)."""
    patron, box = command.patron, command.box
    if refused := _not_choosing(play, patron, box):
        return refused
    amount = settle.at_risk(play, box, INITIAL)
    if command.amount not in (0, amount) or command.tokens > amount:
        offered = dollar_text(max(command.amount, command.tokens))
        asked = f"{offered} was offered, and war takes {dollar_text(amount)}"
        return Refused("war_wager_not_equal", play.cite("5.7"), asked)
    if isinstance(pile := _war_tokens(play, command), Refused):
        return pile
    if refused := tokens.short(play, patron=patron, needed=amount, pile=pile):
        return refused
    placed = e.WagerPlaced(patron, WAR, amount, box, play.cite("5.1.1.4"))
    staked = tokens.stake_events((patron, box, WAR), pile, play.rules.tokens)
    return accept(placed, *staked, *_all_have_chosen(play, box))


def _war_tokens(play: Play, command: v.GoToWar) -> Pile | Refused:
    """Casino War 5.2: a War Wager too may be in chips and tokens."""
    if not command.tokens:
        return NO_TOKENS
    return tokens.taken_from(play, play.rules.tokens, patron=command.patron, amount=command.tokens)


def surrender(play: Play, command: v.Surrender, by: Role) -> Ruling:
    refused = _not_choosing(play, command.patron, command.box)
    return refused or _surrendered(play, command.box, play.cite("5.1.1.3"), play.cite("8.2.4.1"))


def record_absence(play: Play, command: v.RecordAbsence, by: Role) -> Ruling:
    """Casino War 11.8: anyone who is not there to choose surrenders (reading CW-15)."""
    refused = _not_choosing(play, command.patron, command.box)
    return refused or _surrendered(play, command.box, play.cite("5.1.1.3"), play.cite("11.8"))


def _surrendered(play: Play, box: int, *clauses: Clause) -> Accepted:
    line = settle.surrendered(play, box, *clauses)
    return accept(line, *_all_have_chosen(play, box, surrendering=box))


def _all_have_chosen(play: Play, box: int, *, surrendering: int = -1) -> tuple[e.Event, ...]:
    """Casino War 8.3: after the last choice the cards of surrendered hands go to the rack."""
    if choosing(play) != [box]:
        return ()
    staying = [each for each in settle.boxes_with(play, INITIAL) if each != surrendering]
    given_up = tuple(each for each in tied(play) if each not in staying)
    return (v.HandsCollected(given_up, play.cite("8.3")),) if given_up else ()


_CHOOSERS = PATRONS | STAFF


ORDERS: dict[type[c.Command], May] = {
    c.CheckCards: May(STAFF, cite("3.3"), check_cards),
    c.CheckByDevice: May(STAFF, cite("1.1 deck-checking device"), check_by_device),
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle),
    c.OrderShuffle: May(SUPERVISORS, cite("4.1.4"), order_shuffle),
    v.OrderCheck: May(SUPERVISORS | {Role.INSPECTOR}, cite("3.8"), order_check),
    v.OrderFacedCheck: May(SUPERVISORS, cite("11.1.1"), order_faced_check),
    v.UseMultishuffler: May(DEALERS, cite("4.1"), use_multishuffler),
    v.ShuffleByHandFirst: May(DEALERS, cite("4.8"), shuffle_by_hand_first),
    c.ReplaceCards: May(SUPERVISORS, cite("3.5"), replace_cards),
    c.OpenBetting: May(DEALERS, cite("5.3"), open_betting),
    c.CallNoMoreBets: May(DEALERS, cite("7.1"), call_no_more_bets),
    c.DealCard: May(DEALERS, cite("7.1"), deal_card),
    c.UseKeptCard: May(DEALERS, cite("11.4"), use_kept_card),
    c.ReportCuttingCard: May(DEALERS, cite("4.1.3"), report_cutting_card),
    c.SettleWagers: May(DEALERS, cite("8.1"), settle_wagers),
    c.ReturnRack: May(DEALERS, cite("7.2"), return_rack),
    v.RefillFromRack: May(DEALERS, cite("11.7"), refill),
    c.CollectCards: May(DEALERS, cite("10.4"), collect_cards),
    v.GoToWar: May(_CHOOSERS, cite("5.7"), go_to_war),
    v.Surrender: May(_CHOOSERS, cite("5.7"), surrender),
    v.RecordAbsence: May(STAFF, cite("11.8"), record_absence),
}
