"""One machine judges every command: the order of its checks, and where roles and clause stand."""

from __future__ import annotations

from typing import Any

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game, preparing, shoe_state
from houseway.games.commands import Command
from houseway.games.game import Setup
from houseway.games.machine import Given, Machine, May, Part, Row, role_may_not, under
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

BY_DEALER, BY_PATRON = Given(Role.DEALER, "Eli"), Given(Role.PATRON, "Ana")
RULE = Clause("Mini Baccarat 4.6")


class _Kiosk:
    """Something with a life of two stages, which counts the patrons who joined."""

    stage = "shut"
    joined = 0


class _Part(Part[_Kiosk, _Kiosk]):
    usual = ("open",)


part = _Part()


@part.decides(c.JoinTable, by=DEALERS, slot=lambda kiosk: RULE)
def _join(kiosk: _Kiosk, command: c.JoinTable, given: Given) -> Ruling:
    if command.patron == "Cem":
        return Refused("patron_excluded", RULE, f"{command.patron} is excluded")
    return Accepted((e.PatronJoined(command.patron, RULE),))


@part.folds(e.PatronJoined, e.PatronLeft)
def _counted(kiosk: _Kiosk, event: Any) -> None:
    kiosk.joined += 1 if isinstance(event, e.PatronJoined) else -1


def _not_now(kiosk: _Kiosk, command: Command, may: May) -> Refused | None:
    return None if kiosk.stage in may.stages else Refused("shut", None, "the kiosk is shut")


def _may_not(kiosk: _Kiosk, command: Command, may: May, given: Given) -> Refused | None:
    if given.by in may.roles:
        return None
    return role_may_not(type(command), given.by, may.roles, may.slot(kiosk))


KIOSK = Machine("a kiosk", "order_not_of_a_kiosk", _not_now, _may_not, (part,))


def test_the_checks_come_in_one_order() -> None:
    """Each command has every later fault too, and gets the first refusal that fits."""
    kiosk, huge = _Kiosk(), "A" * 10_000
    unknown = KIOSK.decide(kiosk, c.CallNoMoreBets(), BY_PATRON)
    assert str(unknown) == "CallNoMoreBets is not an order of a kiosk"
    assert KIOSK.decide(kiosk, c.JoinTable(huge), BY_PATRON) == Refused("shut")
    kiosk.stage = "open"
    refused = KIOSK.decide(kiosk, c.JoinTable(huge), BY_PATRON)
    assert refused == Refused("role_may_not", RULE)
    assert KIOSK.decide(kiosk, c.JoinTable(huge), BY_DEALER) == Refused("out_of_bounds")
    assert KIOSK.decide(kiosk, c.JoinTable("Cem"), BY_DEALER) == Refused("patron_excluded", RULE)
    accepted = KIOSK.decide(kiosk, c.JoinTable("Ana"), BY_DEALER)
    assert accepted == Accepted((e.PatronJoined("Ana", RULE),))


def test_an_event_is_applied_by_its_own_fold() -> None:
    kiosk = _Kiosk()
    KIOSK.evolve(kiosk, e.PatronJoined("Ana", RULE))
    KIOSK.evolve(kiosk, e.PatronJoined("Ben", RULE))
    KIOSK.evolve(kiosk, e.PatronLeft("Ana", RULE))
    assert kiosk.joined == 1


def test_what_a_document_has_no_clause_for_is_no_command_of_its_game() -> None:
    def judge(rules: str, play: Any, command: Any, by: Role) -> Ruling:
        return Refused("closed", None, f"{rules}, {by}")

    rows = (Row(c.CutCards, PATRONS, RULE, judge), Row(c.DeclineCut, PATRONS, None, judge))
    commands = under("by the rules", *rows)
    assert list(commands) == [c.CutCards]
    ruling = commands[c.CutCards].decide(None, c.CutCards(20), Role.PATRON)
    assert str(ruling) == "by the rules, patron"


def test_a_shared_judge_can_be_asked_alone() -> None:
    """The judge of a cut takes the rules of any shoe; here 9 cards must lie on each side."""
    mini = game("mini-baccarat")
    play = mini.begin(Setup(mini.options(), mini.limits))
    play.prep = shoe_state.Preparation(checked=True, shuffled="by hand")
    rules = shoe_state.ShoeRules(RULE, cut=RULE, cut_offer=RULE, cut_margin=9)

    near = preparing.cut(rules, play, c.CutCards(8), Role.GAMING_SUPERVISOR)
    far = preparing.cut(rules, play, c.CutCards(9), Role.GAMING_SUPERVISOR)

    assert near == Refused("cut_too_near_the_end", RULE)
    assert far == Accepted((e.CardsCut(Role.GAMING_SUPERVISOR, 9, RULE),))
