/**
 * Rounding to the safe side: move a root away from the unsafe side until the computed condition holds.
 *
 * A root finder stops on either side of the root; a privacy loss must never be rounded down, nor an allowance up. The steps start at
 * two units in the last place and double, so that the search ends even where rounding makes the condition flicker.
 */
export function raiseUntil(start: number, isSafe: (value: number) => boolean): number {
  let value = start;
  for (let step = 2 * Number.EPSILON; !isSafe(value); step *= 2) value += value * step + Number.MIN_VALUE;
  return value;
}

/** For positive values. */
export function lowerUntil(start: number, isSafe: (value: number) => boolean): number {
  let value = start;
  for (let step = 2 * Number.EPSILON; !isSafe(value); step *= 2) value /= 1 + step;
  return value;
}

/** A little more than half a unit in the last place of 1. */
const HALF_UNIT = (Number.EPSILON / 2) * (1 + Number.EPSILON);

/**
 * The next float64 below a normal number.
 * Source: Rump, Zimmermann, Boldo, Melquiond (BIT 2009), doi:10.1007/s10543-009-0218-z.
 */
export function floatBelow(value: number): number {
  return value - Math.max(Math.abs(value) * HALF_UNIT, Number.MIN_VALUE);
}
