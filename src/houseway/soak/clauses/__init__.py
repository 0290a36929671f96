"""Whether every clause that a table's log cites applies: own arithmetic over the facts of the log.

Nothing here imports a game's rules, state or settlement. `facts` folds the JSON of the log,
`worth` counts cards and tiles, and each further module has a table of predicates by clause number.
"""
