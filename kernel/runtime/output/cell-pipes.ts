/**
 * Cell pipes: what the children of a cell write to the standard streams that they inherit, on its way to the front.
 *
 * Such a child may write long after its cell is done, while another runs. So the runtime has some pairs of pipes besides its
 * own standard streams; it gives a pair to a cell that starts a child, and first writes into both pipes whose they are.
 * What follows in a pipe is the cell's.
 */
import { StringDecoder } from "node:string_decoder";

/** How many cells can have children that live at one time; those of more write to the runtime's own streams. */
export const PAIRS = 4;
/** The descriptor of the first pair's first pipe in the runtime. */
const FIRST = 6;
/** No child writes this but by a chance of 2^-128. */
const MARK = Buffer.from("5c9e07d3f1b84a6692a0d41ce37f58eb", "hex");
const SIZE = MARK.length + 4;

/** A cell with children that live on is done once they wrote nothing for so long, or when the other time is over. */
export const QUIET_MILLISECONDS = 20;
export const MOST_MILLISECONDS = 300;

export interface PipePair {
  readonly stdout: number;
  readonly stderr: number;
}

export const pipePairs: readonly PipePair[] = Array.from({ length: PAIRS }, (_, index) => ({
  stdout: FIRST + 2 * index,
  stderr: FIRST + 2 * index + 1,
}));

/** What tells that all that follows is of this cell. */
export function markOf(cell: number): Buffer {
  const bytes = Buffer.alloc(SIZE, MARK);
  bytes.writeUInt32LE(cell, MARK.length);
  return bytes;
}

/** Takes the bytes of a pipe as they come, gives texts and their cells. */
export class CellPipeReader {
  private cell = 0;
  private waiting: Buffer = Buffer.alloc(0);
  private decoder = new StringDecoder("utf8");

  private readonly tell: (cell: number, text: string) => void;

  constructor(tell: (cell: number, text: string) => void) {
    this.tell = tell;
  }

  push(chunk: Buffer): void {
    let bytes = this.waiting.length === 0 ? chunk : Buffer.concat([this.waiting, chunk]);
    for (let mark = bytes.indexOf(MARK); mark >= 0 && bytes.length >= mark + SIZE; mark = bytes.indexOf(MARK)) {
      this.say(this.decoder.write(bytes.subarray(0, mark)) + this.decoder.end());
      this.decoder = new StringDecoder("utf8");
      this.cell = bytes.readUInt32LE(mark + MARK.length);
      bytes = bytes.subarray(mark + SIZE);
    }
    const whole = bytes.length - begunMark(bytes);
    this.waiting = bytes.subarray(whole);
    this.say(this.decoder.write(bytes.subarray(0, whole)));
  }

  end(): void {
    this.say(this.decoder.write(this.waiting) + this.decoder.end());
    this.waiting = Buffer.alloc(0);
  }

  private say(text: string): void {
    if (text !== "") this.tell(this.cell, text);
  }
}

/** How many of the last bytes may be the beginning of a mark. */
function begunMark(bytes: Buffer): number {
  const whole = bytes.indexOf(MARK);
  if (whole >= 0) return bytes.length - whole;
  for (let size = Math.min(MARK.length - 1, bytes.length); size > 0; size--) {
    if (bytes.compare(MARK, 0, size, bytes.length - size) === 0) return size;
  }
  return 0;
}
