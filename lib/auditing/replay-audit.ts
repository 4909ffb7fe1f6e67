/**
 * Replay audit: a program that draws its noise through a recorder, run on neighbouring inputs with the same outputs of every draw.
 *
 * `auditReplay` records a run of the program on one input, and runs it again on the neighbour, where the recorder gives each draw the
 * output that it had. The outputs, not the noise, are the same: what follows a draw may look at its output, as adaptive queries do,
 * and on both runs it sees the same, so whatever still differs comes from the data. `recorder.random` starts again in each run, for
 * samples and other randomness that is no noise. Each replay has other draws, and every other one records the second input first.
 * Theorem: where every draw is private for values that differ by at most its declared sensitivity, and which draw comes next, its
 * parameters and what is put out depend on the outputs of earlier draws alone, the program is private by adaptive composition. The
 * conditions are looked at one by one; `replayFindings` says what a finding means.
 * Source: Cebere, Erb, Desfontaines, Bellet, Fitzsimons (PoPETs 2026), arXiv 2602.17454, Re:cord-play.
 * Limits: no finding proves nothing beyond the inputs and the outputs that were replayed. That the noise has the law of its
 * parameters is taken on trust, and so is a mechanism whose input is not measured. With the `epsilon` of a claim, the draws of a run
 * are weighed together, if all of their laws are known: on the outputs that were drawn alone, and as if all of them were published.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { auditReplay } from "epsilab/auditing";
 * // The ages are clamped to 100, and then those that were not are added.
 * const { verdict, findings } = auditReplay(
 *   (ages: readonly number[], recorder) => {
 *     const clamped = ages.map((age) => Math.min(age, 100));
 *     const sum = ages.reduce((a, b) => a + b, 0);
 *     return recorder.laplace(sum, { sensitivity: 100, scale: 100, name: "sum of ages" }) / clamped.length;
 *   },
 *   { pairs: [[[20, 30], [20, 930]]] },
 *   stream(1, "replay"),
 * );
 * verdict; // => "violated"
 * findings.map(({ kind, at, difference }) => [kind, at, difference]); // => [["sensitivity", "sum of ages", 900]]
 * ```
 * @also grey box, gray box, Re:cord-play, dp-recorder, differential testing
 */
import { count, declare, made, nonNegative, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireFunction } from "../numerics/requirements.ts";
import { requireParentStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { requirePairs } from "./pair-search.ts";
import { type Recorder, type Recording, recordRun } from "./recorder.ts";
import { type ReplayAudit, ReplayTally } from "./replay-findings.ts";

export const replayPlan = declare({
  /** Neighbouring inputs, each pair of which is replayed. */
  pairs: made<readonly (readonly [unknown, unknown])[]>(requirePairs),
  /** How often each pair is replayed, with other outputs of the draws. */
  replays: optional(count, 10),
  /** The claim, for all draws of a run together. */
  epsilon: optional(nonNegative),
});

export interface ReplayPlan<Input> extends Omit<ParametersOf<typeof replayPlan>, "pairs"> {
  readonly pairs: readonly (readonly [Input, Input])[];
}

export function auditReplay<Input>(
  program: (input: Input, recorder: Recorder) => unknown,
  plan: ReplayPlan<Input>,
  random: Stream,
): ReplayAudit {
  requireFunction({ program });
  const { replays, epsilon } = replayPlan.read(plan, "plan");
  requireParentStream(random);
  const isWeighed = epsilon !== undefined;
  const tally = new ReplayTally(epsilon);
  for (const [place, pair] of plan.pairs.entries())
    for (let k = 0; k < replays; k++) {
      const isTurned = k % 2 === 1;
      const source = random.child(place, k);
      const first = recordRun(program, pair[isTurned ? 1 : 0], source, { isWeighed });
      const second = recordRun(program, pair[isTurned ? 0 : 1], source, { isWeighed, earlier: first });
      requireRecorded(first, second);
      if (isTurned) tally.add(place, second.run, first.run);
      else tally.add(place, first.run, second.run);
    }
  return tally.audit();
}

/** A program that fails on both inputs, or records nothing, was not replayed. */
function requireRecorded(first: Recording, second: Recording): void {
  if (first.error !== undefined && second.error !== undefined) throw first.error;
  if (![...first.run.calls, ...second.run.calls].some(({ kind }) => kind !== "public"))
    refuse("program", "a function that draws its noise through the recorder", "no draws");
}
