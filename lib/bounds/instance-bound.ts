/**
 * Instance bounds through the modulus of continuity: how well a private answer can do on one dataset and the ones near it.
 *
 * The modulus w_k of f at x is how far f can move when at most k records of x are replaced. Theorem: for every epsilon-private A
 * (swap) and every k, some dataset within k records of x has a mean absolute error of at least w_k / (1 + e^(k epsilon)); with the
 * guarantee's overlap in general, (w_k / 2) overlap(k). For the squared error (w_k^2 / 4) times the harmonic overlap, for pure
 * privacy (w_k / (2 cosh(k epsilon / 2)))^2. Under `add-remove` the guarantee counts for a group of two.
 * Source: Asi, Duchi (NeurIPS 2020) for the modulus; the constant by the triangle inequality and the best test between outputs k
 * records apart.
 * Limits: the modulus by going through all datasets, at most 2^20, which are read with the statistic; a statistic whose modulus is
 * known needs none of it.
 */
import { callable, declare, made, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireFinite, requireList } from "../numerics/requirements.ts";
import { errorLoss } from "./error-loss.ts";
import {
  boundedGuarantee,
  estimatorNeighbours,
  harmonicOverlap,
  leastOverlap,
  underSwap,
} from "./indistinguishability.ts";
import { bestStep, requireMoves, type StepBound } from "./unbiased-variance.ts";

export const instanceBoundParameters = declare({
  guarantee: boundedGuarantee,
  /** The modulus at 1, 2, ... replaced records. */
  moves: made<ArrayLike<number>>(requireMoves),
  /** Absolute by default. */
  loss: optional(errorLoss, "absolute"),
  /** Swap by default. */
  neighbours: optional(estimatorNeighbours, "swap"),
});

export interface InstanceBoundParameters extends ParametersOf<typeof instanceBoundParameters> {}

export function instanceBound(parameters: InstanceBoundParameters): StepBound {
  const { moves, loss, neighbours, ...given } = instanceBoundParameters.read(parameters);
  const guarantee = underSwap(given.guarantee, neighbours);
  if (loss === "squared")
    return bestStep(moves, (move, step) => (move / 2) * (move / 2) * harmonicOverlap(guarantee, step));
  return bestStep(moves, (move, step) => (move / 2) * leastOverlap(guarantee, step));
}

/** Records are not shown. */
const rows = made<readonly unknown[]>((value, name) => {
  requireList(name, value);
  if (!(value.length > 0)) refuse(name, "of at least one record", value);
});

export const modulusParameters = declare({
  universe: rows,
  records: rows,
  statistic: callable<(records: readonly never[]) => number>(),
});

export interface ModulusParameters<Row> {
  readonly universe: readonly Row[];
  readonly records: readonly Row[];
  statistic(records: readonly Row[]): number;
}

const MOST_DATASETS = 1048576;

/** The modulus at 1, 2, ..., n replaced records. */
export function modulusOfContinuity<Row>(parameters: ModulusParameters<Row>): number[] {
  modulusParameters.read(parameters as ModulusParameters<never>);
  const { universe, records } = parameters;
  const statistic = (dataset: readonly Row[]) => parameters.statistic(dataset);
  const size = records.length;
  let total = 1;
  for (let i = 0; i < size; i++) total *= universe.length;
  if (total > MOST_DATASETS) refuse("records", "of at most 2^20 datasets", records);
  const centre = statistic(records);
  requireFinite({ "the statistic": centre });
  const moves = new Array<number>(size).fill(0);
  for (let code = 0; code < total; code++) {
    const other: Row[] = [];
    let changed = 0;
    for (let i = 0, rest = code; i < size; i++, rest = Math.floor(rest / universe.length)) {
      other.push(universe[rest % universe.length]);
      if (other[i] !== records[i]) changed++;
    }
    if (changed === 0) continue;
    const value = statistic(other);
    requireFinite({ "the statistic": value });
    moves[changed - 1] = Math.max(moves[changed - 1], Math.abs(value - centre));
  }
  for (let k = 1; k < size; k++) moves[k] = Math.max(moves[k], moves[k - 1]);
  return moves;
}
