// Draws from an alias table: one word a draw. The oracle, and the layout of the table, is lib/random/categorical.ts.

// @ts-ignore: decorator
@inline
function outcome(word: u64, table: usize, mask: u64, shift: u64): f64 {
  const cell = table + (<usize>(word & mask) << 4);
  const position = <f64>(<i64>(word >> shift));
  return <f64>select<i32>(load<i32>(cell, 8), load<i32>(cell, 12), position < load<f64>(cell));
}

/** Turns `count` words at `at` in place into outcomes of a table with 2^bits cells of 16 bytes: threshold, outcome, alias. */
export function aliases(at: usize, count: i32, table: usize, bits: i32): void {
  const mask = (<u64>1 << <u64>bits) - 1;
  const shift = <u64>max(11, bits);
  const end = at + (<usize>(count & ~3) << 3);
  for (; at < end; at += 32) {
    const a = load<u64>(at), b = load<u64>(at, 8), c = load<u64>(at, 16), d = load<u64>(at, 24);
    store<f64>(at, outcome(a, table, mask, shift));
    store<f64>(at, outcome(b, table, mask, shift), 8);
    store<f64>(at, outcome(c, table, mask, shift), 16);
    store<f64>(at, outcome(d, table, mask, shift), 24);
  }
  for (const last = end + (<usize>(count & 3) << 3); at < last; at += 8) {
    store<f64>(at, outcome(load<u64>(at), table, mask, shift));
  }
}
