/**
 * Async marks: what Node writes on promises and timers to know the run that caused them, hidden from whoever looks at them.
 *
 * `AsyncLocalStorage` keeps its values under symbols of these objects (since Node 24 of timers alone), and `util.inspect` shows
 * them. It asks an object how to show itself first; at that moment the marks are made invisible, so that others cost nothing.
 */
import { inspect } from "node:util";

const MARKS = new Set(["async_id_symbol", "trigger_async_id_symbol", "kResourceStore", "kAsyncContextFrame"]);

type Inspect = (this: object, ...values: unknown[]) => unknown;

export function hideAsyncMarks(): void {
  const immediate = setImmediate(() => undefined);
  clearImmediate(immediate);
  const timeout = setTimeout(() => undefined);
  clearTimeout(timeout);
  for (const prototype of [Promise.prototype, Object.getPrototypeOf(immediate), Object.getPrototypeOf(timeout)]) {
    const shown = (prototype as { readonly [inspect.custom]?: Inspect })[inspect.custom];
    const value: Inspect = function (...values) {
      hideMarks(this);
      return shown === undefined ? this : Reflect.apply(shown, this, values);
    };
    Object.defineProperty(prototype, inspect.custom, { value, writable: true, configurable: true });
  }
}

function hideMarks(value: object): void {
  for (const symbol of Object.getOwnPropertySymbols(value)) {
    const isMark = MARKS.has(symbol.description ?? "");
    if (isMark && Object.getOwnPropertyDescriptor(value, symbol)?.configurable)
      Object.defineProperty(value, symbol, { enumerable: false });
  }
}
