"""Hands looked at, set by the patron or by House Way, or conceded; and the house hand."""

from __future__ import annotations

from houseway.equipment.tiles import Tile
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.tournament_pai_gow import vocabulary as v
from houseway.games.tournament_pai_gow.house_way import by_house_way, divide, house_way
from houseway.games.tournament_pai_gow.rules import DIRECTOR, HOUSE_BOX, cite
from houseway.games.tournament_pai_gow.settle import take_conceded
from houseway.games.tournament_pai_gow.state import SETTING, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling


def not_setting(play: Play, clause: Clause) -> Refused | None:
    """Why no hand can be set just now."""
    if play.stage != SETTING:
        return Refused("no_hands_out", clause, f"the table is at: {play.stage}")
    if play.to_retrieve:
        why = "retrieve the tiles of the empty boxes"
        return Refused("empty_boxes_first", play.cite("8.5"), why)
    return None


def unset_boxes(play: Play) -> list[int]:
    """The boxes whose patron has still to set the hand, anticlockwise."""
    hands = play.tiles.hands
    return sorted([box for _, box, _ in play.layout.wagers if not hands[box].low])


def _cannot_set(play: Play, patron: str, clause: Clause) -> Refused | None:
    box = play.box_of(patron)
    if play.stage != SETTING or play.to_retrieve or not box:
        return not_setting(play, clause) or no_hand(play, patron, clause)
    hand = play.tiles.hands[box]
    if hand.offered:
        return choose_first(play, patron)
    if hand.low:
        return Refused("hand_is_set", play.cite("9.3"), f"the hand of box {box} has been set")
    return None


def choose_first(play: Play, patron: str) -> Refused:
    chooses = f"{patron} says first whether the hand is void or played"
    return Refused("choice_outstanding", play.cite("13.8"), chooses)


def no_hand(play: Play, patron: str, clause: Clause) -> Refused | None:
    if play.box_of(patron):
        return None
    return Refused("no_hand", clause, f"{patron} has no hand in this round")


def look_at_tiles(play: Play, command: v.LookAtTiles, by: Role) -> Ruling:
    if refused := _cannot_set(play, command.patron, play.cite("9.1")):
        return refused
    box = play.boxes[command.patron]
    if impossible := play.tiles.why_not_hand(box, command.tiles):
        return Refused("tiles_impossible", None, impossible)
    return Accepted((v.TilesSeen(box, command.tiles, command.patron, play.cite("9.1")),))


def set_hand(play: Play, command: v.SetHand, by: Role) -> Ruling:
    """Reading PG17: the program sees which part is the high one, so a foul cannot occur."""
    if refused := _cannot_set(play, command.patron, play.cite("9.1")):
        return refused
    box = play.boxes[command.patron]
    if command.box not in (0, box):
        why = f"the hand of {command.patron} is in box {box}"
        return Refused("not_own_box", play.cite("9.1"), why)
    if len(command.low) != 2 or len(command.high) != 2:
        return Refused("not_two_and_two", play.cite("terms: Set"), "each part is two tiles")
    tiles = (*command.low, *command.high)
    if impossible := play.tiles.why_not_hand(box, tiles):
        return Refused("tiles_impossible", None, impossible)
    (a, b), (x, y) = command.low, command.high
    low, high, _ = divide(play.rules, (a, b), (x, y))
    done = v.HandSet(box, low, high, command.patron, (play.cite("9.1"),))
    return Accepted((*_put_on_record(play, box, tiles, command.patron), done))


def ask_house_way(play: Play, command: v.AskHouseWay, by: Role) -> Ruling:
    return _by_house_way(play, command.patron, command.tiles, play.cite("9.2"))


def direct_house_way(play: Play, command: v.DirectHouseWay, by: Role) -> Ruling:
    """Reading PG26: nothing sets a hand for a patron but House Way, and only by direction."""
    return _by_house_way(play, command.patron, command.tiles, play.cite("9.1"))


def _by_house_way(play: Play, patron: str, tiles: tuple[Tile, ...], clause: Clause) -> Ruling:
    if refused := _cannot_set(play, patron, clause):
        return refused
    box = play.boxes[patron]
    named = tiles or tuple(play.tiles.hands[box].known)
    if impossible := play.tiles.why_not_hand(box, named):
        return Refused("tiles_impossible", None, impossible)
    done = house_way_set(play, box, named, clause)
    return Accepted((*_put_on_record(play, box, named, "dealer"), done))


def house_way_set(play: Play, box: int, tiles: tuple[Tile, ...], clause: Clause) -> v.HandSet:
    """A hand set by House Way: the clause that called for it, then those that decided."""
    right = house_way(play.rules, tiles)
    return v.HandSet(box, right.low, right.high, "dealer", (clause, *right.clauses))


