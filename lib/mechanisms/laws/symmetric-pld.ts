/**
 * A privacy loss of finitely many atoms that is the same in both orders of the pair, all losses multiples of one number.
 */
import type { PldPair, PrivacyLossAtom } from "../../privacy/loss/privacy-loss.ts";

export function symmetricPld(atoms: readonly PrivacyLossAtom[], lattice: number): PldPair {
  const loss = { pieces: () => ({ atoms, densities: [], infinite: 0, beneath: 0, beyond: 0 }), lattice };
  return { remove: loss, add: loss };
}
