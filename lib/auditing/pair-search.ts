/**
 * Search for the worst neighbouring inputs of a black box, within a budget of draws.
 *
 * Method: successive halving. Half of the budget searches, in rounds: every pair left is drawn from equally often, an event is
 * chosen on one half of its outputs and its log-ratio judged on the other, and the better half of the pairs goes on to the next
 * round. The other half of the budget is drawn again from the one pair that is left, and audited by `auditRelease`.
 * Theorem: the outputs that certify are independent of those that chose the pair, so the lower bound holds with probability at
 * least 1 - errorRate, whatever the search did. Bounds from the outputs of the search itself would not: the largest of many is too
 * large.
 * Source: Karnin, Koren, Somekh (ICML 2013) for the halving; Ding, Wang, Wang, Zhang, Kifer (CCS 2018) for searching inputs by one
 * part of the draws.
 * Limits: looks at the pairs given only (`neighbouringPairs` lists those of a small domain), and may miss the worst of them; then
 * the bound is smaller, never wrong.
 * @example
 * ```ts
 * import { sampleLaplace, stream, type Stream } from "epsilab";
 * import { halfLineEvent, neighbouringPairs, searchPair } from "epsilab/auditing";
 * // Noise for counts of at most one record, and a record of 3 counts three times.
 * const release = (records: readonly number[], random: Stream) => records.reduce((a, b) => a + b, 0) + sampleLaplace(1, random);
 * const pairs = [...neighbouringPairs({ universe: [0, 1, 3], size: 2, neighbours: "add-remove" })];
 * const search = { pairs, epsilon: 1, delta: 0, draws: 60_000, errorRate: 0.01, choose: halfLineEvent((output: number) => output) };
 * const { verdict, pair, lowerBound } = searchPair(release, search, stream(1, "search"));
 * [verdict, pair[0].length - pair[1].length, lowerBound]; // => ["violated", 1, 2.7540...]
 * ```
 * @claim audited-pair-search
 */
import { log } from "../numerics/logarithm.ts";
import { declare, integer, made } from "../numerics/parameters.ts";
import { refuse, requireFunction, requireList } from "../numerics/requirements.ts";
import { requireParentStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { wilson } from "../statistics/proportion-interval.ts";
import {
  auditRelease,
  type CountedEvent,
  countedEvents,
  drawPair,
  type SampledClaim,
  type SampledPair,
  type SampledVerdict,
  sampledClaim,
} from "./sampled-audit.ts";

export const pairSearch = declare({
  ...sampledClaim.declared,
  pairs: made<readonly (readonly [unknown, unknown])[]>(requirePairs),
  draws: integer(4),
});

export function requirePairs(pairs: readonly unknown[], name: string): void {
  requireList(name, pairs);
  if (!(pairs.length >= 1)) refuse(name, "at least one", pairs.length);
  for (const [k, pair] of pairs.entries()) requireList(`${name}[${k}]`, pair as readonly unknown[], 2);
}

export interface PairSearch<Input, Output> extends SampledClaim<Output> {
  /** Neighbouring inputs among which the worst is sought. */
  readonly pairs: readonly (readonly [Input, Input])[];
  /** From all inputs together. */
  readonly draws: number;
}

export interface SearchedPair<Input> extends Omit<SampledVerdict, "draws"> {
  /** The pair that was audited. */
  readonly pair: readonly [Input, Input];
  /** From all inputs together, those of the search included. */
  readonly draws: number;
}

/** The error rate of the limits by which the search ranks pairs; it certifies nothing. */
const RANKING_RATE = 0.3;
/** The least number of draws from an input in a round. */
const LEAST = 8;

export function searchPair<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  search: PairSearch<Input, Output>,
  random: Stream,
): SearchedPair<Input> {
  requireFunction({ release });
  const rounds = searchRounds(search);
  requireParentStream(random);
  const { pairs: _, draws: __, ...claim } = search;
  for (let step = rounds.next(); ; ) {
    if (step.done) {
      const { pair, draws, spent } = step.value;
      const { draws: certified, ...found } = auditRelease(
        release,
        { ...claim, inputs: pair, draws },
        random.child("certify"),
      );
      return { ...found, pair, draws: spent + 2 * certified };
    }
    const { round, places, draws } = step.value;
    step = rounds.next(
      places.map((k) => drawPair(release, { inputs: search.pairs[k], draws }, random.child("search", round, k)).pair),
    );
  }
}

/** What a round of the search asks for: that many outputs of both inputs of each pair that is left. */
export interface SearchRound {
  readonly round: number;
  /** Which of the pairs are left. */
  readonly places: readonly number[];
  readonly draws: number;
}

/** The pair that is left, and what remains to certify it. */
export interface FoundPair<Input> {
  readonly pair: readonly [Input, Input];
  /** From each input. */
  readonly draws: number;
  /** From all inputs together, by the search. */
  readonly spent: number;
}

/** The search as its rounds, each given the outputs it asks for, for those who cannot draw at once. */
export function searchRounds<Input, Output>(
  search: PairSearch<Input, Output>,
): Generator<SearchRound, FoundPair<Input>, readonly SampledPair<Output>[]> {
  pairSearch.read(search as PairSearch<Input, never>, "search");
  const { pairs, draws } = search;
  const rounds = roundsOf(pairs.length);
  const least = 4 * LEAST * rounds * pairs.length;
  if (draws < least)
    refuse("draws", `at least ${least}, to draw ${LEAST} times from each input in ${rounds} rounds`, draws);
  return halvings(search, rounds);
}

function* halvings<Input, Output>(
  { pairs, draws, choose, delta }: PairSearch<Input, Output>,
  rounds: number,
): Generator<SearchRound, FoundPair<Input>, readonly SampledPair<Output>[]> {
  let [left, spent] = [pairs.map((_, k) => k), 0];
  for (let round = 0; left.length > 1; round++) {
    const each = Math.floor(draws / (4 * rounds * left.length));
    const drawn = yield { round, places: left, draws: each };
    const ranked = left.map((k, place) => ({
      k,
      value: promise(countedEvents(drawn[place], { choose, delta, errorRate: RANKING_RATE }), delta),
    }));
    spent += 2 * each * left.length;
    ranked.sort((a, b) => b.value - a.value || a.k - b.k);
    left = ranked.slice(0, Math.ceil(left.length / 2)).map(({ k }) => k);
  }
  return { pair: pairs[left[0]], draws: Math.floor((draws - spent) / 2), spent };
}

/** How often a list of that many can be halved, rounded up, before one is left. */
function roundsOf(count: number): number {
  let rounds = 0;
  for (let left = count; left > 1; left = Math.ceil(left / 2)) rounds++;
  return rounds;
}

/** The larger log-ratio of both directions, by quick limits. */
function promise<Output>(events: readonly CountedEvent<Output>[], delta: number): number {
  const values = events.map(({ over, under }) => {
    const lower = wilson({ ...over, errorRate: RANKING_RATE }).lower - delta;
    return lower > 0 ? log(lower / wilson({ ...under, errorRate: RANKING_RATE }).upper) : -Infinity;
  });
  return Math.max(values[0], values[1]);
}
