/**
 * Private LORD++: online control of false discoveries that reveals no record of the data that the hypotheses are tested on.
 *
 * Test t is at the level a_t of LORD++, which depends on past rejections only. It is rejected if ln max(p_t, mu) + Z_t <= ln a_t -
 * A + Y, with fresh Z_t ~ Laplace(4 u) and Y ~ Laplace(2 u) that is drawn again after every rejection, u = `sensitivity` *
 * `mostRejections` / epsilon. After that many rejections the session ends.
 *
 * Theorem: if ln max(p, mu) of every test moves by `sensitivity` at most between neighbours, the decisions are
 * epsilon-differentially private, for any number of tests, each chosen from the decisions before it: all that is compared with a
 * threshold that depends on released answers only is sparse vector. The shift A = 4 u ln(2 / (3 `noiseError`)) makes the chance
 * that noise alone rejects a p-value above its level at most `noiseError` for each test.
 * Source: our repair of PAPRIKA (Zhang, Kamath, Cummings, ICML 2021), whose levels depend on counts of candidates that no noise
 * protects (`paprika-literal.ts`); Dwork, Naor, Reingold, Rothblum, Vadhan (STOC 2009) for sparse vector; Ramdas, Yang, Wainwright,
 * Jordan (2017) for the levels.
 * Limits: float64 noise; for study. That the false discovery rate is at most alpha + `noiseError` t is a target that is tested, not
 * a theorem. The p-values below mu are not told apart, so mu should be well below the levels times e^-A: build the rule, read its
 * `shift`, and lower mu until it is. A grows with `mostRejections` / epsilon. The law is for few tests: at most 4096 sequences of
 * answers. The worst pair comes near to epsilon if mu is 120 u below ln a_t - A. A saved session holds decisions and no noise. What
 * is secret is the stream, from which the noise can be drawn again; `resume` wants the same one, and refuses another, as new noise
 * in the midst of a session is not in the account. By a saved session a guess of the seed can be tested: show it only if the seed
 * cannot be guessed. Go on from a saved session once: two that go on from it, or that start from equal streams, have the same
 * noise, and what both tell together is in no account.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { binomialSensitivity, privateLord } from "epsilab/false-discovery";
 * const floor = 1e-60;
 * const sensitivity = binomialSensitivity({ size: 10000, probability: 0.5, floor, alternative: "greater" });
 * const rule = privateLord({ epsilon: 1, alpha: 0.05, mostRejections: 2, sensitivity, floor, noiseError: 0.001, neighbours: "swap" });
 * const session = rule.start(stream(20261115, "example"));
 * session.next(0.02).rejected; // => false
 * session.next(1e-50).rejected; // => true
 * const later = rule.resume(JSON.parse(JSON.stringify(session.save())), stream(20261115, "example"));
 * later.level; // => 0.0024578...
 * ```
 * @claim paprika
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireInteger } from "../numerics/requirements.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../privacy/guarantees/neighbours.ts";
import { worstCasePld } from "../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";
import { LORD, lordSpread } from "./lord.ts";
import { FLOOR, truncatedLog } from "./multiplicative-sensitivity.ts";
import { type Decision, requirePValue, requirePValues, requireSaved, type SavedSession } from "./online-rule.ts";
import { REJECTING, rejectionNoise, rejectionShift } from "./private-rejections.ts";
import { rejectionsLaw } from "./rejections-law.ts";
import { RewardLevels } from "./reward-levels.ts";

export const privateLordParameters = withBudget(["pure"], {
  ...REJECTING,
  ...LORD,
  ...FLOOR,
  /** The chance that noise alone rejects a p-value above its level, for each test. */
  noiseError: openProbability,
  neighbours: anyNeighbours,
});

export type PrivateLordParameters = ParametersOf<typeof privateLordParameters>;

/**
 * The input is the p-values in order, of hypotheses chosen in advance; the output is a sign for each test decided, "+" for rejected
 * and "-" for not.
 */
