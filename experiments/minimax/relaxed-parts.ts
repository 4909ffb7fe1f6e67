/**
 * Means of bits with normal noise, against the bounds for the guarantee that each has: zero-concentrated, Gaussian, approximate.
 */
import type { BoundedGuarantee } from "../../lib/bounds/indistinguishability.ts";
import { gaussianSigmaFor } from "../../lib/privacy/calibration/gaussian-calibration.ts";
import { approximate, gaussianDp, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { atLeast, exactStudy, type Judgement, type Part, variant } from "../kit.ts";
import { epsilonOf, isTelling, kappa, size } from "./axes.ts";
import { classicBound, privateBound, sharesWith, worstRisk } from "./bit-bounds.ts";
import { gaussianRisk } from "./estimators.ts";

interface Release {
  readonly guarantee: BoundedGuarantee;
  /** Of the noise on the number of ones. */
  readonly deviation: number;
}

interface BitCell {
  readonly size: number;
  readonly kappa: number;
}

function judge(cell: BitCell, release: (epsilon: number) => Release, share = 1): Judgement {
  const epsilon = epsilonOf(cell);
  const { guarantee, deviation } = release(epsilon);
  const classic = classicBound(cell.size);
  const hidden = privateBound(cell.size, guarantee, "metric");
  const noise = (share * deviation) / cell.size;
  const { risk } = worstRisk(sharesWith([classic, hidden]), (theta) =>
    gaussianRisk({ size: cell.size, theta, deviation: noise }),
  );
  const bound = Math.max(classic.value, hidden.value);
  return {
    checks: { "above-bound": atLeast(risk, bound) },
    values: { epsilon, private: hidden.value, ratio: risk / bound },
  };
}

function relaxedPart({
  claim,
  asks,
  release,
  parts,
}: Pick<Part, "claim" | "asks"> & { readonly release: (epsilon: number) => Release; readonly parts: number }): Part {
  const study = exactStudy({ axes: { size, kappa }, exact: (cell) => judge(cell, release) });
  return {
    claim,
    asks,
    study,
    controls: {
      "little-noise": {
        says: `normal noise of one part in ${parts} under the same guarantee`,
        study: variant(study, {
          over: { kappa: [0.03, 0.1] },
          where: isTelling,
          exact: (cell) => judge(cell, release, 1 / parts),
        }),
      },
    },
  };
}

export const concentratedPart = relaxedPart({
  claim: "lecam-zcdp",
  asks: "Is the risk of normal noise at rho = epsilon^2 / 2 above the bound for zero-concentrated privacy?",
  release: (epsilon) => ({ guarantee: zeroConcentrated((epsilon * epsilon) / 2), deviation: 1 / epsilon }),
  parts: 5,
});

export const gaussianPart = relaxedPart({
  claim: "lecam-gdp",
  asks: "Is the risk of normal noise at mu = epsilon above the bound for Gaussian privacy?",
  release: (epsilon) => ({ guarantee: gaussianDp(epsilon), deviation: 1 / epsilon }),
  parts: 3,
});

const DELTA = 1e-6;

export const approximatePart = relaxedPart({
  claim: "lecam-approx-dp",
  asks: "Is the risk of normal noise calibrated to (epsilon, 1e-6) above the bound for approximate privacy?",
  release: (epsilon) => ({
    guarantee: approximate(epsilon, DELTA),
    deviation: gaussianSigmaFor({ epsilon, delta: DELTA, sensitivity: 1 }),
  }),
  parts: 100,
});
