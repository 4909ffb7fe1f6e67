/**
 * The exact probability of a sequence of noisy comparisons with one noisy threshold: what above-threshold and its relatives release.
 *
 * Query i is above if gap_i + Z_i > Y, where gap_i is its value less the threshold, Z_i ~ Laplace(queryScale) is drawn for each query and
 * Y ~ Laplace(thresholdScale) once. Given Y the comparisons are independent, so the probability is the integral over Y of the Laplace
 * density times one Laplace tail for each query. The logarithm of the integrand is concave, with corners at 0 and at the gaps: its
 * maximum is found first and taken out, so that no sequence is too unlikely to be computed.
 * Source: the proof of Dwork, Roth (2014), theorem 3.23, doi:10.1561/0400000042, carried out as a quadrature.
 * Accuracy: 1e-11 relative (closed forms for one query in the test), or 4e-15 times the range of the gaps in scales times the number of
 * queries, where that is more; without query noise, closed form.
 * Limits: a gap beyond a million scales is taken as a million. The scales may differ by a factor of a million at most.
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf, leastOf } from "../numerics/extremes.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { goldenSection } from "../numerics/minimum.ts";
import { arrayOf, flag, requireKnownNames } from "../numerics/parameters.ts";
import { integrate } from "../numerics/quadrature.ts";
import {
  refuse,
  requireFiniteData,
  requireNonNegative,
  requireNumbers,
  requirePositive,
} from "../numerics/requirements.ts";

export interface ComparisonNoise {
  readonly thresholdScale: number;
  /** 0 for none, which no guarantee allows. */
  readonly queryScale: number;
}

/** Some queries with the same gap and the same answer. */
interface Group {
  readonly gap: number;
  readonly above: boolean;
  count: number;
}

const FURTHEST = 1e6;
const LOG_TWO = log(2);
const ANSWERS = arrayOf(flag, 0);

/** log P(the comparisons come out as `above` says, one entry for each gap). -Infinity where that is impossible. */
export function logAnswersProbability(
  noise: ComparisonNoise,
  gaps: readonly number[],
  above: readonly boolean[],
): number {
  requireKnownNames(noise, ["thresholdScale", "queryScale"], "noise");
  requireNumbers("gaps", gaps);
  ANSWERS.read(above, "above");
  const { thresholdScale } = noise;
  requirePositive({ thresholdScale });
  requireNonNegative({ queryScale: noise.queryScale });
  if (above.length !== gaps.length) refuse("above", `one answer for each of ${gaps.length} gaps`, above);
  const scale = noise.queryScale / thresholdScale;
  if (scale > FURTHEST || (scale < 1 / FURTHEST && noise.queryScale > 0)) {
    refuse("queryScale / thresholdScale", "between 1e-6 and 1e6", scale);
  }
  const groups = groupsOf(gaps, above, thresholdScale);
  if (groups.length === 0) return 0;
  return noise.queryScale === 0 ? bareComparisons(groups) : integral(groups, scale);
}

function groupsOf(gaps: readonly number[], above: readonly boolean[], unit: number): readonly Group[] {
  const groups = new Map<string, Group>();
  gaps.forEach((value, i) => {
    requireFiniteData({ gap: value });
    const gap = Math.min(FURTHEST, Math.max(-FURTHEST, value / unit));
    const key = `${above[i]} ${gap}`;
    const group = groups.get(key) ?? { gap, above: above[i], count: 0 };
    group.count++;
    groups.set(key, group);
  });
  return [...groups.values()];
}

/** Without query noise the threshold's noise lies at or above every gap that is below, and below every gap that is above. */
function bareComparisons(groups: readonly Group[]): number {
  const least = Math.max(-Infinity, largestOf(groups.filter(({ above }) => !above).map(({ gap }) => gap)));
  const most = Math.min(Infinity, leastOf(groups.filter(({ above }) => above).map(({ gap }) => gap)));
  if (least >= most) return -Infinity;
  if (least >= 0) return -least - LOG_TWO + logShare(most - least);
  if (most <= 0) return most - LOG_TWO + logShare(most - least);
  return log1p(-(exp(least) + exp(-most)) / 2);
}

/** log(1 - e^-width). */
function logShare(width: number): number {
  return width === Infinity ? 0 : log1p(-exp(-width));
}

/** In units of the threshold's scale. */
function integral(groups: readonly Group[], scale: number): number {
  const logIntegrand = (y: number) => {
    let sum = -Math.abs(y) - LOG_TWO;
    for (const { gap, above, count } of groups) sum += count * logTail((above ? gap - y : y - gap) / scale);
    return sum;
  };
  const corners = [0, ...groups.map(({ gap }) => gap)];
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  // Beyond the corners a query's slope falls as e^-distance: past this reach it no longer outweighs the threshold's.
  const reach = scale * (log1p(total / scale) + 2) + 1;
  const [lower, upper] = [leastOf(corners) - reach, largestOf(corners) + reach];
  const search = goldenSection((y) => -logIntegrand(y), { lower, upper });
  const mode = [search.at, ...corners].reduce((best, y) => (logIntegrand(y) > logIntegrand(best) ? y : best));
  const peak = logIntegrand(mode);
  const kinks = [mode, ...corners].flatMap((at) =>
    [0, 1, 40].flatMap((units) => [at - units, at + units, at - units * scale, at + units * scale]),
  );
  // The exponent is a sum of terms of this size, and rounds as such.
  const rounding = 16 * Number.EPSILON * (upper - lower) * (1 + total / scale);
  const { value } = integrate((y) => exp(logIntegrand(y) - peak), {
    lower: -Infinity,
    upper: Infinity,
    kinks,
    relativeTolerance: Math.max(1e-12, rounding),
  });
  return Math.min(0, peak + log(value));
}

/** log P(gap + Z > 0) for noise Z of scale 1. */
function logTail(gap: number): number {
  return gap < 0 ? gap - LOG_TWO : log1p(-exp(-gap) / 2);
}
