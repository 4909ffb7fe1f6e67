/**
 * Private Benjamini-Hochberg: which of many null hypotheses to reject, without telling of any record of the data that they were tested on.
 *
 * With l_i = ln max(p_i, mu): `mostRejections` = k times the smallest l_i + Laplace(s) is taken away and its l_i released to the
 * procedure with fresh noise of the same scale; then Benjamini-Hochberg on these noisy values, at levels ln(alpha r / m) - A for r =
 * 1, ..., k. The output is the indices rejected, in ascending order.
 *
 * Theorem: if every l_i moves by `sensitivity` at most between neighbours, the rejected set is (epsilon, delta)-differentially
 * private, with s from `peelingScale`, however many hypotheses there are and however they depend on each other. The shift A = s
 * ln(k / (2 `noiseError`)) is such that, but for an event of that probability, no noisy value is below l_i - A: all rejected
 * p-values are then at most alpha r / m, r being how many are rejected. Such procedures have a false discovery rate of at most
 * alpha (1 + ln(1 / alpha)) for independent nulls, whatever the others are, to which `noiseError` is added.
 * Source: Dwork, Su, Zhang (2018), "Differentially private false discovery rate control"; Su (2018), "The FDR-linking theorem", for
 * the rate.
 * Limits: float64 noise; for study. At most k rejections, a number that is fixed before the data are seen, and so must m be;
 * p-values below mu are not told apart, so mu should be well below e^-A alpha / m. The law goes through all orders of peeling: at
 * most 60. The worst pair is the worst of a search, and comes within a twentieth of a pure epsilon if mu is small and k < m; with a
 * delta it is searched for when it is asked, some seconds for 60 orders, and the largest delta found is far below the one of
 * the guarantee.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { binomialSensitivity, privateBenjaminiHochberg } from "epsilab/false-discovery";
 * const floor = 1e-30;
 * const sensitivity = binomialSensitivity({ size: 10000, probability: 0.5, floor, alternative: "greater" });
 * const procedure = privateBenjaminiHochberg({
 *   epsilon: 1, delta: 0, alpha: 0.05, hypotheses: 5, mostRejections: 2, sensitivity, floor, noiseError: 0.01, neighbours: "swap",
 * });
 * procedure.release([0.4, 1e-25, 0.03, 1e-28, 0.8], stream(20261115, "example")); // => [1, 3]
 * procedure.guarantee; // => { kind: "pure", epsilon: 1 }
 * ```
 * @claim mult-sensitivity
 * @also private fdr
 */
import { reportNoisyMax } from "../mechanisms/choice/report-noisy-max.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { scale as anyScale, count, type Given, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireList, requirePositive, requireScale } from "../numerics/requirements.ts";
import { deltaOf, withBudget } from "../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../privacy/guarantees/neighbours.ts";
import { worstCasePld } from "../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";
import { FLOOR, truncatedLog } from "./multiplicative-sensitivity.ts";
import { requirePValues } from "./online-rule.ts";
import { type Peeling, rejectedLaw } from "./peeling-law.ts";
import { peelingScale } from "./peeling-scale.ts";

const PROCEDURE = {
  /** The level of the procedure. */
  alpha: openProbability,
  /** How many p-values there are, m. */
  hypotheses: count,
  /** How many may be rejected, k. */
  mostRejections: count,
  /** Of ln max(p, floor): eta. */
  sensitivity: anyScale,
  ...FLOOR,
  /** The chance that noise makes some value smaller by more than the shift. */
  noiseError: openProbability,
  neighbours: anyNeighbours,
};

export const privateBenjaminiHochbergParameters = withBudget(
  ["pure", "approximate"],
  PROCEDURE,
  ({ hypotheses, mostRejections }) => {
    if (mostRejections > hypotheses) refuse("mostRejections", `at most hypotheses (${hypotheses})`, mostRejections);
  },
);

export type PrivateBenjaminiHochbergParameters = ParametersOf<typeof privateBenjaminiHochbergParameters>;

export interface PrivateBenjaminiHochberg
  extends ClosedMechanism<readonly number[], readonly number[], Stream, DiscreteLaw<readonly number[]>> {
  /** Of the noise, on the scale of ln p. */
  readonly scale: number;
  /** By how much the levels are lowered, on the same scale. */
  readonly shift: number;
}

export function privateBenjaminiHochberg(parameters: PrivateBenjaminiHochbergParameters): PrivateBenjaminiHochberg {
  const read = privateBenjaminiHochbergParameters.read(parameters);
  const { guarantee, hypotheses, mostRejections, sensitivity, floor, neighbours } = read;
  const { epsilon } = guarantee;
  const delta = deltaOf(guarantee);
  const scale = peelingScale({ epsilon, delta, peels: mostRejections, sensitivity });
  const procedure = noisyBenjaminiHochberg(read, scale);
  return {
    name: "private-benjamini-hochberg",
    neighbours,
    guarantee,
    scale,
    shift: procedure.shift,
    release: (pValues, random) => procedure.release(readScores(pValues, { hypotheses, floor }), random),
    law: (pValues) => procedure.law(readScores(pValues, { hypotheses, floor })),
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta }), attained: false }),
    worstPair: () =>
      delta === 0 ? purePair({ hypotheses, sensitivity, floor }) : divergingPair(read, procedure, scale),
  };
}

