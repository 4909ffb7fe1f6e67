import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ambientDeclarations, asGlobals } from "../language/ambient.ts";
import { TypeScriptService } from "../language/typescript-service.ts";
import { Notebook } from "../runtime/reference/notebook.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));
const DOOR = "epsilab/widgets";
const NAMES = ["button", "checkbox", "interact", "select", "slider", "text", "widget"];

describe("the door epsilab/widgets", () => {
  it("says in one line what it needs, in a plain script or another kernel", () => {
    const code =
      `import * as door from "${DOOR}"; for (const [name, f] of Object.entries(door)) try { f(0, 1) } ` +
      "catch (e) { console.log(name, e.name, e.message) }";
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: project,
      encoding: "utf8",
    });
    const lines = NAMES.map(
      (name) =>
        `${name} Error ${name} needs the kernel "TypeScript (Epsilab)": choose it for this notebook, ` +
        `or add it by "npx epsilab kernel install"`,
    );
    expect(stdout.trimEnd().split("\n")).toEqual(lines);
  });
});

describe("in the kernel", () => {
  const notebook = new Notebook({ preload: { epsilab: project } });
  let service: TypeScriptService;
  beforeAll(() => {
    service = new TypeScriptService({
      folder: notebook.folder,
      ambient: ambientDeclarations,
      preload: [{ name: "epsilab", path: project }],
      patience: 60_000,
    });
  });
  afterAll(async () => {
    service.stop();
    await notebook.close();
  });

  it("the door makes the widgets that cells have, in modules too", async () => {
    notebook.write("mine.ts", `import { slider } from "${DOOR}"; export const mine = slider(0, 4, { label: "mine" });`);
    const { data, errors } = await notebook.run(
      `import * as door from "${DOOR}"; import { mine } from "./mine.ts"; interact(({ x }) => x, { x: mine }); ` +
        "[Object.keys(door).sort().join(), mine.constructor === slider(0, 1).constructor].join()",
    );
    expect(errors).toEqual([]);
    expect(data?.["text/plain"]).toBe(`'${NAMES.join()},true'`);
  });

  it("help knows them, with and without an import", async () => {
    const page = async (code: string) => (await notebook.run(code)).displays.at(-1)?.data["text/markdown"];
    expect(await page("help(interact)")).toMatch(/function interact<[\s\S]*Shows controls, and below them/);
    expect(await page(`import { select as menu } from "${DOOR}"; help(menu)`)).toMatch(/A menu of options/);
    expect(await page(`help("${DOOR}")`)).toMatch(/Widgets: sliders, menus[\s\S]*`slider`/);
  });

  const problems = async (code: string) => (await service.diagnose(code)).map(({ message }) => message);

  it.each([
    "interact(({ e, name, on, n, menu }) => { const a: number = e; const b: 'a' | 'b' = menu; " +
      "const c: boolean = on; const d: string = name; return a + n }, " +
      "{ e: [0.1, 5], n: 3, on: true, name: 'x', menu: ['a', 'b'] }).result?.toFixed()",
    "interact(async ({ e }) => e.toFixed(), { e: slider(0.1, 5) }).result?.length",
    "const s = select([1, 2, 4], { value: 4 }); const v: 1 | 2 | 4 = s.value; s.onChange((value) => value.toFixed())",
    "const text = 'mine'; text.length; const select = 5; select.toFixed(); " +
      "interface WidgetControl { a: 1 } const x: WidgetControl = { a: 1 }; x.a",
    "widget({ state: { count: 1 }, render({ model, el }) { el.append(model.get('count')) } }).get('count').toFixed()",
    `import { slider as other } from "${DOOR}"; const made: ReturnType<typeof slider> = other(0, 1); made.value`,
    "button('Go', (count) => count.toFixed()).value.toFixed()",
  ])("the checker of types accepts %s", async (code) => {
    expect(await problems(code)).toEqual([]);
  });

  it.each([
    ["interact(({ e }) => e.length, { e: slider(0.1, 5) })", "Property 'length' does not exist on type 'number'."],
    ["select({ small: 1, big: 2 }).value = 3", "Type '3' is not assignable to type '1 | 2'."],
    ["slider(1)", "Expected 2-3 arguments, but got 1."],
  ])("the checker of types refuses %s", async (code, problem) => {
    expect(await problems(code)).toEqual([problem]);
  });
});

describe("asGlobals", () => {
  it("takes only the word export away", () => {
    const module =
      "export interface A {\n}\n/** export it */\nexport declare function f(a: A): void;\nexport type B = A;\nexport {};\n";
    expect(asGlobals(module)).toBe(
      "interface A {\n}\n/** export it */\ndeclare function f(a: A): void;\ntype B = A;\n",
    );
  });
});
