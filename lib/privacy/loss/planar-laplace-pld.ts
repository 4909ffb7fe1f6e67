/**
 * Privacy loss of planar Laplace noise between two places: the law of log(P(z) / Q(z)) for z from the noise around the first.
 *
 * With t the distance of the places in scales, the loss at z is (|z - second| - |z - first|) / scale, from -t to t: it is constant on
 * each hyperbola with the places as foci. Let s = loss / t. In elliptic coordinates the density of the hyperbola's angle v, s = cos v,
 * is (k^2 / pi) e^(k s) (K1(k) / k + K0(k) sin^2 v), with k = t / 2 and the modified Bessel functions K. Its integral is
 * k (I0(k) K1(k) + I1(k) K0(k)) = 1, the Wronskian. The coordinate used is w in [-1, 1], s = 2 w / (1 + w^2), in which the density is
 * smooth up to the ends; swapping the places turns w into -w.
 * Method: e^k K0(k) and e^k K1(k) by the trapezoidal rule on their integrals over e^(k - k cosh x), which converges exponentially.
 * Source: Andres, Bordenabe, Chatzikokolakis, Palamidessi (CCS 2013) for the noise; the law of its loss is our own derivation.
 * Accuracy: the masses add up to 1 within 1e-13.
 * Limits: t from 1e-9 to 500.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { PldPair, PrivacyLoss } from "./privacy-loss.ts";

/** The places, `epsilon` = distance / scale apart: both directions are alike. */
export function planarLaplacePld(epsilon: number): PldPair {
  const density = planarSideDensity(epsilon);
  const loss: PrivacyLoss = {
    largest: epsilon,
    pieces: () => ({
      atoms: [],
      densities: [
        {
          from: -1,
          to: 1,
          density,
          loss: (w) => epsilon * cosineAt(w),
          locate: (value) => sideAt(value / epsilon),
          panel: Math.min(0.25, 0.5 / Math.sqrt(1 + epsilon / 2)),
        },
      ],
      infinite: 0,
      beneath: 0,
      beyond: 0,
      massError: 1e-12,
    }),
  };
  return { remove: loss, add: loss };
}

/** The density of w for noise around the first of two places, `epsilon` = distance / scale apart. */
export function planarSideDensity(epsilon: number): (w: number) => number {
  if (!(epsilon >= 1e-9 && epsilon <= 500)) refuse("distance / scale", "from 1e-9 to 500", epsilon);
  const k = epsilon / 2;
  const [k0, k1] = scaledBessels(k);
  return (w) => {
    const turn = 1 + w * w;
    const sine = (1 - w * w) / turn;
    // 1 - s without cancellation.
    const fall = ((1 - w) * (1 - w)) / turn;
    return (exp(-k * fall) * (k * k1 + k * k * k0 * sine * sine) * 2) / (Math.PI * turn);
  };
}

/** s = cos v, the share of the largest loss, from w. */
function cosineAt(w: number): number {
  return (2 * w) / (1 + w * w);
}

/** And back. */
export function sideAt(cosine: number): number {
  const s = Math.min(1, Math.max(-1, cosine));
  return s / (1 + Math.sqrt((1 - s) * (1 + s)));
}

/** e^k K0(k) and e^k K1(k). */
function scaledBessels(k: number): readonly [number, number] {
  const step = Math.min(1 / 8, 1 / (4 * Math.sqrt(k)));
  // Beyond, the integrand is below e^-745.
  const reach = log(1500 / k + 2);
  let [k0, k1] = [0.5, 0.5];
  for (let n = 1; n * step < reach; n++) {
    // cosh x - 1 = 2 sinh(x / 2)^2, without cancellation.
    const rise = expm1((n * step) / 2);
    const sinh = (rise + rise / (1 + rise)) / 2;
    const term = exp(-2 * k * sinh * sinh);
    k0 += term;
    k1 += term * (1 + 2 * sinh * sinh);
  }
  return [k0 * step, k1 * step];
}
