/**
 * Means of bits under pure privacy: risks above the bounds, how close they come, and what is broken if they do not.
 */
import { atLeast, atMost, axis, equal, exactStudy, type Judgement, type Part, variant, z } from "../kit.ts";
import { epsilonOf, isTelling, kappa, kappaOf, size } from "./axes.ts";
import { bitBounds, classicBound, sharesWith, worstRisk } from "./bit-bounds.ts";
import { laplaceRisk, PRIVATE_ESTIMATORS, privateRisk, sampleMeanRisk } from "./estimators.ts";

/** max over z of z (1 - Phi(z)) / 2. */
const ASYMPTOTIC_CONSTANT = 0.0849856;

export const classicPart: Part = {
  claim: "lecam-classic",
  asks: "Is the worst risk of the sample mean above Le Cam's bound, which is 0.085 / sqrt n as printed?",
  study: exactStudy({
    axes: { size },
    exact: (cell) => {
      const bound = classicBound(cell.size);
      const worst = worstRisk(sharesWith([bound]), (theta) => sampleMeanRisk({ ...cell, theta }));
      const printed = (bound.value / 2) * Math.sqrt(cell.size);
      return {
        checks: {
          "above-bound": atLeast(worst.risk, bound.value),
          // Of a single record the bound is 1/8, far from what it tends to.
          ...(cell.size > 1 && {
            constant: equal(printed, ASYMPTOTIC_CONSTANT, { share: 0.2 / Math.sqrt(cell.size) }),
          }),
          "by-divergence": atMost(classicBound(cell.size, "bretagnolle-huber").value, bound.value),
        },
        values: { gap: bound.pair.separation },
      };
    },
  }),
  controls: {
    "one-parameter": {
      says: "the constant 1/2, judged where it is right: the bound is on the larger of two risks",
      study: exactStudy({
        axes: { size },
        exact: (cell) => ({ checks: { "above-bound": atLeast(0, classicBound(cell.size).value) } }),
      }),
    },
  },
};

const estimator = axis(z.enum(PRIVATE_ESTIMATORS), { means: "epsilon-private estimator", quick: PRIVATE_ESTIMATORS });

interface BitCell {
  readonly size: number;
  readonly kappa: number;
}

/** A mean that claims too much: below a bound that holds for every epsilon-private estimator. */
function belowBound(cell: BitCell, risk: (theta: number) => number, form: "metric" | "printed"): Judgement {
  const bounds = bitBounds(cell.size, epsilonOf(cell));
  return { checks: { "above-bound": atLeast(worstRisk(bounds.shares, risk).risk, bounds[form]) } };
}

/** The mean with a fraction of its Laplace noise. */
function scanted(parts: number, form: "metric" | "printed") {
  return (cell: BitCell) => {
    const scale = 1 / (cell.size * epsilonOf(cell) * parts);
    return belowBound(cell, (theta) => laplaceRisk({ size: cell.size, theta, scale }), form);
  };
}

export const privatePart: Part = {
  claim: "lecam-private",
  asks: "Is the worst risk of every epsilon-private estimator above both two-point bounds?",
  study: exactStudy({
    axes: { estimator, size, kappa },
    exact: (cell) => {
      const epsilon = epsilonOf(cell);
      const { shares, ...bounds } = bitBounds(cell.size, epsilon);
      const worst = worstRisk(shares, (theta) => privateRisk(cell.estimator, { size: cell.size, epsilon, theta }));
      return {
        checks: { "above-bound": atLeast(worst.risk, bounds.sharpest) },
        values: { epsilon, ...bounds, "worst-share": worst.share, ratio: worst.risk / bounds.sharpest },
      };
    },
  }),
  controls: {
    "sample-mean": {
      says: "the sample mean without noise, labelled epsilon-private",
      refutes: ["E24"],
      study: exactStudy({
        axes: { size, kappa: kappaOf([0.03, 0.1, 0.3, 0.6]) },
        exact: (cell) => belowBound(cell, (theta) => sampleMeanRisk({ size: cell.size, theta }), "metric"),
      }),
    },
    "fifth-of-the-noise": {
      says: "Laplace noise of a fifth of its scale, against the metric bound",
      study: exactStudy({
        axes: { size, kappa: kappaOf([0.03, 0.1, 0.3]) },
        where: isTelling,
        exact: scanted(5, "metric"),
      }),
    },
    "twentieth-of-the-noise": {
      says: "Laplace noise of a twentieth of its scale, against the chain as printed",
      study: exactStudy({
        axes: { size, kappa: kappaOf([0.03, 0.1, 0.18]) },
        where: isTelling,
        exact: scanted(20, "printed"),
      }),
    },
  },
};

/** The worst risk of Laplace noise over the bounds; clipped where one record says nothing. */
function sandwich(cell: BitCell, clipped: boolean): Judgement {
  const epsilon = epsilonOf(cell);
  const { shares, ...bounds } = bitBounds(cell.size, epsilon);
  const name = clipped ? "clipped-laplace" : "laplace";
  const { risk } = worstRisk(shares, (theta) => privateRisk(name, { size: cell.size, epsilon, theta }));
  return {
    checks: { ratio: atMost(risk / bounds.sharpest, 4.5), "printed-ratio": atMost(risk / bounds.printed, 13) },
    values: { epsilon, risk, clipped, "coupling-ratio": risk / Math.max(bounds.classic / 2, bounds.coupling) },
  };
}

const sandwichStudy = exactStudy({
  axes: { size, kappa: kappaOf([0.03, 0.1, 0.3, 1, 1.082, 1.638, 2, 3, 10, 30]) },
  exact: (cell) => sandwich(cell, !isTelling(cell)),
});

export const sandwichPart: Part = {
  claim: "laplace-tight",
  asks: "Is Laplace noise within 4.5 of the bounds, and within 13 of the chain as printed?",
  study: sandwichStudy,
  controls: {
    "not-clipped": {
      says: "Laplace noise left unclipped at n epsilon = 0.3, where it is 18 times the printed bound",
      study: variant(sandwichStudy, {
        over: { size: [100], kappa: [0.03] },
        exact: (cell) => sandwich(cell, false),
      }),
    },
  },
};
