"""What can go wrong at Casino War, and what section 11 does about it (reading CW-03)."""

from __future__ import annotations

import dataclasses
from collections import Counter

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing, tokens
from houseway.games.casino_war import settle
from houseway.games.casino_war import state as v
from houseway.games.casino_war.play import destination, kept_card_usable, step, stopped
from houseway.games.casino_war.rules import DEALER, EQUAL, INITIAL, WAR, box_of, cite
from houseway.games.casino_war.state import BETTING, BETWEEN, DEALING, SETTLED, Play
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.provisions import Moved, reversals, void_events, with_shortfalls
from houseway.games.settling import laid_again, not_on_record
from houseway.games.shoe_state import ShuffleDue
from houseway.games.tokens import Tokens
from houseway.games.wagering import voided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling

# A round of Casino War dealt again on paper, in the true order of its cards: 11.6 and 11.12.

Hands = dict[int, tuple[Card, ...]]
Lines = dict[Key, e.AnySettlement]
_DECIDED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)


def rebuild_round(play: Play, command: v.RebuildRound, by: Role) -> Ruling:
    """Deal the same cards again, on paper, in the order they left the source.

    Choices already made by patrons whose hands are still tied stand (readings CW-03 and CW-22). The
    hands lie open until the layout is cleared.
    """
    if refused := _cannot_rebuild(play):
        return refused
    if None in command.cards:
        return Refused("card_not_named", play.cite("7.1"), "every card was dealt face up: name it")
    on_record = (card for held in play.hands.values() for card in held)
    drawn = not_on_record(play, on_record, command.cards, play.cite("11.6"))
    if isinstance(drawn, Refused):
        return drawn
    hands, lines = _laid_again(play, command.cards)
    due: Counter[Card | None] = Counter(card for held in hands.values() for card in held)
    lying = Counter((*play.stock.layout, *_taken_back(play), *drawn))
    burned = tuple(card for card in (lying - due).elements() if card is not None)
    clause = play.cite("11.12") if len(command.cards) > due.total() else play.cite("11.6")
    return accept(*_corrections(play, hands, lines), v.RoundRebuilt(hands, drawn, burned, clause))


def _cannot_rebuild(play: Play) -> Refused | None:
    if not play.held_round:
        return Refused("round_not_held", play.cite("11.6"), "report the error first")
    if play.stage != DEALING:
        gone = "its cards are in the discard rack: it cannot be rebuilt, only voided"
        return Refused("cards_collected", play.cite("11.6"), gone)
    if play.refilled:
        mixed = "cards of this round went back into the shuffle: it can only be voided"
        return Refused("cards_reshuffled", play.cite("11.6"), mixed)
    return None


def _taken_back(play: Play) -> list[Card | None]:
    """Cards of the round that have gone to the rack."""
    return play.stock.rack[play.collected_from :] if play.collected_from >= 0 else []


def _laid_again(play: Play, cards: tuple[Card, ...]) -> tuple[Hands, Lines]:
    """The hands as the engine lays the cards, and what it makes of every wager of the round.

    Each area is dealt a card, though its wager may have been voided since. A surrender of a hand
    that is tied stands (CW-22); a war without a tie is void.
    """
    done = {_key(line): line.stake for line in _decided(play)}
    areas = {(patron, box, INITIAL): 0 for box, patron in play.areas.items()}
    table = dataclasses.replace(
        play,
        hands={},
        rack_returned=True,
        layout=dataclasses.replace(play.layout, wagers={**areas, **play.layout.wagers, **done}),
        tokens=Tokens(
            staked={
                **play.tokens.staked,
                **{key: tokens.staked_in(play, play.round, key) for key in done},
            }
        ),
    )
    lines: Lines = {}
    laid_again(table, cards, lambda table: _due(table, play, lines), _lay)
    _due(table, play, lines)
    return {box: tuple(held) for box, held in table.hands.items()}, lines


def _lay(table: Play, to: str, card: Card | None) -> None:
    box = box_of(to)
    if box is not None and card is not None:
        table.hands.setdefault(box, []).append(card)


