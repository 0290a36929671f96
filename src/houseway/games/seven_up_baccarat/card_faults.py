"""Cards of 7-Up Baccarat that are missing, foreign, wrongly faced or known; who is told of it."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.seven_up_baccarat import irregularity_vocabulary as i
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import vocabulary as v
from houseway.games.seven_up_baccarat.irregularities import on_layout
from houseway.games.seven_up_baccarat.loading import no_coup_under_way
from houseway.games.seven_up_baccarat.rules import INSPECTOR, SURVEILLANCE, cite
from houseway.games.seven_up_baccarat.state import DEALING, SETTLED, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def order_card_check(play: Play, command: i.OrderCardCheck, by: Role) -> Ruling:
    """7-Up Baccarat 3.9: at any time; play halts before its next step."""
    if play.card_check:
        return Refused("cards_under_check", play.cite("3.9"), "the cards are being checked already")
    return accept(i.CardCheckOrdered(by, play.cite("3.9")))


def order_faced_check(play: Play, command: i.OrderFacedCheck, by: Role) -> Ruling:
    """7-Up Baccarat 12.5.1: more cards may lie face up; only after the coup is complete."""
    if not no_coup_under_way(play):
        return Refused("coup_under_way", play.cite("12.5.1"), "the coup is completed first")
    if play.card_check == "emptied":
        return Refused("cards_under_check", play.cite("12.5.1"), "the device is empty already")
    return accept(i.DeviceEmptied(play.cite("12.5.1")))


def report_complete(play: Play, command: i.ReportCardsComplete, by: Role) -> Ruling:
    if play.card_check != "ordered":
        return Refused("no_check_ordered", play.cite("3.9"), "no check of the cards was ordered")
    return accept(i.CardsComplete(play.cite("3.9")))


def report_missing(play: Play, command: i.ReportMissingCards, by: Role) -> Ruling:
    return _faulty(play, command.cards, "")


def report_foreign(play: Play, command: c.ReportForeignCard, by: Role) -> Ruling:
    return _faulty(play, (), command.what)


def _faulty(play: Play, missing: tuple[Card, ...], foreign: str) -> Ruling:
    """7-Up Baccarat 12.8: the coup is void, the device is emptied, two offices are told.

    7-Up Baccarat 12.8.1: coups completed before stand, and nothing here touches them.
    """
    if play.card_check == "emptied":
        why = "record it with the verified decks"
        return Refused("cards_under_check", play.cite("12.8.3"), why)
    return accept(
        i.FaultyCardsFound(missing, foreign, play.cite("12.8")),
        *_void_coup(
            play, "a card is missing or foreign", play.cite("12.8.2"), play.cite("1.1 void")
        ),
        i.DeviceEmptied(play.cite("12.8.3")),
        *_both_told(play),
    )


def _void_coup(play: Play, reason: str, *clauses: Clause) -> list[e.Event]:
    """A coup begun and not over is void and ends; its cards go with all the others."""
    if play.stage not in (DEALING, SETTLED):
        return []
    ended = e.RoundEnded(play.round, play.cite("1.1 coup"))
    if play.round in play.layout.voided or not on_layout(play):
        return [ended]
    return [*void_events(play, play.round, reason, *clauses), ended]


def _both_told(play: Play) -> list[e.Event]:
    return [
        i.NotificationOwed(office, "the cards", play.cite("12.8.4"))
        for office in (SURVEILLANCE, INSPECTOR)
        if (office, "the cards") not in play.owed
    ]


def verify_decks(play: Play, command: i.VerifyDecks, by: Role) -> Ruling:
    """7-Up Baccarat 12.8.3: what further is found is on record, and is replaced on loading."""
    if play.card_check != "emptied":
        return Refused("device_not_emptied", play.cite("12.8.3"), "the cards are in the device")
    verified = i.DecksVerified(command.missing, command.foreign, play.cite("12.8.3"))
    faulty = command.missing or command.foreign
    return accept(verified, *(_both_told(play) if faulty else []))


def void_device(play: Play, command: i.VoidDevice, by: Role) -> Ruling:
    """7-Up Baccarat 4.5 and reading 7U-15: the order of the cards is known to the patrons."""
    return accept(
        *_void_coup(
            play, "the order of the cards is known", play.cite("4.5"), play.cite("1.1 void")
        ),
        i.DeviceVoided(command.opinion, play.cite("4.5")),
        i.NotificationOwed(INSPECTOR, "the void device", play.cite("4.5")),
    )


def notify(play: Play, command: v.Notify, by: Role) -> Ruling:
    """A notification is on record as sent (reading A-04)."""
    clause = play.rules.notifications.get(command.about)
    if clause is None or command.to not in (SURVEILLANCE, INSPECTOR):
        known = ", ".join(play.rules.notifications)
        return Refused("no_such_notification", None, f"{SURVEILLANCE} or {INSPECTOR}, of {known}")
    asked = (command.to, command.about)
    if command.about != "the restriction" and asked not in play.owed:
        return Refused(
            "nothing_owed", clause, f"{command.to} need not be notified of {command.about}"
        )
    return accept(v.NotificationSent(command.to, command.about, clause))


ORDERS: dict[type[c.Command], May] = {
    i.OrderCardCheck: May(
        rules.CASINO_SUPERVISORS | {Role.INSPECTOR}, cite("3.9"), order_card_check
    ),
    i.OrderFacedCheck: May(rules.CASINO_SUPERVISORS, cite("12.5.1"), order_faced_check),
    i.ReportCardsComplete: May(STAFF, cite("3.9"), report_complete),
    i.ReportMissingCards: May(STAFF, cite("12.8"), report_missing),
    c.ReportForeignCard: May(STAFF, cite("12.8"), report_foreign),
    i.VerifyDecks: May(STAFF, cite("12.8.3"), verify_decks),
    i.VoidDevice: May(rules.GAMING_MANAGERS, cite("4.5"), void_device),
    v.Notify: May(rules.CASINO_SUPERVISORS, cite("12.8.4"), notify),
}
