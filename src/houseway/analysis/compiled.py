"""Reaching compiled code, or saying in one line what is missing.

A loop is compiled by numba once. Its machine code is kept on disk, and a process that finds it
there calls it without importing numba, which takes longer than a million rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from threading import Lock
from typing import Any

from houseway.analysis import CannotAnalyse
from houseway.extras import needs

_EXTRA = ("numba", "numpy", "llvmlite")
_LOOPS: dict[str, Callable[..., object]] = {}
_LOCK = Lock()
when_compiling: list[Callable[[], None]] = []  # called before a loop is compiled for this machine


def kernel(name: str) -> Any:
    """A module of `kernels/`."""
    return compiled_module(f"houseway.analysis.kernels.{name}")


def compiled_module(name: str) -> Any:
    """A module that needs numba and numpy: they are imported here and nowhere earlier."""
    try:
        return import_module(name)
    except ImportError as missing:
        module = (missing.name or "").split(".")[0]
        if module not in _EXTRA:
            raise
        raise CannotAnalyse(needs(module, "this analysis")) from missing


def run(name: str, *values: Any) -> None:
    """Call `fill` of a module of `kernels/loops/` with arrays, numbers and tuples of them."""
    with _LOCK:
        if name not in _LOOPS:
            _LOOPS[name] = _loop(name, values)
    _LOOPS[name](*values)


def _loop(name: str, values: tuple[Any, ...]) -> Callable[..., object]:
    kept = kernel("kept")
    found: Callable[..., object] | None = kept.load(name)
    if found is not None:
        return found
    with kept.compiling(name):
        found = kept.load(name)  # another process may have compiled it meanwhile
        return _compiled(name, values) if found is None else found


def _compiled(name: str, values: tuple[Any, ...]) -> Callable[..., object]:
    for announce in when_compiling:
        announce()
    made: Callable[..., object] = kernel("kept").compiled(
        name, kernel(f"loops.{name}").fill, values
    )
    return made
