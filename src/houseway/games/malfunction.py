"""When a shuffling device fails: the procedure that three documents share (reading A-32).

Written once; each game says which of its clauses answers each question (`MalfunctionRules`). The
questions are put in this order:

1.  No card of the round is out, or the round is settled: the cards go to another device, and
    wagers stay as free as they were.
2.  The failure was to someone's disadvantage: the round is void, all stakes go back.
3.  No other device is at hand, or the transfer is not practicable. Where the document has an
    offer (`offer`), each patron takes back or leaves what is still at stake, playing area by
    playing area, all or nothing, and silence leaves it; then the round is finished from a card
    shoe for those who stayed. Where it has none, the round is void.
4.  Otherwise the cards go to the other device and the round goes on where it stopped.

In each case the damaged cards are listed, the others counted over, and each damaged card is
replaced by one of the same face before a further card is dealt. The stock counts a damaged card as
in the device all the while, because its replacement takes its very place.

How a game uses it:

*   `Play` has a field `malfunction: Malfunction = field(default_factory=Malfunction)`.
*   `state.EVOLVE` takes in `**malfunction_state.EVOLVE`. A game with an offer handles
    `ShoeModeBegan` itself as well: call the entry there, then switch the table to its shoe and let
    the cards still in the source be shuffled and cut (`play.prep = Preparation(checked=True)`).
    They must not be reloaded, for cards of the round lie on the layout.
*   The table of commands takes in `**malfunction.orders(RULES)`.
*   `awaits` asks `malfunction.awaits(play, RULES)` before anything else.
*   Every command that deals, chooses or settles asks `malfunction.stopped(play, RULES)` first.
*   A void, and a round that nobody stayed in, reach the game as the shared `RoundVoided`; its
    fold calls `malfunction_state.round_voided(play)`: no question is left about a void round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from houseway.equipment.cards import Card
from houseway.equipment.stock import Stock
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.base_commands import IrregularityCommand
from houseway.games.fields import BoxNumber, Count, PatronName, Text
from houseway.games.game import Awaits, May, Pick, accept, dealers_step
from houseway.games.layout import Folds, Key, Layout, sets
from houseway.games.machine import Row, under
from houseway.games.provisions import void_events
from houseway.games.wagering import withdrawn
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# The orders and facts of a shuffling device that fails; `malfunction` says what they do.

# Orders


class ReportMalfunction(IrregularityCommand, frozen=True):
    sentence = "the shuffling device malfunctions"


class AnswerMalfunction(IrregularityCommand, frozen=True):
    """A supervisor's finding: one of the answers in `malfunction.QUESTIONS`."""

    answer: Text
    sentence = "malfunction: {answer:words}"
    title = "Answer a question about the malfunction"


class RemoveDamagedCards(IrregularityCommand, frozen=True):
    cards: tuple[Card, ...]
    sentence = "remove the damaged cards {cards:cards}"


class TransferCards(IrregularityCommand, frozen=True):
    """The undamaged cards, counted over, leave the device that failed."""

    count: Count
    sentence = "transfer {count:number} cards"
    title = "Transfer cards"


class ReplaceDamagedCards(IrregularityCommand, frozen=True):
    cards: tuple[Card, ...]
    sentence = "replace the damaged cards by {cards:cards}"


class TakeBackWager(IrregularityCommand, frozen=True):
    """Everything still at stake on one playing area goes back."""

    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} takes back the wager[ in box {box:number}]"
    own_title = "Take back the wager"


class LeaveWager(IrregularityCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} leaves the wager[ in box {box:number}]"
    own_title = "Leave the wager"


class CloseOffer(IrregularityCommand, frozen=True):
    sentence = "close the offer"


# Facts


class MalfunctionReported(e.Event, frozen=True):
    """`under_way`: a round of which cards are out is held."""

    under_way: bool
    clause: Clause
    raises = e.Raises("malfunction", "a malfunction is reported")


class MalfunctionAnswered(e.Event, frozen=True):
    answer: str
    clause: Clause


