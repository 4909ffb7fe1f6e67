import { transform } from "esbuild";
import { describe, expect, it, vi } from "vitest";
import * as adaptive from "../../lib/adaptive/index.ts";
import * as epsilab from "../../lib/index.ts";
import { permuteAndFlip } from "../../lib/mechanisms/choice/permute-and-flip.ts";
import { check, judgement } from "./check.ts";
import { type Answer, type Exercise, SOLUTION, STUB } from "./exercise.ts";
import { exerciseOf, exercises } from "./exercises.ts";

const doors: Readonly<Record<string, object>> = { epsilab, "epsilab/adaptive": adaptive };

/** The function that cells of TypeScript declare, as the kernel would run them. */
async function answerOf(exercise: Exercise, change = (text: string) => text): Promise<Answer> {
  const { imports, types = "", solution, answer } = exercise;
  const known = Object.entries(imports).flatMap(([door, names]) =>
    names.map((name) => [name, Reflect.get(doors[door] ?? {}, name)] as const),
  );
  for (const [name, value] of known) expect(value, name).toBeTypeOf("function");
  const { code } = await transform(`${types}\n${change(solution)}`, { loader: "ts" });
  return new Function(...known.map(([name]) => name), `${code}\nreturn ${answer};`)(...known.map(([, value]) => value));
}

const stubbed = (text: string) =>
  text.replace(new RegExp(`${SOLUTION.begin}[\\s\\S]*${SOLUTION.end}`), () => `\n${STUB}\n`);

/** Plausible wrong answers, and what is said of each. */
const { exp, log } = epsilab;
const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
const normalised = (weights: readonly number[]) => weights.map((weight) => weight / sum(weights));
const classicSigma = (samplingRate: number, steps: number, epsilon: number, delta: number) =>
  (samplingRate * Math.sqrt(2 * steps * log(1.25 / delta))) / epsilon;

// biome-ignore lint/suspicious/noExplicitAny: an answer takes what it wants
type Attempt = (...given: any[]) => unknown;

