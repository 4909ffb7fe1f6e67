/**
 * Arguments for the fuzz test of the public surface: good ones up to the extremes of float64, and the same with one part spoiled.
 *
 * A spoiled part is any number, string, array, object or function within the arguments, replaced by a value that a caller without types,
 * or with a bug, may pass. Arrays also lose or repeat an element.
 */
import fc from "fast-check";

export type Arguments = readonly unknown[];

/** Numbers at which formulas break. */
export const EXTREMES = [
  5e-324, 2.2250738585072014e-308, 1e-200, 1e-16, 1e-8, 1e4, 1e16, 1e200, 1.7976931348623157e308,
];
const BAD_NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  1.5,
  Number.NaN,
  Infinity,
  -Infinity,
  -5e-324,
  2147483648,
  9007199254740991,
  1e21,
].concat(
  EXTREMES,
  EXTREMES.map((value) => -value),
);
const BAD_VALUES: readonly unknown[] = [undefined, null, "", "1", "abc", true, [], {}, 1n, () => Number.NaN];

export const anyNumber = fc.oneof(
  fc.double({ min: -50, max: 50, noNaN: true }),
  fc.constantFrom(0, 1, -1, ...EXTREMES, ...EXTREMES.map((value) => -value)),
);
export const positive = fc.oneof(fc.double({ min: 1e-6, max: 50, noNaN: true }), fc.constantFrom(1, ...EXTREMES));
/** Positive, and of a size that occurs: for functions that take time in proportion. */
export const moderate = fc.double({ min: 0.05, max: 8, noNaN: true });
export const nonNegative = fc.oneof(positive, fc.constant(0));
export const probability = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1, 5e-324, 1e-300, 1e-12, 1 - 2 ** -53),
);
export const openProbability = probability.filter((p) => p > 0 && p < 1);
export const count = fc.integer({ min: 1, max: 12 });
export const hugeCount = fc.oneof(count, fc.constantFrom(1000, 1_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER));

export const listOf = <Item>(
  item: fc.Arbitrary<Item>,
  minLength = 1,
  maxLength = Math.max(6, minLength),
): fc.Arbitrary<Item[]> => fc.array(item, { minLength, maxLength });
export const floats = (item: fc.Arbitrary<number> = anyNumber, minLength = 1): fc.Arbitrary<Float64Array> =>
  listOf(item, minLength).map((values) => Float64Array.from(values));
export const record = <Fields>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }): fc.Arbitrary<Fields> =>
  fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<Fields>;
export const oneOf = fc.constantFrom;

/** What was spoiled: the place, what stood there and what stands there now. */
export interface Spoiled {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface Case {
  readonly args: Arguments;
  readonly spoiled: Spoiled | undefined;
}

interface SpoiledCase extends Case {
  readonly spoiled: Spoiled;
}

interface Spoiling {
  readonly place: number;
  readonly number: number;
  readonly value: unknown;
  readonly kind: number;
}

const spoiling: fc.Arbitrary<Spoiling> = fc.record({
  place: fc.nat(),
  number: fc.constantFrom(...BAD_NUMBERS),
  value: fc.constantFrom(...BAD_VALUES),
  kind: fc.integer({ min: 0, max: 9 }),
});

/** Three in four cases are spoiled, at a place whose path is not `fixed`. */
export function cases(args: fc.Arbitrary<Arguments>, fixed?: RegExp): fc.Arbitrary<Case> {
  return fc
    .tuple(args, fc.option(spoiling, { freq: 3 }))
    .map(([good, how]) => (how === null ? { args: good, spoiled: undefined } : spoil(good, how, fixed)));
}

type Path = readonly (string | number)[];

function spoil(args: Arguments, { place, number, value, kind }: Spoiling, fixed?: RegExp): Case {
  const paths = placesIn(args)
    .slice(1)
    .filter((path) => !fixed?.test(path.join(".")));
  if (paths.length === 0) return { args, spoiled: undefined };
  const path = paths[place % paths.length];
  const before = at(args, path);
  const after = replacement(before, { number, value, kind });
  return { args: replaced(args, path, after) as Arguments, spoiled: { path: path.join("."), before, after } };
}

/** One of each kind that a caller without types may give in place of another. */
const KINDS: readonly unknown[] = [undefined, null, 3, "abc", "", true, 1n, Symbol("a"), [], {}, () => Number.NaN];

/**
 * Good arguments with one of them, one of its fields or its first item of every other kind in turn. Of what has functions, which another
 * function made, the fields are left as they are, unless `isRead` says that this one reads them.
 */
export function wrongKinds(args: Arguments, isRead: (path: string) => boolean): readonly SpoiledCase[] {
  return shallowPlaces(args, isRead).flatMap((path) => {
    const before = at(args, path);
    return KINDS.filter((kind) => kindOf(kind) !== kindOf(before)).map((after) => ({
      args: replaced(args, path, after) as Arguments,
      spoiled: { path: path.join("."), before, after },
    }));
  });
}

/** Good arguments with a name too many in one of the objects among them, or in one of their fields. */
export function unknownNames(args: Arguments, isRead: (path: string) => boolean): readonly SpoiledCase[] {
  return shallowPlaces(args, isRead).flatMap((path) => {
    const before = at(args, path);
    if (!isPlain(before) || !(isRead(path.join(".")) || isData(before))) return [];
    const after = { ...before, unheardOf: 1 };
    return [{ args: replaced(args, path, after) as Arguments, spoiled: { path: path.join("."), before, after } }];
  });
}

function shallowPlaces(args: Arguments, isRead: (path: string) => boolean): readonly Path[] {
  return args.flatMap((argument, i): readonly Path[] => {
    if (isList(argument)) return argument.length > 0 && Array.isArray(argument) ? [[i], [i, 0]] : [[i]];
    if (!isPlain(argument) || !(isRead(`${i}`) || isData(argument))) return [[i]];
    return [[i], ...Object.keys(argument).map((name) => [i, name])];
  });
}

const isData = (value: object): boolean =>
  !Object.isFrozen(value) && Object.values(value).every((field) => typeof field !== "function");

/** The kind of a value, as messages call it. */
export function kindOf(value: unknown): string {
  if (isList(value)) return "list";
  return value === null ? "null" : typeof value;
}

/** A number is mostly replaced by a number, an array mostly by one of another length. */
function replacement(before: unknown, { number, value, kind }: Omit<Spoiling, "place">): unknown {
  if (typeof before === "number" && kind < 7) return number;
  if (isList(before) && kind < 7) {
    const items = Array.from(before);
    const changed = kind < 2 ? [] : kind < 4 ? items.slice(0, -1) : [...items, ...items.slice(-1)];
    return before instanceof Float64Array ? Float64Array.from(changed as number[]) : changed;
  }
  return kind % 3 === 0 ? number : value;
}

const isList = (value: unknown): value is ArrayLike<unknown> & Iterable<unknown> =>
  Array.isArray(value) || value instanceof Float64Array;
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function placesIn(value: unknown, path: Path = []): Path[] {
  const inner = isList(value)
    ? Array.from(value).flatMap((item, i) => placesIn(item, [...path, i]))
    : isPlain(value)
      ? Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))
      : [];
  return [path, ...inner];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value);
}

function replaced(value: unknown, path: Path, after: unknown): unknown {
  if (path.length === 0) return after;
  const [step, ...rest] = path;
  const inner = replaced(at(value, [step]), rest, after);
  if (value instanceof Float64Array) return value.with(step as number, Number(inner));
  if (Array.isArray(value)) return value.with(step as number, inner);
  return { ...(value as object), [step]: inner };
}
