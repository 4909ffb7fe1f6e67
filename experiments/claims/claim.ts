/**
 * A claim: one statement about differential privacy, in the form in which it is true, with where it comes from and what the
 * lecture notes made of it. How it is checked, and against which broken variants, is said by the parts of experiments that name it.
 *
 * Claims are data: `epsilab list`, `epsilab show` and the report print them, and an experiment names the claim it tests.
 * A claim stands here whether or not an experiment covers it yet.
 */
import type { Erratum, WithdrawnErratum } from "./erratum.ts";
import type { LectureNotesId } from "./lecture-notes.ts";

/** What a claim is about; experiments are grouped in folders of the same names. */
export const areas = [
  "definitions",
  "composition",
  "noise",
  "selection",
  "inverse-sensitivity",
  "quantiles",
  "releases",
  "attacks",
  "membership",
  "auditing",
  "local",
  "minimax",
  "generalisation",
  "holdout",
  "false-discovery",
  "changepoint",
  "streams",
  "gradient",
  "accounting",
  "erm",
  "synthetic",
  "structured",
  "validity",
  "background",
] as const;

export type Area = (typeof areas)[number];

/**
 * Why the statement is believed. A statement of several sentences may rest on several of them.
 *
 * - `verified`: recomputed by exact enumeration, quadrature or simulation before it was written down here;
 * - `proved`: a proof is short and was checked step by step;
 * - `literature`: recalled from the cited work, not derived again;
 * - `unconfirmed`: some part could not be confirmed and must not be quoted as a fact (the statement says which).
 */
export type Evidence = "verified" | "proved" | "literature" | "unconfirmed";

/** A published work, or a place in one. */
export interface Source {
  readonly work: string;
  readonly year: number;
  readonly doi?: string;
  readonly where?: string;
}

/** What the lecture notes say of a claim, in our words, and where. */
export interface Lecture {
  readonly notes: readonly LectureNotesId[];
  /** The sections or slides, by their titles. */
  readonly where: string;
  readonly said: string;
}

export interface Claim {
  readonly id: string;
  /** One of `areas`, or the word of a project of its own. */
  readonly area: Area | (string & {});
  readonly title: string;
  /** The correct statement with its conditions; formulas are plain Unicode, to be read in a terminal. */
  readonly statement: string;
  /** The central formula in LaTeX, without delimiters. */
  readonly tex?: string;
  readonly source: readonly Source[];
  readonly lecture?: Lecture;
  readonly errata: readonly Erratum[];
  /** Errata that were none: they keep their numbers and are not counted. */
  readonly withdrawn?: readonly WithdrawnErratum[];
  readonly evidence: readonly Evidence[];
  /** What the checks of it cover or leave out. */
  readonly covers?: string;
  /** Other names under which the claim is looked up. */
  readonly aliases?: readonly string[];
  /** Why no run can decide it, of statements that are cited with their sources alone. */
  readonly citedBecause?: string;
}