const wrongAnswers: Readonly<Record<string, readonly (readonly [string, Attempt, RegExp])[]>> = {
  "two-counts": [
    ["asks about one person", (count, target) => count((one: number) => one === target) === 1, /fewer than 5 people/],
    ["guesses", () => true, /asks nothing, and is right for 128 of the 256/],
    ["takes the wrong way", (count, target) => count((one: number) => one !== target) > 3, /right for \d+ of the 256/],
    ["gives a number", (count) => count(() => true), /should be true or false, and is \d/],
  ],
  "a-coin": [
    ["tells the truth", (truth) => (truth ? 1 : 0), /possible for one truth alone/],
    ["forgets to normalise", (truth, epsilon) => (truth ? exp(epsilon) : 1), /should be a probability, and is 2.718/],
    ["throws a fair coin", () => 0.5, /should be larger than .* has to speak for yes/],
    ["halves epsilon", (t, e) => 1 / (1 + exp(t ? -e / 2 : e / 2)), /loses 0.5 only/],
    ["is one-sided", (truth, epsilon) => (truth ? 0.5 : 0.5 * exp(-epsilon)), /a yes is 2.718 times .* and a no 1.632/],
    ["doubles epsilon", (t, e) => 1 / (1 + exp(t ? -2 * e : 2 * e)), /loses 2, which is more/],
  ],
  "delta-of-two-laws": [
    [
      "takes one direction alone",
      (p: number[], q: number[], epsilon) => sum(p.map((mass, k) => Math.max(0, mass - exp(epsilon) * q[k]))),
      /some set of outcomes breaks the promise/,
    ],
    [
      "takes the worst outcome alone",
      (p: number[], q: number[], e) =>
        Math.max(...p.flatMap((mass, k) => [mass - exp(e) * q[k], q[k] - exp(e) * mass]), 0),
      /some set of outcomes breaks the promise/,
    ],
    [
      "takes the total variation",
      (p: number[], q: number[]) => sum(p.map((mass, k) => Math.max(0, mass - q[k]))),
      /a smaller delta would do/,
    ],
  ],
  "a-private-mean": [
    [
      "does not clamp",
      (values: number[], lower, upper, e) => ({ centre: sum(values) / 3, scale: (upper - lower) / (3 * e) }),
      /somebody may write a value beyond the range/,
    ],
    [
      "takes a sensitivity of 1 / n",
      (values: number[], _l, _u, epsilon) => ({ centre: sum(values) / 3, scale: 1 / (3 * epsilon) }),
      /on the neighbours .* it loses 10, and only 1 was promised/,
    ],
    [
      "takes the range of the sum",
      (values: number[], lower, upper, epsilon) => ({
        centre: sum(values.map((value) => Math.min(upper, Math.max(lower, value)))) / values.length,
        scale: (upper - lower) / epsilon,
      }),
      /more noise than 1 asks for/,
    ],
    [
      "lets the noise follow the data",
      (values: number[], _l, _u, e) => ({
        centre: sum(values) / 3,
        scale: (Math.max(...values) - Math.min(...values) + 1) / e,
      }),
      /it loses Infinity/,
    ],
    ["gives a number", (values: number[]) => sum(values), /should be \{ centre, scale \}/],
    ["gives the middle", (_v, l, u, e) => ({ centre: (l + u) / 2, scale: (u - l) / (3 * e) }), /not their mean/],
  ],
  "a-private-choice": [
    [
      "takes the winner",
      (votes: number[]) => votes.map((_, option) => (option === votes.indexOf(Math.max(...votes)) ? 1 : 0)),
      /can win on one side alone/,
    ],
    [
      "forgets that two counts move",
      (votes: number[], epsilon) => normalised(votes.map((count) => exp(epsilon * count))),
      /the winner loses 1\.\d+, and only 1/,
    ],
    ["draws lots", (votes: number[]) => votes.map(() => 1 / votes.length), /votes behind on average/],
    ["forgets to normalise", (votes: number[]) => votes.map((count) => exp(count - 5)), /their sum is/],
  ],
  "a-private-median": [
    [
      "takes the median",
      (values: number[], top) =>
        Array.from({ length: top + 1 }, (_, x) => (x === [...values].sort((a, b) => a - b)[1] ? 1 : 0)),
      /it loses Infinity/,
    ],
    [
      "scores by distance",
      (values: number[], top, e) =>
        normalised(
          Array.from({ length: top + 1 }, (_, x) => exp((-e / 2) * Math.abs(x - [...values].sort((a, b) => a - b)[1]))),
        ),
      /it loses \d\.\d+, and only 1 was promised/,
    ],
    ["draws lots", (_values, top) => Array.from({ length: top + 1 }, () => 1 / (top + 1)), /more than need be/],
  ],
  "within-a-budget": [
    ["adds up", (each, epsilon) => Math.floor(epsilon / each + 1e-9), /so is one more\. That is what adding up allows/],
    ["takes squares", (each, epsilon) => Math.floor((epsilon / each) * (epsilon / each)), /400 counts lose up to/],
    ["gives a share", () => 10.5, /should be a number of counts/],
  ],
  "epsilon-off-a-curve": [
    ["reads in the middle", (curve, delta) => log((0.5 - delta) / curve(0.5)), /has an attack that the lines forbid/],
    ["forgets delta", (curve) => log((1 - curve(1e-12)) / 1e-12), /is safe .* a smaller epsilon is, too/],
    ["reads whole percents", (curve, d) => log((1 - d - curve(0.01)) / 0.01), /an attack that the lines forbid/],
  ],
  "who-was-there": [
    ["suspects everybody", () => true, /100 of 100 strangers for members/],
    ["suspects nobody", () => false, /finds 0 of 100 members only/],
    [
      "knows no population",
      (means: number[], person: number[]) =>
        sum(means.map((mean, k) => (person[k] - 0.5) * (mean - 0.5))) > means.length / 100,
      /of 100/,
    ],
    [
      "takes zero for the border",
      (m: number[], x: number[], p: number[]) => sum(m.map((mean, k) => (x[k] - p[k]) * (mean - p[k]))) > 0,
      /strangers for members, which are too many/,
    ],
  ],
  "noisy-steps": [
    ["takes the classic formula", classicSigma, /and less noise would do|lose up to/],
    ["forgets that records are sampled", (_q, steps, e, d) => classicSigma(1, steps, e, d), /less noise would do/],
    ["counts one step", (_q, _s, epsilon) => 1 / epsilon, /lose up to .* and 2 was promised/],
  ],
  "a-broken-vector": [
    [
      "takes one query",
      () => ({ first: [1], second: [0], above: [true] }),
      /lose 0\.\d+, which is 0\.\d+ times epsilon, not 3/,
    ],
    ["moves too far", () => ({ first: [9], second: [0], above: [true] }), /differ by at most 1.*query 0 has 9 and 0/],
    ["lists too few outcomes", () => ({ first: [1, 1], second: [0, 0], above: [true] }), /2, 2, 1/],
    [
      "moves every query one way",
      () => ({ first: Array(8).fill(-50), second: Array(8).fill(-51), above: Array(8).fill(true) }),
      /times epsilon, not 3/,
    ],
  ],
  "two-points": [
    ["takes far points", () => 0.9, /closer together prove more/],
    ["takes near points", () => 0.01, /further apart prove more/],
    ["gives a share beyond 1", (_size, epsilon) => 1 / epsilon, /should be between 0 and 1, and is 10/],
  ],
};

