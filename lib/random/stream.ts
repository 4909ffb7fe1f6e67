/**
 * Streams: reproducible randomness named by a seed and a path.
 *
 * `stream(20261115, "membership-tradeoff", cell, block)` is a sequence of 64-bit words that depends on these names alone: not on the
 * machine, the number of threads, or what was drawn elsewhere. Every number drawn takes the next words in order, one at a time or in
 * batches with the same bits; the few draws that need more bits than a word holds take them from a counter named by the word's
 * position, so that a draw never moves its neighbours.
 * Limits: at most 2^52 words. Seeded noise is for study: whoever knows the names can draw it again and take it off an answer, and
 * two answers with the same noise give it away together. What is released takes its noise from `secureRandom()`.
 * @example
 * ```ts
 * import { sampleUniform, stream } from "epsilab";
 * sampleUniform(stream(20261115, "noise", 3)); // => 0.9316...
 * sampleUniform(stream(20261115, "noise").child(3)); // => 0.9316...
 * ```
 */
import { float64, int32, kernels, reserve } from "../assembly/kernels.ts";
import { childKey, type Seed, type Step, seedKey } from "./key.ts";
import { type Random, requireStream } from "./random.ts";
import { threefry } from "./threefry.ts";
import { blockLength, GRAIN, plainWords, SPARE_USE, type StreamKey, seedBlock } from "./words.ts";

const STATE_WORDS = 32;
const BUFFER_WORDS = 256;
const BATCH_WORDS = 4096;
const REJECT_BYTES = 16;
const CONTEXT_BYTES = 64;
const TWO_32 = 4294967296;

/** Turns `count` words at `at` into float64 in place. `context` names the first word, `rejects` is room for 16 bytes a word. */
export type Transform = (at: number, count: number, context: number, rejects: number) => void;

/** Where the compiled kernels find, for one call: the generator's state, the words, the rejects, and the context. */
interface Workspace {
  readonly state: number;
  readonly words: number;
  readonly rejects: number;
  readonly context: number;
}

let reserved: Workspace | undefined;

function workspace(): Workspace {
  reserved ??= {
    state: reserve(4 * STATE_WORDS),
    words: reserve(8 * BATCH_WORDS),
    rejects: reserve(REJECT_BYTES * BATCH_WORDS),
    context: reserve(CONTEXT_BYTES),
  };
  return reserved;
}

/** Where streams are written down as they are made, while `Stream.noteMade` runs. */
let made: Stream[] | undefined;

/** Seeded randomness, for study; noise of what is released is drawn from `secureRandom()`. */
export class Stream implements Random {
  readonly mode = "reproducible";
  /** The halves of the word that `next` drew, as signed 32-bit integers. */
  high = 0;
  low = 0;
  readonly #digest: Uint8Array;
  readonly #names: readonly (Seed | Step)[];
  readonly #identity: StreamKey;
  readonly #state = new Int32Array(STATE_WORDS);
  #block = -1;
  #left = 0;
  #buffer = new Int32Array(0);
  #used = 0;
  #buffered = 0;
  #position = 0;

  /** @internal Use `stream(seed, ...path)`. */
  constructor(digest: Uint8Array, names: readonly (Seed | Step)[]) {
    this.#digest = digest;
    this.#names = names;
    const words = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    const word = (index: number) => words.getInt32(4 * index, true);
    this.#identity = { key: Int32Array.of(word(0), word(1), word(2), word(3)), tag0: word(4), tag1: word(5) };
    made?.push(this);
  }

  /** @internal Runs `draw`, and adds the streams that are made meanwhile to a list, but for those of another call inside of it. */
  static noteMade<Output>(list: Stream[], draw: () => Output): Output {
    const outer = made;
    made = list;
    try {
      return draw();
    } finally {
      made = outer;
    }
  }

  static isStream(value: unknown): value is Stream {
    return typeof value === "object" && value !== null && #digest in value;
  }

