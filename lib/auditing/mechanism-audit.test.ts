import { describe, expect, it } from "vitest";
import { leakyResponse } from "../mechanisms/local/leaky-response.ts";
import { randomizedResponse } from "../mechanisms/local/randomized-response.ts";
import { discreteGaussian } from "../mechanisms/noise/discrete-gaussian.ts";
import { discreteLaplace } from "../mechanisms/noise/discrete-laplace.ts";
import { gaussian } from "../mechanisms/noise/gaussian.ts";
import { laplace } from "../mechanisms/noise/laplace.ts";
import { staircase } from "../mechanisms/noise/staircase.ts";
import { histogram } from "../mechanisms/statistics/histogram.ts";
import { noisyCount } from "../mechanisms/statistics/noisy-count.ts";
import { noisyMean } from "../mechanisms/statistics/noisy-mean.ts";
import { thresholdedCounts } from "../mechanisms/statistics/thresholded-counts.ts";
import { approximate, type Guarantee, pure } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { type Stream, stream } from "../random/stream.ts";
import { auditDiscrete } from "./discrete-audit.ts";
import { audit, type MechanismAudit } from "./mechanism-audit.ts";

const noise = { epsilon: 1, sensitivity: 1, neighbours: "swap" } as const;
const normal = { ...noise, delta: 1e-3 } as const;
const random = () => stream(20261115, "audit");
const [zero, spread] = [new Float64Array(3), new Float64Array(3).fill(1)];

/** The mechanism under a claim that is not its own. */
function claiming<Input, Output>(mechanism: Mechanism<Input, Output, Stream>, guarantee: Guarantee) {
  return { ...mechanism, guarantee };
}

/** A mechanism that shows its releases only. */
function boxed<Input, Output>({ name, neighbours, guarantee, release }: Mechanism<Input, Output, Stream>) {
  return { name, neighbours, guarantee, release };
}

/** [what, the audit of the mechanism, the audit under a claim a tenth smaller]. */
const exactly = [
  [
    "randomized response",
    () => audit(randomizedResponse({ epsilon: 1 }), { pair: [0, 1] }, random()),
    () =>
      audit(claiming(randomizedResponse({ epsilon: 1 }), { kind: "pure", epsilon: 0.9 }), { pair: [0, 1] }, random()),
  ],
  [
    "leaky response",
    () => audit(leakyResponse({ epsilon: 1, delta: 0.1 }), { pair: [0, 1] }, random()),
    () =>
      audit(
        claiming(leakyResponse({ epsilon: 1, delta: 0.1 }), { kind: "approximate", epsilon: 1, delta: 0.09 }),
        { pair: [0, 1] },
        random(),
      ),
  ],
  [
    "Laplace noise",
    () => audit(laplace(noise), { pair: [1, 0] }, random()),
    () => audit(claiming(laplace(noise), { kind: "pure", epsilon: 0.9 }), { pair: [1, 0] }, random()),
  ],
  [
    "Gaussian noise",
    () => audit(gaussian(normal), { pair: [0, 1] }, random()),
    () =>
      audit(claiming(gaussian(normal), { kind: "approximate", epsilon: 1, delta: 9e-4 }), { pair: [0, 1] }, random()),
  ],
  [
    "a Laplace vector of which all coordinates move",
    () => audit(laplace({ ...noise, norm: "linf", dimension: 3 }), { pair: [zero, spread] }, random()),
    () => audit(laplace({ ...noise, norm: "l1", dimension: 3 }), { pair: [zero, spread] }, random()),
  ],
  [
    "a Gaussian vector",
    () => audit(gaussian({ ...normal, sensitivity: Math.sqrt(3), dimension: 3 }), { pair: [zero, spread] }, random()),
    () => audit(gaussian({ ...normal, dimension: 3 }), { pair: [zero, spread] }, random()),
  ],
  [
    "a histogram under swap",
    () => audit(histogram({ epsilon: 1, neighbours: "swap", bins: 3 }), { pair: [[0], [2]] }, random()),
    () =>
      audit(
        claiming(histogram({ epsilon: 1, neighbours: "swap", bins: 3 }), { kind: "pure", epsilon: 0.9 }),
        { pair: [[0], [2]] },
        random(),
      ),
  ],
] as const;

