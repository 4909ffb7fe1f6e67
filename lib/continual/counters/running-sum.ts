/**
 * Running sums: estimates of x_1 + ... + x_t at every time t of a stream, all of them together private for one record.
 *
 * One interface for every counter of this folder. A session takes a record and gives the estimate of the sum so far; `release` does
 * it for a whole stream, with the same bits. Records outside their range are brought to it (`record-range.ts`). A record that is no
 * number or of the wrong length, and one beyond the horizon, is refused, and neither the session nor the source of randomness has
 * moved. The error of an estimate has mean 0 and the exact variance `variance(t)`. Limits: a session lives in memory and cannot be
 * saved. Adaptive streams are allowed: each record may depend on all estimates before it, as the gradients of online learning do.
 * The noise is drawn independently of the records, and the release is a sequence of Laplace mechanisms or one Gaussian mechanism,
 * both of which compose adaptively (Dwork, Naor, Pitassi, Rothblum, STOC 2010; for Gaussian factorisations Denisov, McMahan, Rush,
 * Smith, Thakurta, NeurIPS 2022, theorem 2.1).
 */
import type { ParametersOf } from "../../numerics/parameters.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { anyHorizon } from "../horizon.ts";
import {
  type RecordOf,
  type RecordRange,
  recordRange,
  type StreamNeighbours,
  streamNeighbours,
} from "./record-range.ts";

/** Of all estimates together: a pure guarantee takes Laplace noise, the others Gaussian noise. */
export const SUM_KINDS = ["pure", "approximate", "zero-concentrated", "gaussian"] as const;

/** What every running sum takes, besides its horizon and budget. */
export const SUMMED = {
  /** `{ lower, upper }` for numbers, `{ dimension, radius }` for vectors. */
  records: recordRange,
  neighbours: streamNeighbours,
};

export const runningSumParameters = withBudget(SUM_KINDS, {
  /** The largest number of records. */
  horizon: anyHorizon,
  ...SUMMED,
});

export type RunningSumParameters<Range extends RecordRange> = ParametersOf<typeof runningSumParameters> & {
  readonly records: Range;
};

/** What a builder has read. */
export type SummedRead = Omit<ReturnType<typeof runningSumParameters.read>, "horizon">;

/** The law of one fresh draw: Laplace or normal in each coordinate, or of density proportional to exp(-|g| / scale) on R^d. */
export interface StreamNoise {
  readonly kind: "laplace" | "ball" | "gaussian";
  /** The standard deviation of Gaussian noise, the scale of the others. */
  readonly scale: number;
}

/** Streams are lists of coordinates, one record after another; so are estimates. */
export type StreamMechanism = Mechanism<ArrayLike<number>, Float64Array, Stream>;

/**
 * What the estimates are computed from: C x plus independent noise, of which they are a linear image (`factorisation.ts`). Its law
 * is a product, so that audits of it are exact. Not of noise on R^d, which has no independent coordinates.
 */
export interface Measured extends StreamMechanism {
  law?(records: ArrayLike<number>): ProductLaw;
  privacyLoss(): DominatingPair;
  worstPair(): readonly [Float64Array, Float64Array];
}

export interface RunningSum<Item extends number | Float64Array> extends Omit<StreamMechanism, "law" | "releaseMany"> {
  readonly neighbours: StreamNeighbours;
  /** The largest number of records; 2^30 where none is given. */
  readonly horizon: number;
  readonly dimension: number;
  /** Whether records are vectors, of one coordinate or more, and not numbers. */
  readonly isVector: boolean;
  readonly noise: StreamNoise;
  readonly measured: Measured;
  /** The exact variance of a coordinate of the estimate at time t, from 1 to the horizon. */
  variance(t: number): number;
  privacyLoss(): DominatingPair;
  /** Two streams that differ in one record, on which the guarantee is attained. */
  worstPair(): readonly [Float64Array, Float64Array];
  start(): RunningSumSession<Item>;
}

export type RunningSumOf<Range extends RecordRange> = RunningSum<RecordOf<Range>>;

export interface RunningSumSession<Item extends number | Float64Array> {
  /** How many records were taken. */
  readonly time: number;
  /** The estimate of the sum of all records so far, this one included: a number, or a fresh vector. */
  push(record: Item, random: Stream): Item;
}
