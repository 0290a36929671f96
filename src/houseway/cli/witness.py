"""`houseway witness`: on the inspector's own machine, check that a house's log only ever grows."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Annotated
from urllib.error import URLError
from urllib.request import Request, urlopen

from cyclopts import App, Parameter

from houseway.cli.shared import LogAddress
from houseway.records.telling import counted, printable
from houseway.store import house_key, seals
from houseway.store.checkpoint import LONGEST, read_checkpoint
from houseway.store.log import LogError
from houseway.store.merkle import Tree
from houseway.store.open import read_log
from houseway.store.witness import Forked, Offered, Witness, Witnessed, offer, read_offered

app = App(
    name="witness",
    help="""Check that a house's log only ever grows, and cosign its checkpoints.

    Example: houseway witness https://house.example --public house.key.pub --name ivy --folder ivy

    Example: houseway witness key --name ivy --folder ivy
    """,
    version_flags=[],
)
TIMEOUT_SECONDS = 30
Name = Annotated[str, Parameter(help="What the witness is called: no spaces, no plus sign.")]
Folder = Annotated[Path, Parameter(help="Where the witness keeps its key and what it cosigned.")]


@app.default
def witness(
    source: Annotated[str, Parameter(help="The house's address (https://...), or an offer file.")],
    /,
    *,
    public: Annotated[Path, Parameter(help="The house's public key, which you were given.")],
    name: Name,
    folder: Folder,
    output: Annotated[
        Path | None, Parameter(help="Write the cosigned checkpoint here, to be taken to the house.")
    ] = None,
) -> int:
    """Check the newest checkpoint of a house against the last one, and cosign it.

    Example: houseway witness https://house.example --public house.key.pub --name ivy --folder ivy

    The exit status is 0 when it was cosigned, 1 when the house's log was rewritten (both
    checkpoints are kept as evidence), 2 when it cannot be checked.
    """
    try:
        own = _witness(name, folder, public)
        before = own.size
        offered = _offered(source, before)
        signature = own.cosign(offered, int(time.time()))
        text = str(offered.signed.with_signatures(signature))
        if output:
            output.write_text(text, encoding="utf-8")
        if source.startswith(("http://", "https://")):
            _asked(f"{source.rstrip('/')}/log/cosignature", text.encode())
    except Forked as alarm:
        print(f"ALARM: {printable(str(alarm))}", file=sys.stderr)
        return 1
    except (LogError, OSError, ValueError) as wrong:
        return _cannot(wrong)
    size = offered.signed.checkpoint.size
    print(f"{counted(size, 'event')} cosigned; they begin with the {before} cosigned before.")
    return 0


@app.command
def listen(
    *,
    public: Annotated[Path, Parameter(help="The house's public key, which you were given.")],
    name: Name,
    folder: Folder,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8001,
) -> int:
    """Cosign the checkpoints that a house sends, as soon as it makes them, until stopped.

    Example: houseway witness listen --public house.key.pub --name ivy --folder ivy --port 8001

    The house's file `witnesses` has the verifier key and this address in one line. A house that has
    rewritten its log is answered with 422, and both checkpoints are kept as evidence.
    """
    try:
        with listening(_witness(name, folder, public), host, port) as server:
            print(f"{name} cosigns at http://{host}:{server.server_port}", flush=True)
            server.serve_forever()
    except KeyboardInterrupt:
        return 0
    except (LogError, OSError, ValueError) as wrong:
        return _cannot(wrong)
    return 0


def listening(own: Witness, host: str, port: int) -> HTTPServer:
    """A server of C2SP tlog-witness for one house, one request at a time."""

    class Answers(BaseHTTPRequestHandler):
        timeout = TIMEOUT_SECONDS

        def do_POST(self) -> None:
            length = self.headers.get("content-length", "")
            if self.path != "/add-checkpoint" or not length.isdecimal() or int(length) > LONGEST:
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            status, text = own.answer(self.rfile.read(int(length)), int(time.time()))
            if status == HTTPStatus.UNPROCESSABLE_ENTITY:
                print(f"ALARM: {printable(text)}", file=sys.stderr, flush=True)
            self.send_response(status)
            self.send_header("content-length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Nothing for each request."""

    return HTTPServer((host, port), Answers)


def _witness(name: str, folder: Path, public: Path) -> Witness:
    folder.mkdir(parents=True, exist_ok=True)
    key = house_key.open_key(folder / "witness.key")
    return Witness(name, key, house_key.read_public_key(public), folder)


def _offered(source: str, old: int) -> Offered:
    if source.startswith(("http://", "https://")):
        return read_offered(_asked(f"{source.rstrip('/')}/log/offer?old={old}"))
    return read_offered(Path(source).read_bytes())


def _asked(address: str, content: bytes | None = None) -> bytes:
    request = Request(address, content, {"content-type": "text/plain"})  # noqa: S310 - http(s) only
    try:
        with urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310
            found: bytes = answer.read(LONGEST + 1)
    except URLError as wrong:
        raise LogError(f"the house did not answer: {wrong}") from wrong
    return found


@app.command
def key(*, name: Name, folder: Folder) -> int:
    """Print the witness's verifier key, for the house's list of witnesses; made at first use.

    Example: houseway witness key --name ivy --folder ivy
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        private = house_key.open_key(folder / "witness.key")
        print(Witness(name, private, private.public_key(), folder).verifier)
    except (LogError, OSError) as wrong:
        return _cannot(wrong)
    return 0


@app.command(name="offer")
def write_offer(
    address: LogAddress,
    /,
    *,
    output: Annotated[Path, Parameter(help="The file to be taken to the witness.")],
    old: Annotated[int, Parameter(help="How many events the witness has cosigned.")] = 0,
) -> int:
    """Write what a witness without a connection needs: the checkpoint and a proof.

    Example: houseway witness offer house/floor.db --old 4711 --output monday.offer
    """
    try:
        with closing(read_log(address)) as log:
            signed = seals.last_checkpoint(log)
            if signed is None:
                raise LogError("the log has no checkpoint yet: houseway seal makes one")
            output.write_text(str(offer(Tree(log), old, signed)), encoding="utf-8")
    except (LogError, OSError, ValueError) as wrong:
        return _cannot(wrong)
    return 0


@app.command
def take(
    folder: Annotated[Path, Parameter(help="The house's folder.")],
    file: Annotated[Path, Parameter(help="The cosigned checkpoint that the witness wrote.")],
    /,
    *,
    database: Annotated[str, Parameter(help="The log; floor.db in the folder by default.")] = "",
) -> int:
    """Take a witness's cosignature from a file into a house.

    Example: houseway witness take house monday.checkpoint
    """
    try:
        signed = read_checkpoint(file.read_bytes())
        public = house_key.read_public_key(house_key.public_path(folder / "house.key"))
        with closing(read_log(database or str(folder / "floor.db"))) as log:
            root = Tree(log).root(signed.checkpoint.size)
        taken = Witnessed(folder, public).accept(signed, root)
    except (LogError, OSError) as wrong:
        return _cannot(wrong)
    print(f"{counted(signed.checkpoint.size, 'event')} witnessed by {taken.name}.")
    return 0


def _cannot(wrong: Exception) -> int:
    print(printable(str(wrong)), file=sys.stderr)
    return 2
