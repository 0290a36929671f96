"""Nothing leaks: views over random play of all nine games, against a record of who may know what.

The record is made from the events alone: what a patron picked up or looked at is that patron's
secret until the rules lay it open.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from houseway.games import slugs
from houseway.games.felt import FACE_DOWN
from houseway.rulebook.roles import Role
from houseway.soak.watch import Secrets
from houseway.table.offers import offers
from houseway.table.state import Table
from houseway.table.view import View, Viewer, view
from tests.games.test_shared import Floor

GAMES = list(slugs())
STEPS = 160
PATRONS = ("Ana", "Ben", "Chen")
ANYBODY = Viewer(Role.PATRON)
STAFF = (Viewer(Role.DEALER), Viewer(Role.TOURNAMENT_DIRECTOR), Viewer(Role.SURVEILLANCE))
VIEWERS = (ANYBODY, *STAFF, *(Viewer(Role.PATRON, name) for name in PATRONS))


class Watched(Floor):
    """A floor whose events are also told to the record; every other one has mishaps."""

    def __init__(self, slug: str, seed: int) -> None:
        super().__init__(slug, seed, mishaps=seed % 2 == 1)
        self.secrets = Secrets()
        self.table = Table(slug=slug, edition=self.game.cite.id, play=self.play)

    def step(self) -> None:
        taken = len(self.events)
        holders = dict(getattr(self.play, "holders", {}))
        if self.mishaps and self.random.random() < 0.15:
            self.order(*self.absurd())
        self.go_on()
        for event in self.events[taken:]:
            self.secrets.apply(event, holders)


def watched(slug: str, seeds: int = 2) -> Iterator[Watched]:
    for seed in range(seeds):
        floor = Watched(slug, seed)
        for _ in range(STEPS):
            floor.step()
            yield floor


def look(floor: Watched, viewer: Viewer) -> View:
    return view(floor.table, "t1", len(floor.events), viewer)


@pytest.mark.parametrize("slug", GAMES)
def test_no_byte_tells_a_face_to_somebody_who_may_not_know_it(slug: str) -> None:
    secrets = 0
    for floor in watched(slug):
        for viewer in VIEWERS:
            kept = floor.secrets.kept_from(viewer)
            if not kept:
                continue
            secrets += 1
            shown = look(floor, viewer)
            open_ = {card for hand in shown.felt.hands for card in hand.cards}
            text = msgspec.json.encode((shown, offers(floor.table, viewer))).decode()
            for face in set(kept) - _twins(floor, open_):
                assert not re.search(rf"\b{face}\b", text), (viewer, face, text, floor.told())
    if slug in ("tournament-canberra-poker", "tournament-pai-gow"):
        assert secrets > 50


def _twins(floor: Watched, open_: set[str]) -> set[str]:
    """Tiles come in twos: one that lies open does not tell who holds the other. Cards do not."""
    return open_ if floor.game.slug == "tournament-pai-gow" else set()


@pytest.mark.parametrize("slug", ["tournament-canberra-poker", "tournament-pai-gow"])
def test_hands_that_are_a_secret_are_backs_for_everybody_else(slug: str) -> None:
    backs = 0
    for floor in watched(slug):
        for viewer in VIEWERS:
            felt = look(floor, viewer).felt
            for name, (patron, _) in floor.secrets.of.items():
                parts = [each for each in felt.hands if each.name.startswith(name)]
                cards = [card for part in parts for card in part.cards]
                if viewer.patron == patron:
                    assert FACE_DOWN not in cards
                    continue
                backs += len(cards)
                assert set(cards) <= {FACE_DOWN}
                assert not any(part.total for part in parts)
    assert backs > 500


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_public_is_the_same_for_staff_and_patrons(slug: str) -> None:
    for floor in watched(slug, seeds=2):
        anybodys = look(floor, ANYBODY)
        public = _public(anybodys)
        for viewer in STAFF:
            assert _public(look(floor, viewer)) == public
        for name in PATRONS:
            own = look(floor, Viewer(Role.PATRON, name))
            others = [hand for hand in own.felt.hands if hand.patron != name]
            assert others == [hand for hand in anybodys.felt.hands if hand.patron != name]
            assert own.wagers == anybodys.wagers
            assert own.settlements == anybodys.settlements


def _public(shown: View) -> View:
    """A view without what depends on the viewer: orders ready to send, chips, disputes."""
    step = shown.next
    if step is not None:
        step = msgspec.structs.replace(step, mine=False, command=None, choices=())
    places = tuple(msgspec.structs.replace(place, chips=None) for place in shown.places)
    return msgspec.structs.replace(shown, next=step, places=places, disputes=(), alerts=())


@pytest.mark.parametrize("slug", GAMES)
def test_every_card_dealt_lies_somewhere_on_the_felt(slug: str) -> None:
    """The felt neither loses a card nor makes one: it holds as many as the layout does."""
    cards = 0
    for floor in watched(slug, seeds=2):
        stock = getattr(floor.play, "stock", None)
        if stock is None:
            continue
        shown = [card for hand in look(floor, ANYBODY).felt.hands for card in hand.cards]
        assert len(shown) == len(stock.layout) + len(stock.aside), floor.told()
        seen = Counter(card for card in (*stock.layout, *stock.aside) if card is not None)
        assert not Counter(card for card in shown if card != FACE_DOWN) - seen
        cards += len(shown)
    assert cards or slug in ("tournament-roulette", "tournament-pai-gow")


@pytest.mark.parametrize("slug", GAMES)
def test_a_view_survives_the_trip_through_json(slug: str) -> None:
    for floor in watched(slug, seeds=1):
        text = msgspec.json.encode(look(floor, STAFF[0]))
        assert msgspec.json.encode(msgspec.json.decode(text, type=View)) == text
