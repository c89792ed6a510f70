"""Times reading a folder of 10,000 containers: this package, the command, and the Kaitai export.

Usage: python folder.py [KAITAI], where KAITAI is the folder of the Python files that `kaitai-struct-compiler` makes of
`cargo xtask export kaitai`.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dxobj
from dxobj import Container

DATA = Path(__file__).parents[3] / "dxc-format" / "tests" / "data"
COUNT = 10_000
RUNS = 3


def fill(folder: Path) -> list[Path]:
    """Copies containers into a folder, again and again until it has enough."""
    sources = [path for name in ("dxc", "linkage") for path in sorted((DATA / name).rglob("*.dx*")) if path.suffix != ".tsv"]
    files = []
    for index in range(COUNT):
        source = sources[index % len(sources)]
        files.append(folder / f"{index:05}{source.suffix}")
        shutil.copyfile(source, files[-1])
    return files


def cpu() -> float:
    """The CPU time of this process and of those that it ran, in seconds."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """The shortest time and the least CPU time of several runs, in seconds."""
    times = []
    for _ in range(RUNS):
        start, used = time.perf_counter(), cpu()
        work()
        times.append((time.perf_counter() - start, cpu() - used))
    return min(time for time, _ in times), min(used for _, used in times)


def reflect(path: Path) -> object:
    return Container.open(path).reflect()


def bindings(path: Path) -> object:
    return Container.open(path).bindings()


def threads(count: int, files: list[Path], read: Callable[[Path], object]) -> None:
    if count == 1:
        for path in files:
            read(path)
        return
    # Each task has many files: a task costs about as much as reading one.
    blocks = [files[start : start + 100] for start in range(0, len(files), 100)]
    with ThreadPoolExecutor(count) as pool:
        for _ in pool.map(lambda block: [read(path) for path in block], blocks):
            pass


def command(folder: Path, cores: set[int], decode: bool) -> None:
    """Runs `dxobj reflect --json`; if `decode` is set, it also decodes each line."""
    words = [sys.executable, "-m", "dxobj", "reflect", "--json", "--quiet", str(folder)]
    own = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        os.sched_setaffinity(0, own)
        assert process.stdout is not None
        for line in process.stdout:
            if decode:
                json.loads(line)


def kaitai(folder: str) -> Callable[[Path], object]:
    """A function that reads a file with the Kaitai export, whose parts are read completely."""
    sys.path.insert(0, folder)
    reader = importlib.import_module("dxcontainer").Dxcontainer

    def fields(node: object) -> None:
        """Reads what a node has by offset, which is read when it is asked for."""
        for name, member in vars(type(node)).items():
            if isinstance(member, property):
                getattr(node, name)

    def read(path: Path) -> object:
        with path.open("rb") as file:
            container = reader.from_io(file)
            fields(container)
            for part in container.parts:
                fields(part)
                for value in list(vars(part).values()):
                    fields(value)
            return container

    return read


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = fill(folder)
        size = sum(path.stat().st_size for path in files)
        print(f"{COUNT} containers, {size / 1e6:.0f} MB; {len(os.sched_getaffinity(0))} cores; best of {RUNS} runs")
        two = set(sorted(os.sched_getaffinity(0))[:2])
        one = set(sorted(two)[:1])
        rows: list[tuple[str, Callable[[], object]]] = [
            ("`dxobj reflect --json`, one core", lambda: command(folder, one, False)),
            ("`dxobj reflect --json`, two cores", lambda: command(folder, two, False)),
            ("the same, each line decoded by `json`", lambda: command(folder, two, True)),
            ("`reflect()`, one thread", lambda: threads(1, files, reflect)),
            ("`reflect()`, two threads", lambda: threads(2, files, reflect)),
            ("`dxobj.each(\"reflect\", folder)`", lambda: [*dxobj.each("reflect", folder)]),
            ("`bindings()`, one thread", lambda: threads(1, files, bindings)),
            ("`bindings()`, two threads", lambda: threads(2, files, bindings)),
        ]
        if len(sys.argv) > 1:
            read = kaitai(sys.argv[1])
            rows.append(("the Kaitai export: fields of parts, one thread", lambda: threads(1, files, read)))
        for what, work in rows:
            elapsed, used = timed(work)
            print(f"| {what} | {elapsed:.2f} | {used:.2f} |", flush=True)


if __name__ == "__main__":
    main()
