"""Reads, edits and checks compiled Direct3D shaders: DXContainer files, also called DXBC or DXIL containers.

```python
from dxobj import Container

shader = Container.open("ps.dxil")
for binding in shader.bindings():
    print(binding["name"], binding["letter"], binding["first"])
```

All values have the keys of the JSON that the command `dxobj` prints; `dxobj schema` describes them. The module
`dxobj.types` has a class for each table and structure of the format.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Union, cast

from dxobj import _native

__all__ = ["Container", "FormatError", "Part", "Scanned", "each", "pipeline", "root_signature", "scan"]

Buffer = Union[bytes, bytearray, memoryview]


class FormatError(ValueError):
    """A file that cannot be read, or a value that cannot be written."""

    part: str | None
    """The FourCC of the part with the error, if it is in a part."""
    path: str | None
    """The field, such as `elements[3].name`."""
    offset: int | None
    """The offset in the file, in bytes."""

    def __init__(
        self,
        message: str,
        part: str | None = None,
        path: str | None = None,
        offset: int | None = None,
    ) -> None:
        super().__init__(message)
        self.part, self.path, self.offset = part, path, offset


@dataclass(frozen=True)
class Part:
    """A part of a container."""

    index: int
    """Its index in the file."""
    fourcc: str
    """Its FourCC, such as `PSV0`."""
    name: str | None
    """Its name, if its format is known."""
    offset: int
    """The offset of its header in the file, in bytes."""
    size: int
    """The size of its content in bytes."""


@dataclass(frozen=True)
class Scanned:
    """A container that `scan` found."""

    place: str
    """Where it was found, such as `at 0x40`."""
    offset: int | None
    """Its offset in the file, in bytes, unless it is in decoded text."""
    size: int
    """Its size in bytes."""
    target: str | None
    """The target profile, such as `ps_6_0`."""
    parts: list[str]
    """The FourCCs of its parts."""


def _message(messages: Iterable[str]) -> str:
    """The messages of a command without the words that only its users need: `error`, and the name of its input."""
    return "\n".join(message.removeprefix("error: ").removeprefix("-:").lstrip() for message in messages)


def _run(words: list[str], data: bytes, *, may_find: bool = False) -> bytes:
    """The output of a command on the bytes of a container."""
    status, output, messages = _native.run(words, data)
    if status == 2 or (status == 1 and not may_find):
        located = _native.problem(data, True)
        raise FormatError(*located) if located else FormatError(_message(messages))
    return output


def _json(words: list[str], data: bytes, *, may_find: bool = False) -> dict[str, Any]:
    """The line of JSON that a command prints about these bytes."""
    line = json.loads(_run([*words, "--json"], data, may_find=may_find))
    for key in ("schema_version", "path"):
        line.pop(key, None)
    return cast("dict[str, Any]", line)


class Container:
    """A DXContainer. It does not change: each edit returns a new one, with offsets and digest recomputed."""

    __slots__ = ("_data", "_parts")

    def __init__(self, data: bytes, parts: tuple[Part, ...]) -> None:
        """Use `parse` or `open`."""
        self._data, self._parts = data, parts

    @classmethod
    def parse(cls, data: Buffer) -> Container:
        """Opens the bytes of a container. Raises FormatError if its header or directory is damaged."""
        content = data if isinstance(data, bytes) else bytes(data)
        located = _native.problem(content, False)
        if located:
            raise FormatError(*located)
        rows = enumerate(_native.parts(content))
        return cls(content, tuple(Part(index, *row) for index, row in rows))

    @classmethod
    def open(cls, path: str | PathLike[str]) -> Container:
        """Opens a file."""
        return cls.parse(Path(path).read_bytes())

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Container:
        """Builds the container that a document of `document` describes. Sizes, offsets and counts are computed."""
        return cls._edited(_native.build, json.dumps(document))

    @classmethod
    def _edited(cls, edit: Any, *arguments: Any) -> Container:
        try:
            return cls.parse(edit(*arguments))
        except FormatError:
            raise
        except ValueError as error:
            raise FormatError(str(error)) from None

    # Parts

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts, in the order of the file."""
        return self._parts

    def find(self, part: str | int) -> Part | None:
        """The part with an index, or the first part with a FourCC."""
        if isinstance(part, int):
            return self._parts[part] if -len(self._parts) <= part < len(self._parts) else None
        return next((each for each in self._parts if each.fourcc == part), None)

    def _found(self, part: str | int) -> Part:
        found = self.find(part)
        if found is None:
            raise KeyError(part)
        return found

    def __contains__(self, part: object) -> bool:
        return isinstance(part, (str, int)) and self.find(part) is not None

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts)

    def part_bytes(self, part: str | int) -> bytes:
        """The content of a part. Raises KeyError if there is none."""
        return _native.part(self._data, self._found(part).index)

    def __getitem__(self, part: str | int) -> dict[str, Any]:
        """The fields of a part, with the keys of `document`. Raises KeyError if there is no such part."""
        entry = self.document()["Parts"][self._found(part).index]
        return {key: value for key, value in entry.items() if key not in ("Name", "Size")}

    def with_part(self, part: str | int, content: Buffer | dict[str, Any]) -> Container:
        """A container with another content of a part: bytes, or fields as `container[part]` returns them.

        A FourCC that the container does not have adds a part; its content is bytes.
        """
        found = self.find(part)
        if isinstance(content, dict):
            document = self.document()
            index = self._found(part).index
            document["Parts"][index] = {"Name": document["Parts"][index]["Name"], **content}
            # A changed part has another size and a digest of its own.
            document["Header"] = {"Version": document["Header"]["Version"]}
            return Container.from_document(document).sign()
        fourcc = found.fourcc if found else str(part)
        index_of = found.index if found else None
        return self._edited(_native.set, self._data, index_of, fourcc, bytes(content))

    def without(self, *parts: str | int) -> Container:
        """A container without some parts. Raises KeyError if one is not there."""
        result = self
        for part in parts:
            result = self._edited(_native.remove, result._data, result._found(part).index)
        return result

    def strip(
        self,
        *,
        debug: bool = False,
        reflection: bool = False,
        root_signature: bool = False,
        private: bool = False,
    ) -> Container:
        """A container without parts that are not needed at run time."""
        kinds = {
            "debug": debug,
            "reflection": reflection,
            "root_signature": root_signature,
            "private": private,
        }
        wanted = [kind for kind, is_wanted in kinds.items() if is_wanted]
        return self._edited(_native.strip, self._data, wanted)

    def sign(self) -> Container:
        """A container with the digest of its content."""
        return self._edited(_native.sign, self._data)

    def to_bytes(self) -> bytes:
        """The bytes of the file."""
        return self._data

    __bytes__ = to_bytes

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the file."""
        Path(path).write_bytes(self._data)

    # Questions

    def document(self) -> dict[str, Any]:
        """The container as a document with the keys of LLVM's obj2yaml. `from_document` builds the same bytes from it."""
        return cast("dict[str, Any]", _json(["show"], self._data)["document"])

    def to_yaml(self) -> str:
        """The document as YAML, which `dxobj build` reads."""
        return _run(["show", "--format", "yaml"], self._data).decode()

    def verify(self) -> str:
        """The state of the digest: `ok`, `unsigned`, `debug`, `bypass`, `preview-bypass` or `wrong`."""
        return cast(str, _json(["verify"], self._data, may_find=True)["verdict"])

    def validate(self) -> list[dict[str, Any]]:
        """The broken rules: each has `rule`, `part`, `field`, `message`, `severity` and others."""
        return cast("list[dict[str, Any]]", _json(["validate"], self._data, may_find=True)["findings"])

    def bindings(self) -> list[dict[str, Any]]:
        """The resources: each has `name`, `letter`, `space`, `first`, `last`, `count`, `kind` and others."""
        return cast("list[dict[str, Any]]", _json(["bindings"], self._data).get("bindings", []))

    def signatures(self) -> list[dict[str, Any]]:
        """The inputs and outputs."""
        return cast("list[dict[str, Any]]", _json(["signatures"], self._data).get("signatures", []))

    def reflect(self) -> dict[str, Any] | None:
        """The reflection: resources, buffers, signatures, requirements and functions. None if no part has any."""
        reflection = _json(["reflect"], self._data)
        return reflection if reflection.pop("known", False) else None

    def dump(self) -> str:
        """The text of `dxc -dumpbin` or `fxc /dumpbin`, with instructions."""
        return _run(["dump"], self._data).decode()

    def instructions(self, function: str | None = None, *, part: str | None = None) -> dict[str, Any] | None:
        """The program: `syntax` is `dxil` or `assembly`, and `text` has a line for each instruction. None if there is none.

        `function` prints only this function of DXIL, without tables. `part` is DXIL, ILDB or STAT.
        """
        words = ["dump"]
        words += ["--function", function] if function is not None else []
        words += ["--part", part] if part is not None else []
        dumped = _json(words, self._data)
        return dumped if dumped.pop("known", False) else None

    def sources(self) -> dict[str, Any] | None:
        """The sources and compiler arguments of a debug build. None if there are none."""
        sources = _json(["sources"], self._data)
        return sources if sources.pop("known", False) else None

    def root_signature(self) -> str | None:
        """The root signature as HLSL. None if there is none."""
        if _native.RTS0 not in self:
            return None
        listed = _json(["rootsig", "show"], self._data)["root_signatures"]
        return cast(str, listed[0]["hlsl"])

    def with_root_signature(self, hlsl: str) -> Container:
        """A container with another root signature, which HLSL describes."""
        return self.with_part(_native.RTS0, root_signature(hlsl))

    def __repr__(self) -> str:
        parts = " ".join(part.fourcc for part in self._parts)
        return f"<dxobj.Container of {len(self._data)} bytes: {parts}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Container) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)


