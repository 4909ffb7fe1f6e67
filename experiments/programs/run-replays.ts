/**
 * Replays a program on pairs of neighbouring inputs, each with several seeds, in several processes at once.
 *
 * Every other replay has the inputs in the other order, so that both lead. The same answers give the same findings, in any order of work.
 */
import { type ReplayAudit, ReplayTally } from "../../lib/auditing/replay-findings.ts";
import { requireKnownNames } from "../../lib/numerics/parameters.ts";
import { requireInteger, requireNonNegative } from "../../lib/numerics/requirements.ts";
import { DEFAULT_SEED } from "../engine/format/spec.ts";
import { type InputPair, type InputSpace, pairsOf } from "./audit-plan.ts";
import { requestSeeds } from "./judge-draws.ts";
import { ProgramPool } from "./program-pool.ts";
import type { ProgramPlace } from "./program-process.ts";
import { ReplayAnswer } from "./replay-protocol.ts";

/** On which inputs a program is replayed, and how often. */
export interface ProgramReplay {
  /** Two neighbours; 0 and 1 unless they are given, by which a program may also name two datasets of its own. */
  readonly inputs?: InputPair;
  /** Instead of `inputs`: all pairs of a list or of a small space. */
  readonly search?: InputSpace;
  /** Of each pair, 20 unless it is given. */
  readonly replays?: number;
  /** The claim, against which all draws of a run are weighed together. */
  readonly epsilon?: number;
  /** Names all seeds that the program is given. */
  readonly seed?: number;
}

/** A plan in full. */
interface ReplayQuestion {
  readonly pairs: readonly InputPair[];
  readonly replays: number;
  readonly seed: number;
  readonly epsilon: number | undefined;
}

export function replayQuestion(plan: ProgramReplay): ReplayQuestion {
  requireKnownNames(plan, ["inputs", "search", "replays", "epsilon", "seed"], "plan");
  const { inputs, search, replays = 20, epsilon, seed = DEFAULT_SEED } = plan;
  requireInteger({ replays }, 1);
  requireInteger({ seed }, 0);
  if (epsilon !== undefined) requireNonNegative({ epsilon });
  return { pairs: pairsOf(inputs, search), replays, epsilon, seed };
}

interface ReplayRun {
  readonly place: ProgramPlace;
  readonly question: ReplayQuestion;
  readonly processes: number;
  readonly signal?: AbortSignal;
}

export async function runReplays({ place, question, processes, signal }: ReplayRun): Promise<ReplayAudit> {
  const pool = new ProgramPool(place, processes, signal);
  const { pairs, replays, epsilon, seed } = question;
  const seedOf = requestSeeds(seed, "replay");
  try {
    const answers = await Promise.all(
      pairs.flatMap(([first, second], pair) =>
        Array.from({ length: replays }, async (_, k) => {
          const isTurned = k % 2 === 1;
          const inputs = isTurned ? ([second, first] as const) : ([first, second] as const);
          const answer = new ReplayAnswer({ inputs, seed: seedOf(pair * replays + k) });
          await pool.exchange(answer);
          const [one, other] = answer.runs ?? [{ calls: [] }, { calls: [] }];
          return { pair, runs: isTurned ? ([other, one] as const) : ([one, other] as const) };
        }),
      ),
    );
    const tally = new ReplayTally(epsilon);
    for (const { pair, runs } of answers) tally.add(pair, ...runs);
    return tally.audit();
  } finally {
    pool.end();
  }
}
