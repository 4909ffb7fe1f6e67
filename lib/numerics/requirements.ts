/**
 * Requirements on arguments: each call takes named values and throws on the first that does not fit.
 *
 * The message names the argument and shows the value: `epsilon must be positive and finite, got -1`. What comes from records is
 * never shown: the message of such a requirement, all of which have `Data` in their name, ends in `got a value that is not shown`.
 * There is one way to fail in this library, and this is it: a RangeError, never NaN, null or undefined.
 */
export type Named = Readonly<Record<string, number>>;

/** The numbers that a parameter may be, ends included, and how a refusal says it. */
export interface NumberRange {
  readonly expected: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
}

/** The least float64 above 0, and the largest below 1: open ends, as closed ones. */
const [ABOVE_ZERO, BELOW_ONE] = [Number.MIN_VALUE, 1 - Number.EPSILON / 2];
/** The scale of noise is so far below the largest float64 that every draw is finite. */
export const LARGEST_SCALE = 1e300;

export const FINITE: NumberRange = { expected: "finite", least: -Number.MAX_VALUE, most: Number.MAX_VALUE };
export const POSITIVE: NumberRange = { ...FINITE, expected: "positive and finite", least: ABOVE_ZERO };
export const NON_NEGATIVE: NumberRange = { ...FINITE, expected: "non-negative and finite", least: 0 };
export const SCALE: NumberRange = {
  expected: `positive and at most ${LARGEST_SCALE}`,
  least: ABOVE_ZERO,
  most: LARGEST_SCALE,
};
/** A probability, the ends 0 and 1 included. */
export const PROBABILITY: NumberRange = { expected: "between 0 and 1", least: 0, most: 1 };
export const OPEN_PROBABILITY: NumberRange = {
  expected: "strictly between 0 and 1",
  least: ABOVE_ZERO,
  most: BELOW_ONE,
};
/** A share, such as the rate of sampling: all of it included, none of it not. */
export const POSITIVE_PROBABILITY: NumberRange = { expected: "above 0 and at most 1", least: ABOVE_ZERO, most: 1 };
export const PROBABILITY_BELOW_ONE: NumberRange = { expected: "at least 0 and below 1", least: 0, most: BELOW_ONE };
/** A size without a limit where it is Infinity. */
export const POSITIVE_OR_INFINITE: NumberRange = { expected: "positive", least: ABOVE_ZERO, most: Infinity };
/** Any number, the infinities included, but not NaN. */
export const ANY_NUMBER: NumberRange = { expected: "a number", least: -Infinity, most: Infinity };

/** An integer that float64 holds exactly, at least `minimum` and at most `maximum`. */
export function wholeFrom(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): NumberRange {
  const above = minimum > Number.MIN_SAFE_INTEGER ? `an integer of at least ${minimum}` : "an integer";
  const expected = maximum < Number.MAX_SAFE_INTEGER ? `an integer from ${minimum} to ${maximum}` : above;
  return { expected, least: minimum, most: maximum, isWhole: true };
}

export function isWithin({ least, most, isWhole = false }: NumberRange, value: unknown): value is number {
  return typeof value === "number" && value >= least && value <= most && (!isWhole || Number.isInteger(value));
}

export function requireFinite(values: Named): void {
  requireEach(values, FINITE);
}

export function requirePositive(values: Named): void {
  requireEach(values, POSITIVE);
}

export function requireNonNegative(values: Named): void {
  requireEach(values, NON_NEGATIVE);
}

export function requireProbability(values: Named): void {
  requireEach(values, PROBABILITY);
}

export function requireOpenProbability(values: Named): void {
  requireEach(values, OPEN_PROBABILITY);
}

export function requireProbabilityBelowOne(values: Named): void {
  requireEach(values, PROBABILITY_BELOW_ONE);
}

export function requireInteger(values: Named, minimum: number): void {
  requireEach(values, wholeFrom(minimum));
}

export function requireScale(values: Named): void {
  requireEach(values, POSITIVE);
  requireEach(values, SCALE);
}

export function requireNumber(values: Named): void {
  requireEach(values, ANY_NUMBER);
}

