/**
 * Batches: fill an array from a stream, by a compiled kernel where there is one, otherwise draw by draw with the same bits.
 */
import { type Kernels, kernels } from "../assembly/kernels.ts";
import { refuse } from "../numerics/requirements.ts";
import { requireStream } from "./random.ts";
import { Stream, type Transform } from "./stream.ts";

/** Fills `out` draw by draw: the batch form of a distribution that has no kernel. */
export function fillEach(out: Float64Array, draw: () => number): Float64Array {
  requireArray(out);
  for (let i = 0; i < out.length; i++) out[i] = draw();
  return out;
}

/** Fills `out` with draws; `compiled` is the kernel that turns words into them, `draw` its plain form. */
export function fill(
  out: Float64Array,
  compiled: (kernels: Kernels) => Transform,
  draw: () => number,
  random: Stream,
): Float64Array {
  requireArray(out);
  requireStream(random);
  const available = kernels();
  // A stream of another copy of the library puts its words into that copy's memory, where this one's kernels do not find them.
  if (available === undefined || !(random instanceof Stream)) return fillEach(out, draw);
  random.batch(out, compiled(available));
  return out;
}

/** Refuses what is not a Float64Array, or, where it holds points of several coordinates, not a whole number of them. */
export function requireArray(out: Float64Array, coordinates = 1): void {
  if (!(out instanceof Float64Array)) refuse("out", "a Float64Array", out);
  if (out.length % coordinates !== 0) refuse("the length of out", `a multiple of ${coordinates}`, out.length);
}
