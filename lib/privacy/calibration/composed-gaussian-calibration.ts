/**
 * Calibration of Gaussian noise for several releases, sampled or not, and of discrete Gaussian noise.
 *
 * Closed forms: without sampling k releases are one of sensitivity sqrt(k) times as large, and one sampled release is one without sampling at
 * another target (`release-plan.ts`); both by `gaussianSigmaFor`. Otherwise, and for integer noise, by the certified loss accountant
 * (`calibration.ts`).
 * Sources: Balle, Wang (ICML 2018); Balle, Barthe, Gaboardi (NeurIPS 2018); Canonne, Kamath, Steinke (NeurIPS 2020).
 * Accuracy: closed forms within 1e-13, upwards; otherwise as the accountant certifies. Sampling is for `add-remove`.
 * Limits: discrete Gaussian noise up to a standard deviation of 1e5, as its losses are listed one by one.
 */
import { requireInteger, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { subsampledGaussianPld } from "../loss/gaussian-pld.ts";
import { sampledDiscreteGaussianPld } from "../loss/sampled-pld.ts";
import { calibrate } from "./calibration.ts";
import { gaussianSigmaFor } from "./gaussian-calibration.ts";
import { type NoisePlan, requirePlan, startingMu, withoutSampling } from "./release-plan.ts";

/** The smallest standard deviation of Gaussian noise; the sensitivity is the largest Euclidean distance. */
export function repeatedGaussianSigmaFor(plan: NoisePlan): number {
  requirePlan(plan);
  const { sensitivity, epsilon, delta, times, samplingRate, tolerance } = plan;
  requirePositive({ sensitivity });
  requireOpenProbability({ delta });
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

/** The smallest sigma of discrete Gaussian noise, P(k) proportional to e^(-k^2 / (2 sigma^2)); `sensitivity` is a whole number. */
export function discreteGaussianSigmaFor(plan: NoisePlan): number {
  requirePlan(plan);
  const { sensitivity, epsilon, delta, times, samplingRate, tolerance } = plan;
  requireInteger({ sensitivity }, 1);
  requireOpenProbability({ delta });
  return calibrate({
    epsilon,
    delta,
    tolerance,
    start: sensitivity / startingMu(plan),
    eventsAt: (sigma) => [{ mechanism: sampledDiscreteGaussianPld({ sigma, sensitivity, samplingRate }), times }],
  }).noise;
}
