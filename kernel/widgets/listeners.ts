/**
 * Listeners: functions of cells that hear of a change.
 *
 * Each runs in the name of the cell that added it, so that what it prints and the errors it throws appear below that cell. An error
 * ends neither the other listeners nor the kernel.
 */
import { AsyncResource } from "node:async_hooks";
import { host } from "./host.ts";

export class Listeners<Values extends readonly unknown[]> {
  readonly #all = new Set<(...values: Values) => void>();

  /** Returns a function that takes the listener away. */
  add(listener: (...values: Values) => unknown): () => void {
    if (typeof listener !== "function") throw new TypeError(`listener must be a function, got ${typeof listener}`);
    const call = AsyncResource.bind((...values: Values) => {
      try {
        const outcome = listener(...values);
        if (isThenable(outcome)) outcome.then(undefined, AsyncResource.bind(host.report));
      } catch (error) {
        host.report(error);
      }
    });
    this.#all.add(call);
    return () => void this.#all.delete(call);
  }

  tell(...values: Values): void {
    for (const call of [...this.#all]) call(...values);
  }
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}
