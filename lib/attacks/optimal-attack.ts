/**
 * The optimal attack: the likelihood-ratio test that tells from an output which of two inputs a mechanism was given.
 *
 * Theorem: for every level (false-positive rate) the test that says "the second input" where the likelihood ratio is large, and
 * tosses a coin at its threshold, has the least false-negative rate of all tests. The curve of both rates is the trade-off curve of
 * the two laws.
 * Source: Neyman, Pearson (1933), "On the problem of the most efficient tests of statistical hypotheses", doi:10.1098/rsta.1933.0009;
 * Dong, Roth, Su (JRSS B 2022) for privacy as this curve.
 * - Discrete laws: outcome by outcome, exact up to the mass that the laws neglect; ties are decided by a coin.
 * - Normal laws of one deviation (vectors too) and Laplace laws of one scale: a threshold of one number, exact, without coins.
 * - All other laws with densities: the output is known by its cell (`cell-laws.ts`); the test is the best on cells and its curve exact.
 * Limits: refuses a mechanism without a law. The score is that on which the test decides: of cells, where it decides by cells. For vectors
 * with many changed coordinates the cells are coarse, and a better test may exist.
 * @example
 * ```ts
 * import { laplace, optimalAttack, stream } from "epsilab";
 * const attack = optimalAttack(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }), [0, 1]);
 * attack.score(0.75); // => 0.5000...
 * attack.curve.power(0.1); // => 0.2718...
 * attack.decide(3, 0.1, stream(20261115, "attack")); // => true
 * ```
 * @claim mia-np
 * @also membership inference, hypothesis test
 */
import { normalCdf } from "../numerics/normal.ts";
import { refuse, requireInputPair, requireMechanism, requireProbability } from "../numerics/requirements.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { AnyLaw, ContinuousLaw, DiscreteLaw } from "../privacy/loss/law.ts";
import { lawTradeOff } from "../privacy/trade-off/law-trade-off.ts";
import type { TradeOff } from "../privacy/trade-off/trade-off.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { cellScores } from "./cell-laws.ts";
import { segmentTest } from "./segment-test.ts";

export interface OptimalAttack<Output> {
  /** How much likelier the output is from the second input, as a logarithm; 0 where it is impossible from both. */
  score(output: Output): number;
  /** Does the test of this false-positive rate say that the input was the second one? */
  decide(output: Output, level: number, random: Stream): boolean;
  /** The error rates of the test at every level, "the first input" being the null. */
  readonly curve: TradeOff;
}

export function optimalAttack<Input, Output, Source>(
  mechanism: Mechanism<Input, Output, Source>,
  pair: readonly [Input, Input],
): OptimalAttack<Output> {
  requireMechanism(mechanism);
  requireInputPair(pair);
  if (mechanism.law === undefined) return refuse(`law of ${mechanism.name}`, "known", undefined);
  const [first, second] = [mechanism.law(pair[0]) as AnyLaw, mechanism.law(pair[1]) as AnyLaw];
  return attackOnLaws(first, second) as OptimalAttack<Output>;
}

function attackOnLaws(first: AnyLaw, second: AnyLaw): OptimalAttack<never> {
  const curve = lawTradeOff(first, second);
  if (first.kind === "discrete" && second.kind === "discrete" && curve?.kind === "finite") {
    const score = (output: unknown) => logRatio(first, second, output);
    return { score, decide: onLevels(segmentTest(curve), score), curve };
  }
  if (first.kind === "discrete" || second.kind === "discrete")
    return refuse("laws", "of one kind", `${first.kind} and ${second.kind}`);
  const [from, to] = [coordinatesOf(first), coordinatesOf(second)];
  if (from.length !== to.length) refuse("laws", "of one dimension", to.length);
  const vectorOf = (output: number | Float64Array) => (typeof output === "number" ? [output] : output);
  if (curve === undefined) {
    const cells = cellScores(from, to);
    const score = (output: number | Float64Array) => cells.score(vectorOf(output));
    return { score, decide: onLevels(segmentTest(cells.curve), score), curve: cells.curve };
  }
  const score = (output: number | Float64Array) => {
    let sum = 0;
    for (const [i, x] of vectorOf(output).entries()) sum += to[i].logDensity(x) - from[i].logDensity(x);
    return sum;
  };
  const tail = nullTail(from, to);
  const decide = (output: number | Float64Array, level: number, random: Stream) => {
    requireProbability({ level });
    // Where the laws agree nothing but a coin has the level.
    if (tail === undefined) return sampleUniform(random) < level;
    return tail(vectorOf(output)) <= level;
  };
  return { score, decide, curve };
}

/** Tests by level from tests by the share of a score. */
function onLevels<Output>(
  test: (score: number, level: number, random: Stream) => boolean,
  score: (output: Output) => number,
): (output: Output, level: number, random: Stream) => boolean {
  return (output, level, random) => {
    requireProbability({ level });
    return test(score(output), level, random);
  };
}

function logRatio(first: DiscreteLaw<unknown>, second: DiscreteLaw<unknown>, output: unknown): number {
  const [underFirst, underSecond] = [first.logMass(output), second.logMass(output)];
  return underFirst === -Infinity && underSecond === -Infinity ? 0 : underSecond - underFirst;
}

function coordinatesOf(law: Exclude<AnyLaw, { kind: "discrete" }>): readonly ContinuousLaw[] {
  return law.kind === "product" ? law.coordinates : [law];
}

/** P(a draw of the first law speaks at least as much for the second as this one); undefined if no coordinate differs. */
function nullTail(
  from: readonly ContinuousLaw[],
  to: readonly ContinuousLaw[],
): ((x: ArrayLike<number>) => number) | undefined {
  const changes = from.flatMap((law, i) => {
    const [one, other] = [law.family, to[i].family];
    if (one === undefined || other === undefined || one.centre === other.centre) return [];
    return [{ i, family: one, shift: (other.centre - one.centre) / one.scale }];
  });
  if (changes.length === 0) return undefined;
  const [{ i, family, shift }] = changes;
  if (family.kind === "laplace")
    return (x) => from[i].cdf(family.centre - (shift > 0 ? 1 : -1) * (x[i] - family.centre));
  const length = Math.sqrt(changes.reduce((sum, change) => sum + change.shift * change.shift, 0));
  return (x) => {
    let along = 0;
    for (const change of changes)
      along += (change.shift / length) * ((x[change.i] - change.family.centre) / change.family.scale);
    return normalCdf(-along);
  };
}
