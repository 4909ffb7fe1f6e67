/**
 * Recompute shelf: the boxes in which a reader has stored results computed again (`browser/recompute-box.ts`), and what they need in the
 * page: its program, and in a page of one file the workers' program and the files of each result that has a box.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packedResult, WORKER } from "../browser/packed-names.ts";
import type { StoredTexts } from "../browser/stored-texts.ts";
import type { Result } from "../format/read-result.ts";
import { BLOCKS, CELLS, MANIFEST, SPEC } from "../format/result-files.ts";
import { type Html, html } from "../text/html.ts";
import { cellText } from "./number-text.ts";
import { packed } from "./packed.ts";
import type { PagePrograms } from "./page-programs.ts";

interface BoxContent {
  readonly part?: string;
  /** The table of its cells, whose buttons are the box's. */
  readonly table?: Html;
}

export class RecomputeShelf {
  readonly #programs: PagePrograms | undefined;
  readonly #results = new Map<string, Result>();
  /** Whether the page has a box. */
  #isUsed = false;

  /** Without programs there are no boxes. */
  constructor(programs: PagePrograms | undefined) {
    this.#programs = programs;
  }

  has({ spec }: Result): boolean {
    return this.#computes(spec.experiment);
  }

  #computes(experiment: string): boolean {
    return this.#programs?.ids.has(experiment) === true;
  }

  /** Where a reader changes the parameters of an experiment and runs it. */
  explore(experiment: string): Html {
    if (!this.#computes(experiment)) return html``;
    this.#isUsed = true;
    return html`<div class="recompute" role="group" aria-label="Explore ${experiment}" data-explore data-experiment="${experiment}">
<button type="button">Change parameters and run here</button></div>`;
  }

  /** All of a result, or what it has of one part. */
  box(result: Result, { part, table = html`` }: BoxContent = {}): Html {
    const { spec, runId, id } = result;
    if (!this.has(result)) {
      const reason = this.#programs?.absent.get(spec.experiment);
      return reason === undefined || part !== undefined
        ? table
        : html`<p class="soft">Not recomputed here: ${reason}</p>`;
    }
    this.#isUsed = true;
    this.#results.set(packedResult(spec.experiment, runId), result);
    const where = part === undefined ? "" : html` data-part="${part}"`;
    const what = part === undefined ? spec.experiment : `${spec.experiment}, part ${part}`;
    return html`<div class="recompute" role="group" aria-label="Recompute ${what}" data-recompute
data-experiment="${spec.experiment}" data-run="${runId}" data-id="${id.slice(0, 16)}"${where}>${table}
<p>Recompute here: <button type="button" data-do="sample">a sample</button>
<button type="button" data-do="all">all</button>
<button type="button" data-do="pause" hidden>Pause</button> <button type="button" data-do="stop" hidden>Stop</button>
<progress hidden aria-label="Blocks computed again"></progress> <span data-counts></span><output></output></p><ul></ul></div>`;
  }

  /** Has one cell computed again, inside of a box. */
  cellButton(result: Result, row: Result["rows"][number]): Html {
    if (!this.has(result)) return html``;
    const place = result.rows.indexOf(row);
    const label = `Recompute the cell ${cellText(row.cell)}`;
    return html`<br><button type="button" class="copy" data-cell="${place}" aria-label="${label}">recompute</button>`;
  }

  /** What a page of one file holds. */
  data(): Html {
    const worker = this.#programs?.worker;
    if (worker === undefined || !this.#isUsed) return html``;
    return html`${packed(WORKER, worker)}${[...this.#results].map(([id, { folder }]) => packed(id, textsOf(folder)))}`;
  }

  /** The page's program, where there is a box. */
  script(): string | undefined {
    return this.#isUsed ? this.#programs?.page : undefined;
  }
}

function textsOf(folder: string): string {
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const texts: StoredTexts = { manifest: text(MANIFEST), spec: text(SPEC), cells: text(CELLS), blocks: text(BLOCKS) };
  return JSON.stringify(texts);
}
