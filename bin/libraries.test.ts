/** The page on other libraries has the tables that the stored results give. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CellRow } from "../experiments/engine/definition/row.ts";
import { readResult } from "../experiments/engine/format/read-result.ts";
import { projectFolder } from "./guards/project-files.ts";

const page = join(projectFolder, "docs", "libraries.md");

function rowsOf(experiment: string): readonly CellRow[] {
  const home = join(projectFolder, "results", experiment);
  const [run] = readdirSync(home).filter((name) => name !== "superseded" && !name.endsWith(".jsonl"));
  return readResult(join(home, run)).rows;
}

const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

function mechanismTable(): string {
  const rows = rowsOf("shipped-libraries").map(({ cell, checks, values, verdict }) => {
    const [library, version, mechanism] = String(cell.release).split(" ");
    const [[what, { lower = 0 }]] = Object.entries(checks);
    const certified = `${what} ${lower.toPrecision(3)}`;
    const state = values?.repaired === true ? "repaired" : values?.defect;
    const reported = [values?.thread, state].filter((text) => text !== undefined).join(": ");
    return [`${library} ${version}`, mechanism, String(values?.documented), certified, verdict, reported];
  });
  return table(["library", "mechanism", "documented", "certified", "verdict", "public thread"], rows);
}

const RATIO_FROM = 0.01;

function accountantTable(): string {
  const rows = rowsOf("accountants").filter(({ part, control }) => part === "upper-bounds" && control === undefined);
  const names = [...new Set(rows.flatMap(({ checks }) => Object.keys(checks)))];
  const lines = names.map((name) => {
    const finite = rows.filter(({ checks }) => name in checks);
    const unbounded = rows.filter(({ values }) => String(values?.unbounded).split(",").includes(name));
    const below = finite.filter(({ checks }) => checks[name].verdict === "violated");
    const ratios = finite
      .filter(({ values }) => Number(values?.lower) >= RATIO_FROM)
      .map(({ checks, values }) => Number(checks[name].estimate) / Number(values?.upper))
      .toSorted((a, b) => a - b);
    const middle = ratios[Math.floor(ratios.length / 2)];
    const counts = [finite, unbounded, below].map(({ length }) => String(length));
    return [name, ...counts, middle.toFixed(3), ratios[ratios.length - 1].toFixed(2)];
  });
  const heads = ["accountant", "bounds", "infinite", "below the interval", "median ratio", "largest ratio"];
  return table(heads, lines);
}

/** Digits that a reader compares. */
const brief = (value: unknown) => Number(Number(value).toPrecision(5)).toString();

function replacedTable(): string {
  const rows = rowsOf("accountants").filter(
    ({ control, cell }) => control === "replaced-record" && cell.delta === 1e-5,
  );
  const lines = rows.map(({ cell, checks, values }) => [
    ...[cell.rate, cell.noise, cell.steps].map(String),
    ...[checks["dp-accounting-renyi"].estimate, values?.lower].map(brief),
  ]);
  return table(["rate", "noise / norm", "releases", "stated", "at least"], lines);
}

function odometerTable(): string {
  const rows = rowsOf("accountants").filter(({ part, control }) => part === "odometers" && control === undefined);
  const lines = [...new Set(rows.map(({ cell }) => String(cell.version)))].map((version) => {
    const own = rows.filter(({ cell }) => cell.version === version);
    const below = own.filter(({ verdict }) => verdict === "violated").length;
    const ratios = own.map(({ checks, values }) => Number(checks.epsilon.estimate) / Number(values?.least));
    const sorted = ratios.toSorted((a, b) => a - b);
    const middle = sorted[Math.floor(sorted.length / 2)];
    return [version, String(own.length), String(below), middle.toFixed(3), sorted[sorted.length - 1].toFixed(3)];
  });
  return table(["version", "bounds", "below the optimum", "median ratio", "largest ratio"], lines);
}

describe("the page on other libraries", () => {
  /** `npm run docs:update` writes them. */
  it("has the tables of the stored results", async () => {
    const tables: Readonly<Record<string, string>> = {
      mechanisms: mechanismTable(),
      accountants: accountantTable(),
      replaced: replacedTable(),
      odometers: odometerTable(),
    };
    const written = readFileSync(page, "utf8").replace(
      /<!--table:(\w+)-->[\s\S]*?<!--\/-->/g,
      (_, name: string) => `<!--table:${name}-->\n${tables[name]}\n<!--/-->`,
    );
    await expect(written).toMatchFileSnapshot(page);
  });
});
