/**
 * Decimal: a stored number rounded to decimal places exactly, as an integer of units of the last place.
 *
 * What is rounded is the number as it is written in the result, the shortest decimal that reads back as the same float64: integer
 * arithmetic on its digits decides every case, ties and directed rounding included, as a reader with the file and a pencil would.
 */
export type Rounding = "nearest" | "down" | "up";

/** value * 10^places as a fraction of integers, the denominator positive. */
function scaledFraction(value: number, places: number): readonly [bigint, bigint] {
  if (!Number.isFinite(value)) throw new RangeError(`value must be finite to be printed, got ${value}`);
  const [digits, exponent] = value.toExponential().split("e");
  const [whole, part = ""] = digits.split(".");
  const power = Number(exponent) - part.length + places;
  const units = BigInt(whole + part);
  return power >= 0 ? [units * tens(power), 1n] : [units, tens(-power)];
}

function tens(count: number): bigint {
  return BigInt(`1${"0".repeat(count)}`);
}

/** `value` in units of 10^-places; nearest rounds ties away from zero. `places` may be negative. */
export function roundedUnits(value: number, places: number, rounding: Rounding = "nearest"): bigint {
  const [numerator, denominator] = scaledFraction(value, places);
  const truncated = numerator / denominator;
  const rest = numerator - truncated * denominator;
  if (rest === 0n) return truncated;
  const away = truncated + (numerator < 0n ? -1n : 1n);
  if (rounding === "down") return numerator < 0n ? away : truncated;
  if (rounding === "up") return numerator < 0n ? truncated : away;
  return 2n * (rest < 0n ? -rest : rest) >= denominator ? away : truncated;
}

/** Whether `units` of 10^-places are `value` rounded to the nearest, either way at a tie. */
export function isRounded(value: number, units: bigint, places: number): boolean {
  const [numerator, denominator] = scaledFraction(value, places);
  const off = numerator - units * denominator;
  return 2n * (off < 0n ? -off : off) <= denominator;
}

/** Units of 10^-places in plain digits. */
export function decimalText(units: bigint, places: number): string {
  if (places <= 0) return String(units * tens(-places));
  const sign = units < 0n ? "-" : "";
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The power of ten of the first digit: 2 for 314, -3 for 0.0042. Not of zero. */
export function leadingExponent(value: number): number {
  if (value === 0 || !Number.isFinite(value)) throw new RangeError(`value must have a leading digit, got ${value}`);
  return Number(value.toExponential().split("e")[1]);
}
