/**
 * Prepared data: what the studies of a plan have as their data, loaded and prepared once in each thread.
 */

import type { Study } from "../definition/study.ts";
import type { DataLoader, StudyData } from "../definition/study-data.ts";
import type { Plan } from "./plan.ts";

const prepared = new WeakMap<StudyData<unknown>, Promise<unknown>>();

/** What the blocks of a study are handed. A failure is not kept: what was missing may be installed. */
export function preparedData(study: Study, load: DataLoader): Promise<unknown> {
  const data = study.kind === "sampled" ? study.data : undefined;
  if (data === undefined) return Promise.resolve();
  const known = prepared.get(data);
  if (known !== undefined) return known;
  const made = load(data.name).then((loaded) => data.prepare(loaded));
  prepared.set(data, made);
  made.catch(() => prepared.delete(data));
  return made;
}

/** Refuses a plan whose data are missing before anything is computed or written. */
export async function requireData({ cells }: Pick<Plan, "cells">, load: DataLoader): Promise<void> {
  const names = cells.flatMap(({ study }) => (study.kind === "sampled" && study.data ? [study.data.name] : []));
  for (const name of new Set(names)) await load(name);
}
