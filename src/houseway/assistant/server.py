"""The tools over the Model Context Protocol, on standard input and output."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from houseway.assistant.tools import TOOLS, Answer
from houseway.version import __version__

_INSTRUCTIONS = (
    "Casino table games by their approved rules. Every answer has citations: name the clauses when"
    " you use an answer. Amounts are dollars, edges are fractions of the stake."
)


def server() -> MCPServer:
    """A server that offers every tool, all of them read-only."""
    made = MCPServer("houseway", instructions=_INSTRUCTIONS, version=__version__)
    for tool in TOOLS:
        made.tool(annotations=ToolAnnotations(read_only_hint=True))(_explaining(tool))
    return made


def _explaining(tool: Callable[..., Answer]) -> Callable[..., Answer]:
    """A tool that tells the assistant what is wrong with a question, such as an unknown clause."""

    @wraps(tool)
    def asked(*given: Any, **named: Any) -> Answer:
        try:
            return tool(*given, **named)
        except (LookupError, ValueError, ImportError) as wrong:
            raise ToolError(str(wrong)) from wrong

    return asked
