"""Memory and threads. Judge: the process's own memory, and equal results."""

from __future__ import annotations

import resource
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dxobj import Container

from .conftest import DATA


def test_containers_hold_no_memory(textured: Path) -> None:
    data = textured.read_bytes()

    def read(count: int) -> int:
        for _ in range(count):
            Container.parse(data).bindings()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = read(500)
    # 10,000 containers have 66 MB together; the process grows by less than 8 MiB.
    assert read(10_000) - before < 8 << 10


def test_threads_read_at_once() -> None:
    files = sorted((DATA / "dxc").glob("*.dxil")) * 4

    def read(path: Path) -> object:
        return Container.open(path).reflect()

    expected = [read(path) for path in files]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(read, files)) == expected
