"""Every form is handled once: it carries a key of its own, and its first answer is kept a minute.

The key is put into every form that posts when its template is compiled, beside the page's token,
and signed for one person and one address. A second press sends the same key and the same fields; it
waits for the first and gets its answer, which stays in the memory of this process. Where several
processes serve a house they share where a press led, in the side store. What a form tells the log
goes under the same key (`press_of`), so the log too does it once, for ever and in every process.
The same key with other fields is another press.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from html import unescape
from http import HTTPStatus
from typing import Any, Generic, TypeVar
from urllib.parse import unquote

from jinja2 import pass_context
from jinja2.ext import Extension
from jinja2.runtime import Context
from litestar import Request
from litestar.datastructures import FormMultiDict, UploadFile
from litestar.enums import RequestEncodingType
from litestar.template.base import csrf_token
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from markupsafe import Markup

from houseway.service.access.guards import csrf_cookie_name
from houseway.service.access.store import Database
from houseway.service.errors import Wrong
from houseway.service.settings import MINUTE_US
from houseway.service.texts.text import Text
from houseway.store.log import LogError

FIELD, HEADER = "_key", "x-form-key"
CSRF_FIELD = "_csrf_token"
# An option of a route that may be posted to again: it only looks, or does nothing a second time.
REPEATABLE = "repeatable"
LASTS_US = MINUTE_US
MOST_BYTES = 16 * 1024 * 1024  # of everything that is kept: the oldest is let go first
_PRESS = "houseway_press"  # in the scope of a request
_CODE = r"\{\{.*?\}\}|\{%.*?%\}"
_FORM = re.compile(rf'<form\b(?:{_CODE}|[^>{{])*\bmethod="post"(?:{_CODE}|[^>{{])*>')
_ACTION = re.compile(rf'\baction="((?:{_CODE}|[^"{{])*)"')
_FIELDS = Markup(
    '<input type="hidden" name="{}" value="{}"><input type="hidden" name="{}" value="{}">'
)
_TURN_SECONDS = 0.05  # between two looks at what another process has answered
_MOST_TURNS = 400
V = TypeVar("V")
Asker = Request[Any, Any, Any]
Messages = list[Any]  # of a response; empty where there is none


# Keys


class FormKeys:
    """Makes and recognises the keys of forms."""

    def __init__(self, secret: str) -> None:
        self._secret = f"form keys {secret}".encode()

    def key(self, person: str, path: str) -> str:
        """A new key for a form; `person` is empty where nobody has signed in."""
        number = secrets.token_hex(12)
        return "-".join((number, self._mark(number, path), self._mark(number, path, person)))

    def fits(self, key: str, person: str, path: str) -> bool:
        """Whether a key was made for this address, and for this person or before the sign-in.

        Where nobody has signed in the route decides: the session may have ended since.
        """
        number, mark, own = (*key.split("-", 2), "", "")[:3]
        own_marks = [self._mark(number, path, each) for each in (person, "")]
        return _same(mark, self._mark(number, path)) and (
            not person or any(_same(own, each) for each in own_marks)
        )

    def _mark(self, *parts: str) -> str:
        signed = hmac.new(self._secret, "\0".join(parts).encode(), hashlib.sha256)
        return signed.hexdigest()[:16]


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


class FormTags(Extension):
    """Puts the page's token and a key into every form that posts, whatever template has it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _FORM.sub(_with_fields, source)


def _with_fields(form: re.Match[str]) -> str:
    action = _ACTION.search(form[0])
    if action is None:
        raise ValueError(f"{form[0]} has no action")
    return f"{form[0]}{{% filter form_fields %}}{action[1]}{{% endfilter %}}"


@pass_context
def form_key(context: Context, address: str) -> str:
    """A key for something that a page posts to an address."""
    request: Asker = context["request"]
    path = unquote(unescape(address).partition("?")[0])
    key: str = request.app.state.form_keys.key(_person(request.scope), path)
    return key


@pass_context
def form_fields(context: Any, address: str) -> Markup:
    token, key = csrf_token(context), form_key(context, address)
    return _FIELDS.format(CSRF_FIELD, token, FIELD, key)


def _person(scope: Any) -> str:
    account = scope.get("user")
    return account.name if account is not None else ""


# Answers


class ForAMinute(Generic[V]):
    """Values that their holder may have again for a minute, in memory; the oldest go first."""

    def __init__(self, now_us: Callable[[], int]) -> None:
        self._now_us = now_us
        self._cached: OrderedDict[tuple[str, str], tuple[int, int, V]] = OrderedDict()
        self._size = 0

    def keep(self, name: str, holder: str, value: V, size: int = 1_000) -> None:
        _, before, _ = self._cached.pop((name, holder), (0, 0, None))
        self._cached[name, holder] = (self._now_us(), size, value)
        self._size += size - before
        self._let_go()

    def find(self, name: str, holder: str) -> V | None:
        self._let_go()
        cached = self._cached.get((name, holder))
        return cached[2] if cached else None

    def _let_go(self) -> None:
        while self._cached:
            at_us, size, _ = next(iter(self._cached.values()))
            if self._size <= MOST_BYTES and self._now_us() < at_us + LASTS_US:
                return
            self._cached.popitem(last=False)
            self._size -= size


