import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bindings } from "../cells/bindings.ts";
import { failureOf } from "../errors/failure.ts";
import { compileFile } from "../modules/file-source.ts";
import { compileCell } from "./compile.ts";

const CONSTANTS = `const three = 3, minus = -2.5, twice = three * 2;
const word = "word", text = \`text\`;
enum Other { Four = 4, Five, Six = "six" }
const enum Fixed { Seven = 7, Eight, Nine = "nine" }
namespace Space { export const inner = 20; export enum Deep { One = inner, Two } }`;

const NUMBERS = [
  ...["three", "minus", "twice", "-three", "~three", "+three", "three << 2", "1 << three", "three | 4", "-1 >>> 0"],
  ...["(three + 1) * 2", "three ** 2", "10 % three", "three / 2", "three & 2", "three ^ 1", "-9 >> 1", "0.1 + 0.2"],
  ...["Other.Four", "Other['Five']", "Fixed.Eight", "Fixed['Seven']"],
  ...["Space.inner", "Space.Deep.Two", "Other.Four + Fixed.Seven", "5", "-5", "1e21", "2 ** 40"],
];
const STRINGS = [
  ...["word", "text", "word + '!'", `\`\${word}-\${text}\``, "Other.Six", "Fixed.Nine", "'plain'"],
  ...["`plain`", `\`\${three}\``, "'a' + three", `\`\${Other.Six}/\${Fixed.Nine}\``, "word + three + Other.Four"],
];

/** Enums whose members take every such value, each number followed by two members that count on. */
function enums(): { readonly name: string; readonly text: string }[] {
  return Array.from({ length: 70 }, (_, index) => {
    const [first, second] = [NUMBERS[(index * 7) % NUMBERS.length], NUMBERS[(index * 11 + 3) % NUMBERS.length]];
    const string = STRINGS[(index * 5) % STRINGS.length];
    const name = `E${index}`;
    const word = index % 3 === 0 ? "const enum" : "enum";
    const merged = index % 4 === 0 ? `} ${word} ${name} { M = A * 2, N, O = ${name}.B + 1, P` : "";
    const more = `F = A | B, G, H = ${name}.C, I, 'j k', L = ${name}['j k'] + 1 ${merged}`;
    return { name, text: `${word} ${name} { A = ${first}, B, C, S = ${string}, T = ${second}, U, V, ${more} }` };
  });
}

const NAMES = enums().map(({ name }) => name);
const ENUMS = enums()
  .map(({ text: line }) => line)
  .join("\n");
const VALUE = `({ ${NAMES.join()} })`;

/** Cells one after the other, and the value of the last. */
function run(...cells: readonly string[]): unknown {
  const bindings = new Bindings();
  return cells.reduce<unknown>((_, code) => {
    const cell = compileCell(code, { name: "cell.ts", bindings, settings: () => ({ legacyDecorators: false }) });
    for (const { name, kind, initial } of cell.declarations) bindings.declare(name, kind, initial);
    return cell.start({ constants: bindings.constants });
  }, undefined);
}

describe("the members of enums", () => {
  let folder: string;
  let byTypeScript: Readonly<Record<string, unknown>>;

  /** What the project's own TypeScript makes of the same text. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "epsilab-enums-"));
    writeFileSync(join(folder, "enums.ts"), `${CONSTANTS}\n${ENUMS}\nexport { ${NAMES.join()} };`);
    const choices = ["--ignoreConfig", "--target", "es2022", "--module", "commonjs", "--preserveConstEnums"];
    const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler, ...choices, "enums.ts"], { cwd: folder });
    byTypeScript = createRequire(join(folder, "from.js"))("./enums.js");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("have the values that TypeScript gives them", () => {
    expect(run(`${CONSTANTS}\n${ENUMS}\n${VALUE}`)).toEqual({ ...byTypeScript });
  });

  it("have them if the constants are of an earlier cell", () => {
    expect(run(CONSTANTS, ENUMS, VALUE)).toEqual({ ...byTypeScript });
  });

  it("have them in files", () => {
    const settings = { legacyDecorators: false, assignsFields: false, jsx: {}, mapped: () => [] };
    const source = `${CONSTANTS}\n${ENUMS}\nexport { ${NAMES.join()} };`;
    const { code } = compileFile(join(folder, "enums.ts"), source, settings);
    const exports: Record<string, unknown> = {};
    new Function("exports", code)(exports);
    expect({ ...exports }).toEqual({ ...byTypeScript });
  });

  it.each([
    ["const base = 100; enum E { A = base, B, C }; [E.B, E.C, E[101], E[102]]", [101, 102, "B", "C"]],
    ["const word = 'A'; enum E { A = 1, B = word }; [E.A, E.B]", [1, "A"]],
    [
      "const pick = () => 'X'; enum E { A = 1, B = [1, 2]\n.map((n) => n + 1)\n.length, C, D = pick(\n) }; [E.C, E.D, E[3], E[E.B]]",
      [3, "X", "C", "B"],
    ],
    ["function f(start = 5) { const x = 2; enum E { A = x, B } return E.B + start }; f()", 8],
  ])("of %s are known", (code, value) => {
    expect(run(code)).toEqual(value);
  });

  it("leave the places of errors in their values as they were", () => {
    const bindings = new Bindings();
    const code =
      "enum Zero { A }\nenum Broken { First = 1, Second = first(), Third }\nfunction first() { return null!.x }";
    const cell = compileCell(code, { name: "place.ts", bindings, settings: () => ({ legacyDecorators: false }) });
    for (const { name, kind, initial } of cell.declarations) bindings.declare(name, kind, initial);
    try {
      cell.start({ constants: bindings.constants });
      expect.unreachable();
    } catch (error) {
      const trace = failureOf(error, "place.ts").traceback.join("\n");
      expect(stripVTControlCharacters(trace)).toContain("at place.ts:2:35");
    }
  });
});
