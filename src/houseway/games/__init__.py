"""The games, each by the id of the edition that it plays: `mini-baccarat@2017-12-06`.

A table, tournament or promotion keeps the edition it was opened under, and every lookup is by that
id. A bare slug means its latest edition that has a game and has commenced.

Another package offers a game as an entry point of the group `houseway.games`. Its name is the id of
the edition and its value a `Game`: `"sic-bo@2024-01-01" = "acme_sic_bo:GAME"`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from houseway.games.game import Game
from houseway.rulebook.document import adopt, disown, is_pending, look_elsewhere

GROUP = "houseway.games"
_OURS = f"{__name__}."

# The edition of a document to the folder that plays it.
SHIPPED = {
    "mini-baccarat@2017-12-06": "mini_baccarat",
    "seven-up-baccarat@2016-08-17": "seven_up_baccarat",
    "three-card-baccarat@2016-08-17": "three_card_baccarat",
    "casino-war@2016-08-17": "casino_war",
    "tournament-roulette@2002-02-18": "tournament_roulette",
    "tournament-mini-baccarat@2002-02-18": "tournament_mini_baccarat",
    "tournament-canberra-poker@2002-02-18": "tournament_canberra_poker",
    "tournament-pai-gow@2002-02-18": "tournament_pai_gow",
    "tournament-blackjack@2002-02-18": "tournament_blackjack",
}


class NoGame(LookupError):
    """No game plays that edition or slug; the message says which can be played."""


class SeveralGames(NoGame):
    """A name that more than one game begins with; the message says which."""


class BrokenGame(Exception):
    """A game that another package offers cannot be used; the message says which and why."""


@cache
def editions() -> Mapping[str, EntryPoint]:
    """Every edition that has a game, by its id; no game is imported yet."""
    known = {each: EntryPoint(each, f"{_OURS}{name}:GAME", GROUP) for each, name in SHIPPED.items()}
    for offered in entry_points(group=GROUP):
        slug, _, edition = offered.name.partition("@")
        if not slug or not edition:
            raise _broken(offered, "its name is not an edition such as sic-bo@2024-01-01")
        if offered.name in known:
            raise _broken(offered, "that edition already has a game")
        known[offered.name] = offered
    for name, made in _OFFERED.items():
        known[name] = EntryPoint(name, made.module, GROUP)
    return known


_OFFERED: dict[str, Game] = {}


def offer(made: Game, *, pending: bool = False) -> None:
    """Add a game that was made in this program, such as that of an amendment, for as long as the
    program runs. The same edition can be offered again.

    A `pending` edition has not commenced: it is found by its id, and a slug does not mean it.
    """
    name = made.cite.id
    if name in editions() and name not in _OFFERED:
        raise BrokenGame(f"the edition {name} already has a game")
    _OFFERED[name] = made
    adopt(made.cite, pending=pending)
    _look_again()


def withdraw(edition: str) -> None:
    """Forget a game that was offered."""
    del _OFFERED[edition]
    disown(edition)
    _look_again()


def _look_again() -> None:
    for cached in (editions, slugs, game):
        cached.cache_clear()


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of the documents that can be played."""
    return tuple(dict.fromkeys(each.partition("@")[0] for each in editions()))


def latest(slug: str) -> str:
    """The id of the latest edition of a slug that has a game and has commenced."""
    found = [each for each in editions() if each.partition("@")[0] == slug and not is_pending(each)]
    if not found:
        raise NoGame(f"{slug} is not a game; the games are: {', '.join(slugs())}")
    return max(found)


def offered() -> tuple[str, ...]:
    """The ids of editions that were made in this program, such as those of amendments."""
    return tuple(_OFFERED)


def short_name(edition: str) -> str:
    """The slug of an edition where it is the latest that has a game, otherwise the id itself."""
    slug = edition.partition("@")[0]
    return slug if latest(slug) == edition else edition


def name_of(found: Game) -> str:
    """The name by which programs look up this very edition of a game."""
    return short_name(found.cite.id)


def playable(name: str) -> bool:
    """Whether an edition id, or a slug, has a game."""
    return name in (editions() if "@" in name else slugs())


@cache
def game(name: str) -> Game:
    """The game of an edition id, or of a slug's latest edition; only its own folder is imported."""
    if "@" not in name:
        return game(latest(name))
    if name not in editions():
        slug = name.partition("@")[0]
        raise NoGame(f"{name} has no game; {latest(slug)} has one")
    return _OFFERED.get(name) or _loaded(editions()[name])


def find(name: str) -> Game:
    """The game that a person means: a slug, an edition, a title, or the beginning of one.

    `game` is for programs, which know the slug or the edition.
    """
    if playable(name):
        return game(name)
    meant = _words(name)
    titles = {each: (_words(each), _words(game(each).cite.title)) for each in slugs()}
    exact = [slug for slug, words in titles.items() if meant in words]
    begins = [slug for slug, words in titles.items() if any(w.startswith(meant) for w in words)]
    chosen = exact or (begins if meant else [])
    if len(chosen) == 1:
        return game(chosen[0])
    if chosen:
        raise SeveralGames(f"{name} may be {' or '.join(chosen)}: say which")
    return game(name)


def _words(name: str) -> str:
    return re.sub(r"[\W_]+", " ", name).strip().casefold()


def _loaded(offered: EntryPoint) -> Game:
    if offered.name in SHIPPED:
        ours: Game = offered.load()
        return ours
    try:
        found = offered.load()
    except Exception as wrong:
        raise _broken(offered, f"{type(wrong).__name__}: {wrong}") from wrong
    if not isinstance(found, Game):
        raise _broken(offered, f"{offered.value} is not a Game")
    if found.cite.id != offered.name:
        raise _broken(offered, f"its rules cite {found.cite.id}")
    adopt(found.cite)
    return found


def _broken(offered: EntryPoint, why: str) -> BrokenGame:
    package = offered.dist.name if offered.dist else offered.value
    return BrokenGame(f"the package {package} offers the game {offered.name}, but {why}")


def module_in(package: str, found: Game, *, outside: str) -> str:
    """The name of a game's module in one of our packages, such as its layout or its exact figures.

    A game from another package brings it as its own module `outside`.
    """
    if found.module.startswith(_OURS):
        return f"{package}.{found.module.removeprefix(_OURS)}"
    return f"{found.module}.{outside}"


look_elsewhere(lambda name: playable(name) and game(name))
