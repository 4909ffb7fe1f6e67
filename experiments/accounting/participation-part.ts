/**
 * The sensitivity of matrix mechanisms to a person who takes part several times, against enumeration of all steps and signs.
 *
 * C is the Toeplitz matrix of the first coefficients of the square root, or of the optimal bands, for few steps. Every set of steps
 * that the pattern allows is listed with every choice of signs; the largest norm is what the sensitivity must be, given by
 * coefficients or by rows.
 * Source: Choquette-Choo, McMahan, Rush, Thakurta (ICML 2023); Choquette-Choo et al. (NeurIPS 2023); Kalinin, Lampert (NeurIPS 2024).
 */

import { optimalBands } from "../../lib/continual/counters/optimal-bands.ts";
import { squareRootCoefficients } from "../../lib/continual/counters/square-root-sum.ts";
import { largestParticipation } from "../../lib/oracles/participation.ts";
import {
  type ParticipationPattern,
  participationSensitivity,
} from "../../lib/privacy/accounting/participation-sensitivity.ts";
import { atMost, axis, equal, exactStudy, type PartDraft, z } from "../kit.ts";

const STEPS = 10;
const ENUMERATED = { share: 1e-12 };

const kind = axis(z.enum(["epochs", "separated"]), {
  means: "when a person takes part",
  quick: ["epochs", "separated"],
});
const coefficients = axis(z.enum(["square-root", "optimised"]), {
  means: "coefficients of the bands",
  quick: ["square-root", "optimised"],
});
const bands = axis(z.int().min(2).max(STEPS), { means: "bands", quick: [3], full: [2, 3, 5, 10] });
const separation = axis(z.int().min(1).max(STEPS), { means: "least separation", quick: [1, 3], full: [1, 2, 3, 5] });
const participations = axis(z.int().min(1).max(STEPS), { means: "participations", quick: [3], full: [1, 2, 3, 10] });

interface Bands {
  readonly coefficients: string;
  readonly bands: number;
}

const coefficientsOf = ({ coefficients, bands }: Bands) =>
  coefficients === "square-root" ? squareRootCoefficients(bands) : optimalBands({ horizon: STEPS, bands });

const entry = (c: Float64Array, row: number, column: number) => (row < column ? 0 : (c[row - column] ?? 0));

/** The largest norm over all sets of steps and all signs. */
function enumerated(c: Float64Array, pattern: ParticipationPattern): number {
  const columns = Array.from({ length: STEPS }, (_, column) =>
    Array.from({ length: STEPS }, (_, row) => entry(c, row, column)),
  );
  return largestParticipation(columns, pattern);
}

export const participationPart: PartDraft = {
  claim: "matrix-factorisation",
  asks: "Is the sensitivity to a person who takes part several times that of the worst steps?",
  study: exactStudy({
    axes: { kind, coefficients, bands, separation, participations },
    exact: ({ kind, separation, participations, ...own }) => {
      const c = coefficientsOf(own);
      const pattern = { kind, separation, participations };
      const truth = enumerated(c, pattern);
      const rows = Array.from({ length: STEPS }, (_, i) => Array.from({ length: STEPS }, (_, j) => entry(c, i, j)));
      const byRows = participationSensitivity({ strategy: { rows }, pattern });
      const byBands = participationSensitivity({ strategy: { coefficients: c, steps: STEPS }, pattern });
      return {
        checks: {
          "by-coefficients": equal(byBands.sensitivity, truth, ENUMERATED),
          "by-rows": equal(byRows.sensitivity, truth, ENUMERATED),
        },
      };
    },
  }),
  controls: {
    "as-if-orthogonal": {
      says: "the norm of one column times the root of the participations, though they are closer than there are bands",
      study: exactStudy({
        axes: { kind, coefficients, bands },
        exact: ({ kind, ...own }) => {
          const c = coefficientsOf(own);
          const column = Math.sqrt(c.reduce((sum, x) => sum + x * x, 0));
          const truth = enumerated(c, { kind, separation: 1, participations: 2 });
          return { checks: { sensitivity: atMost(truth, Math.sqrt(2) * column, ENUMERATED) } };
        },
      }),
    },
  },
};
