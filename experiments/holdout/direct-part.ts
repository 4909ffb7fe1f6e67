/**
 * The fast simulation of the published analysis held against whole data sets.
 */
import type { Stream } from "../../lib/random/stream.ts";
import {
  axis,
  type Check,
  estimateEquals,
  type Judgement,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { informative, signalOf, sizeOf, threshold, tolerance, view } from "./axes.ts";
import { directRepetition } from "./direct-simulation.ts";
import { fastRepetition } from "./fast-simulation.ts";
import { estimateOf, type Sums } from "./repetitions.ts";
import { FEATURE_COUNTS, type Setting } from "./selection.ts";

const NAMES = ["train", "report", "fresh"] as const;
/** Among the first features, and all that are kept. */
const COMPARED = [FEATURE_COUNTS.indexOf(10), FEATURE_COUNTS.length - 1];

type Differences<Numbers> = Readonly<Record<(typeof NAMES)[number], Sums<Numbers>>>;

/** Accuracies on whole data sets less those of the fast simulation, repetition by repetition. */
function differences(setting: Setting, count: number, random: Stream, spread = 1): Differences<Float64Array> {
  const room = () => ({ sum: new Float64Array(COMPARED.length), squares: new Float64Array(COMPARED.length) });
  const sums = { train: room(), report: room(), fresh: room() };
  for (let r = 0; r < count; r++) {
    const direct = directRepetition(setting, random.child("direct", r));
    const fast = fastRepetition(setting, random.child("fast", r), spread);
    for (const name of NAMES) {
      COMPARED.forEach((index, k) => {
        const difference = direct[name][index] - fast[name][index];
        sums[name].sum[k] += difference;
        sums[name].squares[k] += difference * difference;
      });
    }
  }
  return sums;
}

/** The interval has 0, and is no wider than the tolerance either way. */
function judge(
  { size }: Pick<Setting, "size">,
  sums: Differences<readonly number[]>,
  context: SampleContext,
): Judgement {
  const { trials } = context;
  const checks: Record<string, Check> = {};
  for (const name of NAMES) {
    COMPARED.forEach((index, k) => {
      const mean = sums[name].sum[k] / trials;
      const variance = Math.max(0, sums[name].squares[k] - trials * mean * mean) / (trials - 1);
      const found = { mean, deviation: Math.sqrt(variance) };
      checks[`${name}-${FEATURE_COUNTS[index]}`] = estimateEquals(estimateOf(found, context), 0, 1 / Math.sqrt(size));
    });
  }
  return { checks };
}

const settingOf = ({ ratio, ...cell }: Omit<Setting, "features"> & { readonly ratio: number }): Setting => ({
  ...cell,
  features: Math.max(1, Math.round(ratio * cell.size)),
});

const study = sampledStudy({
  axes: {
    view,
    signal: signalOf([0, 6]),
    size: sizeOf([500], [1000, 2000]),
    ratio: axis(z.number().positive().max(10), { means: "features over records", quick: [1] }),
    informative,
    threshold,
    tolerance,
  },
  trials: { quick: 160, full: 160, most: 640 },
  blockSize: 20,
  merge: "add",
  intervals: () => NAMES.length * COMPARED.length,
  block: (cell, count, random) => differences(settingOf(cell), count, random),
  judge,
});

export const directPart: Part = {
  claim: "holdout-overfitting",
  asks: "Does the fast simulation find what whole data sets give?",
  study,
  controls: {
    "narrow-margins": {
      says: "a fast simulation whose margins have half of their spread",
      study: variant(study, {
        over: { view: ["standard"], signal: [0], size: [500] },
        trials: { quick: 60, full: 60 },
        block: (cell, count, random) => differences(settingOf(cell), count, random, 0.5),
      }),
    },
  },
};
