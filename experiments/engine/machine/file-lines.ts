/**
 * The lines of a file, read piece by piece: what is held in memory does not grow with the file.
 */
import { readSync } from "node:fs";

export interface FileLine {
  /** Without its end; valid until the next line is read. */
  readonly bytes: Buffer;
  /** Where it ends in the file. */
  readonly stop: number;
  /** Whether the file ends within it. */
  readonly isCut: boolean;
}

const CHUNK = 1 << 20;
const LINE_END = 10;

/** The lines of an open file; the last one is cut where nothing ends it. */
export function* linesIn(file: number): Generator<FileLine> {
  let rest = Buffer.alloc(0);
  let begin = 0; // of the rest, in the file
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let got = CHUNK; got > 0; ) {
    got = readSync(file, chunk, 0, CHUNK, begin + rest.length);
    rest = Buffer.concat([rest, chunk.subarray(0, got)]);
    let at = 0;
    for (let stop = rest.indexOf(LINE_END, at); stop !== -1; at = stop + 1, stop = rest.indexOf(LINE_END, at)) {
      yield { bytes: rest.subarray(at, stop), stop: begin + stop, isCut: false };
    }
    begin += at;
    rest = rest.subarray(at);
  }
  if (rest.length > 0) yield { bytes: rest, stop: begin + rest.length, isCut: true };
}
