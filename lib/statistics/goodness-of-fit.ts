/**
 * Goodness of fit: what in a sample does not fit the law it is said to follow.
 *
 * Statistics, each two-sided: for every parameter its score, the mean of d log f / d parameter, which is the most powerful against a
 * small error of that parameter (level 1e-3); mean and variance with their exact standard errors, the counts in both tails of
 * expectation 100 or a little more, and the whole law by Kolmogorov-Smirnov or, for integers, chi-square over cells of expectation 25
 * or more (level 1e-4). A parameter wrong by five of its standard errors moves its score by five, and level 1e-3 is at 3.3: the error is
 * seen in 95 % of the samples.
 * Limits: levels of sums are those of the normal limit, for samples of 1e5 and more. Kolmogorov-Smirnov looks at every 16th order
 * statistic, which lowers sqrt(n) times the distance by at most 16 / sqrt(n).
 */
import { requireInteger } from "../numerics/requirements.ts";
import { chiSquareTest } from "./chi-square.ts";
import { kolmogorovUpperTail } from "./kolmogorov-tail.ts";

const SCORE_LIMIT = 3.290526731491896; // level 1e-3
const LIMIT = 3.890591886413094; // level 1e-4
const LEVEL = 1e-4;
const TAIL_COUNT = 100;
const CELL_COUNT = 25;
const STRIDE = 16;

export interface Score {
  readonly parameter: string;
  /** The derivative of the log density at x with respect to the parameter: of mean zero. */
  at(x: number): number;
  /** Its variance. */
  readonly information: number;
}

export interface SamplerLaw {
  readonly mean: number;
  readonly variance: number;
  readonly fourthMoment: number;
  readonly scores: readonly Score[];
  /** P(X <= x). */
  cdf(x: number): number;
  /** For a law on integers: P(first), P(first + 1), ... */
  readonly masses?: { readonly first: number; readonly masses: Float64Array };
}

/** The different values in increasing order, and how often each came. */
interface Sample {
  readonly size: number;
  readonly values: Float64Array;
  readonly counts: Float64Array;
}

export function sampleOf(draws: Float64Array): Sample {
  requireInteger({ "the number of draws": draws.length }, 2);
  const sorted = draws.slice().sort();
  const counts = new Float64Array(sorted.length);
  let different = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i > 0 && sorted[i] !== sorted[different - 1]) sorted[different++] = sorted[i];
    else if (i === 0) different = 1;
    counts[different - 1]++;
  }
  return { size: draws.length, values: sorted.slice(0, different), counts: counts.slice(0, different) };
}

/** Says, one by one, what does not fit; says nothing for a sample that fits. */
export function* misfits(sample: Sample, law: SamplerLaw): Generator<string> {
  for (const { parameter, at, information } of law.scores) {
    const z = mean(sample, at) / Math.sqrt(information / sample.size);
    if (!(Math.abs(z) <= SCORE_LIMIT)) yield `the score of ${parameter} is ${z.toFixed(2)} standard errors from 0`;
  }
  yield* momentMisfits(sample, law);
  if (law.masses === undefined) yield* continuousMisfits(sample, law);
  else yield* integerMisfits(sample, law.masses);
}

/**
 * The laws with one parameter wrong, one after another and either way, by `errors` standard errors of its best estimate from `size`
 * draws.
 */
export function wrongLaws(
  family: (parameters: readonly number[]) => SamplerLaw,
  parameters: readonly number[],
  { size, errors }: { readonly size: number; readonly errors: number },
): SamplerLaw[] {
  return family(parameters).scores.flatMap(({ information }, wrong) =>
    [-errors, errors].map((count) => {
      const shift = count / Math.sqrt(size * information);
      return family(parameters.map((value, index) => (index === wrong ? value + shift : value)));
    }),
  );
}

