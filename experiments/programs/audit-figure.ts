/**
 * The picture of an audit: the outputs of both inputs on the axis of the event that was judged, which is shaded.
 */
import type { EventView } from "../../lib/auditing/event-choice.ts";
import { type EventBin, eventFigure } from "../../lib/figures/event-figure.ts";
import type { Figure } from "../../lib/figures/figure.ts";
import { sortFloat64 } from "../../lib/numerics/sort.ts";
import { canonicalJson, type Json } from "../engine/text/canonical-json.ts";
import type { AuditQuestion } from "./audit-plan.ts";
import { shownClaim } from "./audit-plan.ts";
import { shownEvent, shownVerdict } from "./audit-words.ts";
import type { Judged } from "./judge-draws.ts";
import { shortened } from "./protocol.ts";

const BINS = 40;
const CELLS = 12;
/** The tails that share a bin at either end. */
const TAIL = 0.002;
/** Below this share under both, an event is shown on a log axis. */
const RARE = 0.05;

export function auditFigure(name: string, question: AuditQuestion, { finding, samples, chosen }: Judged): Figure {
  const [first, second] = [Array.from(samples.first), Array.from(samples.second)];
  const { view } = chosen;
  const shares = view?.kind === "half-line" ? halfLineShares(view, first, second) : cellShares(view, first, second);
  const { over } = finding.event;
  const label = (input: Json) => `input ${shortened(canonicalJson(input)).slice(0, 24)}`;
  const names = finding.inputs.map(label);
  const isSame = names[0] === names[1];
  return eventFigure({
    caption: `Outputs of ${name}, which claims ${shownClaim(question.claim)}. ${shownVerdict(finding)} ${shownEvent(finding)}`,
    source: `${finding.draws} draws of each input`,
    x: { label: shares.label },
    bins: shares.bins,
    histograms: [shares.first, shares.second].map((each, k) => ({
      name: isSame ? `${["first", "second"][k]} ${names[k]}` : names[k],
      shares: each,
    })),
    event: shares.event,
    isRare: over.successes < RARE * over.trials,
  });
}

interface Shares {
  readonly label: string;
  readonly bins: readonly EventBin[];
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly event: readonly (readonly [number, number])[];
}

/**
 * Equal bins, one edge of which is the threshold, so that the shade ends where the event does. Whole numbers have bins of one or
 * several of them, whose edges lie between two.
 */
function halfLineShares(
  { name, score, threshold, above }: EventView<unknown> & { readonly kind: "half-line" },
  ...outputs: readonly [readonly Json[], readonly Json[]]
): Shares {
  const scores = outputs.map((each) => Float64Array.from(each, score));
  const all = sortFloat64(Float64Array.from([...scores[0], ...scores[1]])).filter(Number.isFinite);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(share * all.length))];
  const isWhole = all.every(Number.isInteger);
  const bound = Number.isFinite(threshold) ? threshold : at(above ? 1 : 0);
  const edge = !isWhole ? bound : above ? Math.ceil(bound) - 0.5 : Math.floor(bound) + 0.5;
  const [low, high] = [Math.min(at(TAIL), edge), Math.max(at(1 - TAIL), edge)];
  const equal = high > low ? (high - low) / BINS : 1;
  const width = isWhole ? Math.ceil(equal) : equal;
  const before = Math.ceil((edge - low) / width) + 1;
  const after = Math.ceil((high - edge) / width) + 1;
  const bins = Array.from({ length: before + after }, (_, k) => ({
    lower: edge + (k - before) * width,
    upper: edge + (k + 1 - before) * width,
  }));
  const place = (value: number) => {
    // A value at the threshold is in the event, on whichever side that is.
    const steps = Math.floor((value - edge) / width);
    const isInside = above ? value >= edge : value <= edge;
    const k = isInside === above ? Math.max(0, steps) : Math.min(-1, steps);
    return Math.min(bins.length - 1, Math.max(0, before + k));
  };
  const [first, second] = scores.map((each) => {
    const counts = bins.map(() => 0);
    for (const value of each) counts[place(value)]++;
    return counts.map((count) => count / each.length);
  });
  const [start, end] = [bins[0].lower, bins[bins.length - 1].upper];
  return { label: name, bins, first, second, event: [above ? [edge, end] : [start, edge]] };
}

/** The commonest cells; those that the event has stand first. */
function cellShares(
  view: (EventView<unknown> & { readonly kind: "cells" }) | undefined,
  ...outputs: readonly [readonly Json[], readonly Json[]]
): Shares {
  const keyOf = view?.keyOf ?? ((output: unknown) => canonicalJson(output));
  const counts = outputs.map((each) => {
    const found = new Map<string | number, number>();
    for (const output of each) found.set(keyOf(output), (found.get(keyOf(output)) ?? 0) + 1);
    return found;
  });
  const share = (side: number, key: string | number) => (counts[side].get(key) ?? 0) / outputs[side].length;
  const isChosen = (key: string | number) => view?.chosen.has(key) === true;
  const most = (key: string | number) => Math.max(share(0, key), share(1, key));
  const keys = [...new Set(counts.flatMap((each) => [...each.keys()]))]
    .sort((a, b) => most(b) - most(a) || (String(a) < String(b) ? -1 : 1))
    .slice(0, CELLS)
    .sort((a, b) => Number(isChosen(b)) - Number(isChosen(a)));
  const bins = keys.map((key, k) => ({ lower: k - 0.4, upper: k + 0.4, name: shortened(String(key)).slice(0, 28) }));
  const [first, second] = [0, 1].map((side) => keys.map((key) => share(side, key)));
  const inside = keys.filter(isChosen).length;
  return { label: "output", bins, first, second, event: inside === 0 ? [] : [[-0.5, inside - 0.5]] };
}
