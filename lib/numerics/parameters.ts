/**
 * Parameters by name, each declared once: what it must be, its type, its documentation, and how tests make good and bad values of it.
 *
 * `declare({ epsilon: positive, sensitivity: positive })` beside a function gives the type of its argument (`ParametersOf`), and
 * `read` refuses what does not fit: an argument that is no object, a name that is not declared (with the nearest that is), a
 * parameter that is missing or of the wrong kind. The message names the parameter and shows its value:
 * `epsilon must be positive and finite, got -1`. The comment above a parameter is its documentation, in the editor and in the
 * reference. A check behind the parameters holds what several of them must be together, such as a range whose ends are in order.
 *
 * Why not zod, which the experiments use: loading it and building a schema for every builder costs 0.1 to 0.2 s where `epsilab` is
 * imported; its messages would all be replaced by ours; and from its refinements no generator follows, which is half of the purpose
 * here.
 */
import { nearNames } from "./near-names.ts";
import {
  FINITE,
  isWithin,
  kindOf,
  NON_NEGATIVE,
  type NumberRange,
  OPEN_PROBABILITY,
  POSITIVE,
  POSITIVE_OR_INFINITE,
  POSITIVE_PROBABILITY,
  PROBABILITY,
  PROBABILITY_BELOW_ONE,
  refuse,
  refuseKind,
  requireFunction,
  requireList,
  SCALE,
  wholeFrom,
} from "./requirements.ts";

/** What the values of a parameter are: tests make good and bad ones by it. */
export type Values =
  | { readonly kind: "number"; readonly range: NumberRange }
  | { readonly kind: "word"; readonly words: readonly unknown[] }
  | { readonly kind: "text" }
  | { readonly kind: "list"; readonly item: Values; readonly least: number }
  | { readonly kind: "parameters"; readonly declared: Declared; readonly forms?: readonly Declared[] }
  /** A positive fraction of whole numbers. */
  | { readonly kind: "fraction" }
  /** A function, a domain, a mechanism: tests bring a good one. */
  | { readonly kind: "made" };

export interface Parameter<Value> {
  /** The value, or a refusal under the name. */
  read(value: unknown, name: string): Value;
  readonly values: Values;
  readonly isOptional: boolean;
}

export interface OptionalParameter<Value> extends Parameter<Value> {
  readonly isOptional: true;
}

export interface RequiredParameter<Value> extends Parameter<Value> {
  readonly isOptional: false;
}

export type Declared = Readonly<Record<string, Parameter<unknown>>>;

type ValueOf<Declaration> = Declaration extends Parameter<infer Value> ? Value : never;

type Required<Names extends Declared> = {
  readonly [Name in keyof Names as Names[Name] extends OptionalParameter<unknown> ? never : Name]: ValueOf<Names[Name]>;
};

type Optional<Names extends Declared> = {
  readonly [Name in keyof Names as Names[Name] extends OptionalParameter<unknown> ? Name : never]?: ValueOf<
    Names[Name]
  >;
};

type Flat<Fields> = { readonly [Name in keyof Fields]: Fields[Name] };

/** What a caller gives. */
export type Given<Names extends Declared> = Flat<Required<Names> & Optional<Names>>;
/** What a function reads: optional parameters that were not given have their stand-in. */
export type Read<Names extends Declared> = { readonly [Name in keyof Names]: ValueOf<Names[Name]> };

/** The parameters of a function: what a caller gives, and what it reads. */
export interface Declaration<Names extends Declared, Argument = Given<Names>, Values = Read<Names>> {
  readonly declared: Names;
  /** Where one thing can be given in several forms, of which a caller takes exactly one: the parameters of each. */
  readonly forms?: readonly Declared[];
  /** `name` is how a refusal calls the whole of them. */
  read(given: Argument, name?: string): Values;
}

/** What a caller gives of the declared parameters, without the forms of a budget beside them. */
export type DeclaredIn<Of> = Of extends { readonly declared: infer Names extends Declared } ? Given<Names> : never;

/** What tests ask of a declaration. */
export type AnyDeclaration = Declaration<Declared, never, unknown>;

/** The type of the argument that is declared. */
export type ParametersOf<Of> = Of extends { read(given: infer Argument, name?: string): unknown } ? Argument : never;

export function declare<Names extends Declared>(
  declared: Names,
  ...checks: readonly ((given: Read<Names>) => void)[]
): Declaration<Names> {
  const names = Object.keys(declared);
  const parameters = Object.values(declared);
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, undefined]));
  return {
    declared,
    // Names are listed once and an object of their shape is copied, not built: intervals and bounds are read in loops.
    read: (given, name = "parameters") => {
      requireKnownNames(given, names, name);
      const values = given as Readonly<Record<string, unknown>>;
      const read: Record<string, unknown> = { ...blank };
      const place = name.includes("[") ? `${name}.` : "";
      for (let k = 0; k < names.length; k++) read[names[k]] = parameters[k].read(values[names[k]], place + names[k]);
      for (const check of checks) check(read as Read<Names>);
      return read as Read<Names>;
    },
  };
}

