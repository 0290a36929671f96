"""A house that wants to choose results, alone or with one patron or one supervisor.

Each attack is made against the product's own rules. It gains nothing, or `fair verify` reports it.
"""

from __future__ import annotations

import hmac
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from houseway import fair
from houseway.equipment.seeds import (
    SharedStream,
    commitment_of,
    links_of,
    mix_of,
    secret_behind,
)
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.runner import Runner
from houseway.store.sqlite import SqliteLog
from houseway.table.people import ConfirmCorrection
from houseway.table.secrets import AbandonSecret, RevealSeed
from houseway.table.state import HOUSE
from houseway.virtual import HouseStopped
from tests.fair.floor import NOW_US, SEED, TABLE, Floor
from tests.scale import FULL

PATRONS = ("Ana", "Ben", "Cleo")
SPINS = 42
TRIED = 1_000_000 if FULL else 5_000  # secrets


class Wheel(Floor):
    """A roulette table whose honest patrons send a random share as soon as one is wanted."""

    def __init__(self, path: Path) -> None:
        self.shares = random.Random("shares")
        self.tried = 0
        super().__init__(path, "tournament-roulette")

    def person(self) -> None:
        for patron in PATRONS:
            if patron in self.table.play.layout.idle_rounds and patron not in self.table.shares:
                self.share(patron, self.shares.randbytes(32).hex())
                return
        super().person()

    def spins(self) -> list[int]:
        """The numbers that the wheel has given."""
        bodies = [msgspec.json.decode(each.body) for each in self.entries]
        return [int(each["on"]) for each in bodies if each["type"] == "DollyPlaced"]


@pytest.fixture
def wheel(tmp_path: Path) -> Iterator[Wheel]:
    made = Wheel(tmp_path)
    yield made
    made.log.close()


def zero_first(floor: Wheel) -> Iterator[str]:
    """Last secrets of a chain whose first gives zero with the shares there are at the root."""
    chance = random.Random("secrets")
    while True:
        for _ in range(200):
            tip = chance.randbytes(32).hex()
            _root, first = list(links_of(tip))[:-3:-1]
            mix = mix_of(commitment_of(first), "", floor.table.shares)
            floor.tried += 1
            if SharedStream(first, mix, used=1).pick(37) == 0:
                break
        yield tip


def test_a_house_that_tries_secrets_chooses_only_the_round_without_shares(wheel: Wheel) -> None:
    """It tries roots at the opening, when there is no share: that round is reported as open."""
    wheel.seeds = zero_first(wheel)
    wheel.play(SPINS)
    wheel.finish()

    first, *others = wheel.spins()
    assert first == 0
    assert len(others) >= SPINS - 1
    assert others.count(0) < 8  # of 42 spins 1.1 on average, eight once in 20,000 tries
    found = fair.check(wheel.entries)
    assert found.problems == ()
    assert found.open_rounds == 1


def test_trying_many_secrets_before_committing_gains_nothing() -> None:
    """A house tries many secrets against a share that it assumes and takes one that gives 17.

    Under the shares that the patron may really send, 17 comes as often as any other number: of
    20,000 shares 540.5 times on average, standard deviation 22.9; four of those are allowed.
    """
    assumed, wanted, hits = {"Ana": "00" * 32}, 17, list[str]()
    for number in range(TRIED):
        seed = f"{number:064x}"
        message = bytes(8) + mix_of(commitment_of(seed), "", assumed) + bytes(4)
        block = hmac.digest(number.to_bytes(32, "big"), message, "sha256")
        if int.from_bytes(block, "big") % 37 == wanted:
            hits.append(seed)
    assert len(hits) > TRIED // 40  # so many secrets to choose from
    best = hits[-1]
    commitment = commitment_of(best)
    assert SharedStream(best, mix_of(commitment, "", assumed)).pick(37) == wanted

    shares = (f"{number:064x}" for number in range(20_000))
    came = sum(
        SharedStream(best, mix_of(commitment, "", {"Ana": share})).pick(37) == wanted
        for share in shares
    )
    assert abs(came - 20_000 / 37) < 4 * 22.9


def test_a_patron_who_knows_the_secrets_adds_one_share_and_is_named(wheel: Wheel) -> None:
    """The house tells Zed its secrets. He chooses among mixes once, and the check says so."""
    wheel.play(3)
    wheel.until("wagers")
    wheel.give(c.JoinTable("Zed"), Role.PATRON, "Zed")
    wheel.play(wheel.table.play.round)
    table = wheel.table
    secret = secret_behind(SEED, table.commitment)
    tried = (f"{number:064x}" for number in range(1_000))
    share = next(
        each
        for each in tried
        if SharedStream(
            secret, mix_of(table.commitment, "", {**table.shares, "Zed": each}), used=2
        ).pick(37)
    )
    assert wheel.share("Zed", share) == ""
    for _ in range(3):
        wheel.give(c.LeaveTable("Zed"), Role.PATRON, "Zed")
        wheel.give(c.JoinTable("Zed"), Role.PATRON, "Zed")
        assert wheel.share("Zed", f"{7:064x}") == "share_given"
    wheel.play(SPINS)
    wheel.finish()

    found = fair.check(wheel.entries)
    assert found.problems == ()
    late = [each for each in found.remarks if "came in late" in each]
    assert sum("share of Zed" in each for each in late) == 1


