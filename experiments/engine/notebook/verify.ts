/**
 * Verifying from code: recomputes a stored result and compares it bit for bit, as `epsilab verify` does.
 * @example
 * ```ts
 * import { verify } from "epsilab/experiments";
 * (await verify("generalisation", { threads: 0 })).same; // => true
 * ```
 */
import { availableParallelism } from "node:os";
import type { Experiment } from "../definition/experiment.ts";
import type { Result } from "../format/read-result.ts";
import { workbenchAt } from "../program/workbench.ts";
import { type ResultChoice, resultNamed, supersessionNote } from "../store/named-results.ts";
import type { Verification } from "../verification/verification.ts";
import { verifyResult } from "../verification/verify-result.ts";
import { cellHook, showProgress } from "./cell-hook.ts";
import { loadValue } from "./loaded-value.ts";

export interface VerifyOptions extends ResultChoice {
  /** Worker threads; all cores unless it is given, 0 for none. */
  readonly threads?: number;
  /** The experiment, where it is neither of the catalogue nor in a file of the project but written in a notebook. */
  readonly experiment?: Experiment;
  /** The folder of results; those of the project, and then Epsilab's own, unless it is given. */
  readonly results?: string;
}

/** Whether the program still gives the result that a name means; where it does not, the first difference. */
export async function verify(what: string | Result, options: VerifyOptions = {}): Promise<Verification> {
  const { threads = availableParallelism(), results } = options;
  const bench = workbenchAt(process.cwd(), results);
  const result = typeof what === "string" ? await resultNamed(what, bench, options) : what;
  const note = await supersessionNote(result, bench);
  if (note !== undefined) {
    const { commit = "that computed it" } = result.environment;
    throw new RangeError(
      `a result must be current to be recomputed: ${note}. Its seals hold; commit ${commit} recomputes it`,
    );
  }
  const hook = cellHook();
  const { experiment } = options;
  const loaded =
    experiment === undefined
      ? await bench.catalogue.load(result.spec.experiment)
      : (await loadValue(experiment, bench, hook)).loaded;
  const display = showProgress(loaded.experiment.id, hook);
  const signal = hook?.signal;
  const question = { result, loaded, threads, progress: display.show, ...(signal === undefined ? {} : { signal }) };
  let isComplete = false;
  try {
    const verification = await verifyResult(question);
    isComplete = true;
    return verification;
  } finally {
    await display.end(isComplete);
  }
}
