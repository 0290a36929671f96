"""Peers of other fields, measured in the same run: a hand of poker, a move of chess.

`make bench` installs them into an environment of their own; nothing of the project needs them.
"""

from __future__ import annotations

import random
from time import process_time


def pokerkit_hands(hands: int) -> float:
    """Heads-up hands of no-limit hold'em, checked down to the showdown, per CPU-second."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)
    begun = process_time()
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200, 200), 2)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            else:
                state.check_or_call()
    return hands / (process_time() - begun)


def chess_pushes(pushes: int) -> float:
    """Moves pushed onto a python-chess board per CPU-second, the moves known beforehand."""
    import chess

    chance = random.Random(1)
    board = chess.Board()
    games: list[list[chess.Move]] = []
    moves: list[chess.Move] = []
    while sum(len(each) for each in games) < pushes:
        legal = list(board.legal_moves)
        if not legal or len(moves) > 200:
            games.append(moves)
            board, moves = chess.Board(), []
            continue
        moves.append(chance.choice(legal))
        board.push(moves[-1])
    begun, done = process_time(), 0
    for each in games:
        board = chess.Board()
        for move in each:
            board.push(move)
        done += len(each)
    return done / (process_time() - begun)
