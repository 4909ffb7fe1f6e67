/**
 * Page work: the workers that a page has for one question: one that plans, asks for units and judges, and one on each core that computes
 * them. The page hands on what they send each other.
 */
import { sharedWork, type UnitWorker, type WorkerReply } from "../execution/shared-work.ts";
import type { Unit } from "../execution/unit.ts";
import type { Spec } from "../format/spec.ts";
import { messageOf } from "../text/thrown.ts";
import { browser, type PageWorker } from "./dom.ts";
import type { UnitOrder } from "./unit-server.ts";

/** What the one asks of the others: to make the plan of a spec, and to compute a unit. */
export type WorkReport = { readonly spec: Spec } | { readonly unit: Unit };

/** Whom the page tells of the rest. */
interface Listener<Report> {
  hear(report: Exclude<Report, WorkReport>): void;
  fail(message: string): void;
}

type AnyWorker = PageWorker<unknown, unknown>;
type Hand = PageWorker<UnitOrder, WorkerReply>;

export class PageWork<Report extends object> {
  /** How many compute. */
  readonly hands = Math.max(1, browser.navigator.hardwareConcurrency);
  readonly #start: () => AnyWorker;
  readonly #judge: AnyWorker;
  readonly #workers: AnyWorker[] = [];
  #compute: (unit: Unit) => Promise<string> = () => Promise.reject(new Error("no spec was sent"));
  #resume: (() => void) | undefined;
  #resumed = Promise.resolve();

  constructor(start: () => AnyWorker, { hear, fail }: Listener<Report>) {
    this.#start = start;
    this.#judge = this.#begin();
    this.#judge.onerror = ({ message }) => fail(`a worker failed: ${message}`);
    this.#judge.onmessage = ({ data }) => {
      const report = data as WorkReport | Exclude<Report, WorkReport>;
      if ("spec" in report) this.#compute = this.#pool(report.spec as Spec);
      else if ("unit" in report) void this.#answer(report.unit as Unit);
      else hear(report);
    };
  }

  /** Sends the question. */
  ask(question: unknown): void {
    this.#judge.postMessage(question);
  }

  /** Begins a pause or ends it. */
  turn(): void {
    if (this.#resume === undefined) {
      this.#resumed = new Promise((resolve) => {
        this.#resume = resolve;
      });
    } else {
      this.#resume();
      this.#resume = undefined;
    }
  }

  end(): void {
    for (const worker of this.#workers) worker.terminate();
  }

  #begin(): AnyWorker {
    const worker = this.#start();
    this.#workers.push(worker);
    return worker;
  }

  #pool(spec: Spec): (unit: Unit) => Promise<string> {
    const hands = Array.from({ length: this.hands }, (): UnitWorker => {
      const worker = this.#begin() as Hand;
      worker.postMessage({ spec });
      return {
        post: (unit) => worker.postMessage({ unit }),
        listen: (onReply, onFailure) => {
          worker.onmessage = ({ data }) => onReply(data);
          worker.onerror = ({ message }) => onFailure(new Error(`a worker failed: ${message}`));
        },
        end: async () => worker.terminate(),
      };
    });
    return sharedWork(hands).compute;
  }

  /** A unit is computed when there is no pause. */
  async #answer(unit: Unit): Promise<void> {
    await this.#resumed;
    try {
      this.#judge.postMessage({ unit, outcome: await this.#compute(unit) });
    } catch (error) {
      this.#judge.postMessage({ unit, failure: messageOf(error) });
    }
  }
}