/**
 * Whether an object has no other names: what stands in inner loops looks at its arguments itself, and has its declaration read them
 * only where something is wrong.
 */
export function hasNoOtherNames(given: object, names: readonly string[]): boolean {
  let place = 0;
  // Mostly they come in the order of the declaration, so that the list is not gone through for each.
  for (const name in given) if (name !== names[place++] && !names.includes(name)) return false;
  return true;
}

/** Each declared parameter, read from an object; other names are not looked at. */
export function readEach<Names extends Declared>(declared: Names, given: object): Read<Names> {
  const values = given as Readonly<Record<string, unknown>>;
  const read: Record<string, unknown> = {};
  for (const name of Object.keys(declared)) read[name] = declared[name].read(values[name], name);
  return read as Read<Names>;
}

/** What a caller gives in one of several forms. */
type GivenIn<Forms> = Forms extends Declared ? Given<Forms> : never;
type ReadIn<Forms> = Forms extends Declared ? Read<Forms> : never;

/**
 * Parameters in one of several forms, such as `{ rho }` or `{ order, epsilon }`. Read is the form of which everything required is
 * given, and of several the one with the most of what is given, the first of equals; so a form that takes less stands before one
 * that takes more.
 */
export function declareForms<const Forms extends readonly Declared[]>(
  ...forms: Forms
): Declaration<Record<never, never>, GivenIn<Forms[number]>, ReadIn<Forms[number]>> {
  const all = [...new Set(forms.flatMap(Object.keys))];
  return {
    declared: {},
    forms,
    read: (given, name = "parameters") => {
      requireKnownNames(given, all, name);
      const names = Object.entries(given).flatMap(([each, value]) => (value === undefined ? [] : [each]));
      if (names.length === 0) refuse(name, `given as ${forms.map(requiredWords).join(" or ")}`, undefined);
      const form = forms.toSorted((a, b) => fitOf(b, names) - fitOf(a, names))[0];
      requireKnownNames(given, Object.keys(form), name);
      return readEach(form, given) as ReadIn<Forms[number]>;
    },
  };
}

function requiredWords(form: Declared): string {
  const required = Object.keys(form).filter((name) => !form[name].isOptional);
  return required.join(" with ");
}

function fitOf(form: Declared, names: readonly string[]): number {
  const isWhole = Object.keys(form).every((name) => form[name].isOptional || names.includes(name));
  return (isWhole ? 1000 : 0) + names.filter((name) => name in form).length;
}

/** What a caller gives of one of several kinds. */
type GivenOf<Kinds extends Readonly<Record<string, Declared>>> = {
  readonly [Kind in keyof Kinds]: Flat<{ readonly kind: Kind } & Given<Kinds[Kind]>>;
}[keyof Kinds];
type ReadOf<Kinds extends Readonly<Record<string, Declared>>> = {
  readonly [Kind in keyof Kinds]: Flat<{ readonly kind: Kind } & Read<Kinds[Kind]>>;
}[keyof Kinds];

/** Parameters of one of several kinds, each with its own: `{ kind: "laplace", scale }` or `{ kind: "gaussian", sigma }`. */
export function declareKinds<const Kinds extends Readonly<Record<string, Declared>>>(
  kinds: Kinds,
): Declaration<Record<never, never>, GivenOf<Kinds>, ReadOf<Kinds>> {
  const kind = oneOf(...Object.keys(kinds));
  const forms: Readonly<Record<string, Declared>> = Object.fromEntries(
    Object.entries(kinds).map(([each, declared]) => [each, { kind: oneOf(each), ...declared }]),
  );
  const all = [...new Set(Object.values(forms).flatMap(Object.keys))];
  return {
    declared: {},
    forms: Object.values(forms),
    read: (given, name = "parameters") => {
      requireKnownNames(given, all, name);
      const form = forms[kind.read(given.kind, name === "parameters" ? "kind" : `${name}.kind`)];
      requireKnownNames(given, Object.keys(form), name);
      return readEach(form, given) as ReadOf<Kinds>;
    },
  };
}

/**
 * Refuses an argument that is no object, and a name that nothing reads, before anything is spent:
 * `noisyMean({ ..., by: "region" })` is not the mean by region. A name whose value is undefined asks for nothing and is let
 * through. `whole` is how a refusal calls all of them.
 */
