/**
 * Instance bounds through the modulus of continuity: how well a private answer can do on one dataset and the ones near it.
 *
 * The modulus w_k of f at x is how far f can move when at most k records of x are replaced. Theorem: for every epsilon-private A (swap) and every k,
 * some dataset within k records of x has a mean absolute error of at least w_k / (1 + e^(k epsilon)); with the guarantee's overlap in general,
 * (w_k / 2) overlap(k). For the squared error (w_k^2 / 4) times the harmonic overlap, for pure privacy (w_k / (2 cosh(k epsilon / 2)))^2. Under
 * `add-remove` the guarantee counts for a group of two.
 * Source: Asi, Duchi (NeurIPS 2020) for the modulus; the constant by the triangle inequality and the best test between outputs k records apart.
 * Limits: the modulus by going through all datasets, at most 2^20, which are read with the statistic; a statistic whose modulus is known needs
 * none of it.
 */
import { refuse, requireFinite, requireInteger } from "../numerics/requirements.ts";
import { type ErrorLoss, requireErrorLoss } from "./error-loss.ts";
import {
  type BoundedGuarantee,
  type EstimatorNeighbours,
  harmonicOverlap,
  leastOverlap,
  requireBounded,
  underSwap,
} from "./indistinguishability.ts";
import { bestStep, requireMoves, type StepBound } from "./unbiased-variance.ts";

export interface InstanceBoundParameters {
  readonly guarantee: BoundedGuarantee;
  /** The modulus at 1, 2, ... replaced records. */
  readonly moves: ArrayLike<number>;
  /** Absolute unless told. */
  readonly loss?: ErrorLoss;
  /** Swap unless told. */
  readonly neighbours?: EstimatorNeighbours;
}

export function instanceBound(parameters: InstanceBoundParameters): StepBound {
  const { moves, loss = "absolute", neighbours = "swap" } = parameters;
  requireBounded(parameters.guarantee);
  requireMoves(moves);
  requireErrorLoss(loss);
  const guarantee = underSwap(parameters.guarantee, neighbours);
  if (loss === "squared")
    return bestStep(moves, (move, step) => (move / 2) * (move / 2) * harmonicOverlap(guarantee, step));
  return bestStep(moves, (move, step) => (move / 2) * leastOverlap(guarantee, step));
}

export interface ModulusParameters<Row> {
  readonly universe: readonly Row[];
  readonly records: readonly Row[];
  statistic(records: readonly Row[]): number;
}

const MOST_DATASETS = 1048576;

/** The modulus at 1, 2, ..., n replaced records. */
export function modulusOfContinuity<Row>({ universe, records, statistic }: ModulusParameters<Row>): number[] {
  const size = records.length;
  requireInteger({ "the number of records": size }, 1);
  if (!(universe.length > 0)) refuse("universe", "of at least one record", universe);
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
