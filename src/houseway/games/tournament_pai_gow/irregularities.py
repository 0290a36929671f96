"""What can go wrong at Tournament Pai Gow, and what sections 12 and 13 do about it."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.tournament_pai_gow import rules
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.play import (
    beginning,
    begun,
    choose_first,
    house_way_set,
    no_hand,
)
from houseway.games.tournament_pai_gow.rules import DIRECTOR, HOUSE_BOX, OFFICIALS, cite
from houseway.games.tournament_pai_gow.state import BETWEEN, CLOSED, OPENED, SETTING, SETTLED, Play
from houseway.games.wagering import voided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Refused, Ruling

# The dice, the shuffle and the cut: Tournament Pai Gow 13.1 to 13.4


def report_die_not_flat(play: Play, command: v.ReportDieNotFlat, by: Role) -> Ruling:
    """The count is cancelled and the cup shaken again; the stakes stay."""
    opening = play.stage == OPENED or (play.stage == CLOSED and play.shaken)
    if not opening:
        return Refused("cup_not_opened", play.cite("13.1"), "it is seen when the cup is opened")
    return accept(*beginning(play), v.CountCancelled(play.cite("13.1")))


def report_misdeal(play: Play, command: v.ReportMisdeal, by: Role) -> Ruling:
    """Reading PG13: before the cup is opened the attempt is void and the stakes go back."""
    if refused := _cup_opened(play, play.cite("13.2")):
        return refused
    declared = v.MisdealDeclared((play.cite("13.2"), play.cite("13.3")))
    if play.stage == BETWEEN:
        return accept(declared)
    void = void_events(play, play.round, "misdeal", play.cite("13.3"), play.cite("terms: Void"))
    return accept(declared, *void, e.RoundEnded(play.round, play.cite("13.3")))


def order_reshuffle(play: Play, command: v.OrderReshuffle, by: Role) -> Ruling:
    """Reading PG25: until the cup is opened; the stakes stay."""
    clause = play.cite("13.4")
    if refused := _cup_opened(play, clause):
        return refused
    if not command.reason.strip():
        return Refused("no_reason", clause, "say why the tiles are shuffled again")
    return accept(v.ReshuffleOrdered(command.reason, clause))


def _cup_opened(play: Play, clause: Clause) -> Refused | None:
    if play.stage == SETTLED or begun(play):
        return Refused("cup_opened", clause, "the tiles are no longer being shuffled or cut")
    return None


# Exposed tiles: Tournament Pai Gow 13.5 to 13.8


def report_exposed_tiles(play: Play, command: v.ReportExposedTiles, by: Role) -> Ruling:
    """The hand is played, but two tiles or more of a patron's give that patron a choice."""
    box, tiles = command.box, command.tiles
    if refused := _not_out(play, box):
        return refused
    if impossible := play.tiles.why_not_exposed(box, tiles):
        return Refused("tiles_impossible", None, impossible)
    if box == HOUSE_BOX:
        return accept(v.TilesExposed(box, tiles, "dealer", play.cite("13.5")))
    hand = play.tiles.hands[box]
    if hand.exposed + len(tiles) == 1:
        return accept(v.TilesExposed(box, tiles, "dealer", play.cite("13.7")))
    exposed = v.TilesExposed(box, tiles, "dealer", play.cite("13.8"))
    if hand.looked or hand.all_known or hand.offered:  # nothing unseen is left, or it is open
        return accept(exposed)
    return accept(exposed, v.VoidOffered(box, play.holders[box], play.cite("13.8")))


def _not_out(play: Play, box: int) -> Refused | None:
    if play.stage != SETTING:
        return Refused("no_hands_out", play.cite("13.5"), f"the table is at: {play.stage}")
    if box != HOUSE_BOX and box not in play.holders:
        return Refused("no_hand", play.cite("13.7"), f"box {box} has no hand in this round")
    return None


def expose_tiles(play: Play, command: v.ExposeTiles, by: Role) -> Ruling:
    clause = play.cite("13.6")
    refused = no_hand(play, command.patron, clause) or _not_out(play, play.box_of(command.patron))
    if refused:
        return refused
    box = play.box_of(command.patron)
    if play.tiles.hands[box].offered:
        return choose_first(play, command.patron)
    if impossible := play.tiles.why_not_exposed(box, command.tiles):
        return Refused("tiles_impossible", None, impossible)
    return accept(v.TilesExposed(box, command.tiles, command.patron, clause))


