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
      () => this.#compute(),
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

  /** Calls the function with the values of now and shows what it returns; a promise where that is not done at once. */
  #compute(): undefined | Promise<void> {
    const call = ++this.#call;
    const values = Object.fromEntries(Object.entries(this.controls).map(([name, { value }]) => [name, value]));
    const make = this.#make;
    const begin = () => {
      const { outcome, end } = this.#results.run(() => make(values));
      if (isThenable(outcome)) return Promise.resolve(outcome).finally(end);
      end();
      return outcome;
    };
    return this.#follow(call, begin, (value) => {
      this.#result = value;
      return this.#show(value, { call, isDraft: call > 1 });
    });
  }

  #show(value: unknown, { call, isDraft }: { call: number; isDraft: boolean }): undefined | Promise<void> {
    if (value === undefined) {
      this.#shown = undefined;
      this.#results.show();
      return undefined;
    }
    return this.#follow(
      call,
      () => richOf(value, { isDraft }),
      (rich) => {
        if (!isDeepStrictEqual(this.#shown?.data, rich.data)) this.#results.show(rich);
        this.#shown = rich;
        const showWhole = () => call === this.#call && this.#show(value, { call, isDraft: false });
        if (isDraft) this.#later(showWhole, REST_MILLISECONDS);
        return undefined;
      },
    );
  }

  /** Goes on with a value at once, or once it is settled, unless a later call began; an error is shown in the place of the result. */
  #follow<Value>(
    call: number,
    begin: () => Value | Promise<Value>,
    next: (value: Value) => undefined | Promise<void>,
  ): undefined | Promise<void> {
    const fail = (error: unknown) => {
      if (call !== this.#call) return;
      this.#result = undefined;
      this.#shown = undefined;
      const lines = this.#host.traceback(error);
      const data = { "application/vnd.jupyter.stderr": lines, "text/plain": stripVTControlCharacters(lines) };
      this.#results.show({ data, metadata: {} });
    };
    const proceed = (value: Value) => (call === this.#call ? next(value) : undefined);
    try {
      const begun = begin();
      return begun instanceof Promise ? begun.then(proceed).catch(fail) : proceed(begun);
    } catch (error) {
      fail(error);
      return undefined;
    }
  }
}
