/**
 * The validity of verdicts: does the judge of the experiments keep its word? The four headline harnesses, quick size, at many seeds.
 *
 * The rule of `lib/statistics/verdict.ts` promises that a run refutes a true claim with probability at most 0.01. A trial is a
 * seed: all sampled cells of the harness are drawn and judged at it, and it counts as a refutal if one check of one claim is
 * `violated`, as a miss if one row of one control is not. Exact cells have no seed and are left out. The claim holds for a harness
 * if the upper Clopper-Pearson limit, 95 %, of the share of seeds with a refutal is at most 0.01 (none of 300 gives 0.00994, one
 * gives 0.0157) and is violated if the lower limit, at this experiment's own share of error, is above it. A control that is missed
 * at any seed violates the claim. Rule and number of seeds were set before the first run.
 * Limits: checks noted `asymptotic` rest on the central limit theorem and are outside of the promise; they are counted all the
 * same. The harnesses' claims are taken to be true.
 */
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "../../lib/statistics/proportion-interval.ts";
import { FAMILY_ERROR_RATE } from "../../lib/statistics/verdict.ts";
import erm from "../erm/erm-excess-risk.ts";
import holdout from "../holdout/thresholdout-holdout.ts";
import {
  atMost,
  axis,
  type CellRow,
  defineExperiment,
  type Estimate,
  type Experiment,
  estimateAtMost,
  sampledRows,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import membership from "../membership/membership-tradeoff.ts";
import minimax from "../minimax/minimax-bounds.ts";
import { limitFigure, UPPER_ERROR_RATE } from "./figures.ts";

const HARNESSES: readonly Experiment[] = [minimax, membership, holdout, erm];
const ids = HARNESSES.map(({ id }) => id);
const harness = axis(z.enum(ids as [string, ...string[]]), {
  means: "harness whose verdicts are judged",
  quick: ids.slice(0, 1),
  full: ids,
});

/** What the seeds of a block found, seed by seed. */
interface Found {
  readonly seeds: readonly number[];
  /** The rows of claims that are `violated`. */
  readonly refuted: readonly (readonly string[])[];
  /** The rows of controls that are not. */
  readonly missed: readonly (readonly string[])[];
}

/** How a harness is judged: as it is, or as a control breaks it. */
interface Judge {
  readonly errorRate?: number;
  readonly broken?: (experiment: Experiment) => Experiment;
}

function named(experiment: string): Experiment {
  return HARNESSES.find(({ id }) => id === experiment) as Experiment;
}

/** A row of a harness in a line, as readers look it up. */
function placeOf({ part, control, cell, checks }: CellRow): string {
  const values = Object.entries(cell).map(([name, value]) => `${name}=${value}`);
  const violated = Object.entries(checks).flatMap(([name, { verdict }]) => (verdict === "violated" ? [name] : []));
  return [part, ...(control === undefined ? [] : [`control ${control}`]), ...values, ...violated].join(", ");
}

function judgedAt(experiment: Experiment, seed: number, { errorRate }: Judge) {
  const rows = sampledRows(experiment, { seed, ...(errorRate === undefined ? {} : { errorRate }) });
  const isRefuted = ({ control, verdict }: CellRow) => control === undefined && verdict === "violated";
  const isMissed = ({ control, verdict }: CellRow) => control !== undefined && verdict !== "violated";
  return { refuted: rows.filter(isRefuted).map(placeOf), missed: rows.filter(isMissed).map(placeOf) };
}

/** A block of seeds. */
const judgedBy =
  (judge: Judge) =>
  (cell: { readonly harness: string }, count: number, random: Stream): Found => {
    const experiment = judge.broken?.(named(cell.harness)) ?? named(cell.harness);
    const seeds = Array.from({ length: count }, () => sampleBoundedInteger(Number.MAX_SAFE_INTEGER, random));
    const found = seeds.map((seed) => judgedAt(experiment, seed, judge));
    return { seeds, refuted: found.map(({ refuted }) => refuted), missed: found.map(({ missed }) => missed) };
  };

const seedsStudy = sampledStudy({
  axes: { harness },
  trials: { quick: 3, full: 300 },
  blockSize: 1,
  intervals: () => 1,
  block: judgedBy({}),
  merge: (one, other) => ({
    seeds: [...one.seeds, ...other.seeds],
    refuted: [...one.refuted, ...other.refuted],
    missed: [...one.missed, ...other.missed],
  }),
  judge: (_, { seeds, refuted, missed }, { errorRate }) => {
    const at = (rows: readonly (readonly string[])[]) => [...rows.keys()].filter((k) => rows[k].length > 0);
    const listed = (rows: readonly (readonly string[])[]) =>
      at(rows).flatMap((k) => rows[k].map((row) => `seed ${seeds[k]}: ${row}`));
    return {
      checks: {
        refutals: estimateAtMost(shareOfSeeds(at(refuted).length, seeds.length, errorRate), FAMILY_ERROR_RATE),
        "missed-controls": atMost(at(missed).length, 0),
      },
      values: {
        seeds: seeds.length,
        "refuted-at": at(refuted).map((k) => k + 1),
        refuted: listed(refuted),
        missed: listed(missed),
      },
    };
  },
});

/** The share of seeds at which a true claim is refuted; its limits have errors of their own. */
function shareOfSeeds(successes: number, trials: number, errorRate: number): Estimate {
  return {
    estimate: successes / trials,
    lower: clopperPearsonLower({ successes, trials, errorRate }),
    upper: clopperPearsonUpper({ successes, trials, errorRate: UPPER_ERROR_RATE }),
  };
}

/** One harness is enough to show that a broken judge is caught. */
function only(id: string) {
  return { harness: axis(z.literal(id), { means: "harness whose verdicts are judged", quick: [id] }) };
}

export default defineExperiment({
  id: "validity-of-verdicts",
  version: 1,
  title: "The validity of verdicts: the judge of the experiments, judged",
  area: "validity",
  parts: {
    seeds: {
      claim: "validity-of-verdicts",
      asks: "At how many seeds does a harness refute a true claim, and does it catch every control at each?",
      study: seedsStudy,
      controls: {
        "error-not-shared": {
          says: "a judge who gives each interval an error of 0.05, whatever their number",
          study: variant(seedsStudy, {
            axes: only(membership.id),
            trials: { quick: 12, full: 30 },
            block: judgedBy({ errorRate: 0.05 }),
          }),
        },
        "controls-that-are-true": {
          says: "a harness whose controls are its own true claims, so that none is caught",
          study: variant(seedsStudy, {
            axes: only(minimax.id),
            trials: { quick: 1, full: 3 },
            block: judgedBy({ broken: withTrueControls }),
          }),
        },
      },
    },
  },
  figures: { limits: limitFigure },
});

function withTrueControls(experiment: Experiment): Experiment {
  const parts = Object.entries(experiment.parts).map(([name, part]) => {
    const controls = { "the-claim-itself": { says: "the claim itself", study: part.study } };
    return [name, { ...part, controls }];
  });
  return { ...experiment, parts: Object.fromEntries(parts) };
}
