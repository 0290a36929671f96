"""`houseway count`: what counting cards does for a wager, exactly, and what it wins per shoe.

With `--json`: game, edition, wager, edge, decks, effects, tags, correlation, per_count, break_even,
trigger, seed, conventions, shoes and by_count. Each of `shoes` has behind, shoes, rounds, bets,
units, sd, standard_error and edge; each of `by_count` has true_count, share and gain. Effects and
gains are the patron's, for each unit staked.
"""

from __future__ import annotations

import os
import re
import sys

from houseway.amendments.loading import SUFFIX, edition
from houseway.amendments.problems import BadAmendment
from houseway.analysis.counting import DEPTHS, SHOES, count
from houseway.analysis.counting_report import as_data, page
from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, Json, TableOptions, print_json
from houseway.cli.simulate import whole_number
from houseway.equipment.cards import RANKS
from houseway.games import name_of

_TAG = re.compile(r"([2-9TJQKA]+)=([+-]?\d)")


def print_count(
    name: GameName,
    wager: str,
    /,
    *,
    tags: str | None = None,
    trigger: int | None = None,
    level: int = 2,
    behind: str = ",".join(map(str, DEPTHS)),
    after_cut: int | None = None,
    shoes: str = str(SHOES),
    seed: int = 1,
    workers: int | None = None,
    option: TableOptions = None,
    as_json: Json = False,
) -> int:
    """Show what each card that has gone does to a wager, the best count, and what it wins.

    Example: houseway count mini-baccarat banker

    Example: houseway count dragon-7.hwa "dragon 7" --tags 4567=-1,89=2 --trigger 4 --behind 14

    Parameters
    ----------
    name
        A game, an edition or an amendment file (.hwa).
    wager
        The wager that is counted against.
    tags
        What each rank counts, such as 4567=-1,89=2; without it the best count is used.
    trigger
        The true count from which the patron bets; without it the first that promises a gain.
    level
        The greatest tag of the best count, 1 to 4.
    behind
        How many cards lie behind the cutting card; several numbers with commas between them.
    after_cut
        Rounds after the one that brings the cutting card out; without it as the rules have it.
    shoes
        How many shoes are dealt, such as 1e6; 0 for the exact part alone.
    seed
        The same seed deals the same shoes, whatever the number of workers.
    workers
        How many threads deal; without it one for each processor.
    """
    try:
        found = edition(name)[0] if name.endswith(SUFFIX) else find_game(name)
        made = count(
            name_of(found),
            wager,
            options=setup_of(found, option or []).options,
            tags=None if tags is None else read_tags(tags),
            trigger=trigger,
            level=level,
            depths=tuple(whole_number(each.strip(), "cards") for each in behind.split(",")),
            after_cut=after_cut,
            shoes=whole_number(shoes, "shoes"),
            seed=seed,
            workers=os.cpu_count() or 1 if workers is None else workers,
        )
    except BadAmendment as wrong:
        for problem in wrong.problems:
            print(f"{name}: {problem}", file=sys.stderr)
        return 2
    except (ValueError, LookupError, OSError) as wrong:
        print(f"houseway count: {wrong}", file=sys.stderr)
        return 2
    if as_json:
        print_json(as_data(made))
    else:
        print("\n".join(page(made, found.cite.title)))
    return 0


def read_tags(text: str) -> dict[str, int]:
    """Tags by rank from text such as 4567=-1,89=2; a rank that is not named counts zero."""
    tags: dict[str, int] = {}
    for part in text.replace("10", "T").split(","):
        read = _TAG.fullmatch(part.strip())
        if read is None:
            ranks = "".join(RANKS)
            raise ValueError(f"{part.strip()!r} is not a tag: write ranks of {ranks} as 4567=-1")
        for rank in read[1]:
            if rank in tags:
                raise ValueError(f"the rank {rank} has two tags")
            tags[rank] = int(read[2])
    return tags
