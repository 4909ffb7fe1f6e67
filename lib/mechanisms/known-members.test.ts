/** What a mechanism's type says of it, checked by the compiler, and what it then has. */
import { describe, expect, expectTypeOf, it } from "vitest";
import { aboveThreshold } from "../adaptive/above-threshold.ts";
import { sparseVector } from "../adaptive/sparse-vector.ts";
import { hingeLoss, linearLoss } from "../learning/loss.ts";
import { noisyVotes } from "../learning/noisy-votes.ts";
import { outputPerturbation } from "../learning/output-perturbation.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { ContinuousLaw, DiscreteLaw, IndependentLaw, NumberLaw, ProductLaw } from "../privacy/loss/law.ts";
import type { Random } from "../random/random.ts";
import { secureRandom } from "../random/secure.ts";
import { type Stream, stream } from "../random/stream.ts";
import { randomizedResponse } from "./local/randomized-response.ts";
import { warnerResponse } from "./local/warner-response.ts";
import { inverseSensitivity } from "./local-sensitivity/inverse-sensitivity.ts";
import { discreteGaussian } from "./noise/discrete-gaussian.ts";
import { discreteLaplace } from "./noise/discrete-laplace.ts";
import { laplace } from "./noise/laplace.ts";
import { histogram } from "./statistics/histogram.ts";
import { noisyCount } from "./statistics/noisy-count.ts";
import { noisyMean } from "./statistics/noisy-mean.ts";
import { type KeyedRelease, thresholdedCounts } from "./statistics/thresholded-counts.ts";

const noise = { epsilon: 1, sensitivity: 1, neighbours: "swap" } as const;
const half = { numerator: 1, denominator: 2 };
const mean = { epsilon: 1, lower: 0, upper: 1 } as const;
const keyed = { noise: "discrete-laplace", epsilon: 1, sensitivity: 1, threshold: 5 } as const;

describe("the type of a mechanism", () => {
  it("names the kind of its law", () => {
    expectTypeOf(laplace(noise)).toEqualTypeOf<ClosedMechanism<number, number, Stream, ContinuousLaw>>();
    expectTypeOf(laplace(noise).law).returns.toEqualTypeOf<ContinuousLaw>();
    expectTypeOf(laplace({ ...noise, norm: "l1", dimension: 3 }).law).returns.toEqualTypeOf<ProductLaw>();
    expectTypeOf(laplace({ ...noise, step: half }).law).returns.toEqualTypeOf<NumberLaw>();
    expectTypeOf(discreteLaplace(noise).law).returns.toEqualTypeOf<NumberLaw>();
    const vectors = { squaredSensitivity: 2, dimension: 3, neighbours: "swap" } as const;
    expectTypeOf(discreteGaussian({ rho: 1, ...vectors }).law).returns.toEqualTypeOf<IndependentLaw>();
    expectTypeOf(histogram({ epsilon: 1, bins: 3, neighbours: "swap" }).law).returns.toEqualTypeOf<ProductLaw>();
    expectTypeOf(thresholdedCounts(keyed).law).returns.toEqualTypeOf<DiscreteLaw<KeyedRelease>>();
    expectTypeOf(noisyMean({ ...mean, neighbours: "swap" }).law).returns.toEqualTypeOf<ContinuousLaw>();
    expectTypeOf(aboveThreshold({ ...noise, threshold: 0 }).law).returns.toEqualTypeOf<NumberLaw>();
  });

  it("says what is not known", () => {
    // @ts-expect-error: the ratio of two noisy numbers has no closed law.
    expect(() => noisyMean({ ...mean, neighbours: "add-remove" }).law([0, 1])).toThrow(TypeError);
    // @ts-expect-error: nor have counts with Laplace noise.
    expect(() => thresholdedCounts({ ...keyed, noise: "laplace" }).law(new Map())).toThrow(TypeError);
    // @ts-expect-error: whether a predicate tells two records apart the mechanism cannot know.
    expect(() => noisyCount<number>({ epsilon: 1, neighbours: "swap", counts: () => true }).worstPair()).toThrow(
      TypeError,
    );
    const learned = { regularisation: 4, epsilon: 1 };
    // @ts-expect-error: only the linear loss moves its minimiser as far as any.
    expect(() => outputPerturbation({ ...learned, loss: hingeLoss }).worstPair()).toThrow(TypeError);
    expect(outputPerturbation({ ...learned, loss: linearLoss }).worstPair()).toHaveLength(2);
  });

  it("refuses float noise from the secure source, and takes it on a grid", () => {
    const secure = secureRandom();
    expect(Number.isInteger(2 * laplace({ ...noise, step: half }).release(0.3, secure))).toBe(true);
    const float = () => {
      // @ts-expect-error: noise in float64 is drawn from a stream.
      laplace(noise).release(0.3, secure);
      // @ts-expect-error: so is that of vectors.
      laplace({ ...noise, norm: "l1", dimension: 1 }).release(Float64Array.of(0.3), secure);
      // @ts-expect-error: and whole noise of a number, or of a guarantee; that of a fraction is exact.
      discreteLaplace({ ...noise, epsilon: undefined, guarantee: pure(1) }).release(3, secure);
    };
    expect(float).toThrow(/^random must be /);
    const exact = discreteGaussian({ rho: 1, squaredSensitivity: 2, dimension: 2, neighbours: "swap" });
    expect(exact.release([3, 4], secure)).toHaveLength(2);
    expect(discreteLaplace({ ...noise, epsilon: undefined, guarantee: pure(1) }).guarantee).toEqual(pure(1));
  });

  it("is that of a mechanism, for code that takes any", () => {
    const nameOf = <Input, Output>(mechanism: Mechanism<Input, Output, Stream>) => mechanism.name;
    expect([
      nameOf(laplace(noise)),
      nameOf(laplace({ ...noise, epsilon: half, step: half })),
      nameOf(histogram({ epsilon: 1, bins: 3, neighbours: "swap" })),
      nameOf(thresholdedCounts(keyed)),
      nameOf(sparseVector({ ...noise, threshold: 0, aboves: 1, resample: false })),
    ]).toEqual(["laplace", "grid-laplace", "histogram", "thresholded-counts", "sparse-vector"]);
  });
});

