/**
 * A worker thread: makes the same plan as the main thread and computes the units that it is sent.
 */
import { parentPort, workerData } from "node:worker_threads";
import type { Spec } from "../format/spec.ts";
import { printsToStandardError } from "../machine/prints.ts";
import { type Carried, loadCarried } from "../program/catalogue.ts";
import { installedData } from "../program/installed-data.ts";
import { messageOf } from "../text/thrown.ts";
import { planOf } from "./plan.ts";
import type { WorkerReply } from "./shared-work.ts";
import { computeUnit, type Unit } from "./unit.ts";

export interface WorkerOrder {
  readonly experiment: Carried;
  readonly spec: Spec;
}

printsToStandardError();
const { experiment, spec } = workerData as WorkerOrder;
const plan = planOf(await loadCarried(experiment), spec);

parentPort?.on("message", async (unit: Unit) => {
  parentPort?.postMessage(await reply(unit));
});

async function reply(unit: Unit): Promise<WorkerReply> {
  try {
    return { unit, outcome: await computeUnit(plan, unit, installedData) };
  } catch (error) {
    return { unit, failure: messageOf(error) };
  }
}
