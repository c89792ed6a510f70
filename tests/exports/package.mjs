// What the npm package reads in containers: `node package.mjs FILE..` prints a line of JSON for each, with the fields of its
// parts and its reflection. Each field that can be edited is given its own value, which must change nothing.
import { readFileSync } from "node:fs";
import { open } from "dxc-format";

// The result; nothing, if a damaged part makes it an error.
function attempt(read) {
  try {
    return read();
  } catch (problem) {
    return null;
  }
}

for (const file of process.argv.slice(2)) {
  const container = open(readFileSync(file));
  const parts = container.parts().map((part, index) => {
    try {
      return { ...part, fields: container.fields(index) };
    } catch (problem) {
      return { ...part, problem: problem.message };
    }
  });
  const changed = [];
  parts.forEach((part, index) => {
    // One field of each kind of record is enough.
    const seen = new Set();
    for (const { path, value, editable } of part.fields ?? []) {
      const kind = path.replace(/\d+/g, "");
      // `NaN` and `true` name several numbers.
      if (!editable || value === "NaN" || value === "true" || seen.has(kind)) continue;
      seen.add(kind);
      try {
        const edited = container.edit(index, path, value);
        for (const { path: other } of container.differences(edited)) {
          // A container may have another digest than that of its content; an edited one has that.
          if (other !== "digest") changed.push([part.fourcc, path, value, other]);
        }
        edited.free();
      } catch (problem) {
        changed.push([part.fourcc, path, value, problem.message]);
      }
    }
  });
  console.log(JSON.stringify({ file, parts, changed, reflection: attempt(() => container.reflect()), dump: attempt(() => container.dump()) }));
  container.free();
}
