"""How an electronic draw finds its winners, so that a stranger with a pencil could.

1. The tickets are numbered from 1. The list is one line for each entry, in order: the reference of
   the person, a space, and how many tickets. Its digest is the SHA-256 of those lines, each ended
   by a line feed.
2. The key is the house's seed, 32 bytes, whose SHA-256 was published before the first entry. The
   numbers are HMAC-SHA-256(key, digest + share + public + count): the 32 bytes of the digest, the
   32 bytes of the scrutineer's value, whose SHA-256 was published before the list was sealed, the
   SHA-256 of the public value, and a count of 8 bytes that goes up from 0. That is scheme 2. In
   scheme 1, of draws registered before it, the SHA-256 of a word called out in public stands in
   place of share and public value, and the seed was committed to while entries were still taken.
3. A number of 256 bits is used only below the greatest multiple of the tickets still in the draw;
   its remainder says which of them, counted from the lowest. Others are passed over, so that every
   ticket has exactly the same weight.
4. A ticket drawn is out of the draw; where one person wins one prize only, so are all of theirs.
5. In scheme 3 the seed is the first of a chain. A prize is drawn again with the next, whose SHA-256
   is the seed before it, and with a public value that was not known when the reason was recorded.
   In the schemes before, a redraw takes the numbers that follow, which anybody can work out.
"""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

SPACE = 2**256
_BATCH = 10_000


class NoTickets(ValueError):
    """Nobody is left in the draw."""


def digest_of(rows: Iterable[tuple[str, int]]) -> str:
    """The SHA-256 of the list of entries."""
    found = hashlib.sha256()
    batch: list[str] = []
    for person, tickets in rows:
        batch.append(f"{person} {tickets}\n")
        if len(batch) == _BATCH:
            found.update("".join(batch).encode())
            batch.clear()
    found.update("".join(batch).encode())
    return found.hexdigest()


def fitted(number: int, below: int, space: int = SPACE) -> int | None:
    """A number of the space brought below another without bias, or None where it is passed over."""
    return number % below if number < space - space % below else None


def plain_text(value: str) -> str:
    """A public value as it is mixed in: its words with one space between them."""
    return " ".join(value.split())


def mixed_with_word(digest: str, word: str) -> bytes:
    """What the seed is applied to in scheme 1."""
    return bytes.fromhex(digest) + hashlib.sha256(word.encode()).digest()


def mixed_with_shares(digest: str, *, share: str, public: str) -> bytes:
    """What the seed is applied to in scheme 2."""
    hashed = hashlib.sha256(plain_text(public).encode()).digest()
    return bytes.fromhex(digest) + bytes.fromhex(share) + hashed


class Stream:
    """The numbers that a seed and what it is mixed with decide; `used` have been taken."""

    def __init__(self, seed: str, mixed: bytes, used: int = 0) -> None:
        self._key = bytes.fromhex(seed)
        self._start = mixed
        self.used = used

    def pick(self, below: int) -> int:
        """A whole number below the one given; half of all tries succeed at the very worst."""
        if below < 1:
            raise NoTickets("there is no ticket left to draw")
        found = None
        while found is None:
            count = self.used.to_bytes(8, "big")
            block = hmac.digest(self._key, self._start + count, "sha256")
            self.used += 1
            found = fitted(int.from_bytes(block, "big"), below)
        return found


class Tickets:
    """The tickets of a list that are still in the draw: all but the runs that were taken out."""

    def __init__(self, people: Sequence[str], ends: Sequence[int], *, one_each: bool) -> None:
        self.people, self.ends = people, ends
        self.left = self.all = ends[-1] if ends else 0
        self._out: list[tuple[int, int]] = []  # first and last of each run, apart and in order
        self._entries = _Index(people) if one_each else None

    def owner(self, ticket: int) -> str:
        return self.people[bisect_left(self.ends, ticket)]

    def holds(self, ticket: int) -> bool:
        """Whether a ticket is in the draw."""
        return 1 <= ticket <= self.all and not any(a <= ticket <= b for a, b in self._out)

    def draw(self, stream: Stream) -> int:
        """The ticket that the stream's next number points at."""
        return self.at(stream.pick(self.left))

    def at(self, rank: int) -> int:
        """The ticket with so many below it that are still in the draw."""
        number = rank + 1
        for first, last in self._out:
            if first > number:
                break
            number += last - first + 1
        return number

    def take_out(self, ticket: int) -> None:
        """A ticket that has won; where everybody wins once, all of its owner's."""
        if self._entries is None:
            self._take_run(ticket, ticket)
            return
        for entry in self._entries.of(self.owner(ticket)):
            self._take_run((self.ends[entry - 1] if entry else 0) + 1, self.ends[entry])

    def _take_run(self, first: int, last: int) -> None:
        if self.holds(first):
            insort(self._out, (first, last))
            self.left -= last - first + 1


class _Index:
    """The entries of each person. Most people enter once, and then there is no list to keep."""

    def __init__(self, people: Sequence[str]) -> None:
        self._last = dict(zip(people, range(len(people)), strict=True))
        self._all: dict[str, list[int]] = {}
        if len(self._last) < len(people):
            for entry, person in enumerate(people):
                if self._last[person] != entry:
                    self._all.setdefault(person, []).append(entry)

    def of(self, person: str) -> list[int]:
        return [*self._all.get(person, ()), self._last[person]]
