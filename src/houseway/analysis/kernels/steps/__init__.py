"""Games that are compiled action by action, for many tables at once.

Each has one module here, with the name of its own folder, and a loop in `loops/` (`LOOP`):

    step_rules(data, options, behind, log)   the rules as numbers, for the loop
    clauses(data)                            the clause of each refusal, by its number
    ROW, FACTS, ACTIONS, DRAWN               how long the rows of a table's arrays are
"""
