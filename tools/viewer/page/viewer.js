// Manages the page: opens, compares and saves files.

const slot = (name) => document.getElementById(name);
const about = new Map(given("about").map((one) => [one.dataset.name, one.textContent]));
const samples = given("sample").map((one) => ({ name: one.dataset.name, about: about.get(one.dataset.name), bytes: () => decoded(one.textContent) }));

/** The open files, at most two: each with its content, and with the states before it was edited. */
const files = [];
let views = [];

/** Shows a page that was made for one file. */
function showGiven([file]) {
  const fields = new Map(given("fields").map((one) => [Number(one.dataset.name), one]));
  const summary = JSON.parse(given("summary")[0].textContent);
  const read = (section) => fields.get(section)?.textContent ?? null;
  show([new View(new Model(summary, decoded(file.textContent), read), null, [], chosen)], []);
  follow();
}

/** The link to the page: `#sample=NAME&at=PLACE`, where `PLACE` is a part, a field, or a byte. */
const link = () => new URLSearchParams(location.hash.slice(1));

let due = 0;
/** Writes the selection into the address, which can be copied. Browsers limit how often this is allowed. */
function chosen(at) {
  clearTimeout(due);
  due = setTimeout(() => {
    const parameters = new URLSearchParams();
    const sample = files[0] && samples.find(({ name }) => name === files[0].name);
    if (sample) parameters.set("sample", sample.name);
    parameters.set("at", at);
    history.replaceState(null, "", `#${parameters}`);
  }, 200);
}

/** Selects the target of the address. */
function follow() {
  const at = link().get("at");
  if (at && views.length && !views[0].goToPlace(at)) say(`${views[0].model.summary.name} has no ${at}`);
}

/** Opens the sample of a link, and selects the target of the link. */
function followLink() {
  const sample = samples.find(({ name }) => name === link().get("sample"));
  if (sample && files[0]?.name !== sample.name) open(sample.name, sample.bytes());
  else follow();
}

