/**
 * The largest sum of the last ratios over a sliding window: max over j = 1, ..., window of the sum of the last j, one ratio at a time.
 *
 * That sum is the prefix sum of now less the least one of the window, which a monotone queue keeps: constant time a step on
 * average, memory in proportion to the window. Ratios are integers of at most 2^30 and a window has at most 2^20 of them, so that
 * every difference is exact; before a prefix sum leaves the exact integers the present one is taken off them all, which happens
 * every four million steps at the most.
 */
const LARGEST_SUM = 4503599627370496; // 2^52

export class SlidingScores {
  readonly #window: number;
  /** The prefix sums of the window and of the step before it, in a ring. */
  readonly #sums: Float64Array;
  /** Places of the ring whose sums increase, the least first, in a ring of its own. */
  readonly #queue: Int32Array;
  #first = 0;
  #queued = 0;
  #at = 0;
  #count = 0;

  constructor(window: number) {
    this.#window = window;
    this.#sums = new Float64Array(window + 1);
    this.#queue = new Int32Array(window + 1);
  }

  /** How many ratios came. */
  get count(): number {
    return this.#count;
  }

  push(steps: number): void {
    const [sums, queue, size] = [this.#sums, this.#queue, this.#window + 1];
    const before = sums[this.#at];
    let last = this.#first + this.#queued - 1;
    if (last >= size) last -= size;
    while (this.#queued > 0 && sums[queue[last]] >= before) {
      this.#queued--;
      last = last === 0 ? size - 1 : last - 1;
    }
    queue[last + 1 === size ? 0 : last + 1] = this.#at;
    this.#queued++;
    this.#at = this.#at + 1 === size ? 0 : this.#at + 1;
    // The place of the new sum is that of the one which leaves the window.
    if (queue[this.#first] === this.#at) {
      this.#first = this.#first + 1 === size ? 0 : this.#first + 1;
      this.#queued--;
    }
    const sum = before + steps;
    sums[this.#at] = sum;
    this.#count++;
    if (sum > LARGEST_SUM || sum < -LARGEST_SUM) for (let i = 0; i < size; i++) sums[i] -= sum;
  }

  /** The largest sum of the last 1, 2, ..., `window` ratios. */
  largest(): number {
    return this.#sums[this.#at] - this.#sums[this.#queue[this.#first]];
  }

  /** The sums from every place of the window on, the earliest first. */
  scores(): number[] {
    const [sums, size] = [this.#sums, this.#window + 1];
    const places = Math.min(this.#count, this.#window);
    return Array.from({ length: places }, (_, k) => sums[this.#at] - sums[(this.#at - places + k + size) % size]);
  }
}
