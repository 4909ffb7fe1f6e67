// Threefry4x32 with 20 rounds: the block cipher behind every stream. The oracle is lib/random/threefry.ts.
// The result is left in memory: four 32-bit words at `out`.

// @ts-ignore: decorator
@inline const PARITY: u32 = 0x1bd11bda;

/** Encrypts the counter (c0..c3) under the key at `key` (four words) and stores four words at `out`. */
export function threefry(key: usize, c0: u32, c1: u32, c2: u32, c3: u32, out: usize): void {
  const k0 = load<u32>(key);
  const k1 = load<u32>(key, 4);
  const k2 = load<u32>(key, 8);
  const k3 = load<u32>(key, 12);
  const k4 = PARITY ^ k0 ^ k1 ^ k2 ^ k3;
  let x0 = c0 + k0;
  let x1 = c1 + k1;
  let x2 = c2 + k2;
  let x3 = c3 + k3;

  x0 += x1; x1 = rotl(x1, 10) ^ x0; x2 += x3; x3 = rotl(x3, 26) ^ x2;
  x0 += x3; x3 = rotl(x3, 11) ^ x0; x2 += x1; x1 = rotl(x1, 21) ^ x2;
  x0 += x1; x1 = rotl(x1, 13) ^ x0; x2 += x3; x3 = rotl(x3, 27) ^ x2;
  x0 += x3; x3 = rotl(x3, 23) ^ x0; x2 += x1; x1 = rotl(x1, 5) ^ x2;
  x0 += k1; x1 += k2; x2 += k3; x3 += k4 + 1;

  x0 += x1; x1 = rotl(x1, 6) ^ x0; x2 += x3; x3 = rotl(x3, 20) ^ x2;
  x0 += x3; x3 = rotl(x3, 17) ^ x0; x2 += x1; x1 = rotl(x1, 11) ^ x2;
  x0 += x1; x1 = rotl(x1, 25) ^ x0; x2 += x3; x3 = rotl(x3, 10) ^ x2;
  x0 += x3; x3 = rotl(x3, 18) ^ x0; x2 += x1; x1 = rotl(x1, 20) ^ x2;
  x0 += k2; x1 += k3; x2 += k4; x3 += k0 + 2;

  x0 += x1; x1 = rotl(x1, 10) ^ x0; x2 += x3; x3 = rotl(x3, 26) ^ x2;
  x0 += x3; x3 = rotl(x3, 11) ^ x0; x2 += x1; x1 = rotl(x1, 21) ^ x2;
  x0 += x1; x1 = rotl(x1, 13) ^ x0; x2 += x3; x3 = rotl(x3, 27) ^ x2;
  x0 += x3; x3 = rotl(x3, 23) ^ x0; x2 += x1; x1 = rotl(x1, 5) ^ x2;
  x0 += k3; x1 += k4; x2 += k0; x3 += k1 + 3;

  x0 += x1; x1 = rotl(x1, 6) ^ x0; x2 += x3; x3 = rotl(x3, 20) ^ x2;
  x0 += x3; x3 = rotl(x3, 17) ^ x0; x2 += x1; x1 = rotl(x1, 11) ^ x2;
  x0 += x1; x1 = rotl(x1, 25) ^ x0; x2 += x3; x3 = rotl(x3, 10) ^ x2;
  x0 += x3; x3 = rotl(x3, 18) ^ x0; x2 += x1; x1 = rotl(x1, 20) ^ x2;
  x0 += k4; x1 += k0; x2 += k1; x3 += k2 + 4;

  x0 += x1; x1 = rotl(x1, 10) ^ x0; x2 += x3; x3 = rotl(x3, 26) ^ x2;
  x0 += x3; x3 = rotl(x3, 11) ^ x0; x2 += x1; x1 = rotl(x1, 21) ^ x2;
  x0 += x1; x1 = rotl(x1, 13) ^ x0; x2 += x3; x3 = rotl(x3, 27) ^ x2;
  x0 += x3; x3 = rotl(x3, 23) ^ x0; x2 += x1; x1 = rotl(x1, 5) ^ x2;
  x0 += k0; x1 += k1; x2 += k2; x3 += k3 + 5;

  store<u32>(out, x0);
  store<u32>(out, x1, 4);
  store<u32>(out, x2, 8);
  store<u32>(out, x3, 12);
}
