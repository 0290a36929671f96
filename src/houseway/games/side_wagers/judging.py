"""Side wagers at a table: the game's own judges rule as if they were not there, and these add them.

A judge of the game gets the table without its side wagers. What its events do to the round decides
what becomes of the side wagers: they are settled with the round, void with it, and taken back with
the wagers that they need.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.felt import Spot, spot
from houseway.games.game import Game, WagerLine
from houseway.games.layout import Key, Layout
from houseway.games.limits import Limits, Line, at_risk, handed_back
from houseway.games.machine import May
from houseway.games.provisions import Moved, corrections, reversals, with_shortfalls
from houseway.games.side_wagers.facts import Facts
from houseway.games.side_wagers.wager import SideWager
from houseway.games.wagering import WagerRules, lying
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

Judge = Callable[[Any, Any, Any], Ruling]
Sides = Mapping[str, SideWager]
_OF_A_PATRON = (c.VoidWagers, c.LeaveTable)
_DECIDED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)
_RETURNED = (e.WagerVoided, e.WagerWithdrawn)


def with_side_wagers(game: Game, wagers: tuple[SideWager, ...]) -> Game:
    """Return the game with side wagers added: offered, signed, placed, settled and priced."""
    facts: Facts | None = game.facts
    if facts is None:
        raise ValueError(f"{game.slug} declares no facts for side wagers")
    sides = {each.name: each for each in wagers}
    beside = _Beside(game, facts, sides)
    return replace(
        game,
        orders={kind: beside.order(kind, may) for kind, may in game.orders.items()},
        awaits=lambda play: game.awaits(without_sides(play, sides)),
        wagers=lambda options: (*game.wagers(options), *lines_of(wagers)),
        sign=lambda play: (*game.sign(play), *_signed(play, wagers)),
        spots=lambda play, patron: (*game.spots(play, patron), *beside.spots(play, patron)),
        line_of=partial(_line_of, game, sides),
        risk=partial(_risk, game, sides),
    )


def lines_of(wagers: tuple[SideWager, ...]) -> tuple[WagerLine, ...]:
    """The odds of side wagers, row by row."""
    return tuple(
        WagerLine(each.name, row.name, row.odds, row.clause)
        for each in wagers
        for row in each.rows
        if row.odds is not None
    )


def _signed(play: Any, wagers: tuple[SideWager, ...]) -> Iterator[tuple[str, Clause]]:
    for each in wagers:
        line = each.limits(play.limits).line_of(each.name)
        span = f"{dollar_text(line.minimum)} to {dollar_text(line.maximum)}"
        pays = ", ".join(str(row.odds) for row in each.rows if row.odds)
        yield f"{each.title}: {span}, pays {pays}", each.clause


def _line_of(game: Game, sides: Sides, limits: Limits, wager: str) -> Line:
    side = sides.get(wager)
    return game.line_of(limits, wager) if side is None else side.limits(limits).line_of(wager)


def _risk(game: Game, sides: Sides, rules: Any, options: Any, stakes: Mapping[str, int]) -> int:
    """Any side wager can lose beside the others."""
    own = {wager: stake for wager, stake in stakes.items() if wager not in sides}
    beside = sum(stake for wager, stake in stakes.items() if wager in sides)
    return beside + game.risk(rules, options, own)


# The table without its side wagers


class _OwnWagers(dict[Key, int]):
    """The game's own wagers; a layout that holds side wagers alone is not empty."""

    def __bool__(self) -> bool:
        return True


def without_sides(play: Any, sides: Sides) -> Any:
    """The table as the game's own judges know it."""
    whole: Layout = play.layout
    own = {key: stake for key, stake in whole.wagers.items() if key[2] not in sides}
    layout = copy.copy(whole)
    layout.wagers = own if len(own) == len(whole.wagers) else _OwnWagers(own)
    layout.settlements = [line for line in whole.settlements if line.wager not in sides]
    layout.past = {
        number: tuple([line for line in lines if line.wager not in sides])
        for number, lines in whole.past.items()
    }
    alone = copy.copy(play)
    alone.layout = layout
    return alone


