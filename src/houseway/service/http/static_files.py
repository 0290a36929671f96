"""Stylesheets, scripts and pictures, read once: without comments and indentation, and compressed.

Only line comments of our own files are taken out: a comment that begins a line and ends one. What
packages bring is sent as it is.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from litestar import HttpMethod, Request, Response, route
from litestar.params import FromPath

from houseway.service.errors import Wrong
from houseway.service.texts.text import Text

VENDOR = "vendor/"
# Several files in one, for a page that needs all of them at once.
BUNDLES = {
    "at-play.css": ("felt.css", "table.css", "play.css"),
    "at-play.js": ("table.js", "play.js", "clock.js", "stage.js"),
}
_TYPES = {
    ".css": "text/css", ".js": "text/javascript", ".webmanifest": "application/manifest+json"
}  # fmt: skip
_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)
_LINE_COMMENT = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+|\n(?=\n)", re.MULTILINE)
_QUOTED = re.compile(r'("[^"\n]*")')
_AROUND = re.compile(r"\s*([{};,>])\s*")  # in a stylesheet; blanks between selectors have a meaning


class StaticFile(NamedTuple):
    """One file as it is sent, and the same compressed; "" where that is no shorter."""

    media_type: str
    body: bytes
    compressed: bytes


def packed(name: str, content: bytes) -> bytes:
    """A stylesheet or script of our own without what a browser does not need."""
    if name.startswith(VENDOR) or not name.endswith((".css", ".js")):
        return content
    text = _COMMENT.sub("", content.decode())
    if name.endswith(".css"):
        return "".join(map(_squeezed, _QUOTED.split(text))).encode()
    return _INDENT.sub("", _LINE_COMMENT.sub("", text)).encode()


def _squeezed(text: str) -> str:
    """A piece of a stylesheet without blanks that mean nothing; quoted text stays as it is."""
    if text.startswith('"'):
        return text
    return _AROUND.sub(r"\1", text).replace(": ", ":").replace(";}", "}")


@cache
def static_files() -> dict[str, StaticFile]:
    """Every file by its path below `static`."""
    root = Path(str(files("houseway.service") / "static"))
    paths = sorted(each for each in root.rglob("*") if each.is_file())
    names = {path.relative_to(root).as_posix(): path for path in paths}
    bodies = {name: packed(name, path.read_bytes()) for name, path in names.items()}
    bodies |= {
        name: b"".join(_in_bundle(each, bodies[each]) for each in parts)
        for name, parts in BUNDLES.items()
    }
    return {name: _made(name, body) for name, body in bodies.items()}


def _in_bundle(name: str, body: bytes) -> bytes:
    """A module that shares a file with others keeps its names to itself."""
    return b"{" + body + b"}\n" if name.endswith(".js") else body


def _made(name: str, body: bytes) -> StaticFile:
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    compressed = gzip.compress(body, 9, mtime=0)
    shorter = compressed if len(compressed) < len(body) else b""
    return StaticFile(_TYPES.get(Path(name).suffix, guessed), body, shorter)


@route(
    "/static/{file_path:path}", http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False, sync_to_thread=False,
)  # fmt: skip
def static_file(request: Request[Any, Any, Any], file_path: FromPath[Path]) -> Response[bytes]:
    found = static_files().get(file_path.as_posix().lstrip("/"))
    if found is None:
        raise Wrong(HTTPStatus.NOT_FOUND, "not_found", Text("there is no such file"))
    headers = {"vary": "accept-encoding"}
    body = found.body
    if found.compressed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"], body = "gzip", found.compressed
    return Response(body, media_type=found.media_type, headers=headers)


ROUTES = [static_file]
