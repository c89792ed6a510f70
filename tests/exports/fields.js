// The fields that Kaitai reads in containers, one line of JSON a container: `node fields.js COMPILED FILE..`.
// A field is its path, its offset in the part's data, its size and its value; bytes have no value.
"use strict";
const fs = require("fs");
const path = require("path");
const KaitaiStream = require("kaitai-struct/KaitaiStream");

const [compiled, ...files] = process.argv.slice(2);
const { Dxcontainer } = require(path.join(compiled, "Dxcontainer.js"));

// Reads the fields that are only read when they are used.
function readInstances(object) {
  const prototype = Object.getPrototypeOf(object);
  for (const name of Object.getOwnPropertyNames(prototype)) {
    if (Object.getOwnPropertyDescriptor(prototype, name).get) void object[name];
  }
}

function walk(object, prefix, found) {
  readInstances(object);
  for (const [key, place] of Object.entries(object._debug)) {
    const value = object[key];
    const name = prefix + key.replace(/^_m_/, "");
    // A computed value has no place.
    if (value === undefined || place.start === undefined || /^has.*Value$/.test(name)) continue;
    if (Array.isArray(value)) value.forEach((one, index) => field(one, `${name}[${index}]`, place.arr[index], found));
    else field(value, name, place, found);
  }
}

function field(value, name, place, found) {
  const at = place.start + place.ioOffset;
  if (value instanceof Uint8Array) found.push([name, at, value.length, null]);
  else if (typeof value === "object") walk(value, `${name}.`, found);
  else found.push([name, at, place.end - place.start, Number(value)]);
}

for (const file of files) {
  const bytes = new Uint8Array(fs.readFileSync(file));
  const container = new Dxcontainer(new KaitaiStream(bytes.buffer));
  container._read();
  const parts = container.parts.map((part, index) => {
    const found = [];
    try {
      const { data, _debug } = part.body;
      if (!(data instanceof Uint8Array)) walk(data, "", found);
      const start = _debug.data.start + _debug.data.ioOffset;
      return { fields: found.map(([name, at, size, value]) => [name, at - start, size, value]) };
    } catch (problem) {
      return { problem: `part ${index}: ${problem}` };
    }
  });
  console.log(JSON.stringify({ file, parts }));
}
