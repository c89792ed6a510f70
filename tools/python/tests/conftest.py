"""Containers of the repository, and of the corpus that DXC_CORPUS names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "dxc-format" / "tests" / "data"


def containers() -> list[Path]:
    """All containers, readable or not."""
    folders = [DATA]
    if "DXC_CORPUS" in os.environ:
        folders.append(Path(os.environ["DXC_CORPUS"]))
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix in (".dxil", ".dxbc")}
    return sorted(files)


@pytest.fixture
def textured() -> Path:
    return DATA / "dxc" / "ps_textured.sm60.dxil"
