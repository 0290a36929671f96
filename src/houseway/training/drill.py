"""A drill: a situation, questions about it, and how an answer is marked, with its clauses."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import DECK, RANKS, SUITS, Card
from houseway.equipment.chips import BadAmount, dollar_text, dollars, money
from houseway.equipment.tiles import face_fields
from houseway.games import events as e
from houseway.games import game as game_by_edition
from houseway.games import game as game_of
from houseway.games.base_commands import Command
from houseway.games.events import Event
from houseway.games.felt import Felt
from houseway.games.game import Awaits, Game, Setup
from houseway.games.layout import Key
from houseway.games.options import options_of, read_options
from houseway.records import sentences
from houseway.records.session import Session, open_table
from houseway.records.settlement import WagerSettlement
from houseway.records.telling import clause_text, event_words
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.table.state import Table
from houseway.table.view import View, Viewer, view

Form = Literal["one", "several", "order", "money"]
CHIPS = "x"  # between how many and which: 2x25 is two chips of $25


class Part(Struct, frozen=True):
    """One question of a drill.

    `form`: choose one of the options, choose every right one, put all of them in order, or type an
    amount. `answer` is what the engine says, in the words of the options or as `12.50`.
    """

    asks: str
    form: Form
    answer: tuple[str, ...]
    clauses: tuple[Clause, ...]
    options: tuple[str, ...] = ()
    subject: str = ""  # what of the situation it is about: a wager, a duty; for a second judgement


class Mark(Struct, frozen=True):
    """How one question was answered, what is right, and the clauses that say so."""

    right: bool
    given: tuple[str, ...]
    answer: tuple[str, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True)
class Drill:
    """Questions about one situation of one game. The same edition, kind and seed give it again.

    `situation` describes it in lines. `before` and `after` are the table as anybody sees it, once
    without what is asked, once as the ruling leaves it; None for what happens away from a table.
    """

    edition: str
    kind: str
    seed: str
    title: str
    situation: tuple[str, ...]
    parts: tuple[Part, ...]
    ruling: tuple[str, ...] = ()  # what the engine did, in words, with clauses
    before: View | None = None
    after: View | None = None
    session: Session | None = None  # as the ruling left it
    scene: Any = None  # what a second judgement needs

    @property
    def name(self) -> str:
        return f"{self.edition}/{self.kind}/{self.seed}"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause that a mark of this drill names, each once."""
        return tuple(dict.fromkeys(each for part in self.parts for each in part.clauses))

    def mark(self, answers: Sequence[Sequence[str] | str]) -> tuple[Mark, ...]:
        """Mark one answer for each question: a text, or several for an order or a set."""
        said = ((each,) if isinstance(each, str) else each for each in answers)
        return tuple(mark(part, each) for part, each in zip(self.parts, said, strict=True))


def mark(part: Part, given: Sequence[str]) -> Mark:
    """Compare an answer with the engine's. Raise BadAmount where an amount cannot be read."""
    said = tuple(each.strip() for each in given)
    return Mark(_MARKS[part.form](part, said), said, part.answer, part.clauses)


def _same_amount(part: Part, given: tuple[str, ...]) -> bool:
    return money(amount_of(" ".join(given))) == part.answer[0]


def _same_list(part: Part, given: tuple[str, ...]) -> bool:
    return given == part.answer


def _same_set(part: Part, given: tuple[str, ...]) -> bool:
    return Counter(given) == Counter(part.answer)


_MARKS = {"one": _same_list, "several": _same_set, "order": _same_list, "money": _same_amount}


def amount_of(text: str) -> int:
    """Cents of `12.50`, or of chips: `2x25 1x5`."""
    if CHIPS not in text:
        return dollars(text or "0")
    total = 0
    for each in text.replace(",", " ").split():
        count, times, chip = each.partition(CHIPS)
        if not times or not count.isdigit():
            raise BadAmount(f"{each!r} are no chips: write 2x25 for two chips of $25")
        total += int(count) * dollars(chip)
    return total


def answer_text(part: Part, answer: Sequence[str]) -> str:
    """An answer as people read it."""
    if part.form == "money":
        return dollar_text(dollars(answer[0])) if answer else ""
    return (", then " if part.form == "order" else ", ").join(answer) or "none of these"


# A table played from a seed: what happens next, before it happens, so that it can be asked.

_TRIES = 60  # commands of practice patrons thought of before a walk gives up
LONGEST = 160  # steps of one walk


@cache
def _choices(edition: str) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """The options of a table that can be listed, with their values."""
    listed = [
        (each.name, (True, False) if isinstance(each.default, bool) else each.values)
        for each in options_of(game_by_edition(edition))
    ]
    return tuple((name, values) for name, values in listed if values)


def every_option(game: Game) -> Iterator[Any]:
    """The options of the game as they are, and with each listed value of each option."""
    yield game.options()
    for name, values in _choices(game.cite.id):
        for value in values:
            yield read_options(game, {name: value})