def call_hand_void(play: Play, command: v.CallHandVoid, by: Role) -> Ruling:
    if refused := _no_choice(play, command.patron):
        return refused
    clauses = (play.cite("13.8"), play.cite("terms: Void"))
    return accept(*_handed_back(play, command.patron, clauses))


def play_hand(play: Play, command: v.PlayHand, by: Role) -> Ruling:
    refused = _no_choice(play, command.patron)
    return refused or accept(v.HandPlayed(play.box_of(command.patron), play.cite("13.8")))


def _no_choice(play: Play, patron: str) -> Refused | None:
    box = play.box_of(patron)
    if play.stage == SETTING and box and play.tiles.hands[box].offered:
        return None
    return Refused("no_choice_open", play.cite("13.8"), f"{patron} has no choice of a void hand")


def _handed_back(play: Play, patron: str, clauses: tuple[Clause, ...]) -> list[e.Event]:
    return [voided(play, key, *clauses) for key in play.layout.of(patron)]


# Errors of placement: Tournament Pai Gow 13.11, 13.12


def rebuild_round(play: Play, command: v.RebuildRound, by: Role) -> Ruling:
    """Each stack goes to the box that the dice gave it; what was decided on a wrong one is undone.

    A hand that lay right keeps its setting (9.3), and a moved one is set again (reading PG28).
    """
    clause = play.cite("13.11")
    if play.stage not in (SETTING, SETTLED) or not play.tiles.hands:
        return Refused("no_hands_out", clause, f"the table is at: {play.stage}")
    if play.round in play.layout.voided:
        return Refused("round_already_void", clause, f"round {play.round} is void")
    went, right = command.boxes, play.delivered_to
    if sorted(went) != list(rules.BOXES):
        why = "every box received one stack: name all eight"
        return Refused("not_the_eight_boxes", clause, why)
    if went == right:
        return Refused("no_error", play.cite("8.5"), "that is where the dice send the stacks")
    moved = {to for at, to in zip(went, right, strict=True) if at != to}
    hands = play.tiles.hands
    empty = tuple(box for box in rules.PATRON_BOXES if _never_staked(play, box))
    undone = [
        e.SettlementUndone(line, clause)
        for line in play.layout.settlements
        if isinstance(line, e.WagerPaid | e.WagerCollected | e.WagerStoodOff)
        and (line.box in moved or (HOUSE_BOX in moved and not hands[line.box].conceded))
    ]
    return accept(*undone, v.RoundRebuilt(went, right, empty, clause))


def _never_staked(play: Play, box: int) -> bool:
    return box in play.to_retrieve or play.tiles.hands[box].retrieved


def report_later_error(play: Play, command: c.ReportLaterError, by: Role) -> Ruling:
    """Tournament Pai Gow 13.12: once the next cup has been opened the round stays as played."""
    number, clause = command.round, play.cite("13.12")
    if not 1 <= number <= play.last_begun:
        return Refused("no_such_round", clause, f"round {number} has not been played")
    if number in play.layout.voided:
        return Refused("round_already_void", clause, f"round {number} is void")
    if number == play.last_begun:
        sentence = f"no round has begun after {number}: rebuild it, or let the Director decide"
        return Refused("next_round_not_begun", clause, sentence)
    return accept(v.RoundStands(number, clause))


# A conceded hand in dispute: Tournament Pai Gow 13.10


def display_conceded_hand(play: Play, command: v.DisplayConcededHand, by: Role) -> Ruling:
    if refused := _not_conceded(play, command.patron):
        return refused
    if not any(
        each.patron == command.patron and not each.decision for each in play.layout.disputes
    ):
        raised = f"{command.patron} has raised no dispute that is still open"
        return Refused("no_dispute", play.cite("13.10"), raised)
    box = _conceded_box(play, command.patron)
    tiles = command.tiles or tuple(play.tiles.hands[box].known)
    if impossible := play.tiles.why_not_hand(box, tiles):
        return Refused("tiles_impossible", None, impossible)
    return accept(v.ConcededHandDisplayed(box, command.patron, tiles, play.cite("13.10")))