function show(made, differences) {
  slot("start").replaceChildren();
  document.body.classList.add("open");
  search.box.hidden = false;
  views = made;
  slot("views").classList.toggle("two", made.length > 1);
  slot("views").replaceChildren(...made.map((view) => view.made));
  made.forEach((view) => view.start());
  slot("differences").replaceChildren(...differences);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

/** Shows the open files again. */
function refresh() {
  const read = ({ opened }) => new Model(JSON.parse(opened.summary()), opened.bytes(), (section) => opened.fields(section));
  const different = files.length > 1 ? JSON.parse(files[0].opened.differences(files[1].opened)) : [];
  const made = files.map((file, index) => new View(read(file), (...what) => edit(file, index, ...what), different, index ? undefined : chosen));
  show(made, files.length > 1 ? [differences(different, made)] : []);
  tools();
}

function differences(all, made) {
  const title = element("h2", {}, "Differences");
  if (!all.length) return element("section", {}, title, nothing("There are none."));
  const count = counted(all.length, "difference");
  const told = element("p", { class: "facts" }, count);
  const go = (part, path) => made.forEach((view) => view.reveal(part, path));
  const names = made.map((view) => view.model.summary.name);
  const list = differencesTable(all, names, go);
  // If the scroll bar is not always visible, a list that scrolls looks complete.
  const tell = () => (told.textContent = list.scrollHeight > list.clientHeight ? `${count}; the list scrolls` : count);
  new ResizeObserver(tell).observe(list);
  return element("section", {}, title, told, list);
}

/** Opens bytes as file `index`. */
function open(name, bytes, index = 0) {
  const opened = new wasm_bindgen.Opened(name, bytes);
  files[index] = { name, opened, before: [] };
  files.length = index + 1;
  refresh();
  say(`${name} is open`);
  // A link to this page refers to its first file.
  if (index === 0) follow();
}

async function openFile(file, index) {
  if (file) open(file.name, new Uint8Array(await file.arrayBuffer()), index);
}

/** Shows files as the stages of one pipeline. */
async function openPipeline(list) {
  if (!list.length) return;
  const stages = new wasm_bindgen.Stages();
  for (const file of list) stages.add(file.name, new Uint8Array(await file.arrayBuffer()));
  let html;
  try {
    html = stages.html();
  } catch (problem) {
    return showPipeline(element("p", { class: "problem banner", role: "alert" }, String(problem)));
  }
  const content = element("div", {});
  const root = content.attachShadow({ mode: "open" });
  root.innerHTML = html;
  // Numbers are links to their messages, which are not in the document itself.
  root.addEventListener("click", (event) => {
    const to = event.target.closest?.("a")?.getAttribute("href");
    if (!to) return;
    event.preventDefault();
    root.querySelector(to).scrollIntoView({ block: "center" });
  });
  showPipeline(content);
}

function showPipeline(content) {
  files.length = 0;
  show([], [element("section", { class: "pipeline" }, element("h2", {}, "Pipeline"), content)]);
  search.box.hidden = true;
  tools();
  say("The pipeline is open");
}

/** Sets the value of a field; reports why the field cannot have it. */
function edit(file, index, part, path, bits, text) {
  let edited;
  try {
    edited = file.opened.edit(part, path, bits, text);
  } catch (problem) {
    return String(problem);
  }
  file.before.push(file.opened);
  replace(file, index, edited);
  say(`${path} is ${text} now; the container is signed`);
  return null;
}

function replace(file, index, opened) {
  const earlier = views[index];
  const isIn = earlier.made.contains(document.activeElement);
  file.opened = opened;
  refresh();
  views[index].follow(earlier);
  if (isIn) views[index].tree.box.focus();
}

function undo(index) {
  const file = files[index];
  if (file.before.length) replace(file, index, file.before.pop());
}

/** Saves the container of the first file. */
function download() {
  const [{ name, opened }] = files;
  const url = URL.createObjectURL(new Blob([opened.bytes()], { type: "application/octet-stream" }));
  const ending = /\.(dxil|dxbc|cso|dxo)$/i.test(name) ? "" : ".dxil";
  element("a", { href: url, download: name + ending }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A button to open a file, and a list of samples. */
function sources(text, index) {
  const input = element("input", { type: "file", class: "hidden", tabindex: -1, "aria-label": text, "data-file": index, change: () => openFile(input.files[0], index) });
  const button = element("button", { type: "button", click: () => input.click() }, text);
  const change = () => {
    const sample = samples[select.selectedIndex - 1];
    if (sample) open(sample.name, sample.bytes(), index);
  };
  const options = [`${index ? "… a sample" : "Samples"}`, ...samples.map(({ name }) => name)].map((name) => element("option", {}, name));
  const select = element("select", { "aria-label": `${text}: samples`, change }, ...options);
  return [button, input, select];
}

/** A button to open the shaders of a pipeline. */
function stagesButton() {
  const text = "Pipeline of …";
  const input = element("input", { type: "file", multiple: true, class: "hidden", tabindex: -1, "aria-label": text, "data-file": "pipeline", change: () => openPipeline(input.files) });
  return [element("button", { type: "button", click: () => input.click() }, text), input];
}

function tools() {
  const made = [...sources("Open …", 0), ...stagesButton()];
  if (files.length) {
    made.push(...sources("Compare with …", 1));
    if (files.length > 1) made.push(element("button", { type: "button", click: () => (files.length = 1, refresh()) }, "Close the second"));
    const isEdited = files.some(({ before }) => before.length);
    if (isEdited) made.push(element("button", { type: "button", click: () => undo(files.findLastIndex(({ before }) => before.length)) }, "Undo"));
    made.push(element("button", { type: "button", class: "main", click: download }, "Download"));
  }
  slot("tools").replaceChildren(...made);
}

function welcome() {
  const picks = samples.map(({ name, about, bytes }) => element("li", {}, element("button", { type: "button", class: "link", click: () => open(name, bytes()) }, name), ` ${about}`));
  slot("start").replaceChildren(
    element("div", { class: "welcome" },
      element("h2", {}, "Drop a compiled shader here"),
      element("p", {}, "A DXIL or DXBC container, a PDB file of DXC, a document of obj2yaml, or HLSL with a root signature. Two files are compared, more are the stages of a pipeline. Nothing leaves this page."),
      element("p", {}, "Or look at a sample:"),
      element("ul", {}, ...picks)),
  );
}

function dropping() {
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [first, second, third] = event.dataTransfer.files;
    if (third) return openPipeline(event.dataTransfer.files);
    openFile(first, 0).then(() => second && openFile(second, 1));
  });
}

async function start() {
  const file = given("file");
  addEventListener("hashchange", followLink);
  if (file.length) return showGiven(file);
  const packed = new Blob([decoded(given("wasm")[0].textContent)]).stream();
  const wasm = await new Response(packed.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
  await wasm_bindgen({ module_or_path: wasm });
  welcome();
  tools();
  dropping();
  followLink();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

const search = new Search();
start().catch?.((problem) => say(`The viewer does not start: ${problem}`));
