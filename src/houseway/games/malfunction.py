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

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction_vocabulary as v
from houseway.games.game import Awaits, May, Pick, accept, dealers_step
from houseway.games.layout import Key
from houseway.games.machine import Row, under
from houseway.games.malfunction_state import (
    DISADVANTAGE,
    NO_DEVICE,
    NOT_PRACTICABLE,
    QUESTIONS,
    Area,
    HasDevice,
    Malfunction,
    MalfunctionRules,
    Offer,
    Phase,
)
from houseway.games.provisions import void_events
from houseway.games.wagering import withdrawn
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

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
        choices = tuple(v.AnswerMalfunction(answer) for answer in QUESTIONS[state.phase])
        sentence = f"a casino supervisor answers: {' or '.join(QUESTIONS[state.phase])}"
        return Awaits(
            "decide", Role.GAMING_SUPERVISOR, clause, sentence, None, (v.AnswerMalfunction,),
            choices=choices,
        )  # fmt: skip
    if state.phase == "offer" and rules.offer:
        return _awaits_answer(play, rules.offer)
    if state.phase == "moving":
        return Awaits(
            "transfer", Role.DEALER, _transfer_clause(state, rules),
            f"list the damaged cards, then transfer the others: {_undamaged(play)} cards",
            None, (v.RemoveDamagedCards, v.TransferCards),
        )  # fmt: skip
    return Awaits(
        "replace", Role.DEALER, rules.damage if state.then != "shoe" else rules.no_device,
        f"replace the damaged cards one for one: {' '.join(state.damaged)}",
        None, (v.ReplaceDamagedCards,),
    )  # fmt: skip


def _awaits_answer(play: HasDevice, offer: Offer) -> Awaits:
    for patron, box in open_areas(play):
        if (patron, box) not in play.malfunction.stayed:
            return Awaits(
                "choose", patron, offer.choice, f"{patron} takes back or leaves the wager",
                None, (v.TakeBackWager, v.LeaveWager, v.CloseOffer),
                choices=(v.LeaveWager(patron, box), v.TakeBackWager(patron, box)),
            )  # fmt: skip
    return dealers_step(
        "decide", offer.choice, "everybody has answered: the offer closes", v.CloseOffer()
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
        return v.TransferCards(_undamaged(play)), Role.DEALER
    if state.phase == "replacing":
        return v.ReplaceDamagedCards(tuple(state.damaged)), Role.DEALER
    return v.CloseOffer(), Role.DEALER


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
    rules: MalfunctionRules, play: HasDevice, command: v.ReportMalfunction, by: Role
) -> Ruling:
    if not rules.uses_device(play):
        shoe = "cards come from a card shoe here, which cannot malfunction"
        return Refused("no_shuffling_device", rules.device_in_use, shoe)
    if play.malfunction.phase:
        return Refused("already_reported", rules.applies, "the malfunction is on record")
    if rules.under_way(play):
        return accept(v.MalfunctionReported(under_way=True, clause=rules.applies))
    return accept(v.MalfunctionReported(under_way=False, clause=rules.card_dealt))


