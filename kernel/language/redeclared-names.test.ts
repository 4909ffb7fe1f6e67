import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TypeScriptService } from "./typescript-service.ts";

const folder = mkdtempSync(join(tmpdir(), "epsilab-names-"));
let service: TypeScriptService;
beforeAll(() => {
  writeFileSync(
    join(folder, "models.ts"),
    "export const Model = { make: () => ({ size: 1 }) };\nexport interface Plan<Step = number> { steps: Step[] }\n",
  );
  service = new TypeScriptService({ folder, preload: [], patience: 60_000 });
});
beforeEach(() => service.reset());
afterAll(() => {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
});
const errors = async (code: string) => (await service.diagnose(code)).map(({ code: number }) => number);
/** Checks each cell and runs it; cells with a list of errors expect these. */
const expectFine = async (...cells: readonly (string | readonly [string, readonly number[]])[]) => {
  for (const cell of cells) {
    const [code, expected] = typeof cell === "string" ? [cell, []] : cell;
    expect([code, await errors(code)]).toEqual([code, expected]);
    service.cellRan(code);
  }
};

const user = "const User = { parse: (x: unknown) => ({ id: 1, name: 'a' }) }";
const userType = "type User = ReturnType<typeof User.parse>; const u: User = User.parse(1)";

describe("a type and a value of one name", () => {
  it("stand beside each other when the type comes in a later cell, however often the cells run", async () => {
    await expectFine(user, userType, "User.parse(2).id; const v: User = u", userType, user, userType);
    await expectFine("const w: User = User.parse(3)", ["const wrong: User = 1; User.missing", [2322, 2339]]);
  });

  it("stand beside each other when the value comes in a later cell", async () => {
    await expectFine(
      "interface Shape<Unit = number> { area: Unit }",
      "const Shape = { unit(): Shape { return { area: 1 } } }; Shape.unit()",
      "const shape: Shape<string> = { area: 'large' }; Shape.unit().area.toFixed()",
      "function Shape(area: number): Shape { return { area } }",
      "const other: Shape = Shape(1)",
      "let Shape: Shape = { area: 2 }",
      "Shape = { area: 3 }; const third: Shape = Shape",
      ["Shape = 1", [2322]],
      "type Only = 1",
      "const Only = 2",
      "const only: Only = 1; Only.toFixed()",
    );
  });

  it("are found in other parts of a long session, also by functions that were declared before", async () => {
    const long = (name: string) => `function ${name}() { ${"Math.max(1, 2); ".repeat(500)} }`;
    await expectFine(
      user,
      long("one"),
      "function load() { return User.parse(1) }",
      long("two"),
      userType,
      long("three"),
    );
    await expectFine(
      "const x: User = load(); User.parse(2).name.length",
      "const Post = 1, User = { parse: () => 'text' }",
    );
    await expectFine("const text: string = User.parse(); const again: User = 'text'; Post.toFixed()");
  });

  it("are replaced by their like: a type by a type, a value by a value, both by a class, an enum or a namespace", async () => {
    await expectFine(user, userType, "type User = 'a'", "const a: User = 'a'; User.parse(1)");
    await expectFine("const User = 5", "const b: User = 'a'; User.toFixed()", "class User { own = 1 }");
    await expectFine("const c: User = new User(); c.own", ["User.parse", [2339]]);
    await expectFine("enum User { A }", "const d: User = User.A", "namespace User { export const inside = 1 }");
    await expectFine("User.inside", ["const e: User = 1", [2709]], "type User = 2", "const f: User = 2; User.inside");
  });

  it("go on as the value of a class that a type took the name of, but not as the type of one that a value took it of", async () => {
    await expectFine(
      "class Box<T> { constructor(readonly held: T) {} }",
      "type Box = 'closed'; new Box(1).held.toFixed()",
    );
    await expectFine("const box: Box = 'closed'; new Box<string>('a').held.length", "const Box = 1");
    await expectFine("const shut: Box = 'closed'; Box.toFixed()", "class Lid {}", "const Lid = 1; Lid.toFixed()");
    await expectFine(["const lid: Lid = 1", [2749]]);
  });

  it("stand beside each other where one is exported", async () => {
    await expectFine(
      "interface Kept { a: 1 }",
      "export const Kept = { make(): Kept { return { a: 1 } } }; const k: Kept = Kept.make()",
    );
    await expectFine("export interface Kept { b: 2 }; Kept.make()", "const kept: Kept = { b: 2 }; Kept.make()");
    await expectFine(
      "import { Model } from './models.ts'",
      "export const Model = 1; Model.toFixed()",
      "Model.toFixed()",
    );
  });

  it("stand beside each other where one is imported", async () => {
    await expectFine("import { Model, Plan } from './models.ts'", "type Model = ReturnType<typeof Model.make>");
    await expectFine(
      "const model: Model = Model.make()",
      "const Plan = { empty: (): Plan<string> => ({ steps: [] }) }",
    );
    await expectFine("const plan: Plan<string> = Plan.empty()", "const Model = Model.make()", [
      "const size: number = Model.size; const text: string = Model.size",
      [2322],
    ]);
  });
});
