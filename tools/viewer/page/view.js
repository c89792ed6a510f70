// Shows a file: an overview, its fields next to its bytes, and tables with their meaning.

/** The panel with the tree and the bytes. */
const FIELDS = "Fields";

class View {
  /** `edit(part, path, bits, text)` returns a problem or nothing; null if the file cannot be edited. `chosen(place)` receives the place that is selected. */
  constructor(model, edit, differing, chosen = () => {}) {
    Object.assign(this, { model, edit, chosenPlace: chosen });
    const { summary } = model;
    this.marked = new Map();
    this.findings = Array.isArray(summary.findings) ? summary.findings : [];
    this.mark(this.findings, ["finding", "⚠", "breaks a rule"]);
    this.mark(differing, ["differs", "≠", "differs"]);
    const heading = unique("file");
    this.made = element("section", { class: "view", "aria-labelledby": heading }, element("h2", { id: heading }, summary.name), this.facts(), this.problem());
    const go = {
      tab: (title) => this.show(title),
      part: (index) => this.goToRow(this.model.sections[index], -1),
      reveal: (part, path) => this.reveal(part, path),
    };
    const fields = [FIELDS, () => this.fields(), () => this.begin()];
    this.pages = summary.problem ? [fields] : [["Overview", () => overviewPanel(model, go)], fields, ...this.tables()];
    this.tabs = tabs("Views of the file", this.pages);
    this.made.append(this.tabs.list, ...this.tabs.panels);
  }

  /** Must be called once the view is in the page. */
  start() {
    this.tabs.show(0);
  }

  /** Shows a panel by the beginning of its title, or the first one if the file has no such panel. */
  show(title) {
    this.tabs.show(Math.max(0, this.pages.findIndex(([name]) => name.startsWith(title))));
  }

  /** The title of the visible panel, without its count. */
  get shown() {
    return this.pages[this.tabs.index][0].split(" (")[0];
  }

  /** Expands the first part when the tree is shown for the first time. */
  begin() {
    const first = this.model.sections[this.model.sections.length > 1 ? 1 : 0];
    first.open = true;
    this.tree.fill();
    this.tree.choose(0);
  }

  mark(all, mark) {
    for (const { part, path } of all) {
      const found = this.found(part, path);
      if (!found) continue;
      const { section, row } = found;
      const rows = this.marked.get(section) ?? new Map();
      this.marked.set(section, rows);
      // All ancestors of the row are marked too, so that it can be found from the top.
      for (let at = row; ; at = section.rows.parent[at]) {
        const marks = rows.get(at) ?? [];
        if (!marks.includes(mark)) rows.set(at, [...marks, mark]);
        if (at < 0) break;
      }
    }
  }

  facts() {
    const { target, size, version, digest, origin } = this.model.summary;
    const facts = [target, counted(size, "byte"), version && `version ${version}`, origin && `from ${origin}`];
    const badge = digest && element("span", { class: `badge ${digest.grade}`, title: digest.hex }, `digest ${digest.verdict}`);
    return element("p", { class: "facts" }, ...facts.filter(Boolean).map((fact) => element("span", {}, fact)), badge);
  }

  problem() {
    const { problem } = this.model.summary;
    if (!problem) return null;
    const { text, at } = problem;
    const line = element("div", { class: "problem banner", role: "alert" }, element("strong", {}, "The file cannot be read: "), text.includes("\n") ? element("pre", { class: "text", tabindex: 0, "aria-label": "Problem" }, text) : text);
    if (problem.hint) line.append(element("p", { class: "hint" }, "Hint: ", ...problem.hint.split("`").map((piece, index) => (index % 2 ? element("code", {}, piece) : piece))));
    if (at !== undefined && at < this.model.bytes.length) {
      line.append(" ", element("button", { type: "button", class: "link", click: () => this.goTo(at) }, `Show byte ${place(at)}`));
    }
    return line;
  }

  tables() {
    const { summary } = this.model;
    if (summary.problem) return [];
    const { findings, functions, nodes, bindings, buffers, signatures, instructions, root_signatures, sources } = summary;
    const hasRows = (table) => table.rows.length + table.left_out > 0;
    const count = Array.isArray(findings) ? summary.broken || "!" : "!";
    const pages = [
      [findings, ({ length }) => length, `Findings (${count})`, () => findingsPanel(summary, (part, path) => this.reveal(part, path))],
      [functions, hasRows, "Functions", () => limited(functions.title, functions, functions.rows)],
      [nodes, ({ length }) => length, "Nodes", () => tablesPanel(nodes)],
      [bindings, hasRows, "Bindings", () => bindingsPanel(summary, (name, lines) => this.showUses(name, lines))],
      [buffers, ({ length }) => length, "Buffers", () => tablesPanel(buffers)],
      [signatures, (all) => all.some(hasRows), "Signatures", () => signaturesPanel(summary)],
      [instructions, ({ text }) => text, "Instructions", () => instructionsPanel(summary)],
      [root_signatures, ({ length }) => length, "Root signature", () => rootSignaturesPanel(summary)],
      [sources, ({ files }) => files.length, "Sources", () => sourcesPanel(summary)],
    ];
    // A panel that cannot be created shows the reason.
    return pages.filter(([read, has]) => read && (read.problem || has(read))).map(([, , title, content]) => [title, content]);
  }

