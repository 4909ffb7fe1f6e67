/**
 * Thresholded counts: counts by key with noise, released only for keys whose noisy count is at or above a threshold.
 *
 * The keys come from the records, so that a key may exist because of one record alone; the threshold hides it. A record adds at most
 * `sensitivity` to the count of one key.
 * Theorem: with noise of scale b = sensitivity / epsilon in every count the release is (epsilon, delta)-differentially private
 * under `add-remove`, where delta = P(sensitivity + noise >= threshold): e^(-(T - D) / b) / 2 for Laplace noise and T >= D, and
 * a^(T - D) / (1 + a), a = e^(-1 / b), for discrete Laplace noise, as an integer equal to the threshold is released. A key of both
 * inputs costs epsilon; a key of one input only is seen with probability delta at most. (P(noise >= T) instead, as in opendp#2922,
 * is too small.)
 * Source: Korolova, Kenthapadi, Mishra, Ntoulas, "Releasing search queries and clicks privately" (WWW 2009), doi:10.1145/1526709.1526733.
 * With a `delta` in place of the `threshold`, that is the least of those that the noise allows, as `countThresholdFor` finds it.
 * Limits: `add-remove` only; for `swap` see `stabilityHistogram`. Laplace noise is float64, for study; discrete Laplace noise with
 * a rational epsilon is exact. The law is for discrete Laplace noise, with at most 2^16 listed outcomes.
 * @also partition selection, tau thresholding
 */
import { exp } from "../../numerics/exponential.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { finite, type Given, oneOf, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireFinite, requireInteger } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { approximate } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { discretePld, worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw, NumberLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import type { Fraction, Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteLaplace } from "../noise/discrete-laplace.ts";
import { type BudgetIn, withBudgetIn } from "../noise/exact-budget.ts";
import { laplace } from "../noise/laplace.ts";

type CountNoise = "laplace" | "discrete-laplace";

export const countNoise = oneOf<CountNoise>("laplace", "discrete-laplace");

const KEYED = {
  noise: countNoise,
  /** The most that a record adds to the count of its key; a whole number for discrete Laplace noise. */
  sensitivity: positive,
};

/** With the threshold itself: the delta follows. */
export const thresholdedCountsParameters = withBudgetIn(["pure"], {
  ...KEYED,
  /** A whole number for discrete Laplace noise. */
  threshold: finite,
});
/** With a delta that is allowed: the threshold is the least for it. */
export const hiddenCountsParameters = withBudgetIn(["approximate"], KEYED);

export type ThresholdedCountsParameters<Epsilon extends number | Rational> = Given<typeof KEYED> &
  (
    | (BudgetIn<"pure", Epsilon> & {
        /** A whole number for discrete Laplace noise. */
        readonly threshold: number;
      })
    | (BudgetIn<"approximate", Epsilon> & { readonly threshold?: undefined })
  );

/** Positive counts by key. */
export type KeyedCounts = ReadonlyMap<string, number>;
/** Keys in ascending order with their noisy counts. */
export type KeyedRelease = readonly (readonly [key: string, count: number])[];

const MOST_OUTCOMES = 65536; // 2^16

/** All but the law, which discrete Laplace noise has. */
export interface ThresholdedCounts extends Mechanism<KeyedCounts, KeyedRelease, Stream> {
  /** Noisy counts below it are hidden. */
  readonly threshold: number;
  privacyLoss(): DominatingPair;
  worstPair(): readonly [KeyedCounts, KeyedCounts];
}

type CountsWithLaw<Source> = ClosedMechanism<KeyedCounts, KeyedRelease, Source, DiscreteLaw<KeyedRelease>> &
  Pick<ThresholdedCounts, "threshold">;

