/** The sampler of report noisy max against its law over many seeds: one seed in a thousand may have a p-value of 1e-3, not more. */
import { beforeAll, describe, expect, it } from "vitest";
import { binomialUpperTail } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { type Stream, stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { kolmogorovSmirnov } from "../../statistics/kolmogorov-smirnov.ts";
import { reportNoisyMax } from "./report-noisy-max.ts";

const SEEDS = 200;
const DRAWS = 10_000;
/** Of each test of all seeds together: the law must stay above it, a law a fiftieth off below. */
const LEVEL = 1e-5;
const SCORES = [0, 1.5, 2];

describe.each(
  (["laplace", "exponential", "gumbel"] as const).flatMap((noise) =>
    (["general", "monotone"] as const).map((change) => ({ noise, change })),
  ),
)("with $noise noise and $change scores", ({ noise, change }) => {
  const mechanism = reportNoisyMax({
    epsilon: 1,
    sensitivity: 1,
    change,
    options: SCORES.length,
    neighbours: "swap",
    noise,
  });
  const law = mechanism.law(SCORES);
  const masses = SCORES.map((_, option) => exp(law.logMass(option)));
  const count = (random: Stream) => {
    const observed = SCORES.map(() => 0);
    for (let draw = 0; draw < DRAWS; draw++) observed[mechanism.release(SCORES, random)]++;
    return observed;
  };
  const pValueOf = (observed: readonly number[], draws: number, of: readonly number[] = masses) =>
    chiSquareTest({ observed, expected: of.map((mass) => mass * draws) }).pValue;
  const draw = () => {
    const counts = Array.from({ length: SEEDS }, (_, seed) => count(stream(seed, "noisy-max", noise, change)));
    const pooled = SCORES.map((_, option) => counts.reduce((sum, observed) => sum + observed[option], 0));
    return { pooled, pValues: counts.map((observed) => pValueOf(observed, DRAWS)) };
  };
  let drawn: ReturnType<typeof draw>;
  beforeAll(() => {
    drawn = draw();
  });

  it("has p-values below a hundredth no more often than one in a hundred, and none below 1e-7", () => {
    const { pValues } = drawn;
    const successes = pValues.filter((p) => p < 0.01).length;
    expect(binomialUpperTail({ trials: SEEDS, successes, probability: 0.01 })).toBeGreaterThan(LEVEL);
    expect(Math.min(...pValues)).toBeGreaterThan(1e-7);
  });

  it("has p-values that are uniform, and draws of all seeds together that fit the law", () => {
    const { pooled, pValues } = drawn;
    expect(kolmogorovSmirnov(pValues, (p) => Math.max(0, Math.min(1, p))).pValue).toBeGreaterThan(LEVEL);
    expect(pValueOf(pooled, SEEDS * DRAWS)).toBeGreaterThan(LEVEL);
  });

  it("is told from a law a fiftieth off", () => {
    const off = [masses[0] * 1.02, masses[1], 1 - masses[0] * 1.02 - masses[1]];
    expect(pValueOf(drawn.pooled, SEEDS * DRAWS, off)).toBeLessThan(LEVEL);
  });
});
