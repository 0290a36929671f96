"""The fields of commands and their types, each read from its annotations once."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


@cache
def hints_of(kind: type[Any]) -> dict[str, Any]:
    return get_type_hints(kind)