def _due(table: Play, play: Play, lines: Lines) -> tuple[str, Clause] | None:
    """Where the next card goes, once what the cards decide has been settled."""
    wagers = table.layout.wagers
    while not (due := destination(table)):
        if not wagers:
            return None
        for key, stake in [*wagers.items()]:
            tied = settle.standing(table, key[1]) == EQUAL
            if key[2] == WAR and not tied:
                lines[key] = voided(table, key, play.cite("11.6"))
                del wagers[key]
            elif key[2] == INITIAL and (not stake or (tied and key[1] in _surrendered(play))):
                del wagers[key]
        now = step(table)
        if now == "ties":
            settled = settle.settle_ties(table)
        elif now == "initials":
            settled = settle.settle_initials(table, settle.decided(table))
        else:
            settled = settle.settle_wars(table) if now == "final" else []
        if not settled:
            return destination(table)
        for line in settled:
            lines[_key(line)] = line
            del wagers[_key(line)]
    return due


def _key(line: e.AnySettlement) -> Key:
    return line.patron, line.box, line.wager


def _decided(play: Play) -> list[e.AnySettlement]:
    return [line for line in play.layout.settlements if isinstance(line, _DECIDED)]


def _surrendered(play: Play) -> set[int]:
    return {line.box for line in play.layout.settlements if play.cite("5.1.1.3") in line.clauses}


def _corrections(play: Play, hands: Hands, lines: Lines) -> list[e.Event]:
    """What the true order makes of wagers that were settled, and of wars (readings CW-22, CW-26).

    A settlement that it confirms stands. One that it makes otherwise is corrected; a wager that it
    leaves open lies on the layout again.
    """
    moved: list[Moved] = [
        line
        for key, line in lines.items()
        if key in play.layout.wagers and isinstance(line, e.WagerVoided)
    ]
    for before in _decided(play):
        after, box = lines.get(_key(before)), before.box
        tied = play.rules.compare(hands[box][0], hands[DEALER][0]) == EQUAL
        if before.wager == INITIAL and tied and box in _surrendered(play):
            continue
        if after is None:
            moved.append(e.SettlementUndone(before, play.cite("11.6")))
        elif after != before:
            moved.append(e.SettlementCorrected(play.round, before, after, 0, play.cite("11.6")))
    return with_shortfalls(play, moved)


# A card in error, noticed before another is drawn: Casino War 11.1 to 11.5


def report_face_up_card(play: Play, command: v.ReportFaceUpCard, by: Role) -> Ruling:
    """Casino War 11.1: burned at any point; it does not begin the round (reading CW-14)."""
    refused = _not_drawn(play, command.card, play.cite("11.1"))
    return refused or accept(v.CardBurnedInRound(command.card, play.cite("11.1")))


def report_card_in_error(play: Play, command: v.ReportCardInError, by: Role) -> Ruling:
    """11.3 or 11.4 for the dealer's hand, otherwise 11.2; without any wager, 11.5."""
    box, card = box_of(command.to), command.card
    if box is None or box > play.options.areas:
        why = f"{command.to} is neither a box nor dealer"
        return Refused("no_such_hand", play.cite("11.2"), why)
    if refused := _not_drawn(play, card, play.cite("11.2")):
        return refused
    due = destination(play)
    if due and due[0] == command.to:
        return Refused("no_error", due[1], f"a card is due to {command.to}: deal it")
    if box == DEALER and play.stage in (DEALING, SETTLED):
        if card is None:
            return _keep(play, None, play.round + 1, play.cite("11.4"))
        if play.hand(DEALER):
            return accept(v.CardBurnedInRound(card, play.cite("11.3")))
    return _as_the_next_card(play, card)


def report_burn_in_error(play: Play, command: v.ReportBurnInError, by: Role) -> Ruling:
    refused = _not_drawn(play, command.card, play.cite("11.2"))
    return refused or _as_the_next_card(play, command.card)


def _not_drawn(play: Play, card: Card | None, clause: Clause) -> Refused | None:
    if refused := stopped(play):
        return refused
    waiting = preparing.step(play, play.rules.shoe)
    if waiting not in ("burn", "ready"):
        return Refused("cards_not_ready", clause, f"the cards are not ready: {waiting}")
    impossible = play.stock.why_not(card)
    return Refused("card_impossible", None, impossible) if impossible else None


