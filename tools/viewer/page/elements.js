// Creates elements of the page.

let numbers = 0;
/** Returns a name that no other element has. */
const unique = (word) => `${word}-${++numbers}`;

/** Creates an element with attributes, handlers (functions) and children (elements and texts). */
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined) continue;
    if (typeof value === "function") made.addEventListener(name, value);
    else if (name.startsWith("aria-")) made.setAttribute(name, value);
    else if (value === false) continue;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const hex = (number, digits = 1) => number.toString(16).padStart(digits, "0");
const place = (number) => `0x${hex(number)}`;
const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** The classes of the color of a part or parameter: neighbors differ, and no two of 24 are equal. */
const hue = (index) => `hue h${index % 24}`;

let saidUntil = 0;
/** Shows a message for some seconds, and announces it to screen readers. */
function say(text) {
  const status = document.getElementById("status");
  status.textContent = text;
  clearTimeout(saidUntil);
  saidUntil = setTimeout(() => (status.textContent = ""), 8000);
}

/** Decodes a text in base64 to bytes. */
function decoded(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at++) bytes[at] = raw.charCodeAt(at);
  return bytes;
}

/** The embedded data of a kind. */
const given = (kind) => [...document.querySelectorAll(`script[data-kind="${kind}"]`)];

/** The documentation in the schema, which is Markdown: code becomes code elements, links become texts. */
function prose(doc) {
  const text = doc.replace(/\[([^\]]*)\](\([^)]*\))?/g, "$1");
  return element("p", { class: "doc" }, ...text.split("`").map((piece, index) => (index % 2 ? element("code", {}, piece) : piece)));
}

/** The documentation as plain text. */
const plain = (doc) => doc.replace(/\[([^\]]*)\](\([^)]*\))?/g, "$1").replaceAll("`", "");

/** Tabs and their panels: `[title, content, filled]`. `content()` makes the panel when it is shown first; `filled()` follows. */
function tabs(label, pages) {
  const made = pages.map(([title, content, filled], index) => {
    const [tab, panel] = [unique("tab"), unique("panel")];
    return {
      content, filled,
      tab: element("button", { role: "tab", type: "button", id: tab, "aria-controls": panel, click: () => show(index) }, title),
      panel: element("div", { role: "tabpanel", id: panel, "aria-labelledby": tab, hidden: true }),
    };
  });
  function show(chosen) {
    shown.index = chosen;
    made.forEach(({ tab, panel, content, filled }, index) => {
      const is = index === chosen;
      tab.setAttribute("aria-selected", is);
      tab.tabIndex = is ? 0 : -1;
      panel.hidden = !is;
      if (!is || panel.firstChild) return;
      panel.append(content());
      filled?.();
    });
  }
  function key(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    const now = made.findIndex(({ tab }) => tab === event.target);
    const step = steps[event.key];
    const next = Number.isFinite(step) ? (now + step + made.length) % made.length : step < 0 ? 0 : made.length - 1;
    show(next);
    made[next].tab.focus();
    event.preventDefault();
  }
  const list = element("div", { role: "tablist", "aria-label": label, keydown: key }, ...made.map(({ tab }) => tab));
  const shown = { list, panels: made.map(({ panel }) => panel), show, index: 0 };
  return shown;
}
