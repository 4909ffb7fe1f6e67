import { describe, expect, it, vi } from "vitest";
import { pValue, satisfies, tenthLess } from "../../testing/contract/audit.ts";
import { audit } from "../auditing/mechanism-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { pow } from "../numerics/power.ts";
import { approximate, pure, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { stream } from "../random/stream.ts";
import { type ExactMinimaxParameters, exactMinimax } from "./exact-minimax.ts";
import { privateLeCam } from "./private-le-cam.ts";

const absolute = { model: "central", target: "population", loss: "absolute" } as const;

/** What the solvers leave: scipy's stops at violations of 1e-7, and counts coefficients below 1e-9 as 0. */
const CERTIFIED = 2e-8;

describe("the exact minimax risk", () => {
  // scipy.optimize.linprog (1.17.1, method highs-ds) over the whole table, without symmetry; local answers as multinomial counts.
  it.each([
    [2, 1, 41, 0.2703762645629958],
    [5, 0.5, 21, 0.23959977930934145],
    [10, 1, 41, 0.12375670053060683],
    [20, 0.3, 41, 0.1444692481036519],
  ])("of %i bits at epsilon %f on a grid of %i is scipy's", async (size, epsilon, grid, value) => {
    const { lower, upper } = await exactMinimax({ ...absolute, size, guarantee: pure(epsilon), grid });
    expect(Math.abs(lower - value)).toBeLessThan(CERTIFIED);
    expect(upper).toBeGreaterThan(value);
    expect(upper / lower - 1).toBeLessThan(grid === 21 ? 0.012 : 0.004);
  });

  // Found before by another program: epsilon, bits, digits.
  it.each([
    [1, 20, 0.0851],
    [0.3, 50, 0.078],
  ])("at epsilon %f of %i bits is what was found before", async (epsilon, size, value) => {
    const { lower, upper } = await exactMinimax({ ...absolute, size, guarantee: pure(epsilon) });
    expect(lower).toBeCloseTo(value, 4);
    expect(upper / lower - 1).toBeLessThan(0.01);
  });

  it.each([
    [{ ...absolute, size: 6, guarantee: approximate(1, 0.01), grid: 21 }, 0.15908812636971092],
    [{ ...absolute, size: 6, guarantee: approximate(1, 0.2), grid: 21 }, 0.1357164186539152],
    [
      { ...absolute, size: 8, guarantee: pure(0.7), loss: "squared", grid: 11 },
      0.042639364357328687 - 0.025 * 0.025 * 0.25,
    ],
    [{ ...absolute, size: 7, guarantee: pure(0.5), target: "sample" }, 0.18634913707475192],
    [{ ...absolute, size: 5, guarantee: pure(1), model: "local", grid: 21 }, 0.23228109680011716],
    [{ ...absolute, size: 3, guarantee: approximate(1, 0.05), model: "local", grid: 21 }, 0.2522500183542056],
    [{ ...absolute, size: 4, guarantee: approximate(0.5, 0.2), model: "local", grid: 11 }, 0.23057751116015612],
  ] as [ExactMinimaxParameters, number][])("is scipy's for %o", async (parameters, value) => {
    const { lower, upper } = await exactMinimax(parameters);
    expect(Math.abs(lower - value)).toBeLessThan(CERTIFIED);
    expect(upper).toBeGreaterThanOrEqual(value);
  });

  it.each([0.1, 1, 3])("of one bit has its closed forms at epsilon %f, trusted or not", async (epsilon) => {
    // The two shares 0 and 1: d / (1 + e^epsilon). All shares: nature mixes 0, 1/2 and 1, and the value is (1 + e^-epsilon) / 4.
    for (const model of ["central", "local"] as const) {
      const sample = await exactMinimax({ ...absolute, size: 1, guarantee: pure(epsilon), model, target: "sample" });
      const bound = 1 / (1 + exp(epsilon));
      expect(Math.abs(sample.lower - bound)).toBeLessThan(CERTIFIED);
      expect(Math.abs(sample.upper - bound)).toBeLessThan(CERTIFIED);
      const all = await exactMinimax({ ...absolute, size: 1, guarantee: pure(epsilon), model });
      const value = (1 + exp(-epsilon)) / 4;
      expect(Math.abs(all.lower - value)).toBeLessThan(CERTIFIED);
      expect(all.upper).toBeGreaterThan(value);
      expect(all.upper / value - 1).toBeLessThan(0.002);
    }
  });

  it("of two bits is what a search over symmetric tables finds", async () => {
    // Actions 0, 1/2, 1; rows (x, y, z), (u, 1 - 2 u, u), (z, y, x).
    const factor = exp(1);
    let best = Infinity;
    const steps = 400;
    for (let i = 0; i <= steps; i++) {
      for (let j = 0; i + j <= steps; j++) {
        const [x, z] = [i / steps, j / steps];
        const y = 1 - x - z;
        const [low, high] = [Math.max(x / factor, z / factor), Math.min(factor * x, factor * z)];
        if (high < low) continue;
        const fits = (u: number) => 1 - 2 * u <= factor * y && y <= factor * (1 - 2 * u);
        for (let k = 0; k <= 60; k++) {
          const u = low + ((high - low) * k) / 60;
          if (u > 0.5 || !fits(u)) continue;
          const atZero = y / 2 + z;
          const atHalf = ((x + z) / 2) * 0.5 + u * 0.5;
          best = Math.min(best, Math.max(atZero, atHalf));
        }
      }
    }
    const { lower } = await exactMinimax({ ...absolute, size: 2, guarantee: pure(1), grid: 3 });
    expect(lower).toBeLessThanOrEqual(best);
    expect(best - lower).toBeLessThan(0.004);
  });

  it("lies between the private bound of Le Cam and a finer grid's interval, which it contains or touches", async () => {
    const [coarse, fine] = await Promise.all(
      [21, 61].map((grid) => exactMinimax({ ...absolute, size: 12, guarantee: pure(0.8), grid })),
    );
    const { value } = privateLeCam({ model: { kind: "bernoulli" }, size: 12, guarantee: pure(0.8), form: "metric" });
    expect(coarse.lower).toBeGreaterThan(value);
    expect(fine.lower).toBeGreaterThan(coarse.lower);
    expect(fine.upper).toBeLessThan(coarse.upper);
    expect(fine.upper).toBeGreaterThan(fine.lower);
  });

  it("falls with delta, and is larger where nobody is trusted", async () => {
    const at = (delta: number) =>
      exactMinimax({ ...absolute, size: 10, guarantee: delta === 0 ? pure(0.5) : approximate(0.5, delta) });
    const lowers = await Promise.all([0, 1e-6, 0.01, 0.1].map(async (delta) => (await at(delta)).lower));
    expect(lowers.toSorted((a, b) => b - a)).toEqual(lowers);
    expect(lowers[0] - lowers[1]).toBeLessThan(1e-4);
    const local = await exactMinimax({ ...absolute, size: 10, guarantee: pure(0.5), model: "local" });
    expect(local.lower).toBeGreaterThan((await at(0)).upper);
  });
});

describe("the mechanism of the optimum", () => {
  it.each([pure(1), pure(0.05), approximate(0.5, 0.02), approximate(1, 1e-6)])(
    "keeps %o and no tenth less, draws from its law and passes the audit",
    async (guarantee) => {
      const { mechanism } = await exactMinimax({ ...absolute, size: 15, guarantee });
      const [first, second] = mechanism.worstPair().map(mechanism.law);
      expect(satisfies(first, second, guarantee)).toBe(true);
      expect(satisfies(first, second, tenthLess(guarantee))).toBe(false);
      const random = stream(5, "optimum");
      const draws = Array.from({ length: 20_000 }, () => mechanism.release(4, random));
      expect(pValue(draws, mechanism.law(4))).toBeGreaterThan(1e-3);
      expect(pValue(draws, mechanism.law(5))).toBeLessThan(1e-3);
      expect(audit(mechanism).verdict).toBe("holds");
    },
  );

  it("has the stated risk at the worst share, and none above it elsewhere", async () => {
    const { mechanism, upper, worstShare } = await exactMinimax({ ...absolute, size: 9, guarantee: pure(1) });
    const risk = (share: number) => {
      let sum = 0;
      for (let ones = 0, ways = 1; ones <= 9; ones++) {
        const law = mechanism.law(ones);
        const mass = ways * pow(share, ones) * pow(1 - share, 9 - ones);
        for (const output of law.support) sum += mass * exp(law.logMass(output)) * Math.abs(output - share);
        ways = (ways * (9 - ones)) / (ones + 1);
      }
      return sum;
    };
    expect(Math.abs(risk(worstShare) - upper)).toBeLessThan(1e-9);
    for (let k = 0; k <= 997; k++) expect(risk(k / 997)).toBeLessThanOrEqual(upper);
  });

  it("has the same bits if the clock stands still", async () => {
    const problem = { ...absolute, size: 12, guarantee: pure(0.4) };
    const before = await exactMinimax(problem);
    // A clock that stands still: all that the solver takes from outside.
    vi.useFakeTimers({ toFake: ["performance", "Date"] });
    const after = await exactMinimax(problem).finally(() => vi.useRealTimers());
    expect([after.lower, after.upper, after.prior]).toEqual([before.lower, before.upper, before.prior]);
  });
});

describe("what is out of range", () => {
  const good: ExactMinimaxParameters = { ...absolute, size: 10, guarantee: pure(1) };

  it.each([
    [{ size: 0 }, "size must be an integer from 1 to 200, got 0"],
    [{ size: 201 }, "size must be an integer from 1 to 200, got 201"],
    [{ guarantee: pure(0.001) }, "epsilon must be from 0.01 to 10, got 0.001"],
    [{ guarantee: pure(11) }, "epsilon must be from 0.01 to 10, got 11"],
    [{ guarantee: approximate(1, 0.9) }, "delta must be 0 or from 1e-9 to 0.5, got 0.9"],
    [{ guarantee: zeroConcentrated(1) }, 'guarantee must be pure or approximate, got "zero-concentrated"'],
    [{ size: 100, guarantee: pure(6) }, "size * epsilon must be at most 500, got 600"],
    [{ grid: 1 }, "grid must be an integer of at least 2, got 1"],
    [{ grid: 5000 }, "observations times actions must be at most 20000, got 55000"],
    [{ grid: 7, target: "sample" }, "grid must be left out for a sample, whose shares are the grid, or 11, got 7"],
    [{ model: "shuffle" }, 'model must be central or local, got "shuffle"'],
    [{ loss: "cubic" }, 'loss must be absolute or squared, got "cubic"'],
    [{ size: 40, model: "local", guarantee: approximate(1, 0.1) }, "observations times actions must be at most 20000"],
  ])("is refused in one line: %o", (spoiled, message) => {
    expect(() => exactMinimax({ ...good, ...spoiled } as ExactMinimaxParameters)).toThrow(message);
  });
});
