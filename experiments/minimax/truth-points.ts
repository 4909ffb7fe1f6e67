/**
 * Points at which bounds are held against the truth: sizes and levels of privacy, spread evenly by a sequence of low discrepancy.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type PureGuarantee,
  pure,
} from "../../lib/privacy/guarantees/guarantee.ts";
import { axis, z } from "../kit.ts";

interface TruthPoint {
  readonly size: number;
  readonly epsilon: number;
  readonly guarantee: PureGuarantee | ApproximateGuarantee;
}

/** Powers of the root of x^4 = x + 1, below 1. */
const STEPS = [0.8191725133961645, 0.671043606703789, 0.5497004779019702] as const;

const fraction = (value: number) => value - Math.floor(value);

/** Sizes from 1 to 8, epsilon from 0.05 to 4; every other point with a delta, from 1e-6 to 0.1. */
export function truthPoint(point: number): TruthPoint {
  const [first, second, third] = STEPS.map((step) => fraction(0.5 + (point + 1) * step));
  const between = (share: number, least: number, most: number) => exp(log(least) + share * (log(most) - log(least)));
  const size = 1 + Math.floor(8 * first);
  const epsilon = between(second, 0.05, 4);
  const guarantee = point % 2 === 0 ? pure(epsilon) : approximate(epsilon, between(third, 1e-6, 0.1));
  return { size, epsilon, guarantee };
}

export const point = axis(z.int().min(0).max(9999), {
  means: "point of the sequence of sizes and guarantees",
  quick: Array.from({ length: 12 }, (_, i) => i),
  full: Array.from({ length: 100 }, (_, i) => i),
});
