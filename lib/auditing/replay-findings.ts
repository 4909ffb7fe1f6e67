/**
 * Replay findings: what two recorded runs of one program, on neighbouring inputs, show of the conditions that it declared.
 *
 * Every draw of noise was recorded with the value that noise is added to, its declared sensitivity and its parameters; the second run
 * had the outputs of the first. Under the conditions checked here every draw is private by itself, whatever came before, and what is
 * made of the outputs stays so: the same draws in the same order, from the same places; a value that moves by at most the declared
 * sensitivity; parameters and public values that do not depend on the data; and no difference between the outputs of the program.
 * A claim of epsilon is held against all draws together: where the outputs of one run are more than e^epsilon times as likely for
 * one input as for the other, by the laws that the draws declared, whoever sees them all sees more than the claim allows.
 * Source: Cebere, Erb, Desfontaines, Bellet, Fitzsimons (PoPETs 2026), arXiv 2602.17454, Re:cord-play.
 * Limits: what a program puts out may say less than its draws, which `budget` weighs. A finding proves that a declared condition is
 * broken on these two inputs, not that privacy is: smooth sensitivity, whose scale depends on the data, is private by another
 * argument. No finding proves nothing beyond what was replayed. A sensitivity counts as exceeded if it is by more than a billionth
 * of it and 2^-46 of the values, which rounding may do. A finding has the place of the draw and the difference of two values, never
 * a value.
 */
import { largestOf } from "../numerics/extremes.ts";

/** How far two values are apart: the sum, the root of the sum of squares, or the largest of the differences. */
export type ReplayNorm = "l1" | "l2" | "linf";

/** One draw of noise, or a public value (`kind: "public"`), as it was recorded. */
export interface RecordedCall {
  /** The noise: "laplace", "gaussian" or any other name. */
  readonly kind: string;
  /** Where in the program it is. */
  readonly at: string;
  /** What noise is added to; left out where it is not measured. */
  readonly value?: readonly number[];
  readonly sensitivity?: number;
  readonly norm?: ReplayNorm;
  /** What may not depend on the data, such as the scale. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The log-likelihood of its output, up to a term of the parameters alone; left out where it is not known. */
  readonly logLikelihood?: number;
}

/** A run of a program: its draws in order, and how it ended. */
export interface RecordedRun {
  readonly calls: readonly RecordedCall[];
  readonly output?: unknown;
  /** The name of the error that ended it. */
  readonly failed?: string;
}

export interface ReplayFinding {
  /**
   * `order`: another kind or size of draw, or a draw that only one run has; `branch`: the same draw from another place; `sensitivity`: the
   * values are further apart than declared; `scale`: a parameter depends on the data; `public`: a value that was said to be public
   * does; `output`: the outputs of the program differ though those of all draws are the same; `end`: only one run failed; `budget`: all
   * draws together lose more than the epsilon of the claim.
   */
  readonly kind: "order" | "branch" | "sensitivity" | "scale" | "public" | "output" | "end" | "budget";
  /** The number of the draw, from 1 on; of `output`, `end` and `budget`, the number of the last one. */
  readonly draw: number;
  /** Its place in the program. */
  readonly at: string;
  /** Of `scale`: what depends on the data. */
  readonly parameter?: string;
  /** How far the two values are apart, where they are numbers. */
  readonly difference?: number;
  /** The sensitivity that was declared; of `budget`, the epsilon. */
  readonly declared?: number;
  readonly says: string;
}

