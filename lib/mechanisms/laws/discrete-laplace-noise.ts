/**
 * Discrete Laplace noise: P(k) = (1 - a) / (1 + a) a^|k| with a = exp(-1 / scale).
 *
 * All but a share of e^-42 of the mass lies within 42 scales.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { logOneMinusExp } from "../../numerics/log-sum.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import type { IntegerNoise } from "./integer-noise-law.ts";

export function discreteLaplaceNoise(scale: number): IntegerNoise {
  requirePositive({ scale });
  const ratio = exp(-1 / scale);
  const logPeak = logOneMinusExp(-1 / scale) - log1p(ratio);
  const radius = Math.ceil(42 * scale);
  return {
    logMass: (magnitude) => logPeak - magnitude / scale,
    radius,
    neglected: (2 * exp(-(radius + 1) / scale)) / (1 + ratio),
    variance: (2 * ratio) / (expm1(-1 / scale) * expm1(-1 / scale)),
    tail: (magnitude) => exp(-(magnitude + 1) / scale) / (1 + ratio),
  };
}
