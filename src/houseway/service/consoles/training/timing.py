"""When a question was put to a trainee, sealed so that a page cannot say otherwise."""

from __future__ import annotations

import hmac
from hashlib import sha256

from houseway.service.settings import Settings

LEAST, MOST = 5, 600  # seconds that a limit may be
GRACE_MS = 3_000  # for the way of an answer to the house


def sealed(settings: Settings, person: str, drill: str, at_us: int) -> str:
    """A text for a hidden field: the time, and a keyed hash of time, person and drill."""
    return f"{at_us}.{_mac(settings, person, drill, at_us)}"


def took_ms(settings: Settings, text: str, person: str, drill: str, now_us: int) -> int | None:
    """How long an answer took; None where the seal is not of this house, person and drill."""
    at, _, mac = text[:100].partition(".")
    if not at.isascii() or not at.isdecimal():
        return None
    if not hmac.compare_digest(mac.encode(), _mac(settings, person, drill, int(at)).encode()):
        return None
    return max(0, now_us - int(at)) // 1_000


def checked_limit(seconds: int) -> int:
    """A limit within what is allowed; 0 is none."""
    return min(max(seconds, LEAST), MOST) if seconds > 0 else 0


def is_late(took: int | None, limit: int) -> bool:
    return bool(limit) and (took is None or took > limit * 1_000 + GRACE_MS)


def _mac(settings: Settings, person: str, drill: str, at_us: int) -> str:
    text = f"question {person}\n{drill}\n{at_us}"
    return hmac.new(settings.secret().encode(), text.encode(), sha256).hexdigest()[:32]
