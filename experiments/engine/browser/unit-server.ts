/**
 * Unit server: what a worker of a page does: it makes the plan of a spec and computes the units that it is sent.
 *
 * The experiments are those that the page was built with, each loaded when it is asked for.
 */
import type { Experiment } from "../definition/experiment.ts";
import { type DataLoader, MissingData } from "../definition/study-data.ts";
import { type Plan, planOf } from "../execution/plan.ts";
import type { WorkerReply } from "../execution/shared-work.ts";
import { computeUnit, type Unit } from "../execution/unit.ts";
import type { Spec } from "../format/spec.ts";
import { messageOf } from "../text/thrown.ts";

/** By their ids. */
export type BuiltExperiments = Readonly<Record<string, () => Promise<{ readonly default: Experiment }>>>;

/** The spec comes first, then units. */
export type Order = { readonly spec: Spec } | { readonly unit: Unit };

/** What a worker has of its page. */
export interface Port {
  onmessage: ((event: { readonly data: Order }) => void) | null;
  postMessage(reply: WorkerReply): void;
}

export function serveUnits(experiments: BuiltExperiments, port: Port): void {
  let plan: Promise<Plan> = Promise.reject(new Error("no spec was sent"));
  plan.catch(() => undefined);
  port.onmessage = ({ data }) => {
    if ("spec" in data) plan = planIn(experiments, data.spec);
    else
      void plan
        .then((made) => computeUnit(made, data.unit, noData))
        .then(
          (outcome) => port.postMessage({ unit: data.unit, outcome }),
          (error: unknown) => port.postMessage({ unit: data.unit, failure: messageOf(error) }),
        );
  };
}

/** The plan of a spec, by one of these experiments. */
export async function planIn(experiments: BuiltExperiments, spec: Spec): Promise<Plan> {
  if (!Object.hasOwn(experiments, spec.experiment))
    throw new RangeError(`experiment must be one of ${Object.keys(experiments).join(", ")}, got "${spec.experiment}"`);
  return planOf((await experiments[spec.experiment]()).default, spec);
}

const noData: DataLoader = async (name) => {
  throw new MissingData(`the data of ${name} are not on this page; the command line recomputes this`);
};
