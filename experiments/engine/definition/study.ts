/**
 * Study: a grid of cells and how one cell is decided, exactly or by trials in blocks.
 *
 * A block depends on its cell, its number and the seed alone, through the stream that it is given, and returns a summary; the summaries
 * of a cell are merged in the order of their numbers, so that the result depends on neither threads nor machines. By default they
 * merge by kind, counts and moments (`summary.ts`); what has no kind is refused at the first block, also where a quick run has only
 * one. A verdict is read at the registered number of trials only; with `most`, an inconclusive cell doubles its trials up to that
 * many, and each look has its share of the error.
 */
import type { Stream } from "../../../lib/random/stream.ts";
import type { Axes, Cell } from "./axis.ts";
import type { Judgement } from "./judgement.ts";
import type { StudyData } from "./study-data.ts";
import { addSummaries, mergeByKind } from "./summary.ts";

export interface TrialCounts {
  readonly quick: number;
  readonly full: number;
  /** How far an inconclusive cell may double its trials; by default not at all. */
  readonly most?: number;
}

export interface SampleContext {
  readonly trials: number;
  /** The error that each interval of the cell may make, at this look. */
  readonly errorRate: number;
}

interface StudyOf<A extends Axes> {
  readonly axes: A;
  /** Leaves out combinations that make no sense. */
  where?(cell: Cell<A>): boolean;
}

export interface ExactStudyOf<A extends Axes> extends StudyOf<A> {
  /** The checks of a cell, by name, and values that figures want; a promise where a solver is loaded first. */
  exact(cell: Cell<A>): Judgement | Promise<Judgement>;
}

/** A summary as it comes back from the store: typed arrays have become arrays. */
type Stored<Value> = Value extends Float64Array | Int32Array | Uint32Array
  ? readonly number[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Stored<Value[Key]> }
    : Value;

interface MergeMethod<Value> {
  /** A method, so that a merge of a wider type fits. */
  merge(one: Value, other: Value): Value;
}
type Merge<Value> = MergeMethod<Value>["merge"];

export interface SampledStudyOf<A extends Axes, Summary, Data = unknown> extends StudyOf<A> {
  readonly trials: TrialCounts;
  /** 65 536 unless it is given. */
  readonly blockSize?: number;
  /** How many intervals of the family-wise error a cell uses. */
  intervals(cell: Cell<A>): number;
  /** Installed data that blocks need; none unless it is given. */
  readonly data?: StudyData<Data>;
  /** Draws `count` trials from `random` and the data alone. */
  block(cell: Cell<A>, count: number, random: Stream, data: Data): Summary;
  /** The summary of both; by kind unless it is given: counts add, moments merge. "add" is for sums, whose numbers need not be whole. */
  readonly merge?: "add" | Merge<Stored<Summary>>;
  /** The checks of a cell, by name, from the summary of all its trials. */
  judge(cell: Cell<A>, summary: Stored<Summary>, context: SampleContext): Judgement;
}

/** A study that is decided without drawing, as `exactStudy` makes it. */
export interface ExactStudy<A extends Axes = Axes> extends ExactStudyOf<A> {
  readonly kind: "exact";
}

/** A study that is decided by trials, as it is run. `Seen` is what `judgeSeen` is shown of a summary. */
export interface SampledStudy<A extends Axes = Axes, Summary = unknown, Seen = unknown, Data = unknown>
  extends Omit<SampledStudyOf<A, Summary, Data>, "merge" | "judge"> {
  readonly kind: "sampled";
  readonly blockSize: number;
  readonly merge: Merge<unknown>;
  judge(cell: Cell<A>, summary: unknown, context: SampleContext): Judgement;
  /** What of a summary is judged: the summary itself, or estimates with their intervals. */
  see(summary: unknown, context: SampleContext): Seen;
  judgeSeen(cell: Cell<A>, seen: Seen, context: SampleContext): Judgement;
}

/** A study of any axes and summaries, whose types have been checked where it was defined. */
export type Study = ExactStudy | SampledStudy;

const BLOCK_SIZE = 65_536;

/** A study whose cells are decided by `exact`, without drawing. */
export function exactStudy<const A extends Axes>(study: ExactStudyOf<A>): ExactStudy<A> {
  return { kind: "exact", ...study };
}

/**
 * A study whose cells are decided by trials: `block` draws `count` of them and sums them up, `merge` makes one summary of two,
 * `judge` decides.
 */
export function sampledStudy<const A extends Axes, Summary, Data = unknown>({
  judge,
  ...drawn
}: SampledStudyOf<A, Summary, Data>): SampledStudy<A, Summary, Stored<Summary>, Data> {
  return studySeeing(drawn, (summary) => summary as Stored<Summary>, judge);
}

/** The same where `judgeSeen` is shown what `see` makes of the summary. */
export function studySeeing<A extends Axes, Summary, Seen, Data>(
  drawn: Omit<SampledStudyOf<A, Summary, Data>, "judge">,
  see: SampledStudy<A, Summary, Seen>["see"],
  judgeSeen: SampledStudy<A, Summary, Seen>["judgeSeen"],
): SampledStudy<A, Summary, Seen, Data> {
  const { merge = mergeByKind } = drawn;
  if (merge !== "add" && typeof merge !== "function") {
    throw new RangeError(`merge must be "add" or a function of two summaries, got ${JSON.stringify(merge)}`);
  }
  return {
    kind: "sampled",
    blockSize: BLOCK_SIZE,
    ...drawn,
    merge: merge === "add" ? addSummaries : (merge as Merge<unknown>),
    judge: (cell, summary, context) => judgeSeen(cell, see(summary, context), context),
    see,
    judgeSeen,
  };
}

/** Whether a cell may have several blocks whose summaries merge by kind, at any size. */
export function mergesByKind({ merge, trials, blockSize }: SampledStudy): boolean {
  return merge === mergeByKind && Math.max(trials.quick, trials.full, trials.most ?? 0) > blockSize;
}
