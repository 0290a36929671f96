"""Table tests in the browser: set one, sit it, see the results, and take a signed result sheet."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response, Template
from segno import DataOverflowError

from houseway.aggregates import ASSESSMENT
from houseway.assessment import assessment as v
from houseway.assessment.assessment import OPEN, SETTERS, SITTERS, Sitting, TableTest
from houseway.extras import installed, needs
from houseway.games import find, slugs
from houseway.paper.sheet import ResultSheet, result_sheet
from houseway.randomness import new_seed
from houseway.rulebook.document import Clause, clause_row
from houseway.service.access.accounts import Account
from houseway.service.access.guards import only
from houseway.service.aggregates.assessments import KIND, VIEWERS, question
from houseway.service.api.aggregates import give_command
from houseway.service.consoles.page import page
from houseway.service.consoles.training.desk import DESK, checked_kinds
from houseway.service.consoles.training.pages import answers_of, go_ahead, known
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData
from houseway.service.forms.pressed_once import press_of
from houseway.service.storage.receipts import Made, prove
from houseway.service.texts.text import Text
from houseway.store.receipt import SUFFIX, qr_code
from houseway.training.generate import KINDS, kinds_of

OFFICES = frozenset(map(str, SITTERS))
GUARDS = [only(*OFFICES)]
SETTING = [only(*map(str, SETTERS))]


@get("/tests", include_in_schema=False, guards=GUARDS)
async def list_tests(request: Asking, floor: OpenFloor, game: FromQuery[str] = "") -> Template:
    """Every table test, and a form for those who set them."""
    found = await floor.blocking(KIND.every, floor, request.user.viewer)
    may_set = request.user.role in SETTERS
    games = [(slug, find(slug).cite.title) for slug in slugs()]
    chosen = known(game) if game else slugs()[0]
    kinds = [(each, KINDS[each].trains) for each in kinds_of(find(chosen))]
    return await page(
        request, "training/tests.html", found=found, may_set=may_set, games=games, chosen=chosen,
        kinds=kinds, seed=new_seed()[:8],
    )  # fmt: skip


@post("/tests", include_in_schema=False, guards=SETTING, status_code=303)
async def set_test(request: Asking, floor: OpenFloor) -> Redirect:
    data = await FormData.of(request)
    slug = known(_text(data, "document"))
    command = v.SetAssessment(
        _text(data, "title")[:100], find(slug).cite.id,
        checked_kinds(slug, data.values.get("kind", ())) or kinds_of(find(slug)),
        _text(data, "seed")[:40],
        _number(data, "length"), _number(data, "minutes"), _number(data, "percent"),
        _number(data, "attempts"), _number(data, "hours"),
    )  # fmt: skip
    name = _text(data, "name")
    await give_command(floor, request.user, KIND, name, command, press_of(request))
    return _to(name)


def _to(name: str, further: str = "") -> Redirect:
    return Redirect(f"/tests/{quote(name)}{further}", status_code=303)


@get("/tests/{name:str}", include_in_schema=False, guards=GUARDS)
async def overview(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template:
    """One test: its rules, one's own sittings, and for those in charge everybody's."""
    return await _overview(request, floor, name)


async def _overview(request: Asking, floor: Floor, name: str, problem: str = "") -> Template:
    seen = await floor.blocking(KIND.seen, floor, name, request.user.viewer)
    sitting = await floor.blocking(_own, floor, name, request.user)
    return await page(
        request, "training/test.html", name=name, rules=seen.rules, results=seen.results,
        sitting=sitting, title=_title(seen.rules), problem=problem,
        may_sit=request.user.role in SITTERS, in_charge=request.user.role in VIEWERS,
        edition=seen.rules.edition, withdrawn=seen.withdrawn,
        may_set=request.user.role in SETTERS,
    )  # fmt: skip


def _title(rules: v.AssessmentSet) -> str:
    return find(rules.edition).cite.title


def _own(floor: Floor, name: str, account: Account) -> Sitting | None:
    def see(test: TableTest, _version: int) -> Sitting | None:
        return test.sitting(account.name) if test.life == OPEN else None

    return KIND.look(floor, name, see)


@post("/tests/{name:str}/begin", include_in_schema=False, guards=GUARDS, status_code=200)
async def begin(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    try:
        await give_command(floor, request.user, KIND, name, v.BeginSitting(), press_of(request))
    except RuledOut as refused:
        return await _overview(request, floor, name, str(refused))
    return _to(name, "/sit")


@get("/tests/{name:str}/sit", include_in_schema=False, guards=GUARDS)
async def sit(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    """The next question; no mark is shown before the test is handed in."""
    return await _question(request, floor, name)


async def _question(
    request: Asking, floor: Floor, name: str, problem: str = ""
) -> Template | Redirect:
    def see(test: TableTest, _version: int) -> tuple[v.AssessmentSet | None, Sitting | None, int]:
        sitting = test.sitting(request.user.name)
        return test.rules, sitting, test.ends_us(sitting) if sitting else 0

    rules, sitting, ends_us = await floor.blocking(KIND.look, floor, name, see)
    if rules is None or sitting is None:
        return _to(name)
    number = len(sitting.answers)
    ready = await floor.blocking(DESK.ready, question(rules, sitting.attempt, number))
    if number + 1 < rules.length:
        go_ahead(floor, DESK.ahead, question(rules, sitting.attempt, number + 1))
    left = max(0, (ends_us - floor.now_us()) // 60_000_000)
    drill = ready.drill
    said = Text(
        "Question {number} of {many}. {title}. {question}",
        number=number + 1, many=rules.length, title=drill.title, question=drill.parts[0].asks,
    )  # fmt: skip
    return await page(
        request, "training/sit.html", name=name, rules=rules, number=number, left=left,
        drill=drill, felt=ready.felt, chips=drill.after.chips if drill.after else (),
        problem=problem, said=said, title=_title(rules),
    )  # fmt: skip


@post("/tests/{name:str}/sit", include_in_schema=False, guards=GUARDS, status_code=200)
async def answer(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    data = await FormData.of(request)
    number = _number(data, "number")

    def see(test: TableTest, _version: int) -> Any:
        sitting = test.sitting(request.user.name)
        return question(test.rules, sitting.attempt, number) if test.rules and sitting else None

    asked = await floor.blocking(KIND.look, floor, name, see)
    if asked is None:
        return _to(name)
    made = (await floor.blocking(DESK.ready, asked)).drill
    command = v.AnswerQuestion(number, answers_of(data, made))
    try:
        await give_command(floor, request.user, KIND, name, command, f"{asked.seed}-{number}")
    except RuledOut as refused:
        return await _question(request, floor, name, str(refused))
    return await _question(request, floor, name)


@post("/tests/{name:str}/finish", include_in_schema=False, guards=GUARDS, status_code=200)
async def finish(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    try:
        await give_command(floor, request.user, KIND, name, v.FinishSitting(), press_of(request))
    except RuledOut as refused:
        return await _overview(request, floor, name, str(refused))
    return _to(name)


# Result sheets


@get("/tests/{name:str}/sheets/{person:str}/{attempt:int}", include_in_schema=False, guards=GUARDS)
async def sheet(
    request: Asking, floor: OpenFloor, name: FromPath[str], person: FromPath[str],
    attempt: FromPath[int],
) -> Template:  # fmt: skip
    """The result of one sitting for the personnel file, to be printed."""
    rules, sitting = await floor.blocking(_sat, floor, request.user, name, person, attempt)
    made = await floor.blocking(_proof, floor, name, person, attempt)
    missed = [(each, clause_row(Clause(each)).must) for each in sitting.result.missed]
    return await page(
        request, "training/sheet.html", name=name, rules=rules, result=sitting.result,
        answers=sitting.answers, missed=missed, title=_title(rules), made=made,
        edition=rules.edition, on_paper=installed("typst"),
    )  # fmt: skip


@get(
    "/tests/{name:str}/sheets/{person:str}/{attempt:int}/file",
    include_in_schema=False,
    guards=GUARDS,
)
async def sheet_file(
    request: Asking, floor: OpenFloor, name: FromPath[str], person: FromPath[str],
    attempt: FromPath[int],
) -> Response[bytes]:  # fmt: skip
    """The same as a signed receipt, which `houseway receipt check` verifies without this house."""
    await floor.blocking(_sat, floor, request.user, name, person, attempt)
    made = await floor.blocking(_proof, floor, name, person, attempt)
    headers = {"content-disposition": f'attachment; filename="{name}-{attempt}{SUFFIX}"'}
    return Response(made.content, media_type="application/octet-stream", headers=headers)


@get(
    "/tests/{name:str}/sheets/{person:str}/{attempt:int}/pdf",
    include_in_schema=False,
    guards=GUARDS,
)
async def sheet_pdf(
    request: Asking, floor: OpenFloor, name: FromPath[str], person: FromPath[str],
    attempt: FromPath[int],
) -> Response[bytes]:  # fmt: skip
    """The sheet as PDF with the signed receipt inside."""
    if not installed("typst"):
        sentence = needs("typst", "the PDF")
        raise Wrong(HTTPStatus.NOT_IMPLEMENTED, "no_typesetter", sentence)
    rules, sitting = await floor.blocking(_sat, floor, request.user, name, person, attempt)
    made = await floor.blocking(_proof, floor, name, person, attempt)
    content = await floor.drawing(result_sheet, _on_paper(floor, name, rules, sitting, made))
    headers = {"content-disposition": f'attachment; filename="{name}-{attempt}.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


def _on_paper(
    floor: Floor, name: str, rules: v.AssessmentSet, sitting: Sitting, made: Made
) -> ResultSheet:
    result = sitting.result
    if result is None:
        raise AssertionError("only a sitting with a result is printed")
    time, entry = floor.time, made.ruling.entry
    facts = [
        ("Person", f"{result.by.person}, {result.by.role}"),
        ("Rules", f"{_title(rules)}, edition {rules.edition.partition('@')[2]}"),
        ("Begun", f"{time.day(result.begun_us)} {time.clock(result.begun_us)}"),
        ("Handed in", f"{time.day(result.by.at_us)} {time.clock(result.by.at_us)}"),
        ("Sitting", str(result.attempt)),
        ("Right", f"{result.right} of {result.length} questions, {result.percent} %"),
        ("Pass mark", f"{rules.percent} %"),
        ("Result", "passed" if result.passed else "not passed"),
        ("Seed", rules.seed),
    ]
    questions = [
        (str(each.number + 1), f"{each.right} of {each.of}",
         "right" if each.right == each.of else "wrong")
        for each in sitting.answers
    ]  # fmt: skip
    notes = (
        f"This result is event {entry.version} of {entry.stream} in the signed log of this house.",
        "The signed receipt is inside this file and in the code below. It is checked without this"
        f" house: houseway receipt check {name}-{result.attempt}.pdf --public house.key.pub",
    )
    missed = [(each, clause_row(Clause(each)).must) for each in result.missed]
    file = f"{name}-{result.attempt}{SUFFIX}"
    title = f"Table test: {rules.name}"
    return ResultSheet(title, facts, missed, questions, notes, file, made.content,
                       _code(made.content))  # fmt: skip


def _code(receipt: bytes) -> str:
    """The receipt as a QR code; empty where it is too long for one."""
    try:
        return str(qr_code(receipt).svg_inline(omitsize=True, border=4, light="white"))
    except DataOverflowError:
        return ""


# Withdrawing


@post("/tests/{name:str}/withdraw", include_in_schema=False, guards=SETTING, status_code=200)
async def withdraw(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    """Nobody begins or goes on with a withdrawn test; its results stay."""
    command = v.WithdrawAssessment(_text(await FormData.of(request), "reason"))
    try:
        await give_command(floor, request.user, KIND, name, command, press_of(request))
    except RuledOut as refused:
        return await _overview(request, floor, name, str(refused))
    return _to(name)


def _sat(floor: Floor, account: Account, name: str, person: str, attempt: int) -> Any:
    """The rules and the sitting that an account may see: its own, or all for those in charge."""

    def see(test: TableTest, _version: int) -> Any:
        own = account.role in VIEWERS or account.name == person
        found = [each for each in test.sittings.get(person, []) if own and each.attempt == attempt]
        return (test.rules, found[0]) if found and found[0].result else None

    seen = KIND.look(floor, name, see)
    if seen is None:
        sentence = Text("there is no result of sitting {attempt} that you may see", attempt=attempt)
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_result", sentence)
    return seen


def _proof(floor: Floor, name: str, person: str, attempt: int) -> Made:
    for entry in floor.log.read(KIND.stream(name)):
        if entry.kind == v.SittingFinished.__name__ and entry.actor == person:
            found = _decoded(entry)
            if found.attempt == attempt:
                return prove(floor, entry)
    raise Wrong(HTTPStatus.NOT_FOUND, "no_such_result", Text("there is no such result"))


def _decoded(entry: Any) -> Any:
    return ASSESSMENT.decode("", entry)


def _text(data: FormData, name: str) -> str:
    return next(iter(data.values.get(name, ())), "").strip()


def _number(data: FormData, name: str) -> int:
    text = _text(data, name)
    return int(text) if text.isdecimal() and len(text) < 7 else 0


ROUTES = [
    list_tests, set_test, overview, begin, sit, answer, finish, sheet, sheet_file, sheet_pdf,
    withdraw,
]  # fmt: skip
