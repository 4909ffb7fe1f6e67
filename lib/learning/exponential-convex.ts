/**
 * Exponential mechanism for convex empirical risk on a ball, in any dimension, sampled exactly.
 *
 * Theorem: the density proportional to exp(-lambda J(w)) on ||w|| <= R, with lambda = epsilon n / (2 D) and D the range of the loss
 * on the ball (`lossRange`), is epsilon-differentially private under `swap`, since the penalty is the same for neighbours. For a
 * convex loss the risk exceeds its minimum in the ball by at most d / lambda on average, without a logarithm: lambda^d times the
 * integral of the density does not fall with lambda.
 * Method: rejection from the envelope of the smaller mass (`tilted-envelope.ts`, `radial-envelope.ts`). No chain is run and nothing has to
 * mix: what is released has exactly this law, so that there is no delta to pay, and what is random is how long it takes.
 * Sources: McSherry, Talwar (FOCS 2007); Bassily, Smith, Thakurta (FOCS 2014); Bach (EJS 4, 2010) for the envelope.
 * Limits: after `mostProposals` an Error is thrown, and that, as the time taken, is not covered by the guarantee. Logistic loss takes 1 to
 * 100 proposals in the unit ball up to 20 features, and in a ball of radius 10 up to 40 with 5 features, but beyond all bounds with 10 or
 * more unless lambda is very small or several hundreds. A smooth loss and Lambda > 0. Float64; for study.
 * @claim exp-mech-erm
 */
import { log } from "../numerics/logarithm.ts";
import { count, optional, type ParametersOf, positive } from "../numerics/parameters.ts";
import { requireInteger, requirePositive } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { type Dataset, requireDataset, requireUnitNorms } from "./dataset.ts";
import { empiricalRisk } from "./empirical-risk.ts";
import { anyLoss } from "./loss.ts";
import { lossRange } from "./loss-range.ts";
import { radialEnvelope } from "./radial-envelope.ts";
import { riskAnchor } from "./risk-anchor.ts";
import { tiltedEnvelope } from "./tilted-envelope.ts";

export const exponentialConvexParameters = withBudget(["pure"], {
  loss: anyLoss,
  /** Lambda: the penalty is (Lambda/2) ||w||^2. */
  regularisation: positive,
  radius: positive,
  /** 1 000 000 without one. */
  mostProposals: optional(count, 1_000_000),
});

export type ExponentialConvexParameters = ParametersOf<typeof exponentialConvexParameters>;

export interface ExponentialDraw {
  readonly weights: Float64Array;
  /** How many it took. */
  readonly proposals: number;
}

export interface ExponentialConvex extends Mechanism<Dataset, Float64Array, Stream> {
  /** lambda: the density of n records is proportional to exp(-lambda J). */
  sharpness(rows: number): number;
  /** d / lambda: a bound on the expected excess of the risk over its minimum in the ball. */
  excessBound(rows: number, dimension: number): number;
  /** Draws from one dataset, for a study that takes many. */
  sampler(data: Dataset): (random: Stream) => ExponentialDraw;
}

export function exponentialConvex(parameters: ExponentialConvexParameters): ExponentialConvex {
  const { loss, regularisation, radius, guarantee, mostProposals } = exponentialConvexParameters.read(parameters);
  const { epsilon } = guarantee;
  const range = lossRange(loss, radius);
  const sharpness = (rows: number) => {
    requireInteger({ rows }, 1);
    const lambda = (epsilon * rows) / (2 * range);
    requirePositive({ "epsilon n / (2 range)": lambda });
    return lambda;
  };
  const sampler = (data: Dataset) => {
    requireDataset(data);
    requireUnitNorms(data);
    const risk = empiricalRisk({ data, loss, regularisation });
    const target = { risk, sharpness: sharpness(data.rows), radius };
    const anchor = riskAnchor(risk, radius);
    const [tilted, curved] = [tiltedEnvelope(target, anchor), radialEnvelope(target, anchor)];
    const envelope = tilted.logMass < curved.logMass ? tilted : curved;
    return (random: Stream): ExponentialDraw => {
      for (let proposals = 1; proposals <= mostProposals; proposals++) {
        const { weights, logShare } = envelope.propose(random);
        if (logShare > -Infinity && log(sampleUniform(random)) < logShare) return { weights, proposals };
      }
      throw new Error(`exponentialConvex took none of ${mostProposals} proposals: its envelope is too loose here`);
    };
  };
  return {
    name: "exponential-convex",
    neighbours: "swap",
    guarantee,
    sharpness,
    excessBound(rows, dimension) {
      requireInteger({ dimension }, 1);
      return dimension / sharpness(rows);
    },
    sampler,
    release: (data, random) => sampler(data)(random).weights,
  };
}