/** What is broken first ends the comparison of the draws, where they are no longer the same; otherwise each draw is judged. */
export function replayFindings(first: RecordedRun, second: RecordedRun): readonly ReplayFinding[] {
  const findings: ReplayFinding[] = [];
  const draws = Math.max(first.calls.length, second.calls.length);
  for (let k = 0; k < draws; k++) {
    const [one, other] = [first.calls[k], second.calls[k]];
    const isOver = one === undefined || other === undefined;
    if (isOver && isFailed(first, second)) return [...findings, ending(first, second)];
    const parted = isOver ? surplus(first, second, k) : parting(one, other, k);
    if (parted !== undefined) return [...findings, parted, ...(isFailed(first, second) ? [ending(first, second)] : [])];
    for (const finding of ofCall(one, other, k)) findings.push(finding);
  }
  if (isFailed(first, second)) return [...findings, ending(first, second)];
  const apart = distance(first.output, second.output);
  if (apart === undefined) return findings;
  const says = `the outputs ${by(apart)} though every draw gave the same: data reached them without noise`;
  return [...findings, { kind: "output", draw: draws, at: "the output", ...shown(apart), says }];
}

/** The privacy loss of the outputs of all draws, either way; undefined where the runs part, or a law is not known. */
function replayLoss({ calls }: RecordedRun, second: RecordedRun): number | undefined {
  if (calls.length !== second.calls.length) return undefined;
  let loss = 0;
  for (const [k, one] of calls.entries()) {
    const other = second.calls[k];
    if (!isSameDraw(one, other)) return undefined;
    if (one.kind === "public") continue;
    if (one.logLikelihood === undefined || other.logLikelihood === undefined) return undefined;
    if (distance(one.parameters, other.parameters) !== undefined) return undefined;
    loss += one.logLikelihood - other.logLikelihood;
  }
  return Number.isNaN(loss) ? undefined : Math.abs(loss);
}

function overspent(loss: number, epsilon: number, draw: number): ReplayFinding {
  const says =
    `the outputs of ${draw === 1 ? "the draw" : `all ${draw} draws`} together are e^${loss} times as likely for one input as for the ` +
    `other, and the claim is epsilon ${epsilon}`;
  return { kind: "budget", draw, at: "all draws", difference: loss, declared: epsilon, says };
}

/** Whether a draw may be given the output of another. */
export function isSameDraw(one: RecordedCall, other: RecordedCall): boolean {
  return parting(one, other, 0) === undefined;
}

function parting(one: RecordedCall, other: RecordedCall, k: number): ReplayFinding | undefined {
  const draw = k + 1;
  const sizes = [one, other].map(({ value }) => value?.length ?? 0);
  if (one.kind !== other.kind) {
    const says = `draw ${draw} is ${one.kind} at ${one.at} for the first input, and ${other.kind} at ${other.at} for the second`;
    return { kind: "order", draw, at: one.at, says };
  }
  if (sizes[0] !== sizes[1]) {
    const difference = Math.abs(sizes[0] - sizes[1]);
    const says = `${placed(one, draw)}: its size differs by ${difference}, so the number of values depends on the data`;
    return { kind: "order", draw, at: one.at, difference, says };
  }
  if (one.at === other.at) return undefined;
  const says = `draw ${draw}, ${one.kind}, is at ${one.at} for the first input, and at ${other.at} for the second: a branch on the data`;
  return { kind: "branch", draw, at: one.at, says };
}

function surplus(first: RecordedRun, second: RecordedRun, k: number): ReplayFinding {
  const difference = Math.abs(first.calls.length - second.calls.length);
  const side = first.calls.length > k ? "first" : "second";
  const { kind, at } = (side === "first" ? first : second).calls[k];
  const more = difference === 1 ? "a draw" : `${difference} draws`;
  const says = `the run of the ${side} input has ${more} more, from draw ${k + 1} on: ${kind} at ${at}`;
  return { kind: "order", draw: k + 1, at, difference, says };
}

function ofCall(one: RecordedCall, other: RecordedCall, k: number): readonly ReplayFinding[] {
  const draw = k + 1;
  const isPublic = one.kind === "public";
  const names = [...new Set([...Object.keys(one.parameters), ...Object.keys(other.parameters)])];
  const values = names.map((name) => ({ name, apart: distance(one.parameters[name], other.parameters[name]) }));
  values.push({ name: "sensitivity", apart: distance(one.sensitivity, other.sensitivity) });
  const findings = values.flatMap(({ name, apart }): readonly ReplayFinding[] => {
    if (apart === undefined) return [];
    const what = isPublic
      ? `it was declared public, and ${differs(apart)}`
      : `its ${name} ${differs(apart)}: it depends on the data`;
    const says = `${placed(one, draw)}: ${what}`;
    const broken = isPublic ? ({ kind: "public" } as const) : ({ kind: "scale", parameter: name } as const);
    return [{ ...broken, draw, at: one.at, ...shown(apart), says }];
  });
  return [...findings, ...excess(one, other, draw)];
}

