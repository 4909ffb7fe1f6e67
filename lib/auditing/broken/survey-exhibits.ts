/**
 * Exhibits of the gallery: samples and surveys (claims list-experiment and subsampling-amplification), one-time RAPPOR, and float64
 * noise (claim float-attack).
 */

import { isFloatLaplaceOutput, releaseFloatLaplace } from "../../attacks/float-laplace.ts";
import { auditSupport } from "../../attacks/support-audit.ts";
import { listExperiment } from "../../mechanisms/local/list-experiment.ts";
import { randomizedResponse } from "../../mechanisms/local/randomized-response.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { bitResponse } from "./algebra.ts";
import { type Exhibit, GALLERY_ERROR_RATE, lawExhibit, pureClaim } from "./exhibit.ts";
import { oneTimeRappor } from "./selection.ts";
import { resampledCount } from "./subsampling.ts";

const list = listExperiment({ items: 3 });
const resampled = (records: number, draws: number, epsilon: number) => ({
  first: resampledCount(true, { records, draws, epsilon }),
  second: resampledCount(false, { records, draws, epsilon }),
});
/** What one hashed bit costs at f = 0.95. */
const bitCost = log(0.525 / 0.475);
const rounded = randomizedResponse({ epsilon: 1, denominator: 100 });
const grid = laplace({
  epsilon: { numerator: 1, denominator: 10 },
  sensitivity: 1,
  step: { numerator: 1, denominator: 1024 },
  neighbours: "swap",
});

export const SURVEY_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "with-replacement",
    claim: "ten draws of ten records with replacement cost log(1 + p (e^epsilon - 1)) = epsilon, p = 1",
    source: "claim subsampling-amplification, E32; Balle, Barthe, Gaboardi (NeurIPS 2018)",
    claimed: pureClaim(1),
    correctedClaim: pureClaim(10 * log1p(expm1(1) / 10)),
    needs: 1.5857,
    within: 5e-5,
    broken: () => resampled(10, 10, 1),
    corrected: () => resampled(10, 10, 1),
  }),
  lawExhibit({
    name: "with-replacement-of-20",
    claim: "twenty draws of twenty records with replacement keep epsilon 2",
    source: "claim subsampling-amplification, E32",
    claimed: pureClaim(2),
    correctedClaim: pureClaim(20 * log1p(expm1(2) / 20)),
    needs: 5.54,
    within: 5e-3,
    broken: () => resampled(20, 20, 2),
    corrected: () => resampled(20, 20, 2),
  }),
  lawExhibit({
    name: "p-epsilon",
    claim: "a sample of a tenth costs epsilon / 10",
    source: "claim subsampling-amplification, E31",
    claimed: pureClaim(0.1),
    correctedClaim: pureClaim(log1p(expm1(1) / 10)),
    needs: 0.15857,
    within: 5e-6,
    broken: () => resampled(10, 1, 1),
    corrected: () => resampled(10, 1, 1),
  }),
  lawExhibit({
    name: "list-experiment",
    claim: "a list experiment is log(3)-private for the sensitive bit",
    source: "claim list-experiment; Miller (1984) for the technique",
    claimed: pureClaim(log(3)),
    needs: Infinity,
    broken: () => ({
      first: list.law({ harmless: 1, sensitive: 0 }),
      second: list.law({ harmless: 1, sensitive: 1 }),
    }),
    corrected: () => ({ first: bitResponse(0, log(3)), second: bitResponse(1, log(3)) }),
  }),
  lawExhibit({
    name: "one-time-rappor",
    claim: "four hashed bits at f = 0.95 cost four times one bit; values that share one of them differ in six",
    source: "DP-Sniper's list; Erlingsson, Pihur, Korolova (CCS 2014): 2 h log((1 - f/2) / (f/2)) for h hashes",
    claimed: pureClaim(4 * bitCost),
    correctedClaim: pureClaim(8 * bitCost),
    needs: 0.6005,
    within: 5e-5,
    broken: () => ({ first: oneTimeRappor([1, 1, 1, 0, 0, 0], 0.95), second: oneTimeRappor([0, 0, 0, 1, 1, 1], 0.95) }),
    corrected: () => ({
      first: oneTimeRappor([1, 1, 1, 0, 0, 0], 0.95),
      second: oneTimeRappor([0, 0, 0, 1, 1, 1], 0.95),
    }),
  }),
  lawExhibit({
    name: "truth-rounded-up",
    claim: "a truth of probability e / (1 + e), rounded to 74 of 100, is 1-private",
    source: "log(74 / 26); the right rounding is in mechanisms/laws/rational-truth.ts",
    claimed: pureClaim(1),
    needs: 1.045969,
    within: 5e-7,
    broken: () => ({ first: bitResponse(0, log(74 / 26)), second: bitResponse(1, log(74 / 26)) }),
    corrected: () => ({ first: rounded.law(0), second: rounded.law(1) }),
  }),
  {
    name: "float-laplace",
    claim: "Laplace noise by inversion in float64 is 0.1-private",
    source: "claim float-attack; Mironov (CCS 2012); DP-Sniper's list",
    caughtBy: "support",
    needs: Infinity,
    audit: (random) => {
      const outputs = Array.from({ length: 200 }, () => releaseFloatLaplace({ centre: 0, scale: 10 }, random));
      const claim = { ...pureClaim(0.1), errorRate: GALLERY_ERROR_RATE };
      return auditSupport(outputs, (y) => isFloatLaplaceOutput(y, { centre: 1, scale: 10 }), claim);
    },
    auditCorrected: (random) => {
      const outputs = Array.from({ length: 200 }, () => grid.release(0, random));
      const law = grid.law(1);
      const claim = { ...pureClaim(0.1), errorRate: GALLERY_ERROR_RATE };
      return auditSupport(outputs, (y) => law.logMass(y) > -Infinity, claim);
    },
  },
];
