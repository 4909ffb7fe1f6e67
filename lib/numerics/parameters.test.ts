import { describe, expect, it } from "vitest";
import {
  callable,
  count,
  declare,
  declareForms,
  declareKinds,
  flag,
  group,
  integer,
  listOf,
  made,
  oneOf,
  openProbability,
  optional,
  positive,
  positiveOrInfinite,
} from "./parameters.ts";
import { refuse } from "./requirements.ts";

const declared = declare(
  {
    epsilon: positive,
    delta: optional(openProbability),
    steps: optional(count, 10),
    bits: optional(integer(2, 8)),
    norm: oneOf("l1", "l2", "linf"),
    weights: listOf(positive, 2),
    loss: made<() => number>((value, name) => {
      if (typeof value !== "function") refuse(name, "a function", value);
    }),
    records: group(declare({ lower: positive, isPublic: flag })),
  },
  ({ epsilon, steps }) => {
    if (epsilon * steps > 100) refuse("epsilon times steps", "at most 100", epsilon * steps);
  },
);
const records = { lower: 1, isPublic: true };
const good = { epsilon: 1, norm: "l1", weights: [1, 2], loss: () => 0, records } as const;

describe("declared parameters", () => {
  it("are read as they are given, with what stands in for those left out", () => {
    expect(declared.read(good)).toEqual({ ...good, delta: undefined, steps: 10, bits: undefined });
    expect(declared.read({ ...good, delta: 0.1, steps: 3, bits: 8 })).toEqual({
      ...good,
      delta: 0.1,
      steps: 3,
      bits: 8,
    });
  });

  it.each([
    [{ epsilon: -1 }, "epsilon must be positive and finite, got -1"],
    [{ epsilon: undefined }, "epsilon must be positive and finite, got undefined"],
    [{ epsilon: "1" }, 'epsilon must be positive and finite, got "1"'],
    [{ delta: 1 }, "delta must be strictly between 0 and 1, got 1"],
    [{ delta: null }, "delta must be strictly between 0 and 1, got null"],
    [{ steps: 1.5 }, "steps must be an integer of at least 1, got 1.5"],
    [{ bits: 9 }, "bits must be an integer from 2 to 8, got 9"],
    [{ norm: "l3" }, 'norm must be one of l1, l2, linf, got "l3"'],
    [{ weights: 3 }, "weights must be an array or a typed array, got a number"],
    [{ weights: [1] }, "weights must be a list of at least 2, got an array of length 1"],
    [{ weights: [1, 0] }, "weights[1] must be positive and finite, got 0"],
    [{ loss: 3 }, "loss must be a function, got 3"],
    [{ records: undefined }, "records must be an object with lower, isPublic, got undefined"],
    [{ records: { ...records, isPublic: 1 } }, "isPublic must be true or false, got 1"],
    [{ records: { ...records, uper: 2 } }, 'records must be among lower, isPublic, got "uper"'],
    [{ epsilon: 50 }, "epsilon times steps must be at most 100, got 500"],
    [
      { step: 3 },
      'parameters must be among epsilon, delta, steps, bits, norm, weights, loss, records, got "step"; did you mean steps?',
    ],
  ])("refuse %o with a sentence", (bad, message) => {
    const call = () => declared.read({ ...good, ...bad } as never);
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
  });

  it.each([undefined, null, 3, "epsilon"])("refuse %s in place of all of them", (none) => {
    expect(() => declared.read(none as never)).toThrow(/^parameters must be an object with epsilon, delta, .*, got /);
  });

  it.each([[[]], [[3, 4]], [Float64Array.of(1)]])("refuse the list %o, whose places are no names", (list) => {
    expect(() => declared.read(list as never)).toThrow(/^parameters must be an object with epsilon, .*, got an array$/);
  });

  it("let a name pass whose value is undefined: it asks for nothing", () => {
    expect(() => declared.read({ ...good, ...{ by: undefined } })).not.toThrow();
    expect(() => declared.read({ ...good, ...{ toString: 1 } } as never)).toThrow('got "toString"');
  });
});

describe("parameters in one of several forms", () => {
  const budget = declareForms(
    { rho: positive },
    { order: positive, epsilon: positive },
    { epsilon: positive, delta: optional(openProbability) },
  );

  it("are read as the form that is given", () => {
    expect(budget.read({ rho: 1 })).toEqual({ rho: 1 });
    expect(budget.read({ order: 2, epsilon: 1 })).toEqual({ order: 2, epsilon: 1 });
    expect(budget.read({ epsilon: 1 })).toEqual({ epsilon: 1, delta: undefined });
  });

  it.each<[object | undefined, string]>([
    [{ rho: 0 }, "rho must be positive and finite, got 0"],
    [{ order: 2 }, "epsilon must be positive and finite, got undefined"],
    [{ rho: 1, epsilon: 1 }, 'budget must be among rho, got "epsilon"'],
    [{ order: 2, epsilon: 1, delta: 0.1 }, 'budget must be among order, epsilon, got "delta"'],
    [{ epsilom: 1 }, 'budget must be among rho, order, epsilon, delta, got "epsilom"; did you mean epsilon?'],
    [{}, "budget must be given as rho or order with epsilon or epsilon, got undefined"],
    [undefined, "budget must be an object with rho, order, epsilon, delta, got undefined"],
  ])("refuse %o with a sentence", (bad, message) => {
    expect(() => budget.read(bad as never, "budget")).toThrow(message);
  });
});

describe("parameters of one of several kinds", () => {
  const noise = declareKinds({ laplace: { scale: positive }, gaussian: { sigma: positive } });
  const training = declare({ noise: group(noise) });

  it("are read as their kind, alone and within others", () => {
    expect(noise.read({ kind: "laplace", scale: 1 })).toEqual({ kind: "laplace", scale: 1 });
    expect(training.read({ noise: { kind: "gaussian", sigma: 2 } })).toEqual({ noise: { kind: "gaussian", sigma: 2 } });
  });

  it.each<[unknown, string]>([
    [{ kind: "cauchy", scale: 1 }, 'noise.kind must be laplace or gaussian, got "cauchy"'],
    [{ scale: 1 }, "noise.kind must be laplace or gaussian, got undefined"],
    [{ kind: "gaussian", sigma: 0 }, "sigma must be positive and finite, got 0"],
    [{ kind: "gaussian", scale: 1 }, 'noise must be among kind, sigma, got "scale"'],
    [{ kind: "gaussian", sigma: 1, mean: 0 }, 'noise must be among kind, scale, sigma, got "mean"'],
    [null, "noise must be an object with kind, scale, sigma, got null"],
  ])("refuse %o with a sentence", (bad, message) => {
    expect(() => training.read({ noise: bad as never })).toThrow(message);
  });
});

describe("a parameter that may be infinite, and one that is a function", () => {
  const training = declare({ radius: positiveOrInfinite, train: callable<() => number>() });

  it("are read, or refused with a sentence", () => {
    const good = { radius: Infinity, train: () => 1 };
    expect(training.read(good)).toEqual(good);
    expect(() => training.read({ ...good, radius: 0 })).toThrow("radius must be positive, got 0");
    expect(() => training.read({ ...good, train: 3 as never })).toThrow("train must be a function, got a number");
  });
});
