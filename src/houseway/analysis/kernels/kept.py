"""Machine code kept on disk: what numba compiled in one process, the next one calls directly.

A file has the object code of one loop, as LLVM made it, and how it is called. It is found by a
stamp of everything that made it: our own sources, the versions of numba, llvmlite and Python, and
the processor. Whatever does not fit is not found, and the loop is compiled as if there were none.

Numba calls a loop with two pointers, for a result and for what went wrong, and then its values: an
array as seven numbers or more (owner, parent, items, size of one, address, shape, strides), a tuple
as its members, a number as itself. The loops allocate nothing, so that they need nothing of numba
while they run. What only numba's wrappers around them would need points at `abort`, until numba is
imported and puts its own there.
"""

from __future__ import annotations

import ctypes
import json
import os
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

_HERE = Path(__file__).parent
_OBJECT = b"\x7fELF\x02\x01"  # of 64 bits, the least byte first
_SYMBOLS = 2  # the kind of section that has them
_OF_NUMBA = ("NRT_", "numba_")  # how the names of numba's own functions begin
_OF_A_SYMBOL = struct.Struct("<IBBHQQ")
_OF_A_SECTION = struct.Struct("<IIQQQQIIQQ")


def load(name: str) -> Callable[..., None] | None:
    """A loop whose machine code was kept, or None."""
    try:
        head, _, code = _file(name).read_bytes().partition(b"\n")
        told = json.loads(head)
    except (OSError, ValueError, ImportError):  # a package that is not there is an ImportError
        return None
    if told.get("digest") != sha256(code).hexdigest():
        return None
    engine = _engine(code)
    return engine and _Loop(engine, told["symbol"], told["values"])


@contextmanager
def compiling(name: str) -> Iterator[None]:
    """Let one process at a time compile a loop: those that waited load what it has kept."""
    lock = _lock(name)
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


def _lock(name: str) -> int | None:
    """A locked file; None where there can be none, and every process compiles for itself."""
    try:
        import fcntl  # not on every system

        path = _file(name).with_suffix(".lock")
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        fcntl.flock(lock, fcntl.LOCK_EX)
    except (OSError, ImportError):
        return None
    return lock


def compiled(name: str, fill: Any, values: tuple[Any, ...]) -> Any:
    """The loop that numba compiles for such values; its machine code is kept if it can be."""
    typeof: Any = import_module("numba").typeof
    fill.compile(tuple(typeof(each) for each in values))
    [made] = fill.overloads.values()
    _, _, (code, _) = made.library.serialize_using_object_code()
    if code.startswith(_OBJECT):
        told = {
            "symbol": made.fndesc.llvm_func_name,
            "values": [_sort(each) for each in _members(values)],
            "digest": sha256(code).hexdigest(),
        }
        _write(_file(name), json.dumps(told).encode() + b"\n" + code)
    return fill


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all; where nothing may be written nothing is kept."""
    beside = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        beside.replace(path)
    except OSError:
        return


def _file(name: str) -> Path:
    folder = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(folder) if folder else _HERE / "__pycache__") / f"{name}.{_stamp()}.kept"


@lru_cache(maxsize=1)
def _stamp() -> str:
    llvm, seen = _llvm(), sha256()
    for source in sorted(_HERE.rglob("*.py")):
        seen.update(f"{source.relative_to(_HERE)}\n".encode() + source.read_bytes())
    made_by = [version("numba"), version("llvmlite"), version("numpy"), sys.version, sys.platform]
    processor = [llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()]
    seen.update("\n".join(made_by + processor).encode())
    return seen.hexdigest()[:32]


def _llvm() -> Any:
    return import_module("llvmlite.binding")


def _engine(code: bytes) -> Any:
    """Machine code in memory; None if it wants something that is neither here nor numba's."""
    llvm = _llvm()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    missing = [name for name in _undefined(code) if llvm.address_of_symbol(name) is None]
    if not all(name.startswith(_OF_NUMBA) for name in missing):
        return None
    stub = ctypes.cast(ctypes.CDLL(None).abort, ctypes.c_void_p).value
    for name in missing:
        llvm.add_symbol(name, stub)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


class _Loop:
    """Machine code, ready to be called with values of the same sorts as it was compiled for."""

    def __init__(self, engine: Any, symbol: str, sorts: list[str]) -> None:
        self._engine, self._sorts = engine, sorts
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32)(engine.get_function_address(symbol))
        self._call.argtypes = None  # type: ignore[assignment]

    def __call__(self, *values: Any) -> None:
        members = list(_members(values))
        if [_sort(each) for each in members] != self._sorts:
            raise TypeError(f"compiled for {self._sorts}, not {[_sort(each) for each in members]}")
        result, wrong = ctypes.c_void_p(), ctypes.c_void_p()
        handed = [argument for each in members for argument in _arguments(each)]
        status = self._call(ctypes.byref(result), ctypes.byref(wrong), *handed)
        if status:
            raise RuntimeError(f"a compiled loop gave up with status {status}")


def _members(values: tuple[Any, ...]) -> Iterator[Any]:
    for each in values:
        if isinstance(each, tuple):
            yield from _members(each)
        else:
            yield each


def _sort(value: Any) -> str:
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("an array that is not in one piece")
        return f"{value.dtype.str}[{value.ndim}]"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    raise TypeError(f"{value!r} is neither an array nor a whole number")


def _arguments(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [ctypes.c_uint8(value)]
    if isinstance(value, int):
        return [ctypes.c_int64(value)]
    whole = [value.size, value.itemsize]
    address = ctypes.c_void_p(value.ctypes.data)
    nobody = [ctypes.c_void_p(), ctypes.c_void_p()]
    shape = map(ctypes.c_int64, (*value.shape, *value.strides))
    return [*nobody, *map(ctypes.c_int64, whole), address, *shape]


def _undefined(code: bytes) -> Iterator[str]:
    """The symbols that an object file (ELF, 64 bits) takes from elsewhere."""
    (sections,) = struct.unpack_from("<Q", code, 40)
    size, many = struct.unpack_from("<HH", code, 58)
    table = [_OF_A_SECTION.unpack_from(code, sections + size * at) for at in range(many)]
    for _, kind, _, _, begins, length, link, *_ in table:
        if kind != _SYMBOLS:
            continue
        names = table[link][4]
        for at in range(begins, begins + length, _OF_A_SYMBOL.size):
            name, _, _, section, _, _ = _OF_A_SYMBOL.unpack_from(code, at)
            if name and not section:
                end = code.index(b"\0", names + name)
                yield code[names + name : end].decode()
