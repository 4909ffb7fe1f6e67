/**
 * Interaction: controls, and below them what a function makes of their values.
 *
 * The function runs in the name of the cell that began it: what it prints appears there. All changes during a call are answered by
 * one more call after it. While values change quickly, results are shown as drafts, without what takes long to draw (the still
 * picture of a figure); the full display follows once the values rest. An interrupt ends a call at any point and without notice, so
 * what is awaited can be given up.
 */
import { AsyncResource } from "node:async_hooks";
import { isDeepStrictEqual, stripVTControlCharacters } from "node:util";
import type { Rich } from "../display/mime-bundle.ts";
import { richOf } from "../display/rich-value.ts";
import { currentScreen } from "../display/screen.ts";
import { labelWidthOf } from "./control.ts";
import { host } from "./host.ts";
import { Model } from "./model.ts";
import { ResultPlace } from "./result-place.ts";
import { type AnyWidget, classesOf, viewOf } from "./widget.ts";

const REST_MILLISECONDS = 300;

/** What an interrupt may have ended. */
const awaiting = new Set<Interaction>();

export function giveUpAwaited(): void {
  for (const interaction of [...awaiting]) interaction.giveUp();
}

type Make = (values: Readonly<Record<string, unknown>>) => unknown;
type Widgets = Readonly<Record<string, AnyWidget>>;

export class Interaction {
  readonly controls: Widgets;
  readonly shown: Promise<void>;
  readonly #make: Make;
  readonly #closeBox: () => void;
  readonly #results = new ResultPlace();
  readonly #stops: readonly (() => void)[];
  readonly #scope = new AsyncResource("interact");
  #result: unknown;
  /** The result as it stands on the page; undefined if there is none, or an error. */
  #shown: Rich | undefined;
  /** Counts the calls of the function: what an earlier one still has to show is late. */
  #call = 0;
  /** The call that is awaited; none begins meanwhile. */
  #awaited: number | undefined;
  /** Whether a value changed since the last call began. */
  #isWanted = false;
  #isClosed = false;

  constructor(make: Make, controls: Widgets) {
    this.#make = make;
    this.controls = controls;
    this.#closeBox = Object.keys(controls).length === 0 ? () => {} : showBox(controls);
    this.#stops = Object.values(controls).map((control) => control.onChange(() => this.#request()));
    this.shown = Promise.resolve(this.#begin());
    currentScreen().waitFor(this.shown);
  }

  get result(): unknown {
    return this.#result;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#closeBox();
  }

  /** Waits no longer for a call, which has ended or which an interrupt may have ended. */
  giveUp(): void {
    this.#awaited = undefined;
    awaiting.delete(this);
    if (this.#isWanted) this.#request();
  }

  #request(): void {
    this.#isWanted = true;
    this.#later(() => {
      if (this.#isWanted && this.#awaited === undefined) this.#begin();
    }, 0);
  }

  #later(work: () => void, milliseconds: number): void {
    host.later(() => {
      if (!this.#isClosed) this.#scope.runInAsyncScope(work);
    }, milliseconds);
  }

  /** Calls the function with the values of now and shows what it returns; a promise where that is not done at once. */
  #begin(): undefined | Promise<void> {
    this.#isWanted = false;
    const call = ++this.#call;
    const values = Object.fromEntries(Object.entries(this.controls).map(([name, { value }]) => [name, value]));
    const make = this.#make;
    const done = this.#follow(
      call,
      () => this.#results.run(() => make(values)),
      (value) => {
        this.#result = value;
        return this.#show(value, { call, isDraft: call > 1 });
      },
    );
    if (done === undefined) return undefined;
    this.#awaited = call;
    awaiting.add(this);
    return done.then(() => {
      if (this.#awaited === call) this.giveUp();
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
      const lines = host.traceback(error);
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

/** Shows controls below each other, named after their places in the object where they have no name of their own. Gives what closes them. */
function showBox(controls: Widgets): () => void {
  const all = Object.values(controls);
  const labels = Object.entries(controls).flatMap(([name, each]) => (each.isLabelBefore ? [each.label || name] : []));
  for (const [name, each] of Object.entries(controls)) each.join(name, labelWidthOf(labels));
  const box = new Model({ state: { ...classesOf("VBox"), children: all.map((each) => each.model().reference()) } });
  const lines = all.map((each) => each.describe());
  const words = lines.length === 1 ? lines.join() : ["controls:", ...lines].join("\n");
  currentScreen().show({ ...viewOf(box, words), update: false });
  return () => {
    for (const each of [box, ...all]) each.close();
  };
}
