/**
 * What the published analysis is expected to find, from the law of a single feature.
 *
 * With z the correlation of a feature on the training set in standard errors, it is kept with a probability that depends on z and on its
 * signal alone. Ranked by |z|, the first k are, for many features, those beyond the level at which the expected number kept is k; sums over
 * these of |z|, of the holdout's signed correlation and of the signal give the accuracies Phi(sum / sqrt(k (n - 1))), and
 * Phi(sum / sqrt(k n)) on fresh data. Where fewer than k may be kept, the average over their number, taken as normal.
 * For the holdout without signal this is E Phi(1.5251 sqrt(min(k, K) / n)), 1.5251 = E[z | z > 1].
 * Accuracy: of order 1/n and of the fluctuation of ranks; within a tenth of a standard deviation of a repetition in the test.
 */
import { normalCdf, normalDensity } from "../../lib/numerics/normal.ts";
import { normalQuantile } from "../../lib/numerics/normal-quantile.ts";
import { FEATURE_COUNTS, type Setting } from "./selection.ts";

export interface Prediction {
  readonly train: readonly number[];
  /** Of the holdout itself, not of what is reported. */
  readonly holdout: readonly number[];
  readonly fresh: readonly number[];
}

/** Of features beyond a level: how many, and the sums of what each adds to a margin. */
interface Totals {
  count: number;
  train: number;
  holdout: number;
  fresh: number;
}

const STEP = 0.02;
const INNER_STEP = 0.1;
const REACH = 8;
const NUMBERS = 25;

export function predictSelection(setting: Setting): Prediction {
  const { size } = setting;
  const levels = totalsByLevel(setting);
  const all = levels[levels.length - 1];
  const share = all.count / setting.features;
  const spread = Math.sqrt(all.count * (1 - share));
  const numbers = Array.from({ length: NUMBERS }, (_, i) =>
    Math.max(0, all.count + spread * normalQuantile((i + 0.5) / NUMBERS)),
  );
  const accuracy = (part: "train" | "holdout" | "fresh") => (k: number) => {
    const records = part === "fresh" ? size : size - 1;
    const of = (sum: number, count: number) => (count > 0 ? normalCdf(sum / Math.sqrt(count * records)) : 0.5);
    const first = at(levels, k);
    const values = numbers.map((kept) =>
      kept <= k ? of((all[part] / all.count) * kept, kept) : of(first[part] * (k / first.count || 0), k),
    );
    return values.reduce((sum, value) => sum + value, 0) / NUMBERS;
  };
  const along = (part: "train" | "holdout" | "fresh") => FEATURE_COUNTS.map(accuracy(part));
  return { train: along("train"), holdout: along("holdout"), fresh: along("fresh") };
}

/** From the highest |z| down to the cutoff. */
function totalsByLevel(setting: Setting): readonly Totals[] {
  const { features, informative, signal } = setting;
  const known = Math.min(informative, features);
  const groups = [
    { count: features - known, signal: 0 },
    { count: known, signal },
  ].filter(({ count }) => count > 0);
  const total = { count: 0, train: 0, holdout: 0, fresh: 0 };
  const levels: Totals[] = [{ ...total }];
  const steps = Math.ceil((Math.abs(signal) + REACH - 1) / STEP);
  for (let step = steps - 1; step >= 0; step--) {
    const level = 1 + (step + 0.5) * STEP;
    for (const group of groups) {
      for (const side of [1, -1]) {
        // By symmetry, a feature below -level with a signal is one above it with the opposite signal.
        const own = side * group.signal;
        const { chance, mean } = keptGiven(level, own, setting);
        const mass = group.count * normalDensity(level - own) * STEP;
        total.count += mass * chance;
        total.train += mass * chance * level;
        total.holdout += mass * mean;
        total.fresh += mass * chance * own;
      }
    }
    levels.push({ ...total });
  }
  return levels;
}

/**
 * The chance that a feature with correlation z > 1 on the training set is kept, and the mean over that of its correlation on the
 * holdout.
 */
function keptGiven(
  z: number,
  signal: number,
  { view, threshold, tolerance }: Setting,
): { chance: number; mean: number } {
  if (view !== "thresholdout") {
    const chance = normalCdf(signal - 1);
    return { chance, mean: signal * chance + normalDensity(1 - signal) };
  }
  let [chance, mean] = [0, 0];
  for (let u = signal - REACH; u <= signal + REACH; u += INNER_STEP) {
    const below = normalCdf((threshold - Math.abs(z - u)) / tolerance);
    const mass = normalDensity(u - signal) * INNER_STEP * (below + (1 - below) * normalCdf((u - 1) / tolerance));
    chance += mass;
    mean += mass * u;
  }
  return { chance, mean };
}

/** The totals at the level beyond which k are expected, all of them if that is none. */
function at(levels: readonly Totals[], k: number): Totals {
  const index = levels.findIndex(({ count }) => count >= k);
  if (index === -1) return levels[levels.length - 1];
  if (index === 0) return levels[0];
  const [before, after] = [levels[index - 1], levels[index]];
  const share = (k - before.count) / (after.count - before.count);
  const between = (part: keyof Totals) => before[part] + share * (after[part] - before[part]);
  return { count: k, train: between("train"), holdout: between("holdout"), fresh: between("fresh") };
}