function* momentMisfits(sample: Sample, law: SamplerLaw): Generator<string> {
  const { size } = sample;
  const first = mean(sample, (x) => x - law.mean) / Math.sqrt(law.variance / size);
  if (!(Math.abs(first) <= LIMIT)) yield `the mean is ${first.toFixed(2)} standard errors off`;
  // Around the known mean, so that the standard error of the variance is exact.
  const spread = mean(sample, (x) => (x - law.mean) * (x - law.mean) - law.variance);
  const second = spread / Math.sqrt((law.fourthMoment - law.variance * law.variance) / size);
  if (!(Math.abs(second) <= LIMIT)) yield `the variance is ${second.toFixed(2)} standard errors off`;
}

function* continuousMisfits({ size, values, counts }: Sample, { cdf }: SamplerLaw): Generator<string> {
  const share = TAIL_COUNT / size;
  let below = 0;
  let above = 0;
  // cdf is monotone: walk inwards from both ends.
  for (let i = 0; i < values.length && cdf(values[i]) < share; i++) below += counts[i];
  for (let i = values.length - 1; i >= 0 && cdf(values[i]) > 1 - share; i--) above += counts[i];
  yield* tailMisfit("lower", below, share, size);
  yield* tailMisfit("upper", above, share, size);
  let distance = 0;
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    if (i % STRIDE === 0 || counts[i] > 1) {
      const probability = cdf(values[i]);
      distance = Math.max(
        distance,
        Math.abs(probability - before / size),
        Math.abs((before + counts[i]) / size - probability),
      );
    }
    before += counts[i];
  }
  const probability = kolmogorovUpperTail(distance, size);
  if (!(probability >= LEVEL)) yield `Kolmogorov-Smirnov: distance ${distance}, p = ${probability}`;
}

function* integerMisfits(sample: Sample, { first, masses }: NonNullable<SamplerLaw["masses"]>): Generator<string> {
  const { size, values, counts } = sample;
  const observed = new Float64Array(masses.length);
  for (let i = 0; i < values.length; i++) {
    const cell = values[i] - first;
    if (masses[cell] === undefined || masses[cell] === 0) return yield `${values[i]} is not an outcome`;
    observed[cell] = counts[i];
  }
  yield* integerTail("lower", observed, masses, size);
  yield* integerTail("upper", observed.slice().reverse(), masses.slice().reverse(), size);
  const pooled = pool(observed, masses, size);
  if (pooled.expected.length < 2) return;
  const { statistic, degreesOfFreedom, pValue } = chiSquareTest(pooled);
  if (!(pValue >= LEVEL)) yield `chi-square: ${statistic} for ${degreesOfFreedom} degrees of freedom, p = ${pValue}`;
}

function* integerTail(side: string, observed: Float64Array, masses: Float64Array, size: number): Generator<string> {
  let share = 0;
  let count = 0;
  for (let cell = 0; cell < masses.length && share * size < TAIL_COUNT; cell++) {
    share += masses[cell];
    count += observed[cell];
  }
  if (share < 1 - 1e-9) yield* tailMisfit(side, count, share, size);
}

function* tailMisfit(side: string, count: number, share: number, size: number): Generator<string> {
  const z = (count - size * share) / Math.sqrt(size * share * (1 - share));
  if (!(Math.abs(z) <= LIMIT))
    yield `the ${side} tail has ${count} in place of ${size * share}: ${z.toFixed(2)} standard errors`;
}

/** Joins neighbouring cells until each expects enough; the last may take what is left over. */
function pool(observed: Float64Array, masses: Float64Array, size: number) {
  const pooled: { observed: number[]; expected: number[] } = { observed: [], expected: [] };
  let total = 0;
  for (const mass of masses) total += mass;
  let count = 0;
  let expectation = 0;
  for (let cell = 0; cell < masses.length; cell++) {
    count += observed[cell];
    expectation += (masses[cell] / total) * size;
    if (expectation < CELL_COUNT) continue;
    pooled.observed.push(count);
    pooled.expected.push(expectation);
    count = 0;
    expectation = 0;
  }
  const last = pooled.observed.length - 1;
  pooled.observed[last] += count;
  pooled.expected[last] += expectation;
  return pooled;
}

function mean({ size, values, counts }: Sample, of: (x: number) => number): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += counts[i] * of(values[i]);
  return sum / size;
}
