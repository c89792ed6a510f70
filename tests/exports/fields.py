"""The fields that Kaitai reads in containers, one line of JSON a container, like `fields.js`: `fields.py COMPILED FILE..`."""
import json
import math
import re
import sys
from io import BytesIO

from kaitaistruct import KaitaiStream, KaitaiStruct

sys.path.insert(0, sys.argv[1])
from dxcontainer import Dxcontainer


def walk(struct, prefix, starts, found):
    # Fields that are only read when they are used.
    instances = [name for name, member in vars(type(struct)).items() if isinstance(member, property)]
    for name in instances:
        getattr(struct, name)
    for key, place in list(struct._debug.items()):
        # A computed value has no place.
        if "start" not in place or re.match("^(_m_)?has_.*_value$", key):
            continue
        value = getattr(struct, key, None)
        if value is None:
            continue
        # Fields at an offset are in the stream of the part.
        is_placed = key.startswith("_m_") and hasattr(struct, "part_io")
        start = starts[id(struct.part_io if is_placed else struct._io)]
        name = prefix + key.removeprefix("_m_")
        if isinstance(value, list):
            for index, (one, place) in enumerate(zip(value, place["arr"])):
                field(one, f"{name}[{index}]", start, place, starts, found)
        else:
            field(value, name, start, place, starts, found)


def field(value, name, start, place, starts, found):
    at = start + place["start"]
    if isinstance(value, bytes):
        found.append([name, at, len(value), None])
    elif isinstance(value, KaitaiStruct):
        # A structure of a given size has a stream of its own.
        starts.setdefault(id(value._io), at)
        walk(value, f"{name}.", starts, found)
    else:
        number = value if isinstance(value, float) else int(value)
        found.append([name, at, place["end"] - place["start"], number if math.isfinite(number) else None])


def part(part):
    try:
        body = part.body
        found = []
        if not isinstance(body.data, bytes):
            walk(body.data, "", {id(body.data._io): 0}, found)
        return {"fields": found}
    except Exception as problem:
        return {"problem": repr(problem)}


for file in sys.argv[2:]:
    with open(file, "rb") as opened:
        container = Dxcontainer(KaitaiStream(BytesIO(opened.read())))
    container._read()
    print(json.dumps({"file": file, "parts": [part(each) for each in container.parts]}))
