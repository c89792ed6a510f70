// Compiles the descriptions of a folder: `node compile.js FOLDER OUT`. Readers keep the offset of each field.
"use strict";
const fs = require("fs");
const path = require("path");
const compiler = require("kaitai-struct-compiler");
const yaml = require("yaml");

const [folder, out] = process.argv.slice(2);
const load = (name) => yaml.parse(fs.readFileSync(path.join(folder, `${name}.ksy`), "utf8"));

async function compile(language) {
  const importer = { importYaml: async (name) => load(name) };
  const files = await compiler.compile(language, load("dxcontainer"), importer, true);
  fs.mkdirSync(path.join(out, language), { recursive: true });
  for (const name in files) fs.writeFileSync(path.join(out, language, name), files[name]);
}

compile("python")
  .then(() => compile("javascript"))
  .catch((problem) => {
    console.error(String(problem));
    process.exit(1);
  });
