import { Container, Field, Part, open } from "dxc-format";

const shader: Container = open(new Uint8Array());
const parts: Part[] = shader.parts();
const fields: Field[] = shader.fields(parts[0].fourcc);
const edited: Container = shader.edit(0, fields[0].path, 1n);
const stage: string | undefined = shader.reflect()?.stage;
const dump: string | undefined = shader.dump();
console.log(edited.differences(shader)[0].old, stage, dump);
// @ts-expect-error A path is a string.
shader.edit("PSV0", 1, 1);
// @ts-expect-error There may be no reflection.
shader.reflect().stage;
// @ts-expect-error There is no such method.
shader.sign();
