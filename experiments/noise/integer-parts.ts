/**
 * Integer noise: the discrete Laplace and the discrete Gaussian mechanism, by finite sums over their laws and by draws.
 *
 * `discrete-laplace`: noise of mass proportional to e^(-epsilon |k| / sensitivity) is exactly epsilon-private, its mass at 0 is
 * tanh of half the ratio's logarithm, its variance 2 a / (1 - a)^2. Source: Ghosh, Roughgarden, Sundararajan (STOC 2009).
 * `discrete-gaussian`: Renyi divergences of the law from its shift, summed outcome by outcome as far as the tilted law reaches, are
 * those of the continuous Gaussian at whole orders and no larger between them. Source: Canonne, Kamath, Steinke (NeurIPS 2020).
 */
import { discreteRenyi } from "../../lib/auditing/renyi-audit.ts";
import { discreteGaussian } from "../../lib/mechanisms/noise/discrete-gaussian.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, type Check, epsilonAtMost, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon, SUMMED, wholeSensitivity as sensitivity } from "./axes.ts";

const neighbours = "add-remove";

interface LaplaceRelease {
  readonly epsilon: number;
  readonly sensitivity: number;
}

/** The audit of integer noise with `factor` times the ratio's logarithm that it should have. */
function privacy({ epsilon, sensitivity }: LaplaceRelease, factor: number): Check {
  const mechanism = discreteLaplace({ epsilon: factor * epsilon, sensitivity, neighbours });
  const [first, second] = mechanism.worstPair().map((value) => mechanism.law(value));
  return epsilonAtMost({ first, second }, epsilon);
}

function varianceOf(law: DiscreteLaw<number>): number {
  let variance = 0;
  for (const k of law.support) variance += k * k * exp(law.logMass(k));
  return variance;
}

const SHOWN = Array.from({ length: 13 }, (_, k) => k - 6);
const shownMasses = (law: DiscreteLaw<number>) => SHOWN.map((k) => exp(law.logMass(k)));

export const discreteLaplacePart: Part = {
  claim: "geometric-mechanism",
  asks: "Is discrete Laplace noise exactly epsilon-private, with the stated mass at 0 and variance?",
  study: exactStudy({
    axes: { epsilon, sensitivity },
    exact: (cell) => {
      const law = discreteLaplace({ ...cell, neighbours }).law(0);
      const logRatio = cell.epsilon / cell.sensitivity;
      const lost = -expm1(-logRatio);
      return {
        checks: {
          epsilon: privacy(cell, 1),
          "mass-at-zero": equal(exp(law.logMass(0)), tanh(logRatio / 2), SUMMED),
          variance: equal(varianceOf(law), (2 * exp(-logRatio)) / lost / lost, SUMMED),
        },
        values: { places: SHOWN, masses: shownMasses(law) },
      };
    },
  }),
  controls: {
    "twice-the-ratio": {
      says: "noise of ratio e^(-2 epsilon / sensitivity) sold as epsilon-private: it needs 2 epsilon",
      study: exactStudy({
        axes: { epsilon, sensitivity },
        exact: (cell) => ({ checks: { epsilon: privacy(cell, 2) } }),
      }),
    },
  },
};

const variance = axis(z.number().min(0.1).max(10_000), {
  means: "variance parameter of discrete Gaussian noise",
  quick: [0.25, 1, 10],
  full: [0.1, 0.25, 0.5, 1, 2, 10, 100, 1000],
});
const shift = axis(z.int().min(1).max(50), {
  means: "largest change of the integer answer",
  quick: [1, 3],
  full: [1, 2, 3, 10],
});
const ORDERS = [1.5, 2, 3, 4.5, 8, 16, 32, 64];

interface GaussianRelease {
  readonly variance: number;
  readonly shift: number;
}

const rhoOf = ({ variance, shift }: GaussianRelease) => (shift * shift) / (2 * variance);

/** The law around a place, listed as far as the largest order tilts it: the logarithms of its masses are known everywhere. */
function farListed(law: DiscreteLaw<number>, reach: number): DiscreteLaw<number> {
  const [least, most] = [law.support[0] - reach, law.support[law.support.length - 1] + reach];
  return { ...law, support: Array.from({ length: most - least + 1 }, (_, k) => least + k) };
}

/** The divergence of the law from its shift at every order. */
function divergences({ variance, shift }: GaussianRelease): readonly number[] {
  const { law } = discreteGaussian({ rho: rhoOf({ variance, shift }), sensitivity: shift, neighbours });
  const [first, second] = [0, shift].map((value) => farListed(law(value), ORDERS[ORDERS.length - 1] * shift));
  return ORDERS.map((order) => discreteRenyi({ first, second }, order));
}

function divergenceChecks(release: GaussianRelease, rho: number): Readonly<Record<string, Check>> {
  const found = divergences(release);
  const names = ORDERS.map((order) => `divergence-${String(order).replace(".", "-")}`);
  const judge = (k: number) => {
    const rule = Number.isInteger(ORDERS[k]) ? equal : atMost;
    return rule(found[k], ORDERS[k] * rho, SUMMED);
  };
  return Object.fromEntries(names.map((name, k) => [name, judge(k)]));
}

export const discreteGaussianPart: Part = {
  claim: "discrete-gaussian",
  asks: "Is discrete Gaussian noise as concentrated as the continuous one, with no larger variance?",
  study: exactStudy({
    axes: { variance, shift },
    exact: (cell) => {
      const law = discreteGaussian({ rho: rhoOf(cell), sensitivity: cell.shift, neighbours }).law(0);
      const total = law.support.reduce((sum, k) => sum + exp(law.logMass(k)), 0);
      return {
        checks: {
          ...divergenceChecks(cell, rhoOf(cell)),
          total: equal(total, 1, SUMMED),
          variance: atMost(varianceOf(law), cell.variance, SUMMED),
        },
        values: { places: SHOWN, masses: shownMasses(law) },
      };
    },
  }),
  controls: {
    "half-the-variance": {
      says: "noise of half the variance under the same rho: its divergences are twice as large",
      study: exactStudy({
        axes: { variance, shift },
        exact: (cell) => ({
          checks: divergenceChecks({ ...cell, variance: cell.variance / 2 }, rhoOf(cell)),
        }),
      }),
    },
  },
};