@pytest.mark.parametrize("patron", PATRONS)
def test_a_share_that_staff_put_into_the_log_for_a_patron_is_found(
    wheel: Wheel, patron: str
) -> None:
    """The rules refuse it; a house that writes its log itself is found out."""
    wheel.play(3)
    wheel.finish()
    forged = [
        replace(each, actor="Eli") if each.kind == "ShareContributed" else each
        for each in wheel.entries
    ]
    problems = fair.check(forged).problems
    if patron in wheel.table.shares:
        assert any(f"the share of {patron} was given by Eli" in each for each in problems)


def test_a_secret_that_is_left_out_or_taken_before_its_turn_is_refused_and_found(
    wheel: Wheel,
) -> None:
    wheel.play(3)
    wheel.until("wagers")
    secret = secret_behind(SEED, wheel.table.commitment)
    early = wheel.give(RevealSeed(secret), Role.TOURNAMENT_DIRECTOR, HOUSE).refused
    assert early is not None
    assert early.code == "not_spent"

    wheel.finish()
    entries = wheel.entries
    body = msgspec.json.encode({"type": "SeedRevealed", "seed": secret})
    at = next(n for n, each in enumerate(entries) if body in (each.body,))
    skipped = replace(entries[at], version=entries[at - 1].version, key="house skips")
    spun = next(n for n in range(at, 0, -1) if entries[n].kind == "BettingOpened")
    problems = fair.check([*entries[:spun], skipped, *entries[spun:]]).problems
    assert any("before it was spent" in each for each in problems)


def test_a_share_that_is_moved_behind_the_opening_of_its_round_is_found(wheel: Wheel) -> None:
    wheel.play(3)
    wheel.finish()
    entries = wheel.entries
    share = next(n for n, each in enumerate(entries) if each.kind == "ShareContributed")
    opened = next(n for n in range(share, len(entries)) if entries[n].kind == "BettingOpened")
    moved = [*entries[:share], *entries[share + 1 : opened + 1], entries[share]]
    problems = fair.check([*moved, *entries[opened + 1 :]]).problems
    assert any("the secret deals" in each for each in problems)


def test_a_restored_copy_and_a_restart_deal_the_same_again(tmp_path: Path) -> None:
    """What is played twice comes out the same: there is nothing to choose between."""
    (tmp_path / "house").mkdir()
    wheel = Wheel(tmp_path / "house")
    wheel.play(3)
    wheel.until("spin")
    wheel.log.close()
    shutil.copytree(tmp_path / "house", tmp_path / "copy")
    results = []
    for folder in ("house", "copy"):
        wheel.log = SqliteLog(tmp_path / folder / "floor.db")
        wheel.path = tmp_path / folder
        wheel.runner = Runner(wheel.log, lambda: NOW_US)
        wheel.house = wheel.new_house()
        wheel.play(5)
        results.append(wheel.spins()[:4])
        wheel.log.close()
    assert results[0] == results[1]
    assert len(results[0]) == 4


def test_one_manager_voids_nothing_and_two_are_named_with_what_was_known(tmp_path: Path) -> None:
    """A shift manager who reads the secrets would void each round that does not suit."""
    floor = Floor(tmp_path, "mini-baccarat")
    floor.play(1)
    void = c.InvalidateOutcome("impracticality", "a reason")
    manager = Role.GAMING_SHIFT_MANAGER
    for _ in range(5):
        floor.until("draw")
        for _card in range(3):
            floor.house.step(TABLE)
        refused = floor.give(void, manager, "Mia").refused
        assert refused is not None
        assert refused.code == "second_person_needed"
    assert floor.void(void, manager, "Mia", "mia") == "second_person_needed"
    assert floor.give(ConfirmCorrection(1), manager, "Max").refused is None
    floor.play(floor.table.play.round)
    floor.finish()

    found = fair.check(floor.entries)
    assert found.problems == ()
    (told,) = [each for each in found.remarks if "RoundVoided" in each]
    assert "decided by Mia (gaming shift manager) and Max (gaming shift manager)" in told
    assert "3 results of this root known" in told
    floor.log.close()


def test_a_chain_that_is_given_up_takes_its_shares_along_and_is_reported(wheel: Wheel) -> None:
    """A house that says it has lost its secrets begins again, and knows no share when it does."""
    wheel.play(5)
    wheel.until("open")
    root, given = wheel.table.root, dict(wheel.table.shares)
    assert given
    next((wheel.path / "secrets").iterdir()).unlink()
    wheel.house = wheel.new_house()
    wheel.seeds = zero_first(wheel)
    with pytest.raises(HouseStopped):
        wheel.deal()
    abandoned = wheel.give(AbandonSecret("lost"), Role.TOURNAMENT_DIRECTOR, "Dora")
    assert abandoned.refused is None
    wheel.house.deal(TABLE)
    assert wheel.table.root != root
    assert wheel.table.shares == {}
    assert wheel.share("Ana", given.get("Ana", "ab" * 32), root) == "another_root"

    told = "\n".join(fair.check(wheel.entries).remarks)
    assert "Dora (director) gave up the secret in use and its chain" in told
    assert f"a new root, {wheel.table.root}" in told
