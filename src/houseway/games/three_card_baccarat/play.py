"""One coup of Three Card Baccarat: betting opened, hands dealt, shown and settled."""

from __future__ import annotations

import msgspec

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction, preparing
from houseway.games.game import May, accept
from houseway.games.shoe_state import ShoeRules, ShuffleDue
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import BANKER, CASINO_SUPERVISOR, HAND, PLAYER, cite
from houseway.games.three_card_baccarat.settle import announcement, settle_coup
from houseway.games.three_card_baccarat.state import (
    BETTING,
    BETWEEN,
    DEALING,
    SETTLED,
    Play,
    areas_in_play,
    box_of,
    hand_name,
    hands_in_play,
    has_wager,
)
from houseway.games.wagering import closing, voided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# The cards before a coup: shuffled, riffled, cut, loaded, replaced; and the cutting card.


def no_coup(play: Play) -> bool:
    """Three Card Baccarat 1.1 coup: it begins with its first card, so betting is before it."""
    return play.stage in (BETWEEN, BETTING)


def may_prepare(play: Play) -> bool:
    """Between coups, or in the midst of one that goes on from a shoe (13.5.3)."""
    return no_coup(play) or (
        play.stage == DEALING and preparing.step(play, play.rules.shoe) != "ready"
    )


def _shoe(play: Play) -> ShoeRules:
    return msgspec.structs.replace(play.rules.shoe, between_rounds=may_prepare)


def cutting_card_due(play: Play) -> bool:
    return preparing.cutting_card_due(play) and play.in_shoe


def shuffle_cards(play: Play, command: c.ShuffleCards, by: Role) -> Ruling:
    """Three Card Baccarat 4.9: a shuffling device shuffles the cards put into it."""
    ruling = preparing.shuffle(_shoe(play), play, command, by)
    if play.in_shoe or isinstance(ruling, Refused):
        return ruling
    return accept(e.CardsShuffled("by device", play.cite("4.9")))


def shuffle_by_hand_first(play: Play, command: v.ShuffleByHandFirst, by: Role) -> Ruling:
    if play.in_shoe:
        shoe = "cards of a card shoe are shuffled by hand anyway"
        return Refused("no_shuffling_device", play.cite("4.10"), shoe)
    if preparing.step(play, play.rules.shoe) != "shuffle":
        return Refused("not_next", play.cite("4.10"), "the cards are in the shuffling device")
    return accept(v.HandShuffleLogged(play.cite("4.10")))


def load_preshuffled(play: Play, command: c.LoadPreshuffledCards, by: Role) -> Ruling:
    if play.stage == DEALING:
        same = "the coup is finished with the cards of the shuffling device, shuffled and cut"
        return Refused("coup_under_way", play.cite("13.5.3"), same)
    return preparing.load(_shoe(play), play, command, by)


def decline_cut(play: Play, command: c.DeclineCut, by: Role) -> Ruling:
    """Three Card Baccarat 4.4: the offer goes on clockwise."""
    if isinstance(ruling := preparing.decline(_shoe(play), play, command, by), Refused):
        return ruling
    return accept(e.CutDeclined(command.patron, play.cite("4.4")))


def cut_cards(play: Play, command: c.CutCards, by: Role) -> Ruling:
    if not play.in_shoe:
        why = "cards of a shuffling device are not cut"
        return Refused("device_not_cut", play.cite("4.9"), why)
    return preparing.cut(_shoe(play), play, command, by)


def cutting_card_appears(play: Play, command: c.ReportCuttingCard, by: Role) -> Ruling:
    """Three Card Baccarat 4.7: the coup is completed. 4.8: before its first card, it is the last.

    Reading 3C-12: the cutting card is not the first card, so wagers stay open.
    """
    if not play.in_shoe or play.prep.behind < 0 or play.prep.cutting_card_out:
        return Refused("no_cutting_card", play.cite("4.7"), "no cutting card is in the shoe")
    if no_coup(play):
        return accept(
            e.CuttingCardAppeared(play.cite("4.8")), v.LastCoupAnnounced(play.cite("4.8"))
        )
    return accept(e.CuttingCardAppeared(play.cite("4.7")))


