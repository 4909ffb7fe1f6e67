/**
 * Recompute server: what one worker of a page does: it reads what is stored, makes the plan, asks for units and says what it finds.
 *
 * It sends what a page shows, numbers and texts; the page computes nothing.
 */
import { type Plan, placeOf } from "../execution/plan.ts";
import type { WorkerPool, WorkerReply } from "../execution/shared-work.ts";
import type { Unit } from "../execution/unit.ts";
import type { Spec } from "../format/spec.ts";
import { clock } from "../machine/clock.ts";
import { messageOf } from "../text/thrown.ts";
import { askedUnits } from "./asked-units.ts";
import { cellsOf, countBlocks, recomputeCells, sampleOf } from "./recomputation.ts";
import { readTexts, type StoredReading, type StoredTexts } from "./stored-texts.ts";
import { type BuiltExperiments, planIn } from "./unit-server.ts";

export interface RecomputeQuestion {
  readonly texts: StoredTexts;
  /** The first digits of the result's id, as the page names it. */
  readonly id: string;
  /** All of the result unless it is given. */
  readonly part?: string;
  /** One cell, by its line. */
  readonly cell?: number;
  /** So many blocks, chosen at random, and no cell begun after a while; all of them unless it is given. */
  readonly sample?: { readonly blocks: number; readonly milliseconds?: number };
  /** How many units are best under way at once. */
  readonly size: number;
}

/** The question comes first, then what became of the units that were asked for. */
export type RecomputeOrder = { readonly question: RecomputeQuestion } | WorkerReply;

export type RecomputeReport =
  /** For the workers that compute. */
  | { readonly spec: Spec }
  | { readonly unit: Unit }
  /** How many blocks there are to compare. */
  | { readonly expected: number }
  | { readonly block: "equal" | "different" }
  /** What of the stored files is not as it was written. */
  | { readonly fault: string }
  | { readonly difference: string }
  /** Why cells could not be computed here, which says nothing against what is stored. */
  | { readonly failure: string }
  | { readonly settled: { readonly cells: number; readonly of: number } }
  | { readonly refused: string };

const MOST_CHANGED = 20;

export function serveRecomputation(
  experiments: BuiltExperiments,
  report: (report: RecomputeReport) => void,
): (order: RecomputeOrder) => void {
  const { poolOf, settle } = askedUnits(report);
  return (order) => {
    if (!("question" in order)) return settle(order);
    answer(experiments, order.question, poolOf(order.question.size), report).catch((error: unknown) =>
      report({ refused: messageOf(error) }),
    );
  };
}

async function answer(
  experiments: BuiltExperiments,
  { texts, id, part, cell, sample }: RecomputeQuestion,
  pool: WorkerPool,
  report: (report: RecomputeReport) => void,
): Promise<void> {
  const stored = readTexts(texts);
  if (!stored.id.startsWith(id)) report({ fault: `MANIFEST is that of ${stored.id.slice(0, 16)}, not of ${id}` });
  for (const fault of stored.faults) report({ fault });
  const plan = await planIn(experiments, stored.spec);
  report({ spec: stored.spec });
  const every = cellsOf(plan, part === undefined ? {} : { part });
  const asked = cell === undefined ? every : every.filter((each) => each === cell);
  const cells = sample === undefined ? asked : chosenOf(plan, asked, stored, sample.blocks);
  report({ expected: countBlocks(plan, cells, stored) });
  const began = clock.milliseconds();
  const failures = new Map<string, number>();
  let computed = 0;
  await recomputeCells(plan, stored, cells, pool, {
    goesOn: () => clock.milliseconds() - began < (sample?.milliseconds ?? Infinity),
    blockDone: (isEqual) => report({ block: isEqual ? "equal" : "different" }),
    cellDone: (finding) => {
      const place = placeOf(plan.cells[finding.cell]);
      for (const difference of finding.differences) report({ difference: `${place}: ${difference}` });
      const why = finding.failure?.replace(`${stored.spec.experiment}, ${place}: `, "");
      if (why === undefined) computed++;
      else failures.set(why, (failures.get(why) ?? 0) + 1);
    },
  });
  for (const [failure, count] of failures)
    report({ failure: `${count === 1 ? "a cell was" : `${count} cells were`} not computed: ${failure}` });
  report({ settled: { cells: computed, of: every.length } });
}

/** Cells that were changed are never left out. */
function chosenOf(plan: Plan, cells: readonly number[], stored: StoredReading, most: number): readonly number[] {
  const isChanged = (cell: number) => stored.changedRows.has(cell) || stored.changedBlocks.has(plan.cells[cell].key);
  const changed = cells.filter(isChanged).slice(0, MOST_CHANGED);
  const choose = (count: number) => crypto.getRandomValues(new Uint32Array(1))[0] % count;
  const others = cells.filter((cell) => !isChanged(cell));
  return [...changed, ...sampleOf(plan, others, stored, { most, choose })];
}
