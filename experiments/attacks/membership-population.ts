/**
 * The records among which a target is hidden, and the settings in which its membership is asked.
 *
 * - worst-case: a canary, made to move the model as far as it can, among others that are the same in every training and known to
 *   the attacker.
 * - canary: one of a few outliers, among others that are drawn fresh for every training.
 * - ordinary: one of eight records of the population, among others that are drawn fresh.
 * Where there are several targets, each training draws which of them it asks for: the rates are their mean, within the same limit,
 * as it is convex. The population is two classes on the first axis, 0.5 to either side of 0, spread by 0.25 in both coordinates and
 * shortened to norm 1.
 */
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { sampleBernoulli } from "../../lib/random/bernoulli.ts";
import { sampleNormal } from "../../lib/random/normal.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { axis, z } from "../kit.ts";

const SETTINGS = ["worst-case", "canary", "ordinary"] as const;
export type Setting = (typeof SETTINGS)[number];

export const setting = axis(z.enum(SETTINGS), {
  means: "whose membership is asked: the worst case, an outlier or an ordinary record",
  quick: ["worst-case", "ordinary"],
  full: SETTINGS,
});

export interface LabelledRecord {
  readonly features: readonly number[];
  /** -1 or 1. */
  readonly label: number;
}

function drawRecord(random: Stream): LabelledRecord {
  const label = 2 * sampleBernoulli(0.5, random) - 1;
  const spread = { mean: 0, sigma: 0.25 };
  const [x, y] = [label * 0.5 + sampleNormal(spread, random), sampleNormal(spread, random)];
  const norm = Math.max(1, Math.sqrt(x * x + y * y));
  return { features: [x / norm, y / norm], label };
}

export function drawRecords(count: number, random: Stream): readonly LabelledRecord[] {
  return Array.from({ length: count }, () => drawRecord(random));
}

/** Nobody's training holds them; the attacker compares with them. */
export const POPULATION = drawRecords(40, stream(20261116, "membership", "population"));
/** The others of the worst case. */
export const KNOWN = drawRecords(20, stream(20261116, "membership", "known"));
const ORDINARY = drawRecords(8, stream(20261116, "membership", "ordinary"));

/** The first of the canaries is that of the worst case. */
export function targetsOf(setting: Setting, canaries: readonly LabelledRecord[]): readonly LabelledRecord[] {
  if (setting === "ordinary") return ORDINARY;
  return setting === "worst-case" ? canaries.slice(0, 1) : canaries;
}

/** As a dataset, with as many columns as asked, those beyond a record's features 0; labels as the learner wants them. */
export function datasetOf(
  records: readonly LabelledRecord[],
  columns: number,
  labelOf: (label: number) => number = (label) => label,
): Dataset {
  const features = new Float64Array(columns * records.length);
  for (let i = 0; i < records.length; i++) features.set(records[i].features, i * columns);
  return dataset({ features, labels: Float64Array.from(records, ({ label }) => labelOf(label)), columns });
}
