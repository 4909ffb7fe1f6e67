/**
 * Difference of two results: what was asked differently, and where the cells that both have differ by more than chance.
 *
 * Estimates with standard errors are compared by z = (b - a) / sqrt(se_a^2 + se_b^2) and judged by Holm's step-down procedure over all of
 * them, so that the chance of any false alarm is at most `errorRate`. Estimates of exact cells must be equal; those of sampled
 * cells without a standard error, such as extremes over many cuts, are shown and not judged.
 * Limits: two results of the same seed share their draws where their cells agree, so that they differ less than z supposes.
 */

import { holm } from "../../../lib/false-discovery/batch-rules.ts";
import { normalCdf } from "../../../lib/numerics/normal.ts";
import type { CellRow } from "../definition/row.ts";
import type { Result } from "../format/read-result.ts";
import type { Spec } from "../format/spec.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { apart } from "./verification.ts";

interface SpecDifference {
  readonly path: string;
  readonly first: string;
  readonly second: string;
}

interface EstimateDifference {
  readonly place: string;
  readonly check: string;
  readonly first: number;
  readonly second: number;
  readonly kind: "exact" | "sampled";
  /** Absent where the estimate has none. */
  readonly standardErrors?: number;
  readonly significant: boolean;
}

export interface ResultDifference {
  readonly specs: readonly SpecDifference[];
  readonly compared: number;
  readonly differing: readonly EstimateDifference[];
  readonly verdicts: readonly { readonly place: string; readonly first: string; readonly second: string }[];
  /** Cells that only one of the results has. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
}

export function differenceOf(first: Result, second: Result, errorRate: number): ResultDifference {
  const [one, other] = [byPlace(first.rows), byPlace(second.rows)];
  const shared = [...one.keys()].filter((place) => other.has(place));
  const pairs = shared.map((place) => [place, one.get(place), other.get(place)] as [string, CellRow, CellRow]);
  const estimates = pairs.flatMap(([place, a, b]) => estimatesOf(place, a, b));
  const sampled = estimates.filter(({ standardErrors }) => standardErrors !== undefined);
  const values = sampled.map(({ standardErrors = 0 }) => Math.min(1, 2 * normalCdf(-Math.abs(standardErrors))));
  const { rejected } = holm(values, errorRate);
  const significant = new Set(sampled.filter((_, k) => rejected[k] === 1));
  const differing = estimates
    .filter(({ first: a, second: b }) => a !== b)
    .map((each) => ({ ...each, significant: each.kind === "exact" || significant.has(each) }));
  return {
    specs: specDifferences(first.spec, second.spec),
    compared: estimates.length,
    differing: differing.sort((a, b) => size(b) - size(a)),
    verdicts: pairs.flatMap(([place, a, b]) =>
      a.verdict === b.verdict ? [] : [{ place, first: a.verdict, second: b.verdict }],
    ),
    onlyFirst: [...one.keys()].filter((place) => !other.has(place)),
    onlySecond: [...other.keys()].filter((place) => !one.has(place)),
  };
}

/** Exact differences first, then by standard errors, then what cannot be judged. */
function size({ kind, standardErrors }: EstimateDifference): number {
  return kind === "exact" ? Infinity : standardErrors === undefined ? -1 : Math.abs(standardErrors);
}

function byPlace(rows: readonly CellRow[]): ReadonlyMap<string, CellRow> {
  return new Map(rows.map((row) => [`${row.control ?? row.part} ${canonicalJson(row.cell)}`, row]));
}

function estimatesOf(place: string, one: CellRow, other: CellRow): Omit<EstimateDifference, "significant">[] {
  return Object.entries(one.checks).flatMap(([check, a]) => {
    const b = other.checks[check];
    if (a.estimate === undefined || b?.estimate === undefined) return [];
    const standardErrors = apart(a, b);
    const known = standardErrors === undefined ? {} : { standardErrors };
    const kind = one.trials === undefined && other.trials === undefined ? "exact" : "sampled";
    return [{ place, check, kind, first: a.estimate, second: b.estimate, ...known }];
  });
}

function specDifferences(first: Spec, second: Spec): readonly SpecDifference[] {
  const [one, other] = [leaves(first, ""), leaves(second, "")];
  return [...new Set([...one.keys(), ...other.keys()])].sort().flatMap((path) => {
    const [a, b] = [one.get(path) ?? "absent", other.get(path) ?? "absent"];
    return a === b ? [] : [{ path, first: a, second: b }];
  });
}

/** Values by path; a list of axis values is one value. */
function leaves(value: unknown, path: string): ReadonlyMap<string, string> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return new Map([[path, canonicalJson(value)]]);
  const entries = Object.entries(value).flatMap(([key, inner]) => [
    ...leaves(inner, path === "" ? key : `${path}.${key}`),
  ]);
  return new Map(entries);
}
