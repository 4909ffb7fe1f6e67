/**
 * The audit of a program that runs: draws by several processes at once, each answer kept as soon as it is there, then the verdict.
 *
 * An audit that was stopped goes on from the answers that its journal has: a request is named by its number, its input and its seed.
 */
import type { Journal } from "../engine/execution/journal.ts";
import type { BlockProgress } from "../engine/execution/runner.ts";
import { canonicalJson, type Json } from "../engine/text/canonical-json.ts";
import type { AuditQuestion } from "./audit-plan.ts";
import { type Block, type Judged, judgeDraws } from "./judge-draws.ts";
import { ProgramPool } from "./program-pool.ts";
import type { ProgramPlace } from "./program-process.ts";
import { checkSeed, type SeedCheck } from "./seed-check.ts";

interface AuditRun {
  readonly place: ProgramPlace;
  readonly question: AuditQuestion;
  readonly processes: number;
  readonly journal?: Journal;
  readonly signal?: AbortSignal;
  progress?(progress: BlockProgress): void;
}

export interface RunAudit extends Judged, SeedCheck {
  /** The answers that were judged, in the order of their requests. */
  readonly blocks: readonly DrawnBlock[];
  /** How many of them an earlier run had left. */
  readonly known: number;
}

export interface DrawnBlock extends Block {
  /** The outputs, as canonical JSON. */
  readonly outputs: string;
}

export async function runAudit({ place, question, processes, journal, signal, progress }: AuditRun): Promise<RunAudit> {
  const pool = new ProgramPool(place, processes, signal);
  const blocks: DrawnBlock[] = [];
  let [known, done, asked] = [0, 0, 0];
  const show = () => progress?.({ unitsDone: done, units: Math.max(asked, expectedBlocks(question)) });
  const answered = (block: Block, outputs: string): readonly Json[] => {
    blocks[block.block] = { ...block, outputs };
    done++;
    show();
    return JSON.parse(outputs);
  };
  const draw = async (block: Block): Promise<readonly Json[]> => {
    asked++;
    const key = keyOf(block);
    const found = journal?.find(key, block.block);
    if (found !== undefined) {
      known++;
      return answered(block, found);
    }
    const { outputs } = await pool.ask({ input: block.input, draws: block.draws, seed: block.seed });
    const text = canonicalJson(outputs);
    journal?.keep(key, block.block, text);
    return answered(block, text);
  };
  try {
    const check = await checkSeed(() => pool.fresh(), question.pairs[0][0], question.batch);
    const judged = await judgeDraws(question, draw);
    return { ...judged, ...check, blocks, known };
  } finally {
    pool.end();
  }
}

export function keyOf({ input, draws, seed }: Block): string {
  return canonicalJson({ input, draws, seed });
}

/** How many requests an audit of fixed size makes, nearly. */
function expectedBlocks({ pairs, draws, batch, watched }: AuditQuestion): number {
  const one = 2 * Math.ceil(draws / batch);
  if (watched) return one;
  return pairs.length === 1 ? one : 2 * one;
}