def replace_cards(play: Play, command: c.ReplaceCards, by: Role) -> Ruling:
    """Three Card Baccarat 3.9: at the end of a shoe. 3.10: when unfit, with no coup in progress."""
    if not no_coup(play):
        return Refused("round_under_way", play.cite("3.10"), "a coup is in progress")
    if command.cards:
        return Refused("all_cards", play.cite("3.10"), "the cards are replaced all together")
    spent = play.round > 0 and not play.prep.shuffled
    return accept(e.CardsReplaced((), play.cite("3.9") if spent else play.cite("3.10")))


# Opening the coup


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("5.4"), f"the table is at: {play.stage}")
    refused = stopped(play) or _held(play) or _cards_not_ready(play)
    return refused or accept(e.BettingOpened(play.round + 1, play.cite("5.4")))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Three Card Baccarat 8.1: the dealer may call it; only the first card locks (A-07)."""
    number = play.round + 1
    return closing(play, play.cite("8.1"), call=e.NoMoreBetsCalled, number=number)


def _no_wagers(play: Play) -> Refused | None:
    if play.layout.wagers:
        return None
    return Refused("no_wagers", play.cite("8.2"), "no wager is on the layout: nothing is dealt")


def _held(play: Play) -> Refused | None:
    if not play.held:
        return None
    return Refused("coup_held", play.cite("12.6"), f"coup {play.held} is waiting for a ruling")


def _cards_not_ready(play: Play) -> Refused | None:
    """Three Card Baccarat 4.1, 4.11: nothing is dealt from cards that are not prepared."""
    step = preparing.step(play, play.rules.shoe)
    if step == "ready":
        return None
    if step == "burn":
        clause = play.cite("4.11")
    elif play.stage == DEALING:
        clause = play.cite("13.5.3")
    else:
        clause = play.cite("4.1") if play.round else play.cite("4.1.1")
    return Refused("cards_not_ready", clause, f"the cards are not ready: {step}")


# Dealing


def destination(play: Play) -> tuple[int, Clause] | None:
    """Three Card Baccarat 8.1: the hand that the next card goes to, or None when none is due."""
    if play.stage == BETTING:
        wagered = areas_in_play(play)
        return (wagered[0], play.cite("8.1")) if wagered else (BANKER, play.cite("8.2"))
    if play.stage != DEALING:
        return None
    first, fewest = BANKER, HAND
    for box, hand in play.hands.items():  # an area that lost its wagers drops out (3C-25)
        if len(hand) < fewest and (box == BANKER or has_wager(play, box)):
            first, fewest = box, len(hand)
    if fewest == HAND:
        return None
    alone = first == BANKER and play.hands.keys().isdisjoint(areas_in_play(play))
    return first, play.cite("8.2") if alone else play.cite("8.1")


def not_dealing(play: Play) -> Refused | None:
    """Why no card can be dealt just now."""
    if play.stage == DEALING:
        return stopped(play) or _cards_not_ready(play)
    if play.stage != BETTING:
        return Refused("no_round_under_way", play.cite("8.1"), f"the table is at: {play.stage}")
    if refused := stopped(play) or _cards_not_ready(play):
        return refused  # the rest is asked before the first card alone
    return _held(play) or _no_wagers(play) or _cutting_card_first(play)


def _cutting_card_first(play: Play) -> Refused | None:
    if not cutting_card_due(play):
        return None
    why = "the cutting card comes out: the last coup"
    return Refused("cutting_card_first", play.cite("4.8"), why)


def deal_card(play: Play, command: c.DealCard, by: Role) -> Ruling:
    """The next card to the hand that 8.1 says, face up in Method A, face down in Method B."""
    if refused := not_dealing(play):
        return refused
    face_up = play.options.method == "A" and command.card is not None
    if not face_up and (refused := _wrong_face(play, command.card)):
        return refused
    due = destination(play)
    if due is None:
        return Refused("no_card_due", play.cite("8.1"), "every hand has its three cards")
    if not play.stock.source:
        return _insufficient(play)
    return draw(play, command.card, due[0], due[1])


def _wrong_face(play: Play, card: Card | None) -> Refused | None:
    if card is None and play.options.method == "A":
        return Refused("card_not_named", play.cite("9.2"), "Method A deals face up: name the card")
    if card is not None and play.options.method == "B":
        return Refused("card_is_face_down", play.cite("9.3"), "Method B deals face down")
    return None


def _insufficient(play: Play) -> Ruling:
    """Three Card Baccarat 12.7: a source that cannot complete the coup voids it (3C-11)."""
    number = play.round + (play.stage == BETTING)
    voided = void_coup(
        play, number, "there are too few cards", play.cite("12.7"), play.cite("1.1 void")
    )
    return accept(*_first_card(play), *voided)


def _first_card(play: Play) -> tuple[e.Event, ...]:
    return (e.BettingClosed(play.cite("5.5")),) if play.stage == BETTING else ()


def draw(play: Play, card: Card | None, box: int, clause: Clause) -> Ruling:
    """The next card of the source to a hand; the cutting card comes out before it (4.7)."""
    if impossible := play.stock.why_not(card):
        return Refused("card_impossible", None, impossible)
    dealt = e.CardDealt(card, hand_name(box), clause)
    if play.stock.source <= play.prep.behind and cutting_card_due(play):
        return Accepted((e.CuttingCardAppeared(play.cite("4.7")), dealt))
    if play.stage == BETTING:
        return Accepted((*_first_card(play), dealt))
    return Accepted((dealt,))


def void_coup(play: Play, number: int, reason: str, *clauses: Clause) -> tuple[e.Event, ...]:
    """Every stake on the layout goes back: the coup has no result."""
    returned = (voided(play, key, *clauses) for key in play.layout.wagers)
    return (*returned, e.RoundVoided(number, reason, clauses[0]))


# Showing hands dealt face down: Method B


def may_handle(play: Play, box: int) -> list[str]:
    """Three Card Baccarat 5.8, 5.10: who may look at the cards of an area (reading 3C-05)."""
    wagered = [who for who, at, wager in play.layout.wagers if (at, wager) == (box, PLAYER)]
    seated = [who for who in wagered if play.seats.get(who) == box]
    standing = [who for who in wagered if who not in play.seats and who in play.standing]
    return seated or standing


def covered_hands(play: Play) -> list[int]:
    """The hands in play that have a card face down."""
    covered = [box for box, hand in play.hands.items() if None in hand]
    return [box for box in hands_in_play(play) if box in covered] if covered else covered


def examine_hand(play: Play, command: v.ExamineHand, by: Role) -> Ruling:
    refused = _nothing_hidden(play, command.box) or _not_entitled(play, command.patron, command.box)
    return refused or accept(v.HandExamined(command.patron, command.box, play.cite("9.3")))


def _not_entitled(play: Play, patron: str, box: int) -> Refused | None:
    entitled = may_handle(play, box)
    if patron in entitled:
        return None
    if (patron, box, PLAYER) not in play.layout.wagers:
        why = f"{patron} has no Player wager in box {box}"
        return Refused("not_entitled", play.cite("9.3"), why)
    if patron in play.seats:
        seat = play.seats[patron]
        only = f"{patron} sits at box {seat} and handles no other hand"
        return Refused("not_entitled", play.cite("5.8"), only)
    if patron in play.standing:
        seated = f"{entitled[0]} sits at box {box} and handles its hand"
        return Refused("not_entitled", play.cite("9.3"), seated)
    return Refused("not_entitled", play.cite("5.10"), f"{patron} stands and has no approval")


def _nothing_hidden(play: Play, box: int) -> Refused | None:
    if play.options.method == "A":
        return Refused("cards_not_handled", play.cite("9.2"), "in Method A the cards lie face up")
    if play.stage != DEALING:
        return Refused("no_round_under_way", play.cite("9.3"), f"the table is at: {play.stage}")
    if box not in play.hands:
        return Refused("no_such_hand", play.cite("8.1"), "no hand was dealt there")
    if destination(play):
        return Refused("deal_first", play.cite("8.1"), "every hand must have its three cards first")
    if None not in play.hands[box]:
        return Refused("nothing_to_expose", play.cite("9.5"), f"{hand_name(box)} lies open")
    return stopped(play)


def reveal_hand(play: Play, command: v.RevealHand, by: Role) -> Ruling:
    box = box_of(command.hand)
    if refused := _nothing_hidden(play, box):
        return refused
    if isinstance(turned_by := _turned_by(play, command.patron, box, by), Refused):
        return turned_by
    cards = [card for card in command.cards if card is not None]
    hidden = play.hands[box].count(None)
    if len(cards) != hidden or len(cards) != len(command.cards):
        counted = f"{len(cards)} cards named, {hidden} lie face down"
        return Refused("wrong_number_of_cards", turned_by, counted)
    if impossible := play.stock.why_not_all(turned=cards):
        return Refused("card_impossible", None, impossible)
    return accept(v.HandExposed(box, tuple(cards), command.patron or by, turned_by))


def _turned_by(play: Play, patron: str, box: int, by: Role) -> Clause | Refused:
    """The clause by which a hand is turned up, or why not."""
    if box == BANKER:
        covered = [hand_name(each) for each in covered_hands(play) if each != BANKER]
        if patron or by == Role.PATRON:
            return Refused("not_entitled", play.cite("9.3"), "the dealer keeps the Banker hand")
        if covered:
            still = f"{', '.join(covered)} must lie open first"
            return Refused("player_hands_first", play.cite("9.6"), still)
        return play.cite("9.8")
    if patron:
        return _not_entitled(play, patron, box) or play.cite("9.5")
    if by == Role.PATRON:
        return Refused("not_entitled", play.cite("9.6"), "name the patron who turns the hand up")
    return play.cite("9.6") if may_handle(play, box) else play.cite("9.4")


# Settling and ending the coup


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """Declare the Banker hand, place the marker, collect and pay: 9.8, 9.9, 9.10."""
    if play.stage != DEALING:
        return Refused("no_round_under_way", play.cite("11.1"), f"the table is at: {play.stage}")
    if refused := stopped(play):
        return refused
    if destination(play) or covered_hands(play):
        why = "cards are still to come or be shown"
        return Refused("round_not_complete", play.cite("9.8"), why)
    marker = v.MarkerPlaced(play.rules.points(play.known(BANKER)), play.cite("9.9"))
    return accept(announcement(play), marker, *settle_coup(play))


def collect_cards(play: Play, command: c.CollectCards, by: Role) -> Ruling:
    """The cards go to the rack; what is owed after this coup is owed now: 4.1.2, 12.10, 12.12."""
    if play.stage != SETTLED:
        return Refused("round_not_settled", play.cite("1.1 coup"), "settle first")
    if refused := _held(play):
        return refused
    ended = e.RoundEnded(play.round, play.cite("1.1 coup"))
    owed = play.cite("4.1.2") if play.prep.cutting_card_out else play.shuffle_owed
    return accept(ended, ShuffleDue(owed)) if owed else accept(ended)


# When a shuffling device fails


def stopped(play: Play) -> Refused | None:
    if not play.malfunction.phase:
        return None
    return malfunction.stopped(play, play.rules.malfunction)


# Who sits where, who may stand and handle cards, and how many share an area.


def take_seat(play: Play, command: v.TakeSeat, by: Role) -> Ruling:
    """Three Card Baccarat 2.1: each place has its playing area."""
    refused = _wrong_box(play, command.box, play.cite("2.1")) or _in_coup(play, play.cite("2.1"))
    if refused:
        return refused
    if command.patron in play.layout.excluded:
        return play.layout.barred(command.patron)
    if sitting := _sitting_at(play, command.box):
        return Refused("seat_taken", play.cite("2.1"), f"{sitting} sits at box {command.box}")
    return accept(v.SeatTaken(command.patron, command.box, play.cite("2.1")))


def approve_standing(play: Play, command: v.ApproveStandingPatron, by: Role) -> Ruling:
    """Three Card Baccarat 5.10: beforehand, by a Casino Duty Manager or above (3C-15)."""
    refused = _in_coup(play, play.cite("5.10"))
    return refused or accept(v.StandingPatronApproved(command.patron, play.cite("5.10")))


def restrict_area(play: Play, command: v.RestrictArea, by: Role) -> Ruling:
    """Three Card Baccarat 5.6: for wagers placed from now on."""
    if refused := _wrong_box(play, command.box, play.cite("5.6")):
        return refused
    if not 1 <= command.patrons <= play.rules.most_patrons:
        most = f"{command.patrons} patrons: one to three may wager in an area"
        return Refused("patrons_out_of_range", play.cite("5.6"), most)
    return accept(v.AreaRestricted(command.box, command.patrons, play.cite("5.6")))


def give_up_area(play: Play, command: v.GiveUpArea, by: Role) -> Ruling:
    """Three Card Baccarat 5.7: when nobody else can be seated; one's own seat is kept (3C-27)."""
    patron, box, onto = command.patron, command.box, command.onto
    if refused := _wrong_box(play, box, play.cite("5.7")) or _in_coup(play, play.cite("5.7")):
        return refused
    if onto in play.layout.excluded:
        return play.layout.barred(onto)
    if (patron, box, PLAYER) not in play.layout.wagers or play.seats.get(patron) == box:
        other = f"box {box} is not a further area in which {patron} wagers"
        return Refused("no_further_area", play.cite("5.7"), other)
    used = {*play.seats.values(), *areas_in_play(play)}
    if onto in play.seats or len(used) < play.options.areas or _sitting_at(play, box):
        room = f"{len(used)} of {play.options.areas} areas are in use, or {onto} has a seat"
        return Refused("seats_suffice", play.cite("5.7"), room)
    there = [key for key in play.layout.of(patron) if key[1] == box]
    returned = (voided(play, key, play.cite("5.7")) for key in there)
    given = v.AreaGivenUp(patron, box, onto, play.cite("5.7"))
    return accept(*returned, given, v.SeatTaken(onto, box, play.cite("5.7")))


