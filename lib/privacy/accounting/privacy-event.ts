/**
 * Privacy events: what is released, how often, and on which sample of the records. All accountants read this one notion.
 *
 * What is released is one of
 * - a mechanism, with its dominating pair where it knows one and its guarantee where not;
 * - a guarantee: any mechanism that has it;
 * - a release by its kind, as plain data: `{ kind: "gaussian", sigma: 1.5, sensitivity: 1 }` (`releases/`);
 * - a privacy-loss distribution, such as `mixtureGaussianPld(...)`;
 * - another event, or a list of any of these: all of them, one after the other.
 * Wherever an event is taken any of them is, and stands for itself, once.
 */
import type { Mechanism } from "../guarantees/mechanism.ts";
import type { PldPair } from "../loss/privacy-loss.ts";
import type { NamedRelease } from "./releases/release-kinds.ts";

/** What accountants read of a mechanism. */
export type Composable = Pick<Mechanism<never, unknown, never>, "name" | "neighbours" | "guarantee" | "privacyLoss">;

export type Release = Composable | NamedRelease | PldPair;

/** A release, an event, or a list of either. */
export type Releases = Release | PrivacyEvent | readonly Releases[];

export interface PoissonSampling {
  readonly kind: "poisson";
  /** The probability with which each record enters. */
  readonly samplingRate: number;
}

export interface BatchSampling {
  readonly kind: "without-replacement";
  /** The number of records of each batch. */
  readonly batchSize: number;
  /** The number of records from which it is drawn, which is public. */
  readonly size: number;
}

export interface PrivacyEvent {
  readonly mechanism: Releases;
  /** How often it is released: once by default. */
  readonly times?: number;
  /** Of each of these times; all that is released at one time is on one sample. */
  readonly sampling?: PoissonSampling | BatchSampling;
}
