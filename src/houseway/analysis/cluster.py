"""A Dask cluster that deals: the same kernels, the same chunks, and so the same tallies.

A task is some chunks that follow each other, about ten million rounds, and says which; it does not
matter which worker deals it, when, or how often, so a worker that dies changes nothing. Dask is
imported here, when a cluster is asked for, and nowhere else.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from houseway.analysis import CannotAnalyse
from houseway.analysis.dealing import Batch, Dealing, Piece, deal_piece, pieces, prepare
from houseway.extras import needs
from houseway.games import game
from houseway.version import __version__

if TYPE_CHECKING:
    from houseway.analysis.dealing import Long

ROUNDS_OF_A_TASK = 10_000_000
TASKS_AHEAD = 4  # for each thread of the cluster: enough that none waits for the next
ANSWERS_WITHIN = 15  # seconds until a scheduler and its first worker must have answered
NEWS_WITHIN = 900  # seconds within which some task must become ready


class Order(NamedTuple):
    """What a worker needs to deal any piece. `options` are JSON, so that they can be looked up."""

    slug: str
    options: bytes
    data: Any
    batch: Batch
    houseway: str
    edition: str
    manner: Any = None


def pieces_dealt_on(
    address: str, slug: str, options: Any, data: Any, manner: Any, batch: Batch
) -> Iterator[tuple[Piece, Long]]:
    """Every piece with its rounds by case, as the workers at an address have them ready."""
    together = max(1, ROUNDS_OF_A_TASK // batch.chunk)
    edition = game(slug).cite.edition
    order = Order(slug, msgspec.json.encode(options), data, batch, __version__, edition, manner)
    dask = _dask()
    with _client(dask, address) as client:
        yield from _dealt(dask, client, order, pieces(batch.chunks, together))


def _dask() -> Any:
    try:
        return import_module("distributed")
    except ImportError as missing:
        raise CannotAnalyse(needs("distributed", "a cluster")) from missing


def _client(dask: Any, address: str) -> Any:
    """A connection to the scheduler, once it has a worker.

    Whether anything answers is tried first: a client that never connected complains when it is
    thrown away.
    """
    _try(address)
    try:
        client = dask.Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
    except (OSError, ValueError) as wrong:
        raise CannotAnalyse(f"no Dask scheduler answers at {address}") from wrong
    try:
        client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
    except TimeoutError as wrong:
        client.close()
        raise CannotAnalyse(f"the Dask scheduler at {address} has no workers") from wrong
    return client


def _try(address: str) -> None:
    scheme, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if scheme not in ("", "tcp", "tls"):
        return
    if not host or not port.isdecimal():
        example = "tcp://127.0.0.1:8786"
        raise CannotAnalyse(f"{address} is not the address of a Dask scheduler, such as {example}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWERS_WITHIN).close()
    except (OSError, OverflowError) as wrong:
        raise CannotAnalyse(f"no Dask scheduler answers at {address}") from wrong


def _dealt(
    dask: Any, client: Any, order: Order, waiting: Iterator[Piece]
) -> Iterator[tuple[Piece, Long]]:
    def handed_out(number: int) -> set[Any]:
        return {
            client.submit(deal_on_worker, order, piece, pure=False)
            for piece in islice(waiting, number)
        }

    pending = handed_out(TASKS_AHEAD * sum(client.nthreads().values()))
    while pending:
        ready, pending = _ready(dask, client, pending)
        pending |= handed_out(len(ready))
        for future in ready:
            yield _result(dask, future)


def _ready(dask: Any, client: Any, pending: set[Any]) -> tuple[set[Any], set[Any]]:
    """The tasks that are ready, once there are some, and the others."""
    try:
        with client.as_current():
            found = dask.wait(pending, timeout=NEWS_WITHIN, return_when="FIRST_COMPLETED")
    except TimeoutError as wrong:
        raise CannotAnalyse(f"no worker has dealt anything for {NEWS_WITHIN} seconds") from wrong
    return found.done, found.not_done


def _result(dask: Any, future: Any) -> tuple[Piece, Long]:
    try:
        dealt: tuple[Piece, Long] = future.result()
    except dask.KilledWorker as wrong:
        raise CannotAnalyse(f"workers died again and again while dealing: {wrong}") from wrong
    future.release()
    return dealt


def deal_on_worker(order: Order, piece: Piece) -> tuple[Piece, Long]:
    """What a worker does: the piece, and its rounds by case."""
    here = __version__, game(order.slug).cite.edition
    if here != (order.houseway, order.edition):
        raise CannotAnalyse(
            f"a worker has houseway {here[0]} with edition {here[1]}, where the rounds were asked"
            f" for by {order.houseway} with {order.edition}"
        )
    return piece, deal_piece(_dealing(order), order.batch, piece)


def _dealing(order: Order) -> Dealing:
    """The kernel with its tables; those of the approved rules are kept."""
    if order.data is None:
        return _approved(order.slug, order.options, order.manner)
    return prepare(order.slug, _options(order.slug, order.options), order.data, order.manner)


@lru_cache(maxsize=16)
def _approved(slug: str, options: bytes, manner: Any) -> Dealing:
    return prepare(slug, _options(slug, options), manner=manner)


def _options(slug: str, options: bytes) -> Any:
    return msgspec.json.decode(options, type=game(slug).options)
