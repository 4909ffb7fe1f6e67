/**
 * The range of a stream's records, and what one record can change in a sum.
 *
 * A record is a number in [lower, upper], or a vector of Euclidean norm at most `radius`. One outside is brought to the nearest
 * point of the range: to refuse it would tell that there was such a record. Vectors are cut at radius (1 - 2^-40), so that rounding
 * does not take them past it. What is no number is refused, and never shown.
 * Sensitivity of a sum: `event`, one record replaced: upper - lower, or 2 radius; `zero-out`, one record replaced by a null record,
 * which is 0: max(|lower|, |upper|), or radius.
 */
import { declare, finite, integer, made, oneOf, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList, requirePositive } from "../../numerics/requirements.ts";

const scalarRange = declare({ lower: finite, upper: finite }, ({ lower, upper }) => {
  if (!(lower < upper)) refuse("upper", `above lower, ${lower}`, upper);
});

export interface ScalarRange extends ParametersOf<typeof scalarRange> {}

const LARGEST_DIMENSION = 16777216; // 2^24

const vectorRange = declare(
  {
    dimension: integer(1, LARGEST_DIMENSION),
    /** The largest Euclidean norm. */
    radius: positive,
  },
  ({ radius }) => requirePositive({ "radius * radius": radius * radius }),
);

export interface VectorRange extends ParametersOf<typeof vectorRange> {}

export type RecordRange = ScalarRange | VectorRange;

/** The range of the records, as a parameter. */
export const recordRange = made<RecordRange>((range, name) => {
  if (typeof range !== "object" || range === null) refuse(name, "{ lower, upper } or { dimension, radius }", range);
  if ("dimension" in range) vectorRange.read(range, name);
  else scalarRange.read(range, name);
});

export type StreamNeighbours = "event" | "zero-out";

/** The relations of streams, as a parameter. */
export const streamNeighbours = oneOf<StreamNeighbours>("event", "zero-out");

/** What a session takes and gives: numbers, or vectors. */
export type RecordOf<Range extends RecordRange> = Range extends VectorRange ? Float64Array : number;

/** 1 - 2^-40. */
const INSIDE = 0.9999999999990905;

export interface RecordClip {
  readonly dimension: number;
  readonly isVector: boolean;
  readonly sensitivity: number;
  /** Two records, neighbours of one another, whose distance is the sensitivity. */
  readonly extremes: readonly [Float64Array, Float64Array];
  /** Writes the record, clipped, to `out` from `at` on; the record is at `from` in `values`. */
  take(values: ArrayLike<number>, from: number, out: Float64Array, at: number): void;
  /** All records, clipped. */
  takeAll(values: ArrayLike<number>): Float64Array;
}

/** Of a range and a relation that were read. */
export function recordClip(range: RecordRange, neighbours: StreamNeighbours): RecordClip {
  return "dimension" in range ? vectorClip(range, neighbours) : scalarClip(range, neighbours);
}

function scalarClip({ lower, upper }: ScalarRange, neighbours: StreamNeighbours): RecordClip {
  if (neighbours === "zero-out" && !(lower <= 0)) refuse("lower", "at most 0, the null record of zero-out", lower);
  if (neighbours === "zero-out" && !(upper >= 0)) refuse("upper", "at least 0, the null record of zero-out", upper);
  const largest = -lower > upper ? lower : upper;
  const sensitivity = neighbours === "event" ? upper - lower : Math.abs(largest);
  requirePositive({ "upper - lower": sensitivity });
  const clamped = (value: number) => {
    if (!Number.isFinite(value)) refuseData("a record", "finite");
    return value < lower ? lower : value > upper ? upper : value;
  };
  return {
    dimension: 1,
    isVector: false,
    sensitivity,
    extremes:
      neighbours === "event"
        ? [Float64Array.of(lower), Float64Array.of(upper)]
        : [Float64Array.of(0), Float64Array.of(largest)],
    take: (values, from, out, at) => {
      out[at] = clamped(values[from]);
    },
    takeAll: (values) => {
      const out = new Float64Array(values.length);
      for (let k = 0; k < out.length; k++) out[k] = clamped(values[k]);
      return out;
    },
  };
}

function vectorClip({ dimension, radius }: VectorRange, neighbours: StreamNeighbours): RecordClip {
  const sensitivity = neighbours === "event" ? 2 * radius : radius;
  const along = (length: number) => {
    const record = new Float64Array(dimension);
    record[0] = length;
    return record;
  };
  const most = radius * INSIDE;
  const take: RecordClip["take"] = (values, from, out, at) => {
    let largest = 0;
    for (let i = 0; i < dimension; i++) {
      const value = values[from + i];
      if (!Number.isFinite(value)) refuseData("a record", "of finite coordinates");
      out[at + i] = value;
      if (Math.abs(value) > largest) largest = Math.abs(value);
    }
    // Only coordinates within the radius are squared: no square overflows.
    const shrink = largest > radius ? radius / largest : 1;
    let sum = 0;
    for (let i = 0; i < dimension; i++) {
      out[at + i] *= shrink;
      sum += out[at + i] * out[at + i];
    }
    const norm = Math.sqrt(sum);
    if (norm > most) for (let i = 0; i < dimension; i++) out[at + i] *= most / norm;
  };
  return {
    dimension,
    isVector: true,
    sensitivity,
    extremes: [along(neighbours === "event" ? -radius : 0), along(radius)],
    take,
    takeAll: (values) => {
      const out = new Float64Array(values.length);
      for (let at = 0; at < out.length; at += dimension) take(values, at, out, at);
      return out;
    },
  };
}

/** Refuses a list of coordinates that is not one of whole records, at most `horizon`. */
export function requireRecords(values: ArrayLike<number>, dimension: number, horizon: number): void {
  requireList("records", values);
  if (values.length % dimension !== 0) refuse("the length of records", `a multiple of ${dimension}`, values.length);
  const times = values.length / dimension;
  if (times > horizon) refuse("the number of records", `at most the horizon, ${horizon}`, times);
}
