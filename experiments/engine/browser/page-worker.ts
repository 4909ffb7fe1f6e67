/**
 * What a worker of a page runs, with the experiments that the page was built with: one worker recomputes, and asks the others for units.
 *
 * Programs of experiments are loaded here and nowhere else: a worker has no access to the page, and by the page's policy, which it
 * inherits, none to other hosts.
 */
import { browser } from "./dom.ts";
import { type RecomputeOrder, type RecomputeReport, serveRecomputation } from "./recompute-server.ts";
import { type BuiltExperiments, serveUnits, type UnitOrder } from "./unit-server.ts";

interface Scope {
  onmessage: ((event: { readonly data: UnitOrder | RecomputeOrder }) => void) | null;
  postMessage(message: unknown): void;
}

/** The first message says which of the two a worker is. */
export function serve(experiments: BuiltExperiments): void {
  const scope = browser as unknown as Scope;
  scope.onmessage = (event) => {
    const answer = (message: unknown) => scope.postMessage(message);
    const work =
      "question" in event.data ? serveRecomputation(experiments, answer as Report) : serveUnits(experiments, answer);
    scope.onmessage = ({ data }) => (work as (order: typeof data) => void)(data);
    scope.onmessage(event);
  };
}

type Report = (report: RecomputeReport) => void;
