"""Lets PokerKit rank the hands of Tournament Canberra Poker; the wagers follow from its ranking.

pip install pokerkit
houseway conformance check kit --game tournament-canberra-poker --level settle \
    --program "python examples/conformance/peers/pokerkit_hands.py"

PokerKit knows no ante game, so the dealer's minimum is judged here and amounts are left out.
"""

import json
import sys

from pokerkit import StandardHighHand

ACE_KING = StandardHighHand("AcKd2h3s4c")


def hand(text):
    return StandardHighHand(text.split(",")[0].replace(" ", ""))


def results(patron, dealer):
    """What becomes of the ante and of the bet."""
    if dealer < ACE_KING:
        return {"ante": "won", "bet": "stood off"}
    if patron == dealer:
        return {"ante": "stood off", "bet": "stood off"}
    won = "won" if patron > dealer else "lost"
    return {"ante": won, "bet": won}


def answer(case):
    hands = case.get("hands", {})
    if "dealer" not in hands:
        return {"id": case["id"], "skip": "no hands were compared"}
    dealer, wagers = hand(hands["dealer"]), []
    for each in case["wagers"]:
        shown = hands.get(f"box {each['box']}")
        if shown is None:  # folded
            continue
        becomes = results(hand(shown), dealer)
        wagers.append({**each, "result": becomes[each["wager"]]})
    return {"id": case["id"], "wagers": wagers}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
