"""People at tables: mostly they do what is awaited, at times something else, at times nonsense."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from houseway.driving import SOAK, Deed, below, next_command
from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.games import commands as c
from houseway.games import game, house, slugs
from houseway.games.commands import Command, forms_of
from houseway.games.game import Game
from houseway.games.limits import Limits
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.table.life import personal_sign
from houseway.table.opening import simulated
from houseway.table.people import AskCorrection, AssignStaff, ConfirmCorrection, RelieveDealer
from houseway.table.state import Table
from houseway.table.table import MACHINE, decide, roles_of
from houseway.table.vocabulary import CloseTable, OpenTable, PutUpSign, RaiseMinimum, SetHours

# Orders that nobody should give: any kind, with invented fields of the right types.

NUMBERS = (
    -(2**63),
    -5_00,
    -1,
    0,
    0,
    1,
    1,
    2,
    3,
    5,
    7,
    10,
    60,
    200,
    5_00,
    10_00,
    25_00,
    5_000_00,
    2**62,
)
TEXTS = (
    "",
    " ",
    "nonsense",
    "<script>alert(1)</script>",
    "'; DROP TABLE event; --",
    "Ω\u202e☃",
    "x" * 300,
)
FACES = {"card": DECK, "cards": DECK, "tiles": PACK}  # no face stands in a text that is for reading
_NO_WORDS: Mapping[str, Sequence[str]] = MappingProxyType({})
DEPTH = 3  # how deep invented values are nested


class Inventor:
    """Invented orders; `words` are those that mean something where the order is given.

    `texts` are odd ones, which now and then stand where a word should.
    """

    def __init__(self, chance: random.Random, texts: Sequence[str] = TEXTS) -> None:
        self.below, self.random, self.texts = below(chance), chance.random, texts

    def order(
        self,
        kinds: Sequence[type[Command]],
        words: Sequence[str],
        named: Mapping[str, Sequence[str]] = _NO_WORDS,
    ) -> Command:
        """An order of one of these kinds; `named` are words for the fields of that name alone."""
        kind: type[Command] = self.one_of(kinds)
        given = {}
        for name, required, faces, value in _fields(kind):
            if required or self.random() < 0.5:
                given[name] = value(self, faces or named.get(name, words), DEPTH)
        return kind(**given)

    def one_of(self, values: Sequence[Any]) -> Any:
        return values[self.below(len(values))]

    def text(self, words: Sequence[str]) -> str:
        odd = self.texts and self.random() < 0.05
        text: str = self.one_of(self.texts if odd else words)
        return text

    def number(self) -> int:
        number: int = self.one_of(NUMBERS) if self.random() < 0.5 else 1 + self.below(11)
        return number


_Value = Callable[[Inventor, Sequence[str], int], Any]  # by words, and how deep it may be nested


class _Field(NamedTuple):
    """How a field is filled; `faces` are the words of a field that names cards or tiles."""

    name: str
    required: bool
    faces: Sequence[str] | None
    value: _Value


@cache
def _fields(kind: type[Command]) -> tuple[_Field, ...]:
    told: Any = inspect.type_info(kind)
    forms = forms_of(kind)
    return tuple(
        _Field(each.name, each.required, FACES.get(forms.get(each.name, "")), _value_of(each.type))
        for each in told.fields
    )


def _value_of(told: Any) -> _Value:
    """How a value of a type is invented, found once for each field."""
    if isinstance(told, inspect.StrType):
        return lambda by, words, depth: by.text(words)
    if isinstance(told, inspect.IntType):
        return lambda by, words, depth: by.number()
    if isinstance(told, inspect.DecimalType):
        return lambda by, words, depth: Decimal(by.number()) / 2
    if isinstance(told, inspect.BoolType):
        return lambda by, words, depth: by.random() < 0.5
    if isinstance(told, inspect.LiteralType | inspect.EnumType):
        values = told.values if isinstance(told, inspect.LiteralType) else tuple(told.cls)
        return lambda by, words, depth: by.one_of(values)
    if isinstance(told, inspect.UnionType):
        types = tuple(map(_value_of, told.types))
        return lambda by, words, depth: by.one_of(types)(by, words, depth)
    if isinstance(told, inspect.StructType | inspect.DataclassType):
        return _struct(told)
    several = _several(told)
    return lambda by, words, depth: several(by, words, depth, by.below(4) if depth > 0 else 0)


def _struct(told: Any) -> _Value:
    fields = [(each.name, each.required, _value_of(each.type)) for each in told.fields]

    def value(by: Inventor, words: Sequence[str], depth: int) -> Any:
        wanted = [each for each in fields if each[1] or by.random() < 0.5]
        return told.cls(**{name: made(by, words, depth - 1) for name, _, made in wanted})

    return value


def _several(told: Any) -> Callable[[Inventor, Sequence[str], int, int], Any]:
    """How so many values are invented together, or what stands for none."""
    if isinstance(told, inspect.TupleType):
        places = tuple(map(_value_of, told.item_types))
        return lambda by, words, depth, many: tuple(each(by, words, depth - 1) for each in places)
    if isinstance(told, inspect.DictType):
        key, value = _value_of(told.key_type), _value_of(told.value_type)
        return lambda by, words, depth, many: {
            each: value(by, words, depth - 1)
            for each in [key(by, words, depth - 1) for _ in range(many)]
        }
    made = _COLLECTIONS.get(type(told))
    if made is not None:
        item = _value_of(told.item_type)
        return lambda by, words, depth, many: made(item(by, words, depth - 1) for _ in range(many))
    if isinstance(told, inspect.AnyType):
        return lambda by, words, depth, many: by.one_of((None, 1, True, "nonsense"))
    if isinstance(told, inspect.NoneType):
        return lambda by, words, depth, many: None
    raise TypeError(f"no value can be invented for {told}")


_COLLECTIONS: dict[type, Callable[[Any], Any]] = {
    inspect.VarTupleType: tuple,
    inspect.ListType: list,
    inspect.SetType: set,
    inspect.FrozenSetType: frozenset,
}


# Patrons who want more than is due: they name faces, use no name, and ask for huge amounts.

NAMES = ("", " ", "\u200b", "Ana\u200b", "\u0410na", "device", "house", "Ana\x00", "x" * 5_000)
HOSTILE_NUMBERS = (-1, 0, 10**12 + 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 2**200)
_FACES: dict[str, tuple[Any, ...]] = {
    "card": (DECK, 1), "cards": (DECK, 5), "tiles": (PACK, 4)
}  # fmt: skip


class Hostile:
    """One attack at a time, by a patron of the table, in commands that patrons may give."""

    def __init__(self, chance: random.Random, patrons: tuple[str, ...]) -> None:
        self.chance = chance
        self.patrons = patrons
        self.inventor = Inventor(chance)
        self.tried: Counter[str] = Counter()

    def attack(self, table: Table) -> tuple[Command, str]:
        """A command and the patron who gives it."""
        actor = self.chance.choice(self.patrons)
        attack = self.chance.choice((self._face, self._no_name, self._huge))
        command = attack(table, actor)
        self.tried[attack.__name__.strip("_").replace("_", " ")] += 1
        return command, actor

    def _given(self, table: Table, actor: str) -> Command:
        """Any command of a patron, in the patron's own name."""
        orders = table.game.orders
        kinds = [kind for kind, may in orders.items() if Role.PATRON in may.roles]
        command = self.inventor.order(kinds, (actor,))
        own = {each: actor for each in ("patron", "person") if hasattr(command, each)}
        return replace(command, **own)

    def _face(self, table: Table, actor: str) -> Command:
        """Name cards or tiles, in a command that has a place for them if the game has one."""
        orders = table.game.orders
        named = [kind for kind in orders if set(forms_of(kind).values()) & set(_FACES)]
        if not named:
            return self._given(table, actor)
        command = self.inventor.order(named, (actor, "box 1", "box 2", "player", "banker"))
        forms = forms_of(type(command))
        faces = {name: self._some(form) for name, form in forms.items() if form in _FACES}
        own = {"patron": actor} if hasattr(command, "patron") else {}
        return replace(command, **faces, **own)

    def _some(self, form: str) -> Any:
        faces, many = _FACES[form]
        chosen = tuple(self.chance.choice(faces) for _ in range(many))
        return chosen[0] if form == "card" else chosen

    def _no_name(self, table: Table, actor: str) -> Command:
        """Wager, join or bring chips under a name that is none, or looks like another's."""
        name = self.chance.choice(NAMES)
        return self.chance.choice((
            c.JoinTable(name), c.BringChips(name, 100_00),
            c.PlaceWager(name, self._wager(table), 10_00, 1), c.LeaveTable(name),
        ))  # fmt: skip

    def _huge(self, table: Table, actor: str) -> Command:
        number = self.chance.choice(HOSTILE_NUMBERS)
        return self.chance.choice((
            c.BringChips(actor, number), c.PlaceWager(actor, self._wager(table), number, 1),
            c.PlaceWager(actor, self._wager(table), 10_00, number),
            c.ChangeWager(actor, self._wager(table), number, 1),
        ))  # fmt: skip

    def _wager(self, table: Table) -> str:
        lines = table.game.wagers(table.play.options)
        return self.chance.choice([line.wager for line in lines])


