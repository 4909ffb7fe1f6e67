/**
 * Upper tails of fair binomials along a path of neighbouring arguments, each from the one before.
 *
 * Method: P(K >= least) and P(K = least) of K from Bin(trials, 1/2) change by one mass when an argument changes by one (Pascal's
 * rule). The error of what is carried is bounded as it grows; beyond 1e-13 of the tail, after a jump of more than four or at an
 * end, both are computed afresh.
 * Accuracy: relative error of the tail below 3e-13, of the mass below 1e-13. An impossible tail is 0, a certain one 1 with mass 0.
 */
import { binomialLogMass, binomialUpperTail } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";

interface FairTail {
  /** P(K >= least). */
  readonly tail: number;
  /** P(K = least). */
  readonly mass: number;
}

const FARTHEST = 4;
const MOST_STEPS = 128;
const UNIT = 2 * Number.EPSILON;

export function fairTails(): { at(trials: number, least: number): FairTail } {
  let [n, k, tail, mass, error, steps] = [-1, 0, 0, 0, 0, 0];
  const refresh = (trials: number, least: number) => {
    tail = binomialUpperTail({ trials, successes: least, probability: 0.5 });
    mass = exp(binomialLogMass({ trials, successes: least, probability: 0.5 }));
    [n, k, steps, error] = [trials, least, 0, 2e-14 * tail];
  };
  const carried = (change: number) => {
    tail += change;
    error += UNIT * tail + 1e-13 * Math.abs(change);
    steps++;
  };
  return {
    at: (trials, least) => {
      if (least < 0) return { tail: 1, mass: 0 };
      if (least > trials) return { tail: 0, mass: 0 };
      const far = Math.abs(trials - n) + Math.abs(least - k) > FARTHEST;
      if (n < 0 || far || steps > MOST_STEPS || least === 0 || k === 0 || least >= trials || k >= n)
        refresh(trials, least);
      while (n < trials) {
        carried((mass * k) / (n - k + 1) / 2);
        mass *= (n + 1) / (2 * (n + 1 - k));
        n++;
      }
      while (k > least) {
        mass *= k / (n - k + 1);
        carried(mass);
        k--;
      }
      while (k < least) {
        carried(-mass);
        mass *= (n - k) / (k + 1);
        k++;
      }
      if (n !== trials || !(error <= 1e-13 * tail)) refresh(trials, least);
      return { tail, mass };
    },
  };
}