def root_signature(hlsl: str) -> bytes:
    """The content of RTS0 that a root signature in HLSL describes. Raises FormatError with the line of a mistake."""
    # An empty file is refused, since a root signature without parameters is spelled `""` there.
    status, output, messages = _native.run(["rootsig", "convert", "--to", "rts0"], (hlsl or '""').encode())
    if status != 0:
        raise FormatError(_message(messages))
    return output


def pipeline(
    shaders: Mapping[str, Container],
    *,
    root_signature: Container | str | None = None,
    topology: str | None = None,
    input_layout: Iterable[str] = (),
) -> list[dict[str, Any]]:
    """Checks that the shaders of a pipeline fit each other and the root signature, like the command `dxobj pipeline`.

    `shaders` has the containers by name. The result has a dict for each stage, with its name as `path`, the name of the stage
    before it as `before`, and `findings`.

    `root_signature` is HLSL, or a container; without one, each shader is checked with its own. If the root signature of the
    container breaks rules, the first dict of the result has these findings. `topology` is `point`, `line`,
    `triangle` or `patch`. `input_layout` has elements such as `POSITION:R32G32B32_FLOAT`. Raises FormatError if a shader cannot
    be read, or if the shaders are no pipeline.
    """
    if not shaders:
        raise FormatError("a pipeline has at least one shader")
    options = ["--json"]
    options += [f"--topology={topology}"] if topology is not None else []
    options += [f"--input-layout={element}" for element in input_layout]
    given = None
    if isinstance(root_signature, Container):
        given = root_signature.part_bytes(_native.RTS0)
    elif root_signature is not None:
        given = globals()["root_signature"](root_signature)
    contents = [(name, shader.to_bytes()) for name, shader in shaders.items()]
    status, output, messages = _native.pipeline(options, contents, given)
    if status == 2:
        problems = (_native.problem(content, True) for _, content in contents)
        located = next((problem for problem in problems if problem), None)
        raise FormatError(*located) if located else FormatError(_message(messages))
    lines = [json.loads(line) for line in output.splitlines()]
    for line in lines:
        del line["schema_version"]
    return lines


