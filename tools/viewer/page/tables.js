// Draws the panels with tables: bindings, buffers, signatures, root signatures, sources, findings and differences.

/** A table; cells are texts or elements. Empty columns are omitted. */
function table(caption, columns, rows) {
  const shown = columns.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== "" && row[column] !== null));
  const head = element("tr", {}, ...shown.map((column) => element("th", { scope: "col" }, columns[column])));
  const body = rows.map((row) => element("tr", {}, ...shown.map((column) => element("td", {}, row[column] ?? ""))));
  const made = element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body));
  return element("div", { class: "table", tabindex: 0, role: "region", "aria-label": caption }, made);
}

/** A table whose rows may be incomplete. */
function limited(caption, { columns, left_out }, rows) {
  const shown = table(caption, columns, rows);
  return left_out ? element("div", {}, shown, nothing(`At least ${left_out} more are not listed: names are shared too often.`)) : shown;
}

/** The content, or the reason why there is none. */
function tried(read, content) {
  if (read && read.problem && !Array.isArray(read)) return element("p", { class: "problem" }, read.problem);
  return content();
}

const nothing = (text) => element("p", { class: "nothing" }, text);

/** The bindings; `showUses(name, lines)` shows the instructions that use one. */
function bindingsPanel({ bindings, instructions }, showUses) {
  return tried(bindings, () => {
    const uses = (row) => {
      const lines = instructions?.uses?.[row] ?? [];
      const name = bindings.rows[row][0] || bindings.rows[row][5];
      return lines.length ? element("button", { type: "button", class: "link", click: () => showUses(name, lines) }, counted(lines.length, "instruction")) : "";
    };
    const rows = bindings.rows.map((row, index) => [...row.map((cell, column) => (column === 5 ? element("code", {}, cell) : cell)), uses(index)]);
    return limited("Bindings", { ...bindings, columns: [...bindings.columns, "Used by"] }, rows);
  });
}

/** Tables, each below its title. */
function tablesPanel(tables) {
  return tried(tables, () => {
    return element("div", {}, ...tables.map((table) => limited(table.title, table, table.rows)));
  });
}

/** The instructions with line numbers: all, those that contain a text, or those that use a resource (`only`). */
function instructionsPanel({ instructions }) {
  return tried(instructions, () => {
    const lines = instructions.text.replace(/\n$/, "").split("\n");
    const width = String(lines.length).length;
    const text = element("pre", { class: "text", tabindex: 0, "aria-label": "Its instructions" });
    const status = element("span", { role: "status" });
    const syntax = instructions.syntax;
    const isColored = instructions.text.length < MOST_COLORED;
    const show = (numbers, about) => {
      const line = (number, index) => [`${index ? "\n" : ""}${String(number + 1).padStart(width)}  `, ...(isColored ? colored(lines[number], syntax) : [lines[number]])];
      text.replaceChildren(...numbers.flatMap(line));
      status.textContent = about;
    };
    const all = [...lines.keys()];
    const find = () => {
      const wanted = search.value.toLowerCase();
      const found = all.filter((number) => lines[number].toLowerCase().includes(wanted));
      show(found, wanted ? `${found.length} of ${counted(lines.length, "line")}` : "");
    };
    const search = element("input", { type: "search", placeholder: "Search", "aria-label": "Search in the instructions", input: find });
    const jump = functionJump(lines, syntax, "Go to a function", (number) => {
      search.value = "";
      find();
      // All lines have the same height.
      text.scrollTop = (number / lines.length) * text.scrollHeight;
      say(`Line ${number + 1}: ${lines[number]}`);
    });
    const everything = element("button", { type: "button", click: () => ((search.value = ""), find()) }, "All lines");
    const rest = instructions.cut ? nothing("The rest is too long to be shown.") : null;
    const made = element("div", { class: "instructions" }, element("div", { class: "buttons" }, search, jump, everything, status), text, rest);
    made.only = (name, numbers) => {
      search.value = "";
      show(numbers, `${counted(numbers.length, "instruction")} for ${name}`);
    };
    find();
    return made;
  });
}

function signaturesPanel({ signatures }) {
  return tried(signatures, () => {
    const streams = ({ rows }) => rows.some((row) => row[row.length - 1] !== "0");
    const tables = signatures.map((signature) => {
      const { title, rows } = signature;
      const shown = streams(signature) ? rows : rows.map((row) => [...row.slice(0, -1), ""]);
      return limited(title, signature, shown);
    });
    return element("div", {}, ...tables);
  });
}

