/**
 * Result keys: the names by which a paper cites single numbers of a result.
 *
 *   <experiment>/<part>[/control=<name>]/<values of the text axes>/<name=value of the other axes>/<check>
 *
 * with the axes in the order of their names, as they are stored: `membership-tradeoff/attack/laplace/epsilon=1/accuracy`. Numbers
 * that are stored beside the checks are under `.../values/<name>`. Without the last step a key names the verdict of a cell;
 * `<experiment>/<part>` names that of a part, and `<experiment>/<part>/control=<name>` says whether the control was caught.
 * The short form leaves the part out. It is a name where it is the only one; of several the one that was measured, with an interval
 * around it, has the name, if there is just one such; otherwise the short form is ambiguous and refused. Characters that keys do
 * not use become hyphens.
 */
import type { AxisValue } from "../definition/axis.ts";
import type { CellRow } from "../definition/row.ts";
import { outcomeOf } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import type { Measured } from "./shown-number.ts";

export interface ResultEntry extends Measured {
  readonly key: string;
  /** Absent where only the full form names it. */
  readonly shortKey?: string;
  readonly theory?: number;
  /** A verdict, or the fate of a control; absent of a bare number. */
  readonly verdict?: string;
}

export interface ResultKeys {
  readonly entries: readonly ResultEntry[];
  /** Full keys by short ones. */
  readonly short: ReadonlyMap<string, string>;
  readonly ambiguous: ReadonlyMap<string, readonly string[]>;
}

export function resultKeys({ spec, rows }: Pick<Result, "spec" | "rows">): ResultKeys {
  const entries = [...partEntries(spec.experiment, rows), ...rows.flatMap((row) => cellEntries(spec.experiment, row))];
  const full = new Set<string>();
  for (const { key } of entries) {
    if (full.has(key)) throw new RangeError(`a key must name one number of ${spec.experiment}, got "${key}" twice`);
    full.add(key);
  }
  const groups = new Map<string, ResultEntry[]>();
  for (const entry of entries) {
    if (entry.shortKey === undefined || full.has(entry.shortKey)) continue;
    groups.set(entry.shortKey, [...(groups.get(entry.shortKey) ?? []), entry]);
  }
  const short = new Map<string, string>();
  const ambiguous = new Map<string, readonly string[]>();
  for (const [name, group] of groups) {
    const measured = group.filter(({ lower, upper }) => lower !== undefined && upper !== undefined);
    const named = group.length === 1 ? group : measured;
    if (named.length === 1) short.set(name, named[0].key);
    else
      ambiguous.set(
        name,
        group.map(({ key }) => key),
      );
  }
  return { entries, short, ambiguous };
}

function partEntries(experiment: string, rows: readonly CellRow[]): readonly ResultEntry[] {
  return outcomeOf(rows).parts.flatMap(({ part, verdict, controls }) => [
    { key: join(experiment, part), verdict },
    ...Object.entries(controls).map(([name, fate]) => ({
      key: join(experiment, part, `control=${name}`),
      shortKey: join(experiment, `control=${name}`),
      verdict: fate,
    })),
  ]);
}

function cellEntries(experiment: string, row: CellRow): readonly ResultEntry[] {
  const axes = Object.entries(row.cell).sort(([one], [other]) => (one < other ? -1 : 1));
  const isText = ([, value]: [string, AxisValue]) => typeof value === "string";
  const place = [
    ...(row.control === undefined ? [] : [`control=${row.control}`]),
    ...axes.filter(isText).map(([, value]) => String(value)),
    ...axes.filter((axis) => !isText(axis)).map(([name, value]) => `${name}=${value}`),
  ];
  const keys = (...last: string[]) => ({
    key: join(experiment, row.part, ...place, ...last),
    shortKey: join(experiment, ...place, ...last),
  });
  const numbers = Object.entries(row.values ?? {}).flatMap(([name, value]) =>
    typeof value === "number" ? [{ ...keys("values", name), estimate: value }] : [],
  );
  return [
    ...(axes.length === 0 ? [] : [{ key: keys().key, verdict: row.verdict }]),
    ...Object.entries(row.checks).map(([name, check]) => ({ ...keys(name), ...check })),
    ...numbers,
  ];
}

function join(...steps: readonly string[]): string {
  return steps.map((step) => step.replace(/[^\w.+=-]/g, "-")).join("/");
}
