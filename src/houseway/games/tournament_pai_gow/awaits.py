"""What a Tournament Pai Gow table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.equipment.tiles import PACK, Tile
from houseway.games import commands as c
from houseway.games.chance import roll
from houseway.games.game import Awaits, Pick, betting_sentence, dealers_step
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.house_way import divisions, house_way
from houseway.games.tournament_pai_gow.play import begun, tiles_need, unset_boxes
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX
from houseway.games.tournament_pai_gow.settle import tried
from houseway.games.tournament_pai_gow.state import BETTING, BETWEEN, CLOSED, OPENED, SETTLED, Play
from houseway.games.tournament_pai_gow.wagering import without_wager
from houseway.rulebook.roles import Role


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    if play.stage == SETTLED:
        return dealers_step(
            "collect", play.cite("terms: Round of Play"), "collect all the tiles", v.CollectTiles()
        )
    if not begun(play) and (tiles := _awaits_tiles(play)):
        return tiles
    if play.stage == BETWEEN:
        return dealers_step("open", play.cite("7.1"), "open betting", c.OpenBetting())
    if play.stage == BETTING:
        return _awaits_wagers(play)
    if play.stage in (CLOSED, OPENED):
        return _awaits_cup(play)
    return _awaits_hands(play)


def _awaits_tiles(play: Play) -> Awaits | None:
    need = tiles_need(play)
    if play.replacements_unchecked:
        who = max(play.replacements_unchecked)
        return Awaits(
            "check", who, play.cite("2.3"), f"the {who} checks the replacement tiles",
            None, (v.ConfirmReplacement, v.CheckTiles),
        )  # fmt: skip
    if need == "check":
        return Awaits(
            "check", Role.DEALER, play.cite("2.2"), "check each tile", None, (v.CheckTiles,)
        )
    if need == "shuffle":
        return dealers_step(
            "shuffle", play.cite("8.1"), "shuffle the tiles face down", v.ShuffleTiles()
        )
    if need == "cut":
        return dealers_step(
            "cut", play.cite("8.2"), "stack eight groups of four, cut from the right",
            v.StackTiles(),
        )  # fmt: skip
    return None


def _awaits_wagers(play: Play) -> Awaits:
    waiting = without_wager(play)
    ready = play.layout.wagers and not waiting
    return Awaits(
        "wagers", Role.PATRON, play.cite("7.1"), betting_sentence(waiting),
        c.CallNoMoreBets() if ready else None,
        (c.PlaceWager, c.ChangeWager, c.WithdrawWager, v.ConfirmNoWager, v.ShakeCup,
         c.CallNoMoreBets),
    )  # fmt: skip


def _awaits_cup(play: Play) -> Awaits:
    if play.stage == OPENED:
        return Awaits(
            "draw", Role.DEALER, play.cite("8.5"), "four tiles to each box, anticlockwise",
            v.DeliverTiles(), (v.DeliverTiles, v.ReportDieNotFlat),
        )  # fmt: skip
    if not play.shaken:
        return dealers_step("roll", play.cite("8.3"), "shake the cup", v.ShakeCup())
    return Awaits(
        "roll", Role.DEALER, play.cite("8.4"), "open the cup and read the dice", None,
        (v.OpenCup, v.ReportDieNotFlat, c.FindWager),
    )  # fmt: skip


_EXPOSED = (v.ReportExposedTiles, v.ExposeTiles)


def _awaits_hands(play: Play) -> Awaits:
    if play.to_retrieve:
        return dealers_step(
            "collect", play.cite("8.5"), "take back the tiles of the empty boxes, unseen",
            v.RetrieveTiles(), to="empty boxes",
        )  # fmt: skip
    for box, patron in play.holders.items():
        if play.tiles.hands[box].offered:
            return Awaits(
                "choose", patron, play.cite("13.8"), f"{patron} calls the hand void or plays it",
                None, (v.CallHandVoid, v.PlayHand),
                choices=(v.CallHandVoid(patron), v.PlayHand(patron)),
            )  # fmt: skip
    if unset := unset_boxes(play):
        return _awaits_setting(play, unset[0])
    return _awaits_house(play)


def _awaits_setting(play: Play, box: int) -> Awaits:
    """Once the tiles are on record: the divisions, House Way or the concession (9.1, 9.2, 11.7)."""
    patron, hand = play.holders[box], play.tiles.hands[box]
    kinds = (v.LookAtTiles, v.SetHand, v.AskHouseWay, v.DirectHouseWay, v.ConcedeHand, *_EXPOSED)
    said = f"{patron} sets the hand of box {box}"
    if not hand.all_known:
        return Awaits("set", patron, play.cite("9.1"), said, None, kinds, to=f"box {box}")
    choices: tuple[c.Command, ...] = (
        *(v.SetHand(patron, each.low, each.high) for each in divisions(play.rules, hand.known)),
        v.AskHouseWay(patron),
        v.ConcedeHand(patron),
    )
    return Awaits(
        "set", patron, play.cite("9.1"), said, None, kinds, to=f"box {box}", choices=choices
    )


def _awaits_house(play: Play) -> Awaits:
    bank = play.bank
    if not play.holders:
        return dealers_step(
            "settle", play.cite("11.1"), "no wager is left to compare", c.SettleWagers()
        )
    if not bank.all_known:
        return Awaits(
            "expose", Role.DEALER, play.cite("9.3"), "reveal the house hand", None,
            (v.RevealHouseHand, v.ConcedeHand, *_EXPOSED), to=f"box {HOUSE_BOX}",
        )  # fmt: skip
    if not bank.is_set:
        return Awaits(
            "set", Role.DEALER, play.cite("10.1"), "set the house hand by House Way",
            v.SetHouseHand(), (v.SetHouseHand, v.ConcedeHand), to=f"box {HOUSE_BOX}",
            tried=house_way(play.rules, bank.known).tried,
        )  # fmt: skip
    return Awaits(
        "settle", Role.DEALER, play.cite("11.1"), "compare the hands anticlockwise and settle",
        c.SettleWagers(), (c.SettleWagers, v.ConcedeHand), tried=tried(play),
    )  # fmt: skip


# The facts and decisions that a practice table of Tournament Pai Gow needs from outside.

# Who plays, and in which box; the later ones only in place of a patron who cannot.
PATRONS = {"Ana": 2, "Ben": 4, "Chen": 7, "Dora": 3, "Eli": 5, "Fay": 6, "Gus": 8}
AT_THE_TABLE = 3


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with unseen tiles, a roll or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "check":
        return awaited.commands[0](), Role(awaited.who)
    if awaited.what == "roll":
        return v.OpenCup(roll(pick)), Role.DEALER
    if awaited.what == "expose":
        return v.RevealHouseHand(_unseen_hand(play, HOUSE_BOX, pick)), Role.DEALER
    tiles = _unseen_hand(play, play.box_of(awaited.who), pick)
    return v.LookAtTiles(awaited.who, tiles), Role.DEALER


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """A wager of the next patron who can place one; who cannot is confirmed as not betting."""
    more = pick(10)
    for patron, box in PATRONS.items():
        if len(play.holders) == AT_THE_TABLE:
            break
        amount = _amount(play, patron, more)
        free = not play.box_of(patron) and box not in play.holders
        if free and patron not in play.layout.excluded and _holds(play, patron, amount):
            return c.PlaceWager(patron, HAND, amount, box), Role.PATRON
    if waiting := without_wager(play):
        return v.ConfirmNoWager(waiting[0]), Role.DEALER
    return c.CallNoMoreBets(), Role.DEALER


def _amount(play: Play, patron: str, more: int) -> int:
    unit = play.limits.multiple or 1_00
    steps = (play.limits.minimum_of(HAND, patron) + unit - 1) // unit
    return play.chips.next_payable((steps + more) * unit)


def _holds(play: Play, patron: str, amount: int) -> bool:
    return patron not in play.layout.counted or play.layout.chips[patron] >= amount


def _unseen_hand(play: Play, box: int, pick: Pick) -> tuple[Tile, ...]:
    """What is known of the hand, and the rest drawn evenly from the tiles that nobody has seen."""
    unseen = list(PACK)
    for tile in play.tiles.seen.elements():
        unseen.remove(tile)
    hand = play.tiles.hands[box]
    drawn = [unseen.pop(pick(len(unseen))) for _ in range(hand.tiles.count(None))]
    return (*hand.known, *drawn)
