"""Check the receipt of one ruling, offline, with this one file.

    python receipt_check.py RECEIPT --public house.key.pub [--witness VERIFIER_KEY ...]

RECEIPT is a .hwreceipt file, or a file with the text of the QR code. Exit status: 0 it holds, 1 it
does not, 2 it cannot be read. Python 3.11 is enough; `cryptography` is used if it is installed.
"""

import argparse
import base64
import hashlib
import json
import sys
import zlib
from pathlib import Path
from typing import Any

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:  # plain Python below does the same, slowly
    Ed25519PublicKey = None  # type: ignore[assignment, misc]

MAGIC, TEXT_MARK = b"HWR1", "HWR1:"  # the text of a QR code is base45 (RFC 9285)
PURPOSE = b"houseway receipt 1\n"
BASE45 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
FIELDS = ("prev", "seq", "key", "stream", "version", "kind", "schema", "body", "at_us",
          "actor", "role", "edition", "engine")  # fmt: skip


class ReceiptWrong(ValueError):
    """The receipt does not hold."""


def check(receipt: bytes, public: bytes, witnesses: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return what a receipt says; raise unless all of it holds for these keys."""
    if receipt[:4] != MAGIC or not 200 < len(receipt) < 65_536:
        raise ReceiptWrong("this is not a receipt")
    _verify(public, PURPOSE + receipt[:-64], receipt[-64:], "the house's signature of the receipt")
    try:
        begin = 6 + int.from_bytes(receipt[4:6], "big")
        content = json.loads(zlib.decompressobj().decompress(receipt[6:begin], 65_536))
        event = dict(zip(FIELDS, content["event"], strict=True))
        end = len(receipt) - 128 - 72 * len(content["witnesses"])  # of the proof
        proof = [receipt[at : at + 32] for at in range(begin, end, 32)]
        root = _root(_leaf(event), content["index"], content["size"], proof)
        text = f"{content['origin']}\n{content['size']}\n{base64.b64encode(root).decode()}\n"
        house, rest = receipt[end : end + 64], receipt[end + 64 : -64]
        cosigned = {n: rest[72 * i : 72 * i + 72] for i, n in enumerate(content["witnesses"])}
    except Exception as wrong:  # whatever is wrong inside, the receipt is
        raise ReceiptWrong(f"the receipt is damaged: {wrong}") from wrong
    _verify(public, text.encode(), house, "the house's signature of the checkpoint")
    times = {}
    for vkey in witnesses:
        name, key = read_witness(vkey)
        if name not in cosigned:
            raise ReceiptWrong(f"the witness {name} did not cosign")
        times[name] = int.from_bytes(cosigned[name][:8], "big")
        message = f"cosignature/v1\ntime {times[name]}\n{text}".encode()
        _verify(key, message, cosigned[name][8:], f"the signature of the witness {name}")
    return {**content, "event": event, "root": root.hex(), "witnessed": times}


def _leaf(event: dict[str, Any]) -> bytes:
    """The hash of the event as the log has it, and of that the leaf of the tree (RFC 6962)."""
    digest = hashlib.sha256()
    for name, value in event.items():
        if isinstance(value, int):
            part = value.to_bytes(8, "big", signed=True)
        else:
            part = bytes.fromhex(value) if name == "prev" else value.encode()
        digest.update(len(part).to_bytes(8, "big") + part)
    return hashlib.sha256(b"\x00" + digest.digest()).digest()


def _root(found: bytes, index: int, size: int, proof: list[bytes]) -> bytes:
    last = size - 1  # RFC 9162 2.1.3.2
    if not 0 <= index <= last:
        raise ReceiptWrong("the event has no place in the tree")
    for each in proof:
        if last == 0 or len(each) != 32:
            raise ReceiptWrong("the proof is too long")
        if index & 1 or index == last:
            found = hashlib.sha256(b"\x01" + each + found).digest()
            while index & 1 == 0 and index:
                index, last = index >> 1, last >> 1
        else:
            found = hashlib.sha256(b"\x01" + found + each).digest()
        index, last = index >> 1, last >> 1
    if last:
        raise ReceiptWrong("the proof is too short")
    return found


def read_witness(vkey: str) -> tuple[str, bytes]:
    name, _, rest = vkey.strip().partition("+")
    content = base64.b64decode(rest.partition("+")[2])
    if len(content) != 33 or content[0] != 4:
        raise ValueError(f"{vkey!r} is not the verifier key of a witness")
    return name, content[1:]


def _verify(key: bytes, message: bytes, signature: bytes, what: str) -> None:
    if Ed25519PublicKey is None:
        if not ed25519_holds(key, message, signature):
            raise ReceiptWrong(f"{what} is wrong")
        return
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except InvalidSignature as wrong:
        raise ReceiptWrong(f"{what} is wrong") from wrong


_P, _L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # Ed25519 (RFC 8032)
_D = -121665 * pow(121666, -1, _P) % _P
_Point = tuple[int, int, int, int]


def _add(a: _Point, b: _Point) -> _Point:
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % _P, (a[1] + a[0]) * (b[1] + b[0]) % _P
    g, h = 2 * a[3] * b[3] * _D % _P, 2 * a[2] * b[2] % _P
    x, y, z, t = f - e, h - g, h + g, f + e
    return x * y % _P, z * t % _P, y * z % _P, x * t % _P


def _times(number: int, point: _Point) -> _Point:
    total = (0, 1, 1, 0)
    while number:
        total = _add(total, point) if number & 1 else total
        point, number = _add(point, point), number >> 1
    return total


def _point(content: bytes) -> _Point | None:
    y = int.from_bytes(content, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    x = x if x * x % _P == square else x * pow(2, (_P - 1) // 4, _P) % _P
    if y >= _P or x * x % _P != square or (x == 0 and sign):
        return None
    x = _P - x if x & 1 != sign else x
    return x, y, 1, x * y % _P


def ed25519_holds(key: bytes, message: bytes, signature: bytes) -> bool:
    own, r, s = _point(key), _point(signature[:32]), int.from_bytes(signature[32:], "little")
    base = _point((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))
    if not (own and r and base and s < _L and len(signature) == 64):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    left, right = _times(s, base), _add(r, _times(h, own))
    return all((left[i] * right[2] - right[i] * left[2]) % _P == 0 for i in (0, 1))


def from_text(content: bytes) -> bytes:
    """The receipt of a file, or of the text that a QR code was read as."""
    if not content.startswith(TEXT_MARK.encode()):
        return content
    digits = [BASE45.index(each) for each in content.decode().rstrip("\r\n")[len(TEXT_MARK) :]]
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    numbers = [(sum(d * 45**n for n, d in enumerate(each)), len(each) - 1) for each in groups]
    return b"".join(number.to_bytes(size, "big") for number, size in numbers)


def read_key(pem: str) -> bytes:
    lines = (line for line in pem.splitlines() if not line.startswith("-----"))
    content = base64.b64decode("".join(lines))
    if len(content) != 44 or content[:12].hex() != "302a300506032b6570032100":
        raise ValueError("that is not an Ed25519 public key in PEM")
    return content[-32:]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the receipt of one ruling, offline.")
    parser.add_argument("receipt")
    parser.add_argument("--public", required=True, help="the house's public key, a file")
    parser.add_argument("--witness", action="append", default=[], help="a witness's verifier key")
    given = parser.parse_args(arguments)
    try:
        receipt = from_text(Path(given.receipt).read_bytes())
        found = check(receipt, read_key(Path(given.public).read_text("utf8")), tuple(given.witness))
    except (OSError, ValueError, OverflowError) as wrong:
        status = 1 if isinstance(wrong, ReceiptWrong) else 2
        how = ("does not hold", "cannot be checked")[status - 1]
        print(f"The receipt {how}: {wrong}", file=(sys.stdout, sys.stderr)[status - 1])
        return status
    lines = ["The receipt holds: {kind}, {stream} version {version}".format(**found["event"])]
    lines += [
        found["event"]["body"],
        *(f"{each}: {text}" for each, text in found["clauses"].items()),
    ]
    lines += [f"Event {found['index'] + 1} of {found['size']} signed for by {found['origin']}"]
    lines += [f"Witnessed by {name} at {at}" for name, at in found["witnessed"].items()]
    print("\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
