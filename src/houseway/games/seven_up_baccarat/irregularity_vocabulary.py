"""The orders and facts of 7-Up Baccarat for when something goes wrong."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import IrregularityCommand, PeopleCommand
from houseway.games.fields import OptionalText, PersonName, RoundNumber, Text
from houseway.rulebook.document import Clause


class ReportDoubtfulOrder(IrregularityCommand, frozen=True):
    sentence = "the order of the cards is in doubt"


class ReportDealingError(IrregularityCommand, frozen=True):
    """The cards were dealt wrongly: in this coup or the last one, or in an earlier one."""

    round: RoundNumber = 0
    sentence = "the cards were dealt wrongly[ in coup {round:number}]"


class RebuildCoup(IrregularityCommand, frozen=True):
    """The cards of the coup in the order they left the device; `??` for one not yet seen."""

    cards: tuple[Card | None, ...]
    sentence = "rebuild the coup from {cards:cards}"


class ResumeCoup(IrregularityCommand, frozen=True):
    sentence = "resume the coup"


class ReportCardToPlayer(IrregularityCommand, frozen=True):
    """A second card was dealt to Player that the rules do not give; named if it was seen."""

    card: Card | None = None
    sentence = "a card is dealt to player in error[: {card:card}]"


class ReportCardToBanker(IrregularityCommand, frozen=True):
    """A third card was dealt to Banker that the rules do not give; named if it was seen."""

    card: Card | None = None
    sentence = "a card is dealt to banker in error[: {card:card}]"


class ReportMistakenBurn(IrregularityCommand, frozen=True):
    """A card went into the rack that should not have; named if it was seen."""

    card: Card | None = None
    sentence = "a card is burned by mistake[: {card:card}]"


class OrderCardCheck(IrregularityCommand, frozen=True):
    sentence = "order a check of the cards"


class OrderFacedCheck(IrregularityCommand, frozen=True):
    """Take all cards out of the device: more of them may lie face up."""

    sentence = "order all cards out of the device"


class ReportCardsComplete(IrregularityCommand, frozen=True):
    sentence = "the cards are complete"


class ReportMissingCards(IrregularityCommand, frozen=True):
    cards: tuple[Card, ...]
    sentence = "cards are missing: {cards:cards}"


class VerifyDecks(IrregularityCommand, frozen=True):
    """All cards have been taken out and verified; what further was missing or foreign."""

    missing: tuple[Card, ...] = ()
    foreign: OptionalText = ""
    sentence = "verify the decks[; missing {missing:cards}][; foreign {foreign:words}]"


class VoidDevice(IrregularityCommand, frozen=True):
    """The order of the cards has become known: the device is void."""

    opinion: Text
    sentence = "void the device: {opinion:words}"


class CoupRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them; `drawn` are cards not on record before."""

    round: int
    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause
    ends = (("held", ""),)


class WithdrawalClosed(e.Ruled, frozen=True): ...


class SurplusCardKept(e.Event, frozen=True):
    """The card opens the next coup. `from_layout`: it lay with the cards of this coup."""

    card: Card | None
    from_layout: bool
    clause: Clause


class FaceUpCardFound(e.Event, frozen=True):
    card: Card
    clause: Clause


class CardBurnedByMistake(e.Event, frozen=True):
    card: Card | None
    clause: Clause


class CardCheckOrdered(e.Event, frozen=True):
    by: str
    clause: Clause


class CardsComplete(e.Ruled, frozen=True): ...


class FaultyCardsFound(e.Event, frozen=True):
    missing: tuple[Card, ...]
    foreign: str
    clause: Clause


class DeviceEmptied(e.Ruled, frozen=True):
    """All cards are out of the device, to be checked."""


class DecksVerified(e.Event, frozen=True):
    missing: tuple[Card, ...]
    foreign: str
    clause: Clause


class NotificationOwed(e.Event, frozen=True):
    to: str
    about: str
    clause: Clause


class DeviceVoided(e.Event, frozen=True):
    opinion: str
    clause: Clause
    aborts = True


# General provisions


class LogConduct(PeopleCommand, frozen=True):
    """A breach of a rule on conduct, by its number."""

    rule: Text
    person: PersonName
    what: Text
    sentence = "log a breach of {rule} by {person}: {what:words}"
    title = "Log a breach of a rule"


class ConductLogged(e.Event, frozen=True):
    person: str
    what: str
    clause: Clause
