"""A worker process ends with the process that started it: nobody else would stop it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def end_with_parent() -> None:
    """Stop this process, as an operator would, once its parent is gone or if it is gone already."""
    parent = multiprocessing.parent_process()
    if parent is None:
        raise RuntimeError("no other process has started this one")

    def wait() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()
