import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importsOf, unknownImport } from "./imports.ts";
import { layerViolations, libraryOrder } from "./layers.ts";
import { projectFolder, typeScriptUnder } from "./project-files.ts";

const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(`${projectFolder}/package.json`, "utf8"),
);
const dependencyNames = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/** The violations of a one-line file. */
function violations(path: string, text: string): string[] {
  return layerViolations({ path, text }, ["ml-matrix"]);
}

describe("the folder rule", () => {
  it("names folders that exist, and CONTRIBUTING.md the same ones in the same order", () => {
    expect(libraryOrder.filter((folder) => !existsSync(`${projectFolder}/lib/${folder}`))).toEqual([]);
    const text = readFileSync(`${projectFolder}/CONTRIBUTING.md`, "utf8");
    const [list = ""] = /^`assembly` →[^.]*?`figures`$/m.exec(text) ?? [];
    expect([...list.matchAll(/`([a-z/-]+)`/g)].map(([, folder]) => folder)).toEqual(libraryOrder);
  });

  it("holds for every import of lib/, experiments/ and kernel/", () => {
    const files = typeScriptUnder(["lib", "experiments", "kernel"]).filter(
      ({ path }) => !path.startsWith("lib/assembly/source/"),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => layerViolations(file, dependencyNames))).toEqual([]);
  });

  it("holds for the relative imports of bench/", () => {
    const files = typeScriptUnder(["bench"]);
    expect(files.length).toBeGreaterThan(0);
    const names = files.flatMap(({ text }) => importsOf(text)).filter((name) => !name.startsWith("."));
    expect(files.flatMap((file) => layerViolations(file, names))).toEqual([]);
  });

  it.each([
    ["bench/a.ts", 'import { b } from "../testing/b.ts";'],
    ["lib/numerics/a.ts", 'import { b } from "../random/b.ts";'],
    ["lib/numerics/a.ts", 'import type { B } from "../random/b.ts";'],
    ["lib/numerics/a.ts", 'import "../random/b.ts";'],
    ["lib/numerics/a.ts", 'export * from "../random/b.ts";'],
    ["lib/numerics/a.ts", 'export type { B } from "../statistics/b.ts";'],
    ["lib/numerics/a.ts", 'const b = await import("../random/b.ts");'],
    ["lib/numerics/a.ts", 'let b: import("../random/b.ts").B;'],
    ["lib/numerics/a.ts", "import {\n  b, // first\n} from '../random/b.ts';"],
    ["lib/numerics/a.ts", 'new Worker(new URL("../random/b.ts", import.meta.url));'],
    ["lib/numerics/a.ts", 'const b = require("../random/b.ts");'],
    ["lib/mechanisms/a.ts", 'import { b } from "../oracles/b.ts";'],
    ["lib/oracles/a.ts", 'import { b } from "../mechanisms/b.ts";'],
    ["lib/oracles/a.ts", 'import type { B } from "../privacy/loss/b.ts";'],
    ["lib/random/a.ts", 'import { b } from "../index.ts";'],
    ["lib/random/a.ts", 'import { b } from "./index.ts";'],
    ["lib/privacy/loss/a.ts", 'import type { B } from "../guarantees/b.ts";'],
    ["lib/privacy/loss/a.ts", 'import { b } from "../accounting/index.ts";'],
    ["lib/privacy/a.ts", 'import { b } from "./loss/b.ts";'],
    ["lib/random/secure.ts", 'import { randomFillSync } from "node:crypto";'],
    ["lib/random/a.ts", 'import { b } from "../../testing/b.ts";'],
    ["lib/random/a.ts", 'import { b } from "../utilities/b.ts";'],
    ["lib/utilities/a.ts", 'import { b } from "../numerics/b.ts";'],
    ["lib/random/a.ts", 'import { b } from "../../kernel/b.ts";'],
    ["lib/random/a.test.ts", 'import { b } from "../../kernel/b.ts";'],
    ["lib/random/a.ts", 'import { b } from "../../experiments/b.ts";'],
    ["lib/random/a.ts", 'import { b } from "../../bench/b.ts";'],
    ["lib/random/a.ts", "const b = await import(name);"],
    ["lib/random/a.ts", 'import { existsSync, readFileSync } from "node:fs";'],
    ["lib/random/a.ts", 'import { describe } from "vitest";'],
    ["lib/numerics/a.ts", 'import { readReference } from "./reference/reference.ts";'],
    ["kernel/front/a.ts", 'import { b } from "../../lib/random/b.ts";'],
    ["kernel/display/a.ts", 'import { b } from "../../lib/figures/figure.ts";'],
    ["lib/figures/drawing/a.ts", 'import { b } from "../../../kernel/display/b.ts";'],
    ["kernel/front/a.ts", 'import { b } from "../../experiments/b.ts";'],
    ["kernel/front/a.ts", 'import { b } from "epsilab";'],
    ["experiments/engine/a.ts", 'import { b } from "../../kernel/b.ts";'],
    ["experiments/minimax/a.ts", 'import { axis } from "../engine/definition/axis.ts";'],
    ["experiments/minimax/a.ts", 'import { b } from "../membership/b.ts";'],
    ["experiments/engine/format/a.ts", 'import type { Plan } from "../execution/plan.ts";'],
    ["experiments/engine/format/a.ts", 'import { b } from "../attic/b.ts";'],
    ["experiments/engine/a.ts", 'import { b } from "./format/b.ts";'],
    ["experiments/engine/a.ts", 'import { b } from "../../notebooks/b.ts";'],
    ["experiments/engine/a.ts", 'import { b } from "../../bin/b.js";'],
    ["experiments/engine/a.ts", 'new URL("../../bin/epsilab", import.meta.url);'],
    ["experiments/engine/a.ts", 'import { b } from "fast-check";'],
  ])("refuses, in %s: %s", (path, text) => {
    expect(violations(path, text)).toHaveLength(1);
  });

  it.each([
    ["lib/random/a.ts", 'import { b } from "./b.ts";'],
    ["lib/random/a.ts", 'import { b } from "../numerics/b.ts";'],
    ["lib/random/a.ts", 'import { kernels } from "../assembly/kernels.ts";'],
    ["lib/random/a.test.ts", 'import { chiSquare } from "../statistics/chi-square.ts";'],
    ["lib/oracles/a.ts", 'import { b } from "../numerics/b.ts";'],
    ["lib/mechanisms/a.test.ts", 'import { b } from "../oracles/b.ts";'],
    ["experiments/minimax/a.ts", 'import { b } from "../../lib/oracles/b.ts";'],
    ["lib/random/a.test.ts", 'import { describe } from "vitest";'],
    ["lib/random/a.test.ts", 'import { b } from "../../testing/contract/b.ts";'],
    ["lib/privacy/guarantees/a.ts", 'import type { B } from "../loss/b.ts";'],
    ["lib/privacy/accounting/index.ts", 'export { b } from "../calibration/b.ts";'],
    ["lib/numerics/a.test.ts", 'import { readReference } from "./reference/reference.ts";'],
    ["lib/numerics/reference/reference.ts", 'import { existsSync, readFileSync } from "node:fs";'],
    ["lib/numerics/a.ts", 'import { Matrix } from "ml-matrix";'],
    ["lib/index.ts", 'export { b } from "./figures/b.ts";'],
    ["experiments/minimax/a.ts", 'import { b } from "../../lib/figures/b.ts";'],
    ["experiments/minimax/a.ts", 'import { axis } from "../kit.ts";'],
    ["experiments/minimax/a.test.ts", 'import { planOf } from "../engine/execution/plan.ts";'],
    ["experiments/engine/a.ts", 'import { existsSync, readFileSync } from "node:fs";'],
    ["experiments/engine/execution/a.ts", 'import type { Spec } from "../format/spec.ts";'],
    ["experiments/engine/format/a.test.ts", 'import { planOf } from "../execution/plan.ts";'],
    ["kernel/front/a.ts", 'import { b } from "../protocol/b.ts";'],
    ["kernel/display/a.ts", 'import { b } from "../../lib/figures/drawing/b.ts";'],
    ["experiments/engine/a.test.ts", 'new URL("../../bin/epsilab", import.meta.url);'],
    ["lib/numerics/a.ts", '// once: import { b } from "../random/b.ts";'],
    ["lib/numerics/a.ts", '/** import { b } from "../random/b.ts" */'],
  ])("allows, in %s: %s", (path, text) => {
    expect(violations(path, text)).toEqual([]);
  });
});

describe("importsOf", () => {
  it("sees an import behind a string that looks like a comment", () => {
    expect(importsOf('const address = "https://x"; import { b } from "./b.ts";')).toEqual(["./b.ts"]);
  });

  it("sees an import behind a template that holds quotes", () => {
    expect(importsOf('const text = `it\'s "so"`;\nimport { b } from "./b.ts";')).toEqual(["./b.ts"]);
  });

  it("reports a computed import, and no other, as unknown", () => {
    expect(importsOf("import(`./$" + "{name}.ts`)")).toContain(unknownImport);
    expect(importsOf("import(name)")).toEqual([unknownImport]);
    expect(importsOf('import("./b.ts")')).toEqual(["./b.ts"]);
    expect(importsOf("import.meta.url")).toEqual([]);
  });
});