# Supervisors who change what the sign says, and patrons who wager near its limits.

_NOTICE_US = 20 * 60 * 1_000_000
_TRIES = 4
_SUBJECTS = ("limits", "multiple", "differential", "personal limit")


class SignChanges:
    """Changes of limits that the rules mostly allow, and stakes on both sides of each limit."""

    def __init__(self, chance: random.Random, patrons: tuple[str, ...]) -> None:
        self.chance = chance
        self.patrons = patrons

    def opening_limits(self, usual: Limits) -> Limits | None:
        """The sign at the opening: now and then other figures than the game's own."""
        if self.chance.random() < 0.6:
            return None
        scale, multiple = self.chance.choice((1, 2, 4)), self.chance.choice((0, 5_00, 10_00))
        return replace(usual, minimum=usual.minimum * scale, multiple=multiple)

    def change(self, table: Table, now_us: int) -> tuple[Command, Role] | None:
        """A change that would be accepted just now, if one comes to mind."""
        for _ in range(_TRIES):
            command = self._proposed(table, now_us)
            by = self._office(table, command)
            if by and isinstance(decide(table, command, by, now_us, "Gita"), Accepted):
                return command, by
        return None

    def _proposed(self, table: Table, now_us: int) -> Command:
        limits, chance = table.play.limits, self.chance
        patron = chance.choice(self.patrons)
        low, high = limits.minimum, limits.maximum
        return chance.choice((
            RaiseMinimum(low * 2),
            RaiseMinimum(low + 5_00),
            house.SetLimits(chance.choice((5_00, 10_00, 25_00)), chance.choice((high, 500_00))),
            house.SetLimits(low, chance.choice((low, 60_00, 1_000_00))),
            house.SetMultiple(chance.choice((5_00, 10_00, 25_00))),
            house.SetDifferential(chance.choice((20_00, 50_00, 200_00))),
            house.GrantPersonalLimit(patron, chance.choice((40_00, 2_000_00))),
            house.GrantPersonalLimit(patron, 2_000_00, chance.choice((5_00, 25_00, 50_00))),
            house.GiveNotice(chance.choice(_SUBJECTS)),
            PutUpSign(personal_sign(patron), now_us, "limits of their own"),
            PutUpSign("minimum", now_us + _NOTICE_US, "a new minimum", low * 2),
        ))  # fmt: skip

    def _office(self, table: Table, command: Command) -> Role | None:
        known = type(command) in MACHINE.commands or type(command) in table.game.orders
        return self.chance.choice(sorted(roles_of(table, type(command)))) if known else None

    def near_a_limit(self, table: Table, command: Command) -> Command:
        """The same wager with a stake at, just below or just above a limit that may matter."""
        if not isinstance(command, c.PlaceWager) or self.chance.random() < 0.7:
            return command
        return replace(command, amount=self._amount(table.play.limits, command.patron))

    def find(self, table: Table) -> tuple[Command, Role] | None:
        """Staff find that another amount lies there than was recorded."""
        wagers: list[tuple[str, int, str]] = sorted(table.play.layout.wagers)
        may = table.game.orders.get(c.FindWager)
        if not wagers or may is None:
            return None
        patron, box, wager = self.chance.choice(wagers)
        amount = self._amount(table.play.limits, patron)
        return c.FindWager(patron, wager, amount, box), self.chance.choice(sorted(may.roles))

    def _amount(self, limits: Limits, patron: str) -> int:
        known: list[Any] = [
            limits.minimum, limits.maximum, limits.protected.get(patron),
            limits.personal_minimums.get(patron), limits.personal.get(patron),
        ]  # fmt: skip
        at: int = self.chance.choice([each for each in known if each])
        return max(1, at + self.chance.choice((0, 0, -5_00, 5_00, 5_00, 2_50, 100_00)))


