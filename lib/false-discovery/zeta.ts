/**
 * Riemann's zeta function, the sum of j^-s over j = 1, 2, ..., for s above 1.
 *
 * Method: 20 terms, then Euler-Maclaurin (DLMF 25.2.9) with seven of Bernoulli's numbers. What is left out is below the next of its
 * terms, which is below 1e-16 for s up to 64; relative error below 1e-15.
 * Limits: s from 1.01 to 64.
 */
import { pow } from "../numerics/power.ts";
import { refuse } from "../numerics/requirements.ts";

const FIRST = 20;
/** B_2k / (2k)! for k = 1 ... 7. */
const BERNOULLI = [1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600];

export function zeta(s: number): number {
  if (!(typeof s === "number" && s >= 1.01 && s <= 64)) refuse("s", "from 1.01 to 64", s);
  const power = pow(FIRST, -s);
  let rest = 0;
  // s (s+1) ... (s+2k-2) FIRST^(-s-2k+1)
  let rising = (s * power) / FIRST;
  for (let k = 1; k <= BERNOULLI.length; k++) {
    rest += BERNOULLI[k - 1] * rising;
    rising *= ((s + 2 * k - 1) * (s + 2 * k)) / (FIRST * FIRST);
  }
  rest += (power * FIRST) / (s - 1) + power / 2;
  let sum = rest;
  for (let j = FIRST - 1; j >= 1; j--) sum += pow(j, -s);
  return sum;
}
