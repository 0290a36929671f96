"""One round of Tournament Pai Gow: tiles stacked, cup opened, hands delivered, settled."""

from __future__ import annotations

from houseway.equipment.tiles import LINE, Tile, total, why_not_dice
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import preparing
from houseway.games.game import May, accept
from houseway.games.tournament_pai_gow import rules
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.house_way import by_house_way, divide, house_way
from houseway.games.tournament_pai_gow.rules import DIRECTOR, HOUSE_BOX, OFFICIALS, cite
from houseway.games.tournament_pai_gow.settle import hands_shown, settle_hands, take_conceded
from houseway.games.tournament_pai_gow.state import (
    BETTING,
    BETWEEN,
    CLOSED,
    OPENED,
    SETTING,
    SETTLED,
    Play,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Hands looked at, set by the patron or by House Way, or conceded; and the house hand.


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

# Tiles: checked, shuffled, stacked and cut


def begun(play: Play) -> bool:
    """Tournament Pai Gow terms: Round of Play: it begins when the cup is opened."""
    return play.stage != BETWEEN and play.last_begun == play.round


def tiles_need(play: Play) -> str:
    """What the tiles still need before the cup may be opened: check, shuffle, cut or nothing."""
    if not play.checked or play.replacements_unchecked:
        return "check"
    if not play.tiles.shuffled:
        return "shuffle"
    return "cut" if play.tiles.loose else ""


def take_as_checked(play: Play, command: v.TakeTilesAsChecked, by: Role) -> Ruling:
    if play.checked or play.round:
        return Refused("not_next", play.cite("2.2"), "the check of the tiles is on record already")
    return accept(v.TilesChecked(by, play.cite("2.2")))


def check_tiles(play: Play, command: v.CheckTiles, by: Role) -> Ruling:
    """Before gaming starts, and at or after its end: between rounds at any time."""
    if refused := _tiles_in_use(play, play.cite("2.2")):
        return refused
    if command.count != rules.TILES:
        counted = f"{command.count} tiles were found; the game is played with {rules.TILES}"
        return Refused("tiles_incomplete", play.cite("2.1"), counted)
    return accept(v.TilesChecked(by, play.cite("2.2")))


def replace_tiles(play: Play, command: v.ReplaceTiles, by: Role) -> Ruling:
    if refused := _tiles_in_use(play, play.cite("2.3")):
        return refused
    if wrong := [tile for tile in command.tiles if tile not in LINE]:
        return Refused("tiles_impossible", None, f"{wrong[0]!r} is not a tile")
    return accept(v.TilesReplaced(command.tiles, play.cite("2.3")))


def _tiles_in_use(play: Play, clause: Clause) -> Refused | None:
    if play.stage == BETWEEN:
        return None
    return Refused("round_under_way", clause, "a round is under way")


def confirm_replacement(play: Play, command: v.ConfirmReplacement, by: Role) -> Ruling:
    return preparing.check_replacement(play, by, play.cite("2.3"), "tile")


def shuffle_tiles(play: Play, command: v.ShuffleTiles, by: Role) -> Ruling:
    """For each round; or again, while the stakes stay, where the Director asked for it (13.4)."""
    return _not_the_tiles_turn(play, "shuffle", play.cite("8.1")) or accept(
        v.TilesShuffled(play.cite("8.1"))
    )


def stack_tiles(play: Play, command: v.StackTiles, by: Role) -> Ruling:
    """Reading PG11: one cut only, whole stacks from the right; nobody is offered a choice."""
    return _not_the_tiles_turn(play, "cut", play.cite("8.2")) or accept(
        v.TilesStacked(play.cite("8.2"))
    )


def _not_the_tiles_turn(play: Play, wanted: str, clause: Clause) -> Refused | None:
    if play.stage == SETTLED or begun(play):
        return Refused("round_under_way", clause, "a round is under way")
    need = tiles_need(play)
    if need != wanted:
        why = f"the next step is {need or 'the opening of the cup'}"
        return Refused("not_next", clause, why)
    return None


_NEED = {"check": "2.2", "shuffle": "8.1", "cut": "8.2"}


def _tiles_not_ready(play: Play) -> Refused | None:
    need = tiles_need(play)
    if need == "check" and play.replacements_unchecked:
        missing = " and ".join(sorted(play.replacements_unchecked))
        why = f"the {missing} must check the new tiles"
        return Refused("tiles_unchecked", play.cite("2.3"), why)
    if need:
        return Refused(
            "tiles_not_ready", play.cite(_NEED[need]), f"the tiles are not ready: {need}"
        )
    return None


# The cup


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    if play.stage != BETWEEN:
        return Refused("round_under_way", play.cite("7.1"), f"the table is at: {play.stage}")
    opened = e.BettingOpened(play.round + 1, play.cite("7.1"))
    return _tiles_not_ready(play) or Accepted((opened,))


def shake_cup(play: Play, command: v.ShakeCup, by: Role) -> Ruling:
    if play.stage not in (BETTING, CLOSED):
        return Refused("cup_not_due", play.cite("8.3"), f"the table is at: {play.stage}")
    if play.shaken:
        return Refused("cup_shaken", play.cite("8.3"), "the cup has been shaken for this round")
    return Accepted((v.CupShaken(play.cite("8.3")),))


def open_cup(play: Play, command: v.OpenCup, by: Role) -> Ruling:
    """Reading PG14: the call first, then the cup; its opening begins the round of play."""
    if play.stage == BETTING:
        return Refused("betting_open", play.cite("7.4"), "call no more bets before opening the cup")
    if play.stage != CLOSED:
        return Refused("cup_not_due", play.cite("8.4"), f"the table is at: {play.stage}")
    if refused := _tiles_not_ready(play):
        return refused
    if not play.shaken:
        return Refused("cup_not_shaken", play.cite("8.3"), "the dealer shakes the cup first")
    if impossible := why_not_dice(command.dice):
        return Refused("dice_impossible", play.cite("2.1"), impossible)
    opened = v.CupOpened(command.dice, rules.first_box(total(command.dice)), play.cite("8.4"))
    return Accepted((*beginning(play), opened))


def beginning(play: Play) -> tuple[e.Event, ...]:
    """The fact that the round of play has begun, unless it is on record."""
    if begun(play):
        return ()
    return (v.RoundOfPlayBegun(play.round, play.cite("terms: Round of Play")),)


def deliver_tiles(play: Play, command: v.DeliverTiles, by: Role) -> Ruling:
    if play.stage != OPENED or play.dice is None:
        why = "the dice say where the first stack goes"
        return Refused("cup_not_opened", play.cite("8.5"), why)
    boxes = rules.anticlockwise(rules.first_box(total(play.dice)))
    held = {box for _, box, _ in play.layout.wagers}
    empty = tuple([box for box in rules.PATRON_BOXES if box not in held])
    return Accepted((v.TilesDelivered(boxes, empty, play.cite("8.5")),))


def retrieve_tiles(play: Play, command: v.RetrieveTiles, by: Role) -> Ruling:
    """Reading PG12: unseen. The house's box is not among them."""
    if play.stage != SETTING or not play.to_retrieve:
        return Refused("nothing_to_retrieve", play.cite("8.5"), "no tiles lie in an empty box")
    return Accepted((v.TilesRetrieved(play.to_retrieve, play.cite("8.5")),))


# Settling and ending the round


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """Compare anticlockwise; where no wager is left there is nothing to compare."""
    if refused := not_setting(play, play.cite("11.1")):
        return refused
    holders = play.holders
    if holders:
        if refused := patrons_not_done(play):
            return refused
        if not play.tiles.hands[HOUSE_BOX].low:
            return Refused("house_not_set", play.cite("10.1"), "the house hand has not been set")
    lines = settle_hands(play, holders)
    said = [f"box {line.box} {rules.VERDICT[type(line)]}" for line in lines]
    result = ", ".join(said) or "no hand to compare"
    shown = hands_shown(play, holders)
    return Accepted((*lines, e.ResultAnnounced(result, shown, play.cite("6.1"))))


def collect_tiles(play: Play, command: v.CollectTiles, by: Role) -> Ruling:
    if play.stage != SETTLED:
        clause = play.cite("terms: Round of Play")
        return Refused("round_not_settled", clause, "settle before collecting the tiles")
    return Accepted((e.RoundEnded(play.round, play.cite("terms: Round of Play")),))


ORDERS: dict[type[c.Command], May] = {
    v.LookAtTiles: May(_SETTERS, cite("9.1"), look_at_tiles),
    v.SetHand: May(_SETTERS, cite("9.1"), set_hand),
    v.AskHouseWay: May(_SETTERS, cite("9.2"), ask_house_way),
    v.DirectHouseWay: May(DIRECTOR, cite("9.1"), direct_house_way),
    v.ConcedeHand: May(_SETTERS, cite("11.7"), concede_hand),
    v.RevealHouseHand: May(DEALERS, cite("terms: Dealer"), reveal_house_hand),
    v.SetHouseHand: May(DEALERS, cite("10.1"), set_house_hand),
    v.TakeTilesAsChecked: May(OFFICIALS, cite("2.2"), take_as_checked),
    v.CheckTiles: May(DEALERS, cite("2.2"), check_tiles),
    v.ReplaceTiles: May(DIRECTOR, cite("2.3"), replace_tiles),
    v.ConfirmReplacement: May(DIRECTOR | DEALERS, cite("2.3"), confirm_replacement),
    v.ShuffleTiles: May(DEALERS, cite("8.1"), shuffle_tiles),
    v.StackTiles: May(DEALERS, cite("8.2"), stack_tiles),
    c.OpenBetting: May(DEALERS, cite("7.1"), open_betting),
    v.ShakeCup: May(DEALERS, cite("8.3"), shake_cup),
    v.OpenCup: May(DEALERS, cite("7.1"), open_cup),
    v.DeliverTiles: May(DEALERS, cite("8.5"), deliver_tiles),
    v.RetrieveTiles: May(DEALERS, cite("8.5"), retrieve_tiles),
    c.SettleWagers: May(DEALERS, cite("terms: Dealer"), settle_wagers),
    v.CollectTiles: May(DEALERS, cite("terms: Round of Play"), collect_tiles),
}
