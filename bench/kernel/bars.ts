/**
 * Bars: what our kernel must reach beside the others, each with the figures of this run that decide it.
 */
import type { Time } from "./client.ts";
import type { KernelName } from "./kernels.ts";
import { cellKey, cellKinds, type Findings, interruptKey, medianTime, routes, shown } from "./measurement.ts";
import { interruptCases } from "./snippets.ts";

export interface Bar {
  readonly sentence: string;
  /** Undefined where it is not known: a peer is absent, or the part was not run. */
  readonly met: boolean | undefined;
  readonly figures: string;
}

export type AllFindings = ReadonlyMap<KernelName, Findings>;

const statefulCases = 3;

export function bars(findings: AllFindings, stops: readonly number[], lines: number): readonly Bar[] {
  return [
    beside(findings, "deno", "from start to the first result within 1.15 of Deno", 1.15, ({ first }) =>
      medianTime(first),
    ),
    replies(findings.get("ours"), stops),
    completion(findings.get("ours")),
    printed(findings, lines),
    memory(findings.get("ours"), stops),
    ...routes.map((route) => interrupted(findings.get("ours"), route)),
  ];
}

function beside(
  findings: AllFindings,
  peer: KernelName,
  sentence: string,
  factor: number,
  figure: (of: Findings) => Time,
): Bar {
  const [ours, theirs] = (["ours", peer] as const).map((name) => {
    const of = findings.get(name);
    return of === undefined ? null : figure(of);
  });
  if (ours === null || theirs === null) return { sentence, met: undefined, figures: "not measured" };
  return { sentence, met: ours <= factor * theirs, figures: `${(ours / theirs).toFixed(2)} of it` };
}

function replies(ours: Findings | undefined, stops: readonly number[]): Bar {
  const sentence = "the reply to any cell within 8 ms";
  const found = cellKinds.flatMap((kind) => stops.map((stop) => ours?.cells.get(cellKey(kind, "reply", stop)) ?? []));
  if (found.some((one) => one.length === 0)) return { sentence, met: undefined, figures: "not measured" };
  const longest = longestOf(found.map(medianTime));
  return { sentence, met: longest !== null && longest <= 8, figures: `at most ${shown(longest)}` };
}

function completion(ours: Findings | undefined): Bar {
  const sentence = "completion while a cell is busy within 50 ms";
  const time = medianTime(ours?.completion ?? []);
  return { sentence, met: ours?.completion.length ? time !== null && time <= 50 : undefined, figures: shown(time) };
}

function memory(ours: Findings | undefined, stops: readonly number[]): Bar {
  const sentence = `at most 220 MB resident after ${stops.at(-1)} cells`;
  const found = medianTime(ours?.once ?? []);
  return found === null
    ? { sentence, met: undefined, figures: "not measured" }
    : { sentence, met: found <= 220, figures: `${found.toFixed(0)} MB` };
}

function printed(findings: AllFindings, lines: number): Bar {
  const sentence = `${lines} printed lines at least 4 times as fast as ipykernel, none lost, none late`;
  const ours = findings.get("ours")?.lines ?? [];
  const theirs = medianTime(findings.get("ipykernel")?.lines.map(({ time }) => time) ?? []);
  const time = medianTime(ours.map((one) => one.time));
  if (time === null || theirs === null) return { sentence, met: undefined, figures: "not measured" };
  const complete = ours.every(({ received, late }) => received === lines && late === 0);
  const ratio = theirs / time;
  return {
    sentence,
    met: complete && ratio >= 4,
    figures: `${ratio.toFixed(1)} times${complete ? "" : ", some lost"}`,
  };
}

function interrupted(ours: Findings | undefined, route: (typeof routes)[number]): Bar {
  const sentence = `every interrupt by ${route} within 100 ms, the state kept in the first three cases`;
  const found = interruptCases.map((name) => ours?.interrupts.get(interruptKey(name, route)) ?? []);
  if (found.some((one) => one.length === 0)) return { sentence, met: undefined, figures: "not measured" };
  const times = found.map((one) => medianTime(one.map(({ time }) => time)));
  const kept = found.map((one) => one.every((each) => each.kept));
  const longest = longestOf(times);
  const met = longest !== null && longest <= 100 && kept.slice(0, statefulCases).every(Boolean);
  const figures = `at most ${shown(longest)}, the state kept in ${kept.filter(Boolean).length} of ${kept.length} cases`;
  return { sentence, met, figures };
}

/** Null if one did not come. */
function longestOf(times: readonly Time[]): Time {
  return times.includes(null) ? null : Math.max(...(times as number[]));
}
