/**
 * Privacy loss of the Laplace mechanism, with Poisson sampling at a rate q (1 for none; relation `add-remove`).
 *
 * With t = sensitivity / scale, Q the law without the record and P the one with it, z = log(P / Q) is -t with an atom, t with an atom,
 * and linear between. The sampled pair is (1 - q) Q + q P against Q, whose loss is log(1 + q (e^z - 1)).
 * Source: Dwork, McSherry, Nissim, Smith (2006); Zhu, Dong, Wang (AISTATS 2022) on sampling a dominating pair.
 * Limits: t at most 500, without sampling 5000.
 * @also pld, privacy loss distribution
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { declare, optional, type ParametersOf, positive, positiveProbability } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { logMixture } from "./log-mixture.ts";
import type { PldPair, PrivacyLoss, PrivacyLossAtom, PrivacyLossDensity } from "./privacy-loss.ts";

export const laplacePldParameters = declare({
  scale: positive,
  sensitivity: positive,
  /** Of a Poisson sample; 1, no sampling, by default. */
  samplingRate: optional(positiveProbability, 1),
});

export interface LaplacePldParameters extends ParametersOf<typeof laplacePldParameters> {}

export function laplacePld(parameters: LaplacePldParameters): PldPair {
  const { scale, sensitivity, samplingRate: q } = laplacePldParameters.read(parameters);
  const t = sensitivity / scale;
  const most = q === 1 ? 5000 : 500;
  if (t > most) refuse("sensitivity / scale, the epsilon of the noise,", `at most ${most}`, t);
  const sampled = (z: number) => (q === 1 ? z : logMixture(q, z));
  const unsampled = (loss: number) => (q === 1 ? loss : log1p(Math.max(expm1(loss) / q, -1 + 1e-300)));
  const far = exp(-t);
  // The coordinate is z itself: the noise is scale (z + t) / 2 from the law without the record.
  const without = (z: number) => 0.25 * exp(-0.5 * (z + t));
  const within = (z: number) => Math.min(t, Math.max(-t, z));
  const remove = lossOf(
    [
      { loss: sampled(-t), mass: 0.5 * (1 - q + q * far) },
      { loss: sampled(t), mass: 0.5 * ((1 - q) * far + q) },
    ],
    {
      from: -t,
      to: t,
      // Unsampled in one exponential: e^z may be beyond float64.
      density: (z) =>
        q === 1 ? 0.25 * exp(0.5 * (z - t)) : without(z) * (z < -1 ? 1 - q + q * exp(z) : 1 + q * expm1(z)),
      loss: sampled,
      locate: (loss) => within(unsampled(loss)),
      panel: 0.5,
    },
  );
  const add = lossOf(
    [
      { loss: -sampled(-t), mass: 0.5 },
      { loss: -sampled(t), mass: 0.5 * far },
    ],
    {
      from: -t,
      to: t,
      density: (y) => without(-y),
      loss: (y) => -sampled(-y),
      locate: (loss) => within(-unsampled(-loss)),
      panel: 0.5,
    },
  );
  const release = { kind: "laplace", scale, sensitivity } as const;
  return q === 1 ? { remove, add: remove, release } : { remove, add, release, samplingRate: q };
}

function lossOf(atoms: readonly PrivacyLossAtom[], density: PrivacyLossDensity): PrivacyLoss {
  return { pieces: () => ({ atoms, densities: [density], infinite: 0, beneath: 0, beyond: 0 }) };
}
