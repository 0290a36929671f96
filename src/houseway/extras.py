"""Optional packages: the extra that brings each of them, and the sentence where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

_MODULES = {
    "log": ("apsw", "cryptography", "segno"),
    "serve": (
        "litestar", "uvicorn", "uvloop", "httptools", "jinja2", "markupsafe", "argon2", "zxcvbn",
    ),
    "analysis": ("numpy", "numba", "llvmlite"),
    "cluster": ("distributed", "dask"),
    "postgres": ("psycopg",),
    "parquet": ("arro3",),
    "plots": ("PIL",),
    "mcp": ("mcp",),
    "pdf": ("typst",),
    "train": ("fsrs",),
    "rl": ("gymnasium", "pettingzoo"),
}  # fmt: skip
_EXTRA_OF = {module: extra for extra, modules in _MODULES.items() for module in modules}
_PACKAGE_OF = {"argon2": "argon2-cffi", "arro3": "arro3-io", "PIL": "pillow"}
_POSIX = ("fcntl", "resource")  # of Python itself, but not on every system
_VERBS = {"serve": "serve", "people": "serve"}  # which need more than what they lack first


def installed(module: str) -> bool:
    """Say whether a package can be imported, without importing it."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def needs(module: str, what: str = "this", extra: str = "") -> str:
    """Say which package something needs, and the command that installs it."""
    package = _PACKAGE_OF.get(module, module)
    brought_by = extra or _EXTRA_OF[module]
    return f"{what} needs the package {package}: pip install 'houseway[{brought_by}]'"


def explained(failed: BaseException | None, verb: str = "") -> str:
    """Say what to install after a failed import; empty if no extra would have brought it."""
    while failed is not None and not isinstance(failed, ModuleNotFoundError):
        failed = failed.__cause__
    module = ((failed and failed.name) or "").split(".")[0]
    if module in _POSIX:
        return "this needs Linux or macOS: a log locks its files"
    return needs(module, extra=_VERBS.get(verb, "")) if module in _EXTRA_OF else ""


@contextmanager
def explaining() -> Iterator[None]:
    """Let a failed import say what to install, where an extra would bring it."""
    try:
        yield
    except ImportError as missing:
        sentence = explained(missing)
        if not sentence:
            raise
        raise ImportError(sentence, name=missing.name) from missing
