/**
 * Privacy losses of Poisson-sampled mechanisms with discrete noise, for the relation `add-remove`.
 *
 * With P the law with the record and Q the one without it, the sampled pair is (1 - q) Q + q P against Q, in both directions; an outcome of
 * loss z = log(P / Q) has the loss log(1 + q (e^z - 1)).
 * `sampledFinitePld` takes any pair that lists all its losses. `sampledDiscreteGaussianPld` lists those of discrete Gaussian noise but
 * for tails, which weigh no more than the normal law's one step further in (Canonne, Kamath, Steinke 2020, proposition 25).
 * Source: Zhu, Dong, Wang (AISTATS 2022) on amplification by sampling a dominating pair.
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { refuse, requireInteger, requirePositive } from "../../numerics/requirements.ts";
import { discreteGaussianPld, discreteGaussianTotal, sampledAtoms } from "./discrete-pld.ts";
import { logMixture } from "./log-mixture.ts";
import type { PldPair, PrivacyLoss, PrivacyLossAtom, PrivacyLossPieces } from "./privacy-loss.ts";

export function sampledFinitePld({ remove, add }: PldPair, samplingRate: number): PldPair {
  const [present, absent] = [listed("remove", remove), listed("add", add)];
  const likely = present.atoms
    .filter(({ loss, mass }) => mass > 0 && loss > -FAR)
    .map(({ loss, mass }) => ({ loss, logSecond: log(mass) - loss }));
  // What the second law has where the first has nothing, or so little that float64 does not hold it.
  const rest = 1 - likely.reduce((sum, { logSecond }) => sum + exp(logSecond), 0);
  const far = absent.atoms.filter(({ loss }) => loss >= FAR).reduce((sum, { mass }) => sum + mass, absent.infinite);
  const onlySecond = Math.abs(rest - far) <= 1e-9 ? far : Math.max(0, rest);
  const reversed = absent.atoms
    .filter(({ mass }) => mass > 0)
    .map(({ loss, mass }) => ({ loss: -loss, logSecond: log(mass) }));
  // Each direction from its own pair of laws: one need not be the other reversed.
  return {
    remove: sampledAtoms(likely, { onlyFirst: present.infinite, onlySecond }, samplingRate).remove,
    add: sampledAtoms(reversed, { onlyFirst: 0, onlySecond: absent.infinite }, samplingRate).add,
    ...(samplingRate < 1 && { samplingRate }),
  };
}

/** Beyond this loss one law has next to none of the mass of the other: e^-650 is near the end of float64. */
const FAR = 650;

function listed(side: string, loss: PrivacyLoss): PrivacyLossPieces {
  const pieces = loss.pieces(1e-300);
  const { densities, beneath, beyond } = pieces;
  if (densities.length > 0 || beneath > 0 || beyond > 0) refuse(side, "a loss that lists all its atoms", loss);
  return pieces;
}

/** Whether `sampledFinitePld` takes the pair. */
export function listsAll({ remove, add }: PldPair): boolean {
  return [remove, add].every((loss) => {
    const { densities, beneath, beyond } = loss.pieces(1e-300);
    return densities.length === 0 && beneath === 0 && beyond === 0;
  });
}

export interface SampledDiscreteGaussianPldParameters {
  readonly sigma: number;
  /** A whole number. */
  readonly sensitivity: number;
  readonly samplingRate: number;
}

export function sampledDiscreteGaussianPld({
  sigma,
  sensitivity,
  samplingRate,
}: SampledDiscreteGaussianPldParameters): PldPair {
  requirePositive({ sigma });
  requireInteger({ sensitivity }, 1);
  if (!(samplingRate > 0 && samplingRate <= 1)) refuse("samplingRate", "above 0 and at most 1", samplingRate);
  if (samplingRate === 1) return discreteGaussianPld({ sigma, sensitivity });
  const precision = 1 / (2 * sigma * sigma);
  const total = discreteGaussianTotal(sigma, precision);
  const sampledFrom = (side: "remove" | "add") => ({
    pieces: (tail: number): PrivacyLossPieces => {
      const reach = Math.ceil(sigma * normalUpperQuantile(tail)) + 1;
      const atoms: PrivacyLossAtom[] = [];
      for (let k = -reach; k <= reach + sensitivity; k++) {
        const without = exp(-k * k * precision) / total;
        const ratio = sensitivity * (2 * k - sensitivity) * precision;
        const record = exp(-(k - sensitivity) * (k - sensitivity) * precision) / total;
        const loss = logMixture(samplingRate, ratio);
        if (side === "add") atoms.push({ loss: -loss, mass: without });
        else atoms.push({ loss, mass: (1 - samplingRate) * without + samplingRate * record });
      }
      const cut = normalCdf(-(reach - 1) / sigma);
      return { atoms, densities: [], infinite: 0, beneath: cut, beyond: cut };
    },
  });
  const release = { kind: "discrete-gaussian", sigma, sensitivity } as const;
  return { remove: sampledFrom("remove"), add: sampledFrom("add"), release, samplingRate };
}