/** What students hand in, too. */
const strange: readonly unknown[] = [
  ...[undefined, null, 3, "yes", Symbol("s"), {}, [], () => undefined, () => null, () => Number.NaN, () => Infinity],
  ...[
    () => -1,
    () => 1e308,
    () => "0.5",
    () => [],
    () => [[]],
    () => ({}),
    () => Symbol("s"),
    () => 3n,
    () => [Symbol("s")],
  ],
  ...[async () => 1, () => () => 1, () => ({ centre: "1", scale: [] }), () => ({ first: 1, second: [], above: [] })],
  () => {
    throw "a text";
  },
  () => {
    throw Object.create(null);
  },
  () =>
    new Proxy(
      {},
      {
        get() {
          throw new TypeError("not readable");
        },
      },
    ),
  class Some {},
];

describe.each(exercises.map((exercise) => [exercise.id, exercise] as const))("%s", (id, exercise) => {
  it("lets its worked solution pass, at the shown settings and the hidden ones", async () => {
    const answer = await answerOf(exercise);
    expect(judgement(exercise, answer, exercise.shown)).toBeUndefined();
    expect(judgement(exercise, answer, exercise.hidden)).toBeUndefined();
    expect(exercise.hidden.length).toBeGreaterThan(0);
  });

  it("says of the untouched stub that it is not written yet", async () => {
    const answer = await answerOf(exercise, stubbed);
    expect(judgement(exercise, answer, exercise.shown)).toMatch(/is not written yet: replace the line that throws/);
  });

  it.each(wrongAnswers[id] ?? [])("says what is wrong with one that %s", (_, answer, says) => {
    const said = judgement(exercise, answer, exercise.shown);
    expect(said).toMatch(says);
    expect(said?.split("\n")).toHaveLength(1);
  });

  it("has three wrong answers or more", () => {
    expect(wrongAnswers[id]?.length).toBeGreaterThanOrEqual(3);
  });

  it("says of any other thing in a sentence that it is wrong", () => {
    for (const answer of strange) expect(judgement(exercise, answer, exercise.shown)).toMatch(/^\S.*\.?$/);
  });

  it("refuses a setting that is none, by name", () => {
    expect(() => exercise.judge(() => 1, { wrong: 1 })).toThrow(/setting/);
  });
});

describe("an answer that is not the worked solution", () => {
  const rules = { sensitivity: 1, change: "general", neighbours: "swap" } as const;

  it("is right where it keeps the promise and is as useful: permute-and-flip as a private choice", () => {
    const chances: Attempt = (votes: number[], epsilon) => {
      const law = permuteAndFlip({ ...rules, epsilon, options: votes.length }).law(votes);
      return votes.map((_, option) => exp(law.logMass(option)));
    };
    const { shown, hidden } = exerciseOf("a-private-choice");
    expect(judgement(exerciseOf("a-private-choice"), chances, [...shown, ...hidden])).toBeUndefined();
  });

  it("is right where it finds as many: an attack by distances", () => {
    const isMember: Attempt = (means: number[], person: number[], population: number[], size) => {
      const nearer = means.map((mean, k) => (person[k] - population[k]) * (mean - population[k]));
      const spread = population.map((share) => share * (1 - share));
      return sum(nearer) > sum(spread) / (2 * size);
    };
    expect(judgement(exerciseOf("who-was-there"), isMember, exerciseOf("who-was-there").shown)).toBeUndefined();
  });
});

describe("the exercises", () => {
  it("are twelve", () => {
    expect(exercises).toHaveLength(12);
  });

  it("are found by their names", () => {
    expect(exerciseOf("a-coin").id).toBe("a-coin");
    expect(() => exerciseOf("a-coyn")).toThrow('no exercise is called "a-coyn"; did you mean a-coin?');
    expect(() => exerciseOf("xyz")).toThrow("one of two-counts, a-coin");
  });
});

describe("check", () => {
  const honest = (truth: unknown, epsilon: unknown) =>
    1 / (1 + exp(truth === true ? -Number(epsilon) : Number(epsilon)));

  it("prints a sentence, and gives a point or none", () => {
    const printed = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      expect(check("a-coin", honest)).toBe(1);
      expect(check("a-coin", () => 0.5)).toBe(0);
      expect(check("a-coin", honest, [{ epsilon: 0.1 }, { epsilon: 4 }])).toBe(1);
      expect(printed.mock.calls.map(([line]) => line)).toEqual([
        "Right: A coin for every answer.",
        expect.stringMatching(/^Not yet: chanceOfYes\(true, 1\) should be larger/),
        "Right: A coin for every answer.",
      ]);
    } finally {
      printed.mockRestore();
    }
  });

  it("refuses an exercise that there is not, and settings that are no list", () => {
    expect(() => check("a-coim", honest)).toThrow("did you mean a-coin?");
    expect(() => check("a-coin", honest, { epsilon: 1 } as never)).toThrow(/settings/);
  });
});
