import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import experiment from "./accountants.ts";
import table from "./stated-epsilons.json" with { type: "json" };
import { accountAt, certified, UPPER_BOUNDS } from "./stated-table.ts";

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

  it("has one rate below those that are judged, of the row of bench/questions.md", () => {
    expect(table.accounts.filter(([rate]) => Number(rate) < 1e-3)).toHaveLength(1);
    const tiny = accountAt({ rate: 1e-5, noise: 0.6, steps: 1_000_000, delta: 1e-10 });
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