function excess(one: RecordedCall, other: RecordedCall, draw: number): readonly ReplayFinding[] {
  if (one.value === undefined || other.value === undefined) return [];
  if (one.sensitivity === undefined || other.sensitivity === undefined) return [];
  const declared = Math.max(one.sensitivity, other.sensitivity);
  const norm = one.norm ?? "l1";
  const { value } = other;
  const difference = size(
    one.value.map((each, k) => gap(each, value[k])),
    norm,
  );
  const rounding = RELATIVE * declared + ROUNDING * (size(finite(one.value), norm) + size(finite(value), norm));
  if (difference <= declared + rounding) return [];
  const far = Number.isFinite(difference) ? `${difference} apart` : "infinitely far apart, as one is not finite";
  const says = `${placed(one, draw)}: the values that noise is added to are ${far}, and the declared sensitivity is ${declared}`;
  return [{ kind: "sensitivity", draw, at: one.at, difference, declared, says }];
}

const RELATIVE = 1e-9;
const ROUNDING = 1.4210854715202004e-14; // 2^-46

function finite(value: readonly number[]): readonly number[] {
  return value.filter(Number.isFinite).map(Math.abs);
}

function size(gaps: readonly number[], norm: ReplayNorm): number {
  if (gaps.length === 0) return 0;
  const largest = largestOf(gaps);
  if (norm === "linf" || largest === 0 || largest === Infinity) return largest;
  if (norm === "l1") return gaps.reduce((sum, each) => sum + each, 0);
  return largest * Math.sqrt(gaps.reduce((sum, each) => sum + (each / largest) * (each / largest), 0));
}

/** Numbers that are the same, both NaN included, are no distance apart; one that is not finite is infinitely far from others. */
function gap(one: number, other: number): number {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return 0;
  const apart = Math.abs(one - other);
  return Number.isNaN(apart) ? Infinity : apart;
}

/** How far two values are apart: undefined where they are the same, NaN where they differ otherwise than by numbers. */
function distance(one: unknown, other: unknown): number | undefined {
  if (typeof one === "number" && typeof other === "number") {
    const apart = gap(one, other);
    return apart === 0 ? undefined : apart;
  }
  if (typeof one === "function" && typeof other === "function") return undefined;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return Object.is(one, other) ? undefined : NaN;
  const [parts, others] = [partsOf(one), partsOf(other)];
  if (parts.length !== others.length) return NaN;
  let most: number | undefined;
  for (let k = 0; k < parts.length; k++) {
    if (parts[k][0] !== others[k][0]) return NaN;
    const apart = distance(parts[k][1], others[k][1]);
    if (apart === undefined) continue;
    if (Number.isNaN(apart)) return NaN;
    most = Math.max(most ?? 0, apart);
  }
  return most;
}

function partsOf(value: object): readonly (readonly [unknown, unknown])[] {
  if (value instanceof Map) return [...value].flatMap(([key, each], k) => [[k, key] as const, [k, each] as const]);
  if (value instanceof Set) return [...value].map((each, k) => [k, each]);
  return Object.entries(value);
}

function placed({ kind, at }: RecordedCall, draw: number): string {
  return `draw ${draw}, ${kind} at ${at}`;
}

const by = (apart: number): string => (Number.isNaN(apart) ? "differ" : `differ by ${apart}`);
const differs = (apart: number): string => (Number.isNaN(apart) ? "differs" : `differs by ${apart}`);
const shown = (apart: number) => (Number.isNaN(apart) ? {} : { difference: apart });

function isFailed(first: RecordedRun, second: RecordedRun): boolean {
  return first.failed !== second.failed;
}

