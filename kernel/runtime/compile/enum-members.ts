/**
 * Enum members: values that swc cannot know, because it sees one text without types.
 *
 * swc leaves a member undefined if it follows one with an unknown value: it is that value plus one, since TypeScript only
 * allows numbers before it. And if a value is a string, TypeScript writes no reverse mapping; this is decided when the code
 * runs. Columns stay, except after a value on its line.
 * Limits: a value of several lines stays as swc printed it.
 */

/** `Unit[Unit["Metre"] = value] = "Metre";` on a line of its own. */
const MEMBER = /^([ \t]*)([\p{ID_Start}$_][\p{ID_Continue}$]*)\[(\2\[("(?:[^"\\]|\\.)*")\]) = (.+)\] = \4;$/u;
const NUMBER = /^-?[\d.]+(?:e[+-]?\d+)?$/;

export function completeEnums(code: string): string {
  let previous: string | undefined;
  const lines = code.split("\n").map((line) => {
    const [, indent = "", name = "", target, text, value = ""] = MEMBER.exec(line) ?? [];
    const before = previous;
    previous = target;
    if (target === undefined || NUMBER.test(value)) return line;
    if (value === "void 0") return before === undefined ? line : line.replace(value, () => `${before} + 1`);
    const assigned = `${indent}${" ".repeat(name.length + 1)}${target} = ${value};`;
    return `${assigned} if (typeof ${target} !== "string") ${name}[${target}] = ${text};`;
  });
  return lines.join("\n");
}
