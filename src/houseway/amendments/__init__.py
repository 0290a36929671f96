"""Amendments as data: an edition that changes an approved one, from one file (`.hwa`, TOML).

`reading.read_amendment` reads and checks a file and makes the game of the new edition; `adopt` lets
everything else in Houseway use that edition by its id. `checking` runs the file's scenarios,
`comparing` says what changes, and `impact` finds logged rounds that would be settled differently.
"""
