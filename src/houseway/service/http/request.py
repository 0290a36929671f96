"""What a handler is given: the request with its account and session, and the open floor."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.di import NamedDependency

from houseway.service.floor import Floor

Asking = Request[Any, Any, Any]  # `user` is the Account or None, `auth` the Session or None
OpenFloor = NamedDependency[Floor]  # for a parameter called `floor`
