import { readFileSync } from "node:fs";
import { initSync } from "./dxc_format.js";

initSync({ module: readFileSync(new URL("dxc_format_bg.wasm", import.meta.url)) });

export { Container, open } from "./dxc_format.js";
