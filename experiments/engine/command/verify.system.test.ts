import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import type { Result } from "../format/read-result.ts";
import { assembledFiles, ENVIRONMENT } from "../format/result-files.ts";
import { writeResult } from "../format/write-result.ts";
import { smallStore } from "./reference/small-results.ts";
import { run as verify } from "./verify.ts";

const store = smallStore();
afterAll(store.remove);

const verified = (...args: readonly string[]) => printed(() => verify([...args, "--results", store.out]));

/** The result with another estimate in its first row, sealed as if it had been computed. */
function forged({ spec, rows, blocks, folder }: Result): void {
  const [first, ...others] = rows;
  const [[name, check], ...rest] = Object.entries(first.checks);
  const checks = { ...Object.fromEntries(rest), [name]: { ...check, estimate: 0.123456789 } };
  const changed = [{ ...first, checks }, ...others];
  const files = assembledFiles(spec, { rows: changed, blocks }, []);
  const environment = readFileSync(join(folder, ENVIRONMENT), "utf8");
  writeResult({ folder, files, environment, replace: true, spec, rows: changed });
}

describe("epsilab verify --browser", () => {
  it("computes a result again by the JavaScript of a browser, and tells a false one from a right one", async () => {
    const result = await store.compute(1);
    const right = await verified(result.folder, "--browser", "firefox");
    expect(right.code, right.text).toBe(0);
    expect(right.text).toMatch(
      /: the same bits: (\d+) of \1 blocks equal, [\d.]+ s, in (\d+) of \2 cells \(firefox\)$/m,
    );
    expect(right.text).toContain("1 of 1 result verified");
    forged(result);
    const { code, text } = await verified(result.folder, "--browser", "chromium");
    expect(code, text).toBe(1);
    expect(text).toMatch(/: different: /);
    expect(text).toMatch(/stored 0\.123456789 \(\w+\), recomputed [\d.]+ \(\w+\)/);
    expect(text).toContain("0 of 1 result verified");
  });
});
