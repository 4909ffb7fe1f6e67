/**
 * Stored result: a result of `results/`, read strictly, with its numbers by the keys under which papers cite them.
 *
 * Results of the project that one works in come first, then those that Epsilab is published with. An experiment with several means
 * its full one, else its newest of default parameters. As the last value of a cell it shows its verdicts, controls and figures.
 * @example
 * ```ts
 * import { storedResult } from "epsilab/experiments";
 * const result = await storedResult("randomized-response");
 * result.number("control=warner-claimed-log-two/epsilon"); // => 1.0986...
 * result.entry("epsilon=1/respondents=1000/share=0.1/variance").verdict; // => "holds"
 * ```
 */
import { jupyterDisplay } from "../../../lib/data/jupyter-display.ts";
import { nearNames } from "../../../lib/numerics/near-names.ts";
import type { Interval } from "../../../lib/statistics/interval.ts";
import { type ResultEntry, resultKeys } from "../citation/result-keys.ts";
import type { Experiment } from "../definition/experiment.ts";
import { type Outcome, outcomeOf } from "../format/outcome.ts";
import type { Result } from "../format/read-result.ts";
import { citationKey } from "../format/result-files.ts";
import { workbenchAt } from "../program/workbench.ts";
import { type ResultChoice, resultNamed, supersessionNote } from "../store/named-results.ts";
import { type ResultView, resultView } from "./result-view.ts";

export interface StoredResult extends Result {
  /** How the result is cited: `epsilab:<experiment>/<run>#<hash>`. */
  readonly citation: string;
  /** Verdicts by part, controls, and whether the experiment passed. */
  readonly outcome: Outcome;
  /** What the result says under a key, in its full or its short form, with or without the experiment in front. */
  entry(key: string): ResultEntry;
  /** The number of an entry. */
  number(key: string): number;
  /** The interval of an entry. */
  interval(key: string): Interval;
  readonly [jupyterDisplay]: () => ResultView;
}

export interface StoredResultOptions extends ResultChoice {
  /** The folder of results; those of the project, and then Epsilab's own, unless it is given. */
  readonly results?: string;
}

/** The result that an experiment's id, a run id, a folder or a citation names. */
export async function storedResult(name: string, options: StoredResultOptions = {}): Promise<StoredResult> {
  const bench = workbenchAt(process.cwd(), options.results);
  const result = await resultNamed(name, bench, options);
  const experiment = await bench.catalogue.experiment(result.spec.experiment).catch(() => undefined);
  return readable(result, experiment, (await supersessionNote(result, bench)) ?? "");
}

/** A result with its numbers by their keys; `note` is shown above it. */
export function readable(result: Result, shown: Experiment | undefined, note = ""): StoredResult {
  const { entries, short } = resultKeys(result);
  const { experiment } = result.spec;
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  const entry = (key: string): ResultEntry => {
    const full = key.startsWith(`${experiment}/`) ? key : `${experiment}/${key}`;
    const found = known.get(full) ?? known.get(short.get(full) ?? "");
    if (found !== undefined) return found;
    const near = nearNames(full, [...known.keys(), ...short.keys()]).slice(0, 3);
    const hint = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
    throw new RangeError(`${experiment} has no number with the key "${key}"${hint}`);
  };
  const number = (key: string): number => {
    const { estimate } = entry(key);
    if (estimate === undefined) throw new RangeError(`"${key}" names a verdict of ${experiment}, not a number`);
    return estimate;
  };
  const interval = (key: string): Interval => {
    const { lower, upper } = entry(key);
    if (lower === undefined || upper === undefined) throw new RangeError(`"${key}" of ${experiment} has no interval`);
    return { lower, upper };
  };
  const citation = citationKey(result.spec, result.id);
  const readings = { ...result, citation, outcome: outcomeOf(result.rows), entry, number, interval };
  return Object.defineProperty(readings, jupyterDisplay, {
    value: () => resultView(result, shown, note),
  }) as typeof readings & Pick<StoredResult, typeof jupyterDisplay>;
}