def _as_the_next_card(play: Play, card: Card | None) -> Ruling:
    """Casino War 11.2: it goes to the place that is due, or waits until one is."""
    due = destination(play)
    if due and card is None:
        return Refused("card_not_named", play.cite("11.2"), f"it goes to {due[0]} face up: name it")
    if kept_card_usable(play):
        return _keep(play, card, play.round, play.cite("11.2"))
    if due and card is not None:
        return accept(e.CardDealt(card, due[0], play.cite("11.2")))
    if card is not None and (play.stage == BETWEEN or not play.hands):
        return _round_without_wagers(play, card)
    return _keep(play, card, play.round, play.cite("11.2"))


def _round_without_wagers(play: Play, card: Card) -> Ruling:
    """Casino War 11.5: the exposed card is burned, and the round is void (reading CW-20)."""
    burned = v.CardBurnedInRound(card, play.cite("11.5"))
    if play.stage != BETTING:
        return accept(burned)
    return accept(burned, e.RoundVoided(play.round, "no wager was placed", play.cite("11.5")))


def _keep(play: Play, card: Card | None, usable_from: int, clause: Clause) -> Ruling:
    if play.stock.aside:
        second = "a card is kept already: report that a card was dealt wrongly"
        return Refused("card_kept_already", play.cite("11.6"), second)
    return accept(v.CardKept(card, usable_from, clause))


# An error noticed later: Casino War 11.6, 11.12, 11.13, 11.15, 11.16


def report_dealing_error(play: Play, command: v.ReportDealingError, by: Role) -> Ruling:
    """Hold the round, if the next one has not begun."""
    number = play.last_dealt
    if number < 1 or number in play.layout.voided:
        return Refused("no_round_yet", play.cite("11.6"), "there is no round to correct")
    if play.held_round:
        return Refused("round_held", play.cite("11.6"), f"round {play.held_round} is held already")
    return accept(e.RoundHeld(number, play.cite("11.6")))


def find_no_error(play: Play, command: v.FindNoError, by: Role) -> Ruling:
    if not play.held_round:
        return Refused("round_not_held", play.cite("11.6"), "no round is held")
    return accept(v.RoundReleased(play.held_round, play.cite("11.6")))


def declare_misdeal(play: Play, command: v.DeclareMisdeal, by: Role) -> Ruling:
    """A wrong number of cards that cannot be put right: every wager is void (reading CW-04)."""
    box = box_of(command.hand)
    if not play.held_round or play.stage != DEALING:
        early = "first report that a card was dealt wrongly, before the cards are collected"
        return Refused("round_not_held", play.cite("11.6"), early)
    if box is None or (box != DEALER and box not in play.areas):
        why = f"{command.hand} has no hand in this round"
        return Refused("no_such_hand", play.cite("11.15"), why)
    clause = play.cite("11.13") if box == DEALER else play.cite("11.15")
    return accept(
        v.MisdealDeclared(command.hand, clause),
        *void_events(play, play.round, f"misdeal: the hand of {command.hand}", play.cite("11.16")),
    )


def authorise_void(play: Play, command: c.AuthoriseVoid, by: Role) -> Ruling:
    """Casino War 11.6: money back, but what was settled in the interim stands (reading CW-04)."""
    number = play.held_round
    if not number:
        return Refused("round_not_held", play.cite("11.6"), "no round is waiting for a void")
    present = number == play.round
    clauses = (play.cite("11.6"), play.cite("11.6.1"))
    live = [voided(play, key, *clauses) for key in play.layout.wagers] if present else []
    done = play.layout.past.get(number, play.layout.settlements if present else ())
    final = [line for line in done if play.rules.final & set(line.clauses)]
    undone = reversals(number, final, clauses)
    moved = with_shortfalls(play, (*live, *undone))
    return accept(*moved, e.RoundVoided(number, "it cannot be reconstructed", play.cite("11.6")))


# Steps left out: Casino War 11.9, 11.11, 11.14


