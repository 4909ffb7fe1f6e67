import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BUILT_IN_IDS } from "../experiments/engine/program/catalogue.ts";
import { inProject, projectFolder } from "./setup/project.js";

const place = mkdtempSync(join(tmpdir(), "epsilab-start-"));
const page = join(place, "report.html");
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe("epsilab start", () => {
  let lines: readonly string[] = [];
  beforeAll(async () => {
    const args = ["start", "--results", join(place, "results"), "--output", page];
    const run = promisify(execFile)(process.execPath, [inProject("bin", "epsilab"), ...args], { cwd: projectFolder });
    const { stdout, stderr } = await run;
    expect(stderr).toBe("");
    lines = stdout.trimEnd().split("\n");
  }, 900_000);

  it("has a line for each experiment, in which every control is caught, and names the one that is left", () => {
    const lineOf = (id: string) => lines.find((line) => line.startsWith(`  ${id} `));
    for (const id of BUILT_IN_IDS.filter((id) => lineOf(id) !== undefined)) {
      const [, caught, controls] = /passed: (\d+) of (\d+) controls? caught/.exec(lineOf(id) ?? "") ?? [];
      expect(caught, id).toBe(controls);
      expect(Number(caught), id).toBeGreaterThan(0);
    }
    expect(BUILT_IN_IDS.filter((id) => lineOf(id) === undefined)).toEqual(["validity-of-verdicts"]); // many seeds of four others
    expect(lines.find((line) => line.startsWith("Left for"))).toContain("validity-of-verdicts seeds");
  });

  it("ends with one table, the page and the way on, and lists no open cells", () => {
    const number = (name: string) =>
      Number(lines.find((line) => line.startsWith(name))?.split(/\s{2,}/)[name.startsWith(" ") ? 2 : 1]);
    expect(number("claims checked")).toBeGreaterThanOrEqual(85);
    expect(number("  refuted")).toBe(0);
    expect(number("errors of the notes")).toBeGreaterThanOrEqual(10);
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.join("\n")).not.toMatch(/inconclusive/);
    expect(lines.join("\n")).toContain(page);
    expect(statSync(page).size).toBeLessThan(8_000_000);
    expect(lines.at(-1)).toMatch(/npm run lab$/);
  });
});
