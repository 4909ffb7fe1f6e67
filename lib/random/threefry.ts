/**
 * Threefry4x32 with 20 rounds: a keyed permutation of 128-bit counters.
 *
 * Every stream is this function of (key, counter), so any part of any stream can be computed alone.
 * Source: Salmon, Moraes, Dror, Shaw (SC 2011), "Parallel random numbers: as easy as 1, 2, 3", with the known answers of Random123.
 * Limits: twenty rounds of Threefry pass every statistical test; they are not a cipher for secrets.
 */
const PARITY = 0x1bd11bda;
const ROTATIONS = [10, 26, 11, 21, 13, 27, 23, 5, 6, 20, 17, 11, 25, 10, 18, 20] as const;
const ROUNDS = 20;

const schedule = new Int32Array(5);

/** Encrypts the counter in `block` (four words) in place under `key` (four words). */
export function threefry(key: Int32Array, block: Int32Array): void {
  schedule[4] = PARITY;
  for (let i = 0; i < 4; i++) {
    schedule[i] = key[i];
    schedule[4] ^= key[i];
  }
  let x0 = (block[0] + schedule[0]) | 0;
  let x1 = (block[1] + schedule[1]) | 0;
  let x2 = (block[2] + schedule[2]) | 0;
  let x3 = (block[3] + schedule[3]) | 0;
  for (let round = 0; round < ROUNDS; round += 2) {
    const first = (round * 2) & 15;
    x0 = (x0 + x1) | 0;
    x1 = rotate(x1, ROTATIONS[first]) ^ x0;
    x2 = (x2 + x3) | 0;
    x3 = rotate(x3, ROTATIONS[first + 1]) ^ x2;
    x0 = (x0 + x3) | 0;
    x3 = rotate(x3, ROTATIONS[first + 2]) ^ x0;
    x2 = (x2 + x1) | 0;
    x1 = rotate(x1, ROTATIONS[first + 3]) ^ x2;
    if ((round & 3) === 2) {
      const injection = (round + 2) >> 2;
      x0 = (x0 + schedule[injection % 5]) | 0;
      x1 = (x1 + schedule[(injection + 1) % 5]) | 0;
      x2 = (x2 + schedule[(injection + 2) % 5]) | 0;
      x3 = (x3 + schedule[(injection + 3) % 5] + injection) | 0;
    }
  }
  block[0] = x0;
  block[1] = x1;
  block[2] = x2;
  block[3] = x3;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
