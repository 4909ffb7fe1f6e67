/**
 * Good and bad values of declared parameters, from their declaration alone.
 *
 * Good numbers go to the ends of their range; bad ones lie just beyond, or are none of that kind, or no numbers at all. What
 * another function makes (a domain, a loss, a mechanism) a declaration cannot draw: `own` brings a generator for it, and for a
 * parameter that takes time in proportion.
 */
import fc from "fast-check";
import type { AnyDeclaration, Declared, Values } from "../../lib/numerics/parameters.ts";
import { isWithin, type NumberRange } from "../../lib/numerics/requirements.ts";
import { EXTREMES } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

/** Generators by the name of a parameter. */
export type Own = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The entry of a function of declared parameters, which answers any argument with a sentence. */
export function declares(
  declaration: AnyDeclaration,
  { own, ...rest }: Omit<Entry, "args"> & { readonly own?: Own } = {},
): Entry {
  return takes([argumentsOf(declaration, own)], { ...rest, isDeclared: true });
}

/** Arguments that the declaration takes: drawn one by one, and kept where its checks hold of them together. */
export function argumentsOf(declaration: AnyDeclaration, own: Own = {}): fc.Arbitrary<unknown> {
  return drawnParameters(declaration, own).filter(
    (given) => refusalOf(() => declaration.read(given as never)) === undefined,
  );
}

/** The message of a refusal, or undefined if the call answers. */
function refusalOf(call: () => unknown): string | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** What each parameter must refuse, by its name, as changes of good arguments; what is missing included. */
export function badArgumentsOf({
  declared,
  forms = [],
}: Pick<AnyDeclaration, "declared" | "forms">): readonly (readonly [name: string, change: object])[] {
  const none = Object.fromEntries(forms.flatMap(Object.keys).map((name) => [name, undefined]));
  return [
    ...badFields(declared).map(([name, bad]) => [name, { [name]: bad }] as const),
    ...forms.flatMap((form) =>
      badFields(form)
        // Without its numbers a form is another, or none.
        .filter(([, bad]) => bad !== undefined)
        .map(([name, bad]) => [name, { ...none, ...oneOfForm(form), [name]: bad }] as const),
    ),
    ...(forms.length === 0 ? [] : [[Object.keys(forms[0])[0], none] as const, twice(forms)]),
  ];
}

function badFields(declared: Declared): readonly (readonly [name: string, bad: unknown])[] {
  return Object.entries(declared).flatMap(([name, { values, isOptional }]) =>
    badValues(values)
      .filter((bad) => !(isOptional && bad === undefined))
      .map((bad) => [name, bad] as const),
  );
}

/** Good values of a form, always the same. */
function oneOfForm(form: Declared): object {
  return fc.sample(drawnFields(form, {}), { numRuns: 1, seed: 20261115 })[0];
}

/** The first form and the last at once. */
function twice(forms: readonly Declared[]): readonly [name: string, change: object] {
  return ["given once", { ...oneOfForm(forms[0]), ...oneOfForm(forms[forms.length - 1]) }];
}

function drawnParameters(
  { declared, forms = [] }: Pick<AnyDeclaration, "declared" | "forms">,
  own: Own,
): fc.Arbitrary<object> {
  const fields = drawnFields(declared, own);
  if (forms.length === 0) return fields;
  const form = fc.oneof(...forms.map((each) => drawnFields(each, own)));
  return fc.tuple(form, fields).map(([chosen, rest]) => ({ ...chosen, ...rest }));
}

function drawnFields(declared: Declared, own: Own): fc.Arbitrary<object> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(declared).map(([name, { values }]) => [name, own[name] ?? drawn(values, name)]),
  );
  const requiredKeys = Object.keys(declared).filter((name) => !declared[name].isOptional);
  return fc.record(fields, { requiredKeys, noNullPrototype: true });
}

function drawn(values: Values, name: string): fc.Arbitrary<unknown> {
  switch (values.kind) {
    case "number":
      return drawnNumber(values.range);
    case "word":
      return fc.constantFrom(...values.words);
    case "text":
      return fc.string({ maxLength: 8 });
    case "list":
      return fc.array(drawn(values.item, name), { minLength: values.least, maxLength: Math.max(6, values.least) });
    case "parameters":
      return drawnParameters(values, {});
    case "fraction":
      return fc.record({
        numerator: fc.integer({ min: 1, max: 20 }),
        denominator: fc.constantFrom(1, 2, 3, 4, 10, 16),
      });
    case "made":
      throw new Error(`the test must bring a generator for ${name}: its declaration draws none`);
  }
}

function drawnNumber(range: NumberRange): fc.Arbitrary<number> {
  if (range.isWhole) {
    const min = Math.max(range.least, -50);
    return fc.integer({ min, max: Math.min(range.most, min + 11) });
  }
  const least = range.least === Number.MIN_VALUE ? 1e-6 : Math.max(range.least, -50);
  const extremes = [0, 1, range.least, range.most, ...EXTREMES, ...EXTREMES.map((value) => -value)];
  return fc.oneof(
    fc.double({ min: least, max: Math.min(range.most, 50), noNaN: true }),
    fc.constantFrom(...extremes.filter((value) => isWithin(range, value))),
  );
}

const RELATIONS: readonly unknown[] = ["swap", "add-remove", "zero-out", "event"];
const NO_VALUES: readonly unknown[] = [undefined, null, {}, "abc"];
export const NOT_FRACTIONS: readonly unknown[] = [
  { numerator: 0, denominator: 1 },
  { numerator: -1, denominator: 2 },
  { numerator: 1, denominator: 0 },
  { numerator: 1.5, denominator: 2 },
  { numerator: Number.NaN, denominator: 1 },
  { numerator: 1, denominator: Infinity },
];
const NO_NUMBERS: readonly unknown[] = [...NO_VALUES, Number.NaN, "1", [1], 1n, true];

function badValues(values: Values): readonly unknown[] {
  switch (values.kind) {
    case "number": {
      const { least, most } = values.range;
      const numbers = [Infinity, -Infinity, 0, -1, 0.5, 1, 1.5, least - 1, most + 1, 2 * most, -5e-324];
      return [...NO_NUMBERS, ...numbers.filter((value) => !isWithin(values.range, value))];
    }
    case "word":
      return [...NO_VALUES, Number.NaN, 17, ...RELATIONS.filter((relation) => !values.words.includes(relation))];
    case "text":
      return [undefined, null, {}, 17, ["a"]];
    case "list": {
      const short = values.least > 0 ? [[]] : [];
      const items = badValues(values.item).map((bad) => [bad]);
      return [...NO_VALUES, 3, ...short, ...(values.least <= 1 ? items : [])];
    }
    case "parameters":
      return [undefined, null, "abc", 3];
    case "fraction":
      return [...NO_VALUES, [1], 0, -1, Number.NaN, ...NOT_FRACTIONS];
    case "made":
      return [undefined, null, "abc", 3];
  }
}
