/**
 * Spec: what a run was asked for, in full, so that nothing else decides its result.
 *
 * The sizes `quick` and `full` are defaults for the values in it and do not appear: whoever asks for the same values gets the same run.
 * The run's id is the first 12 hexadecimal digits of the SHA-256 of the canonical spec.
 */
import { sha256Hex } from "../../../lib/random/sha256.ts";
import { type AxisValue, requireValues } from "../definition/axis.ts";
import type { Experiment } from "../definition/experiment.ts";
import type { Study } from "../definition/study.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { messageOf } from "../text/thrown.ts";

export const FORMAT = 1;

export type Size = "quick" | "full";

export interface StudySpec {
  readonly axes: Readonly<Record<string, readonly AxisValue[]>>;
  /** Of a sampled study. */
  readonly trials?: number;
  readonly most?: number;
  readonly blockSize?: number;
}

interface PartSpec extends StudySpec {
  readonly controls: Readonly<Record<string, StudySpec>>;
}

export interface Spec {
  readonly format: number;
  readonly experiment: string;
  readonly version: number;
  readonly seed: number;
  readonly parts: Readonly<Record<string, PartSpec>>;
}

export interface SpecQuestion {
  readonly size: Size;
  readonly seed: number;
  /** The parts to run; all unless it is given. */
  readonly parts?: readonly string[];
  /** Values by axis, as `epsilon` for every part that has it or `part.epsilon` for one. */
  readonly overrides?: Readonly<Record<string, readonly unknown[]>>;
}

export const DEFAULT_SEED = 20_261_115;

export function specOf(experiment: Experiment, { size, seed, parts: wanted, overrides = {} }: SpecQuestion): Spec {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new RangeError(`seed must be a non-negative integer, got ${seed}`);
  const unused = new Set(Object.keys(overrides));
  const chosenParts = partsOf(experiment, wanted);
  const parts = chosenParts.map(([name, part]): [string, PartSpec] => {
    const chosen: Record<string, readonly unknown[]> = {};
    for (const axis of Object.keys(part.study.axes)) {
      for (const key of [axis, `${name}.${axis}`]) {
        if (!(key in overrides)) continue;
        chosen[axis] = overrides[key];
        unused.delete(key);
      }
    }
    const controls = Object.entries(part.controls).map(([title, { study }]) => [title, studySpec(study, size, {})]);
    const asked = withinPart(name, () => studySpec(part.study, size, chosen));
    return [name, { ...asked, controls: Object.fromEntries(controls) }];
  });
  if (unused.size > 0) {
    const known = new Set(chosenParts.flatMap(([, { study }]) => Object.keys(study.axes)));
    const [[part, { study }]] = chosenParts;
    const [axis] = [...Object.keys(study.axes), ...known];
    const [first] = unused;
    const example = axis === undefined ? "" : ` (as ${part}.${axis} for one part)`;
    throw new RangeError(`a parameter must be one of ${[...known].join(", ")}${example}, got "${first}"`);
  }
  return {
    format: FORMAT,
    experiment: experiment.id,
    version: experiment.version,
    seed,
    parts: Object.fromEntries(parts),
  };
}

/** A value may be in the range of one part and out of that of another: the refusal names the part. */
function withinPart<Result>(part: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new RangeError(`${messageOf(error)}, in part ${part}`, { cause: error });
  }
}

/** The parts that are asked for, in the order of the experiment. */
function partsOf({ id, parts }: Experiment, wanted: readonly string[] | undefined) {
  const known = Object.entries(parts);
  if (wanted === undefined) return known;
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined || wanted.length === 0) {
    const got = unknown === undefined ? "none" : `"${unknown}"`;
    throw new RangeError(`parts of ${id} must be some of ${Object.keys(parts).join(", ")}, got ${got}`);
  }
  return known.filter(([name]) => wanted.includes(name));
}

function studySpec(study: Study, size: Size, chosen: Readonly<Record<string, readonly unknown[]>>): StudySpec {
  const values = Object.entries(study.axes).map(([name, axis]) => [
    name,
    requireValues(name, axis, chosen[name] ?? axis[size]),
  ]);
  const axes = Object.fromEntries(values);
  if (study.kind === "exact") return { axes };
  const trials = study.trials[size];
  return { axes, trials, most: Math.max(trials, study.trials.most ?? trials), blockSize: study.blockSize };
}

export function runIdOf(spec: Spec): string {
  return sha256Hex(canonicalJson(spec)).slice(0, 12);
}
