/**
 * Judgement: what one cell of an experiment found, as data that is stored: named checks, each with its verdict, and further values.
 *
 * The verdict of a cell is the worst of its checks; a bound that sampling cannot certify is `not-refuted`, which is better than
 * `inconclusive`, worse than `holds`.
 */
import { z } from "zod";
import type { VerdictNote, VerdictWord } from "../../../lib/statistics/verdict.ts";
import { canonicalJson, type Writable } from "../text/canonical-json.ts";

export interface Check {
  readonly verdict: VerdictWord;
  /** What was measured or computed. */
  readonly estimate?: number;
  readonly lower?: number;
  readonly upper?: number;
  /** One standard error of the estimate; absent where it is exact. */
  readonly standardError?: number;
  /** What the claim says: the value, or the bound. */
  readonly theory?: number;
  readonly notes?: readonly (VerdictNote | string)[];
}

export interface Judgement {
  readonly checks: Readonly<Record<string, Check>>;
  /** Numbers that figures and readers want beside the checks. */
  readonly values?: Readonly<Record<string, Writable>>;
}

const WORST_FIRST: readonly VerdictWord[] = ["violated", "inconclusive", "not-refuted", "holds"];

export function worstVerdict(verdicts: readonly VerdictWord[]): VerdictWord {
  const worst = WORST_FIRST.find((verdict) => verdicts.includes(verdict));
  if (worst === undefined) throw new RangeError("verdicts must not be empty, got none");
  return worst;
}

export function verdictOf({ checks }: Judgement): VerdictWord {
  return worstVerdict(Object.values(checks).map(({ verdict }) => verdict));
}

export const verdictSchema = z.enum(["holds", "violated", "inconclusive", "not-refuted"]);
const checkSchema = z.strictObject({
  verdict: verdictSchema,
  estimate: z.number().optional(),
  lower: z.number().optional(),
  upper: z.number().optional(),
  standardError: z.number().optional(),
  theory: z.number().optional(),
  notes: z.array(z.string()).optional(),
});
/** The parts of a judgement, as they are stored. */
export const judgementParts = {
  checks: z.record(z.string(), checkSchema),
  values: z.record(z.string(), z.json()).optional(),
};
const judgementSchema = z.strictObject(judgementParts);

/** What an experiment returned as its judgement, which may be anything, as it is stored: a word that is no verdict would not count. */
export function readJudgement(returned: unknown): Judgement {
  const given: unknown = JSON.parse(canonicalJson(returned));
  const { success, error } = judgementSchema.safeParse(given);
  if (!success) {
    const [{ path, message }] = error.issues;
    throw new RangeError(`a judgement must be { checks, values? }, got ${[...path.map(String), message].join(": ")}`);
  }
  if (Object.keys((given as Judgement).checks).length === 0)
    throw new RangeError("checks must have at least one check, got none");
  return given as Judgement;
}

/** Whether more trials could decide: not where the bound is known to touch. */
export function isOpen(judgement: Judgement): boolean {
  const checks = Object.values(judgement.checks);
  if (checks.some(({ verdict }) => verdict === "violated")) return false;
  return checks.some(({ verdict, notes }) => verdict === "inconclusive" && !(notes ?? []).includes("touching"));
}
