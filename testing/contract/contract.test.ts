import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";

import * as adaptive from "../../lib/adaptive/index.ts";
import * as continual from "../../lib/continual/index.ts";
import * as falseDiscovery from "../../lib/false-discovery/index.ts";
import * as learning from "../../lib/learning/index.ts";
import * as mechanisms from "../../lib/mechanisms/index.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import * as synthetic from "../../lib/synthetic/index.ts";
import { ALL_INSTANCES, ALL_MECHANISMS } from "./all-mechanisms.ts";
import { pValue, satisfies, tenthLess } from "./audit.ts";

/** Seeded, so that the level is the chance that a right sampler needed another seed when the test was written. */
const LEVEL = 1e-3;
/** How many are drawn: as few of these as refuse a law a tenth off at a level far lower than is asked, the last where none do. */
const DRAWS = [3_750, 7_500, 15_000, 30_000, 60_000];
const CERTAIN = 1e-6;

/** The public functions of lib/mechanisms, each the main export of its file, that build no mechanism. */
const OTHERS = ["change-distance", "cosine-series", "optimal-strategy", "post-process", "simulation-lemma"];

/** The sources of a folder and of its rooms, by the name of the file. */
const sourcesOf = (folder: string) =>
  new Map(
    readdirSync(new URL(`../../lib/${folder}/`, import.meta.url), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
      .map((path) => [basename(path, ".ts"), new URL(`../../lib/${folder}/${path}`, import.meta.url)]),
  );
const SOURCES = new Map(
  ["mechanisms", "false-discovery", "continual", "synthetic", "learning", "adaptive"].map((folder) => [
    folder,
    sourcesOf(folder),
  ]),
);
/** The files of a folder that are named after a public function. */
const publicFiles = (folder: string, surface: object) =>
  [...(SOURCES.get(folder)?.keys() ?? [])].filter((file) => camel(file) in surface).sort();
const textOf = (folder: string, file: string) => readFileSync(SOURCES.get(folder)?.get(file) ?? file, "utf8");
const withoutInstance = (folder: string, files: readonly string[]) =>
  files.filter((file) => ALL_INSTANCES.every((instance) => instance.folder !== folder || instance.file !== file));

const camel = (file: string) => file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** What a call throws. */
function refusalOf(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

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

  it.each([
    ["learning", learning],
    ["adaptive", adaptive],
  ])("has an instance of every function of lib/%s that states a worst pair", (folder, surface) => {
    const builders = publicFiles(folder, surface).filter((file) => textOf(folder, file).includes("worstPair"));
    expect(builders.length).toBeGreaterThan(0);
    expect(withoutInstance(folder, builders)).toEqual([]);
  });

  it.each(Object.keys(ALL_MECHANISMS))("keeps the instances of %s under its name, one or more", (builder) => {
    const { instances } = ALL_MECHANISMS[builder];
    expect(new Set(instances.map(({ file }) => camel(file)))).toEqual(new Set([builder]));
  });
});

describe.each(ALL_INSTANCES)("$title", ({ title, folder, file, name, mechanism, off, input, tight, refusals }) => {
  const drawMore = (draws: readonly (number | Float64Array)[], size: number, random: Stream) => [
    ...draws,
    ...Array.from({ length: size - draws.length }, () => mechanism.release(input, random) as number | Float64Array),
  ];
  const draw = (size: number) => drawMore([], size, stream(20261115, "contract", title));

  it("draws from its law, and a law a tenth off is told apart", () => {
    const random = stream(20261115, "contract", title);
    const wrong = off?.law(input);
    let draws: readonly (number | Float64Array)[] = [];
    let wrongLevel = 1;
    for (const size of wrong === undefined ? DRAWS.slice(-1) : DRAWS) {
      draws = drawMore(draws, size, random);
      if (wrong !== undefined) wrongLevel = pValue(draws, wrong);
      if (wrongLevel < CERTAIN) break;
    }
    expect(pValue(draws, mechanism.law(input))).toBeGreaterThan(LEVEL);
    if (wrong !== undefined) expect(wrongLevel).toBeLessThan(LEVEL);
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

  // One test for all of them: a test for each took longer to list than to run.
  it("refuses bad parameters and inputs, by name", () => {
    const wrong = refusals.flatMap(([parameter, call], k) => {
      const answer = refusalOf(call);
      const isNamed = answer instanceof RangeError && answer.message.includes(parameter);
      return isNamed ? [] : [`refusal ${k}, of ${parameter}: ${answer ?? "taken"}`];
    });
    expect(wrong).toEqual([]);
  });

  it("states its theorem, source and limits", () => {
    const text = textOf(folder, file);
    const header = text.slice(0, text.indexOf("*/"));
    for (const line of ["Theorem:", "Source:", "Limits:"]) expect(header).toContain(`\n * ${line} `);
    expect(mechanism.name).toBe(name);
  });
});
