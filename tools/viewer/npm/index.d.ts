export * from "./types.js";
export { Container, open } from "./dxc_format.js";
