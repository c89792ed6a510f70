// Looks at the pages of a site one by one, as a person with a narrow and a wide window would.
const frame = document.getElementById("frame");
const lines = [];

const open = (page) =>
  new Promise((resolve) => {
    frame.onload = () => resolve(frame.contentDocument);
    frame.src = page;
  });

async function look() {
  const anchors = new Map();
  const links = [];
  let ground = "";
  for (const width of [360, 1400]) {
    frame.width = width;
    for (const page of PAGES) {
      const document = await open(page);
      const wide = document.documentElement.scrollWidth;
      if (wide > width) lines.push(`${page} is ${wide} wide at ${width}`);
      if (!document.querySelector("h1")) lines.push(`${page} has no heading`);
      for (const drawing of document.querySelectorAll("svg.bytes")) {
        if (!drawing.getAttribute("aria-label")) lines.push(`${page} has a drawing without a label`);
        if (!drawing.querySelector("rect")) lines.push(`${page} has an empty drawing`);
      }
      ground = frame.contentWindow.getComputedStyle(document.body).backgroundColor;
      const here = new URL(frame.contentWindow.location.href);
      anchors.set(here.pathname, new Set([...document.querySelectorAll("[id]")].map((one) => one.id)));
      for (const link of document.querySelectorAll("a[href]")) links.push([page, new URL(link.href)]);
    }
  }
  for (const [page, link] of links) {
    if (link.protocol !== "file:") continue;
    const there = anchors.get(link.pathname);
    if (!there) lines.push(`${page} links to ${link.pathname}`);
    else if (link.hash && !there.has(decodeURIComponent(link.hash.slice(1)))) lines.push(`${page} links to ${link}`);
  }
  lines.push(`${PAGES.length} pages on ${ground}`);
  return lines.join("\n");
}

async function search(names) {
  frame.width = 1400;
  const document = await open("index.html");
  const input = document.getElementById("search");
  for (const name of names) {
    input.value = name;
    input.dispatchEvent(new Event("input"));
    const found = [...document.querySelectorAll("#found a")].slice(0, 8);
    lines.push(found.map((link) => link.getAttribute("href")).join(" "));
  }
  return lines.join("\n");
}

document.documentElement.dataset.ready = "ready";
