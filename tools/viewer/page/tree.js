// Draws the fields of a file as a tree, following the ARIA pattern of a tree view; the focus is on the tree as a whole.

const ROW = 26;
/** The keys of rows that are not fields. */
const TITLE = -1;
const PROBLEM = -2;
const LEFT_OUT = -3;

class Tree {
  /** `on.select(section, row)` and `on.hover(section, row)` receive the row; `marks(section, row)` returns its marks. */
  constructor(model, label, on, marks) {
    Object.assign(this, { model, on, marks, id: unique("tree"), chosen: 0, lit: null });
    this.box = element("div", {
      role: "tree", tabindex: 0, "aria-label": label, class: "tree",
      keydown: (event) => this.key(event),
      click: (event) => this.click(event),
      mousemove: (event) => this.hover(event),
      mouseleave: () => this.on.hover(null, -1),
    });
    this.list = new RowList(this.box, ROW, (index) => this.row(index), () => this.point());
    this.fill();
  }

  /** Computes which rows are visible. */
  fill() {
    const visible = (this.visible = []);
    for (const section of this.model.sections) {
      visible.push([section, TITLE]);
      if (!section.open) continue;
      const { rows } = section;
      for (let row = 0; row < rows.count; row = rows.open[row] ? row + 1 : rows.end[row]) visible.push([section, row]);
      if (rows.left_out) visible.push([section, LEFT_OUT]);
      if (rows.problem) visible.push([section, PROBLEM]);
    }
    this.list.resize(visible.length);
  }

  label(section, row) {
    const { rows } = section;
    if (row === TITLE) return [section.title, section.about];
    if (row === PROBLEM) return ["cannot be read", rows.problem[0]];
    if (row === LEFT_OUT) return ["…", `${rows.left_out} more fields are not listed`];
    return [rows.label[row] || "value", rows.value[row]];
  }

  /** Whether a row is expanded; null if it has no children. */
  state(section, row) {
    if (row === TITLE) return section.open;
    return row >= 0 && section.rows.inner(row) ? section.rows.open[row] > 0 : null;
  }

  row(index) {
    const [section, row] = this.visible[index];
    const [label, value] = this.label(section, row);
    const open = this.state(section, row);
    const isTop = row < 0;
    const marks = this.marks(section, row);
    const level = row === TITLE ? 1 : row < 0 ? 2 : section.rows.depth[row] + 2;
    const kind = row === TITLE ? "title" : row === PROBLEM ? "wrong" : row >= 0 && section.rows.kind[row] ? "can-edit" : "";
    const made = element(
      "div",
      {
        role: "treeitem", id: `${this.id}-${index}`, class: `row ${kind} ${marks.map(([name]) => name).join(" ")}`,
        title: row >= 0 ? plain(section.rows.docOf(row)) || null : row === TITLE ? plain(section.doc) || null : null,
        "aria-level": level, "aria-expanded": open, "aria-selected": index === this.chosen,
        "aria-posinset": isTop ? section.index + 1 : section.rows.position[row],
        "aria-setsize": isTop ? this.model.sections.length : section.rows.siblings[section.rows.parent[row] + 1],
      },
      element("span", { class: "twist", "aria-hidden": true }, open === null ? "" : open ? "▾" : "▸"),
      row === TITLE ? element("span", { class: `swatch ${hue(section.index)}`, "aria-hidden": true }) : null,
      element("span", { class: "label" }, label),
      " ",
      element("span", { class: "value" }, value),
    );
    for (const [, sign, text] of marks) made.append(" ", element("span", { class: "mark", role: "img", "aria-label": text, title: text }, sign));
    made.style.setProperty("--level", level - 1);
    return made;
  }

