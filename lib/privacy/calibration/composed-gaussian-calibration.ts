/**
 * Calibration of Gaussian noise for several releases, sampled or not.
 *
 * Closed forms: without sampling k releases are one of sensitivity sqrt(k) times as large, and one sampled release is one without
 * sampling at another target (`release-plan.ts`); both by `gaussianSigmaFor`. Otherwise by the certified loss accountant
 * (`calibration.ts`).
 * Sources: Balle, Wang (ICML 2018); Balle, Barthe, Gaboardi (NeurIPS 2018).
 * Accuracy: closed forms within 1e-13, upwards; otherwise as the accountant certifies. Sampling is for `add-remove`.
 */
import { subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { calibrate } from "./calibration.ts";
import { gaussianSigmaFor } from "./gaussian-calibration.ts";
import { approximateNoisePlan, type NoisePlan, startingMu, withoutSampling } from "./release-plan.ts";

/** The smallest standard deviation of Gaussian noise; the sensitivity is the largest Euclidean distance. */
export function repeatedGaussianSigmaFor(wanted: NoisePlan): number {
  const plan = approximateNoisePlan.read(wanted);
  const { sensitivity, epsilon, delta, times, samplingRate, tolerance } = plan;
  if (times === 1) return gaussianSigmaFor({ ...withoutSampling(plan), sensitivity });
  if (samplingRate === 1) {
    const together = sensitivity * Math.sqrt(times) * (1 + Number.EPSILON);
    return gaussianSigmaFor({ epsilon, delta, sensitivity: together });
  }
  const { noise } = calibrate({
    epsilon,
    delta,
    tolerance,
    start: 1 / startingMu(plan),
    eventsAt: (noiseMultiplier) => [{ mechanism: subsampledGaussianPld({ noiseMultiplier, samplingRate }), times }],
  });
  return sensitivity * noise * (1 + Number.EPSILON);
}