export function refuse(name: string, expected: string, value: unknown): never {
  throw new RangeError(`${name} must be ${expected}, got ${show(value)}`);
}

/** Refuses a record, or what was computed from records, without showing it. */
export function refuseData(name: string, expected: string): never {
  throw new RangeError(`${name} must be ${expected}, got a value that is not shown`);
}

export function requireFiniteData(values: Named): void {
  requireEach(values, FINITE, refuseData);
}

export function requireIntegerData(values: Named, minimum: number): void {
  requireEach(values, wholeFrom(minimum), refuseData);
}

/** An array or a typed array, without holes: those would count as records in a length and as nothing in a sum. */
export function requireList(name: string, list: ArrayLike<unknown>, length?: number): void {
  if (!Array.isArray(list) && !(ArrayBuffer.isView(list) && !(list instanceof DataView)))
    throw new RangeError(`${name} must be an array or a typed array, got ${kindOf(list)}`);
  if (length !== undefined && list.length !== length) refuse(name, `of length ${length}`, list);
  if (Array.isArray(list))
    for (let i = 0; i < list.length; i++)
      if (!(i in list)) throw new RangeError(`${name}[${i}] must be given, got a hole`);
}

/** A list of which every item is a number, NaN included; the items of a typed array are of one kind. */
export function requireNumbers(name: string, list: ArrayLike<number>): void {
  requireList(name, list);
  const items = Array.isArray(list) ? list.length : Math.min(list.length, 1);
  for (let i = 0; i < items; i++) if (typeof list[i] !== "number") refuseKind(`${name}[${i}]`, "a number", list[i]);
}

/** Functions are not shown, nor what was given in place of one. */
export function requireFunction(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    if (typeof value !== "function") throw new RangeError(`${name} must be a function, got ${kindOf(value)}`);
}

/** An object that has these methods, as what `maker` makes has. */
export function requireMadeBy(name: string, value: unknown, maker: string, methods: readonly string[]): void {
  const made =
    typeof value === "object" &&
    value !== null &&
    methods.every((method) => typeof (value as Readonly<Record<string, unknown>>)[method] === "function");
  if (!made) throw new RangeError(`${name} must be made by \`${maker}\`, got ${kindOf(value)}`);
}

/** A mechanism, with the methods that are asked of it. */
export function requireMechanism(mechanism: unknown, ...methods: readonly string[]): void {
  const fields = typeof mechanism === "object" ? (mechanism as Readonly<Record<string, unknown>> | null) : null;
  const missing = ["release", ...methods].find((method) => typeof fields?.[method] !== "function");
  for (const each of ["law", "privacyLoss", "worstPair", "releaseMany"])
    if (fields !== null && fields[each] !== undefined) requireFunction({ [`mechanism.${each}`]: fields[each] });
  if (missing === undefined) return;
  const found = fields === null ? kindOf(mechanism) : `an object without \`${missing}\``;
  throw new RangeError(`mechanism must be one that a builder makes, such as \`laplace({ ... })\`, got ${found}`);
}

/** Two neighbouring inputs, which are records and not shown. */
export function requireInputPair(pair: unknown): void {
  if (!Array.isArray(pair))
    throw new RangeError(`pair must be two neighbouring inputs, in a list, got ${kindOf(pair)}`);
  if (pair.length !== 2) refuse("pair", "two neighbouring inputs", `${pair.length} of them`);
}

/** What sort of value it is, without the value: it may be data. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Refuses what was given in place of data, which is not shown: it may be data. */
export function refuseKind(name: string, expected: string, value: unknown): never {
  const shown = Array.isArray(value) || ArrayBuffer.isView(value) ? show(value) : kindOf(value);
  throw new RangeError(`${name} must be ${expected}, got ${shown}`);
}

type Refusal = (name: string, expected: string, value: unknown) => never;

function requireEach(values: Named, range: NumberRange, no: Refusal = refuse): void {
  for (const name of Object.keys(values)) if (!isWithin(range, values[name])) no(name, range.expected, values[name]);
}

function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (ArrayBuffer.isView(value) || Array.isArray(value))
    return `an array of length ${(value as ArrayLike<unknown> & object).length}`;
  return typeof value === "object" || typeof value === "function" ? kindOf(value) : String(value);
}
