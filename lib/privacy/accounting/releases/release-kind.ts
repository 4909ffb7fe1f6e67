/**
 * A kind of release: all that accountants know of it, in one record.
 *
 * What is released has a `kind` and parameters, as plain data. Its record says which parameters it takes and, as far as each is
 * known, the loss of a dominating pair, the same on a Poisson sample, its (epsilon, delta), Renyi curve, rho and mu, and what it is
 * for a group. All of it is of one release, for all neighbours. What a record leaves out follows from the rest: the pair on a
 * sample from the atoms of the pair, or from the worst pair of the (epsilon, delta); the amplified (epsilon, delta) and Renyi
 * curve; the group privacy of the guarantee (`read-event.ts`, `event-knowledge.ts`, `group-event.ts`).
 */
import type { Declaration, Declared } from "../../../numerics/parameters.ts";
import type { Guarantee, RenyiGuarantee } from "../../guarantees/guarantee.ts";
import type { PldPair, ReleaseName } from "../../loss/privacy-loss.ts";
import type { PrivacyBudget } from "../advanced-composition.ts";

export interface ReleaseKind<Release extends ReleaseName> {
  /** What it takes beside its kind. */
  readonly parameters: Declaration<Declared>;
  /** The guarantee that it is, where it is one. */
  guarantee?(release: Release): Guarantee | undefined;
  /** Whether these parameters lose nothing; absent where none do. */
  losesNothing?(release: Release): boolean;
  /** Of a pair of laws that dominates all neighbours. */
  loss?(release: Release): PldPair;
  /** Whether some neighbours have the very laws of that pair; yes where absent. */
  isAttained?(release: Release): boolean;
  /** Of a pair that dominates the release on a Poisson sample, where the pair without sampling does not give it. Attained as that is. */
  poissonLoss?(release: Release, rate: number): PldPair;
  /** That it is a release about a record, which a sample may not have. */
  readonly needsRecord?: boolean;
  /** The (epsilon, delta) of a bounded loss. */
  budget?(release: Release): PrivacyBudget;
  /** The epsilon at a delta, where it has no budget and its mu or rho does not say it. */
  epsilonAt?(release: Release, delta: number): number;
  /** The Renyi curve, where it is known better than the budget or rho says. */
  renyi?(release: Release): RenyiGuarantee;
  /** The exact one on a Poisson sample. */
  poissonRenyi?(release: Release, rate: number): RenyiGuarantee;
  /** Of unbounded losses that are zero-concentrated. */
  rho?(release: Release): number;
  /** Of Gaussian noise: the move over its standard deviation. */
  mu?(release: Release): number;
  /** The mu that as many sampled releases approach; an estimate, no bound. */
  centralLimitMu?(release: Release, sample: { readonly samplingRate: number; readonly times: number }): number;
  /** The release for groups of `size` records. */
  group?(release: Release, size: number): Release;
  /** The loss for groups of `size` records, each of which enters a Poisson sample. */
  poissonGroup?(release: Release, sample: { readonly size: number; readonly samplingRate: number }): PldPair;
}
