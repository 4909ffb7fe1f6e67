import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./accountants.ts";
import table from "./stated-epsilons.json" with { type: "json" };
import { accountAt, certified, MISSED, UPPER_BOUNDS } from "./stated-table.ts";

const stated = (name: string, entries: readonly unknown[]) => entries[table.accountants.indexOf(name)] !== null;

const rows = experimentRows(experiment);

describe("the table", () => {
  it("has hundreds of accounts, and of each accountant dozens of upper bounds", () => {
    expect(table.accounts.length).toBeGreaterThan(350);
    for (const name of UPPER_BOUNDS) {
      expect(table.accounts.filter((line) => stated(name, line[5] as unknown[])).length, name).toBeGreaterThan(50);
    }
  });

  it("has the epsilon of the analytic Gaussian mechanism: 4.377178095681 at noise 1 and delta 1e-5", () => {
    expect(accountAt({ rate: 1, noise: 1, steps: 1, delta: 1e-5 })?.exact).toBeCloseTo(4.377178095681, 11);
  });

  it("has rates from 1e-5 to 1, noise from 0.3 to 30, up to a million releases, deltas from 1e-300 to 0.5", () => {
    const ends = (place: number) => {
      const values = table.accounts.map((line) => Number(line[place]));
      return [Math.min(...values), Math.max(...values)];
    };
    expect([0, 1, 2, 3].map(ends)).toEqual([
      [1e-5, 1],
      [0.3, 30],
      [1, 1_000_000],
      [1e-300, 0.5],
    ]);
  });

  it("has the row of bench/questions.md, of two accountants", () => {
    const tiny = accountAt(MISSED);
    if (tiny === undefined) throw new Error("no such account");
    expect([...tiny.stated.keys()]).toEqual(["dp-accounting-pld", "jax-privacy-pld"]);
    expect(tiny.stated.get("dp-accounting-pld")).toBeCloseTo(1.07718, 5);
    expect(certified(tiny).lower).toBeGreaterThan(1.07726);
  });
});

describe("accountants", () => {
  it("state upper bounds that are judged by name, each against the certified lower end", async () => {
    const found = (await rows).find(
      ({ part, control, cell }) =>
        part === "upper-bounds" &&
        control === undefined &&
        cell.rate === 0.01 &&
        cell.delta === 1e-5 &&
        cell.steps === 100,
    );
    expect(Object.keys(found?.checks ?? {})).toContain("opacus-prv");
    for (const { estimate = 0, theory = Infinity } of Object.values(found?.checks ?? {})) {
      expect(estimate).toBeGreaterThan(theory);
    }
  });

  it("are refused where a bound is a thousandth lower than it must be", async () => {
    const { lower } = certified({ rate: 0.01, noise: 1, steps: 100, delta: 1e-5 });
    const tight = accountAt({ rate: 0.01, noise: 1, steps: 100, delta: 1e-5 })?.stated.get("dp-accounting-pld") ?? 0;
    expect(tight).toBeGreaterThan(lower);
    expect(0.999 * tight).toBeLessThan(lower);
  });
});

describe("a replaced record", () => {
  it("moves a sum by two norms: 9.997256 at noise 1 and delta 1e-5, where dp-accounting 0.6.0 states 4.7285 (google#378)", async () => {
    const found = (await rows).filter(({ control }) => control === "replaced-record");
    const whole = found.find(({ cell }) => cell.rate === 1 && cell.noise === 1 && cell.steps === 1);
    expect(Number(whole?.values?.lower)).toBeCloseTo(9.997256, 6);
    expect(whole?.checks["dp-accounting-renyi"].estimate).toBeCloseTo(4.7285, 4);
    for (const { verdict } of found) expect(verdict).toBe("violated");
  });
});

describe("the odometer of SmartNoise", () => {
  it("states at least the optimal epsilon before and after the repair of smartnoise#621, and less after it", async () => {
    const stated = async (version: string) => {
      const found = (await rows).find(
        ({ part, control, cell: { epsilon, times, ...cell } }) =>
          part === "odometers" && control === undefined && cell.version === version && epsilon === 0.1 && times === 500,
      );
      expect(found?.verdict).toBe("holds");
      return Number(found?.checks.epsilon.estimate);
    };
    expect(await stated("1.0.6")).toBeCloseTo(14.872642, 6);
    expect(await stated("1.0.10")).toBeCloseTo(14.543108, 6);
  });
});
