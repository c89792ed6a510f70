// Draws the overview of a file: its shader, findings, resources, signatures, root signature, and parts.

/** The maximum number of rows in a table of the overview; a button shows the whole table. */
const MOST_ROWS = 8;

/** `go.tab(title)` shows a panel, `go.part(index)` the fields of a part, `go.reveal(part, path)` a field. */
function overviewPanel(model, go) {
  const { summary } = model;
  const pieces = [shaderCard(summary), findingsCard(summary, go), functionsCard(summary, go), bindingsCard(summary, go), ...signatureCards(summary, go), rootCard(summary, go)];
  return element("div", { class: "overview" }, ...pieces.filter(Boolean), partsCard(model, go));
}

const card = (title, ...content) => element("section", { class: "card" }, element("h3", {}, title), ...content);

function shaderCard({ target, digest, facts }) {
  const rows = Array.isArray(facts) ? facts.map(({ name, value, part }) => [name, value, part]) : [];
  if (!rows.length && target) rows.push(["shader model", target, ""]);
  if (digest) rows.push(["digest", digest.verdict, digest.hex]);
  const list = rows.flatMap(([name, value, part]) => [element("dt", {}, name), element("dd", {}, value, " ", part ? element("small", {}, part) : null)]);
  const problem = facts && facts.problem ? element("p", { class: "problem" }, facts.problem) : null;
  return card("Shader", element("dl", {}, ...list), problem);
}

function findingsCard({ findings, broken }, go) {
  if (!Array.isArray(findings)) return null;
  if (!findings.length) return card("Findings", nothing("The container breaks no rule."));
  const rows = findings.slice(0, MOST_ROWS).map(({ part, path, message }) => [
    element("button", { type: "button", class: "link", click: () => go.reveal(part, path) }, `${part ?? ""} ${path}`.trim() || "file"),
    message,
  ]);
  return card(`Findings: ${broken}`, brief("Findings", ["Field", "Problem"], rows, findings.length, go));
}

function functionsCard({ functions }, go) {
  if (!functions) return null;
  return card("Functions", chosenColumns(functions, ["Name", "Kind", "Resources", "Threads", "Payload"], "Functions", go));
}

function bindingsCard({ bindings }, go) {
  if (!bindings || !bindings.rows || !bindings.rows.length) return null;
  return card("Resources", chosenColumns(bindings, ["Name", "Type", "Dim", "HLSL Bind", "Count"], "Bindings", go));
}

function signatureCards({ signatures }, go) {
  if (!Array.isArray(signatures)) return [];
  const shown = signatures.filter(({ rows }) => rows.length);
  return shown.map((one) => card(one.title, chosenColumns(one, ["Name", "Index", "Mask", "Register", "SysValue", "Format"], "Signatures", go)));
}

function rootCard({ root_signatures: all }, go) {
  if (!Array.isArray(all) || !all.length) return null;
  const bars = all.slice(0, MOST_ROWS).map(({ name, version, parameters, samplers, cost, most }) => {
    const text = `${name ? `${name}: ` : ""}version ${version}, ${counted(parameters.length, "parameter")}, ${counted(samplers.length, "static sampler")}, ${cost} of ${most} words`;
    return element("div", {}, element("p", {}, text), costs(parameters, cost, most));
  });
  return card("Root signature", ...bars, more(all.length - bars.length, "Root signature", go));
}

/** The first columns, which readers need most. */
function chosenColumns({ title, columns, rows, left_out }, wanted, tab, go) {
  const chosen = wanted.map((name) => columns.indexOf(name)).filter((column) => column >= 0);
  const cells = rows.slice(0, MOST_ROWS).map((row) => chosen.map((column) => row[column]));
  return brief(title, chosen.map((column) => columns[column]), cells, rows.length + left_out, go, tab);
}

function brief(caption, columns, rows, count, go, tab = caption) {
  return element("div", {}, table(caption, columns, rows), more(count - rows.length, tab, go));
}

const more = (count, tab, go) => (count > 0 ? element("button", { type: "button", class: "link", click: () => go.tab(tab) }, `${count} more …`) : null);

/** A bar of the file from the first to the last byte, with a segment for each part, and a list of the parts. */
function partsCard(model, go) {
  const { sections, summary } = model;
  const bar = element("div", { class: "poster", "aria-hidden": true });
  for (const section of sections) {
    const label = section.size > LABELED * model.bytes.length ? section.title : "";
    const part = element("span", { class: hue(section.index), title: `${section.title}: ${counted(section.size, "byte")}`, click: () => go.part(section.index) }, label);
    part.style.flexGrow = section.size;
    bar.append(part);
  }
  const items = sections.slice(0, MOST_PARTS).map((section) => {
    const button = element("button", { type: "button", class: "link", click: () => go.part(section.index) }, section.title);
    const size = element("small", {}, ` ${counted(section.size, "byte")} at ${place(section.at)}`);
    return element("li", { title: plain(section.doc) || null }, element("span", { class: `swatch ${hue(section.index)}`, "aria-hidden": true }), " ", button, ` ${section.about}`, size);
  });
  const left = sections.length - items.length + summary.parts_left_out;
  const rest = left > 0 ? nothing(`${counted(left, "more part")}.`) : null;
  return element("section", { class: "card wide" }, element("h3", {}, "Parts"), bar, element("ul", { class: "parts" }, ...items), rest);
}

/** The minimum share of the file for which a segment has a label. */
const LABELED = 0.05;

/** The maximum number of parts in the overview. */
const MOST_PARTS = 64;