  /** Shows the lines of instructions that use a resource. */
  showUses(name, lines) {
    this.show("Instructions");
    this.tabs.panels[this.tabs.index].firstChild.only(name, lines);
  }

  fields() {
    const { model } = this;
    const on = {
      select: (section, row) => this.select(section, row),
      hover: (section, row) => this.hover(section, row),
      enter: () => this.panel.querySelector("select, input")?.focus(),
    };
    const bytes = { select: (offset) => this.goTo(offset), hover: (offset) => this.hoverByte(offset) };
    this.panel = element("div", { class: "chosen" });
    const name = model.summary.name;
    this.tree = new Tree(model, `Fields of ${name}`, on, (section, row) => this.marked.get(section)?.get(row) ?? []);
    this.hex = new Hex(model, `Bytes of ${name}`, bytes);
    const all = (text, open) => element("button", { type: "button", click: () => this.tree.toggleAll(open) }, text);
    const buttons = element("div", { class: "buttons" }, all("Expand all", true), all("Collapse all", false));
    return element("div", { class: "fields" }, element("div", { class: "left" }, buttons, this.tree.box, this.panel), this.hex.box);
  }

  select(section, row) {
    this.chosen = { section, row };
    this.lights = null;
    const target = row < -1 ? -1 : row;
    this.hex.light(section, target, true);
    if (this.hex.cursor < this.hex.begin(section, target) || target >= 0) this.hex.cursor = this.hex.begin(section, target);
    const edit = this.edit && ((text) => this.change(section, row, text));
    this.panel.replaceChildren(details(this.model, section, row, edit, this.findingsOf(section, row)));
    this.chosenPlace(row < 0 ? section.title : `${section.title}.${section.rows.path(row)}`);
  }

  /** The findings about the field of a row. */
  findingsOf(section, row) {
    return this.findings.filter(({ part, path }) => {
      const found = this.found(part, path);
      return found && found.section === section && found.row === row;
    });
  }

  change(section, row, text) {
    const { rows } = section;
    const isBits = rows.bit[row][1] > 0;
    const path = rows.path(isBits ? rows.parent[row] : row);
    return this.edit(section.index - 1, path, isBits ? rows.label[row] : undefined, text);
  }

  /** Highlights the field below the pointer; without one, the selected field. */
  light(section, row, from) {
    const lights = `${section?.index} ${row}`;
    if (this.lights === lights) return;
    this.lights = lights;
    if (!section) {
      this.tree.light(null);
      this.hex.light(this.chosen?.section, Math.max(-1, this.chosen?.row ?? -1), false);
      return;
    }
    if (from === "tree") {
      this.tree.light(null);
      this.hex.light(section, Math.max(-1, row), true);
    } else {
      this.hex.light(section, row, false);
      this.tree.light(section, row);
      const text = row < 0 ? "no field" : `${section.rows.path(row)}  ${section.rows.value[row]}`;
      say(`${section.title} ${text}`);
    }
  }

  hover(section, row) {
    this.light(section, row, "tree");
  }

  hoverByte(offset) {
    const field = offset < 0 ? null : this.model.fieldAt(offset);
    if (offset >= 0) this.light(field?.section ?? null, field?.row ?? -1, "hex");
    else this.light(null, -1, "hex");
  }

  /** Selects the field of a byte. */
  goTo(offset) {
    const field = this.model.fieldAt(offset);
    this.show(FIELDS);
    if (field) this.tree.reveal(field.section, field.row);
    this.hex.move(offset);
    const { section, row } = field ?? {};
    const value = hex(this.model.bytes[offset] ?? 0, 2);
    const text = !section ? "no part" : row < 0 ? `${section.title}, no field` : `${section.title} ${section.rows.path(row)}: ${section.rows.value[row]}`;
    this.chosenPlace(place(offset));
    say(`Byte ${place(offset)} is ${value}: ${text}`);
  }

  /** The section and row of a path in a part; without a part, in the header. */
  found(part, path) {
    if (part !== null) return this.model.find(part, path);
    return path.startsWith("header.") ? this.model.find("Header", path.slice("header.".length)) : null;
  }

  /** Selects the field at a path. */
  reveal(part, path) {
    const found = this.found(part, path) ?? (part === null ? { section: this.model.sections[0], row: -1 } : null);
    if (found) this.goToRow(found.section, found.row);
  }

  /** Selects a row of the tree. */
  goToRow(section, row) {
    this.show(FIELDS);
    this.tree.reveal(section, row);
  }

  /** Selects the target of a link: a part, a field or a byte. Returns whether the file has it. */
  goToPlace(text) {
    const found = this.model.locate(text);
    if (!found) return false;
    if (/^(0x|\d)/i.test(text)) this.goTo(Number(text));
    else this.goToRow(found.section, found.row);
    return true;
  }

  /** Expands and selects the same rows as in an earlier view of the file. */
  follow(earlier) {
    this.model.sections.forEach((section, index) => {
      const before = earlier.model.sections[index];
      if (!before) return;
      section.open = before.open;
      if (before.read && section.rows.count === before.rows.count) section.rows.open.set(before.rows.open);
    });
    if (!earlier.chosen) return this.show(earlier.shown);
    this.show(FIELDS);
    const { section, row } = earlier.chosen;
    const same = this.model.sections[section.index];
    const path = row < 0 ? "" : section.rows.path(row);
    if (same) this.tree.reveal(same, row < 0 ? -1 : same.rows.find(path).row);
    this.show(earlier.shown);
  }
}