  /** Its seed and path, as they are written: `stream(20261115, "noise", 3)`. */
  get name(): string {
    const words = this.#names.map((name) => {
      if (typeof name === "string") return JSON.stringify(name);
      return typeof name === "bigint" && name > Number.MAX_SAFE_INTEGER ? `${name}n` : `${name}`;
    });
    return `stream(${words.join(", ")})`;
  }

  /** The same for two streams if they have the same words, wherever each of them stands. */
  get key(): string {
    const { key, tag0, tag1 } = this.#identity;
    return [...key, tag0, tag1].join();
  }

  /** How many words were drawn. */
  get position(): number {
    return this.#position;
  }

  /** The stream one or more steps down the path, at its beginning; it shares nothing with this one. */
  child(...path: readonly Step[]): Stream {
    return new Stream(path.reduce<Uint8Array>(childKey, this.#digest), [...this.#names, ...path]);
  }

  /** Draws the next word into `high` and `low`. */
  next(): void {
    if (this.#used === this.#buffered) this.#refill();
    const at = this.#used;
    this.low = this.#buffer[at];
    this.high = this.#buffer[at + 1];
    this.#used = at + 2;
    this.#position++;
  }

  /** The upper 32 bits of the next word. */
  uint32(): number {
    this.next();
    return this.high >>> 0;
  }

  /** Four words that belong to the word at `position` (and to no other), for its `attempt`-th extra need. */
  spare(position: number, attempt: number, block: Int32Array): void {
    const { key, tag0, tag1 } = this.#identity;
    block[0] = position | 0;
    block[1] = SPARE_USE | (attempt << 20) | Math.floor(position / TWO_32);
    block[2] = tag0;
    block[3] = tag1;
    threefry(key, block);
  }

  /** Draws a word for every element of `out` and transforms them by a compiled kernel. */
  batch(out: Float64Array, transform: Transform): void {
    const { words, rejects, context } = workspace();
    const { key, tag0, tag1 } = this.#identity;
    const memory = int32();
    const names = context >> 2;
    memory.set(key, names);
    memory[names + 4] = tag0;
    memory[names + 5] = tag1;
    for (let done = 0; done < out.length; ) {
      const count = this.#load(words, out.length - done);
      memory[names + 6] = this.#position | 0;
      memory[names + 7] = Math.floor(this.#position / TWO_32);
      transform(words, count, context, rejects);
      out.set(float64().subarray(words >> 3, (words >> 3) + count), done);
      this.#position += count;
      done += count;
    }
  }

  /** Puts up to `wanted` of the next words at `at` in compiled memory, and says how many. */
  #load(at: number, wanted: number): number {
    if (this.#used === this.#buffered && wanted < GRAIN) this.#refill();
    const buffered = (this.#buffered - this.#used) >> 1;
    if (buffered > 0) {
      const count = Math.min(buffered, wanted);
      int32().set(this.#buffer.subarray(this.#used, this.#used + 2 * count), at >> 2);
      this.#used += 2 * count;
      return count;
    }
    if (this.#left === 0) this.#nextBlock();
    const count = Math.min(this.#left, BATCH_WORDS, wanted - (wanted % GRAIN));
    this.#generate(at, count);
    return count;
  }

  #refill(): void {
    if (this.#left === 0) this.#nextBlock();
    const count = Math.min(this.#left, BUFFER_WORDS);
    if (this.#buffer.length < 2 * count) this.#buffer = new Int32Array(2 * count);
    if (kernels() === undefined) {
      plainWords(this.#state, this.#buffer, count);
      this.#left -= count;
    } else {
      const { words } = workspace();
      this.#generate(words, count);
      this.#buffer.set(int32().subarray(words >> 2, (words >> 2) + 2 * count));
    }
    this.#used = 0;
    this.#buffered = 2 * count;
  }

  #generate(at: number, count: number): void {
    const { state } = workspace();
    const memory = int32();
    memory.set(this.#state, state >> 2);
    kernels()?.words(state, at, count);
    this.#state.set(memory.subarray(state >> 2, (state >> 2) + STATE_WORDS));
    this.#left -= count;
  }

  #nextBlock(): void {
    this.#block++;
    seedBlock(this.#identity, this.#block, this.#state);
    this.#left = blockLength(this.#block);
  }
}

/** Draws the next word. What is no stream is found out where that fails: a look before each word would cost a tenth of a draw. */
export function nextWord(random: Stream): void {
  try {
    random.next();
  } catch (error) {
    requireStream(random);
    throw error;
  }
}

/** The stream of a seed and a path, at its beginning. */
export function stream(seed: Seed, ...path: readonly Step[]): Stream {
  return new Stream(path.reduce<Uint8Array>(childKey, seedKey(seed)), [seed, ...path]);
}
