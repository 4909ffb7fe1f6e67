import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { printed, sampleStore } from "../citation/reference/sample-result.ts";
import { run } from "./query.ts";

const store = sampleStore();
const result = store.write();
afterAll(store.remove);

const asked = (sql: string, ...args: readonly string[]) => printed(() => run([sql, ...args, "--results", store.out]));
const rows = async (sql: string) => JSON.parse((await asked(sql, "--format", "json")).text);

describe("epsilab query", () => {
  it("has a row for each cell, check and block of the stored results", async () => {
    const [controls, own] = [true, false].map((isControl) =>
      result.rows.filter(({ control }) => (control !== undefined) === isControl),
    );
    const checksOf = (rows: typeof own) => rows.flatMap(({ checks }) => Object.keys(checks)).length;
    expect(controls.length).toBeGreaterThan(0);
    for (const [view, count] of [
      ["cells", own.length],
      ["checks", checksOf(own)],
      ["controls", controls.length],
      ["control_checks", checksOf(controls)],
      ["blocks", result.blocks.length],
    ] as const) {
      expect(await rows(`select count(*)::int as n, any_value(run) as run from ${view}`)).toEqual([
        { n: count, run: result.runId },
      ]);
    }
  });

  it("reads the numbers as they are stored, and parameters out of the cell", async () => {
    const [found] = await rows(
      "select (cell->>'epsilon')::double as epsilon, estimate, lower, upper, standard_error, theory, verdict " +
        `from checks where "check" = 'accuracy' and part = 'attack'`,
    );
    const { verdict, estimate, lower, upper, standardError, theory } = result.rows[0].checks.accuracy;
    expect(found).toEqual({ epsilon: 1, estimate, lower, upper, standard_error: standardError, theory, verdict });
  });

  it("keeps the controls, which ought to be violated, apart from what was found", async () => {
    expect(await rows("select part, control, fate from controls")).toEqual([
      { part: "attack", control: "half-noise", fate: "caught" },
    ]);
    expect(await rows("select count(*)::int as n from cells where verdict = 'violated'")).toEqual([{ n: 0 }]);
    expect(await rows(`select "check", verdict from control_checks`)).toEqual([
      { check: "certified", verdict: "violated" },
    ]);
    const named = await rows("select * from cells, checks limit 1");
    expect(Object.keys(named[0])).not.toContain("control");
  });

  it("prints tables and CSV with quotes where they are needed", async () => {
    expect((await asked("select 1 as one, 'a' as two")).text).toMatch(/^one +two\n-+ +-+\n1 +a\n$/);
    expect((await asked(`select 'a,b "c"' as x, null as y`, "--format", "csv")).text).toBe('x,y\n"a,b ""c""",\n');
  });

  it("refuses SQL that DuckDB does not understand with code 2, with its words", async () => {
    const { code, text } = await asked("selct 1");
    expect(code).toBe(2);
    expect(text).toMatch(/the SQL must be a statement that DuckDB understands: .*syntax error/);
    expect((await asked("select nothing from cells")).code).toBe(2);
  });

  it("refuses an unknown format, and a folder without results, with code 2", async () => {
    expect(await asked("select 1", "--format", "xml")).toMatchObject({
      code: 2,
      text: expect.stringContaining('--format must be table, json or csv, got "xml"'),
    });
    const { code, text } = await printed(() => run(["select 1", "--results", join(store.place, "empty")]));
    expect(code).toBe(2);
    expect(text).toContain("there must be results to ask, got none");
  });
});
