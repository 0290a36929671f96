"""A whole house is copied while it is open, and made again from the copy: on both engines."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import msgspec
import pytest
from argon2 import PasswordHasher

from houseway.equipment.seeds import root_of
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.access.desk import ChangeAccount
from houseway.service.access.devices import Device
from houseway.service.access.passwords import _matches
from houseway.service.access.tokens import AccessToken
from houseway.service.backup.house import MANIFEST, backup_house, restore_house
from houseway.service.consoles import registry
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.settings import HOUR_US, Settings
from houseway.service.verification import verified
from houseway.store.backup import By, CopyUnsound, RestoreRefused
from houseway.store.log import LogFailed
from houseway.store.register import Person, Reader
from tests.offices import opening_of
from tests.scale import SOAK
from tests.store.postgres import Server
from tests.store.test_backup import flip
from tests.waiting import PATIENCE

NOON = 1_700_000_000_000_000
BY = By("Dora", "administrator", "the machine burnt", NOON + 1)
PASSWORD = "correct horse battery"  # noqa: S105 - of the tests' own people
HASH = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
SECRET_FILES = ("house.key", "register.key", "cookie.secret")
BOTH = ["sqlite", "postgres"]  # what is refused is tried on both in a soak
_numbers = count()


class Open:
    """A house that is open: an account with a session and an access token, a device, a person, a
    table with a secret."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.floor = Floor(settings, registry.load())
        settings.secret()
        ana = Account("Ana", str(Role.DEALER), ("1",))
        self.floor.desk.create_hashed(ana, HASH, None)
        self.session = self.floor.desk.sessions.begin(ana)
        self.token = new_token(self.floor)
        self.device = self.floor.desk.register_device(Device("shoe-1", "shoe", "1"), ana)
        self.person = self.floor.register.enter("Ben Hill", Person("Ben Hill", "2 Hill Street"))
        order = Order(
            opening_of("mini-baccarat", virtual=True), Role.GAMING_SUPERVISOR, "Dora", "k"
        )
        assert self.floor.runner.order("table/1", order).refused is None
        assert self.floor.house.step("table/1")

    def key(self, place: str) -> bytes:
        return (self.settings.path / place).read_bytes()


def new_token(floor: Floor) -> str:
    """A token of Ana's, named script."""
    now = floor.now_us()
    made = AccessToken("", "ana", "script", str(Role.DEALER), (), True, now, now + HOUR_US)
    text = floor.desk.tokens.store.create(made)
    assert text is not None
    return text


@pytest.fixture(scope="module", params=BOTH if SOAK else BOTH[:1])
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Open]:
    found = Open(_empty(request, tmp_path_factory.mktemp("open")))
    yield found
    found.floor.close()


def _empty(request: pytest.FixtureRequest, folder: Path) -> Settings:
    """Where there is no house yet, on the engine of the test."""
    database = ""
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        database = server.new_database(f"house{next(_numbers)}")
    return Settings(folder=str(folder / "house"), database=database)


