import { describe, expect, it } from "vitest";
import type { Check } from "../definition/judgement.ts";
import type { CellRow } from "../definition/row.ts";
import type { Result } from "../format/read-result.ts";
import { differenceOf } from "./difference.ts";

function result(seed: number, rows: readonly CellRow[]): Result {
  const spec = { format: 1, experiment: "coins", version: 1, seed, parts: {} };
  return { folder: "", spec, runId: "", id: "", rows, blocks: [], figures: new Map(), environment: {} };
}

const row = (p: number, check: Check, trials?: number): CellRow => ({
  part: "bound",
  claim: "coins",
  cell: { p },
  verdict: check.verdict,
  checks: { mean: check },
  ...(trials === undefined ? {} : { trials }),
});
const sampled = (p: number, estimate: number) => row(p, { verdict: "holds", estimate, standardError: 0.01 }, 100);

describe("the difference of two results", () => {
  it("is in combined standard errors, and over many cells only what exceeds chance counts", () => {
    const many = Array.from({ length: 100 }, (_, k) => k / 100);
    const first = result(
      1,
      many.map((p) => sampled(p, p)),
    );
    // Three combined standard errors in one of a hundred cells are chance, six are not.
    const off = (k: number, errors: number) =>
      result(
        2,
        many.map((p, index) => sampled(p, index === k ? p + errors * 0.01 * Math.SQRT2 : p)),
      );
    const small = differenceOf(first, off(40, 3), 0.01);
    expect(small.compared).toBe(100);
    expect(small.differing).toHaveLength(1);
    expect(small.differing[0].standardErrors).toBeCloseTo(3, 9);
    expect(small.differing[0].significant).toBe(false);
    expect(differenceOf(first, off(40, 6), 0.01).differing[0].significant).toBe(true);
    expect(small.specs).toEqual([{ path: "seed", first: "1", second: "2" }]);
  });

  it("lets nothing exact differ, and does not judge a sampled value without a standard error", () => {
    const exact = (estimate: number) => result(1, [row(1, { verdict: "holds", estimate })]);
    expect(differenceOf(exact(1), exact(1 + 1e-15), 0.01).differing[0].significant).toBe(true);
    const extreme = (estimate: number) => result(1, [row(1, { verdict: "holds", estimate }, 100)]);
    expect(differenceOf(extreme(1), extreme(2), 0.01).differing[0]).toMatchObject({
      kind: "sampled",
      significant: false,
    });
  });

  it("names cells that only one has, and verdicts that changed", () => {
    const first = result(1, [sampled(0.1, 0.1), sampled(0.2, 0.2)]);
    const second = result(1, [{ ...sampled(0.1, 0.1), verdict: "violated" }, sampled(0.3, 0.3)]);
    const { onlyFirst, onlySecond, verdicts } = differenceOf(first, second, 0.01);
    expect(onlyFirst).toEqual(['bound {"p":0.2}']);
    expect(onlySecond).toEqual(['bound {"p":0.3}']);
    expect(verdicts).toEqual([{ place: 'bound {"p":0.1}', first: "holds", second: "violated" }]);
  });
});