class Answers:
    """What the forms of a house were answered, and the presses that are being handled."""

    def __init__(self, now_us: Callable[[], int], database: Database) -> None:
        self._now_us, self._database = now_us, database
        self.recent = ForAMinute[Messages](now_us)
        self.under_way: dict[tuple[str, str], asyncio.Future[Messages]] = {}

    async def first(self, press: str, browser: str) -> Messages:
        """The answer to the first press, once it is there; nothing if this is the first."""
        while (waiting := self.under_way.get((press, browser))) is not None:
            if answer := await asyncio.shield(waiting):
                return answer
        return self.recent.find(press, browser) or []

    async def elsewhere(self, press: str, browser: str) -> Messages:
        """The answer of another process to the first press; nothing if this is the first."""
        for _ in range(_MOST_TURNS if self._database.shared else 0):
            led_to = await asyncio.to_thread(self._claim, _id(press, browser))
            if led_to is None:
                break
            if led_to:
                headers = [(b"location", led_to.encode()), (b"content-length", b"0")]
                start = {"type": "http.response.start", "status": 303, "headers": headers}
                return [start, {"type": "http.response.body", "body": b""}]
            await asyncio.sleep(_TURN_SECONDS)
        return []

    def _claim(self, name: str) -> str | None:
        """Where another process has led, empty while it is at it; nothing if it is for us to do."""
        now_us = self._now_us()
        self._database.note(("DELETE FROM press WHERE at_us < ?", (now_us - LASTS_US,)))
        claim = "INSERT INTO press VALUES (?, ?, '') ON CONFLICT DO NOTHING"
        if self._database.do(claim, name, now_us):
            return None
        found = self._database.ask("SELECT led_to FROM press WHERE id = ?", name)
        return str(found[0][0]) if found else ""

    async def tell_others(self, press: str, browser: str, answer: Messages) -> None:
        """Say where a press led. Any other answer, or a session that begins, is not theirs."""
        if not self._database.shared:
            return
        headers = dict(answer[0]["headers"]) if answer else {}
        led_to = "" if b"set-cookie" in headers else headers.get(b"location", b"").decode()
        own = _id(press, browser)
        await asyncio.to_thread(
            self._database.note,
            ("UPDATE press SET led_to = ? WHERE id = ?", (led_to, own)),
            ("DELETE FROM press WHERE id = ? AND led_to = ''", (own,)),
        )


def _id(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def press_of(request: Asker) -> str:
    """The key of this press of a form, under which the log does what it orders once."""
    press: str = request.scope[_PRESS]  # type: ignore[literal-required]
    return press


class PressedOnce:
    """Middleware around every form: the first press is handled, and the others get its answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_form(scope):
            await self.app(scope, receive, send)
            return
        request = scope["litestar_app"].request_class(scope, receive)
        key, press = await _read(request)
        browser = request.cookies.get(csrf_cookie_name(request.app.state.settings), "")
        is_first = False
        try:
            _check(request, key)
            answers: Answers = request.app.state.answers
            answer = await answers.first(press, browser)
            answer = answer or await answers.elsewhere(press, browser)
            is_first = not answer
        finally:
            if not is_first:  # otherwise the route closes the files that came
                await _close_files(request)
        if is_first:
            scope[_PRESS] = press  # type: ignore[literal-required]
            await self._handle(scope, receive, send, press, browser)
        for message in answer:
            copy: Any = {**message}
            await send(copy)

    async def _handle(
        self, scope: Scope, receive: Receive, send: Send, press: str, browser: str
    ) -> None:
        answers: Answers = scope["litestar_app"].state.answers
        answer: Messages = []
        done = answers.under_way[press, browser] = asyncio.get_running_loop().create_future()

        async def record(message: Message) -> None:
            answer.append({**message})
            await send(message)

        try:
            await self.app(scope, receive, record)
        finally:
            whole = bool(answer) and not answer[-1].get("more_body")
            try:
                with suppress(LogError):  # the answer is on its way; the log does a press once
                    await answers.tell_others(press, browser, answer if whole else [])
            finally:
                del answers.under_way[press, browser]
                done.set_result(answer if whole else [])
        if whole and answer[0]["status"] < HTTPStatus.BAD_REQUEST:
            size = sum(len(each.get("body", b"")) for each in answer)
            answers.recent.keep(press, browser, answer, size)


def _is_form(scope: Any) -> bool:
    """What a page posts; commands of programs have keys of their own, and pages send none."""
    options = getattr(scope.get("route_handler"), "opt", {})
    posted = scope["type"] == "http" and scope["method"] == "POST"
    by_program = scope["path"].startswith("/api/") or options.get("exclude_from_csrf")
    return posted and not by_program and not options.get(REPEATABLE)


async def _read(request: Asker) -> tuple[str, str]:
    """The key of a form, and the key of this press: with other fields it is another one."""
    if request.content_type[0] != RequestEncodingType.MULTI_PART:
        await request.body()  # whatever it is: what is too long is refused
    fields: FormMultiDict = await request.form()
    key = request.headers.get(HEADER) or str(fields.get(FIELD, ""))
    content = hashlib.sha256()
    for name, value in fields.multi_items():
        if name not in (FIELD, CSRF_FIELD):
            text = value if isinstance(value, str) else await _digest(value)
            content.update(f"{name}\0{len(text)}\0{text}\0".encode())
    return key, f"{key.partition('-')[0]}-{content.hexdigest()[:16]}"


async def _digest(file: UploadFile) -> str:
    content = await file.read()
    await file.seek(0)
    return f"{file.filename} {hashlib.sha256(content).hexdigest()}"


async def _close_files(request: Asker) -> None:
    for value in (await request.form()).values():
        if isinstance(value, UploadFile):
            await value.close()


def _check(request: Asker, key: str) -> None:
    keys: FormKeys = request.app.state.form_keys
    if not key:
        sentence = Text("this came without the key of its form: open the page again")
        raise Wrong(HTTPStatus.BAD_REQUEST, "no_form_key", sentence)
    if not keys.fits(key, _person(request.scope), request.scope["path"]):
        sentence = Text(
            "this form was made for another person or another page: open the page again"
        )
        raise Wrong(HTTPStatus.FORBIDDEN, "not_your_form", sentence)
