// Prepares a file for printing on paper: all panels, and a list of all fields instead of a tree.

/** The maximum number of fields to print. */
const MOST_PRINTED = 20_000;

function printed(view) {
  const { model } = view;
  const panels = view.pages.filter(([title]) => title !== FIELDS).map(([title, content]) => element("section", {}, element("h2", {}, title), content()));
  let left = MOST_PRINTED;
  const sections = model.sections.map((section) => {
    const { rows } = section;
    const count = Math.min(left, rows.count);
    left -= count;
    const cells = Array.from({ length: count }, (_, row) => [element("code", {}, rows.path(row)), place(rows.at[row]), String(rows.size[row]), rows.value[row]]);
    const omitted = rows.count - count + rows.left_out;
    const problem = rows.problem ? element("p", { class: "problem" }, rows.problem[0]) : null;
    const rest = omitted ? nothing(`${counted(omitted, "more field")}.`) : null;
    return element("section", {}, element("h3", {}, `${section.title}: ${section.about}`), table("", ["Field", "Offset", "Size", "Value"], cells), problem, rest);
  });
  return element("div", { class: "printed" }, element("h1", {}, model.summary.name), ...panels, element("section", {}, element("h2", {}, FIELDS), ...sections));
}

addEventListener("beforeprint", () => slot("views").after(...views.map(printed)));
addEventListener("afterprint", () => document.querySelectorAll(".printed").forEach((one) => one.remove()));
