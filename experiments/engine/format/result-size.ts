/**
 * Result size: whether a result is of the cited size, `full`, of the `quick` one, or of parameters of its own.
 *
 * A spec does not name its size, since whoever asks for the same values gets the same run; the experiment says which values those are.
 */
import type { Experiment } from "../definition/experiment.ts";
import type { Result } from "./read-result.ts";
import { runIdOf, type Size, specOf } from "./spec.ts";

const SIZES: readonly Size[] = ["full", "quick"];

/** The size at the result's own seed; undefined of other parameters and of another version of the experiment. */
export function sizeOf(experiment: Experiment, { spec, runId }: Pick<Result, "spec" | "runId">): Size | undefined {
  return SIZES.find((size) => runIdOf(specOf(experiment, { size, seed: spec.seed })) === runId);
}
