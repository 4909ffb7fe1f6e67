/**
 * How far a private changepoint is from the true one.
 *
 * Theorem: let every record before the true place follow the law before, every other the law after, independently; let A be the
 * width of the ratio's range, C the smaller of its two drifts (without clamping the Kullback-Leibler divergences) and b = A /
 * epsilon. Then P(|released - true| > a) <= 2 sum over j > a of e^(-j C^2 / (2 A^2)) + (1 + j C / (4 b)) e^(-j C / (2 b)) / 2,
 * whatever the number of records. For a place j away to win, the sum of j ratios must miss its mean by j C / 2 (Hoeffding), or the
 * difference of two Laplace noises must exceed j C / 2.
 * Source: our own; the idea is in Cummings, Krehbiel, Mei, Tuo, Zhang (NeurIPS 2018), whose constants are not used.
 * Accuracy: the sums are closed forms, to 1e-12 relative. Limits: an upper bound, several times what is seen (151 where 95 % of
 * errors are at most 12).
 * @example
 * ```ts
 * import { changepointError } from "epsilab/continual";
 * const model = { kind: "bernoulli", before: 0.2, after: 0.8 } as const;
 * changepointError({ epsilon: 1, model, errorRate: 0.05 }); // => 151
 * changepointError({ epsilon: 0.1, model, errorRate: 0.05 }); // => 599
 * ```
 * @claim pcpd-offline
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { integer, openProbability, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireScale } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { PureGuarantee } from "../../privacy/guarantees/guarantee.ts";
import { SHIFTED } from "./changepoint.ts";
import { driftOf, type KnownShift, shiftRatios } from "./shift-model.ts";

export const changepointTailParameters = withBudget(["pure"], { ...SHIFTED, error: integer(0) });

type ChangepointTailParameters = ParametersOf<typeof changepointTailParameters> & {
  readonly model: KnownShift;
};

/** An upper bound of the probability that the place released is more than `error` records from the true one. */
export function changepointTail(parameters: ChangepointTailParameters): number {
  const { error, ...read } = changepointTailParameters.read(parameters);
  return Math.min(1, tailOf({ ...read, model: parameters.model })(error));
}

export const changepointErrorParameters = withBudget(["pure"], { ...SHIFTED, errorRate: openProbability });

type ChangepointErrorParameters = ParametersOf<typeof changepointErrorParameters> & {
  readonly model: KnownShift;
};

/** The smallest error that is exceeded with probability at most beta, by that bound. */
export function changepointError(parameters: ChangepointErrorParameters): number {
  const { errorRate, ...read } = changepointErrorParameters.read(parameters);
  const tail = tailOf({ ...read, model: parameters.model });
  let most = 1;
  while (!(tail(most) <= errorRate)) {
    if (most > FURTHEST) refuse("errorRate", `reached within ${FURTHEST} records`, errorRate);
    most *= 2;
  }
  let least = -1;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (tail(middle) <= errorRate) most = middle;
    else least = middle;
  }
  return most;
}

const FURTHEST = 4503599627370496; // 2^52

interface Detector {
  readonly guarantee: PureGuarantee;
  readonly model: KnownShift;
  readonly width: number | undefined;
}

function tailOf({ guarantee: { epsilon }, model, width }: Detector): (error: number) => number {
  const ratios = shiftRatios(model, width);
  const scale = ratios.width / epsilon;
  requireScale({ epsilon, "width / epsilon": scale });
  const drift = driftOf(ratios);
  const share = drift / ratios.width;
  const [data, noise] = [(share * share) / 2, drift / scale / 2];
  return (error) => {
    const next = error + 1;
    const left = -expm1(-noise);
    // The sums over j >= next of e^(-u j), and of j e^(-u j).
    const sum = (rate: number) => exp(-rate * next) / -expm1(-rate);
    const first = exp(-noise * next) * ((next + exp(-noise) / left) / left);
    return 2 * sum(data) + sum(noise) + (noise / 2) * first;
  };
}
