/**
 * The mechanism: one value that samples, states its guarantee and knows its exact law, so that the three cannot drift apart.
 *
 * `Input` is what the neighbouring relation speaks of after the query: the exact value for a mechanism that adds noise to a query of
 * declared sensitivity, the dataset for a mechanism that looks at the records itself.
 */
import type { Guarantee } from "./guarantee.ts";
import type { Law } from "./law.ts";
import type { Neighbours } from "./neighbours.ts";

export interface Mechanism<Input, Output, Source> {
  readonly name: string;
  readonly neighbours: Neighbours;
  readonly guarantee: Guarantee;
  /** `Source` is `Stream` for float64 noise, which is for study, and `Random` for exact integers, which may be released. */
  readonly release: (input: Input, random: Source) => Output;
  /** The exact distribution, where it has a closed form. */
  law?(input: Input): Law<Output>;
  /** Neighbouring inputs on which the guarantee is attained. */
  worstPair?(): readonly [Input, Input];
}
