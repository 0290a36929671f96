"""Editions of a document: all that a ruling reads is one frozen value, and a game is made from it.

Every game folder follows one pattern:

- `class Rules` in `rules.py` is the document, table by table: a frozen struct whose fields are each
  table, number, odds, role set, slot and clause that a ruling reads, each declared once with its
  value in the approved edition, which is `RULES`. What follows from them (a tableau, verdicts) is a
  `cached_property`.
- `Play.rules` is the value of the table's edition, and `play.cite("8.8(b)")` cites that edition. A
  function that rules, settles, awaits or shows reads these two, and no constant of `rules.py` but
  names (`PLAYER`, `TIE`).
- `game_of(rules)` in the folder's `__init__.py` makes the `Game` with `game_by`, and
  `GAME = game_of(RULES)`.
- The exact figures and the kernels are given the same value (`Game.rules`).

A later edition is a small file with its document and what it changes:

    cite = Document("Mini Baccarat", edition="2030-01-01", library=...)
    RULES = amended(rules.RULES, cite, decks=6, roles={ApproveBothHands: MANAGERS})
    GAME = game_of(RULES)

`amended` cites the new document in every clause that did not change, so that a ruling shows the
text of its own edition. A clause that has another number there is named in `renumbered`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, partial
from typing import Any, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houseway.games import devices, house, provisions
from houseway.games.commands import Command
from houseway.games.game import Game, May, Setup, WagerLine
from houseway.games.house import HouseRules, Setting
from houseway.games.limits import LimitRules, Limits
from houseway.games.provisions import Provisions
from houseway.games.side_wagers.judging import with_side_wagers
from houseway.games.side_wagers.wager import SideWager
from houseway.games.table_rules import TableRules
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Paytable
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

# The house's options as an edition has them: fewer values, or another one unless chosen.

# By name: the values that an edition leaves, the usual one first. Of a number or a list, which
# cannot be listed, only the usual value.
OptionValues = Mapping[str, tuple[Any, ...]]
CheckSetup = Callable[[Any, Setup], Refused | None]


def values_of(options: type[Struct], name: str) -> tuple[Any, ...]:
    """The values of an option that can be listed; nothing for a number or a list."""
    kind = get_type_hints(options)[name]
    return get_args(kind) if get_origin(kind) is Literal else ()


def options_by(options: type[Struct], left: OptionValues) -> type[Struct]:
    """The options of a game with what an edition leaves of them."""
    fields = []
    for name, values in left.items():
        kinds = get_type_hints(options)
        kind = Literal[values] if values_of(options, name) else kinds[name]
        fields.append((name, kind, values[0]))

    def reduced(self: Struct) -> tuple[Any, ...]:
        """Another process has the approved options, with the same values."""
        return msgspec.convert, (msgspec.to_builtins(self), options)

    return msgspec.defstruct(
        options.__name__, fields, bases=(options,), module=options.__module__, frozen=True,
        forbid_unknown_fields=True, namespace={"__reduce__": reduced, "__doc__": options.__doc__},
    )  # fmt: skip


def checking(check: CheckSetup, options: type[Struct]) -> CheckSetup:
    """Check a setup, and first that the edition leaves each of its options."""

    def checked(rules: Any, setup: Setup) -> Refused | None:
        for name, values in rules.options.items():
            chosen = getattr(setup.options, name)
            if values_of(options, name) and chosen not in values:
                setting: Setting | None = rules.settings.get(name)
                allowed = " or ".join(map(str, values))
                why = f"{name} is {allowed} under edition {rules.cite.edition}, not {chosen}"
                return Refused("option_not_left", setting.clause if setting else None, why)
        return check(rules, setup)

    return checked


Roles = Mapping[type[Command], frozenset[Role]]
Orders = Mapping[type[Command], May]


class EditionRules(Struct, frozen=True, kw_only=True, dict=True):
    """What the rules of every document have; each document adds its own tables and numbers.

    `roles` are the commands that other people may give than the approved edition lets. `settings`
    are what the house may choose at a table, and `limit_settings` what it may set on the sign.
    `options` are what an amendment leaves of the values that an option can have, the usual one
    first. `side_wagers` are wagers that an amendment adds to those of the game.
    """

    cite: Document
    renumbered: Mapping[str, str] = {}
    roles: Roles = {}
    limits: Limits
    limit_rules: LimitRules
    settings: Mapping[str, Setting] = {}
    limit_settings: Mapping[str, Setting]
    provisions: Provisions
    table: TableRules
    options: OptionValues = {}
    side_wagers: tuple[SideWager, ...] = ()

    @cached_property
    def citing(self) -> Citing:
        """What cites the clauses of the edition."""
        return _Clauses(self.cite, self.renumbered).__getitem__


class Citing(Protocol):
    """Cites an edition by the numbers of the approved one, which the code of its game knows."""

    def __call__(self, number: str, /) -> Clause: ...


class _Clauses(dict[str, Clause]):
    """The clauses of an edition that have been cited; looking one up is the fastest way to cite."""

    def __init__(self, cite: Document, renumbered: Mapping[str, str]) -> None:
        super().__init__()
        self._cite, self._renumbered = cite, renumbered

    def __missing__(self, number: str) -> Clause:
        clause = self[number] = self._cite(self._renumbered.get(number, number))
        return clause


def citing(rules: EditionRules) -> Citing:
    """Return what cites the clauses of an edition; the value caches it."""
    return rules.citing


_Rules = TypeVar("_Rules", bound=Struct)


def amended(
    rules: _Rules, cite: Document, renumbered: Mapping[str, str] | None = None, **changes: Any
) -> _Rules:
    """Return the rules of another edition: those given, cited from it, with the fields it changes.

    Raises `UnknownClause` for a clause that the edition does not have and `renumbered` leaves out.
    """
    before: Document = rules.cite  # type: ignore[attr-defined]
    numbers = renumbered or {}
    again = {
        name: cited_again(getattr(rules, name), before, _Clauses(cite, numbers).__getitem__)
        for name in rules.__struct_fields__
        if name not in {"cite", "renumbered", *changes}
    }
    return replace(rules, **again, cite=cite, renumbered=numbers, **changes)


def cited_again(value: Any, before: Document, cite: Citing) -> Any:
    """Return a value with each citation of one edition in it replaced by that of another."""
    if isinstance(value, str):
        title, _, number = value.partition(f"{before.title} ")
        return value if title or number not in before.clauses else cite(number)
    if isinstance(value, Struct):
        names = value.__struct_fields__
        return replace(value, **{n: cited_again(getattr(value, n), before, cite) for n in names})
    if isinstance(value, Mapping):
        return {key: cited_again(each, before, cite) for key, each in value.items()}
    if isinstance(value, Paytable):
        return Paytable(*(cited_again(line, before, cite) for line in value))
    if isinstance(value, frozenset):
        return frozenset(cited_again(each, before, cite) for each in value)
    if isinstance(value, tuple):
        parts = [cited_again(each, before, cite) for each in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


_Play = TypeVar("_Play")


def play_of(kind: type[_Play], rules: EditionRules) -> type[_Play]:
    """Return the state of a table of an edition: the approved one's with other rules."""
    if kind.rules is rules:  # type: ignore[attr-defined]
        return kind
    body = {"__slots__": (), "__doc__": kind.__doc__, "rules": rules, "cite": citing(rules)}
    return type(kind.__name__, (kind,), {**body, "__module__": kind.__module__})


