"""The ban on devices, whom it does not bind, and its sanctions, in the documents that have them.

Only a device that was logged opens the sanctions: other breaches have none in these documents.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.layout import Folds, HasLayout, adds, discards
from houseway.games.machine import Row, under
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling

BOUND = ("patron", "spectator", "off duty")
EXEMPT = ("agent on duty", "employee on duty", "inspector on duty")
CAPACITIES = (*BOUND, *EXEMPT)
DEVICE = "prohibited device"


class DeviceRules(Struct, frozen=True):
    """The clauses of one document, and the roles that decide under them."""

    ban: Clause
    exempt: Clause
    sanctions: Clause
    exclude_from_casino: Clause
    detain: Clause
    operator: frozenset[Role]


def log_device(rules: DeviceRules, play: HasLayout, command: c.LogDeviceBreach, by: Role) -> Ruling:
    """Log a device, once it is known in what capacity the person had it (reading A-36)."""
    if command.capacity in EXEMPT:
        duty = f"{command.person} acts in the course of duty, as an {command.capacity}"
        return Refused("on_duty", rules.exempt, duty)
    if command.capacity not in BOUND:
        known = ", ".join(CAPACITIES)
        asked = f"in what capacity did {command.person} have the device: {known}?"
        return Refused("capacity_not_known", rules.exempt, asked)
    return accept(e.BreachLogged(command.person, f"{DEVICE}: {command.device}", rules.ban))


def no_device(rules: DeviceRules, play: HasLayout, person: str) -> Refused | None:
    """Return the refusal of a sanction against a person of whom no device is on record."""
    if person in play.layout.devices:
        return None
    missing = f"no {DEVICE} of {person} is on record: the sanctions are for one"
    return Refused("no_breach_logged", rules.sanctions, missing)


def exclude_from_casino(
    rules: DeviceRules, play: HasLayout, command: c.ExcludeFromCasino, by: Role
) -> Ruling:
    """Record the order under the Act; the person is out of play."""
    recorded = e.CasinoExclusionRecorded(command.patron, command.order, rules.exclude_from_casino)
    excluded = e.PatronExcluded(command.patron, rules.exclude_from_casino, by)
    return no_device(rules, play, command.patron) or accept(recorded, excluded)


def record_detention(
    rules: DeviceRules, play: HasLayout, command: c.RecordDetention, by: Role
) -> Ruling:
    """Keep a detention on record until an inspector or a police officer takes over."""
    if command.person in play.layout.detained:
        return Refused("detained_already", rules.detain, f"{command.person} is detained already")
    detained = e.DetentionRecorded(command.person, rules.detain)
    return no_device(rules, play, command.person) or accept(detained)


def record_handover(
    rules: DeviceRules, play: HasLayout, command: c.RecordHandover, by: Role
) -> Ruling:
    if command.person not in play.layout.detained:
        return Refused("not_detained", rules.detain, f"{command.person} is not detained")
    if command.to not in command.listed["to"]:
        known = " or ".join(command.listed["to"])
        return Refused("not_an_office", rules.detain, f"{command.to} is not {known}")
    officer = f"{command.to}, {command.name}"
    return accept(e.HandoverRecorded(command.person, officer, rules.detain))


def orders(rules: DeviceRules, shared: dict[type[c.Command], May]) -> dict[type[c.Command], May]:
    """Return the commands on devices, and the shared sanctions held to a device on record."""
    sanctions = (c.VoidWagers, c.ExcludePatron)
    return under(
        rules,
        Row(c.LogDeviceBreach, rules.operator, rules.ban, log_device),
        Row(c.ExcludeFromCasino, rules.operator, rules.exclude_from_casino, exclude_from_casino),
        Row(c.RecordDetention, rules.operator, rules.detain, record_detention),
        Row(c.RecordHandover, rules.operator, rules.detain, record_handover),
    ) | {kind: _held_to_a_device(rules, shared[kind]) for kind in sanctions}


def _held_to_a_device(rules: DeviceRules, may: May) -> May:
    def judge(play: HasLayout, command: Any, by: Role) -> Ruling:
        return no_device(rules, play, command.patron) or may.decide(play, command, by)

    return may._replace(decide=judge)


def _breach(play: Any, event: e.BreachLogged) -> None:
    """A breach of the ban itself is of a device; words about one are not."""
    play.layout.breaches.add(event.person)
    if event.clause == play.rules.devices.ban:
        play.layout.devices.add(event.person)


EVOLVE: Folds = {
    e.BreachLogged: _breach,
    e.DetentionRecorded: adds("person", "layout.detained"),
    e.HandoverRecorded: discards("person", "layout.detained"),
}
