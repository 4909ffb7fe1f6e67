/**
 * Calibration of Laplace noise: the smallest scale for which all releases together are (epsilon, delta)-private.
 *
 * Closed forms: with delta = 0 each release may lose epsilon / times, and with sampling at rate q a loss t of the mechanism is one of
 * log(1 + q (e^t - 1)). One Laplace release has delta(epsilon) = 1 - e^((epsilon - t) / 2), t = sensitivity / scale; sampled, it is
 * q times that at log(1 + (e^epsilon - 1) / q). Otherwise by the certified loss accountant (`calibration.ts`).
 * Sources: Dwork, McSherry, Nissim, Smith (2006); Balle, Barthe, Gaboardi (NeurIPS 2018) on sampling.
 * Accuracy: closed forms to 4 units in the last place, upwards; otherwise as the accountant certifies. Sampling is for `add-remove`.
 */
import { expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { laplacePld } from "../loss/laplace-pld.ts";
import { calibrate } from "./calibration.ts";
import { type NoisePlan, noisePlan, startingMu, withoutSampling } from "./release-plan.ts";

/** Away from the unsafe side by more than the roundings of a closed form. */
const OUTWARDS = 1 + 4 * Number.EPSILON;

/** The smallest scale of Laplace noise; the sensitivity is in the l1 norm. */
export function laplaceScaleFor(wanted: NoisePlan): number {
  const plan = noisePlan.read(wanted);
  const { sensitivity, epsilon, delta, times, samplingRate, tolerance } = plan;
  if (delta === 0) return pureScale(plan);
  if (times === 1) {
    const base = withoutSampling(plan);
    return (sensitivity / (base.epsilon - 2 * log1p(-base.delta))) * OUTWARDS;
  }
  return calibrate({
    epsilon,
    delta,
    tolerance,
    start: sensitivity * Math.min(times / epsilon, 1.5 / startingMu(plan)),
    eventsAt: (scale) => [{ mechanism: laplacePld({ scale, sensitivity, samplingRate }), times }],
  }).noise;
}

function pureScale({ sensitivity, epsilon, times, samplingRate }: NoisePlan): number {
  const each = epsilon / times;
  const loss = samplingRate === 1 ? each : log1p(expm1(each) / samplingRate);
  return (sensitivity / loss) * OUTWARDS;
}