export interface PrivateLord extends ClosedMechanism<readonly number[], string, Stream, DiscreteLaw<string>> {
  /** By how much ln p must be below the logarithm of the level. */
  readonly shift: number;
  /** For an analyst who chooses as it goes. */
  start(random: Stream): PrivateLordSession;
  /** Goes on where a session was saved; `random` is the stream of the same seed and path that it was started with. */
  resume(saved: SavedPrivateSession, random: Stream): PrivateLordSession;
}

export interface PrivateLordSession {
  /** Of LORD++ for the next test, before the shift and the noise. */
  readonly level: number;
  readonly tests: number;
  readonly rejections: number;
  /** How many rejections are left; after the last the session takes no more tests. */
  readonly left: number;
  next(p: number): Decision;
  save(): SavedPrivateSession;
}

/** A session as plain JSON: decisions, and where in its stream it began. */
export interface SavedPrivateSession extends SavedSession {
  /** Which stream it was: a number that reveals nothing of its noise to those who cannot guess the seed. */
  readonly stream: { readonly position: number; readonly mark: number };
}

const NAME = "private-lord";
/** Tests before the rejection of the worst pair. */
const HIGH_TESTS = 8;

export function privateLord(parameters: PrivateLordParameters): PrivateLord {
  const read = privateLordParameters.read(parameters);
  const { guarantee, mostRejections, sensitivity, floor, neighbours } = read;
  const { epsilon } = guarantee;
  const rules = rulesOf(read);
  return {
    name: NAME,
    neighbours,
    guarantee,
    shift: rules.shift,
    start: (random) => {
      const { position } = random;
      random.next(); // The next session from the same stream has another name.
      const origin = { position, own: ownStream(random, position) };
      return new LordSession(rules, new RewardLevels(rules.spread), { tests: 0, rejections: 0 }, origin);
    },
    resume: (saved, random) => resumed(rules, saved, random),
    release: (pValues, random) => signs(rules, pValues, random),
    law: (pValues) => {
      requirePValues(pValues);
      return rejectionsLaw({
        noise: rules.noise,
        mostRejections,
        tests: pValues.length,
        gapAfter: (answers) => {
          const levels = new RewardLevels(rules.spread);
          for (const sign of answers) levels.record(sign === "+", false);
          const { level } = levels;
          return level > 0 ? log(level) - rules.shift - truncatedLog(pValues[answers.length], floor) : undefined;
        },
      });
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
    worstPair: () => worstPair({ mostRejections, sensitivity, floor }),
  };
}

/** What all tests of one rule have in common. */
type Rules = ReturnType<typeof rulesOf>;

function rulesOf(read: ReturnType<typeof privateLordParameters.read>) {
  const { guarantee, alpha, mostRejections, sensitivity, floor, noiseError } = read;
  const { epsilon } = guarantee;
  const spread = lordSpread(read);
  const given = { epsilon, alpha, mostRejections, sensitivity, floor, noiseError };
  return {
    spread,
    mostRejections,
    floor,
    noise: rejectionNoise({ epsilon, sensitivity, mostRejections }),
    shift: rejectionShift({ epsilon, sensitivity, mostRejections }, noiseError),
    /** As a saved session has them. */
    named: { ...given, wealth: spread.wealth, gamma: spread.gamma.name },
  };
}

function drawThreshold({ noise }: Rules, random: Stream): number {
  return sampleLaplace(noise.thresholdScale, random);
}

/** One test: its p-value against the level, both with noise. */
function decide({ noise, floor, shift }: Rules, levels: RewardLevels, p: number, threshold: number, random: Stream) {
  const { level } = levels;
  const noisy = truncatedLog(p, floor) + sampleLaplace(noise.queryScale, random);
  const rejected = noisy <= log(level) - shift + threshold;
  levels.record(rejected, false);
  return { level, rejected };
}

/** The signs of p-values that are all known before, up to the last rejection that is paid for. */
function signs(rules: Rules, pValues: readonly number[], random: Stream): string {
  requirePValues(pValues);
  const levels = new RewardLevels(rules.spread);
  let threshold = drawThreshold(rules, random);
  let left = rules.mostRejections;
  let answers = "";
  for (const p of pValues) {
    if (left === 0) break;
    const { rejected } = decide(rules, levels, p, threshold, random);
    answers += rejected ? "+" : "-";
    if (!rejected) continue;
    left--;
    threshold = drawThreshold(rules, random);
  }
  return answers;
}

interface Progress {
  readonly tests: number;
  readonly rejections: number;
}

/** The stream of a session, named by the position of the stream that it was started with. */
interface Origin {
  readonly position: number;
  readonly own: Stream;
}

/** The noise of comparisons and that of thresholds come from a stream each, so that they are found again after a pause. */
class LordSession implements PrivateLordSession {
  readonly #rules: Rules;
  readonly #levels: RewardLevels;
  readonly #origin: Origin;
  readonly #thresholds: Stream;
  #threshold = 0;
  #tests: number;
  #rejections: number;

  constructor(rules: Rules, levels: RewardLevels, { tests, rejections }: Progress, origin: Origin) {
    this.#rules = rules;
    this.#levels = levels;
    this.#origin = origin;
    this.#tests = tests;
    this.#rejections = rejections;
    this.#thresholds = origin.own.child("thresholds");
    for (let j = 0; j <= rejections; j++) this.#threshold = drawThreshold(rules, this.#thresholds);
    for (let t = 0; t < tests; t++) sampleLaplace(rules.noise.queryScale, origin.own);
  }

  get level(): number {
    return this.#levels.level;
  }

  get tests(): number {
    return this.#tests;
  }

  get rejections(): number {
    return this.#rejections;
  }

  get left(): number {
    return this.#rules.mostRejections - this.#rejections;
  }

  next(p: number): Decision {
    requirePValue("p", p);
    if (this.left === 0) {
      const { mostRejections } = this.#rules;
      throw new BudgetExceeded(`tests must be made before the last rejection, got one after all ${mostRejections}`);
    }
    const decision = decide(this.#rules, this.#levels, p, this.#threshold, this.#origin.own);
    this.#tests++;
    if (decision.rejected) {
      this.#rejections++;
      this.#threshold = drawThreshold(this.#rules, this.#thresholds);
    }
    return decision;
  }

  save(): SavedPrivateSession {
    const { position, own } = this.#origin;
    return {
      version: 1,
      rule: NAME,
      parameters: this.#rules.named,
      tests: this.#tests,
      rejections: this.#rejections,
      state: this.#levels.save(),
      stream: { position, mark: markOf(own) },
    };
  }
}

/** Goes on with a saved session, if it is one of these rules and the stream is its own. */
function resumed(rules: Rules, saved: SavedPrivateSession, random: Stream): PrivateLordSession {
  const { named, mostRejections, spread } = rules;
  requireSaved(saved, NAME, named);
  const { tests, rejections, stream } = saved;
  if (rejections > mostRejections)
    refuse("rejections of the saved session", `at most mostRejections (${mostRejections})`, rejections);
  if (saved.state.time !== tests + 1) refuse("time of the saved session", `tests + 1 = ${tests + 1}`, saved.state.time);
  if (typeof stream !== "object" || stream === null) refuse("stream of the saved session", "an object", stream);
  requireInteger({ "position of the saved session": stream.position }, 0);
  const own = ownStream(random, stream.position);
  if (stream.mark !== markOf(own))
    refuse("random", "the stream that the session was started with", "another, whose noise is not in the account");
  const origin = { position: stream.position, own };
  return new LordSession(rules, RewardLevels.restore(spread, saved), { tests, rejections }, origin);
}

function ownStream(random: Stream, position: number): Stream {
  return random.child(NAME, position);
}

function markOf(own: Stream): number {
  return own.child("mark").uint32();
}

/**
 * Before each rejection tests whose p-values are so small that the noise of the threshold must be far out if they are not rejected,
 * then one that is 1: all move against the decisions.
 */
function worstPair({
  mostRejections,
  sensitivity,
  floor,
}: Pick<PrivateLordParameters, "mostRejections" | "sensitivity" | "floor">) {
  const epochs = (small: number, large: number) =>
    Array.from({ length: mostRejections }, () => [...new Array<number>(HIGH_TESTS).fill(small), large]).flat();
  return [epochs(Math.min(1, floor * exp(sensitivity)), exp(-sensitivity)), epochs(floor, 1)] as const;
}
