/**
 * Privacy losses of Poisson-sampled mechanisms whose losses are listed, for the relation `add-remove`.
 *
 * With P the law with the record and Q the one without it, the sampled pair is (1 - q) Q + q P against Q, in both directions; an outcome of
 * loss z = log(P / Q) has the loss log(1 + q (e^z - 1)).
 * `sampledFinitePld` takes any pair that lists all its losses.
 * Source: Zhu, Dong, Wang (AISTATS 2022) on amplification by sampling a dominating pair.
 */
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse } from "../../numerics/requirements.ts";
import { logMixture } from "./log-mixture.ts";
import {
  type PldPair,
  type PrivacyLoss,
  type PrivacyLossAtom,
  type PrivacyLossPieces,
  requirePair,
} from "./privacy-loss.ts";

export function sampledFinitePld(loss: PldPair, samplingRate: number): PldPair {
  requirePair(loss, "loss");
  const { remove, add } = loss;
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

/** An outcome by its loss log(P / Q), -Infinity where P has it not, and by its mass under Q. */
interface Outcome {
  readonly loss: number;
  readonly logSecond: number;
}

/** The sampled pair of outcomes that Q can have, of the mass that P alone has, and of that which Q alone has besides the outcomes. */
function sampledAtoms(
  outcomes: readonly Outcome[],
  { onlyFirst, onlySecond }: { readonly onlyFirst: number; readonly onlySecond: number },
  samplingRate: number,
): PldPair {
  if (!(typeof samplingRate === "number" && samplingRate > 0 && samplingRate <= 1))
    refuse("samplingRate", "above 0 and at most 1", samplingRate);
  const all = onlySecond > 0 ? [...outcomes, { loss: -Infinity, logSecond: log(onlySecond) }] : outcomes;
  const mixed = all.map(({ loss, logSecond }) => ({ loss: logMixture(samplingRate, loss), logSecond }));
  const possible = mixed.filter(({ loss }) => loss > -Infinity);
  const impossible = mixed.filter(({ loss }) => loss === -Infinity);
  const lossOf = (atoms: readonly PrivacyLossAtom[], infinite: number): PrivacyLoss => ({
    pieces: () => ({ atoms, densities: [], infinite, beneath: 0, beyond: 0 }),
  });
  return {
    remove: lossOf(
      possible.map(({ loss, logSecond }) => ({ loss, mass: exp(logSecond + loss) })),
      samplingRate * onlyFirst,
    ),
    add: lossOf(
      possible.map(({ loss, logSecond }) => ({ loss: -loss, mass: exp(logSecond) })),
      impossible.reduce((sum, { logSecond }) => sum + exp(logSecond), 0),
    ),
    ...(samplingRate < 1 && { samplingRate }),
  };
}