class Moment(NamedTuple):
    """What is awaited, the command that comes, and what the rules make of it; not yet applied."""

    awaited: Awaits
    command: Command
    by: Role
    events: tuple[Event, ...]


class Walk:
    """One practice table and its numbers of chance; a session that was begun elsewhere goes on."""

    def __init__(
        self, game: Game, seed: str, begun: Session | None = None, *, cards_left: int = 0
    ) -> None:
        self.game = game
        self.chance = random.Random(f"{game.cite.id}/{seed}")  # noqa: S311  # to be repeated
        self.session = begun or Session(game, self._setup())
        self.prepared, self.cards_left = (True, cards_left) if begun else self._start()
        if self.prepared and not begun:
            self.session.prepare(self.cards_left)
        self._table: Table = open_table(game, self.session.setup)
        self._table.play = self.session.play
        self._theme = self._cards_preferred() if game.source == "cards" else ()

    @property
    def play(self) -> Any:
        return self.session.play

    def pick(self, below: int) -> int:
        return self.chance.randrange(below)

    def view(self) -> View:
        """The table as anybody may see it."""
        return view(self._table, "", len(self.session.steps), Viewer(Role.PATRON))

    def moments(self) -> Iterator[Moment]:
        """What happens, one moment after the other; each is applied once the next is asked for."""
        for _ in range(LONGEST):
            moment = self.next()
            if moment is None:
                return
            yield moment
            self.do(moment)

    def do(self, moment: Moment) -> None:
        self.session.order(moment.command, moment.by)

    def considered(self, command: Command, by: Role) -> Moment | None:
        """A command as a moment, where the rules accept it now."""
        ruling = self.session.rule(command, by)
        if not isinstance(ruling, Accepted):
            return None
        return Moment(self.session.awaited, command, by, ruling.events)

    def next(self) -> Moment | None:
        """What happens if nobody disturbs it; None where the practice patrons have no idea."""
        for _ in range(_TRIES):
            command, by = next_command(self.game, self.play, PRACTICE, self.pick)
            moment = self._themed(command, by) or self.considered(command, by)
            if moment is not None:
                return moment
        return None

    # What the house chose, and which cards come

    def _start(self) -> tuple[bool, int]:
        """Whether the cards are prepared, and how many are left of them; 0: all."""
        way = self.pick(12)
        few = way == 1 and self.game.source == "cards"
        return way != 0, 6 + self.pick(20) if few else 0

    def _setup(self) -> Setup:
        options: dict[str, Any] = {}
        for name, values in _choices(self.game.cite.id):
            if self.pick(2):
                options[name] = values[self.pick(len(values))]
        setup = Setup(read_options(self.game, options), self.game.limits)
        if self.game.check_setup(setup):
            return Setup(read_options(self.game, {}), self.game.limits)
        return setup

    def _cards_preferred(self) -> tuple[Card, ...]:
        """The faces that most cards of this walk show; none in every second walk."""
        first, suit = self.pick(len(RANKS) - 4), self.pick(len(SUITS))
        run = [Card(f"{rank}{SUITS[suit]}") for rank in RANKS[first : first + 5]]
        one, other = self.chance.sample(RANKS, 2)
        ranks = [Card(f"{rank}{each}") for rank in (one, other) for each in SUITS]
        themes: tuple[Sequence[Card], ...] = (
            (), (), (), (), (), run, ranks, ranks[:4], self.chance.sample(DECK, 2),
            [card for card in DECK if card[0] in "TJQK"],
            [card for card in DECK if card[1] == SUITS[suit]],
        )  # fmt: skip
        return tuple(themes[self.pick(len(themes))])

    def _themed(self, command: Command, by: Role) -> Moment | None:
        """The same command with faces of the theme, if there is one and the rules take it."""
        named = [name for name in face_fields(type(command)) if getattr(command, name)]
        if not self._theme or not named or self.pick(5) == 0:
            return None
        changed: dict[str, Any] = {}
        for name in named:
            shown = getattr(command, name)
            one = isinstance(shown, str)
            faces = self._faces(1 if one else len(shown))
            changed[name] = faces[0] if one else faces
        return self.considered(replace(command, **changed), by)

    def _faces(self, count: int) -> tuple[Card, ...]:
        if count <= len(self._theme):
            return tuple(self.chance.sample(self._theme, count))
        return tuple(self.chance.choices(self._theme, k=count))


# What the kinds of drills share: a moment that is asked about, its words, and wrong options.

OPTIONS = 4  # of which one is right
_USUAL = 240  # steps from which usual sentences, totals and results are gathered