function rootSignaturesPanel({ root_signatures: all }) {
  return tried(all, () => {
    return element("div", {}, ...all.map(rootSignature));
  });
}

function rootSignature(signature) {
  const { name, version, flags, cost, most, parameters, samplers } = signature;
  const title = element("h3", {}, name ? `Root signature ${name}` : "Root signature", ` ${version}`);
  const text = element("pre", { class: "text", tabindex: 0, "aria-label": "The root signature as HLSL" }, signature.hlsl || '""');
  const problem = signature.problem === null ? [] : [element("p", { class: "problem" }, signature.problem)];
  return element(
    "section",
    { class: "root-signature" },
    title,
    element("p", {}, `Flags: ${flags}. Cost: ${cost} of ${most} words.`),
    costs(parameters, cost, most),
    element("ol", { class: "parameters", start: 0 }, ...parameters.map(parameter)),
    samplers.length ? table("Static samplers", ["Register", "Filter", "Visibility"], samplers.map((one) => [one.registers, one.filter, one.visibility])) : null,
    element("h3", {}, "As HLSL"),
    ...problem,
    text,
  );
}

/** A bar with a segment for each parameter, as wide as its size in words. */
function costs(parameters, cost, most) {
  const bar = element("div", { class: "costs", role: "img", "aria-label": `${cost} of ${most} words are used` });
  parameters.forEach(({ cost, kind }, index) => {
    const part = element("span", { class: hue(index), title: `[${index}] ${kind}: ${counted(cost, "word")}` }, String(index));
    part.style.flexGrow = cost;
    if (cost) bar.append(part);
  });
  const rest = element("span", { class: "rest" }, cost < most ? `${most - cost} free` : "");
  rest.style.flexGrow = Math.max(0, most - cost);
  bar.append(rest);
  return bar;
}

function parameter({ kind, visibility, cost, what, ranges }, index) {
  const line = element("p", {}, element("span", { class: `swatch ${hue(index)}`, "aria-hidden": true }), " ", element("strong", {}, kind), ` ${what} `, element("small", {}, `${visibility}, ${counted(cost, "word")}`));
  if (!ranges.length) return element("li", {}, line);
  const boxes = ranges.map(({ kind, registers, start, count, flags }) => {
    const end = start === null ? "nowhere" : count === null ? `from ${start} on` : count === 1 ? `${start}` : `${start} to ${start + count - 1}`;
    return element("li", { class: `range ${kind.toLowerCase()}` }, element("span", { class: "slots" }, end), element("strong", {}, kind), ` ${registers}`, flags ? element("small", {}, flags) : null);
  });
  return element("li", {}, line, element("ol", { class: "ranges", "aria-label": "Descriptors by their place in the table" }, ...boxes));
}

function sourcesPanel({ sources }) {
  return tried(sources, () => {
    const files = sources.files.map(({ name, text }) => {
      const isColored = text.length < MOST_COLORED;
      const source = text.replace(/\n$/, "").split("\n");
      const lines = source.map((line) => element("li", {}, element("code", {}, ...(isColored && line ? colored(line, "hlsl") : [line || " "]))));
      const jump = functionJump(source, "hlsl", `Go to a function of ${name}`, (number) => lines[number].scrollIntoView({ block: "start" }));
      return element("section", {}, element("h3", {}, name), jump, element("ol", { class: "source", tabindex: 0, "aria-label": `Lines of ${name}` }, ...lines));
    });
    const compiled = element("p", {}, "Compiled with ", element("code", {}, sources.arguments));
    return element("div", {}, sources.arguments ? compiled : null, ...files);
  });
}

/** The findings; `reveal(part, path)` shows the field. */
function findingsPanel({ findings }, reveal) {
  return tried(findings, () => {
    const rows = findings.map(({ rule, part, path, message }) => [
      element("button", { type: "button", class: "link", click: () => reveal(part, path) }, `${part ?? ""} ${path}`.trim()),
      message,
      element("code", {}, rule),
    ]);
    return table("Rules that the container breaks", ["Field", "Problem", "Rule"], rows);
  });
}

/** The differences of two files; `reveal(part, path)` shows the fields. */
function differencesTable(differences, names, reveal) {
  const rows = differences.map(({ part, path, old, new: now }) => {
    const text = `${part ?? ""} ${path}`.trim() || "file";
    const button = element("button", { type: "button", class: "link", click: () => reveal(part, path) }, text);
    return [button, element("code", { class: "old" }, old ?? "—"), element("code", { class: "new" }, now ?? "—")];
  });
  return table("Fields that differ", ["Where", ...names], rows);
}
