import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";

import * as continual from "../../lib/continual/index.ts";
import * as falseDiscovery from "../../lib/false-discovery/index.ts";
import * as mechanisms from "../../lib/mechanisms/index.ts";
import { stream } from "../../lib/random/stream.ts";
import * as synthetic from "../../lib/synthetic/index.ts";
import { ALL_INSTANCES, ALL_MECHANISMS } from "./all-mechanisms.ts";
import { pValue, satisfies, tenthLess } from "./audit.ts";

/** Seeded, so that the level is the chance that a right sampler needed another seed when the test was written. */
const LEVEL = 1e-3;
const DRAWS = 60_000;

/** The public functions of lib/mechanisms, each the main export of its file, that build no mechanism. */
const OTHERS = ["change-distance", "optimal-strategy", "simulation-lemma"];

/** The sources of a folder and of its rooms, by the name of the file. */
const sourcesOf = (folder: string) =>
  new Map(
    readdirSync(new URL(`../../lib/${folder}/`, import.meta.url), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => [basename(path, ".ts"), new URL(`../../lib/${folder}/${path}`, import.meta.url)]),
  );
const SOURCES = new Map(
  ["mechanisms", "false-discovery", "continual", "synthetic"].map((folder) => [folder, sourcesOf(folder)]),
);
/** The files of a folder that are named after a public function. */
const publicFiles = (folder: string, surface: object) =>
  [...(SOURCES.get(folder)?.keys() ?? [])].filter((file) => camel(file) in surface).sort();
const textOf = (folder: string, file: string) => readFileSync(SOURCES.get(folder)?.get(file) ?? file, "utf8");
const withoutInstance = (folder: string, files: readonly string[]) =>
  files.filter((file) => ALL_INSTANCES.every((instance) => instance.folder !== folder || instance.file !== file));

const camel = (file: string) => file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

describe("the contract", () => {
  it("has an instance of every mechanism of the public surface", () => {
    const files = publicFiles("mechanisms", mechanisms);
    expect(files.length).toBeGreaterThan(OTHERS.length);
    expect(withoutInstance("mechanisms", files)).toEqual(OTHERS);
  });

  it.each([
    ["false-discovery", falseDiscovery],
    ["continual", continual],
    ["synthetic", synthetic],
  ])("has an instance of every function of lib/%s that states a guarantee", (folder, surface) => {
    const builders = publicFiles(folder, surface).filter((file) => textOf(folder, file).includes("  guarantee: "));
    expect(withoutInstance(folder, builders)).toEqual([]);
  });

  it.each(Object.keys(ALL_MECHANISMS))("keeps the instances of %s under its name, one or more", (builder) => {
    const { instances } = ALL_MECHANISMS[builder];
    expect(new Set(instances.map(({ file }) => camel(file)))).toEqual(new Set([builder]));
  });
});

describe.each(ALL_INSTANCES)("$title", ({ title, folder, file, name, mechanism, off, input, tight, refusals }) => {
  const draw = (count: number) => {
    const random = stream(20261115, "contract", title);
    return Array.from({ length: count }, () => mechanism.release(input, random)) as (number | Float64Array)[];
  };

  it("draws from its law, and a law a tenth off is told apart", () => {
    const draws = draw(DRAWS);
    expect(pValue(draws, mechanism.law(input))).toBeGreaterThan(LEVEL);
    if (off !== undefined) expect(pValue(draws, off.law(input))).toBeLessThan(LEVEL);
  });

  it("keeps its guarantee on its worst pair, where a guarantee a tenth smaller fails", () => {
    const [first, second] = mechanism.worstPair().map(mechanism.law);
    expect(satisfies(first, second, mechanism.guarantee)).toBe(true);
    expect(satisfies(first, second, tenthLess(mechanism.guarantee))).toBe(!tight);
  });

  it("gives the same output for the same stream, one at a time or many at once", () => {
    expect(draw(50)).toEqual(draw(50));
    const many = mechanism.releaseMany?.(input, new Float64Array(2500), stream(20261115, "contract", title));
    if (many !== undefined) expect([...many]).toEqual(draw(2500));
  });

  it.each(refusals)("refuses a bad %s, by name", (parameter, call) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(parameter);
  });

  it("states its theorem, source and limits", () => {
    const text = textOf(folder, file);
    const header = text.slice(0, text.indexOf("*/"));
    for (const line of ["Theorem:", "Source:", "Limits:"]) expect(header).toContain(`\n * ${line} `);
    expect(mechanism.name).toBe(name);
  });
});
