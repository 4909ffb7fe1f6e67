/**
 * One account as one process: `node dist/bench/account.js sigma rate times delta` prints the certified interval.
 */
import { subsampledGaussianPld } from "../lib/privacy/loss/gaussian-pld.ts";
import { type CertifiedInterval, pldEpsilon } from "../lib/privacy/loss/pld-accountant.ts";

export interface Training {
  readonly sigma: number;
  readonly rate: number;
  readonly times: number;
  readonly delta: number;
}

export function account({ sigma, rate, times, delta }: Training): CertifiedInterval {
  const loss = subsampledGaussianPld({ noiseMultiplier: sigma, samplingRate: rate });
  return pldEpsilon({ events: [{ loss, times }], delta });
}

if (process.argv[1]?.endsWith("account.js")) {
  const [sigma, rate, times, delta] = process.argv.slice(2).map(Number);
  const { lower, upper } = account({ sigma, rate, times, delta });
  console.log(lower, upper);
}
