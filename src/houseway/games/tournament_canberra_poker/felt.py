"""What lies on the felt at Tournament Canberra Poker, and where a patron can put a wager."""

from __future__ import annotations

from collections.abc import Mapping

from houseway.games.events import WagerWithdrawn
from houseway.games.felt import FACE_DOWN, Felt, Hand, Spot, covered, faces, kept, notes_of, spot
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, CARDS_IN_HAND, DEALER
from houseway.games.tournament_canberra_poker.showdown import dealer_plays
from houseway.games.tournament_canberra_poker.state import ANTES, BETWEEN, Play, box_of


def felt(play: Play, patron: str) -> Felt:
    """Tournament Canberra Poker 6.2, 7.1, 9.1: who may know a card.

    The dealer's shown card and every revealed hand are seen by all; what a patron has picked up,
    by that patron; everything else by nobody.
    """
    hands, owners = kept(play.stock), _owners(play)
    if play.stage != BETWEEN:
        lying = (name for name in play.hands if name not in play.racked)
        hands = (*(_hand(play, name, owners, patron) for name in lying), *hands)
    return Felt(
        hands,
        result=play.result,
        seats={who: box for who, box in play.boxes.items() if owners.get(box, who) == who},
        notes=notes_of("no ante this round", play.no_ante),
    )


def _hand(play: Play, name: str, owners: Mapping[int, str], viewer: str) -> Hand:
    box = box_of(name)
    owner = owners.get(box, "")
    cards = _seen(play, name, own=bool(viewer) and owner == viewer)
    total = ""
    if len(cards) == CARDS_IN_HAND and FACE_DOWN not in cards:
        total = play.rules.named(play.rules.hand_of(play.known(name)))
    return Hand(name, cards, box, owner, total, _note(play, name, box, owner))


def _owners(play: Play) -> dict[int, str]:
    """Whose hand each box holds: by the ante that lies there, or by what became of it.

    The box that a patron used last may be another's by now.
    """
    settled = {
        line.box: line.patron
        for line in play.layout.settlements
        if line.wager == ANTE and type(line) is not WagerWithdrawn
    }
    return settled | play.antes()


def _seen(play: Play, name: str, *, own: bool) -> tuple[str, ...]:
    cards = play.hands[name]
    if name in play.revealed or (own and name in play.picked_up):
        return faces(cards)
    if name == DEALER:
        return tuple(
            card if card is not None and card == play.shown else FACE_DOWN for card in cards
        )
    return covered(cards)


def _note(play: Play, name: str, box: int, owner: str) -> str:
    if name == DEALER:
        if name not in play.revealed:
            return ""
        return "plays" if dealer_plays(play) else "does not play"
    if name in play.void_hands:
        return "void"
    if name in play.folded:
        return "folded"
    return "bet" if (owner, box, BET) in play.layout.wagers else ""


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Tournament Canberra Poker 4.1: the ante of every box; the bet is a choice of its own."""
    boxes = range(1, play.options.boxes + 1)
    like = "" if play.stage == ANTES else ANTE
    return tuple(spot(play.limits, patron, ANTE, box, like=like) for box in boxes)
