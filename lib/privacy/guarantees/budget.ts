/**
 * The budget of a builder, spelled in one way everywhere: a guarantee, or the numbers of one as its shorthand.
 *
 * `epsilon: 1` stands for `guarantee: pure(1)`, `epsilon` with `delta` for an approximate one, `rho` for a zero-concentrated and
 * `mu` for a Gaussian one. A builder says which kinds it can give, and `withBudget` adds them to its other parameters: it takes one
 * of the forms, exactly once, and reads the guarantee.
 */

import {
  type Declaration,
  type Declared,
  type Given,
  nonNegative,
  openProbability,
  positive,
  probabilityBelowOne,
  type Read,
  type RequiredParameter,
  readEach,
  requireKnownNames,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { approximate, type Guarantee, gaussianDp, pure, requireGuaranteeNames, zeroConcentrated } from "./guarantee.ts";

/** The numbers that stand for a guarantee of each kind. */
interface Shorthands {
  readonly pure: { readonly epsilon: number };
  readonly approximate: { readonly epsilon: number; readonly delta: number };
  readonly "zero-concentrated": { readonly rho: number };
  readonly gaussian: { readonly mu: number };
}

export type BudgetKind = keyof Shorthands;
export type GuaranteeOf<Kind extends BudgetKind> = Extract<Guarantee, { readonly kind: Kind }>;
type BudgetName = "epsilon" | "delta" | "rho" | "mu" | "guarantee";
type Alone<Fields> = Fields & { readonly [Name in Exclude<BudgetName, keyof Fields>]?: undefined };

/** A guarantee of one of the kinds, or its numbers. */
export type Budget<Kind extends BudgetKind> =
  | { [Each in Kind]: Alone<Shorthands[Each]> }[Kind]
  | Alone<{ readonly guarantee: GuaranteeOf<Kind> }>;

type Numbers = Readonly<Record<BudgetKind, Declared>>;

const NUMBERS: Numbers = {
  pure: { epsilon: positive },
  approximate: { epsilon: positive, delta: openProbability },
  "zero-concentrated": { rho: positive },
  gaussian: { mu: positive },
};

/** Where a builder can be pure as well, a delta of 0 says so. */
const NUMBERS_WITH_PURE: Numbers = { ...NUMBERS, approximate: { epsilon: positive, delta: probabilityBelowOne } };

/** Where a leak alone is a release, or none at all. */
const NUMBERS_FROM_ZERO: Numbers = { ...NUMBERS, approximate: { epsilon: nonNegative, delta: probabilityBelowOne } };

function numbersOf(kinds: readonly BudgetKind[]): Numbers {
  return kinds.includes("pure") ? NUMBERS_WITH_PURE : NUMBERS;
}

/** The guarantee of numbers that were read. */
const MAKERS: { readonly [Kind in BudgetKind]: (numbers: Shorthands[Kind]) => GuaranteeOf<Kind> } = {
  pure: ({ epsilon }) => pure(epsilon),
  approximate: ({ epsilon, delta }) => approximate(epsilon, delta),
  "zero-concentrated": ({ rho }) => zeroConcentrated(rho),
  gaussian: ({ mu }) => gaussianDp(mu),
};

const EXAMPLES: { readonly [Kind in BudgetKind]: GuaranteeOf<Kind> } = {
  pure: pure(0.7),
  approximate: approximate(0.7, 0.01),
  "zero-concentrated": zeroConcentrated(0.3),
  gaussian: gaussianDp(0.8),
};

/** Parameters with a budget of one of the kinds, read as its guarantee. */
export function withBudget<Kind extends BudgetKind, Names extends Declared>(
  kinds: readonly Kind[],
  declared: Names,
  ...checks: readonly ((given: Read<Names> & { readonly guarantee: GuaranteeOf<Kind> }) => void)[]
): Declaration<Names, Given<Names> & Budget<Kind>, Read<Names> & { readonly guarantee: GuaranteeOf<Kind> }> {
  const names = [...budgetNames(kinds), ...Object.keys(declared)];
  const guaranteeIn = budgetReader(kinds);
  return {
    declared,
    forms: [...kinds.map((kind) => numbersOf(kinds)[kind]), { guarantee: guaranteeOf(kinds) }],
    read: (given, name = "parameters") => {
      requireKnownNames(given, names, name);
      const read = { guarantee: guaranteeIn(given), ...readEach(declared, given) };
      for (const check of checks) check(read);
      return read;
    },
  };
}

/** Parameters with a budget of an epsilon and a delta, each of which may be 0. */
export function withBudgetFromZero<Names extends Declared>(
  declared: Names,
): Declaration<
  Names,
  Given<Names> & Budget<"approximate">,
  Read<Names> & { readonly guarantee: GuaranteeOf<"approximate"> }
> {
  const kinds = ["approximate"] as const;
  const names = [...budgetNames(kinds), ...Object.keys(declared)];
  const guaranteeIn = budgetReader(kinds, NUMBERS_FROM_ZERO);
  return {
    declared,
    forms: [NUMBERS_FROM_ZERO.approximate, { guarantee: guaranteeOf(kinds, NUMBERS_FROM_ZERO) }],
    read: (given, name = "parameters") => {
      requireKnownNames(given, names, name);
      return { guarantee: guaranteeIn(given), ...readEach(declared, given) };
    },
  };
}

/** What is absent in one form because it is another's. */
type Without<Name extends PropertyKey> = { readonly [Each in Name]?: undefined };
type NamesOf<Form> = Form extends Declared ? keyof Form : never;
type GivenForm<Form, All> = Form extends Declared
  ? Given<Form> & Without<Exclude<BudgetName | NamesOf<All>, keyof Form>>
  : never;

/** A guarantee of one of the kinds or its numbers, or the noise itself in one of its forms. */
export type BudgetOrNoise<Kind extends BudgetKind, Form extends Declared> =
  | (Budget<Kind> & Without<Exclude<NamesOf<Form>, BudgetName>>)
  | GivenForm<Form, Form>;

type ReadForm<Form> = Form extends Declared ? Read<Form> : never;

/**
 * Parameters with a budget of one of the kinds, or with the noise itself in one of the forms, such as `{ sigma: scale }`; what was
 * not given is undefined.
 */
export function withBudgetOrNoise<
  Kind extends BudgetKind,
  const Forms extends readonly Declared[],
  Names extends Declared,
>(
  kinds: readonly Kind[],
  forms: Forms,
  declared: Names,
): Declaration<
  Names,
  Given<Names> & BudgetOrNoise<Kind, Forms[number]>,
  Read<Names> &
    (
      | { readonly guarantee: GuaranteeOf<Kind>; readonly noise?: undefined }
      | { readonly guarantee?: undefined; readonly noise: ReadForm<Forms[number]> }
    )
> {
  const own = budgetNames(kinds);
  const noiseNames = [...new Set(forms.flatMap(Object.keys))].filter((name) => !own.includes(name));
  const names = [...own, ...noiseNames, ...Object.keys(declared)];
  const words = [formsOf(kinds), ...forms.map(wordsOf)].join(" or ");
  const guaranteeIn = budgetReader(kinds);
  return {
    declared,
    forms: [...kinds.map((kind) => numbersOf(kinds)[kind]), { guarantee: guaranteeOf(kinds) }, ...forms],
    read: (given, name = "parameters") => {
      requireKnownNames(given, names, name);
      const values = given as Readonly<Record<string, unknown>>;
      const found = [...own, ...noiseNames].filter((each) => values[each] !== undefined);
      if (found.length === 0) refuse(own[0], `given, or another of ${words}`, undefined);
      if (!found.some((each) => noiseNames.includes(each)))
        return { ...readEach(declared, given), guarantee: guaranteeIn(given) };
      const form = forms.find((each) => found.every((one) => one in each));
      if (form === undefined) return refuse("the budget", `given once, as ${words}`, found.join(" and "));
      return { ...readEach(declared, given), noise: readEach(form, given) as ReadForm<Forms[number]> };
    },
  };
}

/** The guarantee that is wanted: one of the kinds, given once. */
export function readBudget<Kind extends BudgetKind>(kinds: readonly Kind[], given: object): GuaranteeOf<Kind> {
  return budgetReader(kinds)(given);
}

/** The same, of kinds that are known before: their names are listed once, as some builders stand in loops. */
function budgetReader<Kind extends BudgetKind>(
  kinds: readonly Kind[],
  numbers: Numbers = NUMBERS,
): (given: object) => GuaranteeOf<Kind> {
  const names = budgetNames(kinds);
  const whole = guaranteeOf(kinds, numbers);
  return (given) => {
    const values = given as Readonly<Record<string, unknown>>;
    const found = names.filter((name) => values[name] !== undefined);
    if (found.length === 0) return refuse(names[0], `given, or ${formsOf(kinds.slice(1))} in its place`, undefined);
    if (found[0] === "guarantee" && found.length === 1) return whole.read(values.guarantee, "guarantee");
    const fits = (kind: Kind) => found.every((name) => name in NUMBERS[kind]);
    const kind =
      kinds.find((each) => fits(each) && Object.keys(NUMBERS[each]).length === found.length) ?? kinds.find(fits);
    if (kind === undefined) return refuse("the budget", `given once, as ${formsOf(kinds)}`, found.join(" and "));
    const isPure = kind === "approximate" && values.delta === 0 && (kinds as readonly BudgetKind[]).includes("pure");
    return madeOf((isPure ? "pure" : kind) as Kind, values, numbers);
  };
}

/** The delta of a guarantee that may be pure. */
export function deltaOf(guarantee: GuaranteeOf<"pure" | "approximate">): number {
  return guarantee.kind === "pure" ? 0 : guarantee.delta;
}

/** A guarantee of one of the kinds, whose numbers are checked as if they had been given alone. */
function guaranteeOf<Kind extends BudgetKind>(
  kinds: readonly Kind[],
  numbers: Numbers = NUMBERS,
): RequiredParameter<GuaranteeOf<Kind>> {
  return {
    read: (value, name) => {
      const { kind } = Object(value) as { readonly kind?: unknown };
      const own = kinds.find((each) => each === kind);
      if (own === undefined) return refuse(name, kinds.join(" or "), typeof kind === "string" ? kind : value);
      requireGuaranteeNames(value as GuaranteeOf<Kind>, name);
      return madeOf(own, value as object, numbers);
    },
    values: { kind: "word", words: kinds.map((kind) => EXAMPLES[kind]) },
    isOptional: false,
  };
}

function madeOf<Kind extends BudgetKind>(kind: Kind, values: object, numbers: Numbers): GuaranteeOf<Kind> {
  return MAKERS[kind](readEach(numbers[kind], values) as unknown as Shorthands[Kind]);
}

function budgetNames(kinds: readonly BudgetKind[]): readonly string[] {
  return [...new Set([...kinds.flatMap((kind) => Object.keys(NUMBERS[kind])), "guarantee"])];
}

function formsOf(kinds: readonly BudgetKind[]): string {
  return [...kinds.map((kind) => wordsOf(NUMBERS[kind])), "guarantee"].join(" or ");
}

function wordsOf(form: Declared): string {
  return Object.keys(form).join(" with ");
}
