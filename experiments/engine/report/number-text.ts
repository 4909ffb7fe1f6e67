/**
 * Number text: a number as a reader of the page wants it: four digits, and a power of ten where it is very small or very large.
 */
import type { CellRow } from "../definition/row.ts";

const DIGITS = 4;
/** Of a double. */
const MOST_DIGITS = 17;
const LEAST_PLAIN = 1e-4;
const MOST_PLAIN = 1e7;

/** Powers are written with `^`, which `typeset` raises. */
export function numberText(value: number, digits = DIGITS): string {
  const size = Math.abs(value);
  if (size >= LEAST_PLAIN && size < MOST_PLAIN) return Number(value.toPrecision(digits)).toString().replace("-", "−");
  if (size === 0) return "0";
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  return `${Number(mantissa)}·10^(${Number(power)})`.replaceAll("-", "−");
}

/** The sign stays on the line of its number. */
export function percentText(share: number): string {
  return `${numberText(100 * share, 3)}\u00a0%`;
}

/** "epsilon 1, size 500": where in its grid a cell is. */
export function cellText(cell: CellRow["cell"]): string {
  const values = Object.entries(cell).map(([axis, value]) => `${axis} ${value}`);
  return values.length === 0 ? "the only cell" : values.join(", ");
}

/** "claimed 1.05, found 1.344", as far as both are known, with as many digits as tell them apart. */
export function againstText({
  estimate,
  theory,
}: { readonly [Key in "estimate" | "theory"]?: number | undefined }): string {
  const digits = theory === undefined || estimate === undefined ? DIGITS : digitsApart(theory, estimate);
  return [
    theory === undefined ? "" : `claimed ${numberText(theory, digits)}`,
    estimate === undefined ? "" : `found ${numberText(estimate, digits)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

function digitsApart(one: number, other: number): number {
  let digits = DIGITS;
  while (one !== other && digits < MOST_DIGITS && numberText(one, digits) === numberText(other, digits)) digits += 1;
  return digits;
}