class ReturnOffered(e.Ruled, frozen=True):
    """Each patron may take back what is still at stake."""


class WagerLeft(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


class OfferClosed(e.Event, frozen=True):
    """`areas` have stayed in."""

    areas: int
    clause: Clause


class DamagedCardsRemoved(e.Event, frozen=True):
    cards: tuple[Card, ...]
    clause: Clause


class CardsTransferred(e.Event, frozen=True):
    count: int
    clause: Clause


class DamagedCardsReplaced(e.Event, frozen=True):
    cards: tuple[Card, ...]
    clause: Clause


class GameContinued(e.Ruled, frozen=True):
    ends = (("malfunction", ""),)


class ShoeModeBegan(e.Ruled, frozen=True):
    """The cards left are shuffled and cut, and the round is finished from a card shoe."""

    ends = (("malfunction", ""),)


# The state of a failed shuffling device, and the clauses that a document has for it.

Phase = Literal["", "disadvantage", "device", "transfer", "offer", "moving", "replacing"]
Area = tuple[str, int]  # patron and box

DISADVANTAGE, NO_DISADVANTAGE = "disadvantage", "no disadvantage"
DEVICE, NO_DEVICE = "device at hand", "no device at hand"
PRACTICABLE, NOT_PRACTICABLE = "transfer practicable", "transfer not practicable"

# Each question a supervisor is asked, with its two answers.
QUESTIONS: dict[Phase, tuple[str, str]] = {
    "disadvantage": (NO_DISADVANTAGE, DISADVANTAGE),
    "device": (DEVICE, NO_DEVICE),
    "transfer": (PRACTICABLE, NOT_PRACTICABLE),
}


class Malfunction(Struct):
    """How far a malfunction has been dealt with; no `phase`: the device works.

    `then` is what follows once the cards are moved: nothing in particular ("next round"), the same
    round from another device ("same round") or from a card shoe ("shoe").
    """

    phase: Phase = ""
    then: Literal["next round", "same round", "shoe"] = "next round"
    damaged: list[Card] = field(default_factory=list)
    stayed: set[Area] = field(default_factory=set)  # areas whose patron has left the wager in


class Offer(Struct, frozen=True):
    """The clauses of a document that lets patrons choose when there is no other device."""

    choice: Clause
    replaced: Clause
    shuffled: Clause
    finished: Clause


class MalfunctionRules(Struct, frozen=True):
    """The clauses of one document, and what differs between the games."""

    applies: Clause
    device_in_use: Clause
    card_dealt: Clause
    no_disadvantage: Clause
    device_at_hand: Clause
    practicable: Clause
    transferred: Clause  # no card damaged
    damage: Clause  # some cards damaged:
    removed: Clause  # they are taken out of play
    remainder: Clause  # the others are moved
    replaced: Clause
    continued: Clause
    disadvantage: Clause  # void, stakes back
    no_device: Clause  # what follows without another device: the offer, or void
    uses_device: Callable[[Any], bool]
    under_way: Callable[[Any], bool]  # a card of the round is out, and it is not settled
    offer: Offer | None = None


class HasDevice(Protocol):
    layout: Layout
    stock: Stock
    round: int
    malfunction: Malfunction


def _reported(play: HasDevice, event: MalfunctionReported) -> None:
    then: Literal["same round", "next round"] = "same round" if event.under_way else "next round"
    play.malfunction = Malfunction("disadvantage" if event.under_way else "moving", then)


def _answered(play: HasDevice, event: MalfunctionAnswered) -> None:
    state = play.malfunction
    following: dict[str, Phase] = {
        NO_DISADVANTAGE: "device",
        DEVICE: "transfer",
        PRACTICABLE: "moving",
    }
    if event.answer in following:
        state.phase = following[event.answer]
    else:
        state.phase, state.then = "moving", "next round"  # unless an offer follows


def _left(play: HasDevice, event: WagerLeft) -> None:
    play.malfunction.stayed.add((event.patron, event.box))


def _closed(play: HasDevice, event: OfferClosed) -> None:
    play.malfunction.phase = "moving"
    play.malfunction.then = "shoe" if event.areas else "next round"


def _removed(play: HasDevice, event: DamagedCardsRemoved) -> None:
    play.malfunction.damaged += event.cards


def _replaced(play: HasDevice, event: DamagedCardsReplaced) -> None:
    play.malfunction.damaged = []


def round_voided(play: HasDevice) -> None:
    """The round is void, for this or another reason: only the cards are left to be moved."""
    state = play.malfunction
    if state.phase not in ("", "replacing"):
        state.phase = "moving"
    state.then = "next round"


def _works(play: HasDevice, event: GameContinued | ShoeModeBegan) -> None:
    play.malfunction = Malfunction()


EVOLVE: Folds = {
    MalfunctionReported: _reported,
    MalfunctionAnswered: _answered,
    ReturnOffered: sets("malfunction", phase="offer"),
    WagerLeft: _left,
    OfferClosed: _closed,
    DamagedCardsRemoved: _removed,
    CardsTransferred: sets("malfunction", phase="replacing"),
    DamagedCardsReplaced: _replaced,
    GameContinued: _works,
    ShoeModeBegan: _works,
}

# What a game asks


def stopped(play: HasDevice, rules: MalfunctionRules) -> Refused | None:
    """Why no card is dealt, nothing chosen and nothing settled just now."""
    phase = play.malfunction.phase
    if not phase:
        return None
    waiting = f"the shuffling device has failed, and the next step is {phase}"
    return Refused("device_malfunction", rules.applies, waiting)


def open_areas(play: HasDevice) -> dict[Area, list[Key]]:
    """What is still at stake, playing area by playing area."""
    areas: dict[Area, list[Key]] = {}
    for key in play.layout.wagers:
        areas.setdefault((key[0], key[1]), []).append(key)
    return areas


def awaits(play: HasDevice, rules: MalfunctionRules) -> Awaits | None:
    """What a failed device asks for next, or None when the device works."""
    state = play.malfunction
    if not state.phase:
        return None
    if state.phase in QUESTIONS:
        clause = _asked(rules, state.phase)
        choices = tuple(AnswerMalfunction(answer) for answer in QUESTIONS[state.phase])
        sentence = f"a casino supervisor answers: {' or '.join(QUESTIONS[state.phase])}"
        return Awaits(
            "decide", Role.GAMING_SUPERVISOR, clause, sentence, None, (AnswerMalfunction,),
            choices=choices,
        )  # fmt: skip
    if state.phase == "offer" and rules.offer:
        return _awaits_answer(play, rules.offer)
    if state.phase == "moving":
        return Awaits(
            "transfer", Role.DEALER, _transfer_clause(state, rules),
            f"list the damaged cards, then transfer the others: {_undamaged(play)} cards",
            None, (RemoveDamagedCards, TransferCards),
        )  # fmt: skip
    return Awaits(
        "replace", Role.DEALER, rules.damage if state.then != "shoe" else rules.no_device,
        f"replace the damaged cards one for one: {' '.join(state.damaged)}",
        None, (ReplaceDamagedCards,),
    )  # fmt: skip


def _awaits_answer(play: HasDevice, offer: Offer) -> Awaits:
    for patron, box in open_areas(play):
        if (patron, box) not in play.malfunction.stayed:
            return Awaits(
                "choose", patron, offer.choice, f"{patron} takes back or leaves the wager",
                None, (TakeBackWager, LeaveWager, CloseOffer),
                choices=(LeaveWager(patron, box), TakeBackWager(patron, box)),
            )  # fmt: skip
    return dealers_step(
        "decide", offer.choice, "everybody has answered: the offer closes", CloseOffer()
    )


def supply(play: HasDevice, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role] | None:
    """A plain order for a practice table whose device has failed."""
    state = play.malfunction
    if not state.phase:
        return None
    if awaited.choices:
        role = Role.PATRON if state.phase == "offer" else Role.GAMING_SUPERVISOR
        return awaited.choices[pick(len(awaited.choices))], role
    if state.phase == "moving":
        return TransferCards(_undamaged(play)), Role.DEALER
    if state.phase == "replacing":
        return ReplaceDamagedCards(tuple(state.damaged)), Role.DEALER
    return CloseOffer(), Role.DEALER


def _undamaged(play: HasDevice) -> int:
    return play.stock.source - len(play.malfunction.damaged)


def _asked(rules: MalfunctionRules, phase: Phase) -> Clause:
    asked = {"disadvantage": rules.no_disadvantage, "device": rules.device_at_hand}
    return asked.get(phase, rules.practicable)


def _transfer_clause(state: Malfunction, rules: MalfunctionRules) -> Clause:
    if state.then == "shoe" and rules.offer:
        return rules.offer.shuffled
    return rules.remainder if state.damaged else rules.transferred


def _replace_clause(state: Malfunction, rules: MalfunctionRules) -> Clause:
    return rules.offer.replaced if state.then == "shoe" and rules.offer else rules.replaced


# Judgements


def report(
    rules: MalfunctionRules, play: HasDevice, command: ReportMalfunction, by: Role
) -> Ruling:
    if not rules.uses_device(play):
        shoe = "cards come from a card shoe here, which cannot malfunction"
        return Refused("no_shuffling_device", rules.device_in_use, shoe)
    if play.malfunction.phase:
        return Refused("already_reported", rules.applies, "the malfunction is on record")
    if rules.under_way(play):
        return accept(MalfunctionReported(under_way=True, clause=rules.applies))
    return accept(MalfunctionReported(under_way=False, clause=rules.card_dealt))


def answer(
    rules: MalfunctionRules, play: HasDevice, command: AnswerMalfunction, by: Role
) -> Ruling:
    phase, said = play.malfunction.phase, command.answer
    if phase not in QUESTIONS:
        return Refused("nothing_asked", rules.applies, "no question of a malfunction is open")
    if said not in QUESTIONS[phase]:
        wanted = " or ".join(QUESTIONS[phase])
        return Refused("not_an_answer", _asked(rules, phase), f"{said}: answer {wanted}")
    if said == DISADVANTAGE:
        return _void(play, said, rules.disadvantage)
    if said in (NO_DEVICE, NOT_PRACTICABLE):
        return _without_device(rules, play, said)
    return accept(MalfunctionAnswered(said, _asked(rules, phase)))


def _void(play: HasDevice, said: str, clause: Clause) -> Accepted:
    reason = f"the shuffling device failed: {said}"
    return accept(MalfunctionAnswered(said, clause), *void_events(play, play.round, reason, clause))


def _without_device(rules: MalfunctionRules, play: HasDevice, said: str) -> Accepted:
    if rules.offer is None:
        return _void(play, said, rules.no_device)
    return accept(MalfunctionAnswered(said, rules.no_device), ReturnOffered(rules.offer.choice))


def take_back(rules: MalfunctionRules, play: HasDevice, command: TakeBackWager, by: Role) -> Ruling:
    if isinstance(keys := _open_area(rules, play, command.patron, command.box), Refused):
        return keys
    return accept(*(withdrawn(play, key, _offer(rules).choice) for key in keys))


def leave(rules: MalfunctionRules, play: HasDevice, command: LeaveWager, by: Role) -> Ruling:
    if isinstance(keys := _open_area(rules, play, command.patron, command.box), Refused):
        return keys
    return accept(WagerLeft(command.patron, command.box, _offer(rules).choice))


def _offer(rules: MalfunctionRules) -> Offer:
    if rules.offer is None:
        raise TypeError(f"{rules.no_device} makes no offer to patrons")
    return rules.offer


def _open_area(
    rules: MalfunctionRules, play: HasDevice, patron: str, box: int
) -> list[Key] | Refused:
    clause, area = _offer(rules).choice, (patron, box)
    if play.malfunction.phase != "offer":
        return Refused("no_offer", clause, "no return of wagers is on offer")
    if area in play.malfunction.stayed:
        return Refused("already_answered", clause, f"{patron} has left the wager in")
    keys = open_areas(play).get(area)
    return keys or Refused("no_wager_there", None, f"{patron} has nothing at stake there")


def close(rules: MalfunctionRules, play: HasDevice, command: CloseOffer, by: Role) -> Ruling:
    """When everybody has answered, or by a supervisor's word: silence leaves the wager in."""
    offer, areas = _offer(rules), open_areas(play)
    if play.malfunction.phase != "offer":
        return Refused("no_offer", offer.choice, "no return of wagers is on offer")
    silent = [patron for patron, box in areas if (patron, box) not in play.malfunction.stayed]
    if silent and by not in SUPERVISORS:
        names = ", ".join(dict.fromkeys(silent))
        return Refused("answers_outstanding", offer.choice, f"not answered by {names}")
    closed = OfferClosed(len(areas), offer.choice)
    if areas:
        return accept(closed)
    nobody = "every wager was taken back"
    return accept(closed, e.RoundVoided(play.round, nobody, offer.finished))


def remove(
    rules: MalfunctionRules, play: HasDevice, command: RemoveDamagedCards, by: Role
) -> Ruling:
    if play.malfunction.phase != "moving":
        return Refused("not_next", rules.removed, "no cards are being taken out of the device")
    if not command.cards:
        return Refused("no_cards_named", rules.removed, "name the damaged cards")
    if impossible := play.stock.why_not_all(drawn=(*play.malfunction.damaged, *command.cards)):
        return Refused("card_impossible", None, impossible)
    return accept(DamagedCardsRemoved(command.cards, rules.removed))


def transfer(rules: MalfunctionRules, play: HasDevice, command: TransferCards, by: Role) -> Ruling:
    state = play.malfunction
    clause = _transfer_clause(state, rules)
    if state.phase != "moving":
        return Refused("not_next", clause, "no cards are being taken out of the device")
    if command.count != _undamaged(play):
        held, damaged = play.stock.source, len(state.damaged)
        counted = f"{command.count} transferred and {damaged} damaged, but {held} were inside"
        return Refused("count_does_not_balance", clause, counted)
    moved = CardsTransferred(command.count, clause)
    return accept(moved) if state.damaged else accept(moved, _resumed(rules, state))


def replace(
    rules: MalfunctionRules, play: HasDevice, command: ReplaceDamagedCards, by: Role
) -> Ruling:
    state = play.malfunction
    clause = _replace_clause(state, rules)
    if state.phase != "replacing":
        return Refused("not_next", clause, "no damaged card waits to be replaced")
    if Counter(command.cards) != Counter(state.damaged):
        wanted = f"replaced one for one are {' '.join(state.damaged)}"
        return Refused("replacements_differ", clause, wanted)
    return accept(DamagedCardsReplaced(command.cards, clause), _resumed(rules, state))


def _resumed(rules: MalfunctionRules, state: Malfunction) -> e.Event:
    if state.then == "shoe":
        return ShoeModeBegan(_offer(rules).finished)
    if state.then == "next round":
        return GameContinued(rules.card_dealt)
    return GameContinued(rules.continued if state.damaged else rules.transferred)


def orders(rules: MalfunctionRules) -> dict[type[c.Command], May]:
    """The commands of a malfunction, for a game's table of commands."""
    choice = rules.offer.choice if rules.offer else None
    return under(
        rules,
        Row(ReportMalfunction, STAFF, rules.applies, report),
        Row(AnswerMalfunction, SUPERVISORS, rules.applies, answer),
        Row(RemoveDamagedCards, STAFF, rules.removed, remove),
        Row(TransferCards, STAFF, rules.transferred, transfer),
        Row(ReplaceDamagedCards, STAFF, rules.replaced, replace),
        Row(TakeBackWager, PATRONS | STAFF, choice, take_back),
        Row(LeaveWager, PATRONS | STAFF, choice, leave),
        Row(CloseOffer, DEALERS | SUPERVISORS, choice, close),
    )
