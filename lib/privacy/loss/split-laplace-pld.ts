/**
 * Privacy loss of two coordinates with Laplace noise, each half of epsilon apart: a histogram when one record changes its bin.
 *
 * The sum of two independent scalar Laplace losses of epsilon / 2 has atoms at epsilon, 0 and -epsilon and between them the density
 * e^((x - epsilon) / 2) (1/4 + (epsilon - |x|) / 16); it is the same in both orders. Its profile is
 * delta(x) = 1 - e^((x - epsilon) / 2) (1 + (epsilon - |x|) / 4), below that of a single coordinate epsilon apart.
 * Source: elementary, by convolving the loss of Dwork, McSherry, Nissim, Smith (2006) with itself.
 * Limits: epsilon at most 500.
 */
import { exp } from "../../numerics/exponential.ts";
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import type { PldPair, PrivacyLoss, PrivacyLossDensity } from "./privacy-loss.ts";

export function splitLaplacePld(epsilon: number): PldPair {
  requirePositive({ epsilon });
  if (epsilon > 500) refuse("epsilon", "at most 500", epsilon);
  const atoms = [
    { loss: epsilon, mass: 0.25 },
    { loss: 0, mass: 0.5 * exp(-0.5 * epsilon) },
    { loss: -epsilon, mass: 0.25 * exp(-epsilon) },
  ];
  const between = (from: number, to: number): PrivacyLossDensity => ({
    from,
    to,
    density: (x) => exp(0.5 * (x - epsilon)) * (0.25 + (epsilon - Math.abs(x)) / 16),
    loss: (x) => x,
    locate: (loss) => Math.min(to, Math.max(from, loss)),
    panel: 0.5,
  });
  const densities = [between(-epsilon, 0), between(0, epsilon)];
  const loss: PrivacyLoss = { pieces: () => ({ atoms, densities, infinite: 0, beneath: 0, beyond: 0 }) };
  return { remove: loss, add: loss };
}
