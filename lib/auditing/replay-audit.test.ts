import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aboveThreshold } from "../adaptive/above-threshold.ts";
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import { discreteLaplace } from "../mechanisms/noise/discrete-laplace.ts";
import { gaussian } from "../mechanisms/noise/gaussian.ts";
import { laplace } from "../mechanisms/noise/laplace.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import type { Recorder } from "./recorder.ts";
import { auditReplay } from "./replay-audit.ts";
import { replayFindings } from "./replay-findings.ts";
import { neighbouringPairs } from "./worst-pair.ts";

type Program = (records: readonly number[], recorder: Recorder) => unknown;

const sum = (records: readonly number[]) => records.reduce((a, b) => a + b, 0);
const clamped = (records: readonly number[]) => records.map((record) => Math.min(10, Math.max(0, record)));
const [few, more] = [
  [1, 2, 30],
  [1, 2, 30, 40],
];
const replay = (program: Program, pair: readonly [readonly number[], readonly number[]] = [few, more]) =>
  auditReplay(program, { pairs: [pair] }, stream(1, "replay"));
const kinds = (program: Program, pair?: readonly [readonly number[], readonly number[]]) =>
  replay(program, pair).findings.map(({ kind }) => kind);

/** A private mean, whose count steers how the sum is drawn. */
const right: Program = (records, recorder) => {
  const size = recorder.discreteLaplace(records.length, { sensitivity: 1, scale: 2, name: "count" });
  const noise = { sensitivity: 10, scale: size > 3 ? 20 : 40, name: "sum" };
  const total = recorder.laplace(sum(clamped(records)), noise);
  const parts = recorder.gaussian([sum(clamped(records)), records.length], {
    sensitivity: 11,
    sigma: 20,
    name: "parts",
  });
  const isTaken = sampleUniform(recorder.random) < 0.5;
  return { mean: total / Math.max(1, size), parts, more: isTaken ? recorder.laplace(0, noise) : 0 };
};

/** What is broken in each, and what mends it. */
const broken: readonly (readonly [string, string, Program, Program])[] = [
  [
    "the sum of what was not clamped",
    "sensitivity",
    (records, recorder) => recorder.laplace(sum(records), { sensitivity: 10, scale: 10 }),
    (records, recorder) => recorder.laplace(sum(clamped(records)), { sensitivity: 10, scale: 10 }),
  ],
  [
    "noise by the number of records",
    "scale",
    (records, recorder) => recorder.laplace(0, { sensitivity: 1, scale: 10 / records.length }),
    (_, recorder) => recorder.laplace(0, { sensitivity: 1, scale: 10 / 3 }),
  ],
  [
    "a sensitivity by the data",
    "scale",
    (records, recorder) => recorder.laplace(0, { sensitivity: Math.max(...records), scale: 10 }),
    (_, recorder) => recorder.laplace(0, { sensitivity: 10, scale: 10 }),
  ],
  [
    "a mechanism by the data",
    "scale",
    (records, recorder) =>
      recorder.release(laplace({ epsilon: records.length, sensitivity: 1, neighbours: "add-remove" }), 0),
    (_, recorder) => recorder.release(laplace({ epsilon: 1, sensitivity: 1, neighbours: "add-remove" }), 0),
  ],
  [
    "a draw for each value that occurs",
    "order",
    (records, recorder) =>
      [...new Set(records)].map((value) =>
        recorder.laplace(records.filter((each) => each === value).length, { sensitivity: 1, scale: 1, name: "cell" }),
      ),
    (records, recorder) =>
      [1, 2, 30, 40].map((value) =>
        recorder.laplace(records.filter((each) => each === value).length, { sensitivity: 1, scale: 1, name: "cell" }),
      ),
  ],
  [
    "a vector of the values that occur",
    "order",
    (records, recorder) => recorder.laplace([...new Set(records)].fill(1), { sensitivity: 1, scale: 1 }),
    (_, recorder) => recorder.laplace([1, 1], { sensitivity: 1, scale: 1 }),
  ],
  [
    "another noise for many",
    "order",
    (records, recorder) =>
      records.length > 3
        ? recorder.gaussian(0, { sensitivity: 1, sigma: 1 })
        : recorder.laplace(0, { sensitivity: 1, scale: 1 }),
    (_, recorder) => recorder.laplace(0, { sensitivity: 1, scale: 1 }),
  ],
  [
    "a branch on an exact count",
    "branch",
    (records, recorder) => recorder.laplace(0, { sensitivity: 1, scale: 1, name: records.length > 3 ? "many" : "few" }),
    (records, recorder) => {
      const size = recorder.laplace(records.length, { sensitivity: 1, scale: 1, name: "count" });
      return recorder.laplace(0, { sensitivity: 1, scale: 1, name: size > 3 ? "many" : "few" });
    },
  ],
  [
    "a public value of the data",
    "public",
    (records, recorder) =>
      recorder.laplace(0, { sensitivity: 1, scale: 1 }) + 0 * recorder.public(records.length, "size"),
    (_, recorder) => recorder.laplace(0, { sensitivity: 1, scale: 1 }) + 0 * recorder.public(3, "size"),
  ],
  [
    "an exact divisor",
    "output",
    (records, recorder) => recorder.laplace(sum(clamped(records)), { sensitivity: 10, scale: 10 }) / records.length,
    (records, recorder) => recorder.laplace(sum(clamped(records)), { sensitivity: 10, scale: 10 }) / 3,
  ],
  [
    "a failure on some data",
    "end",
    (records, recorder) => {
      recorder.laplace(0, { sensitivity: 1, scale: 1 });
      if (records.length > 3) throw new TypeError("4 records");
    },
    (_, recorder) => recorder.laplace(0, { sensitivity: 1, scale: 1 }),
  ],
];

