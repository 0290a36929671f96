"""The house's key: made once, for its owner alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.store import house_key
from houseway.store.house_key import SealError, open_key


def test_a_key_is_made_at_first_use_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "house.key"
    key = open_key(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert open_key(path).private_bytes_raw() == key.private_bytes_raw()
    assert house_key.read_public_key(tmp_path / "keys" / "house.key.pub") == key.public_key()
    assert sorted(each.name for each in path.parent.iterdir()) == ["house.key", "house.key.pub"]


def test_a_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    open_key(tmp_path / "house.key")
    (tmp_path / "house.key").chmod(0o640)
    with pytest.raises(SealError, match=r"house\.key can be read by others"):
        open_key(tmp_path / "house.key")


def test_a_file_that_is_no_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house.key").write_text("open sesame", encoding="utf-8")
    (tmp_path / "house.key").chmod(0o600)
    with pytest.raises(SealError, match="not a private key"):
        open_key(tmp_path / "house.key")
    with pytest.raises(SealError, match="not a public key"):
        house_key.read_public_key(tmp_path / "house.key")


def test_a_public_half_of_another_key_is_refused(tmp_path: Path) -> None:
    open_key(tmp_path / "house.key")
    open_key(tmp_path / "other.key")
    (tmp_path / "other.key.pub").replace(tmp_path / "house.key.pub")
    with pytest.raises(SealError, match="not the public half"):
        open_key(tmp_path / "house.key")
