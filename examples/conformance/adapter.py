"""Answers Mini Baccarat's settle cases from scratch: one case a line in, one answer a line out.

houseway conformance check kit --game mini-baccarat --level settle \
    --program "python examples/conformance/adapter.py"
"""

import json
import sys

WORTH = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 0), "A": 1}
SUITED = {"c": "black", "s": "black", "d": "red", "h": "red"}
PAIRS = {"canberra": (11, 11, 11), "perfect": (5, 12, 25)}  # mixed, coloured, perfect


def total(cards):
    return sum(WORTH[card[0]] for card in cards) % 10


def pair(option, first, second):
    """What a pair pays for one, or 0."""
    if first[0] != second[0]:
        return 0
    alike = (SUITED[first[1]] == SUITED[second[1]]) + (first[1] == second[1])
    return PAIRS[option][alike]


def settle(wager, stake, options, hands):
    """Winnings in cents, or None where the wager loses; a stand-off wins nothing."""
    player, banker = total(hands["player"]), total(hands["banker"])
    winner = "tie" if player == banker else "player" if player > banker else "banker"
    if wager.endswith(" pair"):
        return stake * pair(options["pairs"], *hands[wager.split()[0]][:2]) or None
    if wager != winner:
        return 0 if winner == "tie" else None
    if wager == "banker" and options["settlement"] == "commission":
        return stake * 95 // 100
    if wager == "banker" and banker == 6:
        return stake // 2
    return stake * 8 if wager == "tie" else stake


def answer(case):
    hands = {name: cards.split() for name, cards in case.get("hands", {}).items()}
    if case["game"] != "mini-baccarat" or not hands:
        return {"id": case["id"], "skip": "not a finished coup of Mini Baccarat"}
    wagers, limits = [], case["limits"]
    for each in case["wagers"]:
        risk = min(each["stake"], limits["personal"].get(each["patron"], limits["maximum"]))
        won = settle(each["wager"], risk, case["options"], hands)
        result = "lost" if won is None else "won" if won else "stood off"
        back = each["stake"] - (risk if won is None else 0)
        wagers.append({**each, "result": result, "paid": won or 0, "returned": back})
    return {"id": case["id"], "wagers": wagers}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
