/**
 * A session of noisy comparisons: an analyst asks one query after another, each chosen from the answers so far, until the allowed number
 * of aboves is used up.
 *
 * The threshold, its noise and the queries' values stay inside: all that leaves is "above" or "below". A question after the last
 * allowed above throws BudgetExceeded.
 * Rules on a grid make comparisons in integers alone, from any source.
 * Limits: whoever holds the stream can draw the noise again.
 */
import { requireFiniteData } from "../numerics/requirements.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Random } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import type { ComparisonNoise } from "./comparison-law.ts";
import { type GridComparison, gridComparisons } from "./grid-comparison.ts";

export type ThresholdAnswer = "above" | "below";

interface SessionLimits {
  /** How many aboves are allowed. */
  readonly aboves: number;
  /** Whether the threshold has fresh noise after every above. */
  readonly resample: boolean;
}

export interface ThresholdRules extends ComparisonNoise, SessionLimits {
  readonly threshold: number;
}

export interface GridThresholdRules extends GridComparison, SessionLimits {}

export class ThresholdSession {
  readonly #limits: SessionLimits;
  readonly #comparisons: ReturnType<typeof gridComparisons>;
  #left: number;

  constructor(rules: GridThresholdRules, random: Random);
  constructor(rules: ThresholdRules, random: Stream);
  constructor(rules: ThresholdRules | GridThresholdRules, random: Stream) {
    this.#limits = rules;
    this.#comparisons = "grid" in rules ? gridComparisons(rules, random) : floatComparisons(rules, random);
    this.#comparisons.renew();
    this.#left = rules.aboves;
  }

  /** How many aboves are left. */
  get left(): number {
    return this.#left;
  }

  /** The value of the next query on the data, compared with the threshold. */
  ask(value: number): ThresholdAnswer {
    requireFiniteData({ value });
    if (this.#left === 0) {
      const { aboves } = this.#limits;
      throw new BudgetExceeded(`queries must be asked before the last above, got one after all ${aboves}`);
    }
    if (!this.#comparisons.isAbove(value)) return "below";
    this.#left--;
    if (this.#limits.resample) this.#comparisons.renew();
    return "above";
  }
}

function floatComparisons({ threshold, thresholdScale, queryScale }: ThresholdRules, random: Stream) {
  let level = 0;
  return {
    renew: () => {
      level = sampleLaplace(thresholdScale, random);
    },
    isAbove: (value: number) => {
      const noise = queryScale === 0 ? 0 : sampleLaplace(queryScale, random);
      return value - threshold + noise > level;
    },
  };
}
