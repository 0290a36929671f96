"""Everything that goes wrong, answered: a problem for programs, a page for people."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, InternalServerException
from litestar.response import Redirect, Template
from msgspec.structs import replace

from houseway.rulebook.roles import Role
from houseway.service.access.guards import cookie_name
from houseway.service.access.sessions import hash_of
from houseway.service.access.token_desk import UNKNOWN as UNKNOWN_TOKEN
from houseway.service.consoles.page import basics, home_of
from houseway.service.errors import MUST_CHANGE, Problem, RuledOut, Wrong
from houseway.service.storage.metrics import Sparingly
from houseway.service.texts.catalogue import ENGLISH
from houseway.service.texts.language import language, said
from houseway.service.texts.second_person import addressed
from houseway.service.texts.text import Term, Text, capital
from houseway.store.anchor import LogAltered
from houseway.store.batch import STORED
from houseway.store.log import BadAppend, Conflict, KeyReused, LogError, LogFailed

_logger = logging.getLogger("houseway.service")
_sparingly = Sparingly(_logger)
UNKNOWN = Text(
    "It is not known whether this was stored. Send it again with the same key; it is done at most"
    " once."
)
_CODES = {
    400: "not_understood",
    401: "not_signed_in",
    403: "not_from_our_page",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_long",
    429: "too_many",
}
_MISSING = Text("The address may be mistyped, or the page may have been removed")
_CUT_OFF = "client disconnected prematurely"  # as the framework says it: nobody hears the answer
Anybody = Request[Any, Any, Any]


def answer(request: Anybody, failure: Exception) -> Response[Any]:
    """The one handler of every exception."""
    status, problem = _problem(request, failure)
    again = getattr(failure, "again", None)
    headers = {"retry-after": str(again)} if again is not None else {}
    if problem.code == UNKNOWN_TOKEN:
        headers["www-authenticate"] = "Bearer"
    if not _wants_page(request):
        shown = _for_script(request, problem) if _from_page(request) else problem
        return Response(shown, status_code=status, media_type=MediaType.JSON, headers=headers)
    if status == HTTPStatus.UNAUTHORIZED and request.method == "GET":
        ended = "&ended=yes" if cookie_name(request.app.state.settings) in request.cookies else ""
        return Redirect(f"/sign-in?then={quote(request.url.path, safe='/')}{ended}")
    if problem.code == MUST_CHANGE and request.method == "GET":
        return Redirect(f"/me/password?then={quote(request.url.path, safe='/')}")
    _recognise(request)
    account = request.scope.get("user")
    home = home_of(request, account) if account else "/"
    words = _in_words(request, status, problem)
    context = {**basics(request), "problem": problem, "home": home, **words}
    return Template("problem.html", context=context, status_code=status, headers=headers)


def _recognise(request: Anybody) -> None:
    """Put the account on a request that no route has answered, where its session is remembered."""
    token = request.cookies.get(cookie_name(request.app.state.settings), "")
    if token and "user" not in request.scope:
        session = request.app.state.floor.desk.sessions.remembered(hash_of(token))
        request.scope["user"] = session.account if session else None


def _in_words(request: Anybody, status: int, problem: Problem) -> dict[str, str]:
    """The heading of the page, and what is said below it."""
    account = request.scope.get("user")
    if status == HTTPStatus.NOT_FOUND:
        more = _MISSING if problem.code == "not_found" else problem.sentence
        return {"heading": Text("That page does not exist."), "more": more}
    if problem.code == "office_may_not" and account is not None:
        return {
            "heading": Text("Your role cannot open this page."),
            "more": Text(
                "You are signed in as {name}, {role}", name=account.name, role=Term(account.office)
            ),
        }
    return {"heading": capital(problem.sentence), "more": ""}


def _from_page(request: Anybody) -> bool:
    """A script of a page in the language of this house: it shows the sentence to a person."""
    catalogue = language()
    return (
        request.headers.get("accept-language") == (catalogue.locale if catalogue else ENGLISH)
        or "hx-request" in request.headers
    )


def _for_script(request: Anybody, problem: Problem) -> Problem:
    """The problem as a page shows it: in the language of this house, and to a patron as "you".

    Its times are those of the house. Programs get it in English, with times in UTC and about the
    patron, as the log has it.
    """
    account = request.scope.get("user")
    patron = account.name if account is not None and account.role == Role.PATRON else ""
    sentence = said(addressed(problem.sentence, patron))
    return replace(problem, sentence=request.app.state.floor.time.in_sentence(sentence))


def _wants_page(request: Anybody) -> bool:
    """A person at a browser; scripts of our own pages ask for JSON."""
    return (
        "text/html" in request.headers.get("accept", "")
        and not request.url.path.startswith("/api/")
        and "hx-request" not in request.headers
    )


def _problem(request: Anybody, failure: Exception) -> tuple[int, Problem]:
    if isinstance(failure, Wrong | RuledOut):
        return failure.status, failure.problem
    if isinstance(failure, Conflict):
        sentence = Text("something has changed since you looked: look again before you act")
        return HTTPStatus.CONFLICT, Problem("stale_version", None, sentence, failure.actual)
    if isinstance(failure, KeyReused):
        sentence = Text("this key was used for another command")
        return HTTPStatus.UNPROCESSABLE_ENTITY, Problem("key_reused", None, sentence)
    if isinstance(failure, LogFailed):
        request.app.state.floor.log_failed(failure)
    if isinstance(failure, BadAppend):
        sentence = Text("a name or key that was sent has a character that cannot be stored")
        return HTTPStatus.BAD_REQUEST, Problem("not_understood", None, sentence)
    if isinstance(failure, LogError):
        return HTTPStatus.SERVICE_UNAVAILABLE, _log_failed(request, failure)
    if isinstance(failure, UnicodeDecodeError) and request.method != "GET":
        sentence = Text("what was sent is not text in UTF-8")
        return HTTPStatus.BAD_REQUEST, Problem("not_understood", None, sentence)
    if isinstance(failure, RecursionError) and "deserializing" in str(failure):
        sentence = Text("what was sent is nested too deeply")
        return HTTPStatus.BAD_REQUEST, Problem("too_deep", None, sentence)
    if isinstance(failure, InternalServerException) and failure.detail == _CUT_OFF:
        return HTTPStatus.BAD_REQUEST, Problem(
            "cut_off", None, Text("the message did not come whole")
        )
    if isinstance(failure, HTTPException) and failure.status_code < 500:
        code = _CODES.get(failure.status_code, "refused")
        return failure.status_code, Problem(code, None, _sentence(failure))
    _logger.error("%s %s", request.method, request.url.path, exc_info=failure)
    sentence = Text("something went wrong on our side; it has been noted")
    return HTTPStatus.INTERNAL_SERVER_ERROR, Problem("our_mistake", None, sentence)


def _log_failed(request: Anybody, failure: LogError) -> Problem:
    """Whether the command was stored is said only where it is known."""
    _sparingly.error("%s %s: %s", request.method, request.url.path, failure)
    if STORED.get([]) or (isinstance(failure, LogFailed) and failure.unknown):
        return Problem("outcome_unknown", None, UNKNOWN)
    if isinstance(failure, LogAltered):
        return Problem("log_altered", None, str(failure))
    return Problem("log_failed", None, Text("The log cannot be used just now. Nothing was stored."))


def _sentence(failure: HTTPException) -> str:
    extra = failure.extra if isinstance(failure.extra, list) else []
    told = [str(each.get("message", "")) for each in extra if isinstance(each, dict)]
    return "; ".join([failure.detail, *filter(None, told)])
