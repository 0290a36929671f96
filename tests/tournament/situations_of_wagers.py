"""Situations in a round: marker, turns, stakes, elimination, infringements, exclusion."""

from __future__ import annotations

import msgspec

from houseway.rulebook.ruling import Refused
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from tests.tournament.desk import HEATS, Desk
from tests.tournament.hall import DEALER, PATRON, SUPERVISOR, Hall
from tests.tournament.told import Outcome, of, situation

LEVEL = {1: 100, 2: 100, 3: 100}


def hall(desk: Desk) -> Hall:
    return Hall(desk.slug)


def _open(desk: Desk) -> Hall:
    """A round is open for Ana (1), Ben (2) and Chen (3) at boxes 2, 4 and 5."""
    return hall(desk).ready().open()


# The marker


@situation("the marker over four rounds")
def _(desk: Desk) -> Outcome:
    here, boxes = hall(desk).ready(), list[str]()
    for _ in range(4):
        here.played(LEVEL)
        boxes.append(str(here.floor.marker))
    begun = here.do(w.OpenRound(1, "1"), DEALER, "Eli")[-1]
    assert isinstance(begun, w.RoundBegun)
    return " ".join(boxes), str(begun.marked or begun.clause)


@situation("the order of wagering from the second box on")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played(LEVEL)
    begun = here.do(w.OpenRound(1, "1"), DEALER, "Eli")[-1]
    assert isinstance(begun, w.RoundBegun)
    return " ".join(map(str, begun.order)), str(begun.clause)


@situation("the marker after its next holder is eliminated")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played({1: 100, 2: 9, 3: 100}).open()
    return str(here.floor.marker), str(here.tournament.rules.wagering.marker or "")


@situation("the marker after a void round with stakes")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open().staked(10, 10, 10)
    here.do(w.DeclareRoundVoid(1, "1", "a card was exposed"))
    here.open()
    return str(here.floor.marker), str(here.tournament.rules.wagering.marker or "")


@situation("the marker after a misdeal with stakes")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open().staked(10, 10, 10)
    void = here.do(w.DeclareRoundVoid(1, "1", "a tile was exposed", misdeal=True))[-1]
    assert isinstance(void, w.RoundDeclaredVoid)
    here.open()
    return str(here.floor.marker), str(void.stays)


@situation("a misdeal in a game that has none")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open()
    return of(here.ask(w.DeclareRoundVoid(1, "1", "a card was exposed", misdeal=True)))


@situation("the marker after a round without stakes")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open()
    here.do(w.DeclareRoundVoid(1, "1", "no wagers in this round"))
    here.open()
    return str(here.floor.marker), str(here.tournament.rules.wagering.marker or "")


# Turns


@situation("the dealer calls the first")
def _(desk: Desk) -> Outcome:
    return of(_open(desk).call(1))


@situation("the dealer calls the second first")
def _(desk: Desk) -> Outcome:
    return of(_open(desk).call(2))


@situation("the dealer calls the second while the first has staked nothing")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.call(2))


@situation("somebody who is present stakes nothing")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    confirmed = here.do(w.ConfirmNoStake(1, 1), DEALER, "Eli")[-1]
    assert isinstance(confirmed, w.NoStakeConfirmed)
    return f"due: {confirmed.due}", str(confirmed.clause)


@situation("no more bets while somebody has staked nothing")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    here.stake(1, 10)
    return of(here.ask(w.CloseBetting(1, "1"), DEALER, "Eli"))


@situation("a stake in turn")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.stake(1, 20))


@situation("a stake is changed in the own turn")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    here.stake(1, 20)
    return of(here.stake(1, 30))


@situation("a stake is changed when the next has been called")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    here.stake(1, 20)
    here.call(2)
    return of(here.stake(1, 30))


@situation("a stake out of turn")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    told = here.stake(3, 20)
    if isinstance(told, Refused):
        return of(told)
    return f"stands at {here.round.stakes[3]}, {of(told)[0]}", of(told)[1]


@situation("a stake out of turn is changed")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    here.stake(3, 20)
    return of(here.stake(3, 30))


def _again(desk: Desk) -> Hall:
    """Chen stakes out of turn in the first round, and in the second again."""
    here = _open(desk)
    here.call(1)
    here.stake(3, 10)
    for entry in (1, 2):
        here.call(entry)
        here.stake(entry, 10)
    here.close()
    here.do(here.counts(LEVEL), DEALER, "Eli")
    here.open()
    here.stake(3, 10)
    return here


@situation("a first stake out of turn is declared void")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    here.stake(3, 20)
    return of(here.ask(w.VoidStake(1, 3)))


@situation("a second stake out of turn is declared void")
def _(desk: Desk) -> Outcome:
    return of(_again(desk).ask(w.VoidStake(1, 3)))


@situation("a stake declared void is replaced")
def _(desk: Desk) -> Outcome:
    here = _again(desk)
    here.do(w.VoidStake(1, 3))
    return of(here.stake(3, 10))


