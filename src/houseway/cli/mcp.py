"""`houseway mcp`: the rulebook, settlement and figures as tools for assistants."""

from __future__ import annotations


def serve_tools() -> int:
    """Offer read-only tools to an assistant over the Model Context Protocol.

    Example: houseway mcp

    The tools are games, clause, search, settle, edge and what_if. They read standard input and
    write standard output until the input ends. Every answer carries the clauses that it rests on.
    """
    from houseway.assistant.server import server

    server().run()
    return 0
