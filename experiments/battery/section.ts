/**
 * A section of the battery: values whose digest is the same on every machine.
 */
export interface Section {
  readonly name: string;
  readonly blocks: number;
  readonly blockLength: number;
  /** The values of one block: a function of the section's name and the block's number alone. */
  values(block: number): Float64Array;
}