# Stakes


@situation("a stake in another's box")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.stake(1, 10, box=4))


@situation("a stake for somebody else")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.ask(w.PlaceStake(1, 1, 10), PATRON, "id Ben"))


@situation("a stake of more than is held")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.stake(1, 101))


@situation("a stake of sixty where fifty is the most")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    told = here.stake(1, 60)
    return of(told) if isinstance(told, Refused) else (str(here.round.stakes[1]), of(told)[1])


@situation("stakes that risk nine where ten is the least")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.stake(1, 9))


@situation("stakes that risk nine after the advice")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    here.stake(1, 9)
    return of(here.stake(1, 9))


@situation("ten chips against a minimum of ten")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played({1: 10, 2: 100, 3: 100}).open()
    return f"in: {1 in here.session.chips}", str(here.tournament.rules.wagering.elimination)


@situation("nine chips against a minimum of ten")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played({1: 9, 2: 100, 3: 100}).open()
    out = here.session.outs[-1]
    told = f"{out.how} after round {out.round} with {out.chips}, in: {1 in here.session.chips}"
    return told, str(out.clause)


@situation("everybody is below the minimum")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played({1: 9, 2: 8, 3: 0})
    told = here.do(w.OpenRound(1, "1"), DEALER, "Eli")
    ended = told[-1]
    assert isinstance(ended, s.SessionEnded)
    return f"{len(here.session.outs)} out, {here.session.phase}", str(ended.clause)


@situation("time for a wager runs out")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    here.do(s.SetTimeLimit(1, 30))
    here.open()
    here.call(1)
    here.now += 30_000_000
    ran_out = here.do(w.ReportTimeUp(1, 1), DEALER, "Eli")[-1]
    assert isinstance(ran_out, w.TimeRanOut)
    told = here.stake(1, 20)
    return f"restricted: {ran_out.restricted}, twenty: {of(told)[0]}", str(ran_out.clause)


@situation("time for a wager is reported a second early")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    here.do(s.SetTimeLimit(1, 30))
    here.open()
    here.call(1)
    here.now += 29_000_000
    return of(here.ask(w.ReportTimeUp(1, 1), DEALER, "Eli"))


# What a document may not have


@situation("a pass card")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.ask(w.PlayPassCard(1, 1), PATRON, "id Ana"))


@situation("an undisclosed wager")
def _(desk: Desk) -> Outcome:
    here = _open(desk)
    here.call(1)
    return of(here.ask(f.HandInForm(1, 1, "banker", 20), SUPERVISOR, "Hana"))


@situation("the minimum is deducted from somebody absent")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open()
    return of(here.ask(w.DeductMinimum(1, 1)))


# What is not allowed


@situation("chips out of sight")
def _(desk: Desk) -> Outcome:
    order = w.LogInfringement(1, 1, "chips out of sight", "under the sleeve")
    return of(hall(desk).ready().ask(order, DEALER, "Eli"))


@situation("chips are exchanged")
def _(desk: Desk) -> Outcome:
    order = w.LogInfringement(1, 1, "exchange of chips", "five to Ben")
    return of(hall(desk).ready().ask(order, DEALER, "Eli"))


@situation("advice is sought")
def _(desk: Desk) -> Outcome:
    order = w.LogInfringement(1, 1, "advice", "asked a friend")
    return of(hall(desk).ready().ask(order, DEALER, "Eli"))


@situation("another rule is broken")
def _(desk: Desk) -> Outcome:
    order = w.LogInfringement(1, 1, "other", "touched the cards")
    return of(hall(desk).ready().ask(order, DEALER, "Eli"))


@situation("somebody is put out for breaking a rule")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played({1: 150, 2: 100, 3: 100})
    out = here.do(w.Disqualify(1, 1, "contravention", "touched the cards"))[-1]
    assert isinstance(out, s.PlayerOut)
    kept = here.tournament.entries[1].kept_chips
    return f"{out.out.how}, keeps {kept}, in: {1 in here.session.chips}", str(out.clause)


@situation("somebody is put out without facts")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().ask(w.Disqualify(1, 1, "contravention", " ")))


@situation("a round while a dispute is open")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    here.do(w.DisputeRound(1, 1, "I was paid too little"), PATRON, "id Ana")
    return of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))


@situation("a round after the dispute was decided")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    here.do(w.DisputeRound(1, 1, "I was paid too little"), PATRON, "id Ana")
    decided = here.do(w.DecideRoundDispute(1, "1", "the payment stands"))[-1]
    here.open()
    return "open again", str(getattr(decided, "clause", ""))


@situation("a session of one round")
def _(desk: Desk) -> Outcome:
    short = msgspec.structs.replace(HEATS, rounds=1)
    here = hall(desk).ready(stage=short).played(LEVEL)
    return of(here.ask(s.EndTable(1, "1"), DEALER, "Eli"))