describe("auditReplay", () => {
  it.each(broken)("finds %s: %s, and nothing in what mends it", (_, kind, program, mended) => {
    expect(new Set(kinds(program))).toEqual(new Set([kind]));
    expect(replay(mended)).toMatchObject({ verdict: "not-refuted", findings: [], replays: 10 });
  });

  it("finds nothing in queries that the outputs of earlier ones choose, and follows both ways", () => {
    const pairs = [...neighbouringPairs({ universe: [0, 4, 30], size: 3, neighbours: "add-remove" })];
    const found = auditReplay(right, { pairs, replays: 20 }, stream(1, "adaptive"));
    expect(found).toMatchObject({ verdict: "not-refuted", replays: 20 * pairs.length });
    expect(found.draws / found.replays).toBeGreaterThan(3.3); // half of the replays have a fourth draw
    expect(found.draws / found.replays).toBeLessThan(3.7);
  });

  it("finds nothing in mechanisms of the library with a sample that is drawn from the recorder's stream", () => {
    const noise = { sensitivity: 1, neighbours: "add-remove" } as const;
    const choose = exponentialMechanism({ ...noise, epsilon: 1, options: 3, change: "general" });
    const sparse = aboveThreshold({ ...noise, epsilon: 1, threshold: 2 });
    const program: Program = (records, recorder) => {
      const taken = records.filter(() => sampleUniform(recorder.random) < 0.5);
      const scores = [0, 4, 30].map((value) => taken.filter((record) => record === value).length);
      const option = recorder.release(choose, scores, { sensitivity: 1, norm: "linf" });
      return [option, recorder.release(sparse, [scores[option]])];
    };
    expect(replay(program).findings).toEqual([]);
    const norms = kinds((_, recorder) => recorder.release(choose, [0, 1, 2], { sensitivity: 1, norm: "linf" }));
    expect(norms).toEqual([]);
  });

  it("measures vectors in the norm of their noise", () => {
    // (3, 4) has l1 norm 7, l2 norm 5 and largest coordinate 4.
    const moved = (records: readonly number[]) => (records.length > 3 ? [3, 4] : [0, 0]);
    const found = (sensitivity: number) => ({
      l1: kinds((records, recorder) => recorder.laplace(moved(records), { sensitivity, scale: 1 })).length,
      l2: kinds((records, recorder) => recorder.gaussian(moved(records), { sensitivity, sigma: 1 })).length,
      linf: kinds((records, recorder) => {
        const mechanism = laplace({ scale: 1, sensitivity: 1, norm: "linf", dimension: 2, neighbours: "swap" });
        return recorder.release(mechanism, Float64Array.from(moved(records)), { sensitivity, norm: "linf" });
      }).length,
    });
    expect([3.9, 4, 4.9, 5, 6.9, 7].map(found)).toEqual([
      { l1: 1, l2: 1, linf: 1 },
      { l1: 1, l2: 1, linf: 0 },
      { l1: 1, l2: 1, linf: 0 },
      { l1: 1, l2: 0, linf: 0 },
      { l1: 1, l2: 0, linf: 0 },
      { l1: 0, l2: 0, linf: 0 },
    ]);
  });

  it("takes rounding for no excess, and a value that is not finite for one", () => {
    const counted =
      (sensitivity: number): Program =>
      (records, recorder) =>
        recorder.laplace(sum(records), { sensitivity, scale: 1 });
    const pairs = [
      [
        [0.1, 0.1],
        [0.1, 0.1, 0.1],
      ],
      [[1e9], [1e9, 0.1]],
    ] as const;
    for (const [one, other] of pairs) {
      expect(sum(other) - sum(one)).toBeGreaterThan(0.1);
      expect(kinds(counted(0.1), [one, other])).toEqual([]);
      expect(kinds(counted(0.0999), [one, other])).toEqual(["sensitivity"]);
    }
    const program: Program = (records, recorder) =>
      recorder.laplace(sum(clamped(records)), { sensitivity: 10, scale: 1 });
    const [found] = replay(program, [[1], [1, NaN]]).findings;
    expect(found).toMatchObject({ kind: "sensitivity", difference: Infinity });
    expect(replay(program, [[NaN], [2, NaN]]).findings).toEqual([]);
  });

  it("names the draw, the difference and what was declared, and no value of the data", () => {
    const program: Program = (records, recorder) => {
      const count = recorder.laplace(records.length, { sensitivity: 1, scale: 1, name: "count" });
      return count + recorder.laplace(sum(records), { sensitivity: 10, scale: 10, name: "total" });
    };
    const secret = 48_716;
    const found = replay(program, [
      [3, 7],
      [3, 7, secret - 0.5],
    ]);
    expect(found.findings).toEqual([
      {
        kind: "sensitivity",
        draw: 2,
        at: "total",
        difference: secret - 0.5,
        declared: 10,
        says: "draw 2, laplace at total: the values that noise is added to are 48715.5 apart, and the declared sensitivity is 10",
        pair: 0,
        times: 10,
      },
    ]);
    expect(JSON.stringify(found)).not.toMatch(/48725|\[3,7/);
    const thrown = replay(
      (records, recorder) => {
        recorder.laplace(0, { sensitivity: 1, scale: 1 });
        if (records.length > 2) throw new RangeError(`record ${records[2]}`);
      },
      [
        [3, 7],
        [3, 7, secret],
      ],
    );
    expect(thrown.findings[0].says).toContain(
      "the first input did not fail, and that of the second ended with RangeError",
    );
    expect(JSON.stringify(thrown)).not.toContain(`${secret}`);
  });

  it("finds the same in whichever order the pair is given, with the inputs named accordingly", () => {
    const program: Program = (records, recorder) => {
      for (const _ of records) recorder.laplace(0, { sensitivity: 1, scale: 1 });
    };
    const says = (pair: readonly [readonly number[], readonly number[]]) => replay(program, pair).findings[0].says;
    expect(says([few, more])).toContain("the run of the second input has a draw more, from draw 4 on");
    expect(says([more, few])).toContain("the run of the first input has a draw more, from draw 4 on");
  });

  it("gives the same for the same stream, and other outputs to each replay", () => {
    const outputs: unknown[] = [];
    const program: Program = (records, recorder) => {
      const output = right(records, recorder);
      outputs.push(JSON.stringify(output));
      return output;
    };
    const one = replay(program);
    const first = outputs.splice(0);
    expect(replay(program)).toEqual(one);
    expect(outputs).toEqual(first);
    expect(new Set(first).size).toBe(10); // each replay gives its two runs the same
  });

  it("keeps what was recorded though the program changes what it was given", () => {
    const found = kinds((records, recorder) => {
      const noisy = recorder.laplace([sum(clamped(records))], { sensitivity: 10, scale: 1 });
      noisy[0] = Math.round(noisy[0]);
      return noisy;
    });
    expect(found).toEqual([]);
  });

  it("says of no finding what it does not show", () => {
    expect(replay(right).says).toMatch(
      /^No declared condition is broken in 10 replays of one pair of inputs, \d+ draws of noise: this shows nothing of other/,
    );
  });

  it("refuses a program that records nothing, and passes on what it throws on both inputs", () => {
    expect(() => replay((records) => records.length)).toThrow(
      "program must be a function that draws its noise through",
    );
    expect(() => replay((_, recorder) => recorder.laplace(1, { sensitivity: -1, scale: 1 }))).toThrow(
      "sensitivity must be non-negative and finite, got -1",
    );
    expect(() => replay((_, recorder) => recorder.laplace("1" as never, { sensitivity: 1, scale: 1 }))).toThrow(
      "value must be a number or a list of numbers, got a string",
    );
  });
});

describe("auditReplay with a claim", () => {
  const noise = { sensitivity: 1, scale: 1 };
  const weigh = (program: Program, epsilon: number, replays = 20) =>
    auditReplay(program, { pairs: [[few, more]], replays, epsilon }, stream(1, "weigh"));
  const twice: Program = (records, recorder) => {
    const count = recorder.laplace(records.length, { ...noise, name: "count" });
    return [count, recorder.discreteLaplace(records.length, { ...noise, name: "again" })];
  };

  it("finds a budget that is spent twice, and none where each draw has its share", () => {
    const found = weigh(twice, 1);
    expect(found).toMatchObject({
      verdict: "violated",
      loss: 2,
      findings: [{ kind: "budget", difference: 2, declared: 1 }],
    });
    expect(found.findings[0].says).toBe(
      "the outputs of all 2 draws together are e^2 times as likely for one input as for the other, and the claim is epsilon 1",
    );
    expect(weigh(twice, 2)).toMatchObject({ verdict: "not-refuted", loss: 2 });
    expect(weigh(twice, 2).says).toMatch(/at most e\^2 times as likely for one input as for the other\.$/);
    expect(replay(twice).findings).toEqual([]);
  });

  it("weighs counts of which a record moves one alone as one of them", () => {
    const cells: Program = (records, recorder) =>
      [1, 2, 30, 40].map((value) =>
        recorder.laplace(records.filter((each) => each === value).length, { ...noise, name: `cell ${value}` }),
      );
    expect(weigh(cells, 1)).toMatchObject({ verdict: "not-refuted", loss: 1 });
  });

  it("has the loss of the laws of the library, for each kind of draw and for both at once", () => {
    const rules = { epsilon: 1, sensitivity: 1, neighbours: "add-remove" } as const;
    const choose = exponentialMechanism({ ...rules, options: 3, change: "general" });
    const laws = {
      laplace: laplace(rules),
      discrete: discreteLaplace(rules),
      gaussian: gaussian({ ...rules, delta: 0.1 }),
    };
    const { sigma } = laws.gaussian;
    const [one, other] = [3, 4];
    const scores = (size: number) => [size, 0, 3];
    const outputs: [number, number, number, number][] = [];
    const found = auditReplay<readonly number[]>(
      (records, recorder) => {
        const size = records.length;
        const drawn: [number, number, number, number] = [
          recorder.laplace(size, { ...noise, name: "a" }),
          recorder.discreteLaplace(size, { ...noise, name: "b" }),
          recorder.gaussian(size, { sensitivity: 1, sigma, name: "c" }),
          recorder.release(choose, scores(size)),
        ];
        outputs.push(drawn);
        return drawn;
      },
      { pairs: [[few, more]], replays: 1, epsilon: 100 },
      stream(1, "laws"),
    );
    expect(outputs[0]).toEqual(outputs[1]);
    const [a, b, c, option] = outputs[0];
    const exact =
      laws.laplace.law(one).logDensity(a) -
      laws.laplace.law(other).logDensity(a) +
      (laws.discrete.law(one).logMass(b) - laws.discrete.law(other).logMass(b)) +
      (laws.gaussian.law(one).logDensity(c) - laws.gaussian.law(other).logDensity(c)) +
      (choose.law(scores(one)).logMass(option) - choose.law(scores(other)).logMass(option));
    expect(found.loss).toBeCloseTo(Math.abs(exact), 10);
    expect(Math.abs(exact)).toBeGreaterThan(0.1);
  });

  it("says so where the draws cannot be weighed", () => {
    const unknown = { ...laplace({ epsilon: 1, sensitivity: 1, neighbours: "add-remove" }), law: undefined as never };
    const found = weigh((records, recorder) => recorder.release(unknown, records.length), 1);
    expect(found).toMatchObject({ verdict: "not-refuted", loss: undefined });
    expect(found.says).toContain("The draws were not weighed together in all replays");
  });
});

describe("replayFindings", () => {
  it("says of a run that failed that it ended, not that the other has more draws", () => {
    const call = {
      kind: "laplace",
      at: "x",
      value: [0],
      sensitivity: 0,
      norm: "l1" as const,
      parameters: { scale: 1 },
    };
    const found = replayFindings({ calls: [call, call], output: 1 }, { calls: [call], failed: "KeyError" });
    expect(found.map(({ kind, draw }) => [kind, draw])).toEqual([["end", 1]]);
    const other = { ...call, value: [1e-300], parameters: { scale: 2 } };
    expect(replayFindings({ calls: [call], failed: "KeyError" }, { calls: [other], failed: "KeyError" })).toMatchObject(
      [
        { kind: "scale", parameter: "scale", difference: 1 },
        { kind: "sensitivity", difference: 1e-300, declared: 0 },
      ],
    );
  });

  it("finds an excess exactly where the l1 distance is above the sensitivity", () => {
    const run = (value: readonly number[], sensitivity: number) => ({
      calls: [{ kind: "laplace", at: "x", value, sensitivity, norm: "l1" as const, parameters: {} }],
    });
    const whole = fc.integer({ min: -1000, max: 1000 });
    const pairs = fc.array(fc.tuple(whole, whole), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 1, max: 3000 }), (both, sensitivity) => {
        const [one, other] = [both.map(([a]) => a), both.map(([, b]) => b)];
        const apart = one.reduce((all, each, k) => all + Math.abs(each - other[k]), 0);
        expect(replayFindings(run(one, sensitivity), run(other, sensitivity))).toHaveLength(
          apart > sensitivity ? 1 : 0,
        );
      }),
    );
  });

  it("stops at the first draw that is another", () => {
    const call = (kind: string, value: number) => ({
      kind,
      at: "x",
      value: [value],
      sensitivity: 1,
      norm: "l1" as const,
      parameters: {},
    });
    const found = replayFindings(
      { calls: [call("laplace", 0), call("laplace", 0), call("laplace", 0)], output: 1 },
      { calls: [call("laplace", 5), call("gaussian", 0), call("laplace", 9)], output: 2 },
    );
    expect(found.map(({ kind, draw }) => [kind, draw])).toEqual([
      ["sensitivity", 1],
      ["order", 2],
    ]);
  });
});
