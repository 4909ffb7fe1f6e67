import { describe, expect, it } from "vitest";
import { audit } from "../auditing/mechanism-audit.ts";
import { neighbouringPairs } from "../auditing/worst-pair.ts";
import { domain, flagColumn } from "../data/domain.ts";
import { type Table, tableFrom } from "../data/table.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { aim } from "./aim.ts";
import { triedRecords } from "./worst-choice.ts";

const flags = [false, true];
const records = flags.flatMap((a) => flags.flatMap((b) => flags.map((c) => ({ a, b, c }))));
const bits = domain({ columns: { a: flagColumn(), b: flagColumn(), c: flagColumn() }, person: "row" });

/** The rho that two laws of a choice need at order 2 or 16. */
function rhoOf(first: DiscreteLaw<number>, second: DiscreteLaw<number>): number {
  const divergence = (p: DiscreteLaw<number>, q: DiscreteLaw<number>, order: number) =>
    logSumExp(p.support.map((x) => order * p.logMass(x) + (1 - order) * q.logMass(x))) / (order - 1) / order;
  return Math.max(...[2, 16].flatMap((order) => [divergence(first, second, order), divergence(second, first, order)]));
}

describe("the worst pair of the first choice of AIM", () => {
  it.each([4, 9])(
    "needs as much rho as any neighbours among tables of %i records, and more than equal records",
    (size) => {
      const opened = tableFrom(
        Array.from({ length: size }, (_, k) => records[(3 * k) % 8]),
        bits,
      );
      const choice = aim({
        ...{ domain: bits, guarantee: zeroConcentrated(0.5), neighbours: "swap", size },
        workload: [
          ["a", "b"],
          ["b", "c"],
          ["a", "c"],
        ],
      }).firstChoice(opened);
      const needed = ([first, second]: readonly [Table<typeof bits.columns>, Table<typeof bits.columns>]) =>
        rhoOf(choice.law(first), choice.law(second));
      const stated = needed(choice.worstPair());
      const equal = (one: number, other: number) => {
        const rest = new Array(size - 1).fill(records[one]);
        return [tableFrom([records[one], ...rest], bits), tableFrom([records[other], ...rest], bits)] as const;
      };
      expect(stated).toBeGreaterThan(2 * needed(equal(0, 7)));
      // All neighbours of four records; of nine, those whose other seven are as the opened table has them.
      const rest = size === 4 ? [] : Array.from({ length: 7 }, (_, k) => records[(3 * k) % 8]);
      const pairs = [
        ...neighbouringPairs({ universe: Array.from(records.keys()), size: size === 4 ? 3 : 2, neighbours: "swap" }),
      ];
      expect(pairs.length).toBeGreaterThan(200);
      for (const pair of pairs) {
        const [first, second] = pair.map((places) => [
          ...rest,
          ...places.map((place) => records[place]),
          ...(size === 4 ? [records[0]] : []),
        ]);
        expect(needed([tableFrom(first, bits), tableFrom(second, bits)])).toBeLessThanOrEqual(stated * (1 + 1e-9));
      }
    },
  );

  it("lets an audit refute a claim of rho 3.03e-4, which equal records do not, and not the one that is made", () => {
    const opened = tableFrom(
      [0, 3, 6, 1].map((place) => records[place]),
      bits,
    );
    const choice = aim({
      ...{ domain: bits, guarantee: zeroConcentrated(0.5), neighbours: "swap", size: 4 },
      workload: [
        ["a", "b"],
        ["b", "c"],
        ["a", "c"],
      ],
    }).firstChoice(opened);
    const claimed = { ...choice, guarantee: zeroConcentrated(3.03e-4) };
    const [equal, other] = [0, 7].map((place) => tableFrom([records[place], records[0], records[0], records[0]], bits));
    expect(audit(claimed).verdict).toBe("violated");
    expect(audit(claimed, { pair: [equal, other] }).verdict).toBe("not-refuted");
    expect(audit(choice).verdict).toBe("not-refuted");
  });

  it("is looked for among all records of a small space, and the ends of a large one", () => {
    expect(triedRecords([3, 2, 2])).toHaveLength(12);
    expect(triedRecords([50, 7])).toEqual([
      [0, 0],
      [0, 6],
      [49, 0],
      [49, 6],
    ]);
    expect(triedRecords(new Array(30).fill(2)).length).toBeLessThanOrEqual(24);
  });
});
