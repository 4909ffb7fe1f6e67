/**
 * Noisy statistic: a number computed from the records, with Laplace noise of its sensitivity.
 *
 * Theorem: if the statistic of neighbouring datasets differs by at most `sensitivity`, adding Laplace(sensitivity / epsilon) is
 * epsilon-differentially private.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1.
 * Limits: float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 */
import { callable, finite, oneOf, text } from "../../numerics/parameters.ts";
import {
  refuse,
  refuseData,
  requireFinite,
  requireFiniteData,
  requireList,
  requirePositive,
} from "../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import type { MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import type { Neighbours } from "../../privacy/guarantees/neighbours.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { fillLaplace, sampleLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { shift } from "../noise/shift.ts";

/** The relations under which the sensitivities of records are known. */
export type RecordNeighbours = Extract<Neighbours, "swap" | "add-remove">;

export const recordNeighbours = oneOf<RecordNeighbours>("swap", "add-remove");

export const noisyStatisticParameters = withBudget(["pure"], {
  name: text,
  neighbours: recordNeighbours,
  statistic: callable<(records: readonly never[]) => number>(),
  sensitivity: callable<(count: number) => number>(),
});

export type NoisyStatisticParameters<Row> = Budget<"pure"> & {
  readonly name: string;
  readonly neighbours: RecordNeighbours;
  statistic(records: readonly Row[]): number;
  /** May depend on the number of records under `swap` only, where that number is public. */
  sensitivity(count: number): number;
};

export function noisyStatistic<Row>(
  parameters: NoisyStatisticParameters<Row>,
): MechanismWithLaw<readonly Row[], number, Stream, ContinuousLaw> {
  const { name, guarantee, neighbours, sensitivity } = noisyStatisticParameters.read(parameters);
  const { statistic } = parameters;
  const { epsilon } = guarantee;
  const scaleOf = (records: readonly Row[]) => {
    const scale = sensitivity(records.length) / epsilon;
    requirePositive({ "sensitivity / epsilon": scale });
    return scale;
  };
  const centreOf = (records: readonly Row[]) => {
    requireList("records", records);
    const centre = statistic(records);
    requireFiniteData({ statistic: centre });
    return centre;
  };
  return {
    name,
    neighbours,
    guarantee,
    release: (records, random) => centreOf(records) + sampleLaplace(scaleOf(records), random),
    releaseMany: (records, out, random) => {
      const centre = centreOf(records);
      return shift(fillLaplace(scaleOf(records), out, random), centre);
    },
    law: (records) => laplaceLaw(centreOf(records), scaleOf(records)),
    // Whether two datasets are a whole sensitivity apart only the statistic knows.
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
  };
}

/** The public range that records are clamped to. */
export const RANGE = { lower: finite, upper: finite };

export interface Range {
  readonly lower: number;
  readonly upper: number;
}

export function requireRange({ lower, upper }: Range): void {
  requireFinite({ lower, upper });
  if (!(lower < upper)) refuse("upper", `above lower (${lower})`, upper);
  if (!(upper - lower < Infinity)) refuse("upper - lower", "finite", upper - lower);
}

/** The record moved to the nearest end of the range; NaN, which has no nearest end, is refused. */
export function clamp(value: number, { lower, upper }: Range): number {
  if (typeof value !== "number" || Number.isNaN(value)) refuseData("a record", "a number");
  return value < lower ? lower : value > upper ? upper : value;
}
