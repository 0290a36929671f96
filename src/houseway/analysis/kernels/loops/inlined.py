"""How most parts of a loop are compiled: once each, and put into their callers by LLVM.

Numba could also copy their source into every caller (`inline="always"`), and then analyses it
again at every call; that took most of the time to compile. The parts of `staking` are copied all
the same: three loops of it took 6 to 18 per cent longer otherwise. Nothing caches a part by
itself: such a file would not notice that another module, which the part calls, has changed.

Only compiled code calls a part. Numba therefore makes no function for it that Python could call,
and a call from Python crashes; a test compiles a caller of its own. Nor does it count references,
because no part allocates. Both together took a fifth of the time to compile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numba import njit

if TYPE_CHECKING:  # numba's types leave out two of the options
    inlined = njit(nogil=True, forceinline=True)
else:
    inlined = njit(nogil=True, forceinline=True, no_cpython_wrapper=True, _nrt=False)
