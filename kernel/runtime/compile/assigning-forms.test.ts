import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXPRESSIONS, instance, LEGACY_FORMS, PRELUDE, STANDARD_FORMS } from "../reference/assigning-forms.ts";
import { bareSession } from "../reference/bare-session.ts";

const instances = (form: string) => EXPRESSIONS.map((expression, index) => instance(form, expression, index + 1));

const shown = (log: unknown) => (log as unknown[]).map((value) => inspect(value));

describe.each([
  ["the standard decorators", STANDARD_FORMS, false],
  ["the older decorators", LEGACY_FORMS, true],
])("a variable of the session, with %s", (_, forms, legacyDecorators) => {
  let folder: string;

  /** The same programs as modules, by the project's own TypeScript. */
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "epsilab-forms-"));
    const files = forms.map((form, index) => {
      writeFileSync(join(folder, `${index}.mts`), [PRELUDE, ...instances(form), "export { log };"].join("\n"));
      return `${index}.mts`;
    });
    const settings = ["--ignoreConfig", "--noCheck", "--target", "es2022", "--module", "esnext", "--types", ""];
    const decorators = legacyDecorators ? ["--experimentalDecorators"] : [];
    const compiler = join(process.cwd(), "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler, ...settings, ...decorators, ...files], { cwd: folder, stdio: "inherit" });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(forms.map((form, index) => [form, index] as const))(
    "is what tsc and Node make of it: %s",
    async (form, index) => {
      const module = await import(/* @vite-ignore */ pathToFileURL(join(folder, `${index}.mjs`)).href);
      const expected = shown(module.log);
      const whole = bareSession({ legacyDecorators });
      await whole([PRELUDE, ...instances(form)].join("\n"));
      expect(shown(whole("log"))).toEqual(expected);
      if (form.startsWith("using")) return; // whose resource ends with its cell
      const parts = bareSession({ legacyDecorators });
      parts(PRELUDE);
      for (const part of instances(form)) await parts(part);
      expect(shown(parts("log"))).toEqual(expected);
    },
  );
});

it("a name that nobody declares is an error in the function of a decorator", () => {
  const run = bareSession();
  const decorated = (body: string) => `const d = (t: any, c: any): any => { ${body} }; class A { @d m() {} }`;
  expect(() => run(decorated("nobodys = 1"))).toThrow(new ReferenceError("nobodys is not defined"));
  expect(() => run(decorated("nobodys"))).toThrow(new ReferenceError("nobodys is not defined"));
  expect(run("typeof nobodys")).toBe("undefined");
});
