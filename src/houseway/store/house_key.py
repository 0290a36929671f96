"""The house's own key: it signs checkpoints, and is kept outside the database."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.store.keyfile import make_private, sync_folder, write_whole
from houseway.store.log import LogError


class SealError(LogError):
    """A checkpoint cannot be made, or a key cannot be read."""


def open_key(
    path: Path, first: Callable[[Ed25519PrivateKey], None] = lambda key: None
) -> Ed25519PrivateKey:
    """The private key of a file; at first use it is made, with its public half beside it.

    `first` is done with a new key before it has its name, and again if it was cut short.
    """
    if not path.exists():
        _make_key(path, first)
    if path.stat().st_mode & 0o077:
        raise SealError(f"{path.name} can be read by others; only its owner may (mode 0600)")
    key = _load(path)
    public = public_path(path)
    if not public.exists():
        write_public(path, key)
    if read_public_key(public) != key.public_key():
        raise SealError(f"{public.name} is not the public half of {path.name}")
    return key


def write_public(path: Path, key: Ed25519PrivateKey, policy: str = "") -> None:
    """Write the public half of a key, with the witnesses that count below it."""
    public, content = public_path(path), _public_pem(key) + policy.encode()
    if not public.exists() or public.read_bytes() != content:
        write_whole(public, content, mode=0o644)


def public_path(path: Path) -> Path:
    """Where the public half of a key is kept."""
    return path.with_name(path.name + ".pub")


def read_public_key(path: Path) -> Ed25519PublicKey:
    return public_key(path.read_bytes(), path.name)


def public_key(pem: bytes, name: str) -> Ed25519PublicKey:
    """The key of a text in PEM; `name` is what a refusal calls it."""
    try:
        key = serialization.load_pem_public_key(pem)
    except ValueError as wrong:
        raise SealError(f"{name} is not a public key in PEM") from wrong
    if not isinstance(key, Ed25519PublicKey):
        raise SealError(f"{name} is not an Ed25519 key")
    return key


def fingerprint(key: Ed25519PublicKey) -> str:
    """SHA-256 of the public key, short enough to be read aloud and compared."""
    return hashlib.sha256(key.public_bytes_raw()).hexdigest()[:16]


def _make_key(path: Path, first: Callable[[Ed25519PrivateKey], None]) -> None:
    """Made under another name, and never over a key that someone else made at the same moment."""
    new = path.with_name(path.name + ".new")
    with suppress(FileExistsError, FileNotFoundError):
        if not new.exists():
            make_private(new, _private_pem(Ed25519PrivateKey.generate()))
        first(_load(new))
        os.link(new, path)
        sync_folder(path.parent)
    new.unlink(missing_ok=True)


def _private_pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _load(path: Path) -> Ed25519PrivateKey:
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError) as wrong:
        raise SealError(f"{path.name} is not a private key in PEM without a password") from wrong
    if not isinstance(key, Ed25519PrivateKey):
        raise SealError(f"{path.name} is not an Ed25519 key")
    return key


def _public_pem(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
