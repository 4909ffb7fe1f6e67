/** What a worker of a page runs, with the experiments that the page was built with. */
import { browser } from "./dom.ts";
import { type BuiltExperiments, type Port, serveUnits } from "./unit-server.ts";

export function serve(experiments: BuiltExperiments): void {
  serveUnits(experiments, browser as unknown as Port);
}
