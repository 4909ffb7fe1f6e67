/**
 * Zero-concentrated privacy: rho of Gaussian noise and of pure privacy, composition and conversion, and that sampling does not amplify it.
 *
 * Part `zcdp`: D / order of Gaussian noise by quadrature is rho at every order; that of randomized response, which is the worst
 * epsilon-private mechanism, by enumeration is at most epsilon^2 / 2; of several responses together it adds up, by enumeration of
 * all their answers; and the exact epsilon of the Gaussian lies below both conversions. Part `zcdp-subsampling`: D / order of the
 * sampled Gaussian at a large order, by quadrature: within a hundredth of the rho without sampling. The order is 1 + 100 log(1 /
 * rate) / rho, where the lower bound rho - log(1 / rate) / (order - 1) says so.
 * Source: Bun, Steinke (TCC 2016); Bun, Dwork, Rothblum, Steinke (STOC 2018).
 */
import { productLaw } from "../../lib/auditing/composed-law.ts";
import { discreteRenyi } from "../../lib/auditing/renyi-audit.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { divergence } from "../../lib/oracles/renyi-quadrature.ts";
import { poissonGaussianRenyi } from "../../lib/privacy/accounting/renyi-subsampled.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { gaussianEpsilon } from "../../lib/privacy/loss/gaussian-profile.ts";
import { atLeast, atMost, axis, equal, exactStudy, type PartDraft, z } from "../kit.ts";
import { deltaOf, noiseOf, rateOf } from "./axes.ts";
import { mixtureFromNormal } from "./pairs.ts";

const INTEGRATED = { share: 1e-9 };
const ORDERS = [1.1, 1.5, 2, 4, 8, 16, 32];
const RESPONSES = 4;

const rho = axis(z.number().min(0.01).max(2), {
  means: "rho",
  quick: [0.1, 0.5],
  full: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2],
});
const delta = deltaOf([1e-5], [1e-8, 1e-6, 1e-5, 1e-4]);

/** D / order of `count` randomized responses of one bit, by enumeration of all answers. */
function responseRho(epsilon: number, count: number, order: number): number {
  const { law } = randomizedResponse({ epsilon });
  const all = (truth: number) => productLaw(Array.from({ length: count }, () => law(truth)));
  return discreteRenyi({ first: all(1), second: all(0) }, order) / order;
}

export const concentratedPart: PartDraft = {
  claim: "zcdp",
  asks: "Is rho that of Gaussian noise and of pure privacy, does it add, and does it convert to an upper bound?",
  study: exactStudy({
    axes: { rho, delta },
    exact: ({ rho, delta }) => {
      const noise = 1 / Math.sqrt(2 * rho);
      const gaussian = ORDERS.map((order) => divergence(mixtureFromNormal({ noise, rate: 1 }, order), order) / order);
      const epsilon = Math.sqrt(2 * rho);
      const response = ORDERS.map((order) => responseRho(epsilon, 1, order));
      const several = ORDERS.map((order, k) => responseRho(epsilon, RESPONSES, order) / response[k]);
      const classic = convert(zeroConcentrated(rho), { to: "approximate", delta, way: "classic" }).epsilon;
      const sharper = convert(zeroConcentrated(rho), { to: "approximate", delta }).epsilon;
      const exact = gaussianEpsilon({ mu: epsilon, delta });
      return {
        checks: {
          "gaussian-least": equal(leastOf(gaussian), rho, INTEGRATED),
          "gaussian-largest": equal(largestOf(gaussian), rho, INTEGRATED),
          "pure-at-most": atMost(largestOf(response), (epsilon * epsilon) / 2),
          "composition-adds": equal(largestOf(several), RESPONSES, INTEGRATED),
          "sharper-above-exact": atLeast(sharper, exact),
          "classic-above-sharper": atLeast(classic, sharper),
        },
        values: { classic, sharper, exact },
      };
    },
  }),
  controls: {
    "rho-as-epsilon": {
      says: "rho itself sold as epsilon, without 2 sqrt(rho log(1 / delta))",
      study: exactStudy({
        axes: { rho, delta },
        exact: ({ rho, delta }) => ({
          checks: { epsilon: atMost(gaussianEpsilon({ mu: Math.sqrt(2 * rho), delta }), rho) },
        }),
      }),
    },
    "quarter-of-the-square": {
      says: "epsilon-private mechanisms claimed to be (epsilon^2 / 4)-concentrated: randomized response is not",
      study: exactStudy({
        axes: { rho },
        exact: ({ rho }) => {
          const epsilon = Math.sqrt(2 * rho);
          return { checks: { rho: atMost(responseRho(epsilon, 1, 1.1), (epsilon * epsilon) / 4) } };
        },
      }),
    },
  },
};

const SHOWN_ORDERS = [1.1, 1.5, 2, 3, 5, 8, 12, 20, 32, 50, 80, 128, 200, 320, 512, 1024, 2048, 4096, 8192, 16_384];

/** D / order of the sampled Gaussian at an order that is large for the rate, and the bound that theory gives there. */
function atLargeOrder(noise: number, rate: number) {
  const whole = 1 / (2 * noise * noise);
  const order = Math.ceil(1 + (100 * log(1 / rate)) / whole);
  return { whole, order, found: divergence(mixtureFromNormal({ noise, rate }, order), order) / order };
}

const sampledRate = rateOf([0.1, 0.01], [0.5, 0.1, 0.01, 0.001], 0.9);
const sampledNoise = noiseOf([1, 4], [0.5, 1, 2, 4]);

export const samplingPart: PartDraft = {
  claim: "zcdp",
  asks: "Does the sampled Gaussian need the whole rho in the limit of large orders, whatever the rate?",
  study: exactStudy({
    axes: { rate: sampledRate, noise: sampledNoise },
    exact: ({ rate, noise }) => {
      const { whole, order, found } = atLargeOrder(noise, rate);
      const curve = poissonGaussianRenyi({ noiseMultiplier: noise, samplingRate: rate });
      const orders = SHOWN_ORDERS.filter((each) => each <= 1.5 * order);
      return {
        checks: {
          "at-least-99-percent": atLeast(found, 0.99 * whole),
          "at-most-whole": atMost(found, whole),
          "closed-form": equal(found, curve.epsilonAt(order) / order, INTEGRATED),
        },
        values: { order, orders, ratios: orders.map((each) => curve.epsilonAt(each) / each / whole) },
      };
    },
  }),
  controls: {
    "amplified-rho": {
      says: "rho multiplied by the sampling rate, as if sampling amplified it",
      study: exactStudy({
        axes: { rate: sampledRate, noise: sampledNoise },
        exact: ({ rate, noise }) => {
          const { whole, found } = atLargeOrder(noise, rate);
          return { checks: { rho: atMost(found, rate * whole) } };
        },
      }),
    },
  },
};
