"""Lets the public simulator stevenhalverson/baccarat_simulator judge the coups of Mini Baccarat.

git clone the repository of that name on GitHub, pip install pandas, then
PYTHONPATH=baccarat_simulator houseway conformance check kit --game mini-baccarat --level settle \
    --program "python examples/conformance/peers/shoe_simulator.py"

It knows values and no suits, payouts or pairs, so wagers on the hands and the tie are answered.
"""

import json
import sys

from the_deal import DealCards

ITS_LAST = 15  # with so many cards left it deals one more coup
ANSWERED = ("player", "banker", "tie")


def worth(card):
    return 1 if card[0] == "A" else 0 if card[0] in "TJQK" else int(card[0])


def outcome(player, banker):
    """Who wins when the shoe holds just these cards, and then fives."""
    turns = [player[:1], banker[:1], player[1:2], banker[1:2], player[2:], banker[2:]]
    shoe = [worth(card) for turn in turns for card in turn]
    dealer = DealCards([*shoe, *[5] * (ITS_LAST - len(shoe))])
    dealer.is_shoe_prepared = True
    dealer.deal_cards()
    return dealer.last_win.removesuffix(" win")


def answer(case):
    hands = case.get("hands", {})
    if "player" not in hands or "banker" not in hands:
        return {"id": case["id"], "skip": "no finished coup"}
    winner = outcome(hands["player"].split(), hands["banker"].split())
    wagers = []
    for each in case["wagers"]:
        if each["wager"] not in ANSWERED:
            continue
        stands = winner == "tie" and each["wager"] != "tie"
        result = "won" if each["wager"] == winner else "stood off" if stands else "lost"
        wagers.append({**each, "result": result})
    return {"id": case["id"], "result": winner, "wagers": wagers}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
