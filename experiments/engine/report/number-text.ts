/**
 * Number text: a number as a reader of the page wants it: four digits, and a power of ten where it is very small or very large.
 */
import type { CellRow } from "../row.ts";

const DIGITS = 4;
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

/** "claimed 1.05, found 1.344", as far as both are known. */
export function againstText({
  estimate,
  theory,
}: { readonly [Key in "estimate" | "theory"]?: number | undefined }): string {
  return [
    theory === undefined ? "" : `claimed ${numberText(theory)}`,
    estimate === undefined ? "" : `found ${numberText(estimate)}`,
  ]
    .filter(Boolean)
    .join(", ");
}