function ending(first: RecordedRun, second: RecordedRun): ReplayFinding {
  const ends = [first, second].map(({ failed }) => (failed === undefined ? "did not fail" : `ended with ${failed}`));
  const draw = Math.min(first.calls.length, second.calls.length);
  const says = `the run of the first input ${ends[0]}, and that of the second ${ends[1]}, after draw ${draw}: failing shows the data`;
  return { kind: "end", draw, at: "the end", says };
}

/** What replays found together. */
export interface ReplayAudit {
  /** `violated`: a declared condition is broken on an input that was replayed. */
  readonly verdict: "violated" | "not-refuted";
  /** One for each condition and place: that with the largest difference. */
  readonly findings: readonly FoundByReplay[];
  readonly replays: number;
  /** Draws of noise that were recorded, in all replays together. */
  readonly draws: number;
  /** With a claim: the largest privacy loss of the draws of a run; undefined where a law is not known or runs part. */
  readonly loss?: number | undefined;
  readonly says: string;
}

export interface FoundByReplay extends ReplayFinding {
  /** Which of the pairs of inputs shows it, from 0 on. */
  readonly pair: number;
  /** In how many replays it was found. */
  readonly times: number;
}

/** Gathers the findings of many replays. */
export class ReplayTally {
  readonly #found = new Map<string, FoundByReplay>();
  readonly #pairs = new Set<number>();
  readonly #epsilon: number | undefined;
  #replays = 0;
  #draws = 0;
  #loss: number | undefined = 0;

  /** With the epsilon of a claim, all draws of a run are weighed together. */
  constructor(epsilon?: number) {
    this.#epsilon = epsilon;
  }

  add(pair: number, first: RecordedRun, second: RecordedRun): void {
    this.#pairs.add(pair);
    this.#replays++;
    const draws = first.calls.filter(({ kind }) => kind !== "public").length;
    this.#draws += draws;
    const found = [...replayFindings(first, second)];
    if (this.#epsilon !== undefined) {
      const loss = replayLoss(first, second);
      this.#loss = loss === undefined || this.#loss === undefined ? undefined : Math.max(loss, this.#loss);
      if (loss !== undefined && loss > (1 + RELATIVE) * this.#epsilon + RELATIVE)
        found.push(overspent(loss, this.#epsilon, draws));
    }
    for (const finding of found) {
      const key = JSON.stringify([finding.kind, finding.at, finding.parameter]);
      const earlier = this.#found.get(key);
      const isLarger = earlier === undefined || (finding.difference ?? 0) > (earlier.difference ?? 0);
      const times = (earlier?.times ?? 0) + 1;
      this.#found.set(key, isLarger ? { ...finding, pair, times } : { ...earlier, times });
    }
  }

  audit(): ReplayAudit {
    const findings = [...this.#found.values()];
    const [replays, draws] = [this.#replays, this.#draws];
    const pairs = this.#pairs.size;
    const scope = `${replays} replays of ${pairs === 1 ? "one pair" : `${pairs} pairs`} of inputs, ${draws} draws of noise`;
    const loss = this.#loss;
    const weighed =
      this.#epsilon === undefined
        ? ""
        : loss === undefined
          ? " The draws were not weighed together in all replays: they part, or a law is not known."
          : ` All draws of a run together were at most e^${Number(loss.toPrecision(4))} times as likely for one input as for the other.`;
    const broken = findings.length === 1 ? "A declared condition is" : `${findings.length} declared conditions are`;
    const says =
      findings.length === 0
        ? `No declared condition is broken in ${scope}: this shows nothing of other inputs, nor of draws that are not recorded.`
        : `${broken} broken on these inputs, in ${scope}: this is proved, and how much privacy it costs is not measured.`;
    const verdict = findings.length === 0 ? "not-refuted" : "violated";
    const judged = { verdict, findings, replays, draws, says: `${says}${weighed}` } as const;
    return this.#epsilon === undefined ? judged : { ...judged, loss };
  }
}
