/**
 * A session of noisy comparisons: an analyst asks one query after another, each chosen from the answers so far, until the allowed number
 * of aboves is used up.
 *
 * The threshold, its noise and the queries' values stay inside: all that leaves is "above" or "below". A question after the last
 * allowed above throws BudgetExceeded.
 * Limits: whoever holds the stream can draw the noise again.
 */
import { requireFiniteData } from "../numerics/requirements.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";
import type { ComparisonNoise } from "./comparison-law.ts";

export type ThresholdAnswer = "above" | "below";

export interface ThresholdRules extends ComparisonNoise {
  readonly threshold: number;
  /** How many aboves are allowed. */
  readonly aboves: number;
  /** Whether the threshold has fresh noise after every above. */
  readonly resample: boolean;
}

export class ThresholdSession {
  readonly #rules: ThresholdRules;
  readonly #random: Stream;
  #noise: number;
  #left: number;

  constructor(rules: ThresholdRules, random: Stream) {
    this.#rules = rules;
    this.#random = random;
    this.#noise = sampleLaplace(rules.thresholdScale, random);
    this.#left = rules.aboves;
  }

  /** How many aboves are left. */
  get left(): number {
    return this.#left;
  }

  /** The value of the next query on the data, compared with the threshold. */
  ask(value: number): ThresholdAnswer {
    requireFiniteData({ value });
    const { threshold, thresholdScale, queryScale, aboves, resample } = this.#rules;
    if (this.#left === 0) {
      throw new BudgetExceeded(`queries must be asked before the last above, got one after all ${aboves}`);
    }
    const noise = queryScale === 0 ? 0 : sampleLaplace(queryScale, this.#random);
    if (!(value - threshold + noise > this.#noise)) return "below";
    this.#left--;
    if (resample) this.#noise = sampleLaplace(thresholdScale, this.#random);
    return "above";
  }
}