/** Mechanisms of numbers that have no fast way to many releases, and one input of each. */
const slow: readonly [
  string,
  Pick<ClosedMechanism<number, number, Random, NumberLaw>, "release" | "releaseMany">,
  number,
][] = [
  ["discreteLaplace with a rational epsilon", discreteLaplace({ ...noise, epsilon: half }), 3],
  ["discreteGaussian with a rational rho", discreteGaussian({ rho: half, sensitivity: 1, neighbours: "swap" }), 3],
  ["laplace on a grid", laplace({ ...noise, epsilon: half, step: half }), 0.3],
  ["randomizedResponse with a rational epsilon", randomizedResponse({ epsilon: half }), 1],
  ["warnerResponse", warnerResponse(), 1],
];

describe("many releases", () => {
  it.each(slow)("of %s have the bits of as many single ones", (title, { release, releaseMany }, input) => {
    const [one, many] = [stream(7, title), stream(7, title)];
    const single = Array.from({ length: 300 }, () => release(input, one));
    expect(Array.from(releaseMany(input, new Float64Array(300), many))).toEqual(single);
    expect(new Set(single).size).toBeGreaterThan(1);
    expect(() => releaseMany(input, [] as never, many)).toThrow(/^out must be a Float64Array/);
  });

  it("of outcomes are there if the outcomes are numbers", () => {
    const distance = (records: readonly string[], outcome: unknown) => (records[0] === String(outcome) ? 0 : 1);
    const numbers = inverseSensitivity<string, number>({ epsilon: 1, outcomes: [3, 4, 5], distance });
    const words = inverseSensitivity<string, string>({ epsilon: 1, outcomes: ["3", "4", "5"], distance });
    const [one, many] = [stream(7), stream(7)];
    expect(Array.from(numbers.releaseMany(["4"], new Float64Array(50), many))).toEqual(
      Array.from({ length: 50 }, () => numbers.release(["4"], one)),
    );
    expect("releaseMany" in words).toBe(false);
  });

  it("of votes are those of one vote after another", () => {
    const votes = noisyVotes({ classes: 3, sigma: 2, neighbours: "swap" });
    const [one, many] = [stream(7), stream(7)];
    expect(Array.from(votes.releaseMany([3, 2, 4], new Float64Array(50), many))).toEqual(
      Array.from({ length: 50 }, () => votes.release([3, 2, 4], one)),
    );
  });
});