class _Beside:
    """The judges of a game with side wagers."""

    def __init__(self, game: Game, facts: Facts, sides: Sides) -> None:
        self.game, self.facts, self.sides = game, facts, sides
        self.wagering = {name: self._wager_rules(side) for name, side in sides.items()}

    def order(self, kind: type[c.Command], may: May) -> May:
        own: dict[type[c.Command], Callable[[WagerRules], Judge]] = {
            c.PlaceWager: lambda rules: rules.place_wager,
            c.ChangeWager: lambda rules: rules.change_wager,
            c.WithdrawWager: lambda rules: rules.withdraw_wager,
            c.FindWager: lambda rules: rules.find_wager,
        }
        if kind in _OF_A_PATRON:
            return may._replace(decide=partial(self._of_patron, may.decide))
        if kind is c.MoveWager:
            return may._replace(decide=partial(self._moved, may.decide))
        if kind in own:
            return may._replace(decide=partial(self._wagered, may.decide, own[kind]))
        return may._replace(decide=partial(self._judged, may.decide))

    # Commands

    def _wagered(
        self,
        base: Judge,
        own: Callable[[WagerRules], Judge],
        play: Any,
        command: Any,
        by: Role,
    ) -> Ruling:
        rules = self.wagering.get(command.wager)
        if rules is None:
            return self._judged(base, play, command, by)
        return own(rules)(play, command, by)

    def _moved(self, base: Judge, play: Any, command: c.MoveWager, by: Role) -> Ruling:
        side = self.sides.get(command.wager) or self.sides.get(command.onto)
        if side is None:
            return self._judged(base, play, command, by)
        why = f"{side.name} is taken back and placed again, not moved"
        return Refused("wager_not_moved", side.clause, why)

    def _of_patron(self, base: Judge, play: Any, command: Any, by: Role) -> Ruling:
        """Commands about all wagers of a patron, or whether there are any, know them all."""
        ruling = base(play, command, by)
        if isinstance(ruling, Refused):
            return ruling
        done = {(each.patron, each.box, each.wager) for each in ruling.events
                if isinstance(each, e.Settlement)}  # fmt: skip
        left = {
            key: stake
            for key, stake in play.layout.of(command.patron).items()
            if key[2] in self.sides and key not in done
        }
        return Accepted((*ruling.events, *self._without_support(left, ruling.events)))

    def _judged(self, base: Judge, play: Any, command: c.Command, by: Role) -> Ruling:
        ruling = base(without_sides(play, self.sides), command, by)
        if isinstance(ruling, Refused):
            return ruling
        events = ruling.events
        added = self._following(play, command, events)
        if not added:
            return ruling
        ends = (e.RoundEnded, e.RoundVoided)
        at = next((i for i, each in enumerate(events) if isinstance(each, ends)), len(events))
        return Accepted((*events[:at], *added, *events[at:]))

    # What follows from the events of the game

    def _following(
        self, play: Any, command: c.Command, events: tuple[e.Event, ...]
    ) -> list[e.Event]:
        voids = [each for each in events if isinstance(each, e.RoundVoided)]
        if voids:
            return self._voided(play, voids[0], events)
        if reopened := self._reopened(play, events):
            return reopened
        kinds = {type(each) for each in events}
        if e.SettlementCorrected in kinds and play.round in play.layout.past:
            return self._corrected(play, events)
        live = {key: stake for key, stake in play.layout.wagers.items() if key[2] in self.sides}
        if not live:
            return []
        over = e.RoundEnded in kinds or self._all_settled(play, events)
        if over or type(command) in self.facts.settles:
            live = {key: stake for key, stake in live.items() if over or not self._late(key)}
            return [*self._settled(play, live)]
        return [*self._without_support(live, events)]

    def _all_settled(self, play: Any, events: tuple[e.Event, ...]) -> bool:
        """Whether these settlements leave none of the game's own wagers on the layout."""
        done = {_key_of(each) for each in events if isinstance(each, _DECIDED)}
        own = {key for key in play.layout.wagers if key[2] not in self.sides}
        return bool(done) and own <= done

    def _late(self, key: Key) -> bool:
        return self.sides[key[2]].late

    def _settled(self, play: Any, live: Mapping[Key, int]) -> list[e.AnySettlement]:
        lines = [self.settlement(play, key, stake) for key, stake in live.items()]
        return sorted(lines, key=lambda line: not isinstance(line, e.WagerCollected))

    def settlement(self, play: Any, key: Key, stake: int) -> e.AnySettlement:
        """What becomes of one side wager by the facts of the round."""
        patron, box, wager = key
        side = self.sides[wager]
        row = side.row_of(self.facts.live(play, key))
        if row is not None and row.odds is None:
            return e.WagerStoodOff(patron, wager, box, stake, 0, 0, stake, (row.clause,))
        limits, rules = side.limits(play.limits), play.rules.limit_rules
        risk = at_risk(limits, rules, patron, wager, stake)
        over = handed_back(limits, rules, patron=patron, wager=wager, stake=stake)
        if row is None or row.odds is None:
            why = (side.loses, *over)
            return e.WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)
        winnings, _ = row.odds.cents(risk)
        paid = play.chips.next_payable(winnings)
        why = (side.clause, row.clause, *over)
        return e.WagerPaid(patron, wager, box, stake, paid, 0, stake, why)

    def _voided(self, play: Any, void: e.RoundVoided, events: tuple[e.Event, ...]) -> list[e.Event]:
        """A side wager is void with its round; the house keeps the stake of whom it sanctions."""
        kept = {each.patron for each in events if isinstance(each, e.WagerForfeited)}
        layout, clauses = play.layout, (void.clause,)
        moved: list[Moved] = []
        for (patron, box, wager), stake in layout.wagers.items():
            if wager in self.sides and void.round == play.round and void.round not in layout.past:
                moved.append(
                    e.WagerForfeited(patron, wager, box, stake, 0, stake, 0, clauses)
                    if patron in kept
                    else e.WagerVoided(patron, wager, box, stake, 0, 0, stake, clauses)
                )
        done = layout.past.get(void.round, layout.settlements if void.round == play.round else ())
        moved += reversals(void.round, (line for line in done if line.wager in self.sides), clauses)
        return with_shortfalls(play, moved)

    def _reopened(self, play: Any, events: tuple[e.Event, ...]) -> list[e.Event]:
        """What was settled is taken back when the round is played again by other facts."""
        again = [
            each
            for each in events
            if type(each) in self.facts.reopens or isinstance(each, e.SettlementUndone)
        ]
        clause = next((each.clause for each in again if hasattr(each, "clause")), None)
        if clause is None:
            return []
        undone: list[Moved] = [
            e.SettlementUndone(line, clause)
            for line in play.layout.settlements
            if line.wager in self.sides and isinstance(line, _DECIDED)
        ]
        return with_shortfalls(play, undone)

    def _corrected(self, play: Any, events: tuple[e.Event, ...]) -> list[e.Event]:
        """Settlements of a round that is over, by the facts as they were corrected."""
        done = [
            line
            for line in play.layout.past[play.round]
            if line.wager in self.sides and isinstance(line, _DECIDED)
        ]
        clause = next(each.clause for each in events if isinstance(each, e.SettlementCorrected))
        after = copy.deepcopy(play)
        for event in events:
            self.game.evolve(after, event)
        pairs = (
            (line, self.settlement(after, (line.patron, line.box, line.wager), line.stake))
            for line in done
        )
        return corrections(play, play.round, pairs, clause)

    def _without_support(
        self, live: Mapping[Key, int], events: tuple[e.Event, ...]
    ) -> Iterator[e.AnySettlement]:
        """A side wager goes back, or is lost, with a wager that it needs."""
        gone = {
            (each.patron, each.box, each.wager): each
            for each in events
            if isinstance(each, e.Settlement)
        }
        for key, stake in live.items():
            patron, box, wager = key
            side = self.sides[wager]
            line = next((gone[n] for n in _needed(side, key) if n in gone), None)
            if isinstance(line, e.WagerCollected):
                why = (side.loses,)
                yield e.WagerCollected(patron, wager, box, stake, 0, stake, 0, why)
            elif isinstance(line, _RETURNED):
                yield type(line)(patron, wager, box, stake, 0, 0, stake, line.clauses)

    # Where a side wager may lie

    def _wager_rules(self, side: SideWager) -> WagerRules:
        def place(play: Any, patron: str, wager: str, box: int) -> Key | Refused:
            if refused := self._shut(play, side, patron, box):
                return refused
            if isinstance(key := self._spot(play, side, patron, box), Refused):
                return key
            if key in play.layout.wagers:
                there = f"{patron} has a wager on {wager}: change that"
                return Refused("one_wager_per_area", side.clause, there)
            return self._unsupported(play, side, key) or key

        def own(play: Any, patron: str, wager: str, box: int) -> Key | Refused:
            if refused := self._shut(play, side, patron, box):
                return refused
            key = self._spot(play, side, patron, box)
            return key if isinstance(key, Refused) else lying(play, patron, wager, key[1])

        def find(play: Any, patron: str, wager: str, box: int) -> Key | Refused:
            if not self._shut(play, side, patron, box):
                why = "while betting is open, change the wager"
                return Refused("betting_open", side.clause, why)
            return lying(play, patron, wager, box)

        return WagerRules(
            limits=self.game.rules.limit_rules,
            chips=side.clause,
            place=place,
            own=own,
            find=find,
            clause=lambda play, wager, kind, by: side.clause,
            sign=lambda play, wager: side.limits(play.limits),
        )

    def _shut(self, play: Any, side: SideWager, patron: str, box: int) -> Refused | None:
        """Why a side wager may not be placed or changed now."""
        if not side.window:
            return self.facts.closed(play)
        key = self._spot(play, side, patron, box)
        if isinstance(key, Refused):
            return key
        return self.facts.windows[side.window].closed(play, key)

    def _spot(self, play: Any, side: SideWager, patron: str, box: int) -> Key | Refused:
        if not side.boxed:
            if box:
                why = f"{side.name} lies in the middle of the layout, not in box {box}"
                return Refused("no_such_box", side.clause, why)
            return patron, 0, side.name
        if not box:
            box = next((at for who, at, wager in play.layout.wagers if who == patron and at), 0)
        most = self.facts.boxes(play) if self.facts.boxes else 0
        if not 1 <= box <= most:
            why = f"{side.name} lies in a box: name one from 1 to {most}"
            return Refused("no_such_box", side.clause, why)
        return patron, box, side.name

    def _unsupported(self, play: Any, side: SideWager, key: Key) -> Refused | None:
        missing = [need for need in _needed(side, key) if need not in play.layout.wagers]
        if not missing:
            return None
        why = f"{key[0]} needs a wager on {missing[0][2]} before one on {side.name}"
        return Refused("needs_another_wager", side.clause, why)

    def spots(self, play: Any, patron: str) -> Iterator[Spot]:
        for side in self.sides.values():
            limits = side.limits(play.limits)
            count = self.facts.boxes(play) if side.boxed and self.facts.boxes else 0
            for box in range(1, count + 1) if side.boxed else (0,):
                yield spot(limits, patron, side.name, box)


def _key_of(line: e.AnySettlement) -> Key:
    return line.patron, line.box, line.wager


def _needed(side: SideWager, key: Key) -> list[Key]:
    """The wagers that a side wager needs: in its own box, or of the patron on a shared area."""
    return [(key[0], key[1], need) for need in side.needs]
