// Searches fields by name and value, and rows of tables by name.

/** The maximum number of search results. */
const MOST_FOUND = 20;

/** The search results for a text in a file: each has a description, and `go()`, which shows it. */
function* places(view, wanted) {
  const { model } = view;
  if (/^0x[0-9a-f]+$/.test(wanted) && Number(wanted) < model.bytes.length) yield { name: wanted, what: "byte", go: () => view.goTo(Number(wanted)) };
  const has = (text) => typeof text === "string" && text.toLowerCase().includes(wanted);
  for (const section of model.sections) {
    if (has(section.title) || has(section.about)) yield { name: section.title, what: section.about, go: () => view.goToRow(section, -1) };
  }
  const { bindings, functions, signatures } = model.summary;
  const tables = [["Bindings", bindings], ["Functions", functions], ...(Array.isArray(signatures) ? signatures : []).map((one) => ["Signatures", one])];
  for (const [tab, table] of tables) {
    for (const row of table?.rows ?? []) if (has(row[0])) yield { name: row[0], what: table.title, go: () => view.show(tab) };
  }
  for (const section of model.sections) {
    const { rows } = section;
    for (let row = 0; row < rows.count; row++) {
      const isOfName = has(rows.label[row]) || has(rows.key[row]);
      if (isOfName || (!rows.inner(row) && has(rows.value[row]))) {
        yield { name: `${section.title}.${rows.path(row)}`, what: rows.value[row], go: () => view.goToRow(section, row) };
      }
    }
  }
}

/** The search box of the header, which searches the first file. */
class Search {
  constructor() {
    this.box = document.querySelector(".search");
    this.input = slot("search");
    this.list = slot("found");
    this.input.addEventListener("input", () => this.find());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => this.fill([]));
    document.addEventListener("keydown", (event) => {
      const isTyped = event.target.matches?.("input, select, textarea, [role=tree]");
      if (event.key !== "/" || isTyped || this.box.hidden) return;
      this.input.focus();
      event.preventDefault();
    });
  }

  find() {
    const wanted = this.input.value.trim().toLowerCase();
    const found = [];
    if (wanted && views.length) {
      for (const one of places(views[0], wanted)) if (found.push(one) === MOST_FOUND) break;
    }
    this.fill(found);
    if (wanted && !found.length) say(`Nothing contains ${wanted}`);
  }

  fill(found) {
    this.found = found;
    const items = found.map(({ name, what }, index) => {
      // A click must not move the focus, since that closes the list.
      const on = { mousedown: (event) => event.preventDefault(), click: () => this.go(index) };
      return element("li", { id: `found-${index}`, role: "option", ...on }, name, " ", element("small", {}, what));
    });
    this.list.replaceChildren(...items);
    this.input.setAttribute("aria-expanded", String(found.length > 0));
    this.choose(found.length ? 0 : -1);
  }

  choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
    if (index >= 0) this.input.setAttribute("aria-activedescendant", `found-${index}`);
    else this.input.removeAttribute("aria-activedescendant");
    this.list.children[index]?.scrollIntoView({ block: "nearest" });
  }

  go(index) {
    const { go } = this.found[index];
    this.fill([]);
    go();
  }

  key(event) {
    const { length } = this.found ?? [];
    if (event.key === "ArrowDown" && length) this.choose((this.chosen + 1) % length);
    else if (event.key === "ArrowUp" && length) this.choose((this.chosen + length - 1) % length);
    else if (event.key === "Enter" && length) this.go(this.chosen);
    else if (event.key === "Escape") this.fill([]);
    else return;
    event.preventDefault();
  }
}
