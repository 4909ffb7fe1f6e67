/** Timers: the global timers, whose callbacks run inside the guard, so that an interrupt ends a loop in one of them. */
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { cellStorage } from "../cells/cell-run.ts";
import { guardedCallback } from "./guard.ts";

type Start = (callback: (...values: unknown[]) => void, ...rest: unknown[]) => unknown;

/** Replace them for all code; what runs without a cell behind it keeps the plain timers. */
export function installTimers(): void {
  const timers = createRequire(import.meta.url)("node:timers") as Record<string, Start>;
  for (const name of ["setTimeout", "setInterval", "setImmediate"]) {
    const original = timers[name];
    const start: Start = (callback, ...rest) => {
      if (typeof callback !== "function" || cellStorage.getStore() === undefined) return original(callback, ...rest);
      return original((...values: unknown[]) => guardedCallback(() => callback(...values)), ...rest);
    };
    Object.defineProperty(start, "name", { value: name });
    const promised = (original as { [promisify.custom]?: unknown })[promisify.custom];
    if (promised !== undefined) Object.defineProperty(start, promisify.custom, { value: promised });
    timers[name] = start;
    Object.defineProperty(globalThis, name, { value: start, writable: true, configurable: true, enumerable: true });
  }
}