  /** Marks the selected row, if it is drawn, and the highlighted rows. */
  point() {
    const id = `${this.id}-${this.chosen}`;
    if (document.getElementById(id)) this.box.setAttribute("aria-activedescendant", id);
    else this.box.removeAttribute("aria-activedescendant");
    for (const made of this.list.lines.children) {
      const [section, row] = this.visible[this.indexOfElement(made)];
      made.classList.toggle("lit", this.lit !== null && this.lit[0] === section && this.lit[1] === row);
    }
  }

  /** Highlights the row of a field. */
  light(section, row) {
    this.lit = section ? [section, row] : null;
    const index = section ? this.indexOf(section, row) : -1;
    if (index >= 0) this.list.reveal(index);
    this.point();
  }

  indexOf(section, row) {
    return this.visible.findIndex(([other, at]) => other === section && at === row);
  }

  /** Expands all ancestors of a row, and selects the row. */
  reveal(section, row) {
    section.open = true;
    const { rows } = section;
    for (let outer = row < 0 ? -1 : rows.parent[row]; outer >= 0; outer = rows.parent[outer]) rows.open[outer] = 1;
    this.fill();
    this.choose(this.indexOf(section, row));
  }

  choose(index) {
    if (index < 0 || index >= this.visible.length) return;
    this.chosen = index;
    // The panel with the details may reduce the height of the tree.
    this.on.select(...this.visible[index]);
    this.list.reveal(index);
    this.list.render();
  }

  toggle(index, open) {
    const [section, row] = this.visible[index];
    const state = this.state(section, row);
    if (state === null || state === open) return;
    if (row === TITLE) section.open = !state;
    else section.rows.open[row] = state ? 0 : 1;
    this.fill();
  }

  /** Expands or collapses all rows. */
  toggleAll(open) {
    for (const section of this.model.sections) {
      section.open = open;
      if (open || section.read) section.rows.open.fill(open ? 1 : 0);
    }
    this.fill();
    this.choose(0);
  }

  outer(index) {
    const [section, row] = this.visible[index];
    if (row === TITLE) return index;
    return this.indexOf(section, row < 0 ? TITLE : section.rows.parent[row] < 0 ? TITLE : section.rows.parent[row]);
  }

  key(event) {
    const now = this.chosen;
    const open = this.state(...this.visible[now]);
    const moves = {
      ArrowDown: () => this.choose(now + 1),
      ArrowUp: () => this.choose(now - 1),
      PageDown: () => this.choose(Math.min(this.visible.length - 1, now + this.list.room)),
      PageUp: () => this.choose(Math.max(0, now - this.list.room)),
      Home: () => this.choose(0),
      End: () => this.choose(this.visible.length - 1),
      ArrowRight: () => (open === false ? this.toggle(now) : open && this.choose(now + 1)),
      ArrowLeft: () => (open ? this.toggle(now) : this.choose(this.outer(now))),
      Enter: () => (open === null ? this.on.enter?.() : this.toggle(now)),
      " ": () => this.toggle(now),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in moves) moves[event.key]();
    else if (event.key.length === 1) this.type(event.key.toLowerCase());
    else return;
    event.preventDefault();
  }

  /** Moves to the next row whose name begins with a character. */
  type(letter) {
    const { length } = this.visible;
    for (let step = 1; step < length; step++) {
      const index = (this.chosen + step) % length;
      if (this.label(...this.visible[index])[0].toLowerCase().startsWith(letter)) return this.choose(index);
    }
  }

  indexOfElement(row) {
    return Number(row.id.slice(this.id.length + 1));
  }

  indexAt(event) {
    const row = event.target.closest?.(".row");
    return row ? this.indexOfElement(row) : -1;
  }

  click(event) {
    const index = this.indexAt(event);
    if (index < 0) return;
    const isTwist = event.target.classList.contains("twist");
    const isTitle = this.visible[index][1] === TITLE;
    if (isTwist || isTitle) this.toggle(index);
    this.choose(index);
  }

  hover(event) {
    const index = this.indexAt(event);
    if (index >= 0) this.on.hover(...this.visible[index]);
  }
}
