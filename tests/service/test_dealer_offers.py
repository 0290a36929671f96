"""At every step of every game: what the dealer's console offers would be taken by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from houseway.driving import GUEST, next_command
from houseway.equipment.cards import DECK
from houseway.equipment.chips import dollars
from houseway.games import commands as c
from houseway.games import slugs
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_blackjack.state import ConfirmNoWager
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.service.commands.decode import kinds_by_name
from houseway.service.consoles.dealer.step import Pad, Step, step
from houseway.service.forms.preview import accepted
from houseway.table.offers import offers
from houseway.table.state import Table
from houseway.table.table import decide, evolve
from houseway.table.view import Viewer, tagged, view
from tests.offices import opening_of

ELI = Viewer(Role.DEALER, name="Eli")
STEPS = 80  # a preparation and several rounds
TRIES = 60  # hands of random cards, of which a step takes one


def _opened(slug: str) -> Table:
    table = Table()
    directed = slug.startswith("tournament-")
    _do(table, opening_of(slug), Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR)
    return table


def _do(table: Table, command: c.Command, by: Role) -> None:
    names = {Role.PATRON: getattr(command, "patron", ""), Role.DEALER: "Eli"}
    ruling = decide(table, command, by, 0, names.get(by, "Tom"))
    assert isinstance(ruling, Accepted), ruling
    for event in ruling.events:
        evolve(table, event)


def _step(table: Table) -> Step:
    return step(table, view(table, "1", 1, ELI), ELI, 0, offers(table, ELI))


def _taken(table: Table, order: Mapping[str, Any]) -> bool:
    fields = {name: value for name, value in order.items() if name != "type"}
    kind = kinds_by_name(table.edition)[order["type"]]
    return accepted(table, msgspec.convert(fields, kind, strict=False), ELI, 0)


def _typed(pad: Pad, items: list[Any]) -> dict[str, Any]:
    """The order that a console makes of what is typed."""
    value = [*pad.known, *items]
    return {**pad.order, pad.field: value if pad.many else value[0]}


def _samples(pad: Pad, command: c.Command, pick: random.Random) -> Iterator[dict[str, Any]]:
    """Orders of the kind that is typed: what simulated people do next, and random cards."""
    if type(command).__name__ == pad.order["type"]:
        yield dict(tagged(command))
    if pad.kind == "cards":
        for _ in range(TRIES):
            yield _typed(pad, pick.sample([str(each) for each in DECK], pad.items))


def _refused(table: Table, found: Step, command: c.Command, pick: random.Random) -> Iterator[str]:
    """What the step offers and the rules would refuse."""
    for act in (found.main, *found.choices, *found.others):
        if act and not _taken(table, act.command):
            yield act.said
    pad = found.pad
    if pad and pad.kind == "number":
        inside = (pad.lowest, pad.highest)
        if not all(_taken(table, _typed(pad, [each])) for each in inside):
            yield f"{pad.asks} from {pad.lowest} to {pad.highest}"
        if _taken(table, _typed(pad, [pad.highest + 1])):
            yield f"{pad.asks}: more than {pad.highest} are taken"
    elif pad and not any(_taken(table, each) for each in _samples(pad, command, pick)):
        yield f"{pad.kind} for {pad.to}"


@pytest.mark.parametrize("slug", slugs())
def test_a_step_offers_only_what_the_rules_would_take(slug: str) -> None:
    """Buttons, keys, and what is typed: cards and tiles that fit, numbers within their range.

    The count of a hand is left out: any number is taken of a hand that is not settled yet, and
    after that a second person confirms it.
    """
    pick = random.Random(slug)
    table = _opened(slug)
    wrong = dict[str, list[str]]()
    seen = set[str]()
    for _ in range(STEPS):
        awaited = table.game.awaits(table.play)
        command, by = next_command(table.game, table.play, GUEST, pick.randrange)
        seen.add(awaited.what)
        if not awaited.sentence.startswith("count the cards"):
            wrong[awaited.sentence] = list(_refused(table, _step(table), command, pick))
        _do(table, command, by)
    assert "settle" in seen
    assert {sentence: each for sentence, each in wrong.items() if each} == {}


@pytest.mark.parametrize(
    ("slug", "box", "wager", "cards", "headline"),
    [
        ("casino-war", 1, "initial", "Qh 9c",
         "Dealer nine: settle won and lost Initial Wagers, from the dealer's right"),
        ("three-card-baccarat", 2, "player", "Ah 2c 7s 2d Ac 2h",
         "Banker 6 (rank 13): declare the Banker hand, collect and pay"),
        ("mini-baccarat", 0, "banker", "5h 9c 2d Kd", "Announce: Banker wins 9 over 7"),
    ],
)  # fmt: skip
def test_the_headline_names_the_result_that_is_settled(
    slug: str, box: int, wager: str, cards: str, headline: str
) -> None:
    table = _opened(slug)
    for command in (
        TakeAsPrepared(), c.JoinTable("Ana"), c.OpenBetting(),
        c.PlaceWager("Ana", wager, dollars(20), box), c.CallNoMoreBets(),
    ):  # fmt: skip
        _do(table, command, Role.DEALER)
    for card in cards.split():
        _do(table, msgspec.convert({"card": card}, c.DealCard), Role.DEALER)
    assert _step(table).headline == headline


def test_a_patron_who_does_not_wager_is_asked_once() -> None:
    """Tournament Blackjack 4.1, reading TP14: what was confirmed is not offered again."""
    table = _opened("tournament-blackjack")
    _do(table, TakeAsPrepared(), Role.DEALER)
    for patron in ("Ana", "Ben"):
        _do(table, c.JoinTable(patron), Role.PATRON)
    _do(table, c.OpenBetting(), Role.DEALER)

    def asked() -> list[str]:
        return [each.said for each in _step(table).others if each.kind is ConfirmNoWager]

    assert asked() == ["Ana does not wager", "Ben does not wager"]

    _do(table, ConfirmNoWager("Ana"), Role.DEALER)

    assert asked() == ["Ben does not wager"]


def test_enter_does_not_go_on_while_a_patron_is_asked() -> None:
    """Tournament Blackjack 7.1: Ana may insure against the ace; going on has a key of its own."""
    table = _opened("tournament-blackjack")
    for command in (
        TakeAsPrepared(), c.JoinTable("Ana"), c.OpenBetting(),
        c.PlaceWager("Ana", "blackjack", dollars(20), 1), c.CallNoMoreBets(),
    ):  # fmt: skip
        _do(table, command, Role.DEALER)
    for card in ("Jd", "As", "9h"):
        _do(table, msgspec.convert({"card": card}, c.DealCard), Role.DEALER)
    found = _step(table)

    assert [each.said for each in found.choices] == ["Ana declines insurance", "Ana insures"]
    assert found.main is None
    assert [each.said for each in found.others if each.key == "s"] == ["End the interim settlement"]


def test_enter_ends_the_betting_at_every_game_with_the_call() -> None:
    """7-Up Baccarat 5.3: the call has its key and Enter; after it, it is not offered again."""
    table = _opened("seven-up-baccarat")
    for command in (
        TakeAsPrepared(), c.OpenBetting(), c.PlaceWager("Ana", "player", dollars(20), 1),
    ):  # fmt: skip
        _do(table, command, Role.DEALER)
    found = _step(table)
    assert found.main is not None
    assert (found.main.said, found.main.key) == ("No more bets", "Enter n")

    _do(table, c.CallNoMoreBets(), Role.DEALER)

    assert "No more bets" not in [each.said for each in _step(table).others]
