import { describe, expect, it } from "vitest";
import { audit } from "../../auditing/mechanism-audit.ts";
import { stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { noisyCovariance } from "./noisy-covariance.ts";
import { principalComponents } from "./principal-components.ts";

const target = { epsilon: 1, delta: 1e-5, clip: 1 } as const;

describe("noisyCovariance", () => {
  it.each(["swap", "add-remove"] as const)(
    "moves by no more than its sensitivity under %s, and by all of it on the worst pair",
    (neighbours) => {
      const { measured, sensitivity } = noisyCovariance({ ...target, clip: 1.5, dimension: 3, neighbours });
      const random = stream(20261115, "rows");
      const centres = (rows: readonly (readonly number[])[]) =>
        measured.law(rows).coordinates.map((law) => law.family?.centre ?? 0);
      const distance = (one: readonly number[], other: readonly number[]) =>
        Math.sqrt(one.reduce((sum, x, i) => sum + (x - other[i]) * (x - other[i]), 0));
      let worst = 0;
      for (let k = 0; k < 3000; k++) {
        const row = () => Array.from({ length: 3 }, () => 6 * (sampleUniform(random) - 0.5));
        const base = [row()];
        const [first, second] =
          neighbours === "swap"
            ? [
                [...base, row()],
                [...base, row()],
              ]
            : [base, [...base, row()]];
        worst = Math.max(worst, distance(centres(first), centres(second)));
      }
      expect(worst).toBeLessThanOrEqual(sensitivity);
      expect(worst).toBeGreaterThan(0.98 * sensitivity);
      expect(audit(measured).verdict).toBe("holds");
      expect(
        audit({ ...measured, guarantee: { ...measured.guarantee, delta: 9e-6 } as typeof measured.guarantee }).verdict,
      ).toBe("violated");
    },
  );

  it("is the sum of squares and products of the clipped rows, with noise of sigma on and sigma / sqrt(2) off the diagonal", () => {
    const mechanism = noisyCovariance({ ...target, dimension: 2, neighbours: "add-remove" });
    const rows = [
      [0.6, 0.8],
      [3, 0],
      [0.5, -0.1],
    ];
    const exact = [
      [0.36 + 1 + 0.25, 0.48 - 0.05],
      [0.48 - 0.05, 0.64 + 0.01],
    ];
    const random = stream(20261115, "moments");
    const draws = 20_000;
    const squares = [0, 0, 0];
    for (let k = 0; k < draws; k++) {
      const found = mechanism.release(rows, random);
      expect(found[0][1]).toBe(found[1][0]);
      [
        [0, 0],
        [0, 1],
        [1, 1],
      ].forEach(([i, j], place) => {
        squares[place] += (found[i][j] - exact[i][j]) * (found[i][j] - exact[i][j]);
      });
    }
    const variance = mechanism.sigma * mechanism.sigma;
    [1, 0.5, 1].forEach((share, place) => {
      // Five standard errors of a mean square are 0.05.
      expect(Math.abs(squares[place] / draws / (share * variance) - 1)).toBeLessThan(0.05);
    });
  });

  it("of one column moves by clip^2 under swap as well", () => {
    const swap = noisyCovariance({ ...target, dimension: 1, neighbours: "swap" });
    expect(swap.sensitivity).toBeCloseTo(1, 12);
    expect(audit(swap.measured).verdict).toBe("holds");
  });

  it.each([1e-130, 1e76, 1e130])("has finite moments and components with a clip of %d", (clip) => {
    const parameters = { ...target, clip, dimension: 3, neighbours: "swap" } as const;
    const rows = Array.from({ length: 500 }, () => [clip, 0, 0]);
    const random = stream(20261117, "extreme clips");
    const found = noisyCovariance(parameters).release(rows, random);
    expect(Math.abs(found[0][0] / clip / clip - 500)).toBeLessThan(50);
    const { directions, values } = principalComponents({ ...parameters, components: 1 }).release(rows, random);
    expect(Math.abs(directions[0][0])).toBeGreaterThan(0.9);
    expect(Math.abs(values[0] / clip / clip - 500)).toBeLessThan(50);
  });

  it("refuses clips and dimensions for which a release could fail or take all memory", () => {
    const parameters = { ...target, dimension: 3, neighbours: "swap" } as const;
    for (const clip of [0, -1, 1e-140, 1e140, Number.NaN])
      expect(() => noisyCovariance({ ...parameters, clip })).toThrow("clip must be from 1e-130 to 1e+130");
    expect(() => noisyCovariance({ ...parameters, dimension: 1e6 })).toThrow(
      "dimension must be an integer from 1 to 2048, got 1000000",
    );
    expect(() => principalComponents({ ...parameters, dimension: 300, components: 2 })).toThrow(
      "dimension must be at most 256 for its eigenvectors, got 300",
    );
    expect(() => noisyCovariance({ ...parameters, clip: 1e130, epsilon: 1e-40, delta: 1e-50 })).toThrow(
      "sigma for epsilon and clip",
    );
  });

  it("refuses rows of another length and entries that are not finite, without showing them", () => {
    const { release } = noisyCovariance({ ...target, dimension: 2, neighbours: "swap" });
    expect(() => release([[1, 2, 3]], stream(1))).toThrow("a row must be of length 2, got a value that is not shown");
    expect(() => release([[1, Infinity]], stream(1))).toThrow("an entry of a row must be finite");
  });
});

describe("principalComponents", () => {
  /** Rows near a plane of ten dimensions. */
  const rows = (count: number) => {
    const random = stream(20261115, "plane");
    return Array.from({ length: count }, () => {
      const [u, v] = [sampleUniform(random) - 0.5, sampleUniform(random) - 0.5];
      return Array.from({ length: 10 }, (_, i) =>
        i === 0 ? 1.2 * u : i === 1 ? 0.9 * v : 0.05 * (sampleUniform(random) - 0.5),
      );
    });
  };
  /** The share of the squares along the directions of what the first two axes have. */
  const captured = (count: number) => {
    const data = rows(count);
    const mechanism = principalComponents({ ...target, dimension: 10, components: 2, neighbours: "swap" });
    const { directions } = mechanism.release(data, stream(1, "plane"));
    const along = (direction: ArrayLike<number>) =>
      data.reduce((sum, row) => {
        const product = row.reduce((inner, x, i) => inner + x * direction[i], 0);
        return sum + product * product;
      }, 0);
    const best = data.reduce((sum, row) => sum + row[0] * row[0] + row[1] * row[1], 0);
    return (along(directions[0]) + along(directions[1])) / best;
  };

  it("captures the plane of many rows, and not that of few", () => {
    expect(captured(20_000)).toBeGreaterThan(0.98);
    expect(captured(50)).toBeLessThan(0.9);
  });

  it("gives orthogonal unit vectors", () => {
    const mechanism = principalComponents({ ...target, dimension: 10, components: 3, neighbours: "add-remove" });
    const { directions, values } = mechanism.release(rows(200), stream(2, "plane"));
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const product = directions[i].reduce((sum, x, k) => sum + x * directions[j][k], 0);
        expect(Math.abs(product - (i === j ? 1 : 0))).toBeLessThan(1e-13);
      }
    expect(values[0]).toBeGreaterThanOrEqual(values[2]);
    expect(() => principalComponents({ ...target, dimension: 2, components: 3, neighbours: "swap" })).toThrow(
      "components",
    );
  });
});
