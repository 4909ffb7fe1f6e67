/**
 * The sum of the privacy losses of many equal steps, which is the logarithm of the likelihood ratio of all that they release: its laws.
 *
 * Method: the loss of a step on a grid that keeps mass, mean and variance, composed by Fourier transform (lib/privacy). Half-way
 * between points of the grid the law is summed, and it is linear between those.
 * Accuracy: 1e-6 of the probability at a given loss, as if the loss were a millionth off, and 1e-8 of the curve, as compared with
 * Gaussian steps.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { type ComposedLoss, composeLosses } from "../../lib/privacy/loss/loss-composition.ts";
import { lossGrids } from "../../lib/privacy/loss/loss-grid.ts";
import { tiltedRange } from "../../lib/privacy/loss/loss-tilt.ts";
import type { PldPair, PrivacyLoss } from "../../lib/privacy/loss/privacy-loss.ts";
import { tradeOffOfMasses } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import type { FiniteTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";

const STEP = 1 / 2048;
const LOG_NEGLIGIBLE = -36;

export interface TotalLoss {
  /** Of the loss without the record, then with it. */
  readonly laws: readonly [Cumulative, Cumulative];
  /** From the law without the record alone: with it a loss is likelier by e^loss. */
  readonly curve: FiniteTradeOff;
}

interface Cumulative {
  cdf(loss: number): number;
}

export function totalLoss({ remove, add }: PldPair, times: number, step = STEP): TotalLoss {
  // With the record the loss is that of `remove`; without it, minus that of `add`.
  const [present, absent] = [composed(remove, times, step), composed(add, times, step)];
  return {
    laws: [{ cdf: (loss) => tailFrom(absent, -loss) }, { cdf: (loss) => 1 - tailFrom(present, loss) }],
    curve: curveOf(absent),
  };
}

function composed(loss: PrivacyLoss, times: number, step: number): ComposedLoss {
  const { estimate } = lossGrids(loss.pieces(1e-18), step);
  const events = [{ grid: estimate, times }];
  return composeLosses({ events, tilt: 0, range: tiltedRange(events, 0, LOG_NEGLIGIBLE) });
}

/** The probability of a loss above `from`, linear between the middles of two points of the grid. */
function tailFrom({ plain, bottom, step }: ComposedLoss, from: number): number {
  const at = (from - bottom) / step + 0.5; // the mass of a point is spread over half a step to both sides
  if (at <= 0) return 1;
  const point = Math.floor(at);
  if (point >= plain.length - 1) return 0;
  const tail = plain[point] + (at - point) * (plain[point + 1] - plain[point]);
  return Math.min(1, Math.max(0, tail));
}

function curveOf({ plain, bottom, step }: ComposedLoss): FiniteTradeOff {
  const masses: number[] = [];
  const losses: number[] = [];
  for (let k = 0; k + 1 < plain.length; k++) {
    const mass = plain[k] - plain[k + 1];
    if (mass < 1e-17) continue; // rounding
    masses.push(mass);
    losses.push(-(bottom + k * step));
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const likelier = masses.map((mass, k) => mass * exp(losses[k]));
  const [nulls, members] = [sum(masses), sum(likelier)];
  return tradeOffOfMasses({
    logNull: masses.map((mass) => log(mass / nulls)),
    logAlternative: likelier.map((mass) => log(mass / members)),
  });
}
