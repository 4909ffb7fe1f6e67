/**
 * The grid of an exact release: the multiples of a step 2^k, to which float64 values are rounded without any error of float64.
 *
 * Theorem: rounding x to floor(x / step + 1/2) steps is monotone and commutes with whole shifts, so a value that moves by d steps moves by
 * floor(d) or ceil(d) when rounded. Hence values at most D apart are at most ceil(D / step) steps apart, values that move in the same
 * direction still do, and where two values move by amounts that differ by at most D, their rounded moves differ by at most ceil(D /
 * step) + 1 steps: ceil(d + D) - floor(d) is no more.
 * Source: Mironov (CCS 2012), doi:10.1145/2382196.2382264, for rounding as the cure of float64 noise.
 * Limits: steps from 2^-500 to 2^500. Nothing is clamped: a place is an integer of any size.
 */
import { POWER_OFFSET, powersOfTwo } from "../../numerics/float64.ts";
import { made } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { bitsOf, fractionOf, numberOf, type Rational } from "../../random/rational.ts";

const LARGEST_EXPONENT = 500;

/** The step of such a grid, as a parameter. */
export const powerStep = made<Rational>((value, name) => void exponentOf(name, value), "fraction");

export interface Grid {
  readonly step: number;
  /** The multiple of the step to which a finite value is rounded, halves up. */
  placeOf(value: number): bigint;
  /** The float64 nearest to a place, and the largest where it is beyond float64. */
  valueAt(place: bigint): number;
  /** A distance in steps, rounded up; at least one. */
  stepsOf(distance: number): bigint;
  /** A value that is rounded up to this place by half a step: whatever is below it by d is rounded ceil(d) places lower. */
  edgeOf(place: number): number;
  /** Whether the edge of this place is finite and moves in float64 by what it should, up to a quarter of that. */
  isSeen(place: number, move: number): boolean;
}

/** k of a step 2^k. */
function exponentOf(name: string, step: Rational): number {
  const { numerator, denominator } = fractionOf(name, step, 1n);
  // In lowest terms one of the two is 1.
  const isPower = isPowerOfTwo(numerator) && isPowerOfTwo(denominator);
  const exponent = isPower ? bitsOf(numerator) - bitsOf(denominator) : Number.NaN;
  if (!(Math.abs(exponent) <= LARGEST_EXPONENT))
    refuse(name, "a power of two from 2^-500 to 2^500", `${numerator}/${denominator}`);
  return exponent;
}

function isPowerOfTwo(whole: bigint): boolean {
  return (whole & (whole - 1n)) === 0n;
}

export function grid(given: Rational): Grid {
  const exponent = exponentOf("step", given);
  const step = powersOfTwo[POWER_OFFSET + exponent];
  // Division by a power of two is exact, but where it overflows, for integers, or is far below a half.
  const steps = (value: number, round: (scaled: number) => number) =>
    Number.isFinite(value / step) ? BigInt(round(value / step)) : BigInt(value) << BigInt(-exponent);
  const edgeOf = (place: number) => (place - 0.5) * step;
  return {
    step,
    placeOf: (value) => steps(value, Math.round),
    valueAt: (place) => {
      const [size, shift] = [place < 0n ? -place : place, BigInt(Math.abs(exponent))];
      const fraction =
        exponent < 0 ? { numerator: size, denominator: 1n << shift } : { numerator: size << shift, denominator: 1n };
      return Math.min(Number.MAX_VALUE, numberOf(fraction)) * (place < 0n ? -1 : 1);
    },
    stepsOf: (distance) => steps(distance, (scaled) => Math.max(1, Math.ceil(scaled))),
    edgeOf,
    isSeen: (place, move) => {
      const edge = edgeOf(place);
      return Number.isFinite(edge) && Math.abs(edge - (edge - move) - move) <= move / 4;
    },
  };
}
