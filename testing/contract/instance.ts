/**
 * An instance of a mechanism as the contract test takes it, and values that parameters must refuse.
 *
 * `folder` and `file` name the mechanism's file; `off` is the same mechanism with its noise a tenth smaller; `input` is where draws
 * are compared with the law; `refusals` names the parameters and the calls that must refuse them.
 */
import type { AnyDeclaration } from "../../lib/numerics/parameters.ts";
import type { Mechanism } from "../../lib/privacy/guarantees/mechanism.ts";
import type { AnyLaw } from "../../lib/privacy/loss/law.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { badArgumentsOf, NOT_FRACTIONS } from "../surface/declared.ts";
import { powerOfTwo } from "./power-of-two.ts";

/** What the contract asks for: a law and a pair to be audited on, the mechanism's own or an oracle's. */
export type Auditable<Input, Output> = Omit<Mechanism<Input, Output, Stream>, "law" | "worstPair"> & {
  law(input: Input): AnyLaw;
  worstPair(): readonly [Input, Input];
};

/** Records few enough that all neighbours are gone through, and the numbers of them that the mechanism takes. */
export type SearchedDomain = readonly [universe: readonly unknown[], ...sizes: number[]];

/** Neighbouring inputs, for a search through them. */
export type NeighbouringInputs<Input> = readonly (readonly [Input, Input])[];

export interface ContractInstance {
  readonly title: string;
  readonly folder: string;
  readonly file: string;
  /** What the mechanism calls itself: the name of its file, or its form. */
  readonly name: string;
  readonly mechanism: Auditable<unknown, unknown>;
  /** What the mechanism was built from. */
  readonly parameters: unknown;
  /** Undefined for a mechanism without parameters. */
  readonly off: Auditable<unknown, unknown> | undefined;
  readonly input: unknown;
  /** Whether the worst pair comes within a tenth of the guarantee: not so for one that is known to be loose. */
  readonly tight: boolean;
  readonly refusals: readonly (readonly [parameter: string, call: () => unknown])[];
  /** Of a mechanism that looks at records. */
  readonly domain: SearchedDomain | undefined;
  /** How a list of records becomes an input, where it is not one itself. */
  readonly datasetOf: ((records: readonly unknown[]) => unknown) | undefined;
  /** What a record becomes that is removed; without it a dataset lacks the record. */
  readonly nullRecord: unknown;
  /** Neighbours that are searched, of a mechanism whose inputs are no lists of free records. */
  readonly neighbouring: (() => NeighbouringInputs<unknown>) | undefined;
}

interface Described<Parameters, Input, Output> {
  /** Of lib/, `mechanisms` unless it is said. */
  readonly folder?: string;
  readonly file: string;
  /** What the mechanism calls itself, if not by its file. */
  readonly name?: string;
  readonly title?: string;
  readonly build: (parameters: Parameters) => Auditable<Input, Output>;
  readonly good: Parameters;
  readonly off: Partial<Parameters>;
  readonly input: Input;
  /** Where parameters are declared: each refuses what it must, and a name that is not declared is refused. */
  readonly declaration?: AnyDeclaration;
  /** What parameters must refuse besides: of those that are not declared, and what several must be together. */
  readonly bad?: Readonly<Record<string, readonly unknown[]>>;
  readonly badInputs: readonly (readonly [string, unknown])[];
  readonly tight?: boolean;
  readonly domain?: SearchedDomain;
  readonly datasetOf?: (records: readonly never[]) => Input;
  readonly nullRecord?: unknown;
  readonly neighbouring?: () => NeighbouringInputs<Input>;
}

export function contractInstance<Parameters, Input, Output>(
  described: Described<Parameters, Input, Output>,
): ContractInstance {
  const {
    folder = "mechanisms",
    file,
    name = file,
    title = file,
    build,
    good,
    off,
    input,
    declaration,
    bad = {},
    badInputs,
    tight = true,
    domain,
    datasetOf,
    nullRecord,
    neighbouring,
  } = described;
  const erased = (mechanism: Auditable<Input, Output>) => mechanism as unknown as Auditable<unknown, unknown>;
  const mechanism = erased(build(good));
  return {
    folder,
    file,
    name,
    title,
    mechanism,
    parameters: good,
    off: Object.keys(off).length === 0 ? undefined : erased(build({ ...good, ...off })),
    input,
    tight,
    domain,
    datasetOf: datasetOf as ContractInstance["datasetOf"],
    nullRecord,
    neighbouring,
    refusals: [
      ...(declaration === undefined ? [] : declaredRefusals(declaration, good, build)),
      ...Object.entries(bad).flatMap(([parameter, values]) =>
        values.map((value) => [parameter, () => build({ ...good, [parameter]: value })] as const),
      ),
      ...badInputs.map(([parameter, value]) => [parameter, () => mechanism.law(value)] as const),
    ],
  };
}

function declaredRefusals<Parameters>(
  declaration: AnyDeclaration,
  good: Parameters,
  build: (parameters: Parameters) => unknown,
): readonly (readonly [string, () => unknown])[] {
  const bad = badArgumentsOf(declaration).map(([name, change]) => [name, () => build({ ...good, ...change })] as const);
  const unknownName = ["parameters", () => build({ ...good, unheardOf: 1 })] as const;
  const noParameters = [undefined, null, 3].map((none) => ["parameters", () => build(none as never)] as const);
  return [...bad, unknownName, ...noParameters];
}

export const NOT_POSITIVE: readonly unknown[] = [0, -1, Number.NaN, Infinity, -Infinity];
export const NOT_POWERS_OF_TWO: readonly unknown[] = [
  ...NOT_FRACTIONS,
  { numerator: 1, denominator: 10 },
  { numerator: 3, denominator: 4 },
  powerOfTwo(501),
  powerOfTwo(-501),
];
export const NOT_NUMBERS: readonly (readonly [string, unknown])[] = [
  ["value", Number.NaN],
  ["value", Infinity],
];
export const NOT_INTEGERS: readonly (readonly [string, unknown])[] = [...NOT_NUMBERS, ["value", 0.5]];
export const NOT_BITS: readonly (readonly [string, unknown])[] = [
  ["truth", 2],
  ["truth", Number.NaN],
];
export const NOT_SCORES: readonly (readonly [string, unknown])[] = [
  ["scores", []],
  ["scores", [1, 2]],
  ["scores[1]", [1, Number.NaN, 2]],
  ["scores[2]", [1, 2, Infinity]],
];
