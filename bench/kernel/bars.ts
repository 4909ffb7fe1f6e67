/**
 * Bars: what our kernel must reach beside the others, each with the figures of this run that decide it.
 */
import type { Time } from "./client.ts";
import type { KernelName } from "./kernels.ts";
import { cellKey, cellKinds, type Findings, interruptKey, medianTime, routes, shown } from "./measurement.ts";
import { interruptCases } from "./snippets.ts";

export interface Bar {
  readonly sentence: string;
  /** Undefined where it cannot be told: a peer is absent, or the part was not run. */
  readonly met: boolean | undefined;
  readonly figures: string;
}

export type AllFindings = ReadonlyMap<KernelName, Findings>;

const statefulCases = 3;

export function bars(findings: AllFindings, stops: readonly number[], lines: number): readonly Bar[] {
  return [
    beside(findings, "deno", "from start to kernel_info within 10 % of Deno", 1.1, ({ information }) =>
      medianTime(information),
    ),
    beside(findings, "deno", "from start to the first result within 10 % of Deno", 1.1, ({ first }) =>
      medianTime(first),
    ),
    ...cellKinds.flatMap((kind) =>
      stops.map((stop) =>
        fastest(findings, `the reply to a ${kind} cell at ${stop} the fastest`, ({ cells }) =>
          medianTime(cells.get(cellKey(kind, "reply", stop)) ?? []),
        ),
      ),
    ),
    completion(findings.get("ours")),
    printed(findings, lines),
    beside(findings, "tslab", "resident memory at most half of tslab's", 0.5, ({ once }) => medianTime(once)),
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

function fastest(findings: AllFindings, sentence: string, figure: (of: Findings) => Time): Bar {
  const times = [...findings].map(([name, of]) => ({ name, time: figure(of) }));
  const ours = times.find(({ name }) => name === "ours")?.time ?? null;
  const best = times.filter(({ name, time }) => name !== "ours" && time !== null);
  if (ours === null || best.length === 0) return { sentence, met: undefined, figures: "not measured" };
  const next = best.reduce((one, other) => ((one.time as number) <= (other.time as number) ? one : other));
  const met = ours <= (next.time as number);
  return { sentence, met, figures: `${shown(ours)}, the best of the others ${shown(next.time)} (${next.name})` };
}

function completion(ours: Findings | undefined): Bar {
  const sentence = "completion while a cell is busy within 50 ms";
  const time = medianTime(ours?.completion ?? []);
  return { sentence, met: ours?.completion.length ? time !== null && time <= 50 : undefined, figures: shown(time) };
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
  const met = times.every((time) => time !== null && time <= 100) && kept.slice(0, statefulCases).every(Boolean);
  const longest = times.includes(null) ? null : Math.max(...(times as number[]));
  const figures = `at most ${shown(longest)}, the state kept in ${kept.filter(Boolean).length} of ${kept.length} cases`;
  return { sentence, met, figures };
}