describe("audit", () => {
  it.each(exactly)("is exact, and catches a tenth less than is lost, for %s", (_, right, wrong) => {
    expect(right()).toMatchObject({ verdict: "holds", method: "exact" });
    expect(wrong()).toMatchObject({ verdict: "violated", method: "exact" });
  });

  it("does not refute what it sees in part: tails, ratios of unknown shape, curves of orders", () => {
    expect(audit(discreteLaplace(noise), { pair: [0, 1] }, random())).toMatchObject({
      verdict: "not-refuted",
      method: "exact",
    });
    expect(audit(staircase(noise), { pair: [0, 1] }, random())).toMatchObject({
      verdict: "not-refuted",
      method: "exact",
    });
    const steeper = claiming(staircase(noise), { kind: "pure", epsilon: 0.9 });
    expect(audit(steeper, { pair: [0, 1] }, random())).toMatchObject({ verdict: "violated", method: "exact" });
    const discrete = discreteGaussian({ rho: 0.5, sensitivity: 1, neighbours: "swap" });
    expect(audit(discrete, { pair: [0, 1] }, random())).toMatchObject({ verdict: "not-refuted", method: "exact" });
    const less = claiming(discrete, { kind: "zero-concentrated", rho: 0.45 });
    expect(audit(less, { pair: [0, 1] }, random())).toMatchObject({ verdict: "violated", method: "exact" });
  });

  it.each([
    ["gaussian", (mu: number): Guarantee => ({ kind: "gaussian", mu })],
    ["zero-concentrated", (mu: number): Guarantee => ({ kind: "zero-concentrated", rho: (mu * mu) / 2 })],
    ["renyi", (mu: number): Guarantee => ({ kind: "renyi", epsilonAt: (order) => (order * mu * mu) / 2 })],
  ])("tries the deltas that a %s guarantee implies, of which Gaussian noise has none too much", (kind, of) => {
    const { sigma, ...mechanism } = gaussian(normal);
    expect(audit(claiming(mechanism, of(1 / sigma)), { pair: [0, 1] }, random()).verdict).toBe("not-refuted");
    // The deltas of zCDP and of a Renyi curve are above those of the noise, by a third of mu.
    const less = kind === "gaussian" ? 0.99 : 0.6;
    expect(audit(claiming(mechanism, of(less / sigma)), { pair: [0, 1] }, random()).verdict).toBe("violated");
  });

  it("samples where no law is known: numbers, vectors and other outputs", () => {
    const ratio = noisyMean({ epsilon: 1, lower: 0, upper: 1, neighbours: "add-remove" });
    expect(audit(ratio, { pair: [[], [1]] }, random())).toMatchObject({ verdict: "not-refuted", method: "sampled" });
    const loud = claiming(boxed(laplace({ ...noise, epsilon: 2 })), { kind: "pure", epsilon: 1 });
    expect(audit(loud, { pair: [0, 1] }, random())).toMatchObject({ verdict: "violated", method: "sampled" });
    const vector = boxed(laplace({ ...noise, norm: "l1", dimension: 3 }));
    expect(audit(vector, { pair: [zero, spread] }, random())).toMatchObject({ verdict: "violated", method: "sampled" });
    const coin = randomizedResponse({ epsilon: 2 });
    const words = {
      ...boxed(coin),
      guarantee: { kind: "pure", epsilon: 1 },
      release: (truth: number, source: Stream) => (coin.release(truth, source) === 1 ? "yes" : "no"),
    } as const;
    expect(audit(words, { pair: [0, 1] }, random())).toMatchObject({ verdict: "violated", method: "sampled" });
  });

  it("samples vectors whose approximate claim has no closed form, by their likelihood ratio", () => {
    const mechanism = laplace({ ...noise, epsilon: 4, norm: "linf", dimension: 2 });
    const pair = [new Float64Array(2), Float64Array.of(1, 1)] as const;
    const claim = (epsilon: number) => claiming(mechanism, { kind: "approximate", epsilon, delta: 0.01 });
    expect(audit(claim(4), { pair: pair }, random())).toMatchObject({ verdict: "not-refuted", method: "sampled" });
    expect(audit(claim(2), { pair: pair }, random())).toMatchObject({ verdict: "violated", method: "sampled" });
  });

  it.each<[string, () => MechanismAudit, () => MechanismAudit]>([
    [
      "Laplace noise",
      () => audit(laplace(noise)),
      () => audit({ ...laplace({ ...noise, epsilon: 1.1 }), guarantee: pure(1) }),
    ],
    [
      "randomized response",
      () => audit(randomizedResponse({ epsilon: 1 })),
      () => audit({ ...randomizedResponse({ epsilon: 1.1 }), guarantee: pure(1) }),
    ],
    [
      "a Gaussian vector",
      () => audit(gaussian({ ...normal, dimension: 3 })),
      () => audit({ ...gaussian({ ...normal, dimension: 3 }), guarantee: approximate(1, 9e-4) }),
    ],
    [
      "the mean under swap",
      () => audit(noisyMean({ epsilon: 1, lower: 0, upper: 1, neighbours: "swap" })),
      () => audit({ ...noisyMean({ epsilon: 1.1, lower: 0, upper: 1, neighbours: "swap" }), guarantee: pure(1) }),
    ],
    [
      "exact coins",
      () => audit(randomizedResponse({ epsilon: { numerator: 1, denominator: 1 } })),
      () => audit({ ...randomizedResponse({ epsilon: { numerator: 11, denominator: 10 } }), guarantee: pure(1) }),
    ],
  ])("takes the worst pair of %s by itself, and catches a broken twin on it", (_, right, broken) => {
    expect(right()).toMatchObject({ verdict: "holds", method: "exact" });
    expect(broken()).toMatchObject({ verdict: "violated", method: "exact" });
  });

  it("needs no randomness on a given pair that has an exact audit", () => {
    expect(audit(laplace(noise), { pair: [3, 4] })).toEqual(audit(laplace(noise), { pair: [3, 4] }, random()));
    expect(audit(laplace(noise), { pair: [3, 5] })).toMatchObject({ verdict: "violated", method: "exact" });
  });

  it("samples on the worst pair with a stream, and asks for one by name where there is none", () => {
    const vector = laplace({ ...noise, epsilon: 4, norm: "linf", dimension: 2 });
    const claim = (epsilon: number) => ({ ...vector, guarantee: approximate(epsilon, 0.01) });
    expect(audit(claim(4), {}, random())).toMatchObject({ verdict: "not-refuted", method: "sampled" });
    expect(audit(claim(2), {}, random())).toMatchObject({ verdict: "violated", method: "sampled" });
    expect(audit(claim(2), {}, random())).toEqual(audit(claim(2), { pair: vector.worstPair() }, random()));
    const asked = /^random must be a stream, as this audit of vector-laplace has to sample, got undefined$/;
    expect(() => audit(claim(4))).toThrow(asked);
    expect(() => audit(claim(4), { pair: vector.worstPair() })).toThrow(asked);
  });

  it("asks for a pair by name where the mechanism has no worst one", () => {
    const count = noisyCount<number>({ epsilon: 1, neighbours: "swap", counts: (record) => record > 0 });
    const asked = /^pair must be two neighbouring inputs, as noisy-count has no worst pair, got undefined$/;
    // @ts-expect-error: a mechanism without a worst pair is audited on a given one.
    expect(() => audit(count)).toThrow(asked);
    // @ts-expect-error: likewise.
    expect(() => audit(count, {}, random())).toThrow(asked);
    expect(audit(count, { pair: [[0], [1]] })).toMatchObject({ verdict: "holds", method: "exact" });
  });

  it("refuses what is no pair, and shows no record of it", () => {
    for (const [bad, got] of [
      [271828, "a number"],
      ["a-secret", "a string"],
      [[271828], '"1 of them"'],
      [[0, 1, 2], '"3 of them"'],
    ])
      expect(() => audit(laplace(noise), { pair: bad as never })).toThrow(
        new RegExp(`^pair must be two .*, got ${got}$`),
      );
  });

  it("gives the same verdict and bound for the same stream", () => {
    const run = () => audit(boxed(randomizedResponse({ epsilon: 1 })), { pair: [0, 1] }, random());
    expect(run()).toEqual(run());
  });
});

