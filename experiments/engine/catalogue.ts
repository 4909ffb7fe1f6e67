/**
 * Catalogue: the experiments there are, by id, each loaded when it is asked for.
 */
import { pathToFileURL } from "node:url";
import type { Experiment } from "./experiment.ts";

/** Where the file of each experiment is, as built: `experiments/<area>/<id>`. */
const AREAS: Readonly<Record<string, string>> = {
  "erm-excess-risk": "erm",
  "membership-tradeoff": "membership",
  "minimax-bounds": "minimax",
  noise: "noise",
  "randomized-response": "local",
  "thresholdout-holdout": "holdout",
};

export const EXPERIMENT_IDS: readonly string[] = Object.keys(AREAS);

export function areaOf(id: string): string {
  return AREAS[id];
}

/** An id of the catalogue, or the path of a JavaScript module whose default export is an experiment. */
export async function loadExperiment(reference: string): Promise<Experiment> {
  const area = Object.hasOwn(AREAS, reference) ? AREAS[reference] : undefined;
  if (area === undefined && !/\.m?js$/.test(reference)) {
    const known = EXPERIMENT_IDS.join(", ");
    throw new RangeError(`experiment must be one of ${known}, or the path of a .js module, got "${reference}"`);
  }
  const address =
    area === undefined ? pathToFileURL(reference) : new URL(`../${area}/${reference}.js`, import.meta.url);
  const loaded: { readonly default?: Experiment } = await import(address.href);
  if (loaded.default?.parts === undefined) throw new TypeError(`${reference} must export an experiment by default`);
  return loaded.default;
}
