// Validates a file by a JSON Schema: `node validate.js SCHEMA FILE`.
"use strict";
const fs = require("fs");
const Ajv = require("ajv/dist/2020");

const [schema, file] = process.argv.slice(2).map((name) => JSON.parse(fs.readFileSync(name, "utf8")));
// Formats of integers, such as `uint64`, are annotations.
const validate = new Ajv({ validateFormats: false, strict: false }).compile(schema);
console.log(validate(file) ? "valid" : JSON.stringify(validate.errors));
