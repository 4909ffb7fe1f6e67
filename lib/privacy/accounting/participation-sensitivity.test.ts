import { describe, expect, it } from "vitest";
import { optimalBands } from "../../continual/counters/optimal-bands.ts";
import { squareRootCoefficients } from "../../continual/counters/square-root-sum.ts";
import { largestParticipation } from "../../oracles/participation.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { participationSensitivity } from "./participation-sensitivity.ts";

const toeplitz = (coefficients: ArrayLike<number>, steps: number) =>
  Array.from({ length: steps }, (_, j) =>
    Array.from({ length: steps }, (_, i) => (i >= j && i - j < coefficients.length ? coefficients[i - j] : 0)),
  );
const rowsOf = (columns: readonly (readonly number[])[]) =>
  columns[0].map((_, i) => columns.map((column) => column[i]));

const patterns = (["epochs", "separated"] as const).flatMap((kind) =>
  [1, 2, 3, 5].flatMap((separation) => [1, 2, 3, 9].map((participations) => ({ kind, separation, participations }))),
);

describe("participationSensitivity", () => {
  it("is that of all sets and signs for the square root and for optimal bands, by coefficients and by rows", () => {
    for (const coefficients of [
      squareRootCoefficients(9),
      squareRootCoefficients(3),
      optimalBands({ horizon: 9, bands: 4 }),
    ]) {
      const columns = toeplitz(coefficients, 9);
      for (const pattern of patterns) {
        const truth = largestParticipation(columns, pattern);
        const short = participationSensitivity({ strategy: { coefficients, steps: 9 }, pattern });
        const long = participationSensitivity({ strategy: { rows: rowsOf(columns) }, pattern });
        for (const found of [short, long]) {
          expect(found.sensitivity).toBeCloseTo(truth, 12);
          expect(found.exact).toBe(true);
        }
      }
    }
  });

  it("is never below it for random lower triangular matrices, nor above it where it says exact", () => {
    const random = stream(20261117, "matrices");
    let inexact = 0;
    for (let round = 0; round < 12; round++) {
      const columns = Array.from({ length: 8 }, (_, j) =>
        Array.from({ length: 8 }, (_, i) =>
          i < j ? 0 : round % 2 === 0 ? sampleUniform(random) : 2 * sampleUniform(random) - 1,
        ),
      );
      for (const pattern of patterns) {
        const { sensitivity, exact } = participationSensitivity({ strategy: { rows: rowsOf(columns) }, pattern });
        const truth = largestParticipation(columns, pattern);
        expect(sensitivity).toBeGreaterThanOrEqual(truth * (1 - 1e-12));
        if (exact) expect(sensitivity).toBeCloseTo(truth, 12);
        else inexact++;
        if (round % 2 === 0) expect(exact).toBe(true);
      }
    }
    expect(inexact).toBeGreaterThan(20);
  });

  it("is the root of k times the column for k participations as far apart as there are bands", () => {
    const coefficients = optimalBands({ horizon: 512, bands: 32 });
    const column = Math.sqrt(coefficients.reduce((sum, c) => sum + c * c, 0));
    const pattern = { kind: "separated", separation: 32, participations: 8 } as const;
    const found = participationSensitivity({ strategy: { coefficients, steps: 512 }, pattern });
    expect(found.sensitivity).toBeCloseTo(Math.sqrt(8) * column, 10);
    // Closer together it is more: the error of who takes the column alone.
    const closer = participationSensitivity({
      strategy: { coefficients, steps: 512 },
      pattern: { ...pattern, separation: 8 },
    });
    expect(closer.sensitivity).toBeGreaterThan(1.2 * found.sensitivity);
  });

  it("bounds from above where there are too many sets, and says so", () => {
    const random = stream(20261117, "large");
    const rows = Array.from({ length: 40 }, (_, i) =>
      Array.from({ length: 40 }, (_, j) => (j > i ? 0 : sampleUniform(random))),
    );
    const pattern = { kind: "separated", separation: 2, participations: 12 } as const;
    const found = participationSensitivity({ strategy: { rows }, pattern });
    expect(found.exact).toBe(false);
    // Some sets: every second, third and fourth step.
    for (const separation of [2, 3, 4]) {
      const epochs = participationSensitivity({
        strategy: { rows },
        pattern: { ...pattern, kind: "epochs", separation },
      });
      expect(found.sensitivity).toBeGreaterThan(epochs.sensitivity);
    }
  });

  it("refuses what is no matrix or pattern", () => {
    const pattern = { kind: "separated", separation: 1, participations: 1 } as const;
    expect(() => participationSensitivity({ strategy: { rows: [] }, pattern })).toThrow("rows must be");
    expect(() => participationSensitivity({ strategy: { rows: [[1, 2], [1]] }, pattern })).toThrow("rows[1]");
    expect(() => participationSensitivity({ strategy: { coefficients: [Number.NaN], steps: 3 }, pattern })).toThrow(
      "coefficients[0]",
    );
    expect(() => participationSensitivity({ strategy: { coefficients: [1], steps: 5000 }, pattern })).toThrow(
      "at most 4096",
    );
    const none = { ...pattern, separation: 0 };
    expect(() => participationSensitivity({ strategy: { coefficients: [1], steps: 3 }, pattern: none })).toThrow(
      "separation",
    );
  });
});