PATRONS = ("Ana", "Ben", "Chen")
STAFF = {
    Role.DEALER: "Dora",
    Role.GAMING_SUPERVISOR: "Eli",
    Role.ASSISTANT_GAMING_MANAGER: "Finn",
    Role.GAMING_MANAGER: "Gita",
    Role.CASINO_DUTY_MANAGER: "Hana",
    Role.GAMING_SHIFT_MANAGER: "Ines",
    Role.TOURNAMENT_DIRECTOR: "Jan",
    Role.ASSISTANT_TO_DIRECTOR: "Kim",
    Role.SURVEILLANCE: "Lena",
    Role.INSPECTOR: "Max",
    Role.PROMOTIONS: "Nora",
}
TRIES = 6  # orders thought of before one is given that may be refused
_RARELY = (  # they end the evening, or make it another
    OpenTable, CloseTable, AssignStaff, RelieveDealer, SetHours, RaiseMinimum, house.SetLimits,
    house.SetMultiple, c.InvalidateOutcome, c.ReplaceCards,
)  # fmt: skip
_WORDS = (*PATRONS, *STAFF.values(), "player", "banker", "dealer", "minimum", "rules", "1", "2")


class TablePeople:
    """Everybody at the tables of the floor."""

    def __init__(self, chance: random.Random, *, virtual: float = 0.0) -> None:
        self.chance = chance
        self.virtual = virtual  # the share of tables at which the house deals
        self.inventor = Inventor(chance)
        self.signs = SignChanges(chance, PATRONS)
        self.hostile = Hostile(chance, PATRONS)
        self.waiting: dict[str, list[Deed]] = {}  # by stream: what takes a second person

    def opening(self, slug: str) -> Deed:
        """Open a table of a game with options that it allows."""
        found = game(slug)
        in_charge = Role.TOURNAMENT_DIRECTOR if found.table.directed else Role.GAMING_SUPERVISOR
        limits = self.signs.opening_limits(found.limits)
        virtual = self.chance.random() < self.virtual
        command = OpenTable(slug, self._options(found), limits, virtual=virtual)
        return _deed(simulated(command), in_charge)

    def _options(self, found: Game) -> dict[str, Any]:
        chosen = {}
        for each in msgspec.structs.fields(found.options):
            listed = msgspec.json.schema(each.type)
            values = listed.get("enum") or (
                [True, False] if listed.get("type") == "boolean" else []
            )
            if values and self.chance.random() < 0.5:
                chosen[each.encode_name] = self.chance.choice(values)
        return chosen

    def next(self, table: Table, now_us: int) -> Deed:
        """What a person at an open table does next."""
        mood = self.chance.random()
        if mood < 0.76:
            return self.go_on(table)
        if mood < 0.8:
            return self._about_limits(table, now_us)
        if mood < 0.83:
            command, actor = self.hostile.attack(table)
            return Deed(command, Role.PATRON, actor)
        if mood < 0.92:
            return self._likely(table, now_us)
        return self._anything(table)

    def needs_two(self, stream: str, deed: Deed, detail: str, number: int) -> None:
        """A command was refused to one person alone: two go on with it, next time."""
        second = f"{deed.actor} Second"
        if "correction" not in detail:
            self.waiting[stream] = [deed._replace(actor=second)]
            return
        asked = AskCorrection(msgspec.json.encode(deed.command).decode(), "it was wrong")
        confirmed = ConfirmCorrection(number)
        self.waiting[stream] = [
            deed._replace(command=asked), Deed(confirmed, deed.by, second)
        ]  # fmt: skip

    def _about_limits(self, table: Table, now_us: int) -> Deed:
        """The sign changes, or a stake is found that is not what was recorded."""
        found = self.signs.find(table) or self.signs.change(table, now_us)
        return _deed(*found) if found else self.go_on(table)

    def go_on(self, table: Table) -> Deed:
        """What is awaited at an open table, and who gives it."""
        command, by = next_command(table.game, table.play, SOAK, self.chance.randrange)
        return _deed(self.signs.near_a_limit(table, command), by)

    def _likely(self, table: Table, now_us: int) -> Deed:
        """Something that the rules allow just now, if it comes to mind."""
        deed = self._thought_of(table)
        for _ in range(TRIES):
            if isinstance(decide(table, deed.command, deed.by, now_us, deed.actor), Accepted):
                break
            deed = self._thought_of(table)
        return deed

    def _thought_of(self, table: Table) -> Deed:
        kinds = list(table.game.orders) if self.chance.random() < 0.7 else list(MACHINE.commands)
        command = self.inventor.order(kinds, self._words(table))
        if isinstance(command, _RARELY) and self.chance.random() < 0.95:
            return self.go_on(table)
        return _deed(command, self.chance.choice(sorted(roles_of(table, type(command)))))

    def _anything(self, table: Table) -> Deed:
        """Any order of any game by anybody: nonsense, or an attack."""
        slug = table.slug if self.chance.random() < 0.8 else self.chance.choice(list(slugs()))
        kinds: Sequence[type[Command]] = [*game(slug).orders, *MACHINE.commands]
        command = self.inventor.order(kinds, self._words(table))
        if isinstance(command, _RARELY) and self.chance.random() < 0.95:
            command = c.CallNoMoreBets()
        return _deed(command, self.chance.choice(list(Role)))

    def _words(self, table: Table) -> Sequence[str]:
        wagers = [line.wager for line in table.game.wagers(table.play.options)]
        return (*_WORDS, *wagers, table.slug)


def _deed(command: Command, by: Role) -> Deed:
    who = getattr(command, "patron", "") if by == Role.PATRON else STAFF[by]
    return Deed(command, by, who or PATRONS[0])
