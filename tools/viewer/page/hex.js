// Draws the bytes of a file, each in the color of its part.

const LINE = 22;

class Hex {
  /** `on.select(offset)` and `on.hover(offset)` receive the byte. */
  constructor(model, label, on) {
    Object.assign(this, { model, on, columns: 16, cursor: 0, lit: null });
    this.box = element("div", {
      class: "hex", tabindex: 0, role: "group", "aria-label": label, "aria-description": "Arrow keys go from byte to byte; the line below says what each is.",
      keydown: (event) => this.key(event),
      click: (event) => this.click(event),
      mousemove: (event) => this.hover(event),
      mouseleave: () => this.on.hover(-1),
    });
    this.list = new RowList(this.box, LINE, (index) => this.line(index), () => {});
    new ResizeObserver(() => this.fit()).observe(this.box);
    this.fit();
  }

  /** The number of bytes in a line, by the width of the element. */
  fit() {
    const size = parseFloat(getComputedStyle(this.box).fontSize) || 13;
    const letters = (this.box.clientWidth - GAPS * size) / (LETTER * size);
    const columns = [16, 8, 4].find((columns) => letters >= 8 + 4 * columns) ?? 4;
    if (columns === this.columns && this.list.count) return;
    this.columns = columns;
    this.list.resize(Math.ceil(this.model.bytes.length / columns));
    this.list.reveal(Math.floor(this.cursor / columns), true);
  }

  line(index) {
    const [first, { bytes }] = [index * this.columns, this.model];
    const line = element("div", { class: "line", "aria-hidden": true }, element("span", { class: "place" }, hex(first, 8)));
    const texts = element("span", { class: "texts" });
    const numbers = element("span", { class: "numbers" });
    for (let offset = first; offset < Math.min(bytes.length, first + this.columns); offset++) {
      const field = this.model.fieldAt(offset);
      const isField = field !== null && field.row >= 0;
      const color = isField ? `${hue(field.section.index)}${field.rank % 2 ? " odd" : ""}` : "none";
      const name = `${color} ${this.lightOf(field)}${offset === this.cursor ? " cursor" : ""}`;
      const byte = bytes[offset];
      numbers.append(this.byte(offset, name, NUMBERS[byte]));
      texts.append(this.byte(offset, name, LETTERS[byte]));
    }
    line.append(numbers, texts);
    return line;
  }

  /** The element of a byte. There are many bytes, so only visible ones are drawn. */
  byte(offset, name, text) {
    const made = document.createElement("span");
    made.className = name;
    made.setAttribute("data-at", offset);
    made.textContent = text;
    return made;
  }

  /** Highlights the visible bytes. */
  relight() {
    for (const byte of this.list.lines.querySelectorAll("[data-at]")) {
      const offset = Number(byte.dataset.at);
      const light = this.lightOf(this.model.fieldAt(offset));
      byte.classList.toggle("lit", light === "lit");
      byte.classList.toggle("within", light === "within");
      byte.classList.toggle("cursor", offset === this.cursor);
    }
  }

  /** The highlight of a byte: as part of the selected field, or of the selected section. */
  lightOf(field) {
    if (!this.lit || !field || field.section !== this.lit.section) return "";
    const { section, row } = this.lit;
    if (row < 0) return "within";
    return field.row >= row && field.row < section.rows.end[row] ? "lit" : "";
  }

  /** Highlights the bytes of a field, and scrolls to them if none is visible. */
  light(section, row, scroll) {
    this.lit = section ? { section, row: row < 0 ? -1 : section.rows.whole(row) } : null;
    if (section && scroll) this.list.reveal(Math.floor(this.begin(section, row) / this.columns), true);
    this.relight();
  }

  begin(section, row) {
    return row < 0 ? section.at : section.rows.at[row];
  }

  /** Moves the cursor to a byte. */
  move(offset) {
    this.cursor = Math.max(0, Math.min(this.model.bytes.length - 1, offset));
    this.list.reveal(Math.floor(this.cursor / this.columns));
    this.relight();
  }

  key(event) {
    const page = this.columns * this.list.room;
    const steps = {
      ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.columns, ArrowUp: -this.columns, PageDown: page, PageUp: -page,
      Home: -Infinity, End: Infinity,
    };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.move(this.cursor + steps[event.key]);
    this.on.select(this.cursor);
  }

  offsetAt(event) {
    const at = event.target.dataset?.at;
    return at === undefined ? -1 : Number(at);
  }

  click(event) {
    const offset = this.offsetAt(event);
    if (offset < 0) return;
    this.cursor = offset;
    this.on.select(offset);
  }

  hover(event) {
    this.on.hover(this.offsetAt(event));
  }
}

/** The width of a character, and of all gaps of a line, as multiples of the font size. */
const LETTER = 0.603;
const GAPS = 3.2;

/** The two texts of each byte value. */
const NUMBERS = Array.from({ length: 256 }, (_, byte) => hex(byte, 2));
const LETTERS = NUMBERS.map((_, byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·"));
