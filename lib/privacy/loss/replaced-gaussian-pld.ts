/**
 * Privacy loss of Gaussian noise on a Poisson sample under `swap`: the record enters with probability q and moves the sum by up to
 * 1 in either dataset, in opposite directions at worst.
 *
 * The dominating pair is (1 - q) N(0, s^2) + q N(1, s^2) against (1 - q) N(0, s^2) + q N(-1, s^2), s the noise multiplier: the same in
 * both directions. It loses about twice what adding or removing the record does.
 * Sources: Lebeda, Regehr, Kamath, Steinke, "Avoiding pitfalls for privacy accounting of subsampled mechanisms under composition" (2024);
 * Schuchardt et al. (NeurIPS 2024), on the substitution of a Poisson-sampled record.
 * Limits: that no other two moves of length 1 are worse is taken from there; the test tries moves at other angles and shorter ones.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf, normalDensity } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { normalMassError, panelShare } from "./gauss-panel.ts";
import { gaussianPld, type SubsampledGaussianPldParameters, subsampledGaussianPldParameters } from "./gaussian-pld.ts";
import type { PldPair, PrivacyLoss, PrivacyLossDensity } from "./privacy-loss.ts";

export function replacedGaussianPld(parameters: SubsampledGaussianPldParameters): PldPair {
  const { noiseMultiplier, samplingRate } = subsampledGaussianPldParameters.read(parameters);
  if (samplingRate === 1) return gaussianPld({ sigma: noiseMultiplier, sensitivity: 2 });
  const loss = replacedLoss(noiseMultiplier, samplingRate);
  return { remove: loss, add: loss };
}

/** (1 - p) N(0, s^2) + p N(1, s^2) against (1 - p) N(0, s^2) + p N(-1, s^2): the same in both directions. */
export function replacedLoss(s: number, p: number): PrivacyLoss {
  const precision = 1 / (s * s);
  // The loss is log((a + e^(c x)) / (a + e^(-c x))) with c the precision and log a as follows.
  const logRest = log1p(-p) - log(p) + 0.5 * precision;
  const lossAt = (x: number) => {
    const up = precision * Math.abs(x);
    const [high, low] = [sumOfExp(logRest, up), sumOfExp(logRest, -up)];
    return x < 0 ? low - high : high - low;
  };
  // Solved for x: c x = loss / 2 + arcsinh(a sinh(loss / 2)).
  const locate = (loss: number) => {
    const half = 0.5 * Math.abs(loss);
    const logSinh = half > 20 ? half - log(2) : log(0.5 * (expm1(half) - expm1(-half)));
    const turned = half === 0 ? 0 : arsinhOfExp(logRest + logSinh);
    return (Math.sign(loss) * (half + turned)) / precision;
  };
  return {
    pieces(tail) {
      const reach = s * normalUpperQuantile(tail);
      const [from, to] = [-reach, 1 + reach];
      const density: PrivacyLossDensity = {
        from,
        to,
        density: (x) => ((1 - p) * normalDensity(x / s) + p * normalDensity((x - 1) / s)) / s,
        loss: lossAt,
        locate: (loss) => Math.min(to, Math.max(from, locate(loss))),
        panel: 0.25 * s * Math.min(1, s) * panelShare(reach / s),
      };
      const beneath = (1 - p) * normalCdf(from / s) + p * normalCdf((from - 1) / s);
      const beyond = (1 - p) * normalCdf(-to / s) + p * normalCdf((1 - to) / s);
      return { atoms: [], densities: [density], infinite: 0, beneath, beyond, massError: normalMassError(1 / s) };
    },
  };
}

/** log(e^a + e^b). */
function sumOfExp(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return high + log1p(exp(low - high));
}

/** arcsinh(e^x). */
function arsinhOfExp(x: number): number {
  if (x > 20) return x + log(2);
  const z = exp(x);
  return log1p(z + (z * z) / (1 + Math.sqrt(1 + z * z)));
}