describe("the audit of a tiny delta", () => {
  it.each([
    [1e-12, 1e-15],
    [1e-100, 0.9e-100],
    [1e-300, 1e-302],
  ])("finds that noise of delta %d does not have delta %d, exactly", (delta, claimed) => {
    const inputs = [0, 1] as const;
    for (const mechanism of [gaussian({ ...noise, delta }), leakyResponse({ epsilon: 1, delta })]) {
      expect(audit(mechanism, { pair: inputs }, random())).toMatchObject({ verdict: "holds", method: "exact" });
      const wrong = claiming(mechanism, { kind: "approximate", epsilon: 1, delta: claimed });
      expect(audit(wrong, { pair: inputs }, random())).toMatchObject({ verdict: "violated", method: "exact" });
    }
    const vectors = [Float64Array.of(0, 0), Float64Array.of(1, 0)] as const;
    const vector = gaussian({ ...noise, delta, dimension: 2 });
    const claim = claiming(vector, { kind: "approximate", epsilon: 1, delta: claimed });
    expect(audit(vector, { pair: vectors }, random()).verdict).toBe("holds");
    expect(audit(claim, { pair: vectors }, random()).verdict).toBe("violated");
  });

  it.each([1e-3, 1e-9])("finds that an epsilon of %d is not one thousandth less", (epsilon) => {
    const small = randomizedResponse({ epsilon });
    expect(audit(small, { pair: [0, 1] }, random()).verdict).not.toBe("violated");
    const claim = claiming(small, { kind: "pure", epsilon: 0.999 * epsilon });
    expect(audit(claim, { pair: [0, 1] }, random()).verdict).toBe("violated");
  });
});

