"""Side wagers that an edition adds: declared as data, judged and settled beside the game's own.

`facts` are what a game lets a condition ask about a round, `language` reads conditions, `wager` is
one side wager as a value, and `judging` adds them to a game.
"""
