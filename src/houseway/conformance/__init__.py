"""Conformance kit: seeded cases with their answers, and the comparison with another program's.

`houseway conformance make` writes the cases of a game and what the approved rules answer;
`houseway conformance check` compares the answers of another program and reports by clause.
"""
