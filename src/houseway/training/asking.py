"""What the kinds of drills share: a moment that is asked about, its words, and wrong options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games import game as game_of
from houseway.games.felt import Felt
from houseway.games.game import Awaits, Game
from houseway.games.layout import Key
from houseway.records import sentences
from houseway.records.settlement import WagerSettlement
from houseway.records.telling import clause_text, event_words
from houseway.rulebook.roles import Role
from houseway.table.view import View
from houseway.training.drill import Drill, Part
from houseway.training.walk import Moment, Walk

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
