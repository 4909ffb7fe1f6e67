/**
 * What samplers refuse: parameters by their declaration, a source that was left out, an array that is none, all by name.
 */
import { describe, expect, it } from "vitest";
import { badArgumentsOf } from "../../testing/surface/declared.ts";
import type { AnyDeclaration } from "../numerics/parameters.ts";
import { ballNoiseParameters } from "./ball-noise.ts";
import { betaParameters } from "./beta.ts";
import { binomialParameters } from "./binomial.ts";
import { gammaParameters } from "./gamma.ts";
import { gumbelParameters } from "./gumbel.ts";
import * as random from "./index.ts";
import { multinomialParameters } from "./multinomial.ts";
import { normalParameters } from "./normal.ts";
import { poissonSubsampleParameters } from "./poisson-subsample.ts";
import { secureRandom } from "./secure.ts";
import { stream } from "./stream.ts";
import { subsetParameters } from "./subset.ts";

type Loose = (...given: readonly unknown[]) => unknown;
const functions = random as unknown as Readonly<Record<string, Loose>>;
const ROOM = new Float64Array(6);
const HALF = { numerator: 1, denominator: 2 };
const TABLE = random.aliasTable([1, 2]);

/** Samplers of declared parameters, with good ones. */
const DECLARED: readonly (readonly [string, AnyDeclaration, object])[] = [
  ["Beta", betaParameters, { a: 2, b: 0.5 }],
  ["Gamma", gammaParameters, { shape: 2, scale: 3 }],
  ["Binomial", binomialParameters, { trials: 9, probability: 0.3 }],
  ["Gumbel", gumbelParameters, { location: 0, scale: 1 }],
  ["Normal", normalParameters, { mean: 0, sigma: 1 }],
  ["Multinomial", multinomialParameters, { trials: 9, weights: [1, 0, 2] }],
  ["BallNoise", ballNoiseParameters, { dimension: 3, scale: 1 }],
  ["PoissonSubsample", poissonSubsampleParameters, { size: 9, samplingRate: 0.5 }],
  ["Subset", subsetParameters, { size: 9, count: 3 }],
];
const BATCHED = DECLARED.filter(([name]) => `fill${name}` in functions);

/** What each function of lib/random takes before its source. */
const GIVEN: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(DECLARED.map(([name, , good]) => [`sample${name}`, [good]])),
  ...Object.fromEntries(BATCHED.map(([name, , good]) => [`fill${name}`, [good, ROOM]])),
  ...Object.fromEntries(
    ["Bernoulli", "DiscreteGaussian", "DiscreteLaplace", "Exponential", "Geometric", "Laplace", "Poisson"].flatMap(
      (name) => [
        [`sample${name}`, [0.5]],
        [`fill${name}`, [0.5, ROOM]],
      ],
    ),
  ),
  ...Object.fromEntries(
    ["Sphere", "Ball"].flatMap((name) => [
      [`sample${name}`, [2]],
      [`fill${name}`, [2, ROOM]],
    ]),
  ),
  sampleUniform: [],
  fillUniform: [ROOM],
  sampleCategorical: [TABLE],
  fillCategorical: [TABLE, ROOM],
  sampleBernoulliExp: [HALF],
  sampleExactDiscreteGaussian: [HALF],
  sampleExactDiscreteLaplace: [HALF],
  sampleBoundedInteger: [9],
  sampleBoundedBigInt: [9n],
  samplePermutation: [4],
  shuffle: [["a", "b"]],
};

/** The message of a refusal; whatever else is thrown, or an answer, is shown as it is. */
function refusalOf(call: () => unknown): string {
  try {
    return `answered ${call()}`;
  } catch (error) {
    return error instanceof RangeError ? error.message : `${error}`;
  }
}

describe("samplers of declared parameters", () => {
  it.each(DECLARED)("sample%s refuses what its declaration does, by name", (name, declaration, good) => {
    const sample = functions[`sample${name}`];
    for (const [parameter, change] of badArgumentsOf(declaration))
      expect(refusalOf(() => sample({ ...good, ...change }, stream(1)))).toContain(parameter);
    for (const none of [undefined, null, 3, "abc"])
      expect(refusalOf(() => sample(none, stream(1)))).toContain("parameters must be an object with ");
  });

  it.each(BATCHED)("fill%s refuses the same, and a name that is not declared", (name, declaration, good) => {
    const fill = functions[`fill${name}`];
    for (const [parameter, change] of badArgumentsOf(declaration))
      expect(refusalOf(() => fill({ ...good, ...change }, ROOM, stream(1)))).toContain(parameter);
    for (const none of [undefined, null, 3, "abc"])
      expect(refusalOf(() => fill(none, ROOM, stream(1)))).toContain("parameters must be an object with ");
    expect(refusalOf(() => fill({ ...good, unheardOf: 1 }, ROOM, stream(1)))).toContain('got "unheardOf"');
  });

  it("a misspelt name is answered with the nearest", () => {
    expect(refusalOf(() => functions.sampleNormal({ mean: 0, sigmas: 1 }, stream(1)))).toContain("did you mean sigma?");
  });
});

describe("the source of randomness", () => {
  it("is asked of every sampler and batch", () => {
    const names = Object.keys(functions).filter((name) => /^(sample|fill|shuffle)/.test(name));
    expect(Object.keys(GIVEN).toSorted()).toEqual(names.toSorted());
  });

  it.each(Object.entries(GIVEN))("%s refuses what is none", (name, given) => {
    for (const none of [undefined, null, 3, "abc", {}, () => 0])
      expect(refusalOf(() => functions[name](...given, none))).toMatch(
        /^random must be a (stream|source) such as .*stream\(seed\), got /,
      );
  });

  it.each(Object.entries(GIVEN))("%s takes a stream", (name, given) => {
    expect(refusalOf(() => functions[name](...given, stream(1)))).toMatch(/^answered /);
  });

  it("may be the secure one where a draw is exact, and nowhere else", () => {
    expect(refusalOf(() => functions.sampleBoundedInteger(9, secureRandom()))).toMatch(/^answered \d$/);
    expect(refusalOf(() => functions.sampleNormal({ mean: 0, sigma: 1 }, secureRandom()))).toContain(
      "random must be a stream for float64 noise",
    );
  });
});

it("an alias table that is none is refused", () => {
  for (const none of [undefined, null, 3, {}, { cells: [1] }]) {
    expect(refusalOf(() => functions.sampleCategorical(none, stream(1)))).toContain(
      "table must be made by `aliasTable`",
    );
    expect(refusalOf(() => functions.fillCategorical(none, ROOM, stream(1)))).toContain("table must be made by");
  }
});
