/**
 * Wakefulness: for a moment after a cell the front looks for the next one instead of sleeping until it comes. Cells that are run one
 * after the other follow within one or two milliseconds, and to wake a process takes a tenth of one and more where the processor is a
 * virtual one.
 *
 * Limits: not where there is only one processor, which the client needs to send its cell.
 */
import { availableParallelism } from "node:os";

/** In milliseconds. */
const moment = 2;
const isAffordable = availableParallelism() > 1;

let end = 0;
let isAwake = false;

function look(): void {
  isAwake = performance.now() < end;
  if (isAwake) setImmediate(look);
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
