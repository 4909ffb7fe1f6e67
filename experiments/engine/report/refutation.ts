/**
 * Refutation: the control that shows an erratum to be wrong, with the value that the lecture notes claimed and the one that was found.
 */

import { speakingResult } from "../claim-status.ts";
import type { Experiment } from "../experiment.ts";
import type { Check } from "../judgement.ts";
import type { Result } from "../read-result.ts";
import type { CellRow } from "../row.ts";

export interface Refutation {
  readonly experiment: string;
  readonly part: string;
  readonly control: string;
  readonly says: string;
  /** The first cell that was found to be wrong; absent where nothing was run, or nothing caught. */
  readonly cell?: CellRow["cell"] | undefined;
  readonly check?: Check | undefined;
}

/** By the id of the erratum. */
export function refutationsByErratum(
  experiments: readonly Experiment[],
  results: readonly Result[],
): ReadonlyMap<string, readonly Refutation[]> {
  const refutations = new Map<string, Refutation[]>();
  for (const experiment of experiments) {
    const rows = speakingResult(experiment, results)?.rows ?? [];
    for (const [part, { controls }] of Object.entries(experiment.parts)) {
      for (const [control, { says, refutes = [] }] of Object.entries(controls)) {
        const refutation = { experiment: experiment.id, part, control, says, ...caughtCell(rows, part, control) };
        for (const id of refutes) refutations.set(id, [...(refutations.get(id) ?? []), refutation]);
      }
    }
  }
  return refutations;
}

/** The first cell of a control that is violated, and the check that says so. */
export function caughtCell(
  rows: readonly CellRow[],
  part: string,
  control: string,
): Pick<Refutation, "cell" | "check"> {
  const row = rows.find((each) => each.part === part && each.control === control && each.verdict === "violated");
  return { cell: row?.cell, check: Object.values(row?.checks ?? {}).find(({ verdict }) => verdict === "violated") };
}
