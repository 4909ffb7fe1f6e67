/**
 * Unit server: what most workers of a page do: make the plan of a spec and compute the units that they are sent.
 *
 * The experiments are those that the page was built with, each loaded when it is asked for.
 */
import type { Experiment } from "../definition/experiment.ts";
import { type DataLoader, MissingData } from "../definition/study-data.ts";
import type { Plan } from "../execution/plan.ts";
import type { WorkerReply } from "../execution/shared-work.ts";
import { computeUnit, type Unit } from "../execution/unit.ts";
import type { Spec } from "../format/spec.ts";
import { messageOf } from "../text/thrown.ts";
import { modestPlan } from "./modest-plan.ts";

/** By their ids. */
export type BuiltExperiments = Readonly<Record<string, () => Promise<{ readonly default: Experiment }>>>;

/** The spec comes first, then units. */
export type UnitOrder = { readonly spec: Spec } | { readonly unit: Unit };

/** The answer to each order. */
export function serveUnits(
  experiments: BuiltExperiments,
  reply: (reply: WorkerReply) => void,
): (order: UnitOrder) => void {
  let plan: Promise<Plan> = Promise.reject(new Error("no spec was sent"));
  plan.catch(() => undefined);
  return (order) => {
    if ("spec" in order) {
      plan = planIn(experiments, order.spec);
      plan.catch(() => undefined); // each unit says so
      return;
    }
    const { unit } = order;
    void plan
      .then((made) => computeUnit(made, unit, noData))
      .then(
        (outcome) => reply({ unit, outcome }),
        (error: unknown) => reply({ unit, failure: messageOf(error) }),
      );
  };
}

/** The plan of a spec, by one of these experiments. */
export async function planIn(experiments: BuiltExperiments, spec: Spec): Promise<Plan> {
  return modestPlan(await experimentIn(experiments, spec.experiment), spec);
}

export async function experimentIn(experiments: BuiltExperiments, id: string): Promise<Experiment> {
  if (!Object.hasOwn(experiments, id))
    throw new RangeError(`experiment must be one of ${Object.keys(experiments).join(", ")}, got "${id}"`);
  return (await experiments[id]()).default;
}

const noData: DataLoader = async (name) => {
  throw new MissingData(`the data of ${name} are not on this page; the command line recomputes this`);
};
