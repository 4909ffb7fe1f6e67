/**
 * Plan: the cells that a spec asks for, in order, each with its looks, its blocks and its share of the error.
 *
 * The family-wise error is shared by all intervals of all sampled cells, controls included, and by the looks of each.
 */
import { countLooks, sharedErrorRate } from "../../../lib/statistics/verdict.ts";
import { type Cell, grid, requireValues } from "../definition/axis.ts";
import type { Experiment } from "../definition/experiment.ts";
import type { Study } from "../definition/study.ts";
import { FORMAT, type Spec, type StudySpec } from "../format/spec.ts";
import { canonicalJson } from "../text/canonical-json.ts";

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

/** Where a cell is, for readers: its part, its control and its values. */
export function placeOf({
  part,
  control,
  cell,
}: {
  readonly part: string;
  readonly control?: string | undefined;
  readonly cell: Cell;
}): string {
  const values = Object.entries(cell).map(([axis, value]) => `${axis}=${value}`);
  return [`part ${part}`, ...(control === undefined ? [] : [`control ${control}`]), ...values].join(", ");
}

export interface Plan {
  readonly experiment: Experiment;
  readonly spec: Spec;
  readonly cells: readonly PlannedCell[];
}

export function planOf(experiment: Experiment, spec: Spec): Plan {
  requireSameExperiment(experiment, spec);
  // In the order of the experiment: a spec that was stored has its keys sorted.
  requireParts(experiment, spec);
  const asked = Object.entries(experiment.parts).filter(([part]) => Object.hasOwn(spec.parts, part));
  const drafts = asked.flatMap(([part, { claim, study, controls }]) => {
    const { controls: askedControls, ...asked } = spec.parts[part];
    requireSameKeys("control", controls, askedControls);
    return [
      ...draft({ part, control: undefined, claim, study, asked }),
      ...Object.entries(controls).flatMap(([control, broken]) =>
        draft({ part, control, claim, study: broken.study, asked: askedControls[control] }),
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

/** A spec may ask for some of the parts. */
function requireParts({ id, parts }: Experiment, spec: Spec): void {
  const unknown = Object.keys(spec.parts).find((part) => !Object.hasOwn(parts, part));
  if (unknown === undefined && Object.keys(spec.parts).length > 0) return;
  const got = unknown === undefined ? "none" : `"${unknown}"`;
  throw new RangeError(`each part of the spec of ${id} must be one of ${Object.keys(parts).join(", ")}, got ${got}`);
}

function requireSameKeys(what: string, declared: object, asked: object): void {
  const [known, named] = [Object.keys(declared).sort(), Object.keys(asked).sort()];
  if (known.join() !== named.join()) {
    throw new RangeError(`each ${what} of the spec must be one of ${known.join(", ")}, got ${named.join(", ")}`);
  }
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
  requireSameKeys("axis", study.axes, asked.axes);
  const values = Object.entries(study.axes).map(([name, axis]) => [name, requireValues(name, axis, asked.axes[name])]);
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
