/**
 * Waiting: `await` in cells, which goes on inside the guard, so that an interrupt ends what follows; at the top level an
 * interrupt also ends the waiting itself. Inside functions the promise is awaited as it is, for the sake of V8's traces.
 */
import { types } from "node:util";
import { currentRun } from "../cells/cell-run.ts";
import { noteArrival } from "../errors/traces.ts";
import { guardedCallback, isGuarded } from "./guard.ts";

/** A cell may put its own in its place. */
const { then } = Promise.prototype;

/** What `promise.then` does, whatever cells make of it. */
export function whenSettled<Value>(
  promise: PromiseLike<Value>,
  settle: (value: Value) => void,
  fail: (reason: unknown) => void,
): void {
  const awaited = types.isPromise(promise) ? promise : new Promise<Value>((resolve) => resolve(promise));
  Reflect.apply(then, awaited, [settle, fail]);
}

/** The kernel's own, of its realm. */
const OwnPromise = (async () => {})().constructor as PromiseConstructor;

/** A promise for the kernel's code to await: `await` of a promise of the user's realm would call the `then` that cells made of it. */
export function settlementOf<Value>(promise: PromiseLike<Value>): Promise<Value> {
  return new OwnPromise((resolve, reject) => whenSettled(promise, resolve, reject));
}

/** What a cell awaits at its top level: the same outcome, unless the cell is interrupted. */
export function hold(value: unknown): unknown {
  const isThenable =
    value !== null &&
    (typeof value === "object" || typeof value === "function") &&
    typeof (value as PromiseLike<unknown>).then === "function";
  if (!isThenable) return value;
  const run = currentRun();
  return new Promise((resolve, reject) => {
    run.waits.add(reject);
    const settle = (go: () => void) => {
      if (run.isInterrupted) return;
      run.waits.delete(reject);
      if (isGuarded()) go();
      else setImmediate(() => guardedCallback(go));
    };
    whenSettled(
      value as PromiseLike<unknown>,
      (outcome) => settle(() => resolve(outcome)),
      (reason) => settle(() => resolve(failed(reason))),
    );
  });
}

/** A rejection, of the kernel's realm, that notes the `await` it arrives at, which V8 tells while the promise is on its way there. */
function failed(reason: unknown): Promise<never> {
  const rejected = OwnPromise.resolve().then(() => {
    throw reason;
  });
  return rejected.catch((error: unknown) => {
    noteArrival(error);
    throw error;
  });
}

/** The value of an `await` inside a function; what follows is only there to be awaited. */
export function resumed(value: unknown): unknown {
  return value;
}

/** Whether a function that awaited something is inside the guard, and its cell is not interrupted. */
export function goesOn(): boolean {
  return isGuarded() && !currentRun().isInterrupted;
}

/** Go on inside the guard; never, if the cell is interrupted. */
export function reenter(): Promise<void> {
  return new Promise((resolve) => {
    if (!currentRun().isInterrupted) setImmediate(() => guardedCallback(resolve));
  });
}

/** What a cell iterates by `for await` at its top level. */
export function each(iterable: unknown): AsyncIterable<unknown> {
  const source = iterable as Partial<AsyncIterable<unknown>> & Iterable<unknown>;
  return {
    [Symbol.asyncIterator]() {
      const isAsync = source[Symbol.asyncIterator] !== undefined;
      const iterator = isAsync ? (source as AsyncIterable<unknown>)[Symbol.asyncIterator]() : source[Symbol.iterator]();
      const step = async (result: IteratorResult<unknown> | Promise<IteratorResult<unknown>>) => {
        const settled = (await hold(result)) as IteratorResult<unknown>;
        return isAsync ? settled : ({ ...settled, value: await hold(settled.value) } as IteratorResult<unknown>);
      };
      return {
        next: () => step(iterator.next()),
        async return(value?: unknown) {
          return iterator.return === undefined ? { done: true, value } : step(iterator.return(value));
        },
      };
    },
  };
}