def _put_on_record(play: Play, box: int, tiles: tuple[Tile, ...], by: str) -> tuple[e.Event, ...]:
    if None not in play.tiles.hands[box].tiles:
        return ()
    return (v.TilesSeen(box, tiles, by, play.cite("9.1")),)


def concede_hand(play: Play, command: v.ConcedeHand, by: Role) -> Ruling:
    """Tournament Pai Gow 11.7: set or not, until it is compared; the tiles stay face down."""
    clause = play.cite("11.7")
    if refused := not_setting(play, clause) or no_hand(play, command.patron, clause):
        return refused
    box = play.boxes[command.patron]
    if play.tiles.hands[box].offered:
        return choose_first(play, command.patron)
    conceded = v.HandConceded(box, command.patron, clause)
    return Accepted((conceded, take_conceded(play, command.patron, box)))


# The house hand


def reveal_house_hand(play: Play, command: v.RevealHouseHand, by: Role) -> Ruling:
    """Reading PG18: the house's tiles are shown when every patron is done."""
    if refused := not_setting(play, play.cite("9.3")) or patrons_not_done(play):
        return refused
    if None not in play.tiles.hands[HOUSE_BOX].tiles:
        return Refused("nothing_to_reveal", None, "the house hand lies open")
    if impossible := play.tiles.why_not_hand(HOUSE_BOX, command.tiles):
        return Refused("tiles_impossible", None, impossible)
    return Accepted((v.TilesSeen(HOUSE_BOX, command.tiles, "dealer", play.cite("6.1")),))


def patrons_not_done(play: Play) -> Refused | None:
    hands = play.tiles.hands
    for _, box, _ in play.layout.wagers:
        if not hands[box].low:
            boxes = ", ".join(map(str, unset_boxes(play)))
            why = f"hands still to be set: box {boxes}"
            return Refused("hands_outstanding", play.cite("9.1"), why)
    return None


def set_house_hand(play: Play, command: v.SetHouseHand, by: Role) -> Ruling:
    """Tournament Pai Gow 10.1; what was set contrary to it is reset at once (13.9)."""
    if refused := not_setting(play, play.cite("10.1")) or patrons_not_done(play):
        return refused
    bank = play.tiles.hands[HOUSE_BOX]
    if None in bank.tiles:
        return Refused("tiles_not_shown", play.cite("10.1"), "reveal the house hand first")
    if bank.low:
        return Refused("hand_is_set", play.cite("10.1"), "the house hand has been set")
    if not command.low and not command.high:
        done = house_way_set(play, HOUSE_BOX, tuple(bank.known), play.cite("10.1"))
        return Accepted((done,))
    return _as_the_dealer_set_it(play, command)


def _as_the_dealer_set_it(play: Play, command: v.SetHouseHand) -> Ruling:
    bank = play.bank
    if len(command.low) != 2 or len(command.high) != 2:
        return Refused("not_two_and_two", play.cite("terms: Set"), "each part is two tiles")
    if sorted((*command.low, *command.high)) != sorted(bank.known):
        shown = " ".join(bank.known)
        return Refused("tiles_impossible", None, f"the house hand is {shown}")
    (a, b), (x, y) = command.low, command.high
    low, high = divide(play.rules, (a, b), (x, y)).parts
    right = house_way(play.rules, bank.known)
    if by_house_way(play.rules, low, high):
        return accept(
            v.HandSet(HOUSE_BOX, low, high, "dealer", (play.cite("10.1"), *right.clauses))
        )
    wrong = v.HandSet(HOUSE_BOX, low, high, "dealer", (play.cite("10.1"),))
    reset = v.HouseHandReset(right.low, right.high, (play.cite("13.9"), *right.clauses))
    return accept(wrong, reset)


_SETTERS = PATRONS | DEALERS

ORDERS: dict[type[c.Command], May] = {
    v.LookAtTiles: May(_SETTERS, cite("9.1"), look_at_tiles),
    v.SetHand: May(_SETTERS, cite("9.1"), set_hand),
    v.AskHouseWay: May(_SETTERS, cite("9.2"), ask_house_way),
    v.DirectHouseWay: May(DIRECTOR, cite("9.1"), direct_house_way),
    v.ConcedeHand: May(_SETTERS, cite("11.7"), concede_hand),
    v.RevealHouseHand: May(DEALERS, cite("terms: Dealer"), reveal_house_hand),
    v.SetHouseHand: May(DEALERS, cite("10.1"), set_house_hand),
}
