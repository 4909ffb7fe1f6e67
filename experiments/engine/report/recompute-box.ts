/** The box in which a reader has a stored result computed again, where the page has what it takes (`browser/recompute-box.ts`). */
import type { Result } from "../format/read-result.ts";
import { type Html, html } from "../text/html.ts";

/** All of a result, or what it has of one part. */
export function recomputeBox({ spec, runId }: Result, part?: string): Html {
  const where = part === undefined ? "" : html` data-part="${part}"`;
  return html`<div class="recompute" data-recompute data-experiment="${spec.experiment}" data-run="${runId}"${where}>
<span>Recompute here:</span> <button type="button" data-do="sample">a sample</button>
<button type="button" data-do="all">all</button>
<button type="button" data-do="pause" hidden>Pause</button> <button type="button" data-do="stop" hidden>Stop</button>
<progress hidden aria-label="Blocks computed again"></progress> <output role="status"></output><ul></ul></div>`;
}
