"""Change functions that are already loaded: nothing is imported again, which saves most time."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, FunctionType

from tests.mutants.sources import ROOT

Place = tuple[str, int]  # a function's qualified name and its first line
Functions = Mapping[str, Sequence[FunctionType]]  # those that are loaded, by the path of their file


def loaded_functions() -> Functions:
    """Every function of the project that has been loaded."""
    functions: dict[str, list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(ROOT)):
            functions.setdefault(each.__code__.co_filename, []).append(each)
    return functions


def patch(functions: Functions, file: str, text: str) -> bool:
    """Give the loaded functions of a file the code of another text; whether any was changed.

    The other text has the same functions on the same lines.
    """
    path = str(ROOT / file)
    fresh = dict[Place, CodeType]()
    for code in _codes(compile(text, path, "exec", dont_inherit=True)):
        if _place(code) in fresh:
            return False  # two lambdas on one line cannot be told apart
        fresh[_place(code)] = code
    return sum(_replace(each, fresh) for each in functions.get(path, ())) > 0


def _codes(module: CodeType) -> Iterator[CodeType]:
    for each in module.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def _replace(function: FunctionType, fresh: dict[Place, CodeType]) -> bool:
    code = fresh.get(_place(function.__code__))
    if code is None or code == function.__code__:
        return False
    if code.co_freevars != function.__code__.co_freevars:
        return False
    function.__code__ = code
    return True
