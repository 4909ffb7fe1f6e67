/**
 * The mechanism: one value that samples, states its guarantee and knows its exact law, so that the three cannot drift apart.
 *
 * `Input` is what the neighbouring relation speaks of after the query: the exact value for a mechanism that adds noise to a query of
 * declared sensitivity, the dataset for a mechanism that looks at the records itself.
 */
import type { AnyLaw, Law } from "../loss/law.ts";
import type { PldPair } from "../loss/privacy-loss.ts";
import type { Guarantee } from "./guarantee.ts";
import type { Neighbours } from "./neighbours.ts";

export interface Mechanism<Input, Output, Source> {
  readonly name: string;
  readonly neighbours: Neighbours;
  readonly guarantee: Guarantee;
  /** `Source` is `Stream` for float64 noise, which is for study, and `Random` for exact integers, which may be released. */
  readonly release: (input: Input, random: Source) => Output;
  /** `out.length` releases of one input, the bits of as many calls of `release`: for studies that compare many draws with the law. */
  readonly releaseMany?: (input: Input, out: Float64Array, random: Source) => Float64Array;
  /** The exact distribution, where it has a closed form. */
  law?(input: Input): Law<Output>;
  /** The privacy loss of a pair of laws that dominates the output laws of all neighbours, where one is known. */
  privacyLoss?(): DominatingPair;
  /** Neighbouring inputs on which the guarantee is attained. */
  worstPair?(): readonly [Input, Input];
}

/**
 * A mechanism whose output has a known law on every input that it takes. What `Mechanism` leaves open is there: the law, of the kind
 * named last; the privacy loss, which follows from the guarantee where nothing closer is known; and, for outputs that are numbers,
 * many releases at once.
 */
export type MechanismWithLaw<Input, Output, Source, OutputLaw extends AnyLaw> = Omit<
  Mechanism<Input, Output, Source>,
  "law" | "releaseMany"
> & {
  law(input: Input): OutputLaw;
} & Required<Pick<Mechanism<Input, Output, Source>, "privacyLoss">> &
  ([Output] extends [number] ? Required<Pick<Mechanism<Input, Output, Source>, "releaseMany">> : unknown);

/** A mechanism with a known law that also knows on which neighbours it loses most: everything about it can be computed. */
export type ClosedMechanism<Input, Output, Source, OutputLaw extends AnyLaw> = MechanismWithLaw<
  Input,
  Output,
  Source,
  OutputLaw
> &
  Required<Pick<Mechanism<Input, Output, Source>, "worstPair">>;

/**
 * A pair of laws P, Q whose delta(epsilon), at every epsilon, no two neighbours exceed in either order. Dominance survives adaptive
 * composition (Zhu, Dong, Wang, AISTATS 2022).
 */
export interface DominatingPair extends PldPair {
  /**
   * Whether some neighbours, `worstPair` where there is one, have these very laws up to a map that loses nothing. If not, the pair is an
   * upper bound only: its profile may be the largest over several neighbours, or above them all.
   */
  readonly attained: boolean;
}
