/**
 * Steps: what set-up makes from files of the project, each redone only when the content of its inputs or outputs changed.
 */
import { withLock } from "./lock.js";
import { fingerprint, readStamp, removeStamp, writeStamp } from "./stamp.js";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {() => string[]} inputs
 * @property {() => string[]} outputs
 * @property {() => Promise<void>} make
 */

/**
 * Makes what is not up to date, in order, while no other set-up does. A step that fails leaves no stamp.
 * @param {string} lock
 * @param {readonly Step[]} steps
 */
export async function ensureSteps(lock, steps) {
  if (steps.every(isUpToDate)) return;
  await withLock(lock, async () => {
    for (const step of steps) {
      if (isUpToDate(step)) continue;
      removeStamp(step.name);
      const inputs = fingerprint(step.inputs());
      await step.make();
      writeStamp(step.name, { inputs, outputs: fingerprint(step.outputs()) });
    }
  });
}

/** @param {Step} step */
function isUpToDate(step) {
  const stamp = readStamp(step.name);
  return stamp.inputs === fingerprint(step.inputs()) && stamp.outputs === fingerprint(step.outputs());
}
