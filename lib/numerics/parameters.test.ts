import { describe, expect, it } from "vitest";
import {
  callable,
  count,
  declare,
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

  it("let a name pass whose value is undefined: it asks for nothing", () => {
    expect(() => declared.read({ ...good, ...{ by: undefined } })).not.toThrow();
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