@dataclass(frozen=True)
class Scene:
    """One moment of a walk; `walk` stands before it."""

    walk: Walk
    moment: Moment

    @property
    def game(self) -> Game:
        return self.walk.game

    def pick(self, below: int) -> int:
        return self.walk.pick(below)

    def options(self, right: str, wrong: Iterable[str], *, count: int = OPTIONS) -> tuple[str, ...]:
        """The right option among some wrong ones, in an order that tells nothing."""
        others = [each for each in dict.fromkeys(wrong) if each and each != right]
        self.walk.chance.shuffle(others)
        shown = [right, *others[: count - 1]]
        self.walk.chance.shuffle(shown)
        return tuple(shown)

    def shuffled(self, items: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.walk.chance.sample(items, len(items)))

    def drill(
        self, kind: str, seed: str, title: str, parts: Sequence[Part], *, said: str = ""
    ) -> Drill:
        """Apply the moment, and return the drill with the table before and after it.

        Hands that the moment opens lie open from the start where a settlement is asked about.
        """
        before = self.walk.view()
        self.walk.do(self.moment)
        after = self.walk.view()
        if settlements(self.moment) and _cards(after) >= _cards(before):
            before = replace(before, felt=after.felt)
        lines = situation(before)
        said = said or self._said()
        return Drill(
            self.game.cite.id, kind, seed, title, (*lines, said) if said else lines, tuple(parts),
            tuple(map(words, self.moment.events)), hidden(before), after, self.walk.session, self,
        )  # fmt: skip

    def asked_before(self, kind: str, seed: str, title: str, parts: Sequence[Part]) -> Drill:
        """Return a drill about the table as it is; nothing is applied."""
        now = self.walk.view()
        lines = situation(now)
        return Drill(
            self.game.cite.id, kind, seed, title, lines, tuple(parts), (_next_words(now),),
            hidden(now), now, self.walk.session, self,
        )  # fmt: skip

    def _said(self) -> str:
        """The command in words, where it is not simply the next step."""
        moment = self.moment
        plain = type(moment.command) in moment.awaited.commands and not moment.awaited.choices
        return "" if plain or not settlements(moment) else told(moment)


def _cards(view: View) -> int:
    """How many cards or tiles lie open: a settlement may show more, or put hands away."""
    return sum(card != sentences.UNSEEN for hand in view.felt.hands for card in hand.cards)


def _next_words(view: View) -> str:
    step = view.next
    return f"next: {step.sentence} ({step.clause})" if step else ""


def hidden(view: View) -> View:
    """The table without what a dealer must work out: totals, notes, results, the next step."""
    hands = tuple(replace(each, total="", note="") for each in view.felt.hands)
    felt: Felt = replace(view.felt, hands=hands, result="")
    return replace(view, felt=felt, next=None, last=())


def situation(view: View) -> tuple[str, ...]:
    """What lies on the table, in lines."""
    hands = tuple(
        f"{each.name} hand: {' '.join(each.cards)}" for each in view.felt.hands if each.cards
    )
    pocket = (f"the ball rests in {view.felt.pocket}",) if view.felt.pocket else ()
    dice = (f"the dice show {' '.join(map(str, view.felt.dice))}",) if view.felt.dice else ()
    wagers = tuple(
        f"{each.patron} has {dollar_text(each.amount)} on {each.wager}{in_box(each.box)}"
        for each in view.wagers
    )
    return (*hands, *pocket, *dice, *wagers)


def in_box(box: int) -> str:
    return f" in box {box}" if box else ""


def wager_name(event: e.Settlement | WagerSettlement | e.SettlementReversed) -> str:
    return name_of((event.patron, event.box, event.wager))


def name_of(key: Key) -> str:
    patron, box, wager = key
    return f"{patron}: {wager}{in_box(box)}"


def settlements(moment: Moment) -> list[e.Settlement]:
    return [each for each in moment.events if isinstance(each, e.Settlement)]


def words(event: e.Event) -> str:
    clauses = clause_text(event)
    return f"{event_words(event)} ({clauses})" if clauses else event_words(event)


def who_text(who: str) -> str:
    if who in (Role.PATRON, Role.SURVEILLANCE):
        return "a patron" if who == Role.PATRON else "surveillance"
    return f"the {who}" if who in tuple(Role) else who


def told(moment: Moment) -> str:
    """A command in words, with who gives it."""
    who = getattr(moment.command, "patron", "") if moment.by == Role.PATRON else ""
    return f'{(who or who_text(moment.by)).capitalize()}: "{sentences.write(moment.command)}"'


class Usual(NamedTuple):
    """What comes up at tables of a game: wrong options are chosen among it."""

    totals: tuple[str, ...]
    results: tuple[str, ...]
    steps: tuple[Awaits, ...]


@cache
def usual(edition: str) -> Usual:
    """Gathered once for each edition from walks of a fixed seed."""
    game = game_of(edition)
    totals, results, steps = dict[str, None](), dict[str, None](), dict[str, Awaits]()
    for number in range(_USUAL // 60):
        walk = Walk(game, f"usual {number}")
        for _, moment in zip(range(60), walk.moments(), strict=False):
            steps.setdefault(moment.awaited.sentence, moment.awaited)
            totals |= dict.fromkeys(each.total for each in game.felt(walk.play, "").hands)
            announced = [each for each in moment.events if isinstance(each, e.ResultAnnounced)]
            results |= dict.fromkeys(each.result for each in announced)
    return Usual(tuple(filter(None, totals)), tuple(results), tuple(steps.values()))
