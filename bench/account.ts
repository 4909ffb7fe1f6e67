/**
 * One account as one process: `node dist/bench/account.js sigma rate times delta` prints the certified interval.
 */
import { subsampledGaussianLoss } from "../lib/privacy/loss/gaussian-loss.ts";
import { type CertifiedInterval, lossEpsilon } from "../lib/privacy/loss/loss-accountant.ts";

export interface Training {
  readonly sigma: number;
  readonly rate: number;
  readonly times: number;
  readonly delta: number;
}

export function account({ sigma, rate, times, delta }: Training): CertifiedInterval {
  const loss = subsampledGaussianLoss({ noiseMultiplier: sigma, samplingRate: rate });
  return lossEpsilon({ events: [{ loss, times }], delta });
}

if (process.argv[1]?.endsWith("account.js")) {
  const [sigma, rate, times, delta] = process.argv.slice(2).map(Number);
  const { lower, upper } = account({ sigma, rate, times, delta });
  console.log(lower, upper);
}
