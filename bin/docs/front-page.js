/**
 * The front page of the reference: how to import, the doors with what each is for, and where the claims are.
 */

/**
 * @param {readonly { door: import("./doors.js").Door, module: any }[]} modules
 * @returns {object[]} display parts of TypeDoc
 */
export function frontPage(modules) {
  return [
    text(`Every function that Epsilab exports, with the theorem it rests on, its source and its limits. Each line below is a door of the
package: \`import { quantile } from "epsilab/mechanisms"\`; \`epsilab\` alone has the names that a notebook starts from. The
cookbook, among the documents on the left, answers questions of the kind "how do I ...". The search box above finds functions,
types and claims; **/** puts the cursor into it.

`),
    ...modules.flatMap(({ door, module }) => [
      text("- "),
      { kind: "inline-tag", tag: "@link", text: door.name, target: module },
      ...[text(" \u2013 "), ...firstParagraph(module), text("\n")],
    ]),
    text(`
A page says by which method a value is computed and how accurate it is, where that is known. Randomness is always an argument, a
\`Stream\` named by a seed and a path; what cannot be computed is refused by a \`RangeError\` that names the argument. All fields of the
objects are read-only.
`),
  ];
}

/** @param {any} module */
function firstParagraph(module) {
  const parts = [];
  for (const part of module.comment?.summary ?? []) {
    const [first, ...rest] = part.kind === "text" ? part.text.split("\n\n") : [part.text];
    parts.push({ ...part, text: first.replaceAll("\n", " ") });
    if (rest.length > 0) break;
  }
  return parts;
}

/** @param {string} content */
function text(content) {
  return { kind: "text", text: content };
}
