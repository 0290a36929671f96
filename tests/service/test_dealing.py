"""The house at virtual tables: secrets in a cycle that anybody can check, and nobody else's."""

from __future__ import annotations

import random
from itertools import count

import pytest

from houseway import fair
from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.floor import Floor
from houseway.store import codec
from houseway.table.faces import awaits_house
from houseway.table.secrets import spent
from houseway.table.state import Table
from houseway.table.vocabulary import CloseTable
from tests.offices import decider, opening_of
from tests.service.conftest import House
from tests.waiting import wait_until

STREAM = "table/1"
_keys = count(1)


def given(floor: Floor, command: c.Command, by: Role) -> None:
    order = Order(command, by, "Ana", f"test {next(_keys)}")
    assert floor.runner.order(STREAM, order).refused is None


def virtual_table(house: House, slug: str) -> Floor:
    given(house.floor, opening_of(slug, virtual=True), decider(slug))
    wait_until(
        "the commitment to a seed",
        lambda: house.floor.runner.look(STREAM, lambda table, _: bool(table.commitment)),
    )
    return house.floor


def awaits_people(table: Table, _version: int) -> bool:
    awaited = table.game.awaits(table.play)
    return bool(table.commitment) and not awaits_house(awaited) and not spent(table)


def ready(floor: Floor) -> bool:
    """The house has brought what it could, and is bound to a secret that is not spent."""
    return floor.runner.look(STREAM, awaits_people)


def person(floor: Floor, chance: random.Random) -> None:
    """Whatever is not a fact: a wager, a choice, a step that needs none."""
    wait_until("a table that is ready", lambda: ready(floor))
    command, by = floor.runner.look(STREAM, lambda table, _: decision(table, chance))
    actor = (getattr(command, "patron", "") if by == Role.PATRON else "Eli") or "Ana"
    order = Order(command, by, actor, f"test {next(_keys)}")
    floor.runner.order(STREAM, order)


def decision(table: Table, chance: random.Random) -> tuple[c.Command, Role]:
    return next_command(table.game, table.play, PRACTICE, chance.randrange)


def kinds(floor: Floor) -> list[str]:
    return [each.kind for each in floor.log.read(STREAM)]


def play_until_revealed(floor: Floor, times: int) -> None:
    chance = random.Random(times)
    for _ in range(4_000):
        wait_until("a table that is ready", lambda: ready(floor))
        if kinds(floor).count("SeedRevealed") >= times:
            return
        person(floor, chance)
    raise AssertionError("no secret was revealed")


# Games whose secret is spent within a round or two: a spin, a deck, a set of tiles.
SHORT = ["tournament-roulette", "tournament-canberra-poker", "tournament-pai-gow"]


@pytest.mark.parametrize("slug", SHORT)
def test_a_spent_secret_is_revealed_and_the_next_committed_to(house: House, slug: str) -> None:
    floor = virtual_table(house, slug)
    play_until_revealed(floor, 2)

    found = fair.check(floor.log.read(STREAM))
    assert found.problems == ()
    assert (found.secrets, found.unrevealed) == (3, 1)
    assert found.dealt >= 2
    secrets = [each for each in kinds(floor) if each.startswith("Seed")]
    assert secrets == ["SeedCommitted", "SeedRevealed", "SeedRevealed"]


def test_no_wager_lies_on_the_layout_when_a_secret_changes(house: House) -> None:
    floor = virtual_table(house, "tournament-roulette")
    play_until_revealed(floor, 2)

    lying = 0
    for kind in kinds(floor):
        lying += (kind == "WagerPlaced") - (kind in ("WagerPaid", "WagerCollected"))
        if kind.startswith("Seed"):
            assert lying <= 0


