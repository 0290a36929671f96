"""Drills of the round: totals, draws, winners, payouts, the order of settling, the next step."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, groupby

from houseway.equipment.chips import dollar_text, money
from houseway.games import events as e
from houseway.games.game import Game
from houseway.training.asking import Scene, in_box, settlements, usual, wager_name, who_text
from houseway.training.drill import Drill, Part

FEW = 6  # results that can be asked as such; of more, what becomes of a wager is asked
SHOWN = 3  # wagers asked about in one drill
BUSY, MOST = 4, 8  # patrons at a busy table at least, and winners asked about at most
NOBODY = "nobody"
BECOMES = {
    "won": "it wins",
    "lost": "it loses",
    "stood off": "it stands off",
    "void": "it is void",
    "forfeited": "it is forfeited",
    "withdrawn": "it is withdrawn",
}


def total(scene: Scene, seed: str) -> Drill | None:
    """Call the total of a hand that lies open."""
    clause = scene.game.counts
    shown = scene.game.felt(scene.walk.play, "").hands
    hands = [each for each in shown if each.total and len(each.cards) > 1]
    if clause is None or not hands:
        return None
    hand = hands[scene.pick(len(hands))]
    options = scene.options(hand.total, usual(scene.game.cite.id).totals, count=6)
    part = Part(f"What is the total of the {hand.name} hand?", "one", (hand.total,), (clause,),
                options, hand.name)  # fmt: skip
    return scene.asked_before("total", seed, "Call the total", [part])


def draw(scene: Scene, seed: str) -> Drill | None:
    """Say who gets the next card, or that nobody does."""
    awaited = scene.moment.awaited
    hands = [each.name for each in scene.game.felt(scene.walk.play, "").hands if each.cards]
    if not hands or awaited.what not in ("draw", "settle", "announce", "expose"):
        return None
    right = awaited.to if awaited.what == "draw" else NOBODY
    if not right:
        return None
    options = scene.options(right, (*hands, NOBODY), count=8)
    part = Part("Who gets the next card?", "one", (right,), (awaited.clause,), options)
    return scene.asked_before("draw", seed, "Who draws?", [part]) if len(options) > 1 else None


def winner(scene: Scene, seed: str) -> Drill | None:
    """Say who wins; where every hand has a result of its own, what becomes of wagers."""
    events, results = scene.moment.events, usual(scene.game.cite.id).results
    announced = next((each for each in events if isinstance(each, e.ResultAnnounced)), None)
    if announced is not None and len(results) <= FEW:
        options = scene.options(announced.result, results, count=FEW)
        part = Part("What is the result?", "one", (announced.result,), (announced.clause,),
                    options)  # fmt: skip
        return scene.drill("winner", seed, "Who wins?", [part])
    settled = settlements(scene.moment)
    if len(results) <= FEW or not settled:
        return None
    return scene.drill("winner", seed, "Who wins?", [_outcome(scene, each) for each in
                       settled[:SHOWN]])  # fmt: skip


def _outcome(scene: Scene, event: e.Settlement) -> Part:
    said = tuple(BECOMES.values())[:4]
    right = BECOMES[e.RESULT_OF[type(event)]]
    asks = f"{_stake_text(event)}. What becomes of it?"
    options = scene.options(right, said)
    return Part(asks, "one", (right,), event.clauses, options, wager_name(event))


def payout(scene: Scene, seed: str) -> Drill | None:
    """Say what is paid on top of the stake, in dollars or chips."""
    paid = [each for each in settlements(scene.moment) if each.paid]
    if not paid:
        return None
    asked = scene.walk.chance.sample(paid, min(len(paid), SHOWN))
    return scene.drill("payout", seed, "Pay the wager", [_payout(each) for each in asked])


def crowd(scene: Scene, seed: str) -> Drill | None:
    """Pay every winner of a busy table, one after the other."""
    settled = settlements(scene.moment)
    paid = [each for each in settled if each.paid]
    if len({each.patron for each in settled}) < BUSY or len(paid) < 2:
        return None
    return scene.drill("crowd", seed, "Pay the whole table", [_payout(each) for each in
                       paid[:MOST]])  # fmt: skip


def cap(scene: Scene, seed: str) -> Drill | None:
    """Pay a stake that is above what the sign or the rules pay in full."""
    capped = [each for each in settlements(scene.moment) if each.paid and _is_capped(scene, each)]
    if not capped:
        return None
    return scene.drill("cap", seed, "Pay up to the cap", [_payout(each) for each in
                       capped[:SHOWN]])  # fmt: skip


def _is_capped(scene: Scene, event: e.Settlement) -> bool:
    """Whether no row of odds pays this on the whole stake, and some row would pay more."""
    setup, game = scene.walk.session.setup, scene.game
    exact = [
        line.odds.cents(event.stake)[0]
        for line in game.wagers(setup.options)
        if line.clause in event.clauses and line.wager == game.priced_as(event.wager)
    ]
    in_full = {*exact, *map(setup.chips.next_payable, exact)}  # fmt: skip
    return event.paid not in in_full and any(each > event.paid for each in exact)


def _payout(event: e.Settlement) -> Part:
    asks = f"{_stake_text(event)}. What do you pay on top of the stake?"
    return Part(asks, "money", (money(event.paid),), event.clauses, (), wager_name(event))


def _stake_text(event: e.Settlement) -> str:
    stake = dollar_text(event.stake)
    return f"{event.patron} has {stake} on {event.wager}{in_box(event.box)}"


def returned(scene: Scene, seed: str) -> Drill | None:
    """Say what goes back of a stake that is neither wholly lost nor simply paid."""
    parted = [
        each for each in settlements(scene.moment) if each.returned and not each.paid
    ]  # fmt: skip
    if not parted:
        return None
    event = parted[scene.pick(len(parted))]
    asks = f"{_stake_text(event)}. How much of the stake goes back?"
    part = Part(asks, "money", (money(event.returned),), event.clauses, (), wager_name(event))
    return scene.drill("returned", seed, "Return the stake", [part])


def fraction(scene: Scene, seed: str) -> Drill | None:
    """Pay what is no whole multiple of the stake: commission, half pay, 3 to 2."""
    uneven = [each for each in settlements(scene.moment) if each.stake and each.paid % each.stake]
    if not uneven:
        return None
    parts = [_payout(each) for each in uneven[:SHOWN]]
    return scene.drill("fraction", seed, "Pay a fraction", parts)


_PHASES = {"won": "pay", "lost": "collect"}


def phase_text(result: str, names: Iterable[str]) -> str:
    return f"{_PHASES.get(result, 'return')} {'; '.join(names)}"


def order(scene: Scene, seed: str) -> Drill | None:
    """Put collecting and paying in order; wagers that are settled alike stay together."""
    clause = scene.game.pays_in_order
    phases = [
        phase_text(e.RESULT_OF[kind], map(wager_name, alike))
        for kind, alike in groupby(settlements(scene.moment), type)
    ]
    if clause is None or not 2 <= len(phases) <= FEW or len(set(phases)) < len(phases):
        return None
    part = Part("In which order do you settle?", "order", tuple(phases), (clause,),
                scene.shuffled(phases))  # fmt: skip
    return scene.drill("order", seed, "Order of settling", [part])


def has_order(game: Game) -> bool:
    return game.pays_in_order is not None


def next_step(scene: Scene, seed: str) -> Drill | None:
    """Say what must happen next, who does it, and the call that goes with it."""
    awaited, steps = scene.moment.awaited, usual(scene.game.cite.id).steps
    said = scene.options(awaited.sentence, [each.sentence for each in steps])
    people = scene.options(who_text(awaited.who), [who_text(each.who) for each in steps])
    parts = [
        Part("What must happen next?", "one", (awaited.sentence,), (awaited.clause,), said, "step"),
        Part("Who does it?", "one", (who_text(awaited.who),), (awaited.clause,), people, "who"),
    ]
    call = awaited.command.call if awaited.command else ""
    if call:
        calls = {each.call for each in scene.game.orders if each.call}
        options = scene.options(call, sorted(calls))
        parts.append(Part("What do you call?", "one", (call,), (awaited.clause,), options, "call"))
    return scene.asked_before(
        "next", seed, "The next step", [each for each in parts if each.options[1:]]
    )


def setting(scene: Scene, seed: str) -> Drill | None:
    """Divide the tiles as the House Way says."""
    made = next((each for each in scene.moment.events if _sets(each)), None)
    if made is None or scene.moment.awaited.what != "set" or scene.moment.awaited.command is None:
        return None
    low, high = getattr(made, "low", ()), getattr(made, "high", ())
    tiles = (*low, *high)
    others = [
        division_text(one, [tile for at, tile in enumerate(tiles) if at not in places])
        for places in combinations(range(len(tiles)), len(low))
        for one in [[tiles[at] for at in places]]
    ]
    right = division_text(low, high)
    tried = tuple(each.clause for each in scene.moment.awaited.tried if each.applies)
    clauses = tuple(dict.fromkeys((*tried, scene.moment.awaited.clause)))
    asks = f"How does the House Way set {' '.join(tiles)}?"
    part = Part(asks, "one", (right,), clauses, scene.options(right, others, count=6))
    return scene.drill("setting", seed, "House Way", [part])


def division_text(low: tuple[str, ...] | list[str], high: tuple[str, ...] | list[str]) -> str:
    return f"low {' '.join(sorted(low))}, high {' '.join(sorted(high))}"


def _sets(event: e.Event) -> bool:
    return bool(getattr(event, "low", None)) and bool(getattr(event, "high", None))


def has_setting(game: Game) -> bool:
    """Whether hands of this game are divided into a low and a high part."""
    return any({"low", "high"} <= set(kind.__struct_fields__) for kind in game.events)
