"""Write the survey of this installation to the output, as MessagePack, for another process.

python -m houseway.coverage > survey.msgpack
"""

from __future__ import annotations

import os
import sys

import msgspec

from houseway.coverage import survey_here


def main() -> int:
    survey = msgspec.msgpack.encode(survey_here())
    try:
        sys.stdout.buffer.write(survey)
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the process that asked has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