export function thresholdedCounts(
  parameters: ThresholdedCountsParameters<number> & { readonly noise: "discrete-laplace" },
): CountsWithLaw<Stream>;
export function thresholdedCounts(parameters: ThresholdedCountsParameters<Rational>): CountsWithLaw<Random>;
export function thresholdedCounts(parameters: ThresholdedCountsParameters<number>): ThresholdedCounts;
export function thresholdedCounts(parameters: ThresholdedCountsParameters<number | Rational>): ThresholdedCounts {
  const read = readCounts(parameters);
  const { noise, threshold } = read;
  if (noise === "laplace") return shownCounts(read, realCount(read));
  const noisy = integerCount(read);
  requireInteger({ threshold }, Number.MIN_SAFE_INTEGER);
  return {
    ...shownCounts(read, noisy),
    law: (counts) =>
      releaseLaw(
        entriesOf(counts, noise).map(([key, count]) => ({ key, law: noisy.law(count) })),
        threshold,
      ),
  };
}

interface Shown {
  readonly noise: CountNoise;
  readonly sensitivity: number;
  readonly threshold: number;
}

interface ReadCounts extends Shown {
  readonly epsilon: number;
  readonly fraction: Fraction | undefined;
}

function readCounts(parameters: ThresholdedCountsParameters<number | Rational>): ReadCounts {
  if (!hasDelta(parameters)) {
    const { guarantee, ...rest } = thresholdedCountsParameters.read(parameters);
    return { ...rest, epsilon: guarantee.epsilon };
  }
  const { guarantee, ...rest } = hiddenCountsParameters.read(parameters);
  const { epsilon, delta } = guarantee;
  const { noise, sensitivity } = rest;
  return { ...rest, epsilon, threshold: countThresholdFor({ noise, epsilon, sensitivity, delta }) };
}

/** Whether what was asked for is a guarantee with a delta; else a threshold is. */
function hasDelta<Given extends { readonly delta?: unknown; readonly guarantee?: unknown }>(
  given: Given,
): given is Extract<Given, { readonly threshold?: undefined }> {
  return given?.delta !== undefined || Object(given?.guarantee).kind === "approximate";
}

function shownCounts(
  { noise, sensitivity, threshold, epsilon }: ReadCounts,
  noisy: Mechanism<number, number, Stream>,
): ThresholdedCounts {
  const delta = seenDelta({ noise, sensitivity, threshold }, epsilon);
  return {
    name: "thresholded-counts",
    neighbours: "add-remove",
    threshold,
    guarantee: approximate(epsilon, delta),
    release: (counts, random) =>
      entriesOf(counts, noise)
        .map(([key, count]) => [key, noisy.release(count, random)] as const)
        .filter(([, count]) => count >= threshold),
    // Of all keys together no more is known than the worst case of the guarantee.
    privacyLoss: () => ({
      ...(delta < 1 ? worstCasePld({ epsilon, delta }) : discretePld([0, -Infinity], [-Infinity, 0])),
      attained: false,
    }),
    worstPair: () => [new Map(), new Map([["key", sensitivity]])],
  };
}

/** The counts in the order of their keys. */
function entriesOf(counts: KeyedCounts, noise: CountNoise): readonly (readonly [string, number])[] {
  if (!(counts instanceof Map)) refuse("counts", "a Map of positive counts", typeof counts);
  const whole = noise === "discrete-laplace";
  const entries: [string, number][] = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, count] of entries) {
    if (typeof key !== "string") refuseData("a key of counts", "a string");
    if (!(whole ? Number.isSafeInteger(count) && count >= 1 : count > 0 && count < Infinity))
      refuseData("a count", whole ? "an integer of at least 1" : "positive and finite");
  }
  return entries;
}

function realCount({ epsilon, fraction, sensitivity }: ReadCounts) {
  if (fraction !== undefined)
    refuse("epsilon", "a number for Laplace noise", `${fraction.numerator}/${fraction.denominator}`);
  return laplace({ epsilon, sensitivity, neighbours: "add-remove" });
}

function integerCount({ epsilon, fraction, sensitivity }: ReadCounts) {
  const common = { sensitivity, neighbours: "add-remove" } as const;
  return fraction === undefined
    ? discreteLaplace({ ...common, epsilon })
    : discreteLaplace({ ...common, epsilon: fraction });
}