def scan(data: Buffer) -> Iterator[Scanned]:
    """Finds containers in any file: executables, archives, C headers, base64, effects."""
    for found in _json(["scan"], bytes(data), may_find=True)["containers"]:
        yield Scanned(found["place"], found["offset"], found["size"], found["target"], found["parts"])


def each(question: str, *paths: str | PathLike[str], options: Iterable[str] = ()) -> Iterator[dict[str, Any]]:
    """Asks a question about each file of folders, on all cores: yields what the command `dxobj` prints with `--json`.

    `question` is the command: `ls`, `show`, `bindings`, `signatures`, `reflect`, `verify`, `validate`, `dump`, `sources`,
    `scan` or `roundtrip`; `options` are its options. Each dict has the `path`, and the keys that `dxobj schema` describes; a file
    that cannot be read has `error`. The order is that of the files. Raises FormatError if the command cannot be run.
    """
    words = ["dxobj", question, "--json", *options, "--", *(str(fspath(path)) for path in paths)]
    lines = _native.Lines(words)
    try:
        for block in lines:
            for line in block.splitlines():
                answer = json.loads(line)
                del answer["schema_version"]
                yield answer
    except ValueError as error:
        # The rest is the usage of the command line.
        raise FormatError(_message([str(error).split("\n\n")[0]])) from None
    finally:
        lines.close()
