/**
 * Writes raw random bytes to standard output until the reader closes it, for statistical test suites:
 * `emit one` a single stream, `emit interleaved` 64 words in turn from each of 4096 streams that differ in one step of their path,
 * `emit short` the first 64 words of ever new streams.
 */
import { writeSync } from "node:fs";
import { type Stream, stream } from "../../lib/random/stream.ts";

const CHUNK = 65536;
const bytes = Buffer.alloc(8 * CHUNK);

function write(at: number, count: number, random: Stream): void {
  for (let i = at; i < at + count; i++) {
    random.next();
    bytes.writeInt32LE(random.low, 8 * i);
    bytes.writeInt32LE(random.high, 8 * i + 4);
  }
}

const fillers: Record<string, () => void> = {
  one: (() => {
    const random = stream(20261115, "dieharder");
    return () => write(0, CHUNK, random);
  })(),
  interleaved: (() => {
    const streams = Array.from({ length: 4096 }, (_, index) => stream(20261115, "dieharder", index));
    let turn = 0;
    return () => {
      for (let at = 0; at < CHUNK; at += 64) write(at, 64, streams[turn++ % streams.length]);
    };
  })(),
  short: (() => {
    let index = 0;
    return () => {
      for (let at = 0; at < CHUNK; at += 64) write(at, 64, stream(20261115, "short", index++));
    };
  })(),
};

const fill = fillers[process.argv[2]];
if (fill === undefined) throw new Error(`emit one of ${Object.keys(fillers).join(", ")}, got ${process.argv[2]}`);
try {
  for (;;) {
    fill();
    for (let done = 0; done < bytes.length; ) done += writeSync(1, bytes, done);
  }
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
}
