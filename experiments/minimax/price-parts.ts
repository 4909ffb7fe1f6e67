/**
 * The price of privacy for means of bits: the ratio to the error without privacy, and the rates in n on both sides of the crossover.
 */
import { erfcx } from "../../lib/numerics/error-function.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { logLogSlope } from "../../lib/statistics/log-log-slope.ts";
import { atMost, axis, equal, exactStudy, type Judgement, type Part, z } from "../kit.ts";
import { epsilonOf, kappaOf, kappaWithin, largeSize } from "./axes.ts";
import { classicBound, privateBound } from "./bit-bounds.ts";
import { laplaceRisk, sampleMeanRisk } from "./estimators.ts";

const HALF = 0.5;
/** sqrt(2 / pi). */
const MEAN_MAGNITUDE = 0.7978845608028654;

/** E|N(0, deviation^2) + Laplace(scale)|. */
function normalLaplaceMagnitude(deviation: number, scale: number): number {
  return deviation * MEAN_MAGNITUDE + scale * erfcx((deviation / scale) * Math.SQRT1_2);
}

/** The price at a half as n grows: E|N(0, 1/4) + Laplace(1 / kappa)| over E|N(0, 1/4)|. */
export function asymptoticPrice(kappa: number): number {
  return normalLaplaceMagnitude(HALF, 1 / kappa) / (HALF * MEAN_MAGNITUDE);
}

/** Exact risk with Laplace noise over the risk without, at a share of a half. */
function priceAt({ size, epsilon }: { readonly size: number; readonly epsilon: number }): number {
  const scale = 1 / (size * epsilon);
  return laplaceRisk({ size, theta: HALF, scale }) / sampleMeanRisk({ size, theta: HALF });
}

/** "Privacy is free": a price of at most 5 %. */
function judgeFree(cell: { readonly size: number; readonly kappa: number }): Judgement {
  return { checks: { price: atMost(priceAt({ size: cell.size, epsilon: epsilonOf(cell) }), 1.05) } };
}

const free = (kappa: number) =>
  exactStudy({ axes: { size: largeSize, kappa: kappaOf([kappa]) }, exact: (cell) => judgeFree(cell) });

export const pricePart: Part = {
  claim: "privacy-free-crossover",
  asks: "What does privacy cost at epsilon = kappa / sqrt n, and is it at most 5 % from kappa = 10 on?",
  study: exactStudy({
    axes: { size: largeSize, kappa: kappaOf([0.5, 1, 2, 3, 5, 10, 20]) },
    exact: (cell) => {
      const epsilon = epsilonOf(cell);
      const kappa = kappaWithin(cell);
      const price = priceAt({ size: cell.size, epsilon });
      const variance = (HALF * HALF) / cell.size;
      const scale = 1 / (cell.size * epsilon);
      const rootMeanSquare = Math.sqrt((variance + 2 * scale * scale) / variance);
      return {
        checks: {
          price: equal(price, asymptoticPrice(kappa), { share: Math.max(0.01, 10 / cell.size) }),
          "root-mean-square": equal(rootMeanSquare, Math.sqrt(1 + 8 / (kappa * kappa)), { share: 1e-9 }),
          ...(kappa >= 10 && cell.size >= 100 && { "nearly-free": atMost(price, 1.05) }),
        },
      };
    },
  }),
  controls: {
    "free-from-three": {
      says:
        "the claim that privacy is free for a mean of bits, a price of at most 5 %, from epsilon = 3 / sqrt n on: " +
        "it costs 34 %; of a majority, selection has it",
      study: free(3),
    },
    "free-from-one": { says: "the claim that privacy is free from epsilon = 1 / sqrt n on", study: free(1) },
  },
};

const REGIMES = ["private", "statistical"] as const;
type Regime = (typeof REGIMES)[number];

/** At small epsilon the noise of the mechanism decides, of order 1 / n; at large the noise of the sample, of order 1 / sqrt n. */
const GRIDS: Record<Regime, { readonly epsilon: number; readonly sizes: readonly number[]; readonly slope: number }> = {
  private: { epsilon: 0.01, sizes: [100, 178, 316, 1000, 3162], slope: -1 },
  statistical: { epsilon: 1, sizes: [1000, 3162, 10_000, 31_623, 100_000], slope: -0.5 },
};

/** Sizes on both sides of the crossover. */
const SHOWN_SIZES = [100, 316, 1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000];

/** For the figure: the risk at a half and both bounds, over all sizes. */
function shownRisks(epsilon: number) {
  return {
    sizes: SHOWN_SIZES,
    risk: SHOWN_SIZES.map((size) => laplaceRisk({ size, theta: HALF, scale: 1 / (size * epsilon) })),
    classic: SHOWN_SIZES.map((size) => classicBound(size).value),
    metric: SHOWN_SIZES.map((size) => privateBound(size, pure(epsilon), "metric").value),
  };
}

function judgeSlope(regime: Regime, claimed: number): Judgement {
  const { epsilon, sizes } = GRIDS[regime];
  const risks = sizes.map((size) => laplaceRisk({ size, theta: HALF, scale: 1 / (size * epsilon) }));
  const limits = sizes.map((size) => normalLaplaceMagnitude(HALF / Math.sqrt(size), 1 / (size * epsilon)));
  const { slope } = logLogSlope({ x: sizes, y: risks });
  return {
    checks: {
      slope: equal(slope, claimed, { absolute: 0.15 }),
      "slope-of-the-limit": equal(slope, logLogSlope({ x: sizes, y: limits }).slope, { share: 0.01 }),
    },
    values: { epsilon, ...shownRisks(epsilon) },
  };
}

const regime = axis(z.enum(REGIMES), { means: "which noise decides", quick: REGIMES });

export const ratesPart: Part = {
  claim: "laplace-tight",
  asks: "Does the risk fall like 1 / n where privacy decides, and like 1 / sqrt n where the sample does?",
  study: exactStudy({ axes: { regime }, exact: (cell) => judgeSlope(cell.regime, GRIDS[cell.regime].slope) }),
  controls: {
    "rates-exchanged": {
      says: "the rate of each regime claimed for the other",
      study: exactStudy({
        axes: { regime },
        exact: (cell) => judgeSlope(cell.regime, -1.5 - GRIDS[cell.regime].slope),
      }),
    },
  },
};