/** The procedure with noise of any scale, on ln max(p, mu), of what was read. */
export function noisyBenjaminiHochberg(parameters: Given<typeof PROCEDURE>, scale: number) {
  const { alpha, hypotheses, mostRejections, sensitivity, noiseError, neighbours } = parameters;
  requireScale({ scale });
  const shift = scale * Math.max(0, log(mostRejections) - log(2 * noiseError));
  const levels = Array.from({ length: mostRejections }, (_, r) => log(alpha) + log((r + 1) / hypotheses) - shift);
  // Report noisy max at this epsilon has noise of the scale.
  const choice = {
    epsilon: (2 * sensitivity) / scale,
    sensitivity,
    change: "general",
    noise: "laplace",
    neighbours,
  } as const;
  requirePositive({ "2 * sensitivity / scale": choice.epsilon });
  const choose = (options: number) => reportNoisyMax({ ...choice, options });
  const peeling: Peeling = {
    scale,
    peels: mostRejections,
    levels,
    indexLaw: (scores) => choose(scores.length).law(scores),
  };
  const release = (scores: readonly number[], random: Stream): readonly number[] => {
    const left = scores.map((_, i) => i);
    const noisy: { index: number; value: number }[] = [];
    for (let j = 0; j < mostRejections; j++) {
      const chosen =
        left.length === 1
          ? 0
          : choose(left.length).release(
              left.map((i) => -scores[i]),
              random,
            );
      const [index] = left.splice(chosen, 1);
      noisy.push({ index, value: scores[index] + sampleLaplace(scale, random) });
    }
    noisy.sort((a, b) => a.value - b.value);
    const count = noisy.findLastIndex(({ value }, r) => value <= levels[r]) + 1;
    return noisy
      .slice(0, count)
      .map(({ index }) => index)
      .sort((a, b) => a - b);
  };
  return { shift, release, law: (scores: readonly number[]) => rejectedLaw(peeling, scores) };
}

/** All p-values are 1 but one, which is as small as can be distinguished: when it is not rejected and others are, all move against it. */
function purePair({
  hypotheses,
  sensitivity,
  floor,
}: Pick<PrivateBenjaminiHochbergParameters, "hypotheses" | "sensitivity" | "floor">) {
  const rest = (pValue: number) => new Array<number>(hypotheses - 1).fill(pValue);
  return [
    [...rest(1), floor],
    [...rest(exp(-sensitivity)), Math.min(1, floor * exp(sensitivity))],
  ] as const;
}

function readScores(
  pValues: readonly number[],
  { hypotheses, floor }: { readonly hypotheses: number; readonly floor: number },
): readonly number[] {
  requireList("pValues", pValues, hypotheses);
  requirePValues(pValues);
  return Array.from(pValues, (p) => truncatedLog(p, floor));
}

type Pair = readonly [readonly number[], readonly number[]];

/** How far from the levels p-values are tried, in scales of the noise: -3, -2.5, ..., 3. */
const PLACES = Array.from({ length: 13 }, (_, k) => k / 2 - 3);
/** Of the search between them, in the same unit. */
const CLOSE = 1 / 64;

/**
 * With a delta: some of the p-values move up and the others down, each of the two groups being at one place. The places are near the
 * first level and are searched for the pair of largest delta at epsilon.
 */
function divergingPair(
  { guarantee, alpha, hypotheses, sensitivity, floor }: ReturnType<typeof privateBenjaminiHochbergParameters.read>,
  { shift, law }: ReturnType<typeof noisyBenjaminiHochberg>,
  scale: number,
): Pair {
  if (hypotheses === 1) return purePair({ hypotheses, sensitivity, floor });
  const factor = exp(guarantee.epsilon);
  const least = log(floor);
  const lawOf = (pValues: readonly number[]) => law(pValues.map((p) => truncatedLog(p, floor)));
  const level = log(alpha / hypotheses) - shift;
  const pairOf = (up: number, [one, other]: readonly [number, number]): Pair => {
    const places = Array.from({ length: hypotheses }, (_, i) => level + (i < up ? one : other) * scale);
    const moved = places.map((place, i) => place + (i < up ? sensitivity : -sensitivity));
    return [places, moved].map((logs) => logs.map((x) => exp(Math.min(0, Math.max(least, x))))) as unknown as Pair;
  };
  const deltaOfPair = (pair: Pair) => {
    const [first, second] = pair.map(lawOf);
    return Math.max(excess(first, second, factor), excess(second, first, factor));
  };
  let best = { delta: -1, up: 1, places: [0, 0] as readonly [number, number] };
  const tried = (up: number, places: readonly [number, number]) => {
    const delta = deltaOfPair(pairOf(up, places));
    if (!(delta > best.delta)) return false;
    best = { delta, up, places };
    return true;
  };
  // A pair in the other order has the groups the other way round.
  for (let up = 1; 2 * up <= hypotheses; up++) for (const place of PLACES) tried(up, [place, place]);
  for (let step = 1 / 2; step >= CLOSE; ) {
    const { up, places } = best;
    const [one, other] = places;
    const near = [
      [one + step, other],
      [one - step, other],
      [one, other + step],
      [one, other - step],
    ] as const;
    if (!near.some((each) => tried(up, each))) step /= 2;
  }
  return pairOf(best.up, best.places);
}

/** The sum of (p - e^epsilon q)+ over the outcomes. */
function excess(first: DiscreteLaw<readonly number[]>, second: DiscreteLaw<readonly number[]>, factor: number): number {
  return first.support.reduce(
    (sum, x) => sum + Math.max(0, exp(first.logMass(x)) - factor * exp(second.logMass(x))),
    0,
  );
}
