"""Games that are compiled action by action, for many tables at once.

Each has one module here, with the name of its own folder, and a loop in `loops/` (`LOOP`):

    step_rules(data, terms)            the rules as numbers, for the loop; gains are whole numbers
                                       of which `scale` are one unit
    clauses(data, terms)               the clause of each refusal, by its number
    first_row(rules)                   the bytes of a table before its first round
    OBSERVED                           the type of the numbers that a program observes
    DRAWN                              room for the cards of one action, and their number first
"""
