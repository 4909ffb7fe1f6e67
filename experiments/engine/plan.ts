/**
 * Plan: the cells that a spec asks for, in order, each with its looks, its blocks and its share of the error.
 *
 * The family-wise error is shared by all intervals of all sampled cells, controls included, and by the looks of each.
 */
import { countLooks, sharedErrorRate } from "../../lib/statistics/verdict.ts";
import { type Cell, grid, requireValues } from "./axis.ts";
import { canonicalJson } from "./canonical-json.ts";
import type { Experiment } from "./experiment.ts";
import { FORMAT, type Spec, type StudySpec } from "./spec.ts";
import type { Study } from "./study.ts";

export interface PlannedCell {
  readonly part: string;
  readonly control: string | undefined;
  readonly claim: string;
  readonly cell: Cell;
  /** Names the cell in streams, journals and digests. */
  readonly key: string;
  readonly study: Study;
  /** Of each interval at each look; 0 for an exact cell. */
  readonly errorRate: number;
  /** Trials in all at each look; empty for an exact cell. */
  readonly looks: readonly number[];
  /** The trials of each block, up to the last look. An exact cell has one block of none. */
  readonly blocks: readonly number[];
  /** How many blocks have been run at each look. */
  readonly blocksAtLook: readonly number[];
}

export interface Plan {
  readonly experiment: Experiment;
  readonly spec: Spec;
  readonly cells: readonly PlannedCell[];
}

export function planOf(experiment: Experiment, spec: Spec): Plan {
  requireSameExperiment(experiment, spec);
  const drafts = Object.entries(spec.parts).flatMap(([part, { controls, ...own }]) => {
    const { claim, study, controls: broken } = need(experiment.parts, part, "part");
    return [
      ...draft({ part, control: undefined, claim, study, asked: own }),
      ...Object.entries(controls).flatMap(([control, asked]) =>
        draft({ part, control, claim, study: need(broken, control, "control").study, asked }),
      ),
    ];
  });
  const intervals = drafts.reduce((total, { uses }) => total + uses, 0);
  const cells = drafts.map(({ uses, looks, ...cell }): PlannedCell => {
    const errorRate = uses === 0 ? 0 : sharedErrorRate({ intervals, looks: looks.length });
    return { ...cell, looks, errorRate };
  });
  return { experiment, spec, cells };
}

function requireSameExperiment({ id, version }: Experiment, spec: Spec): void {
  if (spec.format !== FORMAT) throw new RangeError(`format must be ${FORMAT}, got ${spec.format}`);
  if (spec.experiment !== id) throw new RangeError(`experiment must be "${id}", got "${spec.experiment}"`);
  if (spec.version !== version) {
    throw new RangeError(`version of ${id} must be ${version}, which this program has, got ${spec.version}`);
  }
}

function need<Value>(record: Readonly<Record<string, Value>>, name: string, what: string): Value {
  if (!Object.hasOwn(record, name)) {
    throw new RangeError(`${what} must be one of ${Object.keys(record).join(", ")}, got "${name}"`);
  }
  return record[name];
}

interface DraftQuestion {
  readonly part: string;
  readonly control: string | undefined;
  readonly claim: string;
  readonly study: Study;
  readonly asked: StudySpec;
}

function draft({ asked, ...names }: DraftQuestion): (Omit<PlannedCell, "errorRate"> & { readonly uses: number })[] {
  const { study, part, control } = names;
  const values = Object.entries(study.axes).map(([name, axis]) => [
    name,
    requireValues(name, axis, need(asked.axes, name, "axis")),
  ]);
  const cells = grid(Object.fromEntries(values)).filter((cell) => study.where?.(cell) ?? true);
  if (cells.length === 0) {
    throw new RangeError(`the parameters of ${part} must leave a cell that makes sense, got none`);
  }
  return cells.map((cell) => {
    const key = canonicalJson([part, control ?? "", cell]);
    if (study.kind === "exact") return { ...names, cell, key, uses: 0, looks: [], blocks: [0], blocksAtLook: [1] };
    const { trials = 0, most = trials, blockSize = study.blockSize } = asked;
    const looks = looksOf(trials, most);
    return { ...names, cell, key, uses: study.intervals(cell), looks, ...blocksOf(looks, blockSize) };
  });
}

/** Doubling from `trials` to `most`. */
function looksOf(trials: number, most: number): readonly number[] {
  const looks = [trials];
  while (looks.length < countLooks({ initialTrials: trials, maximumTrials: most })) {
    looks.push(Math.min(most, 2 * looks[looks.length - 1]));
  }
  return looks;
}

/** Blocks end where a look is taken. */
function blocksOf(looks: readonly number[], blockSize: number): Pick<PlannedCell, "blocks" | "blocksAtLook"> {
  const blocks: number[] = [];
  const blocksAtLook: number[] = [];
  let done = 0;
  for (const look of looks) {
    while (done < look) {
      const count = Math.min(blockSize, look - done);
      blocks.push(count);
      done += count;
    }
    blocksAtLook.push(blocks.length);
  }
  return { blocks, blocksAtLook };
}
