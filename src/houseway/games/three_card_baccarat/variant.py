"""The game in play: from or to Even Money Three Card Baccarat, by sign or by consent (14.8)."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.house import OptionSet
from houseway.games.table_rules import SignedChange
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import CASINO_SUPERVISOR, VARIANT, Rules, cite
from houseway.games.three_card_baccarat.state import BETWEEN, Play
from houseway.rulebook.roles import PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def change_game(play: Play, command: v.ChangeGame, by: Role) -> Ruling:
    """Between coups; the odds and their sign (2.4) are those of the game from then on."""
    if refused := _no_other_game(play, command.game):
        return refused
    if play.stage != BETWEEN:
        late = "wagers are open or a coup is in progress: the game changes between coups"
        return Refused("round_under_way", play.cite("14.8"), late)
    silent = sorted(participants(play) - play.consents)
    if silent and VARIANT not in play.notices:
        asked = f"no sign about the change is up, and {', '.join(silent)} did not consent"
        return Refused("notice_not_given", play.cite("14.8"), asked)
    return accept(OptionSet(VARIANT, command.game, play.cite("14.8")))


def consent(play: Play, command: v.ConsentToGame, by: Role) -> Ruling:
    """Reading 3C-29: to the change at hand, for it lapses with the next first card."""
    if refused := _no_other_game(play, command.game):
        return refused
    if command.patron not in participants(play):
        other = f"{command.patron} does not take part: neither seated nor in the last coup"
        return Refused("not_taking_part", play.cite("14.8"), other)
    return accept(v.ConsentGiven(command.patron, command.game, play.cite("14.8")))


def _no_other_game(play: Play, game: str) -> Refused | None:
    if game not in play.rules.odds:
        known = " or ".join(play.rules.odds)
        return Refused("no_such_game", play.cite("14.8"), f"{game} is not {known}")
    if game == play.options.variant:
        return Refused("game_in_play", play.cite("14.8"), f"{game} is the game in play")
    return None


def participants(play: Play) -> set[str]:
    """Reading 3C-18: who is seated, and who wagered in the last coup and is still there."""
    done = play.layout.past.get(play.round, play.layout.settlements)
    wagered = {line.patron for line in done if not isinstance(line, e.WagerWithdrawn)}
    return set(play.seats) | (wagered & set(play.layout.idle_rounds))


def agreed(play: Play) -> bool:
    """Whether everybody who takes part has consented to the other game."""
    return participants(play) <= play.consents


def by_sign(rules: Rules) -> SignedChange:
    """A sign that names the game and the time of the change, or the consent of all (3C-18)."""
    return SignedChange(
        order=v.ChangeGame,
        subject=VARIANT,
        clause=citing(rules)("14.8"),
        says=lambda command: command.game,
        agreed=agreed,
    )


ORDERS: dict[type[c.Command], May] = {
    v.ChangeGame: May(CASINO_SUPERVISOR, cite("14.8"), change_game),
    v.ConsentToGame: May(PATRONS | STAFF, cite("14.8"), consent),
}
