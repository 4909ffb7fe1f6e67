/**
 * An epsilon as it is stated: a number, which counts as the decimal it is written as, or a fraction.
 *
 * A ledger adds up decimals: 0.1 is one tenth, and the float64 of that name is above it by 5.6e-18. Exact noise is therefore made
 * for the lesser of the two, so that its guarantee is within what is stated, however it is read. 3/10 is 0.3; of a fraction that no
 * float64 is written as, such as 1/3, the bound is a float64 above it.
 */
import { requirePositive } from "../../numerics/requirements.ts";
import {
  decimalFraction,
  exactFraction,
  type Fraction,
  fractionOf,
  numberOf,
  type Rational,
} from "../../random/rational.ts";
import { rationalBound } from "../laws/rational-bound.ts";

export interface StatedEpsilon {
  /** What the guarantee states. */
  readonly bound: number;
  /** What the noise is made for. */
  readonly fraction: Fraction;
}

export function statedEpsilon(epsilon: number | Rational): StatedEpsilon {
  if (typeof epsilon !== "object" || epsilon === null) return written(epsilon);
  const fraction = fractionOf("epsilon", epsilon, 1n);
  const bound = rationalBound("epsilon", fraction);
  const nearest = numberOf(fraction);
  const same = [decimalFraction(nearest), exactFraction(nearest)].some(
    (other) => !isBelow(other, fraction) && !isBelow(fraction, other),
  );
  return same ? written(nearest) : { bound, fraction };
}

function written(epsilon: number): StatedEpsilon {
  requirePositive({ epsilon });
  const [decimal, binary] = [decimalFraction(epsilon), exactFraction(epsilon)];
  return { bound: epsilon, fraction: isBelow(decimal, binary) ? decimal : binary };
}

function isBelow(first: Fraction, second: Fraction): boolean {
  return first.numerator * second.denominator < second.numerator * first.denominator;
}
