/**
 * Interaction: controls, and below them what a function makes of their values.
 *
 * The function runs in the name of the cell that began it: what it prints appears there. While values change quickly, results are shown as drafts,
 * without what takes long to draw (the still picture of a figure); the full display follows once the values rest.
 */
import { AsyncResource } from "node:async_hooks";
import { isDeepStrictEqual, stripVTControlCharacters } from "node:util";
import type { Rich } from "../display/mime-bundle.ts";
import { richOf } from "../display/rich-value.ts";
import { currentScreen } from "../display/screen.ts";
import { type Part, showBox } from "./control-box.ts";
import type { WidgetHost } from "./host.ts";
import { LatestOnly } from "./latest-only.ts";
import { isThenable } from "./listeners.ts";
import { ResultPlace } from "./result-place.ts";

const REST_MILLISECONDS = 300;

type Make = (values: Readonly<Record<string, unknown>>) => unknown;

export class Interaction {
  readonly controls: Readonly<Record<string, Part>>;
  readonly shown: Promise<void>;
  readonly #host: WidgetHost;
  readonly #make: Make;
  readonly #closeBox: () => void;
  readonly #results: ResultPlace;
  readonly #updates: LatestOnly;
  readonly #stops: readonly (() => void)[];
  readonly #scope = new AsyncResource("interact");
  #result: unknown;
  /** The result as it stands on the page; undefined if there is none, or an error. */
  #shown: Rich | undefined;
  /** Counts the calls of the function: what an earlier one still has to show is late. */
  #call = 0;
  #isClosed = false;

  constructor(host: WidgetHost, make: Make, parts: ReadonlyMap<string, Part>) {
    this.#host = host;
    this.#make = make;
    this.controls = Object.fromEntries(parts);
    this.#closeBox = parts.size === 0 ? () => {} : showBox(host, parts);
    this.#results = new ResultPlace();
    this.#updates = new LatestOnly(
      (work) => this.#later(work, 0),
      () => (this.#call === 0 ? this.#compute(false) : this.#draft()),
    );
    this.#stops = [...parts.values()].map((part) => part.onChange(() => this.#updates.request()));
    this.shown = Promise.resolve(this.#updates.now() as undefined | Promise<void>);
    currentScreen().waitFor(this.shown);
  }

  get result(): unknown {
    return this.#result;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#closeBox();
  }

  interrupted(): void {
    this.#updates.giveUp();
  }

  #later(work: () => void, milliseconds: number): void {
    this.#host.later(() => {
      if (!this.#isClosed) this.#scope.runInAsyncScope(work);
    }, milliseconds);
  }

  #draft(): undefined | Promise<void> {
    const computed = this.#compute(true);
    const call = this.#call;
    const rest = () => {
      if (this.#shown === undefined) return;
      this.#later(() => {
        if (call === this.#call) void this.#show(this.#result, { call, isDraft: false });
      }, REST_MILLISECONDS);
    };
    if (computed !== undefined) return computed.then(rest);
    rest();
    return undefined;
  }

  /** Calls the function with the values of now and shows what it returns; a promise where that is not done at once. */
  #compute(isDraft: boolean): undefined | Promise<void> {
    const call = ++this.#call;
    const values = Object.fromEntries(Object.entries(this.controls).map(([name, { value }]) => [name, value]));
    const accept = (value: unknown) => {
      if (call !== this.#call) return undefined;
      this.#result = value;
      return this.#show(value, { call, isDraft });
    };
    const make = this.#make;
    try {
      const { outcome, end } = this.#results.run(() => make(values));
      if (!isThenable(outcome)) {
        end();
        return accept(outcome);
      }
      return Promise.resolve(outcome)
        .finally(end)
        .then(accept)
        .catch((error: unknown) => this.#fail(error, call));
    } catch (error) {
      this.#fail(error, call);
      return undefined;
    }
  }

  #show(value: unknown, { call, isDraft }: { call: number; isDraft: boolean }): undefined | Promise<void> {
    const put = (rich: Rich) => {
      if (call !== this.#call || isDeepStrictEqual(this.#shown?.data, rich.data)) return;
      this.#shown = rich;
      this.#results.show(rich);
    };
    if (value === undefined) {
      this.#shown = undefined;
      this.#results.show();
      return undefined;
    }
    try {
      const rich = richOf(value, { isDraft });
      if (rich instanceof Promise) return rich.then(put).catch((error: unknown) => this.#fail(error, call));
      put(rich);
    } catch (error) {
      this.#fail(error, call);
    }
    return undefined;
  }

  /** Shows an error in the place of the result. */
  #fail(error: unknown, call: number): void {
    if (call !== this.#call) return;
    this.#result = undefined;
    this.#shown = undefined;
    const lines = this.#host.traceback(error);
    const data = { "application/vnd.jupyter.stderr": lines, "text/plain": stripVTControlCharacters(lines) };
    this.#results.show({ data, metadata: {} });
  }
}
