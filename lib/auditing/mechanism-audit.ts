/**
 * Audit of a mechanism's own guarantee on two neighbours: exact where its laws allow it, by sampling where they do not.
 *
 * The neighbours are the mechanism's own worst pair, or the `pair` of a plan, which also says what an audit that samples may spend:
 * `audit(mechanism, { pair, draws, until, errorRate }, random)`, where each may be left out; only audits that sample need `random`.
 * One that sampled says so in `method`, with its `draws` from each input, its `errorRate` and the `event` behind the bound. A
 * budget of seconds is a clock of the caller's: `until: () => performance.now() > end`.
 *
 * Which audit it is follows from the laws on the two inputs:
 * - discrete: `auditDiscrete`, and `auditZeroConcentrated` for that kind of guarantee;
 * - densities on the line: for normal and Laplace laws the exact delta at their distance; of any other nothing is assumed
 *   (`auditContinuous`);
 * - vectors of normal coordinates: the exact delta at their distance; of Laplace coordinates, for pure claims: the sum of their distances;
 *   where one coordinate differs, that one alone;
 * - other vectors, and mechanisms without a law: 50 000 draws from each input and `auditRelease`, at an error rate of 0.01, unless
 *   the plan says otherwise; the events are half-lines of the likelihood ratio where it is known, of the output or a classifier of
 *   it where not, cells for outputs that are no numbers.
 * `holds` is said of the two inputs given, by exact audits only, and only of a guarantee that is one (epsilon, delta) pair; of the other
 * kinds some implied pairs are tried.
 * Limits: the verdict is for this pair of inputs; search for the worst (`worstPair`) or take the mechanism's own. `random` is not touched
 * by exact audits; without it an audit that would have to sample is refused.
 * @example
 * ```ts
 * import { audit, laplace } from "epsilab";
 * const mechanism = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
 * audit(mechanism); // => { verdict: "holds", lowerBound: 1, method: "exact" }
 * audit(mechanism, { pair: [0, 2] }).verdict; // => "violated"
 * ```
 */