export function requireKnownNames(given: unknown, names: readonly string[], whole: string): void {
  const isList = Array.isArray(given) || ArrayBuffer.isView(given);
  if (isList || typeof given !== "object" || given === null) {
    const kind = isList ? "an array" : kindOf(given);
    throw new RangeError(`${whole} must be an object with ${names.join(", ")}, got ${kind}`);
  }
  for (const name of Object.keys(given)) {
    if (names.includes(name) || (given as Readonly<Record<string, unknown>>)[name] === undefined) continue;
    const [near] = nearNames(name, names);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    const known = names.length === 0 ? "nothing" : `among ${names.join(", ")}`;
    throw new RangeError(`${whole} must be ${known}, got ${JSON.stringify(name)}${hint}`);
  }
}

/** May be left out. */
export function optional<Value>(parameter: Parameter<Value>): OptionalParameter<Value | undefined>;
/** May be left out, and is `standIn` then. */
export function optional<Value>(parameter: Parameter<Value>, standIn: Value): OptionalParameter<Value>;
export function optional<Value>(parameter: Parameter<Value>, standIn?: Value): OptionalParameter<Value | undefined> {
  return {
    read: (value, name) => (value === undefined ? standIn : parameter.read(value, name)),
    values: parameter.values,
    isOptional: true,
  };
}

/** A number within a range. */
export function number(range: NumberRange): RequiredParameter<number> {
  return {
    read: (value, name) => (isWithin(range, value) ? value : refuse(name, range.expected, value)),
    values: { kind: "number", range },
    isOptional: false,
  };
}

export const finite = number(FINITE);
export const positive = number(POSITIVE);
/** Infinity for no limit. */
export const positiveOrInfinite = number(POSITIVE_OR_INFINITE);
export const nonNegative = number(NON_NEGATIVE);
export const scale = number(SCALE);
export const probability = number(PROBABILITY);
export const openProbability = number(OPEN_PROBABILITY);
export const probabilityBelowOne = number(PROBABILITY_BELOW_ONE);
export const positiveProbability = number(POSITIVE_PROBABILITY);
/** A number of things: a positive integer. */
export const count = integer(1);

/** An integer that float64 holds exactly. */
export function integer(least: number, most?: number): RequiredParameter<number> {
  return number(wholeFrom(least, most));
}

/** One of a few words, numbers or flags. */
export function oneOf<const Word extends string | number | boolean>(
  ...words: readonly Word[]
): RequiredParameter<Word> {
  const expected = words.length === 2 ? words.join(" or ") : `one of ${words.join(", ")}`;
  return {
    read: (value, name) =>
      (words as readonly unknown[]).includes(value) ? (value as Word) : refuse(name, expected, value),
    values: { kind: "word", words },
    isOptional: false,
  };
}

export const flag = oneOf(true, false);

/** Any text. */
export const text: RequiredParameter<string> = {
  read: (value, name) => (typeof value === "string" ? value : refuseKind(name, "a text", value)),
  values: { kind: "text" },
  isOptional: false,
};

/** An array or a typed array, `least` long or longer; a refusal names the place, as in `probabilities[2]`. */
export function listOf<Item>(item: Parameter<Item>, least = 1): RequiredParameter<ArrayLike<Item>> {
  return {
    read: (value, name) => {
      const list = value as ArrayLike<Item>;
      requireList(name, list);
      if (list.length < least) refuse(name, `a list of at least ${least}`, list);
      for (let i = 0; i < list.length; i++) item.read(list[i], `${name}[${i}]`);
      return list;
    },
    values: { kind: "list", item: item.values, least },
    isOptional: false,
  };
}

/** The same, for what is gone through item by item: an array, or a typed array. */
export function arrayOf<Item>(item: Parameter<Item>, least = 1): RequiredParameter<readonly Item[]> {
  return listOf(item, least) as RequiredParameter<unknown> as RequiredParameter<readonly Item[]>;
}

/** A value that another function makes, a function, or a fraction; `require` refuses what is none. */
export function made<Value>(
  require: (value: Value, name: string) => void,
  kind: "made" | "fraction" = "made",
): RequiredParameter<Value> {
  return {
    read: (value, name) => {
      require(value as Value, name);
      return value as Value;
    },
    values: { kind },
    isOptional: false,
  };
}

/** A function; what it is given and answers is not known here. */
export function callable<Call extends (...given: never[]) => unknown>(): RequiredParameter<Call> {
  return made<Call>((value, name) => requireFunction({ [name]: value }));
}

/** Parameters within parameters; a refusal names the inner one, and within a list its place: `panels[1].title`. */
export function group<Names extends Declared, Argument>(
  declaration: Declaration<Names, Argument, unknown>,
): RequiredParameter<Argument> {
  const { declared, forms = [] } = declaration;
  return {
    read: (value, name) => declaration.read(value as Argument, name) as Argument,
    values: { kind: "parameters", declared, forms },
    isOptional: false,
  };
}
