/**
 * Experiment: claims, their checks and their negative controls, as one value.
 *
 * It reads no clock, no file and no global seed. Each part checks a claim of `experiments/claims` by a study; its controls are studies of
 * deliberately broken variants, with their own cells, and a control is caught if every one of its cells is `violated`. A missed control
 * fails the experiment: one that cannot fail proves nothing. `version` is raised whenever a stored number may move.
 */
import type { Figure } from "../../lib/figures/figure.ts";
import type { CellRow } from "./row.ts";
import type { Study } from "./study.ts";

export interface Control {
  /** What is broken, in a sentence. */
  readonly says: string;
  readonly study: Study;
}

export interface Part {
  /** An id of `experiments/claims`. */
  readonly claim: string;
  /** What is asked, in a sentence. */
  readonly asks: string;
  readonly study: Study;
  readonly controls: Readonly<Record<string, Control>>;
}

export interface Experiment {
  /** The file's name. */
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly area: string;
  readonly parts: Readonly<Record<string, Part>>;
  /** Built from the stored rows alone. */
  readonly figures: Readonly<Record<string, (rows: readonly CellRow[]) => Figure>>;
}

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function defineExperiment(experiment: Experiment): Experiment {
  const { id, version, parts, figures } = experiment;
  const controls = Object.values(parts).flatMap((part) => Object.keys(part.controls));
  const names = [id, ...Object.keys(parts), ...Object.keys(figures), ...controls];
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined) throw new RangeError(`a name must be lower-case words joined by hyphens, got "${wrong}"`);
  if (!Number.isSafeInteger(version) || version < 1) throw new RangeError(`version must be 1 or more, got ${version}`);
  if (Object.keys(parts).length === 0) throw new RangeError(`parts must not be empty, got none in "${id}"`);
  return experiment;
}
