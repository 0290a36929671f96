"""Reading a drawing back: what is in it, whatever it looks like."""

from __future__ import annotations

from xml.etree import ElementTree as ET

NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


def read(drawn: str) -> ET.Element:
    """The drawing as a tree; raises unless it is well-formed."""
    return ET.fromstring(drawn.replace(NAMESPACE, ""))  # noqa: S314 - our own text


def titles(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter("title")]


def texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter("text")]


def having(root: ET.Element, attribute: str) -> list[ET.Element]:
    return [each for each in root.iter() if each.get(attribute) is not None]
