import init from "./dxc_format.js";

await init({ module_or_path: new URL("dxc_format_bg.wasm", import.meta.url) });

export { Container, open } from "./dxc_format.js";
