"""Whole promotions told as text, from the register to the closing."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from houseway.equipment.chips import dollars
from houseway.equipment.seeds import commitment_of
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.conditions import missing
from houseway.promotion.due import due
from houseway.promotion.promotion import MACHINE
from houseway.promotion.state import time_text
from houseway.promotion.terms import Conditions
from houseway.records import sentences
from houseway.records.drawfile import check, draw_file, written
from houseway.records.termsfile import read_conditions
from houseway.rulebook import document
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import SEED, SHARE, Desk, us
from tests.promotion.scenarios.telling import Said, Scenario

HOUSE_AND_SECOND: dict[str, Command] = {
    "draw the winners": dv.DrawWinners(SEED),
    "commit to the value": dv.CommitShare(commitment_of(SHARE)),
    "reveal the value": dv.RevealShare(SHARE),
}
TEXTS = sorted(Path(__file__).parent.glob("*.txt"))


class Told:
    """A scenario as it unfolds."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.cite = document(scenario.documents[0])
        self.desk = Desk(at=0)
        self.open: Refused | None = None  # a refusal that the text has not told yet

    def tell(self) -> None:
        for said in self.scenario.lines:
            try:
                self._step(said)
            except AssertionError as wrong:
                raise AssertionError(f"line {said.line}: {said.text}: {wrong}") from wrong
        assert self.open is None, f"refused at the end: {self.open}"

    def _step(self, said: Said) -> None:
        if said.kind == "refusal":
            return self._was_refused(said)
        assert self.open is None, f"not told before: {self.open}"
        if said.kind == "time":
            self.desk.now = us(said.text)
        elif said.kind == "order":
            self._order(said)
        else:
            self._holds(said)
        return None

    def _order(self, said: Said) -> None:
        command = self._command(said.text)
        by = self.scenario.offices[said.actor]
        ruling = self.desk.ask(command, by=by, actor=said.actor)
        if isinstance(ruling, Refused):
            self.open = ruling
            return
        named = {clause for event in ruling for clause in event.clauses}  # type: ignore[attr-defined]
        for number in said.clauses:
            assert self.cite(number) in named, f"the facts name {sorted(named)}"

    def _command(self, text: str) -> Command:
        if text in HOUSE_AND_SECOND:
            return HOUSE_AND_SECOND[text]
        if text.startswith("set the conditions "):
            return v.SetConditions(self._conditions(text.split()[-1]))
        if text.startswith("amend the conditions "):
            return self._amendment(text.split())
        if text.startswith("claim "):
            return _claim(text)
        if text.endswith(", reached"):
            command = sentences.read(text.removesuffix(", reached"), MACHINE.commands)
            assert isinstance(command, cv.NotifyWinner)
            return cv.NotifyWinner(command.winner, command.method, command.detail, reached=True)
        return sentences.read(text, MACHINE.commands)

    def _amendment(self, words: list[str]) -> v.AmendConditions:
        """`amend the conditions later[ approved as L-1]`."""
        approval = None
        if "approved" in words:
            approval = v.Approval(words[-1], "the Authority's delegate", self.desk.now)
        return v.AmendConditions(self._conditions(words[3]), approval)

    def _conditions(self, name: str) -> Conditions:
        return read_conditions(self.scenario.conditions[name])

    def _was_refused(self, said: Said) -> None:
        assert self.open is not None, "the order was accepted"
        code = said.text.removeprefix("refused ")
        clause = self.cite(said.clauses[0]) if said.clauses else self.open.clause
        assert self.open == Refused(code, clause), str(self.open)
        self.open = None

    def _holds(self, said: Said) -> None:
        word, _, rest = said.text.partition(" ")
        promotion = self.desk.promotion
        if word == "missing":
            found = [each.clause for each in missing(promotion)]
            assert (
                found == [self.cite(each) for each in rest.split()]
                if rest != "nothing"
                else (not found)
            ), found
        elif word == "due":
            found_due = [
                (each.what, time_text(each.by_us) if each.by_us else "at any time", each.clause)
                for each in due(promotion)
            ]
            what, _, by = rest.partition(" by ")
            wanted = (what, f"{by} UTC" if by else "at any time", self.cite(said.clauses[0]))
            assert wanted in found_due, found_due
        elif word == "overdue":
            late = [each.what for each in due(promotion) if each.overdue(self.desk.now)]
            assert rest == (", ".join(late) or "nothing"), late
        elif word == "winners":
            standing = ", ".join(f"{each.person} {each.status}" for each in promotion.winners)
            assert standing == rest, standing
        elif word == "draw":
            found_file = check(written(draw_file("promotion/1", promotion)))
            assert not found_file.problems, found_file.problems
        else:
            assert promotion.life == said.text, promotion.life


def _claim(text: str) -> cv.ClaimPrize:
    """`claim car for ana in cash instead`, `claim purse for ana paid by cash 2; cash 3`."""
    plain, _, parts = text.partition(" paid by ")
    claim = sentences.read(plain.removesuffix(" in cash instead"), MACHINE.commands)
    assert isinstance(claim, cv.ClaimPrize)
    payments = tuple(map(_payment, parts.split("; "))) if parts else ()
    return msgspec.structs.replace(
        claim, cash_instead=plain.endswith(" in cash instead"), payments=payments
    )


def _payment(part: str) -> cv.Payment:
    """`crossed cheque 10,000 to ana`."""
    what, _, payee = part.partition(" to ")
    means, _, amount = what.rpartition(" ")
    return cv.Payment(means, dollars(amount), payee)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", TEXTS, ids=[path.stem for path in TEXTS])
def test_a_promotion_goes_as_its_text_tells(path: Path) -> None:
    told = Told(Scenario(path.read_text(encoding="utf-8")))
    told.tell()
    assert told.desk.replayed() == told.desk.promotion


def test_there_are_scenarios() -> None:
    assert len(TEXTS) >= 6


@pytest.mark.parametrize("kind", MACHINE.commands)
def test_every_order_has_a_sentence(kind: type[Command]) -> None:
    assert kind.sentence.split()[0].islower()
