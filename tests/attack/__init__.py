"""Attacks on a served house by a client that knows nothing but HTTP, JSON and the description.

Nothing here imports Houseway: the house is started as `python -m houseway serve`, signed in to with
the link that it prints, and asked as anybody on its network could ask it. The fuzz of the
file readers (`test_files.py`) is the one exception: it calls the readers directly, for speed.
"""
