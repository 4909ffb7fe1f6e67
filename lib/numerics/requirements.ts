/**
 * Requirements on arguments: each call takes named values and throws on the first that does not fit.
 *
 * The message names the argument and shows the value: `epsilon must be positive and finite, got -1`.
 * There is one way to fail in this library, and this is it: a RangeError, never NaN, null or undefined.
 */
export type Named = Readonly<Record<string, number>>;

export function requireFinite(values: Named): void {
  requireEach(values, Number.isFinite, "finite");
}

export function requirePositive(values: Named): void {
  requireEach(values, (value) => value > 0 && value < Infinity, "positive and finite");
}

export function requireNonNegative(values: Named): void {
  requireEach(values, (value) => value >= 0 && value < Infinity, "non-negative and finite");
}

/** A probability, the ends 0 and 1 included. */
export function requireProbability(values: Named): void {
  requireEach(values, (value) => value >= 0 && value <= 1, "between 0 and 1");
}

/** A probability strictly between 0 and 1. */
export function requireOpenProbability(values: Named): void {
  requireEach(values, (value) => value > 0 && value < 1, "strictly between 0 and 1");
}

/** An integer that float64 holds exactly, at least `minimum`. */
export function requireInteger(values: Named, minimum: number): void {
  requireEach(values, (value) => Number.isSafeInteger(value) && value >= minimum, `an integer of at least ${minimum}`);
}

/** The scale of noise: so far below the largest float64 that every draw is finite. */
export const LARGEST_SCALE = 1e300;

export function requireScale(values: Named): void {
  requirePositive(values);
  requireEach(values, (value) => value <= LARGEST_SCALE, `at most ${LARGEST_SCALE}`);
}

/** Any number, the infinities included, but not NaN. */
export function requireNumber(values: Named): void {
  requireEach(values, (value) => !Number.isNaN(value), "a number");
}

export function refuse(name: string, expected: string, value: unknown): never {
  throw new RangeError(`${name} must be ${expected}, got ${show(value)}`);
}

function requireEach(values: Named, fits: (value: number) => boolean, expected: string): void {
  for (const name of Object.keys(values)) {
    const value: unknown = values[name];
    if (typeof value !== "number" || !fits(value)) refuse(name, expected, value);
  }
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (ArrayBuffer.isView(value) || Array.isArray(value))
    return `an array of length ${(value as ArrayLike<unknown> & object).length}`;
  return String(value);
}
