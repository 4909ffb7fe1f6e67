/**
 * Wakefulness: for a moment after a cell one of the kernel's processes looks for the next one instead of sleeping until it comes: the
 * front, which hears of it first, or the runtime, where it slept through a check of types. Cells that are run one after the other
 * follow within one or two milliseconds, and to wake a process takes a tenth of one and more where the processor is a virtual one.
 *
 * Limits: not both, for the client needs a processor, too; and neither where there is only one.
 */
import { availableParallelism } from "node:os";

/** In milliseconds. */
const moment = 2;
const isAffordable = availableParallelism() > 1;
const soon = setImmediate; // not the one that cells have

let end = 0;
let isAwake = false;

function look(): void {
  isAwake = performance.now() < end;
  if (isAwake) soon(look);
}

/** A cell may come. */
export function stayAwake(): void {
  if (!isAffordable) return;
  end = performance.now() + moment;
  if (!isAwake) look();
}

/** It has. */
export function rest(): void {
  end = 0;
}
