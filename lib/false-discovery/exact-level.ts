/**
 * Whether a p-value is at most the exact sum of a level, where float64 leaves it open.
 *
 * The sum is over products of float64 numbers; on the scale of odds p is compared with sum / (1 + sum), which is p <= (1 - p) sum.
 * Method: the sum in double-double arithmetic, whose terms are non-negative, so that each operation errs by less than 2^-100 of the
 * sum; if p is within that, the sum in integers, which is exact: a float64 is a whole multiple of 2^-1074.
 * @internal
 */
import { type DoubleDouble, exactProduct, exactSum, plus, times } from "../numerics/double-double.ts";

interface ExactSum {
  /** Weights with their values of gamma. */
  readonly single: readonly (readonly [number, number])[];
  /** The weight of every reward in `counts`: counts[s] of them, each with gamma[length of counts - 1 - s]. */
  readonly later: number;
  readonly counts: Float64Array;
  readonly gamma: Float64Array;
  readonly scale: "level" | "odds";
}

/** Below it the parts of a product are no float64. */
const LEAST_PRODUCT = 1e-270;
const UNIT = 7.888609052210118e-31; // 2^-100

export function exactlyAtMost(p: number, sum: ExactSum): boolean {
  const level = doubleDoubleSum(sum);
  const compared = sum.scale === "odds" ? times(level, exactSum(1, -p)) : level;
  const difference = p - compared.high - compared.low;
  const error = UNIT * (sum.counts.length + 16) * compared.high;
  if (compared.high > LEAST_PRODUCT && Math.abs(difference) > error) return difference < 0;
  const exact = integerSum(sum);
  // Both sides as multiples of 2^-3222.
  const one = 1n << 1074n;
  const [left, right] =
    sum.scale === "odds" ? [units(p) * one * one, (one - units(p)) * exact] : [units(p) * one, exact];
  return left <= right;
}

function doubleDoubleSum({ single, later, counts, gamma }: ExactSum): DoubleDouble {
  let rewards: DoubleDouble = { high: 0, low: 0 };
  const last = counts.length - 1;
  for (let s = 0; s <= last; s++) {
    if (counts[s] > 0) rewards = plus(rewards, exactProduct(counts[s], gamma[last - s]));
  }
  let sum = times(rewards, { high: later, low: 0 });
  for (const [weight, value] of single) sum = plus(sum, exactProduct(weight, value));
  return sum;
}

/** As a multiple of 2^-2148. */
function integerSum({ single, later, counts, gamma }: ExactSum): bigint {
  const last = counts.length - 1;
  let rewards = 0n;
  for (let s = 0; s <= last; s++) if (counts[s] > 0) rewards += BigInt(counts[s]) * units(gamma[last - s]);
  let sum = units(later) * rewards;
  for (const [weight, value] of single) sum += units(weight) * units(value);
  return sum;
}

/** A non-negative finite float64 as a multiple of 2^-1074. */
function units(value: number): bigint {
  const word = new DataView(new ArrayBuffer(8));
  word.setFloat64(0, value);
  const bits = word.getBigUint64(0);
  const exponent = bits >> 52n;
  const fraction = bits & ((1n << 52n) - 1n);
  return exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
}
