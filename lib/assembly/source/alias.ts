// Draws from an alias table: one word a draw. The oracle, and the layout of the table, is lib/random/categorical.ts.

/** Turns `count` words at `at` in place into outcomes of a table with 2^bits cells of 16 bytes: threshold, outcome, alias. */
export function aliases(at: usize, count: i32, table: usize, bits: i32): void {
  const mask = (<u64>1 << <u64>bits) - 1;
  const shift = <u64>max(11, bits);
  const end = at + (<usize>count << 3);
  for (; at < end; at += 8) {
    const word = load<u64>(at);
    const cell = table + (<usize>(word & mask) << 4);
    const position = <f64>(<i64>(word >> shift));
    const outcome = select<i32>(load<i32>(cell, 8), load<i32>(cell, 12), position < load<f64>(cell));
    store<f64>(at, <f64>outcome);
  }
}