def report_cut_missed(play: Play, command: v.ReportCutMissed, by: Role) -> Ruling:
    """Casino War 11.9: the round in play is completed, then cards are shuffled and cut."""
    now = preparing.step(play, play.rules.shoe)
    if play.device:
        return Refused("not_cut_here", play.cite("4.7"), "cards in a shuffling device are not cut")
    if now in ("check", "shuffle"):
        return Refused("not_next", play.cite("11.9"), f"the next step is {now}")
    if now == "ready" and play.stage in (BETWEEN, BETTING):
        return accept(ShuffleDue(play.cite("11.9")))
    return accept(v.ShuffleOwed("cut", play.cite("11.9")))


def report_shuffle_missed(play: Play, command: v.ReportShuffleMissed, by: Role) -> Ruling:
    """Casino War 11.11: after the cutting card the next round was begun without a shuffle."""
    if play.device or play.round == 0 or preparing.step(play, play.rules.shoe) != "shuffle":
        return Refused("not_next", play.cite("11.11"), "no shuffle after a cutting card is due")
    if play.stage == DEALING:
        return Refused("not_next", play.cite("11.7"), "this round cannot be finished without it")
    return accept(v.ShuffleOwed("shuffle", play.cite("11.11")))


def report_return_missed(play: Play, command: v.ReportReturnMissed, by: Role) -> Ruling:
    """Casino War 11.14: the rack stays until the initial deal of the next round."""
    if step(play) != "return":
        return Refused("not_next", play.cite("11.14"), "the rack is not due to be returned")
    return stopped(play) or accept(v.ReturnMissed(play.cite("11.14")))


# A missing or foreign card: Casino War 11.17


def report_missing_card(play: Play, command: v.ReportMissingCard, by: Role) -> Ruling:
    return _not_complete(play, "a card is missing")


def report_foreign_card(play: Play, command: v.ReportForeignCard, by: Role) -> Ruling:
    return _not_complete(play, "a foreign card is found")


def _not_complete(play: Play, what: str) -> Ruling:
    """Void this round whole (CW-04), keep the earlier ones, check, notify (A-04)."""
    if play.check_due == play.cite("11.17.3"):
        return Refused("check_due", play.cite("11.17.3"), "the decks are being checked already")
    under_way = play.stage == DEALING or (play.stage == SETTLED and bool(play.hands))
    events: tuple[e.Event, ...] = ()
    if under_way and play.round not in play.layout.voided:
        events = void_events(play, play.round, what, play.cite("11.17.2"))
    before = play.last_dealt - under_way
    offices = tuple(str(office) for office in play.rules.notified)
    return accept(
        v.EarlierRoundsStand(before, play.cite("11.17.1")),
        *events,
        v.CardsNotComplete(what, offices, play.cite("11.17.3")),
    )


def send_notification(play: Play, command: v.SendNotification, by: Role) -> Ruling:
    if command.office not in play.to_notify:
        owed = " and ".join(play.to_notify) or "nobody"
        return Refused("nothing_to_notify", play.cite("11.17.4"), f"to be notified: {owed}")
    return accept(v.NotificationSent(command.office, play.cite("11.17.4")))


ORDERS: dict[type[c.Command], May] = {
    v.RebuildRound: May(STAFF, cite("11.6"), rebuild_round),
    v.ReportFaceUpCard: May(STAFF, cite("11.1"), report_face_up_card),
    v.ReportCardInError: May(STAFF, cite("11.2"), report_card_in_error),
    v.ReportBurnInError: May(STAFF, cite("11.2"), report_burn_in_error),
    v.ReportDealingError: May(STAFF, cite("11.6"), report_dealing_error),
    v.FindNoError: May(SUPERVISORS, cite("11.6"), find_no_error),
    v.DeclareMisdeal: May(DEALERS | SUPERVISORS, cite("11.16"), declare_misdeal),
    c.AuthoriseVoid: May(SUPERVISORS, cite("11.6"), authorise_void),
    v.ReportCutMissed: May(STAFF, cite("11.9"), report_cut_missed),
    v.ReportShuffleMissed: May(STAFF, cite("11.11"), report_shuffle_missed),
    v.ReportReturnMissed: May(STAFF, cite("11.14"), report_return_missed),
    v.ReportMissingCard: May(STAFF, cite("11.17"), report_missing_card),
    v.ReportForeignCard: May(STAFF, cite("11.17"), report_foreign_card),
    v.SendNotification: May(STAFF, cite("11.17.4"), send_notification),
}