def answer(
    rules: MalfunctionRules, play: HasDevice, command: v.AnswerMalfunction, by: Role
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
    return accept(v.MalfunctionAnswered(said, _asked(rules, phase)))


def _void(play: HasDevice, said: str, clause: Clause) -> Accepted:
    reason = f"the shuffling device failed: {said}"
    return accept(
        v.MalfunctionAnswered(said, clause), *void_events(play, play.round, reason, clause)
    )


def _without_device(rules: MalfunctionRules, play: HasDevice, said: str) -> Accepted:
    if rules.offer is None:
        return _void(play, said, rules.no_device)
    return accept(v.MalfunctionAnswered(said, rules.no_device), v.ReturnOffered(rules.offer.choice))


def take_back(
    rules: MalfunctionRules, play: HasDevice, command: v.TakeBackWager, by: Role
) -> Ruling:
    if isinstance(keys := _open_area(rules, play, command.patron, command.box), Refused):
        return keys
    return accept(*(withdrawn(play, key, _offer(rules).choice) for key in keys))


def leave(rules: MalfunctionRules, play: HasDevice, command: v.LeaveWager, by: Role) -> Ruling:
    if isinstance(keys := _open_area(rules, play, command.patron, command.box), Refused):
        return keys
    return accept(v.WagerLeft(command.patron, command.box, _offer(rules).choice))


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


def close(rules: MalfunctionRules, play: HasDevice, command: v.CloseOffer, by: Role) -> Ruling:
    """When everybody has answered, or by a supervisor's word: silence leaves the wager in."""
    offer, areas = _offer(rules), open_areas(play)
    if play.malfunction.phase != "offer":
        return Refused("no_offer", offer.choice, "no return of wagers is on offer")
    silent = [patron for patron, box in areas if (patron, box) not in play.malfunction.stayed]
    if silent and by not in SUPERVISORS:
        names = ", ".join(dict.fromkeys(silent))
        return Refused("answers_outstanding", offer.choice, f"not answered by {names}")
    closed = v.OfferClosed(len(areas), offer.choice)
    if areas:
        return accept(closed)
    nobody = "every wager was taken back"
    return accept(closed, e.RoundVoided(play.round, nobody, offer.finished))


def remove(
    rules: MalfunctionRules, play: HasDevice, command: v.RemoveDamagedCards, by: Role
) -> Ruling:
    if play.malfunction.phase != "moving":
        return Refused("not_next", rules.removed, "no cards are being taken out of the device")
    if not command.cards:
        return Refused("no_cards_named", rules.removed, "name the damaged cards")
    if impossible := play.stock.why_not_all(drawn=(*play.malfunction.damaged, *command.cards)):
        return Refused("card_impossible", None, impossible)
    return accept(v.DamagedCardsRemoved(command.cards, rules.removed))


def transfer(
    rules: MalfunctionRules, play: HasDevice, command: v.TransferCards, by: Role
) -> Ruling:
    state = play.malfunction
    clause = _transfer_clause(state, rules)
    if state.phase != "moving":
        return Refused("not_next", clause, "no cards are being taken out of the device")
    if command.count != _undamaged(play):
        held, damaged = play.stock.source, len(state.damaged)
        counted = f"{command.count} transferred and {damaged} damaged, but {held} were inside"
        return Refused("count_does_not_balance", clause, counted)
    moved = v.CardsTransferred(command.count, clause)
    return accept(moved) if state.damaged else accept(moved, _resumed(rules, state))


def replace(
    rules: MalfunctionRules, play: HasDevice, command: v.ReplaceDamagedCards, by: Role
) -> Ruling:
    state = play.malfunction
    clause = _replace_clause(state, rules)
    if state.phase != "replacing":
        return Refused("not_next", clause, "no damaged card waits to be replaced")
    if Counter(command.cards) != Counter(state.damaged):
        wanted = f"replaced one for one are {' '.join(state.damaged)}"
        return Refused("replacements_differ", clause, wanted)
    return accept(v.DamagedCardsReplaced(command.cards, clause), _resumed(rules, state))


def _resumed(rules: MalfunctionRules, state: Malfunction) -> e.Event:
    if state.then == "shoe":
        return v.ShoeModeBegan(_offer(rules).finished)
    if state.then == "next round":
        return v.GameContinued(rules.card_dealt)
    return v.GameContinued(rules.continued if state.damaged else rules.transferred)


def orders(rules: MalfunctionRules) -> dict[type[c.Command], May]:
    """The commands of a malfunction, for a game's table of commands."""
    choice = rules.offer.choice if rules.offer else None
    return under(
        rules,
        Row(v.ReportMalfunction, STAFF, rules.applies, report),
        Row(v.AnswerMalfunction, SUPERVISORS, rules.applies, answer),
        Row(v.RemoveDamagedCards, STAFF, rules.removed, remove),
        Row(v.TransferCards, STAFF, rules.transferred, transfer),
        Row(v.ReplaceDamagedCards, STAFF, rules.replaced, replace),
        Row(v.TakeBackWager, PATRONS | STAFF, choice, take_back),
        Row(v.LeaveWager, PATRONS | STAFF, choice, leave),
        Row(v.CloseOffer, DEALERS | SUPERVISORS, choice, close),
    )
