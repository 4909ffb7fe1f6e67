/**
 * Shown figures: which stored figures show a part of an experiment, and which show a claim.
 */
import type { Figure } from "../../../lib/figures/figure.ts";
import type { Experiment } from "../definition/experiment.ts";
import type { ClaimCheck } from "../evidence/claim-status.ts";
import type { Result } from "../format/read-result.ts";

/** The stored figures that show one of these parts, or all of them. */
export function figuresOf(experiment: Experiment, result: Result, parts?: readonly string[]): [string, Figure][] {
  return [...result.figures].filter(
    ([name]) => parts === undefined || experiment.figures[name]?.parts.some((part) => parts.includes(part)),
  );
}

export interface ShownFigures {
  readonly result: Result;
  readonly figures: readonly (readonly [string, Figure])[];
}

/** Of the experiments that check a claim, the figures of the parts that do. */
export function figuresOfChecks(
  checks: readonly ClaimCheck[],
  experiments: readonly Experiment[],
): readonly ShownFigures[] {
  return experiments.flatMap((experiment) => {
    const own = checks.filter((check) => check.experiment === experiment.id);
    const result = own.find((check) => check.result !== undefined)?.result;
    if (result === undefined) return [];
    const parts = own.map(({ part }) => part);
    const figures = figuresOf(experiment, result, parts);
    return figures.length === 0 ? [] : [{ result, figures }];
  });
}
