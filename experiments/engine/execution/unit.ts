/**
 * Unit: one block of one cell, or one exact cell; what a worker does at a time.
 *
 * Its outcome is canonical JSON, of the block's summary or of the judgement, and travels, waits in the journal and is hashed as that text.
 */
import { createHash } from "node:crypto";
import { stream } from "../../../lib/random/stream.ts";
import { mergesByKind } from "../definition/study.ts";
import { type DataLoader, MissingData } from "../definition/study-data.ts";
import { requireKinds } from "../definition/summary.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { messageOf } from "../text/thrown.ts";
import { type Plan, placeOf } from "./plan.ts";
import { preparedData } from "./prepared-data.ts";

export interface Unit {
  /** Its place in the plan. */
  readonly cell: number;
  readonly block: number;
}

/** `load` brings the data of its study, where it has some. */
export async function computeUnit(plan: Plan, unit: Unit, load: DataLoader): Promise<string> {
  const { cell, study } = plan.cells[unit.cell];
  try {
    if (study.kind === "exact") return canonicalJson(await study.exact(cell));
    return sampleBlock(plan, unit, await preparedData(study, load));
  } catch (error) {
    if (error instanceof MissingData) throw error;
    const block = study.kind === "exact" ? "" : `, block ${unit.block}`;
    const place = `${plan.experiment.id}, ${placeOf(plan.cells[unit.cell])}${block}`;
    throw new Error(`${place}: ${messageOf(error)}`, { cause: error });
  }
}

/** The outcome of a block of a sampled cell. */
export function sampleBlock({ experiment, spec, cells }: Plan, unit: Unit, data: unknown): string {
  const { part, control = "", cell, key, study, blocks } = cells[unit.cell];
  if (study.kind === "exact") throw new Error(`${key} is exact and has no blocks to sample`);
  const random = stream(spec.seed, experiment.id, part, control, key, unit.block);
  const text = canonicalJson(study.block(cell, blocks[unit.block], random, data));
  if (mergesByKind(study)) requireKinds(JSON.parse(text));
  return text;
}

export function digestOf(outcome: string): string {
  return createHash("sha256").update(outcome).digest("hex");
}