def test_a_secret_serves_a_whole_shoe(house: House) -> None:
    """Ordered to shuffle early, a shoe is spent; before that nothing is revealed between rounds."""
    floor = virtual_table(house, "mini-baccarat")
    chance = random.Random(1)
    while floor.runner.look(STREAM, lambda table, _: table.play.round) < 3:
        person(floor, chance)
    assert kinds(floor).count("SeedRevealed") == 0
    while not floor.runner.look(STREAM, lambda t, _: t.game.awaits(t.play).what == "open"):
        person(floor, chance)
    given(floor, c.OrderShuffle(), Role.GAMING_SUPERVISOR)
    wait_until("the spent secret", lambda: kinds(floor).count("SeedRevealed") == 1)
    found = fair.check(floor.log.read(STREAM))
    assert found.problems == ()
    (told,) = [each for each in found.remarks if "ShuffleOrdered" in each]
    assert "decided by Ana; 3 results" in told


def test_with_the_table_closes_its_last_secret(house: House) -> None:
    floor = virtual_table(house, "tournament-roulette")
    play_until_revealed(floor, 1)
    given(floor, CloseTable(), Role.TOURNAMENT_DIRECTOR)
    wait_until("the revealed seed", lambda: kinds(floor)[-1] == "SeedRevealed")
    found = fair.check(floor.log.read(STREAM))
    assert (found.secrets, found.unrevealed, found.problems) == (2, 0, ())


def test_past_secrets_say_which_rounds_they_dealt(house: House) -> None:
    floor = virtual_table(house, "tournament-roulette")
    play_until_revealed(floor, 2)
    secrets = fair.Secrets()
    for entry in floor.log.read(STREAM):
        secrets.take(codec.decode("tournament-roulette", entry), entry.at_us)
    assert [(each.first_round, each.last_round) for each in secrets.all] == [(1, 1), (2, 2), (0, 0)]
    assert [each.matches for each in secrets.all] == [True, True, False]
    assert not secrets.all[0]._replace(seed="00" * 32).matches


# What the house alone does


@pytest.mark.parametrize(
    "command", [{"type": "CommitSeed", "commitment": "ab" * 32}, {"type": "RevealSeed", "seed": ""}]
)
def test_nobody_else_commits_or_reveals(house: House, command: dict[str, str]) -> None:
    """A foreign commitment would leave the house without the secret, and the table without play."""
    dora = house.as_("Dora")
    given(house.floor, opening_of("mini-baccarat", virtual=True), Role.GAMING_SUPERVISOR)
    answer = dora.order(command)
    assert (answer.status_code, answer.json()["code"]) == (403, "house_alone")
    wait_until("a table that is ready", lambda: ready(house.floor))
    assert dora.order(command, "k2").json()["code"] == "house_alone"


def test_no_person_names_a_card_at_a_virtual_table(house: House) -> None:
    virtual_table(house, "mini-baccarat")
    eli = house.as_("Eli")
    for number, command in enumerate(
        ({"type": "DealCard", "card": "9h"}, {"type": "ReportExcessCard", "card": "9h"})
    ):
        answer = eli.order(command, f"k{number}")
        assert (answer.status_code, answer.json()["code"]) == (403, "house_deals")


def test_at_a_real_table_the_dealer_names_the_cards(house: House) -> None:
    house.open_table()
    answer = house.as_("Eli").order({"type": "DealCard", "card": "9h"})
    assert answer.json()["code"] != "house_deals"


def test_a_table_that_people_deal_at_is_not_looked_at_again(house: House) -> None:
    """How a table was opened never changes."""
    house.open_table()
    dealing = house.floor.dealing
    wait_until("the recorded refusal", lambda: STREAM in dealing._recorded and dealing.at_rest)

    given(house.floor, c.OpenBetting(), Role.DEALER)

    assert dealing.at_rest


def test_a_card_is_refused_at_the_runner_too(house: House) -> None:
    """The rule is the table's own: past the boundary of the service nobody slips a card in."""
    floor = virtual_table(house, "mini-baccarat")
    order = Order(c.DealCard(Card("9h")), Role.DEALER, "Eli", "slipped in")
    refused = floor.runner.order(STREAM, order).refused
    assert refused is not None
    assert refused.code == "house_deals"
