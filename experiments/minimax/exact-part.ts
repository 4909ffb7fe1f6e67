/**
 * The exact optimum between the bounds and the mechanisms: how much each lower bound, and each mechanism, gives away.
 *
 * Bounds must be at most the optimum, so at most its certified upper end. A mechanism's worst risk over the grid of shares, on
 * which the least favourable prior lives, must be at least the certified lower end.
 */
import { type ExactMinimax, exactMinimax } from "../../lib/bounds/exact-minimax.ts";
import { fano } from "../../lib/bounds/fano.ts";
import { leCamAt } from "../../lib/bounds/le-cam.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import {
  allAtMost,
  atLeast,
  atMost,
  axis,
  type Check,
  epsilonAtMost,
  equal,
  exactStudy,
  type Part,
  z,
} from "../kit.ts";
import { bitBounds, classicBound } from "./bit-bounds.ts";
import { PRIVATE_ESTIMATORS, type PrivateEstimator, privateRisk } from "./estimators.ts";

const MODELS = ["central", "local"] as const;

interface ExactCell {
  readonly model: (typeof MODELS)[number];
  readonly bits: number;
  readonly epsilon: number;
}

const epsilonOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.number().min(0.01).max(10), { means: "epsilon", quick, full });
const bitsOf = (quick: readonly number[], full: readonly number[] = quick) =>
  axis(z.int().min(1).max(100), { means: "records, each a bit", quick, full });

/** The interval is narrower than 2 % of its upper end. */
const WIDTH = 0.02;

function optimumOf({ model, bits, epsilon }: ExactCell): Promise<ExactMinimax> {
  const grid = bits <= 30 ? 41 : 81;
  return exactMinimax({ size: bits, guarantee: pure(epsilon), model, target: "population", loss: "absolute", grid });
}

/** Le Cam's bound for the answers of randomized response, whose share of ones moves by tanh(epsilon / 2) times the distance. */
function localBound(size: number, epsilon: number): number {
  const contrast = tanh(epsilon / 2);
  const best = classicBound(size);
  if (best.pair.separation <= contrast) return best.value / contrast;
  const model = { kind: "bernoulli" } as const;
  return leCamAt({ model, size, form: "total-variation", factor: "half" }, contrast).value / contrast;
}

function boundsOf({ model, bits: size, epsilon }: ExactCell): Readonly<Record<string, number>> {
  const { classic, metric, coupling, printed } = bitBounds(size, epsilon);
  const packing = { model: { kind: "product-bernoulli", dimension: 1 }, size, guarantee: pure(epsilon) } as const;
  const common = { "le-cam": classic, "private-le-cam": metric, coupling, printed };
  return model === "local"
    ? { ...common, "local-le-cam": localBound(size, epsilon) }
    : { ...common, fano: fano({ ...packing, markov: "best" }).value };
}

const CENTRAL: readonly PrivateEstimator[] = PRIVATE_ESTIMATORS.filter((name) => name !== "local-response");

/** The worst risk of each mechanism over the shares of the prior. */
function mechanismRisks(
  { model, bits: size, epsilon }: ExactCell,
  { prior }: ExactMinimax,
): Readonly<Record<string, number>> {
  const names = model === "local" ? (["local-response"] as const) : CENTRAL;
  return Object.fromEntries(
    names.map((name) => [
      name,
      prior.reduce((worst, { share }) => Math.max(worst, privateRisk(name, { size, epsilon, theta: share })), 0),
    ]),
  );
}

/** The largest loss over all neighbouring counts. */
function auditOf({ mechanism }: ExactMinimax, { bits }: ExactCell, claimed: number): Check {
  const pairs = Array.from({ length: bits }, (_, ones) => ({
    first: mechanism.law(ones),
    second: mechanism.law(ones + 1),
  }));
  return allAtMost(pairs.map((pair) => epsilonAtMost(pair, claimed)));
}

const model = axis(z.enum(MODELS), { means: "who is trusted: one who sees all bits, or nobody", quick: MODELS });

export const exactPart: Part = {
  claim: "exact-minimax",
  asks: "Where between the lower bounds and the mechanisms is the risk of the best private estimator?",
  study: exactStudy({
    axes: {
      model,
      bits: bitsOf([1, 5, 20], [1, 2, 5, 10, 20, 50, 100]),
      epsilon: epsilonOf([0.3, 1], [0.1, 0.3, 1, 3]),
    },
    where: ({ bits, epsilon }) => bits * epsilon <= 500,
    exact: async (cell) => {
      const optimum = await optimumOf(cell);
      const { lower, upper } = optimum;
      const bounds = boundsOf(cell);
      const risks = mechanismRisks(cell, optimum);
      const named = (numbers: Readonly<Record<string, number>>, check: (value: number) => Check) =>
        Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, check(value)]));
      return {
        checks: {
          ...named(bounds, (bound) => atMost(bound, upper)),
          ...named(risks, (risk) => atLeast(risk, lower)),
          interval: atMost(upper / lower - 1, WIDTH),
          private: auditOf(optimum, cell, cell.epsilon),
          // Nature mixes the shares 0, 1/2 and 1.
          ...(cell.bits === 1 && { "closed-form": equal(lower, (1 + exp(-cell.epsilon)) / 4, { absolute: 1e-7 }) }),
        },
        values: { lower, upper, "worst-share": optimum.worstShare, bounds, risks },
      };
    },
  }),
  controls: {
    "raised-bound": {
      says: "a lower bound 5 % above the optimum, against the risk of the best mechanism",
      study: exactStudy({
        axes: { model, bits: bitsOf([3, 15]), epsilon: epsilonOf([0.5, 2]) },
        exact: async (cell) => {
          const { lower, upper } = await optimumOf(cell);
          return { checks: { bound: atMost(1.05 * lower, upper) } };
        },
      }),
    },
    "less-epsilon": {
      says: "the best epsilon-private mechanism, claimed to be 0.9 epsilon-private",
      study: exactStudy({
        axes: { bits: bitsOf([3, 15]), epsilon: epsilonOf([0.5, 2]) },
        exact: async (cell) => {
          const central = { ...cell, model: "central" } as const;
          return { checks: { private: auditOf(await optimumOf(central), central, 0.9 * cell.epsilon) } };
        },
      }),
    },
  },
};
