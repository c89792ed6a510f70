// The search: names in every spelling, from names.js. Pages work without it.
(() => {
  const root = document.body.dataset.root;
  const box = document.querySelector(".search");
  const input = document.getElementById("search");
  const list = document.getElementById("found");
  if (!box || typeof NAMES === "undefined") return;
  box.hidden = false;
  let chosen = -1;

  const rank = (name, wanted) => {
    const plain = name.toLowerCase();
    if (plain === wanted) return 0;
    if (plain.startsWith(wanted)) return 1;
    const bare = plain.replaceAll("_", "");
    const bareWanted = wanted.replaceAll(/[_\s]/g, "");
    if (bare === bareWanted) return 0.5;
    if (bare.startsWith(bareWanted)) return 2;
    // A version that a header has as a type of its own: PSVRuntimeInfo2.
    const unnumbered = bareWanted.replace(/\d+$/, "");
    if (unnumbered.length > 3 && bare.replace(/\d+$/, "") === unnumbered) return 2.5;
    return plain.includes(wanted) || bare.includes(bareWanted) ? 3 : 9;
  };

  /** The words of a text: `DXILHeader` is two, as "thread group" is. */
  const words = (text) => text.replaceAll(/([a-z])([A-Z])|([A-Z])([A-Z][a-z])/g, "$1$3 $2$4").toLowerCase().match(/[a-z]+|\d+/g) ?? [];

  /** Whether a doc has all words; a last number may be that of a version, which it needs not have. */
  const mentions = (text, wanted) => {
    const letters = wanted.filter((word) => !/^\d/.test(word));
    const begun = words(text);
    return letters.length > 0 && letters.every((word) => begun.some((other) => other.startsWith(word)));
  };

  const show = () => {
    const wanted = input.value.trim().toLowerCase();
    const all = words(input.value);
    const ranked = ([name, what, href, doc]) => {
      const ofName = rank(name, wanted);
      // A word within the name of a value says less than one in the doc of a field.
      const own = ofName === 3 && href.startsWith("enums/") ? 5.5 : ofName;
      const told = own < 9 || !doc || wanted.length < 4 || !mentions(`${name} ${what} ${doc}`, all);
      // Fields before values.
      return { name, what, href, rank: told ? own : href.startsWith("parts/") ? 5 : 6 };
    };
    const found = wanted
      ? NAMES.map(ranked)
          .filter((row) => row.rank < 9)
          .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length)
          .slice(0, 20)
      : [];
    list.replaceChildren(
      ...found.map(({ name, what, href }, index) => {
        const item = document.createElement("li");
        item.id = `found-${index}`;
        item.role = "option";
        const link = document.createElement("a");
        link.href = root + href;
        link.tabIndex = -1;
        link.append(name);
        const small = document.createElement("small");
        small.append(" ", what);
        link.append(small);
        item.append(link);
        return item;
      })
    );
    choose(found.length ? 0 : -1);
    input.setAttribute("aria-expanded", String(found.length > 0));
  };

  const choose = (index) => {
    chosen = index;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
    if (index >= 0) input.setAttribute("aria-activedescendant", `found-${index}`);
    else input.removeAttribute("aria-activedescendant");
  };

  const close = () => {
    list.replaceChildren();
    input.setAttribute("aria-expanded", "false");
  };

  input.addEventListener("input", show);
  input.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) choose((chosen + count - 1) % count);
    else if (event.key === "Enter" && chosen >= 0) list.children[chosen].querySelector("a").click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      input.focus();
      event.preventDefault();
    }
  });
})();
