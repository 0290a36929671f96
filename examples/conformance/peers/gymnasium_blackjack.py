"""Lets Gymnasium's Blackjack-v1 settle the cases of Tournament Blackjack that it can know.

pip install gymnasium
houseway conformance check kit --game tournament-blackjack --level settle \
    --program "python examples/conformance/peers/gymnasium_blackjack.py"

It knows one hand without splits or side wagers, so other cases are skipped.
"""

import json
import sys

import gymnasium
from gymnasium.envs.toy_text import blackjack

COMING = []
blackjack.draw_card = lambda chance: COMING.pop(0)
ENV = gymnasium.make("Blackjack-v1", natural=True).unwrapped
ENV.action_space.seed(0)


def worth(card):
    return 1 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def reward(patron, dealer):
    """What the environment pays for one unit, with just these cards."""
    dealers = [*dealer, 10] if len(dealer) == 1 else dealer  # it always deals the dealer two
    COMING[:] = [*dealers[:2], *patron[:2]]
    ENV.reset()
    COMING[:] = [*patron[2:], *dealers[2:], *[10] * 9]
    for _ in patron[2:]:
        _, paid, over, _, _ = ENV.step(1)
        if over:
            return paid
    return ENV.step(0)[1]


def answer(case):
    hands = case.get("hands", {})
    boxes = [name for name in hands if name != "dealer"]
    if len(boxes) != 1 or [each["wager"] for each in case["wagers"]] != ["blackjack"]:
        return {"id": case["id"], "skip": "more than one plain hand"}
    if any(step["command"]["type"] == "TakeEvenMoney" for step in case["steps"]):
        return {"id": case["id"], "skip": "even money was taken"}
    patron, dealer = (
        [worth(card) for card in hands[each].split()] for each in (boxes[0], "dealer")
    )
    wager = case["wagers"][0]
    paid = reward(patron, dealer)
    result = "won" if paid > 0 else "lost" if paid < 0 else "stood off"
    return {"id": case["id"], "wagers": [{**wager, "result": result}]}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
