"""`houseway soak --served`: the people of the floor over HTTP, at houses that are killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from houseway.cli.shared import json_text

_FAILED = 1


def soak_served(seeds: range, orders: int, kill_every: int, *, as_json: bool) -> int:
    """One served floor for each seed; 1 where anything went wrong."""
    from houseway.soak.over_http import Found, run_served  # a server: not for every command line

    found: list[Found] = []
    wrong: dict[int, str] = {}
    for seed in seeds:
        try:
            found.append(run_served(seed, orders, kill_every))
        except Exception as failure:  # whatever it is, it is a finding
            wrong[seed] = f"{type(failure).__name__}: {failure}"
    statuses = sum((each.statuses for each in found), Counter[int]())
    told = {
        "seeds": len(seeds),
        "orders": sum(each.orders for each in found),
        "accepted": sum(each.accepted for each in found),
        "events": sum(each.events for each in found),
        "messages": sum(each.messages for each in found),
        "statuses": {str(each): many for each, many in sorted(statuses.items())},
        "faults": dict(sorted(sum((each.faults for each in found), Counter[str]()).items())),
        "failed": [{"seed": seed, "wrong": what} for seed, what in wrong.items()],
    }
    formatted = json_text(told)
    print(formatted if as_json else "\n".join(_page(told)))
    return _FAILED if wrong else 0


def _page(told: dict[str, Any]) -> Iterator[str]:
    failed = told["failed"]
    yield f"{told['seeds'] - len(failed)} served floors without a violation, {len(failed)} with one"
    yield (
        f"{told['orders']:,} orders, {told['accepted']:,} accepted, {told['events']:,} events,"
        f" {told['messages']:,} messages told live"
    )
    for name in ("statuses", "faults"):
        yield f"{name}: " + ", ".join(f"{many:,} {what}" for what, many in told[name].items())
    for each in failed:
        yield f"seed {each['seed']} {each['wrong']}"
