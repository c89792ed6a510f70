"""Values are those of the command. Judge: the JSON that `dxobj` prints in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import dxobj
from dxobj import Container, FormatError

from .conftest import DATA

FILES = sorted((DATA / "dxc").glob("*.dxil"))


def command(*words: str) -> list[dict[str, Any]]:
    done = subprocess.run([sys.executable, "-m", "dxobj", *words], capture_output=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "key", "ask"),
    [
        (["bindings"], "bindings", Container.bindings),
        (["signatures"], "signatures", Container.signatures),
        (["validate"], "findings", Container.validate),
        (["verify"], "verdict", Container.verify),
        (["show"], "document", Container.document),
    ],
)
def test_values_are_those_of_the_command(words: list[str], key: str, ask: Any) -> None:
    lines = {line["path"]: line for line in command(*words, "--json", str(DATA / "dxc"))}
    for path in FILES:
        line = lines[str(path)]
        assert ask(Container.open(path)) == line.get(key, []), path


def test_reflection_is_that_of_the_command() -> None:
    lines = {line["path"]: line for line in command("reflect", "--json", str(DATA / "dxc"))}
    for path in FILES:
        line = lines[str(path)]
        reflection = Container.open(path).reflect()
        assert (reflection is not None) == line["known"], path
        for key, value in (reflection or {}).items():
            assert line[key] == value, (path, key)


def test_the_text_is_that_of_dxc() -> None:
    for path in FILES:
        text = path.with_suffix(".dumpbin.txt")
        if text.exists():
            header = text.read_text().splitlines()
            assert Container.open(path).dump().splitlines()[: len(header)] == header, path


def test_the_command_has_its_exit_status() -> None:
    missing = subprocess.run([sys.executable, "-m", "dxobj", "ls", "none.dxil"], capture_output=True, check=False)
    assert missing.returncode == 2 and b"none.dxil" in missing.stderr
    with pytest.raises(FormatError):
        Container.parse(b"")


@pytest.mark.parametrize("question", ["ls", "bindings", "reflect", "validate", "show"])
def test_each_is_the_command_on_a_folder(question: str) -> None:
    lines = command(question, "--json", str(DATA))
    for line in lines:
        del line["schema_version"]
    assert list(dxobj.each(question, DATA)) == lines
    assert any("error" in line for line in lines), "damaged files are lines"


def test_each_takes_options_and_several_folders() -> None:
    found = list(dxobj.each("ls", DATA / "dxc", DATA / "linkage", options=["--stage", "ps"]))
    expected = command("ls", "--json", "--stage", "ps", str(DATA / "dxc"), str(DATA / "linkage"))
    assert [line["path"] for line in found] == [line["path"] for line in expected] != []


def test_each_ends_with_the_loop() -> None:
    for answer in dxobj.each("show", DATA):
        assert answer["path"]
        break
    pair = zip(dxobj.each("verify", DATA / "dxc"), dxobj.each("ls", DATA / "dxc"))
    assert all(verdict["path"] == listed["path"] for verdict, listed in pair), "two run at once"


def test_each_refuses_what_it_cannot_run(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FormatError, match="unrecognized subcommand"):
        list(dxobj.each("reflct", DATA))
    with pytest.raises(FormatError, match="unexpected argument"):
        list(dxobj.each("reflect", DATA, options=["--no"]))
    assert [line["path"] for line in dxobj.each("ls", DATA / "nothing") if "error" in line]
    assert capfd.readouterr() == ("", "")
