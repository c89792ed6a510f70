"""Edits and errors. Judge: the bytes of other containers, and what the command says of a result."""

from __future__ import annotations

from pathlib import Path

import pytest

import dxobj
from dxobj import Container, FormatError

from .conftest import DATA, containers


def test_parts_are_those_of_the_directory(textured: Path) -> None:
    shader = Container.open(textured)
    assert [part.fourcc for part in shader] == ["SFI0", "ISG1", "OSG1", "PSV0", "STAT", "HASH", "DXIL"]
    assert shader.parts[1].offset == 0x4C and shader.parts[1].size == 216
    assert "PSV0" in shader and "RTS0" not in shader and len(shader) == 7
    assert shader.part_bytes("HASH") == textured.read_bytes()[0xDD4 + 8 : 0xDD4 + 28]
    assert shader.find("NONE") is None
    with pytest.raises(KeyError):
        shader["NONE"]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_buffer_is_read(textured: Path, kind: type) -> None:
    assert Container.parse(kind(textured.read_bytes())) == Container.open(textured)


def test_an_edited_field_is_written_and_signed(textured: Path) -> None:
    shader = Container.open(textured)
    fields = shader["ISG1"]
    fields["Signature"]["Parameters"][1]["Index"] = 3
    edited = shader.with_part("ISG1", fields)
    assert edited["ISG1"]["Signature"]["Parameters"][1]["Index"] == 3
    assert edited.verify() == "ok"
    # A part with its own fields is not changed.
    assert shader.with_part("ISG1", shader["ISG1"]) == shader


def test_parts_are_removed_and_added(textured: Path) -> None:
    shader = Container.open(textured)
    assert [part.fourcc for part in shader.without("STAT", "HASH")] == ["SFI0", "ISG1", "OSG1", "PSV0", "DXIL"]
    assert shader.strip(reflection=True) == shader.without("STAT")
    assert shader.with_part("PRIV", b"mine").part_bytes("PRIV") == b"mine"
    assert shader.without("SFI0").verify() == "ok"
    with pytest.raises(KeyError):
        shader.without("RTS0")


def test_a_root_signature_is_set_and_shown(textured: Path) -> None:
    shader = Container.open(textured)
    assert shader.root_signature() is None
    edited = shader.with_root_signature("CBV(b0), SRV(t0)")
    hlsl = edited.root_signature()
    assert hlsl is not None and "CBV(b0" in hlsl and "SRV(t0" in hlsl
    with pytest.raises(FormatError, match="WHAT"):
        shader.with_root_signature("CBV(b0), WHAT(t0)")


def test_errors_have_their_place() -> None:
    with pytest.raises(FormatError) as header:
        Container.open(DATA / "crafted" / "bad-magic.dxil")
    assert (header.value.part, header.value.path, header.value.offset) == (None, "header.magic", 0)
    shader = Container.open(DATA / "crafted" / "sig-name-offset-out.dxil")
    with pytest.raises(FormatError) as signature:
        shader.signatures()
    assert signature.value.part == "ISG1" and signature.value.path == "elements[0].name"
    assert signature.value.offset is not None and signature.value.offset > shader.parts[1].offset


def test_scan_finds_containers(textured: Path) -> None:
    data = b"\0" * 100 + textured.read_bytes() + b"\0" * 7
    (found,) = dxobj.scan(data)
    assert (found.offset, found.size, found.target) == (100, 6572, "ps_6_0")
    assert list(dxobj.scan(b"nothing")) == []


@pytest.mark.parametrize("path", containers(), ids=lambda path: path.name)
def test_damaged_files_raise_and_others_are_rebuilt(path: Path) -> None:
    try:
        shader = Container.open(path)
        document = shader.document()
    except FormatError:
        return
    assert Container.from_document(document).to_bytes() == shader.to_bytes()