def orders_of(
    rules: EditionRules, approved: Document, *, slots: Orders, written: Orders
) -> dict[type[Command], May]:
    """Return the commands of a game by an edition: who may give each, and by which clause of it.

    `slots` are the commands that were made from the rules; `written` ones cite the document that
    the game was written for, `approved`, and win over the others.
    """
    cite = citing(rules)
    made = {
        **slots,
        **{
            kind: may._replace(clause=cited_again(may.clause, approved, cite))
            for kind, may in written.items()
        },
    }
    for kind, roles in rules.roles.items():
        made[kind] = made[kind]._replace(roles=roles)
    return made


def _begin(kind: type[Any], setup: Setup) -> Any:
    return kind(setup.options, setup.limits, setup.chips)


def _lines(rules: Any, options: Any) -> tuple[WagerLine, ...]:
    """The lines of the odds; `banker on six` is one of the wager `banker`."""
    return tuple(
        WagerLine(pays.case.split(" on ")[0], pays.case, pays.odds, pays.clause)
        for pays in rules.odds
    )


def _good_setup(rules: Any, setup: Setup) -> Refused | None:
    """Nothing needs an approval."""


def _provided(rules: Any) -> Orders:
    """The commands of the general provisions, and of those on devices where there are any."""
    orders = provisions.orders(rules.provisions)
    return {
        **orders,
        **(devices.orders(rules.devices, orders) if hasattr(rules, "devices") else {}),
    }


def game_by(
    rules: Any,
    play: type[Any],
    *,
    slots: Orders,
    provided: Orders | None = None,
    settings: HouseRules | None = None,
    judges: Iterable[Any] = (),
    written: Orders | None = None,
    wagers: Callable[[Any, Any], tuple[WagerLine, ...]] = _lines,
    begin: Callable[[Any, Setup], Any] = _begin,
    check_setup: Callable[[Any, Setup], Refused | None] = _good_setup,
    **others: Any,
) -> Game:
    """Make the game of an edition: of the approved one, or of rules that change parts of it.

    `provided` are the commands of the general provisions and `settings` what the house sets; by
    default both are those of the rules, as every document has them. `slots` are further commands
    made from the rules. `judges` are the modules whose `ORDERS` the game has, after those in
    `written`. `play` is the state of the approved edition, `begin` gets that of this one; `wagers`
    and `check_setup` get the rules. `others` are fields of `Game` as they are.
    """
    kind = play_of(play, rules)
    if rules.options:
        approved: type[Struct] = others["options"]
        check_setup = checking(check_setup, approved)
        others["options"] = options_by(approved, rules.options)
        settings = settings and replace(settings, check_setup=partial(check_setup, rules))
    shared = {
        **(_provided(rules) if provided is None else provided),
        **house.orders(settings or house.settings_of(rules, check_setup)),
        **slots,
    }
    orders = dict(written or {})
    for module in judges:
        orders |= module.ORDERS
    slotted = {
        name: getattr(rules, name)
        for name in ("limits", "table", "tournament", "promotion", "duties")
        if hasattr(rules, name)
    }
    fields: dict[str, Any] = {
        **slotted,
        "begin": partial(begin, kind),
        "wagers": partial(wagers, rules),
        "check_setup": partial(check_setup, rules),
        "orders": orders_of(rules, play.rules.cite, slots=shared, written=orders),
        **others,
    }
    game = Game(cite=rules.cite, rules=rules, play=kind, **fields)
    sides: tuple[SideWager, ...] = rules.side_wagers
    return with_side_wagers(game, sides) if sides else game
