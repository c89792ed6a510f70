"""Pipelines and instructions. Judge: the JSON that `dxobj` prints in a process of its own, and the text of DXC."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import dxobj
from dxobj import Container, FormatError

from .conftest import DATA
from .test_command import command

LINKAGE = DATA / "linkage"


def pipelines() -> list[list[str]]:
    """The files of each pipeline of the corpus, without topologies and input layouts."""
    with (LINKAGE / "pipelines.tsv").open() as file:
        rows = [row for row in csv.reader(file, delimiter="\t") if row and not row[0].startswith("#")]
    files = {row[0]: [str(LINKAGE / word) for word in row[0].split()] for row in rows}
    return list(files.values())


@pytest.mark.parametrize("files", pipelines(), ids=lambda files: "-".join(Path(file).stem for file in files))
def test_a_pipeline_is_that_of_the_command(files: list[str]) -> None:
    expected = command("pipeline", "--json", *files)
    for line in expected:
        del line["schema_version"]
    shaders = {file: Container.open(file) for file in files}
    if any("error" in line for line in expected):
        with pytest.raises(FormatError):
            dxobj.pipeline(shaders)
    else:
        assert dxobj.pipeline(shaders) == expected


def test_options_are_those_of_the_command(tmp_path: Path) -> None:
    file = str(LINKAGE / "dxc" / "vs_array.dxil")
    root = tmp_path / "root signature"
    root.write_text("CBV(b0)")
    options = ["--topology", "triangle", "--input-layout", "POSITION:R32G32B32_FLOAT,A:R8G8_UNORM"]
    expected = command("pipeline", "--json", *options, "--root-signature", str(root), file)
    found = dxobj.pipeline(
        {file: Container.open(file)},
        topology="triangle",
        input_layout=["POSITION:R32G32B32_FLOAT", "A:R8G8_UNORM"],
        root_signature="CBV(b0)",
    )
    assert [line["findings"] for line in found] == [line["findings"] for line in expected]
    assert found[0]["findings"]


def test_a_root_signature_with_broken_rules_has_an_entry() -> None:
    file = str(LINKAGE / "dxc" / "vs_array.dxil")
    shaders = {file: Container.open(file)}
    hostile = Container.open(DATA / "hostile" / "rts0-infinity-metadata.dxil")
    broken, stage = dxobj.pipeline(shaders, root_signature=hostile)
    assert {finding["rule"] for finding in broken["findings"]} == {"sampler-address", "sampler-border-color"}
    assert stage["path"] == file
    # HLSL with broken rules is a mistake, with its line.
    with pytest.raises(FormatError, match="1:10: a stage sees registers twice"):
        dxobj.pipeline(shaders, root_signature="CBV(b0), CBV(b0)")


def test_wrong_pipelines_raise(textured: Path) -> None:
    shader = Container.open(textured)
    with pytest.raises(FormatError, match="pixel"):
        dxobj.pipeline({"a": shader, "b": shader})
    with pytest.raises(FormatError, match="square"):
        dxobj.pipeline({"a": shader}, topology="square")
    with pytest.raises(FormatError):
        dxobj.pipeline({})
    damaged = Container.open(DATA / "crafted" / "sig-name-offset-out.dxil")
    with pytest.raises(FormatError) as error:
        dxobj.pipeline({"-": damaged})
    assert error.value.part == "ISG1"


def test_instructions_are_those_of_the_command(textured: Path) -> None:
    for path in [textured, LINKAGE / "fxc" / "vs.dxbc"]:
        (line,) = command("dump", "--json", str(path))
        found = Container.open(path).instructions()
        assert found == {"syntax": line["syntax"], "text": line["text"]}
    main = Container.open(textured).instructions("main")
    assert main is not None and main["text"].startswith("define void @main() {")
    assert Container.open(textured).instructions("none") is None
    assert Container.open(textured).without("DXIL").instructions() is None
