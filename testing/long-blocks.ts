/** Blocks of stored results that take half a minute each, or need MNIST: `experiments/stored-results.long.test.ts` samples them, too. */
import type { BlockRow } from "../experiments/engine/format/result-files.ts";

const LONG: Readonly<Record<string, (row: BlockRow) => boolean>> = {
  "mnist-private-training": ({ part }) => part === "accuracy",
  "validity-of-verdicts": ({ cell }) => cell.harness !== "minimax-bounds",
  "published-audits": ({ cell }) => "mechanism" in cell || cell.effort === 1,
};

export function isLong(experiment: string, row: BlockRow): boolean {
  return LONG[experiment]?.(row) ?? false;
}
