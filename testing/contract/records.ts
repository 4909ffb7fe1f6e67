/**
 * What the instances of mechanisms that look at records share: bad values, a pair to be audited on, refusals on release.
 */

import type { MechanismWithLaw } from "../../lib/privacy/guarantees/mechanism.ts";
import type { ContinuousLaw } from "../../lib/privacy/loss/law.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import type { Auditable, ContractInstance, SearchedDomain } from "./instance.ts";

export type Records = readonly number[];

export const RELATIONS = ["swap", "add-remove"] as const;
export const RANGE = { lower: -1, upper: 2 } as const;
/** A range upside down: what its declaration does not say of an end alone. */
export const REVERSED = { upper: [-1, -3] };
export const NO_RECORDS: readonly (readonly [string, unknown])[] = [
  ["a record", [Number.NaN]],
  ["a record", ["1"]],
  ["a record", [undefined]],
];
export const EVEN_RECORDS: readonly (readonly [string, unknown])[] = [
  ["the number of records", []],
  ["the number of records", [0, 1]],
];

export const MEAN_DOMAIN: SearchedDomain = [[-1, 0.5, 2], 1, 2, 3];
export const MEDIAN_DOMAIN: SearchedDomain = [[-1, 0.4, 2], 1, 3];

/** The mechanism with a pair of neighbours to be audited on. */
export function withPair<Input, Output>(
  mechanism: Omit<Auditable<Input, Output>, "worstPair">,
  pair: readonly [Input, Input],
): Auditable<Input, Output> {
  return { ...mechanism, worstPair: () => pair };
}

/** The loss is looked at in the middle between these kinks, for its logarithm is not linear between those of the law. */
export function withKinks(
  mechanism: MechanismWithLaw<Records, number, Stream, ContinuousLaw>,
): MechanismWithLaw<Records, number, Stream, ContinuousLaw> {
  const kinks = Array.from({ length: 2001 }, (_, i) => (i - 1000) / 20);
  return { ...mechanism, law: (records) => ({ ...mechanism.law(records), kinks }) };
}

/** The instance, refusing inputs when it releases, for its law is an oracle. */
export function refusingOnRelease(
  instance: ContractInstance,
  inputs: readonly (readonly [string, unknown])[],
): ContractInstance {
  const release = ([parameter, input]: readonly [string, unknown]) =>
    [parameter, () => instance.mechanism.release(input, stream(1))] as const;
  return { ...instance, refusals: [...instance.refusals, ...inputs.map(release)] };
}
