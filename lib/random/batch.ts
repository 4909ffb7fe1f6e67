/**
 * Batches: fill an array from a stream, by a compiled kernel where there is one, otherwise draw by draw with the same bits.
 */
import { type Kernels, kernels } from "../assembly/kernels.ts";
import { refuse } from "../numerics/requirements.ts";
import type { Stream, Transform } from "./stream.ts";

/** Fills `out` with draws; `compiled` is the kernel that turns words into them, `draw` its plain form. */
export function fill(
  random: Stream,
  out: Float64Array,
  compiled: (kernels: Kernels) => Transform,
  draw: () => number,
): Float64Array {
  if (!(out instanceof Float64Array)) refuse("out", "a Float64Array", out);
  const available = kernels();
  if (available !== undefined) random.batch(out, compiled(available));
  else for (let i = 0; i < out.length; i++) out[i] = draw();
  return out;
}
