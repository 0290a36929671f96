"""One suite over every game: what must hold whatever the rules are."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.games import FOLDERS, game
from houseway.games.commands import Command
from houseway.games.events import Event, Settlement
from houseway.games.game import Game, Setup
from houseway.records import sentences
from houseway.rulebook.document import clause_row
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from tests.scale import scaled

GAMES = list(FOLDERS)
ROUNDS = 12
STEPS = 3_000


class Floor:
    """A table played at random from a seed, with everything checked after every step."""

    def __init__(self, slug: str, seed: int, *, mishaps: bool) -> None:
        self.game = game(slug)
        self.random = random.Random(f"{slug} {seed}")
        self.mishaps = mishaps
        self.setup = Setup(self._options(), self.game.limits)
        self.play = self.game.begin(self.setup)
        self.events: list[Event] = []
        self.orders: list[str] = []
        self.given: list[Command] = []

    def _options(self) -> Any:
        """Options drawn from those the game allows; the defaults if the draw is not one."""
        choices = option_choices(self.game.options)
        drawn = {name: self.random.choice(values) for name, values in choices.items()}
        try:
            options = msgspec.convert(drawn, self.game.options)
        except msgspec.ValidationError:
            return self.game.options()
        refused = self.game.check_setup(Setup(options, self.game.limits))
        return self.game.options() if refused else options

    def pick(self, below: int) -> int:
        return self.random.randrange(below)

    def run(self, rounds: int = ROUNDS) -> None:
        for _ in range(STEPS):
            if self.play.round > rounds:
                return
            if self.mishaps and self.random.random() < 0.15:
                self.order(*self.absurd())
            self.go_on()
        raise AssertionError(f"{rounds} rounds did not end; {self.told()}")

    def go_on(self) -> None:
        """The next order. A made-up wager may be refused a few times, nothing else may."""
        awaited = self.game.awaits(self.play)
        tries = 40 if awaited.what == "wagers" else 1
        for _ in range(tries):
            command, by = self.next_order(awaited)
            if self.order(command, by):
                return
        if awaited.what == "wagers" and awaited.command is not None:
            command, by = awaited.command, self.giver(awaited.command, awaited.who)
            if self.order(command, by):
                return
        refused = self.game.verify(self.play, command, by)
        raise AssertionError(f"no way on at {awaited}: {command}: {refused}; {self.told()}")

    def next_order(self, awaited: Any) -> tuple[Command, Role]:
        if awaited.choices:
            choice = awaited.choices[self.pick(len(awaited.choices))]
            return choice, self.giver(choice, awaited.who)
        if awaited.command is not None and awaited.what != "wagers":
            return awaited.command, self.giver(awaited.command, awaited.who)
        return self.game.supply(self.play, awaited, self.pick)

    def giver(self, command: Command, who: str) -> Role:
        roles = self.game.orders[type(command)].roles
        if who in set(Role) and Role(who) in roles:
            return Role(who)
        return Role.PATRON if Role.PATRON in roles else Role.DEALER

    def order(self, command: Command, by: Role) -> bool:
        before = deepcopy(self.play)
        ruling = self.game.decide(self.play, command, by)
        assert self.play == before, f"decide changed the table: {command}"
        assert self.game.can(self.play, command, by) == isinstance(ruling, Accepted)
        if isinstance(ruling, Refused):
            assert self.game.verify(self.play, command, by) == ruling
            assert ruling.detail, ruling
            assert ruling.clause is None or clause_row(ruling.clause)
            return False
        self.orders.append(f"{by}: {command}")
        self.given.append(command)
        for event in ruling.events:
            self.game.evolve(self.play, event)
            self.game.check(self.play)
            self.events.append(event)
        return True

    def absurd(self) -> tuple[Command, Role]:
        """Any order of the game with made-up fields, by anybody."""
        kind = self.random.choice(list(self.game.orders))
        forms = re.findall(r"\{(\w+)(?::(\w+))?\}", kind.sentence)
        fields = {name: self.made_up(form) for name, form in forms}
        able = sorted(self.game.orders[kind].roles)
        by = self.random.choice(able if self.random.random() < 0.8 else list(Role))
        return kind(**fields), by

    def made_up(self, form: str) -> Any:
        if form == "money":
            return self.random.choice((-5_00, 0, 1, 5_00, 10_00, 25_00, 100_00, 5_000_00))
        if form == "number":
            return self.random.choice((-1, 0, 1, 2, 3, 7, 60, 200))
        if form == "numbers":
            return tuple(self.random.choice((0, 1, 2, 7, 60)) for _ in range(self.pick(4)))
        if form == "card":
            return self.random.choice((None, *DECK))
        if form == "cards":
            return tuple(self.random.choice(DECK) for _ in range(self.pick(6)))
        if form == "names":
            return tuple(self.random.sample(("Ana", "Ben", "Chen"), self.pick(3)))
        if form == "tiles":
            return tuple(self.random.choice(PACK) for _ in range(self.pick(6)))
        if form == "dice":
            return tuple(self.random.choice((1, 2, 6, 7)) for _ in range(3))
        return self.random.choice(self.words())

    def words(self) -> list[str]:
        wagers = [line.wager for line in self.game.wagers(self.play.options)]
        return ["Ana", "Ben", "Chen", "player", "banker", "dealer", "nonsense", *wagers]

    def told(self) -> str:
        return "\n".join(self.orders[-12:])


def option_choices(options: type[msgspec.Struct]) -> dict[str, list[Any]]:
    """The values each option can take, where the type lists them."""
    found: dict[str, list[Any]] = {}
    for each in msgspec.structs.fields(options):
        listed = msgspec.json.schema(each.type)
        if "enum" in listed:
            found[each.encode_name] = listed["enum"]
        elif listed.get("type") == "boolean":
            found[each.encode_name] = [True, False]
    return found


def seeds(count: int) -> Iterator[int]:
    yield from range(count)


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> list[Floor]:
    """Tables of one game, half of them with orders that nobody should give."""
    floors = []
    for seed in seeds(scaled(6, 40)):
        floor = Floor(request.param, seed, mishaps=seed % 2 == 1)
        floor.run()
        floors.append(floor)
    return floors


def test_random_play_never_reaches_a_state_with_no_way_on(played: list[Floor]) -> None:
    """Legal-action queries never lie, a refusal changes nothing, chips and cards are conserved:
    all of that is asserted at every step while the fixture plays."""
    for floor in played:
        assert floor.play.round > ROUNDS
        assert floor.events


def test_a_replay_of_the_events_gives_the_same_table(played: list[Floor]) -> None:
    for floor in played:
        again = floor.game.begin(floor.setup)
        for event in floor.events:
            floor.game.evolve(again, event)
        assert again == floor.play


def test_events_survive_the_trip_through_json(played: list[Floor]) -> None:
    for floor in played:
        kinds = {type(event).__name__: type(event) for event in floor.events}
        for event in floor.events:
            text = msgspec.json.encode(event)
            assert msgspec.json.decode(text, type=kinds[type(event).__name__]) == event


def test_the_state_survives_the_trip_through_a_snapshot(played: list[Floor]) -> None:
    for floor in played:
        kind = type(floor.play)
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(floor.play), type=kind) == floor.play


def test_every_event_cites_a_clause_of_its_own_document(played: list[Floor]) -> None:
    for floor in played:
        for event in floor.events:
            cited = getattr(event, "clauses", None) or (getattr(event, "clause", None),)
            for clause in cited:
                assert clause is not None, event
                assert floor.game.cite.number_of(clause)


def test_every_settlement_gives_back_or_collects_exactly_the_stake(played: list[Floor]) -> None:
    settled = 0
    for floor in played:
        for event in floor.events:
            if isinstance(event, Settlement):
                settled += 1
                assert event.stake == event.collected + event.returned
                assert min(event.stake, event.paid, event.collected, event.returned) >= 0
    assert settled


@pytest.mark.parametrize("slug", GAMES)
def test_every_order_can_be_written_as_a_sentence_of_its_own(slug: str) -> None:
    """No order lacks its sentence, and no two share one."""
    written = [kind.sentence for kind in game(slug).orders]
    assert all(written)
    assert len(set(written)) == len(written)


@pytest.mark.parametrize("slug", GAMES)
def test_a_command_reads_back_from_its_sentence(slug: str) -> None:
    """Whatever random play ordered can be typed into a record and is the same order."""
    floor = Floor(slug, 99, mishaps=False)
    floor.run(3)
    assert floor.given
    for command in floor.given:
        assert sentences.read(sentences.write(command), floor.game.orders) == command


@pytest.mark.parametrize("slug", GAMES)
def test_the_sign_and_the_list_of_wagers_name_their_clauses(slug: str) -> None:
    found: Game = game(slug)
    play = found.begin(Setup(found.options(), found.limits))
    assert found.sign(play)
    assert found.wagers(found.options())
    for _, clause in found.sign(play):
        assert found.cite.number_of(clause)
    for line in found.wagers(found.options()):
        assert found.cite.number_of(line.clause)
