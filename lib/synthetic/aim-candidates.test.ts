import { describe, expect, it } from "vitest";
import { domain, flagColumn, integerColumn } from "../data/domain.ts";
import { tableFrom } from "../data/table.ts";
import { zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { aim } from "./aim.ts";
import { offered, workloadCandidates } from "./aim-candidates.ts";
import { attributeSpace } from "./attribute-space.ts";
import { isSubset } from "./cell-map.ts";
import { junctionTree, junctionTreeCells } from "./junction-tree.ts";
import { kWayMarginals, marginalQuery } from "./marginal.ts";
import { totalSpent } from "./synthesiser.ts";

const flags = (count: number) =>
  domain({
    columns: Object.fromEntries(Array.from({ length: count }, (_, k) => [`c${k}`, flagColumn()])),
    person: "row",
  });

describe("the candidates of AIM", () => {
  it("weigh the sum over the workload of weight times common columns", () => {
    const space = attributeSpace({ domain: flags(4) });
    const workload = [["c0", "c1"], ["c1", "c2", "c3"], ["c3"]].map((columns) => marginalQuery(space, columns));
    const found = workloadCandidates(space, workload, [1, 10, 100]);
    expect(Object.fromEntries(found.map(({ query, weight }) => [query.places.join(""), weight]))).toEqual({
      "0": 1,
      "1": 11,
      "2": 10,
      "3": 110,
      "01": 12,
      "12": 21,
      "13": 121,
      "23": 120,
      "123": 131,
    });
  });

  it("of 19900 pairs are refused by their work, not tried", () => {
    const wide = flags(200);
    const workload = kWayMarginals(attributeSpace({ domain: wide }), 2);
    const given = { domain: wide, workload, guarantee: zeroConcentrated(1), neighbours: "add-remove" } as const;
    expect(() => aim(given)).toThrow(
      "workload must be of fewer marginals or columns: rounds times subsets times columns^3 is at most 1099511627776, got",
    );
  });
});

describe("what a round is offered", () => {
  // Least fill joins 5 and 7 in the first tree; once they are measured together it finds another, which is larger.
  const sizes = [9, 7, 7, 2, 7, 2, 4, 6];
  const sets = [[1, 7], [0, 5], [6], [3, 6], [2, 3], [1, 4], [4, 5], [0, 7]];

  it("is no pair within a clique of the model that would make the model larger than allowed", () => {
    const columns = Object.fromEntries(
      sizes.map((size, k) => [`c${k}`, integerColumn({ lower: 0, upper: size - 1 })] as const),
    );
    const space = attributeSpace({ domain: domain({ columns, person: "row" }) });
    const tree = junctionTree(sizes, sets);
    expect(tree.cliques.some(({ attributes }) => isSubset([5, 7], attributes))).toBe(true);
    expect([tree.cells, junctionTreeCells(sizes, [...sets, [5, 7]])]).toEqual([312, 508]);
    const candidates = [["c5", "c7"], ["c4", "c5"], ["c6"]].map((names) => ({
      query: marginalQuery(space, names),
      weight: 1,
    }));
    const measured = sets.map((set) => ({ set }));
    const within = (most: number) => offered(sizes, candidates, measured, most).map(({ query }) => query.places);
    expect(within(507)).toEqual([[4, 5], [6]]);
    expect(within(508)).toEqual([[5, 7], [4, 5], [6]]);
    // What is measured already stays, however little is allowed.
    expect(within(1)).toEqual([[4, 5], [6]]);
  });

  it("lets every release end within its model and its budget", () => {
    const widths = { c0: 9, c1: 7, c4: 7, c5: 2, c7: 6 };
    const declared = domain({
      columns: Object.fromEntries(
        Object.entries(widths).map(([name, size]) => [name, integerColumn({ lower: 0, upper: size - 1 })]),
      ),
      person: "row",
    });
    const random = stream(20261116, "records");
    const rows = Array.from({ length: 4000 }, () => {
      const [c7, c5] = [sampleBoundedInteger(6, random), sampleBoundedInteger(2, random)];
      const c1 = sampleUniform(random) < 0.1 ? sampleBoundedInteger(7, random) : c7;
      return { c0: (c7 % 4) * 2 + c5, c1, c4: (c1 % 3) * 2 + c5, c5, c7 };
    });
    const workload = ["c1 c7", "c0 c7", "c0 c5", "c4 c5", "c1 c4", "c5 c7"].map((names) => names.split(" "));
    const synthesis = aim({
      ...{ domain: declared, workload, guarantee: zeroConcentrated(0.05), neighbours: "add-remove" },
      ...{ modelCells: 485, draws: 0 },
    });
    const table = tableFrom(rows, declared);
    for (let run = 0; run < 20; run++) {
      const { model, spent } = synthesis.release(table, stream(run, "fill-in"));
      expect(model.cells).toBeLessThanOrEqual(485);
      expect(totalSpent(spent)).toEqual({ kind: "zero-concentrated", rho: 0.05 });
    }
  });
});

describe("the first choice", () => {
  const bits = flags(3);
  const table = tableFrom(
    { c0: [true, true, false], c1: [true, false, false], c2: [true, true, true] } as Record<string, boolean[]>,
    bits,
  );

  it.each([3, 4, 48])("costs what the first choice of a release costs, with %i rounds", (rounds) => {
    const workload = [
      ["c0", "c1"],
      ["c1", "c2"],
    ];
    const synthesis = aim({ domain: bits, workload, rounds, guarantee: zeroConcentrated(2), neighbours: "add-remove" });
    const { spent } = synthesis.release(table, stream(1, "rounds"));
    const first = spent[3];
    expect(first.kind).toBe("selection");
    const choice = synthesis.firstChoice(table);
    expect(choice.guarantee).toEqual(first.guarantee);
    expect(choice.law(table).support.length).toBe(first.kind === "selection" && first.options);
  });

  it("is refused where there is nothing to choose among", () => {
    const synthesis = aim({
      ...{ domain: bits, workload: [["c0"]], guarantee: zeroConcentrated(1), neighbours: "add-remove" },
    });
    expect(() => synthesis.firstChoice(table)).toThrow(
      "workload must be of two subsets or more, for a first choice, got 1",
    );
  });
});