describe("the audit of what it cannot resolve", () => {
  it("says that it is not refuted, not that it holds", () => {
    const tiny = randomizedResponse({ epsilon: 2e-13 });
    expect(audit(claiming(tiny, { kind: "pure", epsilon: 1e-15 }), { pair: [0, 1] }, random()).verdict).toBe(
      "not-refuted",
    );
  });

  it("allows for totals that are not quite 1", () => {
    const law = (extra: number) => ({
      kind: "discrete" as const,
      support: [0, 1],
      logMass: (output: number) => (output === 0 || output === 1 ? Math.LN2 * -1 + extra : -Infinity),
      neglected: 0,
    });
    const audited = auditDiscrete({ first: law(0), second: law(9e-10) }, { epsilon: 1e-10, delta: 0 });
    expect(audited.verdict).toBe("not-refuted");
  });

  it("takes Laplace laws far from 0, whose places are rounded", () => {
    const far = laplace({ epsilon: 0.1, sensitivity: 1, neighbours: "swap" });
    expect(audit(far, { pair: [1e9, 1e9 + 1] }, random()).verdict).not.toBe("violated");
    expect(audit(claiming(far, { kind: "pure", epsilon: 0.09 }), { pair: [1e9, 1e9 + 1] }, random()).verdict).toBe(
      "violated",
    );
  });

  it("distinguishes structured outputs by their shape, where their numbers never come twice", () => {
    const counts = thresholdedCounts({ noise: "laplace", epsilon: 1, sensitivity: 1, threshold: 2 });
    // A count of 1 is shown with probability e^-1 / 2.
    const claimed = { ...counts, guarantee: approximate(1, 0.01) };
    expect(audit(claimed, {}, stream(1, "shapes")).verdict).toBe("violated");
    expect(audit(counts, {}, stream(1, "shapes")).verdict).toBe("not-refuted");
  });
});

describe("the plan of an audit that samples", () => {
  const noisy: Mechanism<number, number, Stream> = {
    name: "noisy",
    neighbours: "swap",
    guarantee: pure(1),
    release: (value, source) => value + sampleLaplace(0.5, source),
  };

  it("gives the draws and the level, and the answer has them, with the event", () => {
    const found = audit(noisy, { pair: [0, 1], draws: 4000, errorRate: 0.05 }, stream(1, "plan"));
    expect(found).toMatchObject({ verdict: "violated", method: "sampled", draws: 4000, errorRate: 0.05 });
    if (found.method !== "sampled") throw new Error("not sampled");
    expect(found.event.says).toMatch(/^score [<>]= /);
    expect(found.event.over.trials).toBe(2000);
    expect(found.event.over.successes).toBeGreaterThan(found.event.under.successes);
  });

  it("may end the drawing by a clock of the caller's", () => {
    let ticks = 0;
    const plan = { pair: [0, 1], until: () => ++ticks === 4 } as const;
    expect(audit(noisy, plan, stream(1, "plan"))).toMatchObject({ draws: 2000 });
    expect(ticks).toBe(4);
  });

  it("is not touched by an exact audit, and is refused where it cannot be", () => {
    expect(audit(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }), { draws: 10 })).toEqual({
      verdict: "holds",
      lowerBound: 1,
      method: "exact",
    });
    expect(() => audit(noisy, { pair: [0, 1], draws: 1 }, stream(1))).toThrow(/^draws must be/);
    expect(() => audit(noisy, { pair: [0, 1], errorRate: 2 }, stream(1))).toThrow(/^errorRate must be/);
    // @ts-expect-error: a mechanism without a worst pair is audited on a given one.
    expect(() => audit(noisy, { draws: 100 }, stream(1))).toThrow(/^pair must be/);
  });

  it("is an object, whose names are known", () => {
    const mechanism = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
    // @ts-expect-error: the pair is named.
    expect(() => audit(mechanism, [0, 2])).toThrow(/^plan must be/);
    // @ts-expect-error: the source of randomness comes last.
    expect(() => audit(mechanism, 7)).toThrow(/^plan must be/);
    const misspelt = { pairs: [0, 2] } as object;
    expect(() => audit(mechanism, misspelt)).toThrow(/got "pairs"; did you mean pair\?$/);
  });
});
