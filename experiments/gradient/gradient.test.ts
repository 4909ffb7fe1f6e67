import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./gradient.ts";

const rowsOf = (part: string, overrides: Readonly<Record<string, readonly unknown[]>>) =>
  experimentRows(experiment, { parts: [part], overrides });

describe("golden values", () => {
  it("the best of a geometric number of responses at epsilon 0.5 and gamma 0.01 costs 0.9897", async () => {
    const [row] = await rowsOf("random-stopping", { epsilon: [0.5], choices: [2], stopping: [0.01] });
    expect(row.checks.epsilon.estimate).toBeCloseTo(0.9897, 4);
    expect(row.checks.epsilon.theory).toBeCloseTo(1.5, 12);
  });

  it("the mean norm of ten standard normal coordinates is sqrt(2) Gamma(5.5) / Gamma(5) = 3.0843277598", async () => {
    const [row] = await rowsOf("noise-norm", { parameters: [10], noise: [1], clip: [1] });
    expect(row.checks["at-most"].estimate).toBeCloseTo(3.0843277598, 8);
  });

  it("the published epsilon 1.26 is 1.25857 to five digits, above the certified 0.9469", async () => {
    const [row] = await rowsOf("cited-epsilon", { published: ["moments-accountant"] });
    expect(row.checks.epsilon.estimate).toBeCloseTo(1.25857, 5);
    expect(row.values?.upper).toBeCloseTo(0.9469, 4);
  });
});

describe("errata", () => {
  const controlRow = async (part: string, control: string, cell: Readonly<Record<string, unknown>>) =>
    (await rowsOf(part, {})).find(
      (row) => row.control === control && Object.entries(cell).every(([name, value]) => row.cell[name] === value),
    );

  it("E27: by max a vector of norm 10 keeps it, and one of 0.1 gets norm 1", async () => {
    const row = await controlRow("clip-norm", "max-for-min", { clip: 1, dimension: 2 });
    expect(row?.checks["norm-outside"].estimate).toBeCloseTo(10, 12);
    expect(row?.checks["norm-outside"].theory).toBe(1);
    expect(row?.checks["norm-inside"].estimate).toBeCloseTo(1, 12);
  });

  it("E25: midpoints are met and the chord is exceeded by a half; x^2 has a local minimum", async () => {
    const row = await controlRow("convexity", "midpoints-alone", {});
    expect(row?.values?.["largest-midpoint-excess"]).toBe(0);
    expect(row?.checks["above-the-chord"]).toMatchObject({ verdict: "violated", estimate: 0.5, theory: 0 });
    expect(row?.checks["local-minima"]).toMatchObject({ verdict: "violated", estimate: 1, theory: 0 });
  });

  it("E26: the sum of 100 iterates is 160.2 where the minimum is at 2", async () => {
    const row = await controlRow("convexity-gd", "sum-of-iterates", { steps: 100 });
    expect(row?.values?.returned).toBeCloseTo(160.24, 2);
    expect(row?.values?.minimum).toBe(2);
  });

  it("clipping adds a bias: gradients -1, -1, 4 clipped at 1 have the mean -1/3, not 2/3", async () => {
    const row = await controlRow("mini-batch", "clipped-gradients", { clip: 1, batch: 2 });
    expect(row?.checks.mean.estimate).toBeCloseTo(-1 / 3, 12);
    expect(row?.checks.mean.theory).toBeCloseTo(2 / 3, 12);
  });

  it("are named by the controls that refute them", () => {
    const named = Object.values(experiment.parts).flatMap(({ controls }) =>
      Object.values(controls).flatMap(({ refutes = [] }) => refutes),
    );
    expect(named.toSorted()).toEqual(["E25", "E26", "E27"]);
  });
});
