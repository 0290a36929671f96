"""Reaching the compiled kernels, or saying in one line what is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from houseway.analysis import CannotAnalyse

_EXTRA = ("numba", "numpy", "llvmlite")


def kernel(name: str) -> Any:
    """A module of `kernels/`; numba and numpy are imported here and nowhere earlier."""
    try:
        return import_module(f"houseway.analysis.kernels.{name}")
    except ImportError as missing:
        if (missing.name or "").split(".")[0] not in _EXTRA:
            raise
        needed = (
            "this analysis needs the packages numba and numpy: pip install 'houseway[analysis]'"
        )
        raise CannotAnalyse(needed) from missing
