// Shows the properties of the selected field, and a form to change its value.

/** The names of a number: its entry of an enum, or the bits of flags. */
function meanings(table, kind, number) {
  const entries = table.map(([name, value, doc]) => [name, BigInt(value), doc]);
  if (kind === "enum") return entries.filter(([, value]) => value === number);
  return entries.filter(([, value]) => value !== 0n && (value & number) === value);
}

/** The properties of a row with the findings about it, and a form if there is `edit(text)`. */
function details(model, section, row, edit, findings = []) {
  const told = findings.map(({ rule, message }) => element("p", { class: "told" }, `⚠ ${message} `, element("code", {}, rule)));
  if (row < 0) {
    const title = titleDetails(section, row);
    title.append(...told);
    return title;
  }
  const { rows } = section;
  const [at, size, key] = [rows.at[row], rows.size[row], rows.key[row]];
  const path = rows.path(row);
  const facts = [
    ["Field", element("code", {}, `${section.title} ${path}`.trim())],
    ["Bytes", `${counted(size, "byte")} at ${place(at)}`],
  ];
  const [low, count] = rows.bit[row];
  if (count) facts.push(["Bits", count === 1 ? `bit ${low}` : `bits ${low} to ${low + count - 1}`]);
  if (rows.value[row]) facts.push(["Value", element("code", { class: "shown" }, rows.value[row])]);
  if (key && key !== path) facts.push(["In documents", element("code", {}, key)]);
  const [kind, table] = [rows.kind[row], rows.tables[rows.table[row]]];
  if (table) {
    for (const [name, , doc] of meanings(table, kind, rows.number(row, model.bytes))) facts.push([name, doc ? prose(doc) : ""]);
  }
  const list = element("dl", {}, ...facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
  const form = edit && kind && size <= 8 ? editor(model, section, row, edit) : null;
  const doc = rows.docOf(row);
  return element("div", { class: "details" }, ...told, doc ? prose(doc) : null, list, form);
}

function titleDetails(section, row) {
  const { rows } = section;
  const text = row === PROBLEM ? rows.problem[0] : `${section.about}: ${counted(section.size, "byte")} at ${place(section.at)}`;
  const heading = element("dl", {}, element("dt", {}, section.title), element("dd", {}, text));
  return element("div", { class: "details" }, heading, section.doc ? prose(section.doc) : null);
}

/** A form to change the value. */
function editor(model, section, row, edit) {
  const { rows } = section;
  const [kind, number] = [rows.kind[row], rows.number(row, model.bytes)];
  const table = rows.tables[rows.table[row]] ?? [];
  const id = unique("value");
  const problem = element("p", { class: "problem", role: "alert", id: `${id}-problem` });
  const control = { enum: choices, flags: boxes }[kind] ?? text;
  const { field, value } = control(id, table, number, rows, row);
  const submit = (event) => {
    event.preventDefault();
    problem.textContent = edit(value()) ?? "";
  };
  const apply = element("button", { type: "submit" }, "Apply");
  return element("form", { class: "editor", submit }, field, apply, problem);
}

const NUMBER = "number";

function choices(id, table, number) {
  const options = table.map(([name, value]) => element("option", { value: name, selected: BigInt(value) === number }, `${name} (${value})`));
  const isKnown = table.some(([, value]) => BigInt(value) === number);
  if (!isKnown) options.unshift(element("option", { value: String(number), selected: true }, `unknown (${number})`));
  options.push(element("option", { value: NUMBER }, "another number …"));
  const other = element("input", { id: `${id}-number`, value: String(number), "aria-label": "Number", size: 10, hidden: true });
  const change = () => (other.hidden = select.value !== NUMBER);
  const select = element("select", { id, change }, ...options);
  const field = element("div", { class: "field" }, element("label", { for: id }, "New value"), select, other);
  return { field, value: () => (select.value === NUMBER ? other.value : select.value) };
}

function boxes(id, table, number) {
  const flags = table.filter(([, value]) => BigInt(value) !== 0n);
  const inputs = flags.map(([name, value, doc], index) => {
    const isSet = (number & BigInt(value)) === BigInt(value);
    const input = element("input", { type: "checkbox", id: `${id}-${index}`, checked: isSet, value });
    return { input, label: element("label", { for: `${id}-${index}`, title: doc }, input, ` ${name}`) };
  });
  const known = flags.reduce((bits, [, value]) => bits | BigInt(value), 0n);
  const legend = element("legend", {}, "New value");
  const field = element("fieldset", { class: "field flags" }, legend, ...inputs.map(({ label }) => label));
  const set = () => inputs.filter(({ input }) => input.checked).reduce((bits, { input }) => bits | BigInt(input.value), number & ~known);
  return { field, value: () => `0x${hex(set())}` };
}

function text(id, table, number, rows, row) {
  const shown = rows.kind[row] === "number" ? String(number) : rows.value[row].replace(/^"(.*)"$/, "$1").replace(/ \(.*\)$/, "");
  const input = element("input", { id, value: shown, size: 14, autocomplete: "off", spellcheck: "false" });
  return { field: element("div", { class: "field" }, element("label", { for: id }, "New value"), input), value: () => input.value };
}
