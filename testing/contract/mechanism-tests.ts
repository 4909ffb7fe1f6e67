/**
 * How a mechanism is tested, under the name of its builder: `instances` for the contract, and in `fuzz` the arguments and
 * inputs for the fuzz test of the public surface. Also the arguments that several mechanisms share.
 */
import fc from "fast-check";
import type { AnyDeclaration } from "../../lib/numerics/parameters.ts";
import { anyNumber, count, listOf, oneOf, positive, record } from "../surface/arguments.ts";
import { declares, type Own } from "../surface/declared.ts";
import { type Entry, takes } from "../surface/fuzz.ts";
import type { ContractInstance } from "./instance.ts";
import { powerOfTwo } from "./power-of-two.ts";

export interface MechanismTest {
  readonly instances: readonly ContractInstance[];
  readonly fuzz: Entry;
}

export type MechanismTests = Readonly<Record<string, MechanismTest>>;

export function instancesOf(tests: MechanismTests): readonly ContractInstance[] {
  return Object.values(tests).flatMap(({ instances }) => instances);
}

/** Tests of several forms of the same builders, which take other parameters and other inputs. */
export function together(...forms: readonly MechanismTests[]): MechanismTests {
  const names = new Set(forms.flatMap((form) => Object.keys(form)));
  return Object.fromEntries(
    [...names].map((name) => {
      const tests = forms.flatMap((form) => form[name] ?? []);
      const [first, ...also] = tests.map(({ fuzz }) => fuzz);
      return [name, { instances: tests.flatMap(({ instances }) => instances), fuzz: { ...first, also } }];
    }),
  );
}

/** The entries of the fuzz test. */
export function fuzzOf(tests: MechanismTests): Readonly<Record<string, Entry>> {
  return Object.fromEntries(Object.entries(tests).map(([name, { fuzz }]) => [name, fuzz]));
}

/** A mechanism built from one record of parameters, declared or drawn, and what it is asked. */
export function builds(
  parameters: AnyDeclaration | fc.Arbitrary<unknown>,
  inputs: fc.Arbitrary<unknown>,
  { own, ...rest }: Omit<Entry, "args"> & { readonly own?: Own } = {},
): Entry {
  if ("declared" in parameters) return declares(parameters, { inputs, ...rest, ...(own && { own }) });
  return takes([parameters], { inputs, ...rest });
}

const relation = oneOf("swap", "add-remove", "zero-out", "event");
export const recordRelation = oneOf("swap", "add-remove");
export const rational = record({ numerator: fc.integer({ min: 1, max: 40 }), denominator: count });
/** The step of a grid of powers of two, from a 64th to 8. */
export const powerStep = fc.integer({ min: -6, max: 3 }).map(powerOfTwo);
/** Parameters of noise on a number. */
export const additive = { epsilon: positive, sensitivity: positive, neighbours: relation };
export const integer = fc.integer({ min: -1000, max: 1000 });
export const bit = oneOf(0, 1);
export const anyRecords = listOf(anyNumber, 0);
export const oddRecords = listOf(anyNumber, 0, 3).map((values) => [...values, ...values, 0.5]);
export const anyScores = listOf(anyNumber, 3, 3);
/** A value at the end of float64, and noise, may sum to Infinity. */
export const infinite = { infinite: true };

const range = fc.tuple(fc.double({ min: -50, max: 50, noNaN: true }), positive).map(([lower, width]) => ({
  lower,
  upper: lower + Math.max(1e-6, width),
}));

/** Parameters with a range of records. */
export const ranged = <Fields extends object>(fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> }) =>
  fc.tuple(record(fields), range).map(([given, ends]) => ({ ...given, ...ends }));
