// The model of a file: sections for the header and the parts, with their fields as rows.

/** Ranges that may overlap; finds, of those that contain an offset, the one that begins last. */
class Ranges {
  /** `of` are the indices of ranges, in any order. */
  constructor(of, start, end) {
    this.of = of.sort((a, b) => start(a) - start(b) || a - b);
    this.starts = this.of.map(start);
    this.ends = this.of.map(end);
    this.last = -1;
    let reach = 0;
    this.reach = this.ends.map((end) => (reach = Math.max(reach, end)));
  }

  at(offset) {
    // Bytes are usually requested in order.
    const { starts, ends, last } = this;
    if (last >= 0 && starts[last] <= offset && offset < ends[last] && !(starts[last + 1] <= offset)) return last;
    return (this.last = this.look(offset));
  }

  look(offset) {
    let [low, high] = [0, this.of.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= offset) low = middle + 1;
      else high = middle;
    }
    for (let rank = low - 1; rank >= 0 && this.reach[rank] > offset; rank--) {
      if (this.ends[rank] > offset) return rank;
    }
    return -1;
  }
}

/** The fields of a section. */
class Rows {
  constructor(data) {
    Object.assign(this, data);
    const count = (this.count = this.label.length);
    this.parent = new Int32Array(count).fill(-1);
    /** The index after the descendants of each row. */
    this.end = new Int32Array(count).fill(count);
    this.position = new Int32Array(count);
    this.siblings = new Int32Array(count + 1);
    this.open = new Uint8Array(count);
    const outer = [];
    for (let row = 0; row < count; row++) {
      while (outer.length > this.depth[row]) this.end[outer.pop()] = row;
      this.parent[row] = outer.length ? outer[outer.length - 1] : -1;
      this.position[row] = ++this.siblings[this.parent[row] + 1];
      outer.push(row);
    }
    const values = [];
    for (let row = 0; row < count; row++) {
      if (this.size[row] > 0 && !this.bit[row][1] && (!this.inner(row) || this.bit[row + 1][1])) values.push(row);
    }
    this.ranges = new Ranges(values, (row) => this.at[row], (row) => this.at[row] + this.size[row]);
  }

  /** Whether a row has children. */
  inner(row) {
    return this.end[row] > row + 1;
  }

  /** The row with the bytes of a row: for a bit field, the row of the field that contains it. */
  whole(row) {
    return row >= 0 && this.bit[row][1] ? this.parent[row] : row;
  }

  /** The documentation of a row in the schema. */
  docOf(row) {
    return this.docs[this.doc[row]] ?? "";
  }

  /** The path of a row, as on the command line. */
  path(row) {
    const label = this.label[row];
    const outer = this.parent[row];
    if (outer < 0) return label;
    return this.path(outer) + (label.startsWith("[") || label === "" ? label : `.${label}`);
  }

  /** The row at a path, or its last existing ancestor; records may be named: `elements[TEXCOORD].mask`. */
  find(path) {
    let [found, first, last, isAll] = [-1, 0, this.count, true];
    for (const step of path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? []) {
      const name = step.startsWith("[") ? step.slice(1, -1) : null;
      let next = -1;
      for (let row = first; row < last; row = this.end[row]) {
        if (this.label[row] === step || (name !== null && this.value[row] === name)) {
          next = row;
          break;
        }
      }
      if (next < 0) {
        isAll = false;
        break;
      }
      [found, first, last] = [next, next + 1, this.end[next]];
    }
    return { row: found, isAll };
  }

  /** The bytes of a row as a number. */
  number(row, bytes) {
    let number = 0n;
    if (this.size[row] > 8) return number;
    for (let at = this.at[row] + this.size[row] - 1; at >= this.at[row]; at--) number = (number << 8n) | BigInt(bytes[at]);
    const [low, count] = this.bit[row];
    return count ? (number >> BigInt(low)) & ((1n << BigInt(count)) - 1n) : number;
  }
}

/** A section: the header, or a part. */
class Section {
  constructor(index, title, about, doc, at, size, fields) {
    Object.assign(this, { index, title, about, doc, at, size, fields, open: false });
  }

  /** The fields, which are read when they are first needed. */
  get rows() {
    if (!this.read) {
      const text = this.fields(this.index);
      this.read = new Rows(JSON.parse(text ?? EMPTY));
      if (text === null) this.read.problem = ["the file has too many fields: those of this part are not listed", this.at];
    }
    return this.read;
  }
}

const EMPTY = `{"depth":[],"label":[],"at":[],"size":[],"value":[],"key":[],"doc":[],"docs":[],"kind":[],"table":[],"bit":[],"tables":{},"left_out":0}`;

/** A file: its summary, its bytes, and its sections. */
class Model {
  constructor(summary, bytes, fields) {
    this.summary = summary;
    this.bytes = bytes;
    const { parts } = summary;
    const header = new Section(0, "Header", "the header and the directory", "", 0, summary.header, fields);
    const sections = parts.map(
      (part, index) => new Section(index + 1, part.fourcc, part.name ?? "unknown", part.doc ?? "", part.offset, part.whole, fields),
    );
    this.sections = [header, ...sections];
    const [start, end] = [(index) => this.sections[index].at, (index) => this.sections[index].at + this.sections[index].size];
    this.ranges = new Ranges(this.sections.map((_, index) => index), start, end);
  }

  /** The field of a byte: its section, its row, and the number of fields that begin before it. */
  fieldAt(offset) {
    const place = this.ranges.at(offset);
    if (place < 0) return null;
    const section = this.sections[this.ranges.of[place]];
    const { ranges } = section.rows;
    const rank = ranges.at(offset);
    return { section, row: rank < 0 ? -1 : ranges.of[rank], rank };
  }

  /** The section and row at `PSV0.info.entry_name`, `PSV0`, `Header`, or a byte such as `0x1e8`. */
  locate(place) {
    if (/^(0x[0-9a-f]+|\d+)$/i.test(place)) return this.fieldAt(Number(place));
    const [title, ...path] = place.split(".");
    const section = this.sections.find((section) => section.title === title);
    if (!section) return null;
    return { section, row: path.length ? section.rows.find(path.join(".")).row : -1 };
  }

  /** The section and row of a path in a part. */
  find(fourcc, path) {
    const section = this.sections.find((section) => section.title === fourcc);
    return section ? { section, ...section.rows.find(path) } : null;
  }
}
