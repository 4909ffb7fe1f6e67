/**
 * Decimals: numbers as they are written, added and compared without rounding.
 *
 * `decimalOf(0.1)` is one tenth: the shortest decimal that reads back as the same float64, which is how a program writes it and how
 * it is shown. Sums and products of decimals are decimals, held as a whole number times a power of ten, so that 0.1 and 0.2 are
 * 0.3, whatever was added first, and 1e-17 is never lost beside 1.
 * Limits: no negative numbers. Infinity is above all others; a sum with it is Infinity.
 */
import { raiseUntil } from "./outward-rounding.ts";
import { refuse } from "./requirements.ts";

/** coefficient times 10^exponent. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

export const ZERO: Decimal = Object.freeze({ coefficient: 0n, exponent: 0 });
const INFINITE: Decimal = Object.freeze({ coefficient: 1n, exponent: Infinity });

export function decimalOf(value: number): Decimal {
  if (!(typeof value === "number" && value >= 0)) refuse("value", "a number of at least 0", value);
  if (value === Infinity) return INFINITE;
  const [digits, power = "0"] = String(value).split("e");
  const [whole, part = ""] = digits.split(".");
  return { coefficient: BigInt(whole + part), exponent: Number(power) - part.length };
}

export function sumOf(first: Decimal, second: Decimal): Decimal {
  if (first === INFINITE || second === INFINITE) return INFINITE;
  const exponent = Math.min(first.exponent, second.exponent);
  return { coefficient: inUnits(first, exponent) + inUnits(second, exponent), exponent };
}

export function productOf(first: Decimal, second: Decimal): Decimal {
  if (first === INFINITE || second === INFINITE) return INFINITE;
  return { coefficient: first.coefficient * second.coefficient, exponent: first.exponent + second.exponent };
}

export function isAtMost(first: Decimal, second: Decimal): boolean {
  if (second === INFINITE) return true;
  if (first === INFINITE) return false;
  const exponent = Math.min(first.exponent, second.exponent);
  return inUnits(first, exponent) <= inUnits(second, exponent);
}

/** The float64 nearest to it. */
export function nearestNumber({ coefficient, exponent }: Decimal): number {
  return exponent === Infinity ? Infinity : Number(`${coefficient}e${exponent}`);
}

/** A float64 that is written as this decimal or as a larger one: the nearest, or one a few units in the last place above. */
export function numberAbove(decimal: Decimal): number {
  return raiseUntil(nearestNumber(decimal), (number) => isAtMost(decimal, decimalOf(number)));
}

/** All its digits, written as a number is. */
export function decimalWords(decimal: Decimal): string {
  const short = nearestNumber(decimal);
  if (isAtMost(decimal, decimalOf(short)) && isAtMost(decimalOf(short), decimal)) return String(short);
  const digits = String(decimal.coefficient).replace(/0+$/, "");
  const power = decimal.exponent + String(decimal.coefficient).length;
  if (power > 21 || power < -5) return `${digits[0]}${digits.length > 1 ? "." : ""}${digits.slice(1)}e${power - 1}`;
  if (power <= 0) return `0.${"0".repeat(-power)}${digits}`;
  const whole = digits.padEnd(power, "0");
  return whole.length === power ? whole : `${whole.slice(0, power)}.${whole.slice(power)}`;
}

function inUnits({ coefficient, exponent }: Decimal, unit: number): bigint {
  return exponent === unit ? coefficient : coefficient * tenTo(exponent - unit);
}

const powersOfTen = [1n];

function tenTo(power: number): bigint {
  for (let k = powersOfTen.length; k <= power; k++) powersOfTen.push(10n * powersOfTen[k - 1]);
  return powersOfTen[power];
}