def restore_hand(play: Play, command: v.RestoreHand, by: Role) -> Ruling:
    """Reading PG29: as it had been set; by House Way if it had not."""
    if refused := _not_conceded(play, command.patron):
        return refused
    box = _conceded_box(play, command.patron)
    hand, clause = play.tiles.hands[box], play.cite("13.10")
    if not hand.displayed:
        return Refused("hand_not_displayed", clause, "display the conceded hand first")
    taken = next(
        line
        for line in play.layout.settlements
        if isinstance(line, e.WagerCollected) and line.box == box
    )
    done = e.SettlementUndone(taken, clause)
    restored = v.HandRestored(box, command.patron, clause)
    if hand.is_set:
        return accept(done, restored)
    return accept(done, restored, house_way_set(play, box, tuple(hand.known), clause))


def _not_conceded(play: Play, patron: str) -> Refused | None:
    if play.round in play.layout.voided:
        return Refused("round_already_void", play.cite("13.10"), f"round {play.round} is void")
    if play.stage in (SETTING, SETTLED) and _conceded_box(play, patron):
        return None
    why = f"{patron} has conceded no hand this round"
    return Refused("hand_not_conceded", play.cite("13.10"), why)


def _conceded_box(play: Play, patron: str) -> int:
    """The box of the hand that a patron has conceded in this round, or 0."""
    hands = play.tiles.hands
    for line in play.layout.settlements:
        if line.patron == patron and line.box in hands and hands[line.box].conceded:
            return line.box
    return 0


# Collusion: Tournament Pai Gow 12.2 closing line, reading CP9


def exclude_from_round(play: Play, command: v.ExcludeFromRound, by: Role) -> Ruling:
    """The hand is out of the round and the stake goes back; 16.3 may follow."""
    clause = play.cite("12.2 closing line")
    if refused := _not_logged(play, command.patron):
        return refused
    if not begun(play):
        return Refused("no_round_under_way", clause, "the round begins when the cup is opened")
    return no_hand(play, command.patron, clause) or accept(
        *_handed_back(play, command.patron, (clause, play.cite("terms: Void")))
    )


def void_for_collusion(play: Play, command: c.VoidForCollusion, by: Role) -> Ruling:
    clause = play.cite("12.2 closing line")
    if refused := _not_logged(play, command.patron):
        return refused
    if play.stage == BETWEEN or play.round in play.layout.voided:
        return Refused("no_round_under_way", clause, "no round is under way")
    reason = f"collusion by {command.patron}"
    return accept(*void_events(play, play.round, reason, clause, play.cite("terms: Void")))


def _not_logged(play: Play, patron: str) -> Refused | None:
    if play.layout.has_broken_rules(patron):
        return None
    missing = f"no breach by {patron} is logged; log it before the sanction"
    return Refused("no_breach_logged", play.cite("12.2 closing line"), missing)


ORDERS: dict[type[c.Command], May] = {
    v.ReportDieNotFlat: May(DEALERS, cite("13.1"), report_die_not_flat),
    v.ReportMisdeal: May(OFFICIALS, cite("13.2"), report_misdeal),
    v.OrderReshuffle: May(DIRECTOR, cite("13.4"), order_reshuffle),
    v.ReportExposedTiles: May(OFFICIALS, cite("13.7"), report_exposed_tiles),
    v.ExposeTiles: May(PATRONS | OFFICIALS, cite("13.6"), expose_tiles),
    v.CallHandVoid: May(PATRONS | DEALERS, cite("13.8"), call_hand_void),
    v.PlayHand: May(PATRONS | DEALERS, cite("13.8"), play_hand),
    v.RebuildRound: May(DEALERS | DIRECTOR, cite("13.11"), rebuild_round),
    c.ReportLaterError: May(OFFICIALS, cite("13.12"), report_later_error),
    v.DisplayConcededHand: May(DIRECTOR, cite("13.10"), display_conceded_hand),
    v.RestoreHand: May(DIRECTOR, cite("13.10"), restore_hand),
    v.ExcludeFromRound: May(DIRECTOR, cite("12.2 closing line"), exclude_from_round),
    c.VoidForCollusion: May(DIRECTOR, cite("12.2 closing line"), void_for_collusion),
}
