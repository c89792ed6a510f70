// Functions that the test of the viewer calls in the page. They look at rendered content.

/** The rows of the tree of a view, as they are drawn. */
function drawn(index = 0) {
  const rows = [...document.querySelectorAll(".view")[index].querySelectorAll('[role="treeitem"]')];
  const text = (row, name) => row.querySelector(`.${name}`).textContent;
  return rows.map((row) => [Number(row.ariaLevel), text(row, "label"), text(row, "value")]);
}

/** What the page knows of each part: the path, key, value and kind of each field. */
function known(index = 0) {
  return views[index].model.sections.slice(1).map(({ title, rows }) => ({
    part: title,
    problem: rows.problem ?? null,
    rows: rows.label.map((label, row) => ({
      path: rows.path(row), label, key: rows.key[row], value: rows.value[row], kind: rows.kind[row],
      ...counts(rows, row, views[index].model.bytes),
    })),
  }));
}

/** What a row says in numbers: its flags, by their names in documents, the name of its value there, its number, its bytes. */
function counts(rows, row, bytes) {
  const [kind, table] = [rows.kind[row], rows.tables[rows.table[row]] ?? []];
  const number = rows.number(row, bytes);
  const isSet = (value) => value !== "0" && (number & BigInt(value)) === BigInt(value);
  const is = table.filter(([, value]) => BigInt(value) === number).map(([, , , shown]) => shown);
  return {
    flags: kind === "flags" ? table.map(([, value, , shown]) => [shown, isSet(value)]) : [],
    names: kind === "enum" ? [...is, String(number)] : [],
    bytes: rows.size[row] <= 64 && !rows.inner(row) ? [...bytes.slice(rows.at[row], rows.at[row] + rows.size[row])] : [],
  };
}

/** The row of the tree with this label. */
const rowOf = (label, index = 0) =>
  [...document.querySelectorAll(".view")[index].querySelectorAll('[role="treeitem"]')].find((row) => row.querySelector(".label").textContent === label);

/** Where bytes are lit. */
const lit = () => [...document.querySelectorAll(".numbers .lit")].map((byte) => Number(byte.dataset.at));

/** A button or tab by what it says. */
const button = (text) => [...document.querySelectorAll("button")].find((button) => button.checkVisibility() && button.textContent.startsWith(text));

/** What of the essentials of an accessible page is missing. */
function missing() {
  const problems = [];
  const complain = (what, one) => problems.push(`${what}: ${one?.outerHTML?.slice(0, 120) ?? ""}`);
  if (document.documentElement.lang !== "en") complain("no language");
  if (!document.title) complain("no title");
  if (!document.querySelector("main")) complain("no main content");
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1]));
  if (levels[0] !== 1) complain("the first heading is not the first level");
  levels.forEach((level, index) => index && level > levels[index - 1] + 1 && complain(`a heading skips a level: ${levels}`));
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  if (new Set(ids).size !== ids.length) complain(`ids come twice: ${ids.filter((id, index) => ids.indexOf(id) !== index)}`);
  for (const one of document.querySelectorAll("[aria-labelledby], [aria-controls], [aria-activedescendant]")) {
    for (const name of ["aria-labelledby", "aria-controls", "aria-activedescendant"]) {
      const to = one.getAttribute(name);
      if (to && !document.getElementById(to)) complain(`${name} leads nowhere`, one);
    }
  }
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  for (const one of document.querySelectorAll("button, a[href], input, select, [tabindex='0'], [role='tree'], [role='tab']")) {
    if (!isSeen(one)) continue;
    const name = one.getAttribute("aria-label") || (one.labels?.length ? one.labels[0].textContent : "") || (one.matches("input, select") ? "" : one.textContent);
    if (!name.trim()) complain("no name", one);
    const box = (one.type === "checkbox" ? one.labels[0] : one).getBoundingClientRect();
    if (one.matches("button, select, input") && box.width && (box.height < 20 || box.width < 13)) complain(`too small: ${box.width} by ${box.height}`, one);
    if (one.tabIndex > 0) complain("the order of the focus is not that of the page", one);
  }
  for (const one of document.querySelectorAll('[role="treeitem"]')) {
    if (!one.closest('[role="tree"]')) complain("an item of no tree", one);
    for (const name of ["aria-level", "aria-posinset", "aria-setsize", "aria-selected"]) if (!one.hasAttribute(name)) complain(`no ${name}`, one);
  }
  return problems.concat(contrast(isSeen));
}

function contrast(isSeen) {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha };
  };
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const { rgb, alpha } = parse(getComputedStyle(at).backgroundColor);
      if (alpha > 250) return rgb;
    }
    return [255, 255, 255];
  };
  const problems = new Set();
  for (const one of document.querySelectorAll("body *")) {
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText || !isSeen(one) || one.matches("script, style, noscript, option, .skip")) continue;
    const [text, behind] = [light(parse(getComputedStyle(one).color).rgb), light(ground(one))];
    const ratio = (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
    if (ratio < 4.5) problems.add(`contrast of ${ratio.toFixed(2)} in ${one.tagName.toLowerCase()}.${one.className} in ${one.parentElement.className}`);
  }
  return [...problems];
}
