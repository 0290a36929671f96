"""Write the survey of this installation to the output, as MessagePack, for another process.

python -m houseway.coverage > survey.msgpack
"""

from __future__ import annotations

import sys

import msgspec

from houseway.coverage import survey_here

if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.msgpack.encode(survey_here()))