import {
  callable,
  declare,
  integer,
  made,
  openProbability,
  optional,
  type ParametersOf,
} from "../numerics/parameters.ts";
import { refuse, requireInputPair, requireMechanism } from "../numerics/requirements.ts";
import { requireGuarantee } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { AnyLaw, ContinuousLaw, LawFamily } from "../privacy/loss/law.ts";
import { lawTradeOff } from "../privacy/trade-off/law-trade-off.ts";
import { tradeOffDelta } from "../privacy/trade-off/trade-off-profile.ts";
import { requireParentStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { judgeExactDelta, judgeExactEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { classifierEvent } from "./classifier-event.ts";
import { auditContinuous, type RatioShape } from "./continuous-audit.ts";
import { auditDiscrete, type PrivacyClaim } from "./discrete-audit.ts";
import { cellEvent, type EventChoice, halfLineEvent } from "./event-choice.ts";
import { guaranteeClaims } from "./guarantee-claims.ts";
import { auditZeroConcentrated } from "./renyi-audit.ts";
import { auditRelease, type DrawPlan, type SampledVerdict } from "./sampled-audit.ts";

export interface ExactAudit extends PrivacyVerdict {
  readonly method: "exact";
}

export interface SampledAudit extends SampledVerdict {
  readonly method: "sampled";
}

export type MechanismAudit = ExactAudit | SampledAudit;

const DRAWS = 50_000;
const ERROR_RATE = 0.01;

export const auditPlan = declare({
  /** Two neighbouring inputs; the mechanism's worst pair by default. */
  pair: optional(made<readonly [unknown, unknown]>(requireInputPair)),
  /** Draws from each input, over all claims of the guarantee that are tried. */
  draws: optional(integer(2), DRAWS),
  /** Asked after every 500 draws from each input: true ends the drawing. It may look at a clock, and not at the outputs. */
  until: optional(callable<() => boolean>()),
  errorRate: optional(openProbability, ERROR_RATE),
});

/** Which inputs are compared, and what an audit that samples may spend; an exact one spends nothing. */
export interface AuditPlan<Input> extends Omit<ParametersOf<typeof auditPlan>, "pair"> {
  readonly pair?: readonly [Input, Input] | undefined;
}

/** A mechanism that knows its worst pair. */
type WithWorstPair<Input, Output> = Mechanism<Input, Output, Stream> & {
  worstPair(): readonly [Input, Input];
};

/** @also privacy audit, privacy auditing, dp audit */
export function audit<Input, Output>(
  mechanism: WithWorstPair<Input, Output>,
  plan?: AuditPlan<Input>,
  random?: Stream,
): MechanismAudit;
export function audit<Input, Output>(
  mechanism: Mechanism<Input, Output, Stream>,
  plan: AuditPlan<Input> & { readonly pair: readonly [Input, Input] },
  random?: Stream,
): MechanismAudit;
export function audit<Input, Output>(
  mechanism: Mechanism<Input, Output, Stream>,
  plan: AuditPlan<Input> = {},
  random?: Stream,
): MechanismAudit {
  requireMechanism(mechanism);
  requireGuarantee(mechanism.guarantee, "mechanism.guarantee");
  if (random !== undefined) requireParentStream(random);
  const { draws, errorRate, until } = auditPlan.read(plan, "plan");
  const pair = plan.pair ?? mechanism.worstPair?.();
  if (pair === undefined) refuse("pair", `two neighbouring inputs, as ${mechanism.name} has no worst pair`, pair);
  requireInputPair(pair);
  return auditPair(mechanism, pair, { draws, errorRate, ...(until === undefined ? {} : { until }) }, random);
}

type Budget = Pick<DrawPlan<unknown, unknown>, "draws" | "until" | "errorRate">;

function auditPair<Input, Output>(
  mechanism: Mechanism<Input, Output, Stream>,
  pair: readonly [Input, Input],
  budget: Budget,
  random: Stream | undefined,
): MechanismAudit {
  const { guarantee } = mechanism;
  const laws = mechanism.law && ([mechanism.law(pair[0]), mechanism.law(pair[1])] as readonly [AnyLaw, AnyLaw]);
  if (laws?.[0].kind === "discrete" && laws[1].kind === "discrete" && guarantee.kind === "zero-concentrated")
    return { ...auditZeroConcentrated({ first: laws[0], second: laws[1] }, { rho: guarantee.rho }), method: "exact" };
  const { claims, whole } = guaranteeClaims(guarantee);
  const exact = laws === undefined ? undefined : claims.map((claim) => exactVerdict(laws[0], laws[1], claim));
  if (exact?.every((verdict) => verdict !== undefined)) return { ...together(exact, whole), method: "exact" };
  if (random === undefined)
    return refuse("random", `a stream, as this audit of ${mechanism.name} has to sample`, random);
  const sampled = claims.map((claim, k) =>
    auditRelease(
      mechanism.release,
      { ...claim, ...budget, inputs: pair, errorRate: budget.errorRate / claims.length, choose: eventFor(laws) },
      random.child(k),
    ),
  );
  return { ...together(sampled, whole), errorRate: budget.errorRate, method: "sampled" };
}

/** Violated if any is; holds if all do, and they are all of the guarantee. */
function together<Verdict extends PrivacyVerdict>(verdicts: readonly Verdict[], whole: boolean): Verdict {
  const worst =
    verdicts.find(({ verdict }) => verdict === "violated") ??
    verdicts.find(({ verdict }) => verdict === "not-refuted") ??
    verdicts[0];
  return worst.verdict === "holds" && !whole ? { ...worst, verdict: "not-refuted" } : worst;
}

/** Undefined where the laws have no exact audit. */
function exactVerdict(first: AnyLaw, second: AnyLaw, claim: PrivacyClaim): PrivacyVerdict | undefined {
  if (first.kind === "discrete" && second.kind === "discrete") return auditDiscrete({ first, second }, claim);
  const claimed = claim.epsilon;
  const curve = lawTradeOff(first, second);
  if (curve !== undefined && claim.delta > 0)
    return judgeExactDelta({ found: tradeOffDelta(curve, claimed), claimed: claim.delta });
  if (first.kind === "continuous" && second.kind === "continuous") return lineVerdict(first, second, claim);
  if (first.kind !== "product" || second.kind !== "product")
    return refuse("laws", "of one kind", `${first.kind} and ${second.kind}`);
  if (curve?.kind === "gaussian") return judgeExactEpsilon({ found: curve.mu === 0 ? 0 : Infinity, claimed });
  const distances = laplaceDistances(first.coordinates, second.coordinates);
  if (distances === undefined || claim.delta > 0) return undefined;
  return judgeExactEpsilon({ found: distances.reduce((sum, distance) => sum + distance, 0), claimed });
}

function lineVerdict(first: ContinuousLaw, second: ContinuousLaw, claim: PrivacyClaim): PrivacyVerdict {
  const [one, other] = [first.family, second.family];
  const known = one !== undefined && one.kind === other?.kind && one.scale === other.scale;
  const points = [one, other].flatMap((family) => (family === undefined ? [] : [family.centre]));
  const shape: RatioShape = known ? { kind: "monotone", limits: ratioLimits(one, other.centre) } : { kind: "unknown" };
  return auditContinuous({ first, second, points }, { ...claim, shape });
}

/** log p - log q far to either side: for Laplace laws of one scale plus and minus their distance, for normal ones infinite. */
function ratioLimits({ kind, centre, scale }: LawFamily, other: number): readonly [number, number] {
  const shift = (other - centre) / scale;
  if (kind === "normal" && shift !== 0) return shift > 0 ? [Infinity, -Infinity] : [-Infinity, Infinity];
  return [shift, -shift];
}

function laplaceDistances(
  first: readonly ContinuousLaw[],
  second: readonly ContinuousLaw[],
): readonly number[] | undefined {
  const distances: number[] = [];
  for (let i = 0; i < first.length; i++) {
    const [one, other] = [first[i].family, second[i]?.family];
    if (one?.kind !== "laplace" || other?.kind !== "laplace" || one.scale !== other.scale) return undefined;
    distances.push(Math.abs(one.centre - other.centre) / one.scale);
  }
  return distances;
}

function eventFor<Output>(laws: readonly [AnyLaw, AnyLaw] | undefined): EventChoice<Output> {
  return (training) => {
    const [output] = training.over;
    if (laws?.[0].kind === "product" && laws[1].kind === "product") {
      const [first, second] = [laws[0].coordinates, laws[1].coordinates];
      // To 1e-9: the rounding of float64 noise is not in the law.
      const score = (x: Output) => {
        let sum = 0;
        for (let i = 0; i < first.length; i++) {
          const at = (x as Float64Array)[i];
          sum += first[i].logDensity(at) - second[i].logDensity(at);
        }
        return Math.round(1e9 * sum) / 1e9;
      };
      return halfLineEvent(score)(training);
    }
    if (typeof output === "number") return halfLineEvent((x: Output) => x as number)(training);
    if (isVector(output)) return classifierEvent((x: Output) => Array.from(x as ArrayLike<number>))(training);
    return cellEvent(keyFor([...training.over, ...training.under]))(training);
  };
}

/** Cells by the whole output, or by all but its numbers where many outputs are seen once only: a cell of one says nothing. */
function keyFor<Output>(outputs: readonly Output[]): (output: Output) => string {
  const whole = (output: Output) => JSON.stringify(output) ?? String(output);
  const shape = (output: Output) => whole(output).replace(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g, "#");
  const counts = new Map<string, number>();
  for (const output of outputs) counts.set(whole(output), (counts.get(whole(output)) ?? 0) + 1);
  const single = [...counts.values()].filter((count) => count === 1).length;
  return single > 0.01 * outputs.length ? shape : whole;
}

function isVector(output: unknown): boolean {
  const numbers = output instanceof Float64Array ? output : Array.isArray(output) ? output : [];
  return numbers.length > 0 && Array.from(numbers).every((x) => typeof x === "number");
}
