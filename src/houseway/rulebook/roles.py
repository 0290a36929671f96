"""The people of a gaming floor, as the documents name them, and who ranks above whom."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    PATRON = "patron"
    DEALER = "dealer"
    GAMING_SUPERVISOR = "supervisor"
    ASSISTANT_GAMING_MANAGER = "assistant gaming manager"
    GAMING_MANAGER = "gaming manager"
    CASINO_DUTY_MANAGER = "casino duty manager"
    GAMING_SHIFT_MANAGER = "gaming shift manager"
    TOURNAMENT_DIRECTOR = "director"
    ASSISTANT_TO_DIRECTOR = "assistant to the director"
    SURVEILLANCE = "surveillance"
    INSPECTOR = "inspector"
    PROMOTIONS = "promotions"  # acts for the operator in promotional prizes

    __hash__ = str.__hash__  # an enumeration's own is slow, and every order asks for it


# Reading A-01: each of these may do what the ones before it may. Reading 3C-15 puts the casino
# duty manager level with the gaming manager unless the operator maps the office otherwise.
RANK: dict[Role, int] = {
    Role.DEALER: 1,
    Role.GAMING_SUPERVISOR: 2,
    Role.ASSISTANT_GAMING_MANAGER: 3,
    Role.GAMING_MANAGER: 4,
    Role.CASINO_DUTY_MANAGER: 4,
    Role.GAMING_SHIFT_MANAGER: 5,
}


def at_least(lowest: Role) -> frozenset[Role]:
    """That office and every one ranked with it or above it."""
    return frozenset(role for role, rank in RANK.items() if rank >= RANK[lowest])


PATRONS = frozenset({Role.PATRON})
DEALERS = frozenset({Role.DEALER})
SUPERVISORS = at_least(Role.GAMING_SUPERVISOR)
STAFF = at_least(Role.DEALER)
DIRECTORS = frozenset({Role.TOURNAMENT_DIRECTOR})
PROMOTERS = frozenset({Role.PROMOTIONS})
EVERYBODY = frozenset(Role)


def under_a_director(roles: frozenset[Role]) -> frozenset[Role]:
    """Reading G11: where a document is a Director's, what a casino supervisor decides is his."""
    if Role.TOURNAMENT_DIRECTOR in roles or roles.isdisjoint(SUPERVISORS):
        return roles
    return (roles - SUPERVISORS) | DIRECTORS
