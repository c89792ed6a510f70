// Colors instructions (like `dxobj dump`) and HLSL, and finds the functions in a text.

/** The tokens of each language: a class, and a pattern. The first pattern that matches is used. */
const SYNTAX = {
  dxil: [
    ["comment", /;.*/],
    ["string", /!?"[^"]*"/],
    ["type", /%(?:"[^"]*"|[-$.\w]+)(?=\*| [%@]|\s*[{,)]*\s*type\b)|\b(?:void|half|float|double|label|metadata|i\d+)\b/],
    ["value", /[%@](?:"[^"]*"|[-$.\w]+)/],
    ["metadata", /[!#](?:[-$.\w]+)?/],
    ["number", /-?\b(?:0x[0-9A-Fa-f]+|\d+(?:\.\d+(?:e[-+]?\d+)?)?)\b/],
    ["word", /\b[a-z][\w.]*\b/],
  ],
  assembly: [
    ["comment", /\/\/.*/],
    ["word", /^\s*[a-z]\w*/],
    ["value", /\b[a-zA-Z]{1,6}\d+(?:\[[^\]]*\])?/],
    ["number", /-?\b(?:0x[0-9A-Fa-f]+|\d+(?:\.\d+)?)\b/],
  ],
  hlsl: [
    ["comment", /\/\/.*|\/\*.*?(?:\*\/|$)|^.*?\*\//],
    ["metadata", /^\s*#.*/],
    ["string", /"(?:[^"\\]|\\.)*"/],
    ["number", /\b(?:0x[0-9A-Fa-f]+|\d+(?:\.\d*)?(?:e[-+]?\d+)?)[uUfFhHlL]*\b/],
    ["word", /\b(?:break|case|cbuffer|class|const|continue|default|discard|do|else|export|extern|for|globallycoherent|groupshared|if|in|inline|inout|interface|namespace|nointerpolation|out|packoffset|precise|register|return|row_major|column_major|static|struct|switch|tbuffer|template|typedef|uniform|using|volatile|while)\b/],
    ["type", /\b(?:(?:bool|half|float|double|u?int(?:16_t|32_t|64_t)?|dword|min1[06](?:float|u?int)|min12int|float16_t)(?:\d(?:x\d)?)?|void|string|matrix|vector|(?:RW|Append|Consume|RasterizerOrdered|Feedback)?(?:Texture\w+|\w*Buffer)|Sampler\w*|RaytracingAccelerationStructure|\w+Stream|\w+Patch)\b/],
    ["value", /\bSV_\w+/],
  ],
};

/** The maximum length of a text with colors: each token is an element. */
const MOST_COLORED = 1 << 19;

/** A line as texts, and elements with colors. */
function colored(line, syntax) {
  const rules = SYNTAX[syntax];
  const any = (rules.any ??= new RegExp(rules.map(([name, rule]) => `(?<${name}>${rule.source})`).join("|"), "g"));
  const pieces = [];
  let end = 0;
  for (const match of line.matchAll(any)) {
    const [name] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    if (!match[0]) continue;
    pieces.push(line.slice(end, match.index), element("span", { class: `token t-${name}` }, match[0]));
    end = match.index + match[0].length;
  }
  return [...pieces, line.slice(end)].filter((piece) => piece !== "");
}

/** The beginning of a function in a line outside of braces: the group has the name. */
const FUNCTIONS = {
  dxil: /^define .*?@("[^"]*"|[-$.\w]+)\(/,
  assembly: /^\s*(hs_\w+_phase|hs_decls|label \w+)/,
  hlsl: /^\s*(?:\[[^\]]*\]\s*)*(?:[\w<>,:]+\s+)+(\w+)\s*\((?!.*;\s*$)/,
};

/** The functions in lines: their names, and the numbers of their lines. */
function functionsOf(lines, syntax) {
  const found = [];
  let depth = 0;
  lines.forEach((line, number) => {
    const code = line.replace(/\/\/.*|"(?:[^"\\]|\\.)*"(?!\()/g, "");
    const isOutside = syntax !== "hlsl" || (depth === 0 && !/^\s*#/.test(line));
    const name = isOutside && line.match(FUNCTIONS[syntax])?.[1];
    if (name) found.push({ name, number });
    depth = Math.max(0, depth + code.split("{").length - code.split("}").length);
  });
  return found;
}

/** A list of functions; `go(number)` shows a line. Null if there are none. */
function functionJump(lines, syntax, label, go) {
  const found = functionsOf(lines, syntax);
  if (!found.length) return null;
  const options = [element("option", {}, "Function …"), ...found.map(({ name }) => element("option", {}, name))];
  const change = () => found[select.selectedIndex - 1] && go(found[select.selectedIndex - 1].number);
  const select = element("select", { "aria-label": label, class: "jump", change }, ...options);
  return select;
}
