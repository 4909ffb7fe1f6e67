/**
 * The two tails of a distribution at one point, one of them computed directly as density times factor.
 *
 * The density, with respect to log x or to the log-odds of x, is kept as scale * exp(high + low): its logarithm in two
 * parts, so that a tail of 1e-300 keeps its digits, and beyond that the logarithm remains.
 */
import type { DoubleDouble } from "./double-double.ts";
import { expOfSum } from "./exponential.ts";
import { log, log1p } from "./logarithm.ts";

export interface Density {
  readonly exponent: DoubleDouble;
  readonly scale: number;
}

export interface Tails {
  readonly lower: number;
  readonly upper: number;
  /** Which tail was computed directly; the other is its complement. */
  readonly direct: "lower" | "upper";
  /** Logarithm of the direct tail, also where that is below float64. */
  readonly logDirect: number;
  /** Direct tail over density. */
  readonly factor: number;
  readonly density: number;
}

/** `complement` is the other tail where it is known better than as the difference from 1. */
export function tailsOf(density: Density, factor: number, direct: "lower" | "upper", complement?: number): Tails {
  const { high, low } = density.exponent;
  const root = expOfSum(high / 2, low / 2);
  const product = root * (density.scale * factor) * root;
  const logDirect = high + (low + log(density.scale * factor));
  const other = complement ?? 1 - product;
  const value = complement === undefined ? product : 1 - complement;
  return {
    lower: direct === "lower" ? value : other,
    upper: direct === "lower" ? other : value,
    direct,
    logDirect,
    factor,
    density: root * density.scale * root,
  };
}

/** Logarithm of the tail on one side, relatively accurate also where the tail is near 1 or below float64. */
export function logTail(tails: Tails, side: "lower" | "upper"): number {
  const tail = tails[side];
  if (tail > 0.5) return log1p(-tails[side === "lower" ? "upper" : "lower"]);
  return tail < 1e-290 && tails.direct === side ? tails.logDirect : log(tail);
}
