/**
 * The program of a site's pages: opens each recompute box. The files of results lie beside the page, and are fetched when they are asked for.
 */
import { BLOCKS, CELLS, MANIFEST, SPEC } from "../format/result-files.ts";
import { browser } from "./dom.ts";
import { openBox } from "./recompute-box.ts";
import type { BuiltExperiments } from "./unit-server.ts";

export function open(experiments: BuiltExperiments, worker: string): void {
  const host = {
    experiments,
    worker: () => new browser.Worker(worker, { type: "module" }),
    texts: async (experiment: string, run: string) => {
      const get = async (name: string) => {
        const answer = await fetch(`results/${experiment}/${run}/${name}`);
        if (!answer.ok) throw new Error(`${name} of ${experiment}/${run} is not on this site (${answer.status})`);
        return answer.text();
      };
      const [manifest, spec, cells, blocks] = await Promise.all([MANIFEST, SPEC, CELLS, BLOCKS].map(get));
      return { manifest, spec, cells, blocks };
    },
  };
  for (const box of browser.document.querySelectorAll("[data-recompute]")) openBox(box, host);
}
