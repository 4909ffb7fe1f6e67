/** Benchmark row: a mechanism of a published benchmark at its parameters, with what is claimed of it and what is true. */
import type { ProgramPair } from "./noisy-program.ts";

export interface BenchmarkRow extends ProgramPair {
  readonly name: string;
  readonly claimed: number;
  /** The epsilon of the pair audited at its delta, or of all neighbours of its length where that is what is known; Infinity where none suffices. */
  readonly exact: () => number;
}
