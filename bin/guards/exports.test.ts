import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packageDoors } from "../docs/doors.js";
import { codeWords, type Export, ExportUses, isSource } from "./exports.ts";
import { projectFolder, typeScriptUnder } from "./project-files.ts";

const read = (path: string) => readFileSync(`${projectFolder}/${path}`, "utf8");

/** The project's own files under some folders whose names end so. */
function filesUnder(folders: readonly string[], ending: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(`${projectFolder}/${folder}`, { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`.replaceAll("\\", "/"))
      .filter((path) => ending.test(path) && !path.includes("node_modules/")),
  );
}

/** The words of all code in documents and notebooks. */
function documentWords(): ReadonlySet<string> {
  const texts = ["README.md", ...filesUnder(["docs", "kernel", "bench", "template"], /\.md$/)].map(read);
  const notebooks = filesUnder(["notebooks", "template"], /\.ipynb$/).flatMap((path) =>
    JSON.parse(read(path)).cells.map((cell: { cell_type: string; source: string[] | string }) => {
      const text = [cell.source].flat().join("");
      return cell.cell_type === "code" ? `\`\`\`\n${text}\n\`\`\`` : text;
    }),
  );
  return new Set([...texts, ...notebooks].flatMap((text) => [...codeWords(text)]));
}

/** Those that a loader finds by a computed name: `run` of a command and beside a snippet, and what the kernel puts into a cell. */
const BY_COMPUTED_NAME =
  /\/command\/[\w-]+\.ts run$|\/(command|snippet-runtime)\.ts run$|^kernel\/display\/(cell-globals|tslab)\.ts /;

/** Those that the compiler writes into declarations of types that it infers: their modules must show them. */
const BY_INFERENCE =
  /^lib\/numerics\/parameters\.ts (Optional)?Parameter$|^lib\/privacy\/accounting\/releases\/[\w-]+\.ts \w+Release$/;

describe("exports", () => {
  const files = [
    ...typeScriptUnder(["lib", "experiments", "kernel", "bench", "testing", "bin", "template"]),
    ...filesUnder(["kernel"], /\.cts$/).map((path) => ({ path, text: read(path) })),
    ...filesUnder(["bin"], /\.js$/).map((path) => ({ path, text: read(path) })),
  ].filter(({ path }) => !path.startsWith("lib/assembly/source/"));
  const uses = new ExportUses(files);
  const doors = packageDoors().map(({ source }) => source);
  const open = new Set(doors.flatMap((door) => uses.shownBy(door)));
  const named = ({ path, name }: Export) => `${path} ${name}`;

  it("of a door are used by a source or shown in a document, types apart", () => {
    const words = documentWords();
    const values = new Set(doors.flatMap((door) => uses.valuesShownBy(door)));
    const idle = [...values].filter(
      (exported) =>
        !words.has(exported.name) && !uses.usersOf(exported).some((path) => isSource(path) && !doors.includes(path)),
    );
    expect(idle.map(named)).toEqual([]);
  });

  it("of any other file are used outside of it", () => {
    const needless = uses.exports.filter(
      (exported) =>
        !open.has(exported) &&
        !/\.(test\.ts|js)$/.test(exported.path) &&
        uses.usersOf(exported).length === 0 &&
        !BY_COMPUTED_NAME.test(named(exported)) &&
        !BY_INFERENCE.test(named(exported)),
    );
    expect(needless.map(named)).toEqual([]);
  });
});

describe("ExportUses", () => {
  const users = (text: string, own = "export const a = 1;\nexport type B = 1;\n") => {
    const found = new ExportUses([
      { path: "lib/own.ts", text: own },
      { path: "lib/door.ts", text: 'export { a } from "./own.ts";\n' },
      { path: "lib/hall.ts", text: 'export * from "./door.ts";\n' },
      { path: "lib/user.ts", text },
    ]);
    return found.exports.filter((exported) => found.usersOf(exported).length > 0).map(({ name }) => name);
  };

  it.each([
    ['import { a } from "./own.ts";', ["a"]],
    ['import { a as other, type B } from "./own.ts";', ["a", "B"]],
    ['import type { B } from "./own.ts";', ["B"]],
    ['import { a } from "./door.ts";', ["a"]],
    ['import { a } from "./hall.ts";', ["a"]],
    ['import * as own from "./own.ts";\nown.a;', ["a"]],
    ['import * as own from "./own.ts";\ncall(own);', ["a", "B"]],
    ['const { a } = await import("./own.ts");', ["a"]],
    ['let b: import("./own.ts").B;', ["B"]],
    ['import { a } from "../dist/lib/own.js";', ["a"]],
    ['// import { a } from "./own.ts";', []],
    ['import { c } from "./own.ts";', []],
    ['export { a } from "./own.ts";', []],
  ])("sees in %s the uses %j", (text, expected) => {
    expect(users(text)).toEqual(expected);
  });
});
