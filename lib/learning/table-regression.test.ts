import { describe, expect, it } from "vitest";
import { categoryColumn, domain, numberColumn } from "../data/domain.ts";
import { irisTable } from "../data/iris-table.ts";
import { exactRows, type Table, tableFrom } from "../data/table.ts";
import { secureRandom } from "../random/secure.ts";
import { stream } from "../random/stream.ts";
import { privateRegression } from "./private-regression.ts";
import { tableRegression } from "./table-regression.ts";

const columns = {
  x: numberColumn({ lower: -10, upper: 30 }),
  z: numberColumn({ lower: 0, upper: 2, missing: "drop" }),
  y: numberColumn({ lower: 100, upper: 500 }),
  kind: categoryColumn(["a"]),
};
const persons = (atMost: number) => domain({ columns, person: { column: "who", atMost, keep: "first" } });
/** A guarantee so loose that the noise is nothing. */
const LOOSE = { epsilon: 1e9, delta: 0.5, ridge: 1e-9 };

describe("tableRegression", () => {
  it("finds the plane in the units of the columns, rows without a value left out", () => {
    const rows = Array.from({ length: 60 }, (_, k) => {
      const [x, z] = [(k % 7) * 5 - 10, (k % 11) / 6];
      return { who: `${k}`, x, z: k === 3 ? null : z, y: k === 3 ? 500 : 150 + 3 * x + 40 * z, kind: "a" };
    });
    const given = { domain: persons(1), from: ["x", "z"], to: "y", ...LOOSE } as const;
    const { intercept, slopes } = tableRegression(given).release(tableFrom(rows, persons(1)), stream(1));
    expect(intercept).toBeCloseTo(150, 1);
    expect(slopes.x).toBeCloseTo(3, 2);
    expect(slopes.z).toBeCloseTo(40, 1);
  });

  it("has the sensitivity that all small tables have: k sqrt(2), and one for rows is caught", () => {
    const corners = [
      { x: -10, z: 0, y: 100 },
      { x: 30, z: 2, y: 500 },
      { x: 30, z: 0, y: 300 },
      { x: 10, z: 1, y: 500 },
    ];
    const rows = ["p", "q"].flatMap((who) => corners.map((corner) => ({ who, kind: "a", ...corner })));
    for (const atMost of [1, 2]) {
      const { sensitivity } = tableRegression({
        domain: persons(atMost),
        from: ["x", "z"],
        to: "y",
        epsilon: 1,
        delta: 1e-6,
      });
      const lists = rows.flatMap((a) => rows.flatMap((b) => rows.map((c) => [a, b, c])));
      const farthest = lists.reduce((most, list) => {
        const rest = list.filter(({ who }) => who !== "p");
        const distance = distanceOf(tableFrom(list, persons(atMost)), tableFrom(rest, persons(atMost)));
        return Math.max(most, distance);
      }, 0);
      expect(farthest).toBeLessThanOrEqual(sensitivity);
      expect(farthest).toBeCloseTo(atMost * Math.SQRT2, 9);
      if (atMost > 1) expect(farthest).toBeGreaterThan(sensitivity / atMost);
    }
  });

  it("answers on an empty table, and finds the line of iris", () => {
    const empty = tableFrom([], persons(2));
    const given = { domain: persons(2), from: ["x"], to: "y", epsilon: 1, delta: 1e-6 } as const;
    expect(Number.isFinite(tableRegression(given).release(empty, stream(1)).intercept)).toBe(true);
    const flowers = irisTable();
    const exact = { domain: flowers.domain, from: ["petalLength"], to: "petalWidth" } as const;
    // lm(Petal.Width ~ Petal.Length, iris) of R 4.2.2: 0.4157554 and -0.3630755.
    const line = tableRegression({ ...exact, ...LOOSE }).release(flowers, stream(1));
    expect(line.slopes.petalLength).toBeCloseTo(0.4157554, 3);
    expect(line.intercept).toBeCloseTo(-0.3630755, 2);
  });

  it("refuses in one line what does not fit", () => {
    const given = { domain: persons(1), from: ["x"], to: "y", epsilon: 1, delta: 1e-6 } as const;
    const empty = tableFrom([], persons(1));
    // @ts-expect-error float64 noise takes a stream
    expect(() => tableRegression(given).release(empty, secureRandom())).toThrow(
      "random must be a stream for a regression",
    );
    // @ts-expect-error categories are no numbers
    expect(() => tableRegression({ ...given, from: ["kind"] })).toThrow("column must be a column of numbers");
    expect(() => tableRegression({ ...given, from: ["y"] })).toThrow("from must be columns that differ");
    expect(() => tableRegression({ ...given, from: [] })).toThrow("from must be an array of at least one column");
    expect(() => tableRegression({ ...given, ridge: 0 })).toThrow("ridge must be positive");
    expect(() => tableRegression({ ...given, delta: 0 })).toThrow("delta must be");
  });
});

describe("privateRegression with several records a person", () => {
  it("has the sensitivity of its worst pair", () => {
    for (const neighbours of ["add-remove", "zero-out", "swap"] as const)
      for (const atMost of [1, 3]) {
        const { worstPair, law, sensitivity } = privateRegression({
          epsilon: 1,
          delta: 1e-5,
          columns: 2,
          neighbours,
          atMost,
        });
        const [first, second] = worstPair().map((data) =>
          law(data).coordinates.map(({ family }) => family?.centre ?? 0),
        );
        expect(lengthOf(first.map((centre, k) => centre - second[k]))).toBeCloseTo(sensitivity, 9);
        expect(sensitivity).toBeCloseTo(atMost * (neighbours === "swap" ? Math.sqrt(4.5) : Math.SQRT2), 9);
      }
    expect(() => privateRegression({ epsilon: 1, delta: 1e-5, columns: 2, neighbours: "swap", atMost: 0 })).toThrow(
      "atMost must be",
    );
  });
});

/** How far apart the statistics of two tables are, computed from their definition. */
function distanceOf(first: Table<typeof columns>, second: Table<typeof columns>): number {
  const [a, b] = [first, second].map((table) => {
    const values = exactRows(table, ["x", "z", "y"]);
    const scaled = [(10 + 30) / 2, 1, 200].map((half, j) => values[j].map((value) => (value - [10, 1, 300][j]) / half));
    const norm = Math.sqrt(3);
    const sums = new Array<number>(12).fill(0);
    for (let row = 0; row < scaled[0].length; row++) {
      const features = [1 / norm, scaled[0][row] / norm, scaled[1][row] / norm];
      for (let j = 0; j < 3; j++) {
        for (let k = 0; k < 3; k++) sums[3 * j + k] += features[j] * features[k];
        sums[9 + j] += features[j] * scaled[2][row];
      }
    }
    return sums;
  });
  return lengthOf(a.map((sum, k) => sum - b[k]));
}

function lengthOf(vector: readonly number[]): number {
  return Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
}
