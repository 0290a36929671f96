"""What the house sets at a table between rounds: its options, its limits, and the notice it gives.

Written once; each game says which clause lets the house set a thing, and which asks for notice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from houseway.equipment.chips import ChipSet, dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.base_commands import SettingCommand
from houseway.games.fields import Cents, OptionalWager, OptionalWord, PatronName, Text, Word
from houseway.games.game import May, Setup, accept
from houseway.games.layout import Folds, adds
from houseway.games.limits import Limits, Line
from houseway.games.machine import Row, under
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling

# The stages that most documents have in a round, each by the word that a table shows.

BETWEEN, BETTING, DEALING, SETTLED = "between rounds", "betting", "dealing", "settled"
BETWEEN_COUPS = "between coups"  # in the documents that call a round a coup


ANTES = "antes"
# At a wheel the round has begun: people wager inside it, before the spin and during it.
BEFORE_SPIN, SPINNING = "betting, before the spin", "betting, the ball spinning"


def at_rest(play: Any) -> bool:
    """Return whether a round is over and betting for the next one has not opened."""
    return play.stage in (BETWEEN, BETWEEN_COUPS)


def no_round(play: Any) -> bool:
    """Return whether no round is under way: one begins with its first card, and betting is none.

    Betting in which a wager lies leads to that card.
    """
    return at_rest(play) or (play.stage in (BETTING, ANTES) and not play.layout.wagers)


def back_to(stage: str) -> Callable[[Any, Any], None]:
    """Fold that ends a betting for which no round begins; its number goes to the next round."""

    def fold(play: Any, event: Any) -> None:
        play.stage, play.round = stage, event.round - 1

    return fold


class HasHouse(Protocol):
    options: Any
    limits: Limits
    chips: ChipSet
    notices: set[str]
    round: int


class Setting(NamedTuple):
    """The clause that lets the house choose, and the one that asks for notice of a change.

    `raised`: of the limits only a higher minimum needs the notice.
    """

    clause: Clause
    notice: Clause | None = None
    raised: bool = False


class HouseRules(Struct, frozen=True):
    """`options` by name; the limits of the sign are "limits", "multiple", "differential" and
    "personal limit"."""

    options: Mapping[str, Setting]
    limits: Mapping[str, Setting]
    operator: frozenset[Role]
    check_setup: Callable[[Setup], Refused | None]
    personal_minimum: bool = True  # personal limits have both ends (reading A-29)
    fixed: Clause | None = None  # by which options are settled before the first round
    notices: bool = True  # a notice can be given; some documents ask for none


def settings_of(
    rules: Any, check_setup: Callable[[Any, Setup], Refused | None], **others: Any
) -> HouseRules:
    """Return what the house sets under the rules of an edition; `others` are further fields.

    Where the rules name no operator of the table, the one of the general provisions sets it.
    """
    operator = others.pop("operator", None)
    operator = operator or getattr(rules, "operator", rules.provisions.operator)
    check = partial(check_setup, rules)
    return HouseRules(rules.settings, rules.limit_settings, operator, check, **others)


class GiveNotice(SettingCommand, frozen=True):
    """Announce at the table what will change from the next round."""

    subject: Text
    sentence = "give notice of a change of {subject:words}"


class SetOption(SettingCommand, frozen=True):
    option: Word
    value: OptionalWord
    sentence = "set {option} to {value:words}"
    title = "Change an option"


class SetLimits(SettingCommand, frozen=True):
    """The sign's minimum and maximum, for every wager or for one."""

    minimum: Cents
    maximum: Cents
    wager: OptionalWager = ""
    sentence = "set the limits to {minimum:money} and {maximum:money}[ for {wager:words}]"
    labels = MappingProxyType({"wager": "Only for this wager"})


class SetMultiple(SettingCommand, frozen=True):
    amount: Cents
    sentence = "set the multiple to {amount:money}"


class SetDifferential(SettingCommand, frozen=True):
    amount: Cents
    sentence = "set the differential to {amount:money}"


class GrantPersonalLimit(SettingCommand, frozen=True):
    """Limits for one patron; without a minimum, the table's minimum applies."""

    patron: PatronName
    maximum: Cents
    minimum: Cents = 0
    sentence = "grant {patron} a maximum of {maximum:money}[ and a minimum of {minimum:money}]"
    title = "Grant a personal limit"


class NoticeGiven(e.Event, frozen=True):
    subject: str
    clause: Clause


class OptionSet(e.Event, frozen=True):
    option: str
    value: str
    clause: Clause


class LimitsSet(e.Event, frozen=True):
    """The sign as it now stands; `subject` is what changed."""

    subject: str
    limits: Limits
    clause: Clause


def not_now(
    play: HasHouse, subject: str, setting: Setting, may: Callable[[Any], bool]
) -> Refused | None:
    if not may(play):
        late = f"{subject} can change between rounds only"
        return Refused("round_under_way", setting.clause, late)
    if setting.notice and subject not in play.notices:
        missing = f"no notice of a change of {subject} has been given"
        return Refused("notice_not_given", setting.notice, missing)
    return None


def give_notice(rules: HouseRules, play: HasHouse, command: GiveNotice, by: Role) -> Ruling:
    setting = rules.options.get(command.subject) or rules.limits.get(command.subject)
    if setting is None:
        known = ", ".join([*rules.options, *rules.limits])
        return Refused("no_such_setting", None, f"{command.subject} is none of {known}")
    return accept(NoticeGiven(command.subject, setting.notice or setting.clause))


