/**
 * Typed number: a number that somebody wrote into a paper, and whether it is a stored one, rounded to the digits shown.
 *
 * Understood are plain decimals, `1.2e-7`, `1.2 \times 10^{-7}`, a percentage `69.7\%`, thousands set apart by `,`, `{,}` or `\,`, and
 * dollars around it.
 */
import { isRounded, roundedUnits } from "./decimal.ts";

export interface TypedNumber {
  /** The number in units of 10^-places. */
  readonly units: bigint;
  readonly places: number;
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d+))?(?:e([+-]?\d+)|\\(?:times|cdot)10\^(?:\{([+-]?\d+)\}|(\d)))?(\\%)?$/i;

/** Undefined where it does not read as a number. */
export function typedNumber(text: string): TypedNumber | undefined {
  const bare = text
    .replace(/\s|\$/g, "")
    .replace(/(\d)(?:\{,\}|\\,|,)(?=\d{3}(?!\d))/g, "$1")
    .replace("−", "-");
  const [, sign, whole, part = "", short, long, digit, percent] = NUMBER.exec(bare) ?? [];
  if (whole === undefined || whole + part === "") return undefined;
  const power = Number(short ?? long ?? digit ?? 0) - (percent === undefined ? 0 : 2);
  const units = BigInt(whole + part);
  return { units: sign === "-" ? -units : units, places: part.length - power };
}

/** A typed zero shows no digit of a stored number that is not zero. */
export function isStoredNumber({ units, places }: TypedNumber, stored: number): boolean {
  return isRounded(stored, units, places) && (units !== 0n || stored === 0);
}

/** Exactly: no rounding makes a bound that is not one. */
export function isAtMost(stored: number, { units, places }: TypedNumber): boolean {
  return roundedUnits(stored, places, "up") <= units;
}

export function isAtLeast(stored: number, { units, places }: TypedNumber): boolean {
  return roundedUnits(stored, places, "down") >= units;
}