def _wrong_box(play: Play, box: int, clause: Clause) -> Refused | None:
    if 1 <= box <= play.options.areas:
        return None
    return Refused("no_such_box", clause, f"the boxes are 1 to {play.options.areas}, not {box}")


def _in_coup(play: Play, clause: Clause) -> Refused | None:
    return None if no_coup(play) else Refused("round_under_way", clause, "a coup is in progress")


def _sitting_at(play: Play, box: int) -> str:
    return next((who for who, at in play.seats.items() if at == box), "")


ORDERS: dict[type[c.Command], May] = {
    c.ShuffleCards: May(DEALERS, cite("4.1"), shuffle_cards),
    c.LoadPreshuffledCards: May(DEALERS, cite("3.6"), load_preshuffled),
    c.DeclineCut: May(PATRONS | STAFF, cite("4.4"), decline_cut),
    c.CutCards: May(PATRONS | STAFF, cite("4.5"), cut_cards),
    v.ShuffleByHandFirst: May(DEALERS, cite("4.10"), shuffle_by_hand_first),
    c.ReportCuttingCard: May(DEALERS, cite("4.7"), cutting_card_appears),
    c.ReplaceCards: May(CASINO_SUPERVISOR, cite("3.10"), replace_cards),
    c.OpenBetting: May(DEALERS, cite("5.4"), open_betting),
    c.CallNoMoreBets: May(DEALERS, cite("8.1"), call_no_more_bets),
    c.DealCard: May(DEALERS, cite("1.1 dealer"), deal_card),
    v.ExamineHand: May(PATRONS | STAFF, cite("9.3"), examine_hand),
    v.RevealHand: May(PATRONS | DEALERS, cite("9.5"), reveal_hand),
    c.SettleWagers: May(DEALERS, cite("1.1 dealer"), settle_wagers),
    c.CollectCards: May(DEALERS, cite("1.1 dealer"), collect_cards),
    v.TakeSeat: May(PATRONS | STAFF, cite("2.1"), take_seat),
    v.ApproveStandingPatron: May(rules.DUTY_MANAGER, cite("5.10"), approve_standing),
    v.RestrictArea: May(rules.CASINO_SUPERVISOR, cite("5.6"), restrict_area),
    v.GiveUpArea: May(rules.CASINO_SUPERVISOR, cite("5.7"), give_up_area),
}
