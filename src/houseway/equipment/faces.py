"""What says which face something shows: the mark on the types of cards, tiles, dice and pockets.

A field of a command or event whose type holds a card, a tile or a type with this mark names a face.
At a virtual table only the house may name one that the log has not assigned yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import Struct

from houseway.equipment.cards import Card
from houseway.equipment.tiles import Tile

FACE = "face"  # Annotated[int, FACE]: where a type of its own would be too much


def is_face(annotation: Any) -> bool:
    """Whether a value of this type names a face, by itself or inside a collection or a struct."""
    if annotation in (Card, Tile) or FACE in getattr(annotation, "__metadata__", ()):
        return True
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return bool(face_fields(annotation))
    return any(map(is_face, get_args(annotation)))


@cache
def face_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of a command or event that name faces, by their types."""
    return tuple(each.name for each in msgspec.structs.fields(kind) if is_face(each.type))


def faces_of(value: Struct) -> Iterator[str]:
    """Every face that a command or event names; an unseen card names none."""
    for field in face_fields(type(value)):
        yield from _flat(getattr(value, field))


def _flat(value: Any) -> Iterator[str]:
    if isinstance(value, Struct):
        yield from faces_of(value)
    elif isinstance(value, Mapping):
        yield from _flat(tuple(value.values()))
    elif isinstance(value, tuple | list | set | frozenset):
        for each in value:
            yield from _flat(each)
    elif value is not None and value != "":
        yield str(value)
