// The errors of the npm package, and the memory that it releases: `node package_errors.mjs FILE` prints a line for each.
import { readFileSync } from "node:fs";
import { open } from "dxc-format";
import { initSync } from "./node_modules/dxc-format/dxc_format.js";

const bytes = readFileSync(process.argv[2]);
const shader = open(bytes);
const fails = [
  () => open(new Uint8Array([1, 2, 3])),
  () => open(bytes.subarray(0, 100)),
  () => open(new TextEncoder().encode('#define RS "CBV(b0"')),
  () => shader.fields("XXXX"),
  () => shader.fields(99),
  () => shader.edit("PSV0", "nothing", "1"),
  () => shader.edit("PSV0", "resources[0].resource_type", "NoSuchType"),
  () => shader.edit("PSV0", "resources[0].space", 2 ** 40),
];
for (const fail of fails) {
  try {
    fail();
    console.log("no error");
  } catch (problem) {
    console.log(`${problem instanceof Error}: ${problem.message}`);
  }
}
// The module is loaded already, and says where its memory is.
const { memory } = initSync({ module: new Uint8Array() });
const size = () => memory.buffer.byteLength;
const once = (release) => {
  const container = open(bytes);
  const edited = container.edit("PSV0", "resources[0].space", 1);
  container.fields("PSV0");
  release(container, edited);
};
for (let round = 0; round < 50; round++) once((...all) => all.forEach((one) => one.free()));
const before = size();
for (let round = 0; round < 2000; round++) once((...all) => all.forEach((one) => one.free()));
console.log(`freed: ${size() === before}`);
const kept = [];
for (let round = 0; round < 2000; round++) once((...all) => kept.push(...all));
console.log(`kept: ${size() > before}`);
