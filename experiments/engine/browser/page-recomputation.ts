/**
 * Page recomputation: a result, what is stored of one claim, or one cell computed again by the workers of a page.
 *
 * The page itself computes nothing and loads no program of an experiment: one worker reads what is stored, plans and judges, the others
 * compute, and what they report is numbers and texts.
 */
import { clock } from "../machine/clock.ts";
import { messageOf } from "../text/thrown.ts";
import type { PageWorker } from "./dom.ts";
import { PageWork, type WorkReport } from "./page-work.ts";
import type { RecomputeQuestion, RecomputeReport } from "./recompute-server.ts";
import type { StoredTexts } from "./stored-texts.ts";

/** Where a page has its workers and the files of its results. */
export interface RecomputeHost {
  /** The files of a result, by its experiment and run. */
  texts(experiment: string, run: string): Promise<StoredTexts>;
  /** Starts workers. */
  workers(): Promise<() => PageWorker<unknown, unknown>>;
}

/** What became of it: `changed` are stored files that are not as they were written, though what is computed agrees. */
export type Verdict = "same" | "different" | "changed" | "not computed";

const VERDICTS: Readonly<Record<Verdict, string>> = {
  same: "the same bits",
  different: "different",
  changed: "the stored files were changed",
  "not computed": "nothing was computed",
};

/** What is called as it goes. */
export interface RecomputeView {
  /** How many blocks there are to compare. */
  expects(blocks: number): void;
  counts(found: { readonly blocks: number }, text: string): void;
  /** A difference, a change in a file, or why a cell was not computed. */
  lists(text: string): void;
  ends(text: string, verdict: Verdict): void;
}

/** One time that a reader asks: the workers that compute, the one that judges, and what was found so far. */
export class PageRecomputation {
  readonly #view: RecomputeView;
  readonly #onEnd: () => void;
  readonly #began = clock.milliseconds();
  readonly #found = { blocks: 0, equal: 0, faults: 0, differences: 0 };
  #work: PageWork<RecomputeReport> | undefined;
  #isPaused = false;
  #isOver = false;

  constructor(view: RecomputeView, onEnd: () => void) {
    this.#view = view;
    this.#onEnd = onEnd;
  }

  async begin(host: RecomputeHost, ask: () => Promise<Omit<RecomputeQuestion, "size">>): Promise<void> {
    try {
      const [question, start] = await Promise.all([ask(), host.workers()]);
      if (this.#isOver) return;
      this.#work = new PageWork<RecomputeReport>(start, {
        hear: (report) => this.#hear(report),
        fail: (message) => this.#refuse(message),
      });
      if (this.#isPaused) this.#work.turn();
      this.#work.ask({ question: { ...question, size: 2 * this.#work.hands } });
    } catch (error) {
      this.#refuse(messageOf(error));
    }
  }

  #hear(report: Exclude<RecomputeReport, WorkReport>): void {
    if (this.#isOver) return;
    if ("expected" in report) this.#view.expects(report.expected);
    else if ("block" in report) {
      this.#found.blocks++;
      if (report.block === "equal") this.#found.equal++;
      this.#view.counts(this.#found, this.#counts());
    } else if ("difference" in report) {
      this.#found.differences++;
      this.#view.lists(report.difference);
    } else if ("fault" in report) {
      this.#found.faults++;
      this.#view.lists(report.fault);
    } else if ("failure" in report) this.#view.lists(report.failure);
    else if ("refused" in report) this.#refuse(report.refused);
    else {
      const { cells, of } = report.settled;
      const verdict = this.#verdict(cells);
      this.#end(`${VERDICTS[verdict]}: ${this.#counts()}, in ${cells} of ${of} cells`, verdict);
    }
  }

  /** What is changed shows in a difference; a cell that could not be computed is none. */
  #verdict(cells: number): Verdict {
    if (this.#found.differences > 0) return "different";
    if (this.#found.faults > 0) return "changed";
    return cells === 0 ? "not computed" : "same";
  }

  #counts(): string {
    const { equal, blocks } = this.#found;
    const seconds = (clock.milliseconds() - this.#began) / 1000;
    return `${equal} of ${blocks} blocks equal, ${seconds.toFixed(1)} s`;
  }

  #refuse(message: string): void {
    this.#end(message, "not computed");
  }

  stop(): void {
    this.#end(`stopped: ${this.#counts()}`, "not computed");
  }

  /** Begins a pause or ends it; says whether there is one. */
  turn(): boolean {
    this.#isPaused = !this.#isPaused;
    this.#work?.turn();
    return this.#isPaused;
  }

  #end(text: string, verdict: Verdict): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#work?.end();
    this.#view.ends(text, verdict);
    this.#onEnd();
  }
}
