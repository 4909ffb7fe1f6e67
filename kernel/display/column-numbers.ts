/**
 * Column numbers: the numbers of one column of a table, to the same place behind the point.
 *
 * Method: each number is rounded to this many significant digits, and zeros at its end are left out; the column then has as many
 * decimals as the number that needs most. Whole numbers alone are written whole. Where the sizes lie so far apart, or so far from
 * 1, that this would be a row of zeros, all are written with an exponent.
 * Limits: what is no number is not written here; a number may show more digits than were asked for, which are zeros or its own.
 */

export const USUAL_DIGITS = 6;

/** Zeros before the first digit behind the point, and digits before the point, beyond which an exponent is shorter. */
const MOST_ZEROS = 3;
const MOST_WHOLE = 15;

/** Refuses what is no number of digits. */
export function requireDigits(digits: unknown): number {
  if (typeof digits === "number" && Number.isInteger(digits) && digits >= 1 && digits <= 17) return digits;
  throw new RangeError(`digits must be a whole number from 1 to 17, got ${String(digits)}`);
}

/** How the numbers of a column are written: a function of the number. */
export function columnFormat(numbers: readonly number[], digits: number = USUAL_DIGITS): (value: number) => string {
  const finite = numbers.filter(Number.isFinite);
  if (finite.every((value) => Number.isInteger(value) && Math.abs(value) < 10 ** MOST_WHOLE)) return String;
  const decimals = Math.max(...finite.map((value) => decimalsOf(value, digits)));
  const isSmall = finite.every((value) => Math.abs(value) < 10 ** MOST_WHOLE);
  if (decimals <= digits + MOST_ZEROS && isSmall)
    return (value) => (Number.isFinite(value) ? value.toFixed(decimals) : String(value));
  const mantissa = Math.max(...finite.map((value) => trimmed(value.toExponential(digits - 1).split("e")[0]).length));
  return (value) => (Number.isFinite(value) ? value.toExponential(mantissa) : String(value));
}

/** Decimals that a number needs for its significant digits. */
function decimalsOf(value: number, digits: number): number {
  if (value === 0) return 0;
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  return Math.max(0, trimmed(mantissa).length - Number(exponent));
}

/** The decimals of a text without zeros at their end. */
function trimmed(text: string): string {
  return (text.split(".")[1] ?? "").replace(/0+$/, "");
}
