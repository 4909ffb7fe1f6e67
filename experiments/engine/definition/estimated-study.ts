/**
 * Estimated study: trials whose blocks are counts or moments, judged by their shares or means with intervals.
 *
 * A block of `shareStudy` returns how often each named thing happened, a block of `meanStudy` the moments of each named number;
 * `judge` sees the estimates by the same names. The intervals are those of `shareOf` and `meanOf`.
 * @example
 * ```ts
 * import { axis, estimateNear, shareStudy, z } from "epsilab/experiments";
 * const share = axis(z.number().min(0).max(1), { means: "chance of a one", quick: [0.5] });
 * const study = shareStudy({
 *   axes: { share },
 *   trials: { quick: 10_000, full: 100_000 },
 *   intervals: () => 1,
 *   block: (cell, count, random) => {
 *     let ones = 0;
 *     for (let trial = 0; trial < count; trial++) if (random.uint32() < cell.share * 4294967296) ones++;
 *     return { ones };
 *   },
 *   judge: (cell, { ones }) => ({ checks: { share: estimateNear(ones, cell.share, { absolute: 0.05 }) } }),
 * });
 * study.kind; // => 'sampled'
 * ```
 */
import type { Moments } from "../../../lib/statistics/moments.ts";
import type { Axes, Cell } from "./axis.ts";
import { type Estimate, meanOf, shareOf } from "./checks.ts";
import type { Judgement } from "./judgement.ts";
import { type SampleContext, type SampledStudy, type SampledStudyOf, studySeeing } from "./study.ts";

/** Counts or moments by name, or lists of them. */
type Named<Value> = Readonly<Record<string, Value | readonly Value[]>>;

/** An estimate for each. */
type Estimates<Summary> = {
  readonly [Name in keyof Summary]: Summary[Name] extends readonly unknown[] ? readonly Estimate[] : Estimate;
};

interface EstimatedStudyOf<A extends Axes, Summary, Data>
  extends Omit<SampledStudyOf<A, Summary, Data>, "merge" | "judge"> {
  /** The checks of a cell, by name, from the estimates of all its trials. */
  judge(cell: Cell<A>, estimates: Estimates<Summary>, context: SampleContext): Judgement;
}

export function shareStudy<const A extends Axes, Summary extends Named<number>, Data = unknown>(
  study: EstimatedStudyOf<A, Summary, Data>,
): SampledStudy<A, Summary, Estimates<Summary>, Data> {
  return estimatedStudy(study, shareOf);
}

export function meanStudy<const A extends Axes, Summary extends Named<Moments>, Data = unknown>(
  study: EstimatedStudyOf<A, Summary, Data>,
): SampledStudy<A, Summary, Estimates<Summary>, Data> {
  return estimatedStudy(study, meanOf);
}

function estimatedStudy<A extends Axes, Value, Summary extends Named<Value>, Data>(
  { judge, ...drawn }: EstimatedStudyOf<A, Summary, Data>,
  estimateOf: (value: Value, context: SampleContext) => Estimate,
): SampledStudy<A, Summary, Estimates<Summary>, Data> {
  const see = (summary: unknown, context: SampleContext) =>
    Object.fromEntries(
      Object.entries(summary as Named<Value>).map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value.map((each: Value) => estimateOf(each, context))
          : estimateOf(value as Value, context),
      ]),
    ) as Estimates<Summary>;
  return studySeeing(drawn, see, judge);
}
