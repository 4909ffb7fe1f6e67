/**
 * Neighbouring relations: which two datasets a guarantee speaks of. There is no default; a mechanism names its own.
 *
 * - `swap`: the same number of records, at most one of them replaced.
 * - `add-remove`: one record added or removed; the numbers of records differ by at most one.
 * - `zero-out`: one record replaced by a null record that contributes nothing; the number of records is public.
 * - `event`: a stream in which the record of one time step is replaced.
 * Datasets are ordered under `swap`, `zero-out` and `event`, which compare index by index; under `add-remove` they are multisets.
 *
 * Theorem: an (epsilon, delta) guarantee under `add-remove` holds under `swap` at (2 epsilon, (1 + e^epsilon) delta), since a swap is a
 * removal and an addition. The converse is false: releasing the number of records is 0-private under `swap` and not private at all
 * under `add-remove`.
 * Source: Dwork, Roth (2014), section 2.3; Vadhan (2017), lemma 2.2 on groups of two.
 * @claim neighbour-relations
 */
import { oneOf, type RequiredParameter } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";

export type Neighbours = "swap" | "add-remove" | "zero-out" | "event";

export const NEIGHBOURS: readonly Neighbours[] = ["swap", "add-remove", "zero-out", "event"];

/** Any relation, as a parameter. */
export const anyNeighbours = oneOf<Neighbours>(...NEIGHBOURS);

/** One relation alone, and why. */
export function onlyNeighbours(relation: Neighbours, why: string): RequiredParameter<Neighbours> {
  return {
    read: (value, name) => (value === relation ? relation : refuse(name, `"${relation}" ${why}`, value)),
    values: { kind: "word", words: [relation] },
    isOptional: false,
  };
}

export function requireNeighbours(neighbours: Neighbours): void {
  anyNeighbours.read(neighbours, "neighbours");
}
