/**
 * What a worker of a page runs, with the experiments that the page was built with: one worker recomputes, and asks the others for units.
 *
 * Programs of experiments are loaded here and nowhere else: a worker has no access to the page, and by the page's policy, which it
 * inherits, none to other hosts.
 */
import { browser } from "./dom.ts";
import { type ExploreOrder, serveExploration } from "./explore-server.ts";
import { type RecomputeOrder, serveRecomputation } from "./recompute-server.ts";
import { type BuiltExperiments, serveUnits, type UnitOrder } from "./unit-server.ts";

type Order = UnitOrder | RecomputeOrder | ExploreOrder;

interface Scope {
  onmessage: ((event: { readonly data: Order }) => void) | null;
  postMessage(message: unknown): void;
}

/** The first message says what a worker is for. */
export function serve(experiments: BuiltExperiments): void {
  const scope = browser as unknown as Scope;
  scope.onmessage = (event) => {
    const work = served(experiments, event.data, (message) => scope.postMessage(message));
    scope.onmessage = ({ data }) => work(data);
    scope.onmessage(event);
  };
}

function served(
  experiments: BuiltExperiments,
  first: Order,
  answer: (message: unknown) => void,
): (order: Order) => void {
  const work =
    "question" in first
      ? serveRecomputation(experiments, answer)
      : "describe" in first || "explore" in first
        ? serveExploration(experiments, answer)
        : serveUnits(experiments, answer);
  return work as (order: Order) => void;
}