@pytest.fixture
def free(house: Open, request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Where the house can be made again."""
    database = ""
    if house.settings.shared:
        server: Server = request.getfixturevalue("postgres")
        database = server.new_database(f"house{next(_numbers)}")
    return Settings(folder=str(tmp_path / "again"), database=database)


@pytest.mark.parametrize("house", BOTH, indirect=True)
def test_a_house_made_of_its_copy_goes_on_where_it_was(
    house: Open, free: Settings, tmp_path: Path
) -> None:
    backup_house(house.settings, tmp_path / "copy", NOON, tmp_path / "safe")
    done = restore_house(tmp_path / "copy", free, BY, tmp_path / "safe")
    assert done.missing == []
    assert done.manifest.rows == {"password": 1, "person": 1, "kept_person": 0}
    floor = Floor(free, registry.load())
    with closing(floor):
        found = floor.desk.accounts.find_with_hash("Ana")
        assert found is not None
        assert (found[0].office, found[0].tables) == ("dealer", ("1",))
        assert _matches(found[1], PASSWORD)
        assert floor.desk.devices.of_token(house.device) == Device("shoe-1", "shoe", "1")
        assert floor.desk.sessions.of_token(house.session) is None  # nobody is signed in
        tokens = floor.desk.tokens.store
        assert tokens.of_text(house.token) is None  # it may have been revoked since
        assert tokens.all() == []
        assert tokens.of_text(new_token(floor)) is not None
        assert floor.register.reference("Ben Hill") == house.person
        reader = Reader("Rita", Role.PROMOTIONS, "a call")
        assert floor.register.look(house.person, reader).address == "2 Hill Street"
        (chain,) = (free.path / "secrets").iterdir()
        tip = chain.read_text(encoding="utf-8")
        assert floor.look("1", lambda table, _: table.root) == root_of(tip)
        assert floor.house.deal("table/1") > 0  # the house deals on from it
        told = [(each.kind, each.actor) for each in floor.log.read("people")]
        assert told[-2:] == [("AccountsRestored", "Dora"), ("TokenCreated", "Ana")]
        assert [each.kind for each in floor.log.read("house")][-1] == "Restored"
        assert floor.log.verify().problems == ()
    for place in SECRET_FILES:
        assert (free.path / place).read_bytes() == house.key(place)
        assert (free.path / place).stat().st_mode & 0o077 == 0


def test_no_key_lies_with_the_data(house: Open, tmp_path: Path) -> None:
    """Nor a session: whoever has the copy alone is nobody in the house."""
    manifest = backup_house(house.settings, tmp_path / "copy", NOON)
    assert set(SECRET_FILES) <= set(manifest.keys)
    whole = b"".join(each.read_bytes() for each in (tmp_path / "copy").iterdir())
    for place in SECRET_FILES:
        key = house.key(place)
        assert key not in whole
        assert key.hex().encode() not in whole
    if not house.settings.shared:  # a dump is packed: there the round trip shows it
        assert house.floor.desk.sessions.of_token(house.session) is not None
        assert house.session.encode() not in whole
        assert house.floor.desk.tokens.store.of_text(house.token) is not None
        assert house.token.encode() not in whole
        assert HASH.encode() in whole
    assert all(each.stat().st_mode & 0o077 == 0 for each in (tmp_path / "copy").glob("*.db"))


@pytest.mark.parametrize("place", ["copy", "copy/keys", "."])
def test_keys_are_not_copied_beside_the_data(house: Open, tmp_path: Path, place: str) -> None:
    with pytest.raises(LogFailed, match="not copied beside the data"):
        backup_house(house.settings, tmp_path / "copy", NOON, tmp_path / place)
    assert not (tmp_path / "copy").exists()


def test_without_its_keys_it_is_said_which_to_bring(
    house: Open, free: Settings, tmp_path: Path
) -> None:
    manifest = backup_house(house.settings, tmp_path / "copy", NOON)
    done = restore_house(tmp_path / "copy", free, BY)
    assert done.missing == sorted(manifest.keys.keys() - {"store.key"})  # a new one was made
    assert "register.key" in done.missing


@pytest.mark.parametrize("house", BOTH, indirect=True)
def test_without_its_keys_two_persons_approve_each_account_by_name(
    house: Open, free: Settings, tmp_path: Path
) -> None:
    """Nothing proves whose copy it is; with the keys nobody is asked."""
    backup_house(house.settings, tmp_path / "copy", NOON, tmp_path / "safe")
    assert restore_house(tmp_path / "copy", free, BY).without_keys
    with closing(Floor(free, registry.load())) as floor:
        signing_in = partial(floor.desk.sign_in, "Ana", PASSWORD, "127.0.0.1")
        with pytest.raises(Wrong, match="do not match"):
            asyncio.run(signing_in())
        for first, second in (("Mia", "Mia"), ("Mia", "mia"), ("Mia", ""), ("", "Mia")):
            with pytest.raises(Wrong, match="two persons"):
                floor.desk.approve("Ana", first, second)
        asyncio.run(floor.desk.change("Ana", ChangeAccount(disabled=False), None))
        with pytest.raises(Wrong, match="do not match"):
            asyncio.run(signing_in())
        floor.desk.approve("Ana", "Mia", "Noa")
        session = floor.desk.sessions.of_token(asyncio.run(signing_in()))
        assert session is not None
        assert session.account.name == "Ana"
        approved = [each for each in floor.log.read("people") if each.kind == "AccountApproved"]
        assert [msgspec.json.decode(each.body)["first"] for each in approved] == ["Mia"]
    assert verified(free.log_address, folder=free.path).problems == ()


def test_the_keys_of_another_house_are_refused(house: Open, free: Settings, tmp_path: Path) -> None:
    """Under another key no reference could be found again."""
    backup_house(house.settings, tmp_path / "copy", NOON, tmp_path / "safe")
    (tmp_path / "safe" / "register.key").write_bytes(b"x" * 32)
    with pytest.raises(CopyUnsound, match=r"register\.key in .* is not the one"):
        restore_house(tmp_path / "copy", free, BY, tmp_path / "safe")
    free.path.mkdir()
    (free.path / "register.key").write_bytes(b"x" * 32)
    with pytest.raises(RestoreRefused, match=r"register\.key in .* is not the one"):
        restore_house(tmp_path / "copy", free, BY)
    assert sorted(each.name for each in free.path.iterdir()) == ["register.key"]


def test_a_changed_byte_anywhere_in_the_copy_is_refused(
    house: Open, free: Settings, tmp_path: Path
) -> None:
    """And nothing is left behind: neither data nor keys."""
    copy, safe = tmp_path / "copy", tmp_path / "safe"
    backup_house(house.settings, copy, NOON, safe)
    for path in sorted(copy.iterdir()):
        flip(path, path.stat().st_size // 2)
        with pytest.raises(CopyUnsound):
            restore_house(copy, free, BY, safe)
        flip(path, path.stat().st_size // 2)
        assert not [each for each in free.path.rglob("*") if each.is_file()]
    (copy / MANIFEST).unlink()
    with pytest.raises(CopyUnsound, match="never verified"):
        restore_house(copy, free, BY)


def test_nothing_is_written_over(house: Open, free: Settings, tmp_path: Path) -> None:
    backup_house(house.settings, tmp_path / "copy", NOON)
    with pytest.raises(LogFailed, match="copy exists already"):
        backup_house(house.settings, tmp_path / "copy", NOON)
    (tmp_path / "safe").mkdir()
    (tmp_path / "safe" / "other.key").touch()
    with pytest.raises(LogFailed, match="safe is not empty"):
        backup_house(house.settings, tmp_path / "second", NOON, tmp_path / "safe")
    assert not (tmp_path / "second").exists()
    restore_house(tmp_path / "copy", free, BY)
    with pytest.raises(RestoreRefused, match="never restored over another"):
        restore_house(tmp_path / "copy", free, BY)
    other = "" if house.settings.shared else "postgresql://nobody@127.0.0.1:1/none"
    elsewhere = Settings(folder=free.folder, database=other)
    with pytest.raises(RestoreRefused, match="engine that it was on"):
        restore_house(tmp_path / "copy", elsewhere, BY)


def test_whoever_the_log_of_a_copy_names_is_in_its_accounts(
    house: Open, free: Settings, tmp_path: Path
) -> None:
    """Copies are taken while people are taken in: the accounts are never older than the log."""
    going, stop = threading.Event(), threading.Event()

    def take_in() -> None:
        for number in range(400):
            account = Account(f"Zoe{number}", str(Role.PATRON))
            house.floor.desk.create_hashed(account, HASH, None)
            going.set()
            if stop.is_set():
                return

    thread = threading.Thread(target=take_in)
    thread.start()
    assert going.wait(PATIENCE)
    backup_house(house.settings, tmp_path / "copy", NOON)
    stop.set()
    thread.join()
    restore_house(tmp_path / "copy", free, BY)
    floor = Floor(free, registry.load())
    with closing(floor):
        people = [each for each in floor.log.read("people") if each.kind == "AccountCreated"]
        named = {msgspec.json.decode(each.body)["name"] for each in people}
        assert "Zoe0" in named
        assert named <= {each.name for each in floor.desk.accounts.all()}
