/**
 * Explore server: what one worker of a page does where a reader changes the parameters of an experiment: it says what they are, makes the
 * plan of what is asked, asks for units, and gives verdicts, figures as pictures, and the result's files in an archive.
 */
import { zipSync } from "fflate";
import { renderSvg } from "../../../lib/figures/drawing/render-svg.ts";
import { figureFromJson } from "../../../lib/figures/figure.ts";
import { readValue } from "../definition/axis.ts";
import type { Experiment } from "../definition/experiment.ts";
import { computeCells } from "../execution/runner.ts";
import type { WorkerReply } from "../execution/shared-work.ts";
import { outcomeOf, type PartOutcome } from "../format/outcome.ts";
import {
  citationKey,
  ENVIRONMENT,
  FIGURES,
  MANIFEST,
  manifestOf,
  piecesOf,
  resultFiles,
  resultIdOf,
} from "../format/result-files.ts";
import { DEFAULT_SEED, runIdOf, specOf } from "../format/spec.ts";
import { clock } from "../machine/clock.ts";
import { messageOf } from "../text/thrown.ts";
import { askedUnits } from "./asked-units.ts";
import { modestPlan } from "./modest-plan.ts";
import { type BuiltExperiments, experimentIn } from "./unit-server.ts";

export type ExploreOrder = { readonly describe: string } | { readonly explore: ExploreQuestion } | WorkerReply;

export interface ExploreQuestion {
  readonly experiment: string;
  /** The parts to run. */
  readonly parts: readonly string[];
  /** Values as they are written, by part.axis, with commas between. */
  readonly settings: Readonly<Record<string, string>>;
  readonly seed: string;
  /** How many units are best under way at once. */
  readonly size: number;
  /** The browser, as it names itself. */
  readonly engine: string;
}

export interface DescribedPart {
  readonly name: string;
  readonly asks: string;
  readonly axes: readonly { readonly name: string; readonly means: string; readonly values: string }[];
}

export interface Explored {
  readonly key: string;
  /** The name of the result's folder. */
  readonly run: string;
  readonly passed: boolean;
  readonly parts: readonly PartOutcome[];
  /** As SVG. */
  readonly figures: readonly { readonly name: string; readonly caption: string; readonly svg: string }[];
  /** The folder, as a zip. */
  readonly archive: Uint8Array;
}

export type ExploreReport =
  | { readonly spec: ReturnType<typeof specOf> }
  | { readonly unit: WorkerReply["unit"] }
  | { readonly described: readonly DescribedPart[]; readonly seed: number }
  | { readonly progress: { readonly done: number; readonly of: number } }
  | { readonly explored: Explored }
  | { readonly refused: string };

export function serveExploration(
  experiments: BuiltExperiments,
  report: (report: ExploreReport) => void,
): (order: ExploreOrder) => void {
  const units = askedUnits(report);
  const refuse = (error: unknown) => report({ refused: messageOf(error) });
  return (order) => {
    if ("describe" in order) {
      experimentIn(experiments, order.describe).then(
        (experiment) => report({ described: described(experiment), seed: DEFAULT_SEED }),
        refuse,
      );
    } else if ("explore" in order) {
      const { experiment } = order.explore;
      experimentIn(experiments, experiment)
        .then((found) => explored(found, order.explore, units, report))
        .then((result) => report({ explored: result }), refuse);
    } else units.settle(order);
  };
}

function described({ parts }: Experiment): readonly DescribedPart[] {
  return Object.entries(parts).map(([name, { asks, study }]) => ({
    name,
    asks,
    axes: Object.entries(study.axes).map(([axis, { means, quick }]) => ({
      name: axis,
      means,
      values: quick.join(","),
    })),
  }));
}

async function explored(
  experiment: Experiment,
  { parts, settings, seed, size, engine }: ExploreQuestion,
  { poolOf }: ReturnType<typeof askedUnits>,
  report: (report: ExploreReport) => void,
): Promise<Explored> {
  if (parts.length === 0) throw new RangeError("parts must be at least one, got none");
  const overrides = Object.fromEntries(
    Object.entries(settings).map(([name, text]) => [name, text.trim() === "" ? [] : text.split(",").map(asValue)]),
  );
  const began = clock.milliseconds();
  const all = Object.keys(experiment.parts);
  const chosen = parts.length === all.length ? {} : { parts };
  const spec = specOf(experiment, { size: "quick", seed: Number(seed), overrides, ...chosen });
  const plan = modestPlan(experiment, spec);
  report({ spec });
  let shown = -Infinity;
  const computed = await computeCells(plan, poolOf(size), {
    progress: ({ unitsDone, units }) => {
      if (clock.milliseconds() - shown < REFRESH && unitsDone < units) return;
      shown = clock.milliseconds();
      report({ progress: { done: unitsDone, of: units } });
    },
  });
  const files = resultFiles(experiment, spec, computed);
  const manifest = manifestOf(files);
  const seconds = Math.round((clock.milliseconds() - began) / 100) / 10;
  const environment = { engine, threads: size / 2, seconds, finished: clock.date() };
  const texts = new Map([...files].map(([name, content]) => [name, [...piecesOf(content)].join("")]));
  const encoder = new TextEncoder();
  const run = runIdOf(spec);
  const archived = [
    ...texts,
    [MANIFEST, manifest],
    [ENVIRONMENT, `${JSON.stringify(environment, null, 2)}\n`],
  ] as const;
  const contents = Object.fromEntries(archived.map(([name, text]) => [`${run}/${name}`, encoder.encode(text)]));
  const { parts: outcomes, passed } = outcomeOf(computed.rows);
  const figures = [...texts].flatMap(([name, text]) => {
    if (!name.startsWith(`${FIGURES}/`)) return [];
    const figure = figureFromJson(JSON.parse(text));
    return [{ name: name.slice(FIGURES.length + 1, -".json".length), caption: figure.caption, svg: renderSvg(figure) }];
  });
  return {
    key: citationKey(spec, resultIdOf(manifest)),
    run,
    passed,
    parts: outcomes,
    figures,
    archive: zipSync(contents, { level: 6, mtime: ARCHIVED }),
  };
}

const REFRESH = 100;
/** The first date that a zip knows, so that one result is one archive. */
const ARCHIVED = "1980-01-01T00:00:00";

const asValue = (text: string) => readValue(text.trim());
