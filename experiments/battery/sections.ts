/**
 * The sections of the battery, in the order in which their digests are merged.
 */
import { functionSections } from "./function-sections.ts";
import { samplerSections } from "./sampler-sections.ts";

export interface Section {
  readonly name: string;
  readonly blocks: number;
  readonly blockLength: number;
  /** The values of one block: a function of the section's name and the block's number alone. */
  values(block: number): Float64Array;
}

export const sections: readonly Section[] = [...functionSections, ...samplerSections];
