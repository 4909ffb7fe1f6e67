/**
 * Laws: the exact distribution of an output, as data that audits, attacks and trade-off curves read.
 *
 * Masses and densities are logarithms, each from its own closed form (never as log(1 - p)), and -Infinity only where an outcome is
 * impossible, so that ratios far in the tails are right.
 */
import { refuse, refuseKind, requireFunction, requireList, requireProbability } from "../../numerics/requirements.ts";
import type { Interval } from "../../statistics/interval.ts";
import { distinctValues } from "./value-map.ts";

/** What is asked of the law of a number. Methods, as some are computed when they are asked. */
export interface Distribution {
  /** Of a symmetric law. */
  readonly centre?: number;
  /** Refused where the integral diverges, as Cauchy's does. */
  mean(): number;
  variance(): number;
  /** P(X <= x). */
  cdf(x: number): number;
  /** The least x with P(X <= x) at least `probability`. */
  quantile(probability: number): number;
  /** The interval that X misses on either side with at most half of 1 - `confidence`. */
  interval(confidence: number): Interval;
}

export interface DiscreteLaw<Output> {
  readonly kind: "discrete";
  /** Every outcome that has mass, or, for an infinite support, all but `neglected` of the mass. */
  readonly support: readonly Output[];
  logMass(output: Output): number;
  /** The mass outside `support`: 0 for a finite law. */
  readonly neglected: number;
}

/** Of an output that is a number. */
export interface NumberLaw extends DiscreteLaw<number>, Distribution {}

/** Of a list of independent whole numbers. */
export interface IndependentLaw extends DiscreteLaw<readonly number[]> {
  readonly coordinates: readonly NumberLaw[];
}

/** Refuses what is no law of listed outcomes. */
export function requireListed<Output>(name: string, law: DiscreteLaw<Output>): void {
  requireList(`${name}.support`, (Object(law) as DiscreteLaw<Output>).support);
  requireMasses(name, law);
}

function requireMasses<Output>(name: string, law: DiscreteLaw<Output>): void {
  const { logMass, neglected } = Object(law) as DiscreteLaw<Output>;
  requireFunction({ [`${name}.logMass`]: logMass });
  requireProbability({ [`${name}.neglected`]: neglected });
}

/** Refuses what is no law with a density on a line. */
export function requireDensity(name: string, law: ContinuousDensity): void {
  const { range, kinks, logDensity, cdf } = Object(law) as ContinuousDensity;
  requireList(`${name}.range`, range, 2);
  requireList(`${name}.kinks`, kinks);
  requireFunction({ [`${name}.logDensity`]: logDensity, [`${name}.cdf`]: cdf });
}

/** Refuses what is no law at all. Outcomes are not listed for it: of some laws there are too many. */
export function requireLaw(name: string, law: AnyLaw): void {
  if (typeof law !== "object" || law === null) refuseKind(name, "a law", law);
  if (law.kind === "discrete") {
    if (!("support" in law)) refuse(`${name}.support`, "a list", undefined);
    requireMasses(name, law);
  } else if (law.kind === "continuous") requireDensity(name, law);
  else {
    if (law.kind !== "product") refuse(`${name}.kind`, "discrete, continuous or product", (law as AnyLaw).kind);
    requireList(`${name}.coordinates`, law.coordinates);
    for (const [k, coordinate] of law.coordinates.entries()) requireDensity(`${name}.coordinates[${k}]`, coordinate);
  }
}

/** Every outcome that one of two laws lists, once each. */
export function commonSupport<Output>(first: DiscreteLaw<Output>, second: DiscreteLaw<Output>): Output[] {
  return distinctValues([...first.support, ...second.support]);
}

/** A law by its name and parameters, for those who have a closed form for it. */
export type LawFamily =
  | { readonly kind: "normal"; readonly centre: number; readonly scale: number }
  | { readonly kind: "laplace"; readonly centre: number; readonly scale: number };

/** What an audit reads of a continuous law. */
export interface ContinuousDensity {
  readonly kind: "continuous";
  readonly family?: LawFamily;
  logDensity(x: number): number;
  /** P(X <= x). */
  cdf(x: number): number;
  /** Where the density, or a derivative of it, jumps. */
  readonly kinks: readonly number[];
  /** The smallest closed interval that has all the mass. */
  readonly range: readonly [number, number];
}

export interface ContinuousLaw extends ContinuousDensity, Distribution {}

/** A vector of independent coordinates. */
export interface ProductLaw {
  readonly kind: "product";
  readonly coordinates: readonly ContinuousLaw[];
}

/** Numbers are discrete or continuous, float64 vectors are products, anything else is discrete. */
export type Law<Output> = [Output] extends [number]
  ? DiscreteLaw<Output> | ContinuousLaw
  : [Output] extends [Float64Array]
    ? ProductLaw
    : DiscreteLaw<Output>;

/** A law of any output, distinguished by its kind. */
export type AnyLaw = DiscreteLaw<unknown> | ContinuousLaw | ProductLaw;