def set_option(rules: HouseRules, play: HasHouse, command: SetOption, by: Role) -> Ruling:
    setting = rules.options.get(command.option)
    if setting is None:
        known = ", ".join(rules.options)
        return Refused("no_such_setting", None, f"{command.option} is none of {known}")
    if rules.fixed and play.round:
        begun = f"{command.option} was settled before the tournament"
        return Refused("tournament_begun", setting.notice or setting.clause, begun)
    if refused := not_now(play, command.option, setting, at_rest):
        return refused
    try:
        options = changed(play.options, command.option, command.value)
    except msgspec.ValidationError as wrong:
        return Refused("option_unknown", setting.clause, f"{command.value}: {wrong}")
    refused = rules.check_setup(Setup(options, play.limits, play.chips))
    return refused or accept(OptionSet(command.option, command.value, setting.clause))


def new_limits(
    rules: HouseRules, play: HasHouse, subject: str, limits: Limits, by: Setting | None = None
) -> Ruling:
    setting = by or rules.limits[subject]
    refused = not_now(play, subject, setting, no_round)
    refused = refused or rules.check_setup(Setup(play.options, limits, play.chips))
    return refused or accept(LimitsSet(subject, limits, setting.clause))


def set_limits(rules: HouseRules, play: HasHouse, command: SetLimits, by: Role) -> Ruling:
    setting = rules.limits["limits"]
    if not 0 < command.minimum <= command.maximum:
        sign = f"{dollar_text(command.minimum)} to {dollar_text(command.maximum)}"
        return Refused("limits_upside_down", setting.clause, sign)
    if not command.wager:
        limits = _replace(play.limits, minimum=command.minimum, maximum=command.maximum)
    else:
        line = Line(command.minimum, command.maximum)
        limits = _replace(play.limits, lines={**play.limits.lines, command.wager: line})
    if setting.raised and command.minimum <= play.limits.line_of(command.wager).minimum:
        setting = Setting(setting.clause)
    return new_limits(rules, play, "limits", limits, setting)


def set_multiple(rules: HouseRules, play: HasHouse, command: SetMultiple, by: Role) -> Ruling:
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "a multiple must be positive")
    return new_limits(rules, play, "multiple", _replace(play.limits, multiple=command.amount))


def set_differential(
    rules: HouseRules, play: HasHouse, command: SetDifferential, by: Role
) -> Ruling:
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "a differential must be positive")
    return new_limits(
        rules, play, "differential", _replace(play.limits, differential=command.amount)
    )


def grant(rules: HouseRules, play: HasHouse, command: GrantPersonalLimit, by: Role) -> Ruling:
    if command.maximum <= 0:
        return Refused("amount_not_positive", None, "a maximum must be positive")
    if not 0 <= command.minimum <= command.maximum:
        sign = f"{dollar_text(command.minimum)} to {dollar_text(command.maximum)}"
        return Refused("limits_upside_down", rules.limits["personal limit"].clause, sign)
    if command.minimum and not rules.personal_minimum:
        clause = rules.limits["personal limit"].clause
        return Refused("no_personal_minimum", clause, "only a maximum is a patron's own here")
    limits = without_personal(play.limits, command.patron)
    least = {command.patron: command.minimum} if command.minimum else {}
    personal = _replace(
        limits,
        personal={**limits.personal, command.patron: command.maximum},
        personal_minimums={**limits.personal_minimums, **least},
    )
    return new_limits(rules, play, "personal limit", personal)


def orders(rules: HouseRules) -> dict[type[c.Command], May]:
    """The commands by which the house sets the table, for a game's table of commands."""
    operator, settings = rules.operator, rules.limits
    first = next(iter(settings.values())).clause
    clauses = {subject: setting.clause for subject, setting in settings.items()}
    return under(
        rules,
        Row(GiveNotice, operator, first if rules.notices else None, give_notice),
        Row(SetOption, operator, (rules.fixed or first) if rules.options else None, set_option),
        Row(SetLimits, operator, clauses.get("limits"), set_limits),
        Row(SetMultiple, operator, clauses.get("multiple"), set_multiple),
        Row(SetDifferential, operator, clauses.get("differential"), set_differential),
        Row(GrantPersonalLimit, operator, clauses.get("personal limit"), grant),
    )


def changed(options: Any, name: str, value: str) -> Any:
    """The options with one of them changed, checked; numbers are written as numbers."""
    plain = msgspec.to_builtins(options)
    kept = int(value) if isinstance(plain.get(name), int) and value.isdigit() else value
    return msgspec.convert({**plain, name: kept}, type(options))


def without_personal(limits: Limits, patron: str) -> Limits:
    """The limits once those of one patron's own are gone."""
    return _replace(
        limits,
        personal={who: most for who, most in limits.personal.items() if who != patron},
        personal_minimums={
            who: least for who, least in limits.personal_minimums.items() if who != patron
        },
    )


def _replace(limits: Limits, **changes: Any) -> Limits:
    return msgspec.structs.replace(limits, **changes)


def _option(play: HasHouse, event: OptionSet) -> None:
    play.options = changed(play.options, event.option, event.value)
    play.notices.discard(event.option)


def _limits(play: HasHouse, event: LimitsSet) -> None:
    play.limits = event.limits
    play.notices.discard(event.subject)


EVOLVE: Folds = {NoticeGiven: adds("subject", "notices"), OptionSet: _option, LimitsSet: _limits}
