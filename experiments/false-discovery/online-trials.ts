/**
 * Streams of p-values with known truth, what a rule finds in them, and how that is summed up.
 *
 * A hypothesis is an alternative with probability `share`, on its own; its statistic is normal with mean 3, or 0 for a null, and
 * the test is one-sided.
 */
import type { OnlineRule } from "../../lib/false-discovery/online-rule.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import { fillNormal } from "../../lib/random/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { fillUniform } from "../../lib/random/uniform.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";

export const TESTS = 500;
export const MEAN = 3;

interface Findings {
  readonly falseRejections: number;
  readonly rejections: number;
  readonly alternatives: number;
}

/** One stream of `tests` hypotheses, decided. */
export function oneRun(decide: OnlineRule["decide"], share: number, tests: number, random: Stream): Findings {
  const truth = fillUniform(new Float64Array(tests), random);
  const pValues = fillNormal({ mean: 0, sigma: 1 }, new Float64Array(tests), random);
  for (let t = 0; t < tests; t++) pValues[t] = normalCdf(-(pValues[t] + (truth[t] < share ? MEAN : 0)));
  const { rejected } = decide(pValues);
  let [falseRejections, rejections, alternatives] = [0, 0, 0];
  for (let t = 0; t < tests; t++) {
    const isAlternative = truth[t] < share;
    if (isAlternative) alternatives++;
    if (rejected[t] === 0) continue;
    rejections++;
    if (!isAlternative) falseRejections++;
  }
  return { falseRejections, rejections, alternatives };
}

interface RunSummary {
  /** Of V / max(R, 1). */
  readonly proportion: Moments;
  /** Of the share of alternatives that are found, 0 where there are none. */
  readonly power: Moments;
}

export function runBlock(decide: OnlineRule["decide"], share: number, count: number, random: Stream): RunSummary {
  const [proportions, powers] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    const { falseRejections, rejections, alternatives } = oneRun(decide, share, TESTS, random);
    proportions[i] = falseRejections / Math.max(1, rejections);
    powers[i] = (rejections - falseRejections) / Math.max(1, alternatives);
  }
  return { proportion: momentsOf(proportions), power: momentsOf(powers) };
}
