"""The house's options as an edition has them: fewer values, or another one unless chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from houseway.games.game import Setup
from houseway.games.house import Setting
from houseway.rulebook.ruling import Refused

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
