"""One suite over every game: what must hold whatever the rules are."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module
from types import NoneType
from typing import Any, get_args

import msgspec
import pytest

from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.equipment.wheel import INSIDE, parse_position
from houseway.games import game, slugs
from houseway.games.commands import ChangeWager, Command, FindWager, PlaceWager
from houseway.games.events import Event, Settlement
from houseway.games.game import Game, Setup
from houseway.games.layout import earlier_round
from houseway.games.limits import Limits, Line
from houseway.games.tournament_roulette import rules as roulette
from houseway.records import sentences
from houseway.rulebook.document import clause_row
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from tests.scale import scaled

GAMES = list(slugs())
ROUNDS = 12
STEPS = 3_000


class Floor:
    """A table played at random from a seed, with everything checked after every step."""

    def __init__(self, slug: str, seed: int, *, mishaps: bool) -> None:
        self.game = game(slug)
        self.random = random.Random(f"{slug} {seed}")
        self.mishaps = mishaps
        self.setup = self._setup()
        self.play = self.game.begin(self.setup)
        self.events: list[Event] = []
        self.play.layout.recall = lambda number: earlier_round(self.events, number)
        self.orders: list[str] = []
        self.given: list[Command] = []

    def _setup(self) -> Setup:
        """A table drawn from those the game allows; where the draw is not one, the defaults."""
        limits, options = self._limits(), self._options()
        own = self.game.options()
        for setup in (Setup(options, limits), Setup(own, limits), Setup(options, self.game.limits)):
            if self.game.check_setup(setup) is None:
                return setup
        return Setup(own, self.game.limits)

    def _options(self) -> Any:
        choices = option_choices(self.game.options)
        drawn = {name: self.random.choice(values) for name, values in choices.items()}
        try:
            return msgspec.convert(drawn, self.game.options)
        except msgspec.ValidationError:
            return self.game.options()

    def _limits(self) -> Limits:
        """A sign with other amounts than the usual, a protected patron and one with own limits."""
        some = self.random.choice
        minimum = some((5_00, 10_00, 25_00))
        own = some((True, False))
        return msgspec.structs.replace(
            self.game.limits,
            minimum=minimum,
            maximum=some((100_00, 1_000_00)),
            multiple=some((0, self.game.limits.multiple, 5_00)),
            protected=some(({}, {"Ana": 5_00})),
            personal={"Ben": some((50_00, 500_00))} if own else {},
            personal_minimums={"Ben": some((5_00, 15_00))} if own and some((True, False)) else {},
            differential=some((None, 50_00)),
        )

    def pick(self, below: int) -> int:
        return self.random.randrange(below)

    def run(self, rounds: int = ROUNDS) -> None:
        for _ in range(STEPS):
            if self.play.round > rounds:
                return
            if self.mishaps and self.random.random() < 0.15:
                self.order(*self.absurd())
            if self.mishaps and self.random.random() < 0.15:
                self.order(*self.stake())
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
            command, by = awaited.command, self.game.giver(awaited.command, awaited.who)
            if self.order(command, by):
                return
        refused = self.game.verify(self.play, command, by)
        raise AssertionError(f"no way on at {awaited}: {command}: {refused}; {self.told()}")

    def next_order(self, awaited: Any) -> tuple[Command, Role]:
        return next_command(self.game, self.play, PRACTICE, self.pick)

    def order(self, command: Command, by: Role) -> bool:
        before = deepcopy(self.play)
        ruling = self.game.decide(self.play, command, by)
        assert self.play == before, f"decide changed the table: {command}"
        assert self.game.can(self.play, command, by) == isinstance(ruling, Accepted)
        if isinstance(ruling, Refused):
            assert self.game.verify(self.play, command, by) == ruling
            assert ruling.detail, ruling
            assert ruling.clause is None or clause_row(ruling.clause)
            self.check_limit_refusal(command, ruling)
            return False
        self.orders.append(f"{by}: {command}")
        self.given.append(command)
        for event in ruling.events:
            self.check_limits_cited(event)
            self.game.evolve(self.play, event)
            self.game.check(self.play)
            self.events.append(event)
        return True

    def check_limit_refusal(self, command: Any, refused: Refused) -> None:
        """A stake is refused by a limit only if it lies outside that limit of its patron."""
        if type(command) in (PlaceWager, ChangeWager) and refused.code in LIMIT_CODES:
            wager = wager_named(self.game.slug, command.wager)
            before = self.added_to(command)
            side = LIMIT_CODES[refused.code]
            broken = self.broken(command.patron, wager, before + command.amount)
            assert side in broken, f"{command} was refused: {refused}; {self.play.limits}"

    def added_to(self, command: Any) -> int:
        """At roulette a second stake on a position is added to the first."""
        if self.game.slug != "tournament-roulette" or type(command) is ChangeWager:
            return 0
        wager = wager_named(self.game.slug, command.wager)
        return int(self.play.layout.wagers.get((command.patron, 0, wager), 0))

    def check_limits_cited(self, event: Any) -> None:
        """A clause on limits is cited only for a stake outside the limits of its patron."""
        stake = getattr(event, "stake", None) or getattr(event, "amount", None)
        if stake is None or not hasattr(event, "wager") or not hasattr(event, "box"):
            return
        sides = limit_clauses(self.game.slug)
        clauses = getattr(event, "clauses", None) or (event.clause,)
        for side in {sides[each] for each in clauses if each in sides}:
            broken = self.broken(event.patron, event.wager, stake)
            assert side in broken, f"{event} cites the {side}; {self.play.limits}; {self.told()}"

    def broken(self, patron: str, wager: str, amount: int) -> set[str]:
        """The limits of a patron that a stake breaks, worked out from the sign alone."""
        least, most = limits_of(self.game.slug, self.play.limits, patron, wager)
        unit, odd = self.play.limits.multiple, 0
        if unit:
            above = multiples_from(self.game.slug) == "minimum"
            odd = max(amount - least, 0) % unit if above else amount % unit
        broken = {"minimum"} if amount < least else set()
        broken |= {"maximum"} if amount > most else set()
        return broken | {"multiple"} if odd else broken

    def absurd(self) -> tuple[Command, Role]:
        """Any order of the game with made-up fields, by anybody."""
        kind = self.random.choice(list(self.game.orders))
        forms = re.findall(r"\{(\w+)(?::(\w+))?\}", kind.sentence)
        types = {each.name: each.type for each in msgspec.structs.fields(kind)}
        fields = {name: self.made_up(form) for name, form in forms}
        for name, value in fields.items():
            if value is None and NoneType not in get_args(types[name]):
                fields[name] = self.random.choice(DECK)
        able = sorted(self.game.orders[kind].roles)
        by = self.random.choice(able if self.random.random() < 0.8 else list(Role))
        return kind(**fields), by

    def stake(self) -> tuple[Command, Role]:
        """A stake placed, changed or found about the limits of the sign."""
        words = [line.wager for line in self.game.wagers(self.play.options)]
        lying = list(self.play.layout.wagers)
        patron, box, wager = self.random.choice(lying) if lying else ("Ana", 0, words[0])
        if not lying or self.random.random() < 0.3:
            patron, wager = self.random.choice(("Ana", "Ben")), self.random.choice(words)
        limits = self.play.limits
        amount = self.random.choice((limits.minimum, limits.maximum, 5_00, 15_00, 50_00))
        amount += self.random.choice((-5_00, -1_00, -1, 0, 1_00, 5_00))
        kind = self.random.choice((PlaceWager, ChangeWager, FindWager, FindWager))
        return kind(patron, wager, amount, box), Role.DEALER

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


# A differential or an area may be exceeded as well: those clauses are others.
LIMIT_CODES = {
    "wager_below_minimum": "minimum",
    "wager_above_maximum": "maximum",
    "wager_not_a_multiple": "multiple",
}


def limit_clauses(slug: str) -> dict[Any, str]:
    """The clauses that speak of a stake outside the limits, and at which end."""
    rules = import_module(f"{game(slug).module}.rules")
    found = {
        rules.RULES.limit_rules.below_minimum: "minimum",
        rules.RULES.limit_rules.above_maximum: "maximum",
        rules.RULES.limit_rules.multiples: "multiple",
    }
    if slug == "casino-war":
        found |= {rules.cite("11.18.1"): "minimum", rules.cite("11.18.2"): "maximum"}
    return found


def multiples_from(slug: str) -> str:
    rules = import_module(f"{game(slug).module}.rules")
    return str(rules.RULES.limit_rules.multiples_from)


def wager_named(slug: str, wager: str) -> str:
    return parse_position(wager).name if slug == "tournament-roulette" else wager


def limits_of(slug: str, limits: Limits, patron: str, wager: str) -> tuple[int, int]:
    """Reading A-29, written out a second time: a patron's own limits, the line, the table's."""
    line = limits.lines.get(wager)
    if slug == "tournament-roulette":
        position = parse_position(wager)
        line = limits.lines.get(roulette.RULES.wagers[position.kind].name)
        straight = limits.lines.get("straight up")
        if line is None and straight is not None and position.kind in INSIDE:
            line = Line(straight.minimum, straight.maximum * len(position.numbers))
    least = line.minimum if line else limits.minimum
    if not line:
        kept = min(limits.protected.get(patron, least), least)
        least = limits.personal_minimums.get(patron, kept)
    most = limits.personal.get(patron, line.maximum if line else limits.maximum)
    return least, line.maximum if line and wager == "super 7's" else most


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
    """How it recalls earlier rounds is no part of it."""
    for floor in played:
        state = deepcopy(floor.play)
        state.layout.recall = None
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=type(state)) == state


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
