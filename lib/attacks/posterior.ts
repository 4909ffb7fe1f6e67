/**
 * What an attacker who knows everything but one record believes after an output: the posterior over candidates, and the best guess.
 *
 * Method: Bayes' rule in logarithms: prior times the mass or density of the output under each candidate, divided by their sum. The
 * best guess is the candidate of largest posterior (maximum a posteriori), the first of equals; it is right more often than any
 * other guess.
 * Theorem: under epsilon-privacy the posterior odds of two candidates differ from their prior odds by a factor of at most e^epsilon. Of M
 * candidates that are equally likely, no guess is right with probability above e^epsilon / (e^epsilon + M - 1), which randomized
 * response among M attains.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), appendix A, for the odds; Guo, Karrer, Chaudhuri, van der Maaten (ICML 2022) for
 * guesses.
 * Limits: candidates are inputs of the mechanism, so what the attacker knows besides is part of each. The success of the best guess is
 * exact for outcomes that are listed; of an infinite law it is a lower end, `neglected` short.
 * @example
 * ```ts
 * import { choiceResponse } from "epsilab/mechanisms";
 * import { guessSuccess, posterior } from "epsilab/attacks";
 * const answer = choiceResponse({ epsilon: 1, choices: 3 });
 * const known = { candidates: [0, 1, 2], prior: [0.6, 0.3, 0.1] };
 * posterior(answer, { ...known, output: 1 }); // => { probabilities: [0.39..., 0.53..., 0.06...], best: 1 }
 * guessSuccess(answer, known); // => 0.645...
 * ```
 * @claim map-reconstruction, mia-dp-bounds
 * @also maximum a posteriori, MAP, Bayes
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { log } from "../numerics/logarithm.ts";
import { declare, listOf, made, optional, probability } from "../numerics/parameters.ts";
import { refuse, requireList, requireMechanism } from "../numerics/requirements.ts";
import { type AnyLaw, type DiscreteLaw, requireLaw } from "../privacy/loss/law.ts";
import { distinctValues } from "../privacy/loss/value-map.ts";

/** A mechanism with a law. */
export interface Observed<Input> {
  law(input: Input): AnyLaw;
}

export interface Candidates<Input> {
  /** The inputs that are possible, one of them the true one. */
  readonly candidates: readonly Input[];
  /** The probability of each before anything is seen; all the same by default. */
  readonly prior?: readonly number[];
}

export interface Observation<Input> extends Candidates<Input> {
  /** What the mechanism released. */
  readonly output: unknown;
}

export interface Posterior {
  /** Of each candidate, after the output. */
  readonly probabilities: readonly number[];
  /** The place of the candidate of largest probability. */
  readonly best: number;
}

const known = {
  candidates: made<readonly unknown[]>((value, name) => {
    requireList(name, value);
    if (value.length === 0) refuse(name, "at least one input", value);
  }),
  prior: optional(listOf(probability)),
};
const candidatesParameters = declare(known);
const observationParameters = declare({ ...known, output: made<unknown>(() => undefined) });

export function posterior<Input>(mechanism: Observed<Input>, observation: Observation<Input>): Posterior {
  requireMechanism(mechanism, "law");
  const read = observationParameters.read(observation as never);
  const logPrior = logPriorOf(read);
  const joint = lawsOf(mechanism, observation).map((law, k) => logPrior[k] + logLikelihood(law, observation.output));
  const total = logSumExp(joint);
  if (total === -Infinity)
    throw new RangeError("output must be possible under a candidate whose prior is not 0, got one that is not");
  const probabilities = joint.map((each) => exp(each - total));
  return { probabilities, best: probabilities.indexOf(largestOf(probabilities)) };
}

/** How often the best guess is right, before the output is seen: the sum over outputs of the largest prior times mass. */
export function guessSuccess<Input>(mechanism: Observed<Input>, asked: Candidates<Input>): number {
  requireMechanism(mechanism, "law");
  const logPrior = logPriorOf(candidatesParameters.read(asked as never));
  const laws = lawsOf(mechanism, asked).map((law) => {
    if (law.kind === "discrete") return law as DiscreteLaw<unknown>;
    return refuse("the law of the mechanism", "one of listed outcomes", law.kind);
  });
  const outputs = distinctValues(laws.flatMap(({ support }) => [...support]));
  return outputs.reduce<number>(
    (sum, output) => sum + largestOf(laws.map(({ logMass }, k) => exp(logPrior[k] + logMass(output)))),
    0,
  );
}

function logPriorOf({ candidates, prior }: { candidates: readonly unknown[]; prior?: ArrayLike<number> | undefined }) {
  if (prior === undefined) return candidates.map(() => -log(candidates.length));
  if (prior.length !== candidates.length)
    refuse("prior", `a list of ${candidates.length} probabilities, one for each candidate`, prior);
  const total = Array.from(prior).reduce((a, b) => a + b, 0);
  if (!(Math.abs(total - 1) <= 1e-9)) refuse("the sum of prior", "1", total);
  return Array.from(prior, log);
}

function lawsOf<Input>({ law }: Observed<Input>, { candidates }: Candidates<Input>): readonly AnyLaw[] {
  return candidates.map((candidate) => {
    const found = law(candidate);
    requireLaw("what `law` returns", found);
    return found;
  });
}

function logLikelihood(law: AnyLaw, output: unknown): number {
  switch (law.kind) {
    case "discrete":
      return law.logMass(output);
    case "continuous":
      return law.logDensity(output as number);
    case "product":
      return law.coordinates.reduce(
        (sum, coordinate, k) => sum + coordinate.logDensity((output as ArrayLike<number>)[k]),
        0,
      );
  }
}