const countThresholdForParameters = withBudget(["approximate"], KEYED, ({ guarantee: { delta } }) => {
  if (!(delta >= 1e-300 && delta < 0.5)) refuse("delta", "at least 1e-300 and below 1/2", delta);
});

export type CountThresholdTarget = ParametersOf<typeof countThresholdForParameters>;

/** The least threshold that hides the key of one record with probability 1 - delta: a whole number for discrete Laplace noise. */
export function countThresholdFor(target: CountThresholdTarget): number {
  const { noise, guarantee, sensitivity } = countThresholdForParameters.read(target);
  const { epsilon, delta } = guarantee;
  const suffices = (threshold: number) => seenDelta({ noise, sensitivity, threshold }, epsilon) <= delta;
  if (noise === "laplace") {
    let threshold = sensitivity - (sensitivity / epsilon) * log(2 * delta);
    // The bound on its own rounding may put the delta of the closed form a little above the one wanted.
    const least = Math.max(threshold * Number.EPSILON, Number.MIN_VALUE);
    for (let step = least; !suffices(threshold); step *= 2) threshold += step;
    requireFinite({ "threshold for epsilon": threshold });
    return threshold;
  }
  requireInteger({ sensitivity }, 1);
  const gap = (sensitivity / epsilon) * (-log(delta) - log1p(exp(-epsilon / sensitivity)));
  let threshold = sensitivity + Math.max(0, Math.ceil(gap) - 1);
  requireInteger({ "threshold for epsilon": threshold }, sensitivity);
  while (!suffices(threshold)) threshold++;
  return threshold;
}

/** The probability that a key of one record is released, rounded up. */
function seenDelta({ noise, sensitivity, threshold }: Shown, epsilon: number): number {
  const gap = threshold - sensitivity;
  // In units of the scale; for an integer count K + D >= T.
  const depth = (Math.abs(gap) / sensitivity) * epsilon;
  const margin = 1 + 16 * Number.EPSILON * (1 + depth);
  const ratio = exp(-epsilon / sensitivity);
  if (noise === "laplace") return Math.min(1, (gap >= 0 ? 0.5 * exp(-depth) : 1 - 0.5 * exp(-depth)) * margin);
  return Math.min(1, (gap >= 0 ? exp(-depth) / (1 + ratio) : 1 - (exp(-depth) * ratio) / (1 + ratio)) * margin);
}

interface KeyLaw {
  readonly key: string;
  readonly law: NumberLaw;
}

/** The law of independent keys, each hidden or shown with a count at or above the threshold. */
function releaseLaw(keys: readonly KeyLaw[], threshold: number): DiscreteLaw<KeyedRelease> {
  const choices = keys.map(({ key, law }) => {
    const shown = law.support.filter((count) => count >= threshold);
    const hidden = logSumExp(law.support.filter((count) => count < threshold).map((count) => law.logMass(count)));
    return { key, law, shown, hidden };
  });
  const size = choices.reduce((product, { shown }) => product * (shown.length + 1), 1);
  const listed = (): KeyedRelease[] =>
    choices.reduce<KeyedRelease[]>(
      (releases, { key, shown, hidden }) =>
        releases.flatMap((release) => [
          ...(hidden > -Infinity ? [release] : []),
          ...shown.map((count) => [...release, [key, count] as const]),
        ]),
      [[]],
    );
  return {
    kind: "discrete",
    get support() {
      if (size > MOST_OUTCOMES) refuseData("counts", "of so few keys that at most 2^16 releases are likely");
      return listed();
    },
    logMass: (release) => {
      let matched = 0;
      let sum = 0;
      for (const { key, law, hidden } of choices) {
        const found = release.find(([name]) => name === key);
        if (found !== undefined) matched++;
        sum += found === undefined ? hidden : found[1] >= threshold ? law.logMass(found[1]) : -Infinity;
      }
      return matched === release.length ? sum : -Infinity;
    },
    neglected: Math.min(
      1,
      keys.reduce((sum, { law }) => sum + law.neglected, 0),
    ),
  };
}
