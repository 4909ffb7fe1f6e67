import { describe, expect, it } from "vitest";
import { finite } from "../../numerics/parameters.ts";
import { type BudgetKind, readBudget, withBudget, withBudgetFromZero } from "./budget.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "./guarantee.ts";

const ALL: readonly BudgetKind[] = ["pure", "approximate", "zero-concentrated", "gaussian"];

describe("a budget", () => {
  it.each([
    [{ epsilon: 0.3 }, pure(0.3)],
    [{ epsilon: 0.3, delta: 1e-6 }, approximate(0.3, 1e-6)],
    [{ epsilon: 0.3, delta: 0 }, pure(0.3)],
    [{ rho: 0.2 }, zeroConcentrated(0.2)],
    [{ mu: 2 }, gaussianDp(2)],
    [{ guarantee: gaussianDp(2) }, gaussianDp(2)],
    [{ guarantee: approximate(1, 0.1), epsilon: undefined }, approximate(1, 0.1)],
  ])("of %o is that guarantee", (given, guarantee) => {
    expect(readBudget(ALL, given)).toEqual(guarantee);
  });

  it.each([
    [{}, "epsilon must be given, or epsilon with delta or rho or mu or guarantee in its place, got undefined"],
    [{ delta: 0.1 }, "epsilon must be positive and finite, got undefined"],
    [{ epsilon: -1 }, "epsilon must be positive and finite, got -1"],
    [{ epsilon: null }, "epsilon must be positive and finite, got null"],
    [{ epsilon: 1, delta: 1 }, "delta must be "],
    [{ rho: Number.NaN }, "rho must be positive and finite, got NaN"],
    [
      { epsilon: 1, rho: 1 },
      "the budget must be given once, as epsilon or epsilon with delta or rho or mu or guarantee",
    ],
    [{ epsilon: 1, guarantee: pure(1) }, "the budget must be given once"],
    [{ guarantee: 1 }, "guarantee must be pure or approximate or zero-concentrated or gaussian, got 1"],
    [{ guarantee: null }, "guarantee must be pure or"],
    [{ guarantee: { kind: "pure" } }, "epsilon must be positive and finite, got undefined"],
    [{ guarantee: pure(0) }, "epsilon must be positive and finite, got 0"],
    [{ guarantee: { kind: "renyi" } }, 'got "renyi"'],
  ])("of %o is refused", (given, message) => {
    expect(() => readBudget(ALL, given)).toThrow(RangeError);
    expect(() => readBudget(ALL, given)).toThrow(message);
  });

  it("of a kind that the builder does not give is refused", () => {
    expect(() => readBudget(["approximate"], { epsilon: 1 })).toThrow(
      "delta must be strictly between 0 and 1, got undefined",
    );
    expect(() => readBudget(["approximate"], { epsilon: 1, delta: 0 })).toThrow(
      "delta must be strictly between 0 and 1, got 0",
    );
    expect(() => readBudget(["pure"], { guarantee: gaussianDp(1) })).toThrow('guarantee must be pure, got "gaussian"');
  });

  it("of a leak alone, or of none, may have an epsilon or a delta of 0", () => {
    const { read } = withBudgetFromZero({});
    expect(read({ epsilon: 0, delta: 0.1 })).toEqual({ guarantee: approximate(0, 0.1) });
    expect(read({ guarantee: approximate(1, 0) })).toEqual({ guarantee: approximate(1, 0) });
    expect(() => read({ epsilon: -1, delta: 0.1 })).toThrow("epsilon must be ");
    expect(() => read({ epsilon: 0, delta: 1 })).toThrow("delta must be ");
    expect(() => withBudget(["approximate"], {}).read({ epsilon: 0, delta: 0.1 })).toThrow("epsilon must be positive");
  });

  it("stands beside other parameters, whose checks see the guarantee", () => {
    const declaration = withBudget(["pure", "gaussian"], { at: finite }, ({ guarantee, at }) => {
      if (guarantee.kind === "gaussian" && at < 0) throw new RangeError("at");
    });
    expect(declaration.read({ mu: 1, at: 3 })).toEqual({ guarantee: gaussianDp(1), at: 3 });
    expect(() => declaration.read({ mu: 1, at: -3 })).toThrow("at");
    expect(declaration.read({ epsilon: 1, at: -3 })).toEqual({ guarantee: pure(1), at: -3 });
    // @ts-expect-error an unknown name
    expect(() => declaration.read({ epsilon: 1, at: 0, rho: 1 })).toThrow('got "rho"');
    // @ts-expect-error two budgets
    expect(() => declaration.read({ epsilon: 1, mu: 2, at: 0 })).toThrow("given once");
    // @ts-expect-error no budget
    expect(() => declaration.read({ at: 0 })).toThrow("epsilon must be given, or mu or guarantee in its place");
  });
});
