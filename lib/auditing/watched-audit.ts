/**
 * Watched audit: an audit of a black box that may be looked at while it runs, and stopped at any look.
 *
 * `watchAudit` draws from two neighbours, chooses one event for each direction on the first `training` outputs, and then bets on
 * further pairs of outputs against the claim and against a grid of other epsilons. Each step of the generator is a look; the caller
 * stops when it has seen enough.
 * Theorem: with probability at least 1 - errorRate no look of the whole run refutes a claim that is true, and no `lowerBound`
 * exceeds the epsilon that the two inputs need at delta. For at each epsilon the mean of the e-values of both directions is an
 * e-value at all times (`eventEValue`); `lowerBound` is the last epsilon of the grid up to which every one was refuted, and the
 * claim, which is of the grid, is violated when it has been reached: so an error of either kind refutes the first epsilon of the
 * grid that is true.
 * Source: Ville (1939); Waudby-Smith, Ramdas (JRSS B 2024). Repeated looks at Clopper-Pearson limits have no such guarantee.
 * Limits: the bound moves on the grid of epsilons (0.05 apart unless given, up to 12; the claim is one of them). Of randomized
 * response it refutes epsilon = 1 at 0.05 after 529, 137 and 45 pairs in the mean where the truth is 1.25, 1.5 and 2 (experiment
 * `auditing-methods`). Never certifies privacy.
 * @example
 * ```ts
 * import { sampleLaplace, stream } from "epsilab";
 * import { halfLineEvent, watchAudit } from "epsilab/auditing";
 * const half = (value: number, random: Parameters<typeof sampleLaplace>[1]) => value + sampleLaplace(0.5, random);
 * const claim = { epsilon: 1, delta: 0, errorRate: 0.01, inputs: [0, 1] as const };
 * const plan = { choose: halfLineEvent((output: number) => output), training: 1000, batchSize: 100, draws: 50_000 };
 * const looks = watchAudit(half, { ...claim, ...plan }, stream(1, "watched"));
 * let last = looks.next();
 * while (!last.done && last.value.verdict !== "violated") last = looks.next();
 * last.value?.draws; // => 1100
 * ```
 * @claim watched-audit
 */
import { exp } from "../numerics/exponential.ts";
import { arrayOf, count, declare, integer, nonNegative, optional } from "../numerics/parameters.ts";
import { refuse, requireFunction, requireInteger } from "../numerics/requirements.ts";
import { requireParentStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import type { PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import type { PrivacyClaim } from "./discrete-audit.ts";
import type { Event, EventChoice } from "./event-choice.ts";
import { eventLogWealth, type PairCounts } from "./event-e-value.ts";
import { DRAWN, sampledClaim } from "./sampled-audit.ts";

export const watchedClaim = declare(
  {
    ...sampledClaim.declared,
    inputs: DRAWN.inputs,
    training: integer(2),
    batchSize: count,
    draws: count,
    epsilons: optional(arrayOf(nonNegative, 0)),
  },
  ({ training, draws }) => requireInteger({ draws }, training + 1),
);

export interface WatchedClaim<Input, Output> extends PrivacyClaim {
  readonly inputs: readonly [Input, Input];
  readonly choose: EventChoice<Output>;
  readonly errorRate: number;
  /** How many outputs of each input choose the events; they are not bet on. */
  readonly training: number;
  /** Outputs of each input between two looks. */
  readonly batchSize: number;
  /** Outputs of each input after which the run ends by itself. */
  readonly draws: number;
  /** The epsilons that the lower bound may take, rising. */
  readonly epsilons?: readonly number[];
}

export interface Look extends PrivacyVerdict {
  /** Outputs of each input so far, those that chose the events included. */
  readonly draws: number;
  /** Of the claim, now; it has reached 1 / errorRate at some look if the verdict is `violated`, and may fall again. */
  readonly eValue: number;
}

const GRID: readonly number[] = Array.from({ length: 241 }, (_, k) => k / 20);

export function watchAudit<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  watched: WatchedClaim<Input, Output>,
  random: Stream,
): Generator<Look, void> {
  requireFunction({ release });
  watchedClaim.read(watched as WatchedClaim<Input, never>, "watched");
  requireParentStream(random);
  return looks(release, watched, random);
}

function* looks<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  {
    epsilon,
    delta,
    errorRate,
    inputs,
    choose,
    training,
    batchSize,
    draws,
    epsilons = GRID,
  }: WatchedClaim<Input, Output>,
  random: Stream,
): Generator<Look, void> {
  const grid = gridWith(epsilons, epsilon);
  const sources = [random.child(0), random.child(1)] as const;
  const draw = (side: 0 | 1) => release(inputs[side], sources[side]);
  const [first, second] = ([0, 1] as const).map((side) => Array.from({ length: training }, () => draw(side)));
  const choice = { delta, errorRate: errorRate / 2 };
  const forward = tally(choose({ ...choice, over: first, under: second }));
  const backward = tally(choose({ ...choice, over: second, under: first }));
  const eValue = (at: number) => {
    const claim = { epsilon: at, delta };
    return (exp(eventLogWealth(forward.counts, claim)) + exp(eventLogWealth(backward.counts, claim))) / 2;
  };
  let refuted = 0;
  for (let drawn = training; drawn < draws; ) {
    for (const end = Math.min(draws, drawn + batchSize); drawn < end; drawn++) {
      const [x, y] = [draw(0), draw(1)];
      forward.add(x, y);
      backward.add(y, x);
    }
    while (refuted < grid.length && eValue(grid[refuted]) >= 1 / errorRate) refuted++;
    yield {
      verdict: refuted > grid.indexOf(epsilon) ? "violated" : "not-refuted",
      lowerBound: refuted === 0 ? 0 : grid[refuted - 1],
      draws: drawn,
      eValue: Math.min(eValue(epsilon), Number.MAX_VALUE),
    };
  }
}

interface Tally<Output> {
  readonly counts: PairCounts;
  add(over: Output, under: Output): void;
}

function tally<Output>(event: Event<Output>): Tally<Output> {
  const counts = { both: 0, overOnly: 0, underOnly: 0, neither: 0 };
  return {
    counts,
    add: (over, under) => {
      if (event(over)) counts[event(under) ? "both" : "overOnly"]++;
      else counts[event(under) ? "underOnly" : "neither"]++;
    },
  };
}

function gridWith(epsilons: readonly number[], claimed: number): readonly number[] {
  epsilons.forEach((epsilon, k) => {
    if (k > 0 && !(epsilon > epsilons[k - 1]))
      refuse(`epsilons[${k}]`, `above the one before it, ${epsilons[k - 1]}`, epsilon);
  });
  return [...new Set([...epsilons, claimed])].sort((a, b) => a - b);
}
