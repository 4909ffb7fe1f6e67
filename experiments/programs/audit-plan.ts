/**
 * What is audited of a program: the claim, the inputs or the space in which the worst of them are sought, and how it is drawn from.
 */
import { neighbouringPairs, type SmallDomain } from "../../lib/auditing/worst-pair.ts";
import { requireKnownNames } from "../../lib/numerics/parameters.ts";
import { refuse, requireInteger, requireNonNegative, requireProbability } from "../../lib/numerics/requirements.ts";
import type { Guarantee } from "../../lib/privacy/guarantees/guarantee.ts";
import { convexify, type TradeOffPoint } from "../../lib/privacy/trade-off/trade-off-points.ts";
import { DEFAULT_SEED } from "../engine/format/spec.ts";
import type { Json } from "../engine/text/canonical-json.ts";

/** What the program is said to be: exactly one of epsilon (with a delta), rho, mu and a trade-off curve. */
export interface ProgramClaim {
  readonly epsilon?: number;
  readonly delta?: number;
  /** Of zero-concentrated privacy. */
  readonly rho?: number;
  /** Of Gaussian privacy. */
  readonly mu?: number;
  /** Points of a curve below which no test has its two errors: its lower convex hull is the claim. */
  readonly tradeOff?: readonly TradeOffPoint[];
}

export type InputPair = readonly [Json, Json];

/** The inputs among which the worst pair is sought: a list of pairs, or all neighbours of a small space of datasets. */
export type InputSpace = { readonly pairs: readonly InputPair[] } | SmallDomain<Json>;

export interface ProgramAudit extends ProgramClaim {
  /** Two neighbours; 0 and 1 unless they are given, by which a program may also name two datasets of its own. */
  readonly inputs?: InputPair;
  /** Instead of `inputs`. */
  readonly search?: InputSpace;
  /** From each of the two inputs, 20 000 unless it is given; a search draws as many again. With `watched`, the most of them. */
  readonly draws?: number;
  /** The probability of a wrong verdict, 0.01 unless it is given. */
  readonly errorRate?: number;
  /** Looks at every batch, and stops when the claim is refuted. */
  readonly watched?: boolean;
  /** Names all seeds that the program is given. */
  readonly seed?: number;
  /** Draws of a request; 1000 unless it is given. */
  readonly batch?: number;
}

/** A plan in full, as its result keeps it. */
export interface AuditQuestion {
  readonly claim: ProgramClaim;
  readonly pairs: readonly InputPair[];
  readonly draws: number;
  readonly errorRate: number;
  readonly watched: boolean;
  readonly seed: number;
  readonly batch: number;
}

const NAMES = [
  "epsilon",
  "delta",
  "rho",
  "mu",
  "tradeOff",
  "inputs",
  "search",
  "draws",
  "errorRate",
  "watched",
  "seed",
  "batch",
];

export function auditQuestion(plan: ProgramAudit): AuditQuestion {
  requireKnownNames(plan, NAMES, "plan");
  const { inputs, search, draws = 20_000, errorRate = 0.01, watched = false, seed = DEFAULT_SEED, batch = 1000 } = plan;
  const { epsilon, delta, rho, mu, tradeOff } = plan;
  const claim = Object.fromEntries(
    Object.entries({ epsilon, delta, rho, mu, tradeOff }).filter(([, value]) => value !== undefined),
  ) as ProgramClaim;
  guaranteeOf(claim);
  requireInteger({ draws }, 4);
  requireInteger({ batch }, 1);
  requireInteger({ seed }, 0);
  requireProbability({ errorRate });
  if (!(errorRate > 0 && errorRate < 1)) refuse("errorRate", "above 0 and below 1", errorRate);
  return { claim, pairs: pairsOf(inputs, search), draws, errorRate, watched, seed, batch: Math.min(batch, draws) };
}

/** The pairs of inputs that are looked at: one that is given, or all of a space. */
export function pairsOf(inputs: InputPair | undefined, search: InputSpace | undefined): readonly InputPair[] {
  if (inputs !== undefined && search !== undefined) refuse("inputs", "left out beside search", inputs);
  if (search === undefined) return [requirePair(inputs ?? [0, 1], "inputs")];
  const pairs: readonly InputPair[] = "pairs" in search ? search.pairs : [...neighbouringPairs(search)];
  if (!Array.isArray(pairs) || pairs.length === 0) refuse("pairs", "a list of at least one pair of inputs", pairs);
  return pairs.map((pair, k) => requirePair(pair, `pairs[${k}]`));
}

function requirePair(pair: unknown, name: string): InputPair {
  if (!Array.isArray(pair) || pair.length !== 2) refuse(name, "a list of two inputs", pair);
  return pair as unknown as InputPair;
}

/** The claim as a guarantee. */
export function guaranteeOf({ epsilon, delta, rho, mu, tradeOff }: ProgramClaim): Guarantee {
  const given = Object.entries({ epsilon, rho, mu, tradeOff }).filter(([, value]) => value !== undefined);
  if (given.length !== 1)
    refuse(
      "claim",
      "exactly one of epsilon, rho, mu and tradeOff",
      given.map(([name]) => name).join(" and ") || "none",
    );
  if (delta !== undefined && epsilon === undefined) refuse("delta", "given with epsilon alone", delta);
  for (const [name, value] of Object.entries({ epsilon, rho, mu }))
    if (value !== undefined) requireNonNegative({ [name]: value });
  if (delta !== undefined) requireProbability({ delta });
  if (epsilon !== undefined) return { kind: "approximate", epsilon, delta: delta ?? 0 };
  if (rho !== undefined) return { kind: "zero-concentrated", rho };
  if (mu !== undefined) return { kind: "gaussian", mu };
  return { kind: "trade-off", curve: convexify(tradeOff ?? []) };
}

/** The claim in words. */
export function shownClaim({ epsilon, delta, rho, mu, tradeOff }: ProgramClaim): string {
  if (tradeOff !== undefined)
    return `a trade-off curve through ${tradeOff.map(({ alpha, beta }) => `(${alpha}, ${beta})`).join(" ")}`;
  if (rho !== undefined) return `rho ${rho}`;
  if (mu !== undefined) return `mu ${mu}`;
  return delta === undefined || delta === 0 ? `epsilon ${epsilon}` : `epsilon ${epsilon}, delta ${delta}`;
}
