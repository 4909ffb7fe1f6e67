/**
 * Quantile: one quantile by the exponential mechanism, with its exact law.
 *
 * Theorem: let i be the number of n records at or below t and q the wanted probability. |i - q n| changes by at most 1 under `swap` and by
 * at most max(q, 1 - q) under `add-remove`, so the density on [lower, upper] proportional to exp(-epsilon |i - q n| / 2), or
 * exp(-epsilon |i - q n| / (2 max(q, 1 - q))), is epsilon-differentially private.
 * Source: McSherry, Talwar (FOCS 2007), theorem 6; Smith (STOC 2011), section 3, for the quantile score.
 * Limits: records are clamped. An atom of the data has no mass of its own: see `smoothedQuantiles`. The worst pair attains
 * epsilon up to 2^-40 e^epsilon, and is refused for probabilities within 1e-6 of 0 or 1. Float64 outputs are for study.
 * @example
 * ```ts
 * import { quantile, stream } from "epsilab";
 * const median = quantile({ epsilon: 1, probability: 0.5, lower: 0, upper: 100, neighbours: "swap" });
 * const values = Array.from({ length: 99 }, (_, k) => k + 1);
 * median.release(values, stream(20261115, "example")); // => 50.1431...
 * ```
 */
import { refuse, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { fillEach } from "../../random/batch.ts";
import type { Stream } from "../../random/stream.ts";
import { piecewiseConstantLaw } from "../laws/piecewise-constant-law.ts";
import { edgesOf } from "./joint-quantiles.ts";
import { type Range, type RecordNeighbours, requireRange, requireRecordNeighbours } from "./noisy-statistic.ts";

/** The width of the thin cell of the worst pair, as a share of the range: 2^-40. */
const LEAST_SHARE = 1 / 1099511627776;
const LEAST_PROBABILITY = 1e-6;

export interface QuantileParameters extends Range {
  readonly epsilon: number;
  readonly probability: number;
  readonly neighbours: RecordNeighbours;
}

export function quantile({
  epsilon,
  probability,
  lower,
  upper,
  neighbours,
}: QuantileParameters): ClosedMechanism<ArrayLike<number>, number, Stream, ContinuousLaw> {
  requirePositive({ epsilon });
  requireOpenProbability({ probability });
  requireRange({ lower, upper });
  requireRecordNeighbours(neighbours);
  const sensitivity = neighbours === "swap" ? 1 : Math.max(probability, 1 - probability);
  const rate = epsilon / (2 * sensitivity);
  // Beyond, all cells of a large dataset would have weight 0, and whether it is large would show.
  if (!(rate * Number.MAX_SAFE_INTEGER < Infinity)) refuse("epsilon", "at most 1e292", epsilon);
  const law = (records: ArrayLike<number>) => {
    const edges = edgesOf(records, { lower, upper });
    const target = probability * records.length;
    return piecewiseConstantLaw(
      edges,
      Float64Array.from({ length: records.length + 1 }, (_, i) => -rate * Math.abs(i - target)),
    );
  };
  return {
    name: "quantile",
    neighbours,
    guarantee: pure(epsilon),
    release: (records, random) => law(records).draw(random),
    releaseMany: (records, out, random) => {
      const at = law(records);
      return fillEach(out, () => at.draw(random));
    },
    law,
    // An exponential mechanism, whose exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
    worstPair: () => farthestPair({ probability, lower, upper, neighbours }),
  };
}

/** Almost all of the range moves a sensitivity away from the quantile, and a thin cell at an end a sensitivity towards it. */
function farthestPair({
  probability,
  lower,
  upper,
  neighbours,
}: Omit<QuantileParameters, "epsilon">): readonly [number[], number[]] {
  const rarer = Math.min(probability, 1 - probability);
  if (rarer < LEAST_PROBABILITY) refuse("probability", `at least ${LEAST_PROBABILITY} from 0 and 1`, probability);
  const width = LEAST_SHARE * (upper - lower);
  const [end, near, other] = probability <= 0.5 ? [lower, lower + width, upper] : [upper, upper - width, lower];
  const rest = new Array<number>(Math.ceil(1 / rarer) - 1).fill(near);
  return neighbours === "swap"
    ? [
        [...rest, other],
        [end, ...rest],
      ]
    : [rest, [end, ...rest]];
}
