/**
 * Parameters by name, each declared once: what it must be, its type, its documentation, and how tests make good and bad values of it.
 *
 * `declare({ epsilon: positive, sensitivity: positive })` beside a function gives the type of its argument (`ParametersOf`), and `read` refuses what
 * does not fit: an argument that is no object, a name that is not declared (with the nearest that is), a parameter that is missing or
 * of the wrong kind. The message names the parameter and shows its value: `epsilon must be positive and finite, got -1`. The comment above a
 * parameter is its documentation, in the editor and in the reference.
 * A check behind the parameters holds what several of them must be together, such as a range whose ends are in order.
 *
 * Why not zod, which the experiments use: loading it and building a schema for every builder costs 0.1 to 0.2 s where `epsilab` is imported; its messages would
 * all be replaced by ours; and from its refinements no generator follows, which is half of the purpose here.
 */
import { requireKnownNames } from "./known-names.ts";
import {
  FINITE,
  isWithin,
  NON_NEGATIVE,
  type NumberRange,
  OPEN_PROBABILITY,
  POSITIVE,
  POSITIVE_OR_INFINITE,
  POSITIVE_PROBABILITY,
  PROBABILITY,
  PROBABILITY_BELOW_ONE,
  refuse,
  requireFunction,
  requireList,
  SCALE,
  wholeFrom,
} from "./requirements.ts";

/** What the values of a parameter are: tests make good and bad ones by it. */
export type Values =
  | { readonly kind: "number"; readonly range: NumberRange }
  | { readonly kind: "word"; readonly words: readonly unknown[] }
  | { readonly kind: "list"; readonly item: Values; readonly least: number }
  | { readonly kind: "parameters"; readonly declared: Declared }
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
  return {
    declared,
    read: (given, name = "parameters") => {
      requireKnownNames(given, names, name);
      const read = readEach(declared, given);
      for (const check of checks) check(read);
      return read;
    },
  };
}

/** Each declared parameter, read from an object; other names are not looked at. */
export function readEach<Names extends Declared>(declared: Names, given: object): Read<Names> {
  const values = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(declared).map(([name, parameter]) => [name, parameter.read(values[name], name)]),
  ) as Read<Names>;
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

/** A value that another function makes, or a function; `require` refuses what is none. */
export function made<Value>(require: (value: Value, name: string) => void): RequiredParameter<Value> {
  return {
    read: (value, name) => {
      require(value as Value, name);
      return value as Value;
    },
    values: { kind: "made" },
    isOptional: false,
  };
}

/** A function; what it is given and answers is not known here. */
export function callable<Call extends (...given: never[]) => unknown>(): RequiredParameter<Call> {
  return made<Call>((value, name) => requireFunction({ [name]: value }));
}

/** Parameters within parameters; a refusal names the inner one. */
export function group<Names extends Declared>(declaration: Declaration<Names>): RequiredParameter<Given<Names>> {
  return {
    read: (value, name) => declaration.read(value as Given<Names>, name) as Given<Names>,
    values: { kind: "parameters", declared: declaration.declared },
    isOptional: false,
  };
}
