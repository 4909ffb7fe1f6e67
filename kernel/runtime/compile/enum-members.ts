/**
 * Enum members: the values that the transpiler cannot know, as TypeScript gives them.
 *
 * The transpiler sees one text without types. A member that follows one whose value it does not know it leaves undefined: it
 * is that value and one, for only numbers may be counted on from. And a constant may be a string, which TypeScript gives no
 * name in return; what is a string tells the value itself. Columns stay, but for what follows a value on its line.
 * Limits: a value of several lines stays as the transpiler made it.
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
