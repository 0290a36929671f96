"""The measurement of a whole house, as far as it can be tested without measuring."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from benchmarks.load.__main__ import checkout


def test_a_folder_without_a_checkout_is_not_measured_against(tmp_path: Path) -> None:
    """Python would leave the folder out of its path and run this version a second time."""
    with pytest.raises(argparse.ArgumentTypeError, match="has no src/houseway"):
        checkout(str(tmp_path / "missing"))


def test_another_checkout_is_measured_against(tmp_path: Path) -> None:
    package = tmp_path / "src" / "houseway"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()

    assert checkout(str(tmp_path)) == tmp_path
